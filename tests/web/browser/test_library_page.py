"""The library: found, named, tagged, copied, deleted and brought back, sent and taken in."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.served import Served
from tests.web.browser.spots import RIVER, TURN, call, drop, shows, solved

BEGIN = {"runout": b"\x89RUN", "gz": b"\x1f\x8b", "parquet": b"PAR1"}


@pytest.fixture(scope="module", autouse=True)
def solutions(served: Served) -> None:
    solved(served, RIVER, "first")
    solved(served, TURN, "second")


def test_names_tags_and_search(open_page: OpenPage) -> None:
    page = open_page("/library")
    page.get_by_role("button", name="Rename first").click()
    page.get_by_label("Name", exact=True).fill("never mind")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Rename first")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_label("Name", exact=True).fill("a river")
    page.get_by_label("Tags, with commas").fill("srp, study")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="a river")).to_be_visible()
    page.get_by_role("button", name=re.compile("^srp")).first.click()
    expect(page.get_by_role("link", name="second")).to_be_hidden()
    expect(page).to_have_url(re.compile("tag=srp"))
    page.get_by_role("button", name=re.compile("^srp 1")).click()
    page.get_by_label("Search names, boards, ranges").fill("second")
    expect(page.get_by_role("link", name="a river")).to_be_hidden()
    expect(page.get_by_role("link", name="second")).to_be_visible()
    page.get_by_label("Search names, boards, ranges").fill("")
    page.get_by_role("button", name="Name", exact=True).click()
    header = page.get_by_role("columnheader", name=re.compile("^Name"))
    expect(header).to_have_attribute("aria-sort", "ascending")


def test_copied_deleted_and_brought_back(open_page: OpenPage) -> None:
    page = open_page("/library")
    page.get_by_role("button", name="Copy second", exact=True).click()
    copy = page.get_by_role("link", name="second (copy)")
    expect(copy).to_be_visible()
    page.get_by_role("button", name="Delete second (copy)").click()
    expect(copy).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(copy).to_be_visible()
    page.get_by_role("button", name="Delete second (copy)").click()
    expect(copy).to_be_hidden()
    page.keyboard.press("Control+z")
    expect(copy).to_be_visible()
    page.get_by_role("button", name="Delete second (copy)").click()
    page.get_by_role("button", name="Deleted", exact=True).click()
    expect(page.get_by_text("second (copy)").first).to_be_visible()


def test_sent_and_taken_in(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/library")
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="second", exact=True))
    whole, small = "Runout file, whole", "Runout file without rivers"
    kinds = {whole: "runout", small: "runout", "JSON": "gz", "Parquet": "parquet"}
    for format_, ending in kinds.items():
        row.get_by_role("button", name="Export").click()
        with page.expect_download() as download:
            page.locator(":popover-open").get_by_role("button", name=format_).click()
        path = tmp_path / f"{format_}.{ending}"
        download.value.save_as(path)
        assert path.read_bytes()[:4].startswith(BEGIN[ending])
        page.keyboard.press("Escape")
    page.locator("input[type=file]").set_input_files(tmp_path / "Runout file, whole.runout")
    expect(page.get_by_role("link", name="Runout file, whole")).to_be_visible()
    dropped = (tmp_path / "Runout file, whole.runout").rename(tmp_path / "dropped.runout")
    drop(page, page.get_by_role("group", name="Library"), dropped)
    expect(page.get_by_role("link", name="dropped")).to_be_visible()
    bad = tmp_path / "bad.runout"
    bad.write_bytes(b"no solution")
    page.locator("input[type=file]").set_input_files([bad, dropped])
    expect(page.get_by_role("link", name="dropped")).to_have_count(2)
    expect(page.get_by_role("alert")).to_contain_text("bad.runout: ")
    for _ in range(2):  # the same file once more is asked for once more
        with page.expect_response(lambda one: one.request.method == "POST"):
            page.locator("input[type=file]").set_input_files(bad)


@pytest.mark.parametrize("width", [1280, 390])
def test_export_says_of_what_beside_its_button(open_page: OpenPage, width: int) -> None:
    page = open_page("/library", width=width)
    button = page.get_by_role("button", name="Export second", exact=True)
    button.click()
    menu = page.get_by_role("group", name="Export second")
    expect(menu).to_be_visible()
    page.wait_for_function("document.querySelector(':popover-open').style.top")
    there, here = menu.bounding_box(), button.bounding_box()
    assert there is not None
    assert here is not None
    above, below = here["y"] - there["y"] - there["height"], there["y"] - here["y"] - here["height"]
    assert 0 <= max(above, below) <= 8
    assert there["x"] >= 0
    assert there["x"] + there["width"] <= width


def test_several_deleted_and_seen_elsewhere(open_page: OpenPage, served: Served) -> None:
    for name in ("one", "two"):
        solved(served, RIVER, f"{name} of many")
    page, other = open_page("/library"), open_page("/library")
    links = {name: f"{name} of many" for name in ("one", "two")}
    for name in links.values():
        expect(other.get_by_role("link", name=name)).to_be_visible()
        page.get_by_role("button", name=f"Delete {name}").click()
        expect(page.get_by_role("link", name=name)).to_be_hidden()
    expect(page.get_by_text("two of many was deleted, and 1 before it.")).to_be_visible()
    other.evaluate("window.dispatchEvent(new Event('focus'))")  # somebody comes back to that tab
    for name in links.values():
        expect(other.get_by_role("link", name=name)).to_be_hidden()
    for name in reversed(links.values()):
        page.keyboard.press("Control+z")
        expect(page.get_by_role("link", name=name)).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    # What is solved elsewhere is listed without a word.
    solved(served, RIVER, "three of many")
    expect(page.get_by_role("link", name="three of many")).to_be_visible()


def test_two_chosen_are_compared(open_page: OpenPage) -> None:
    page = open_page("/library")
    boxes = page.get_by_role("checkbox")
    compare = page.get_by_role("button", name="Compare")
    expect(compare).to_have_count(0)
    for count in (0, 1, 2):
        boxes.nth(count).check()
        if count != 1:
            expect(compare).to_be_disabled()
            expect(compare).to_have_accessible_description("choose two")
    boxes.nth(2).uncheck()
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name="Compare")).to_be_visible()


def test_one_page_of_a_solution(
    open_page: OpenPage, served: Served, chromium: Browser, tmp_path: Path
) -> None:
    """It opens without a server, on a phone, and asks nobody for anything."""
    page = open_page("/library")
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="second", exact=True))
    row.get_by_role("button", name="Export").click()
    page.locator(":popover-open").get_by_label("How deep").select_option("all of the turn")
    with page.expect_download() as download:
        page.locator(":popover-open").get_by_role("button", name="One HTML page").click()
    download.value.save_as(tmp_path / "turn.html")
    page.locator(":popover-open").get_by_label("How deep").select_option("steps deep")
    page.locator(":popover-open").get_by_label("steps deep").fill("4")
    with page.expect_download() as download:
        page.locator(":popover-open").get_by_role("button", name="One HTML page").click()
    path = tmp_path / "book.html"
    download.value.save_as(path)
    assert path.stat().st_size < 20_000_000
    phone = chromium.new_page(viewport={"width": 390, "height": 844})
    asked, faults = [], []
    phone.on("request", lambda one: asked.append(one.url))
    phone.on("pageerror", lambda error: faults.append(str(error)))
    phone.goto(path.as_uri())
    shows(phone, "")
    phone.keyboard.press("?")
    expect(phone.get_by_role("dialog")).to_be_visible()
    phone.keyboard.press("?")
    expect(phone.get_by_role("dialog")).to_be_hidden()
    phone.keyboard.press("1")
    shows(phone, "check")
    # The next cards are offered where the file has them, after checks and calls.
    phone.get_by_role("tab", name="Next cards").click()
    expect(phone.get_by_text("After check / check")).to_be_visible()
    cards = phone.get_by_role("table", name="Next cards").get_by_role("button")
    expect(cards).to_have_count(48)
    phone.get_by_role("tab", name="Hands").click()
    phone.keyboard.press("1")
    shows(phone, "check / check")
    expect(phone.locator(".players")).to_have_text(re.compile(r"EV \d+.*combos [1-9]", re.DOTALL))
    phone.get_by_role("tab", name="Next cards").click()
    phone.get_by_role("button", name=re.compile("^seven of spades: ")).click()
    shows(phone, "check / check / 7s")
    phone.reload()
    shows(phone, "check / check / 7s")
    found = next(one for one in call(served, "/solutions")["solutions"] if one["name"] == "second")
    node = call(served, f"/solutions/{found['id']}/node?line=check%20/%20check%20/%207s")
    often = 100 * node["frequencies"]["check"]
    either = "|".join(f"{often + slip:.1f}" for slip in (-0.02, 0.02))  # rounded up or down
    expect(phone.locator(".legend")).to_contain_text(re.compile(either))
    phone.get_by_role("tab", name="Breakdown").click()
    expect(phone.get_by_role("rowheader", name="All")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    expect(phone.get_by_role("tab", name="Next cards")).to_have_count(0)
    phone.keyboard.press("1")
    shows(phone, "check / check / 7s / check")
    # What comes after the last step is not there: it is said, and neither clicks nor keys go there.
    for name in (re.compile("^. check.*not in this file"), re.compile("bet .*not in this file")):
        expect(phone.locator(".legend").get_by_role("button", name=name)).to_be_disabled()
    here = phone.locator(".step.here").get_by_role("button", name=re.compile("check"))
    expect(here).to_be_disabled()
    for key in ("1", "ArrowRight"):
        phone.keyboard.press(key)
        shows(phone, "check / check / 7s / check")
    expect(phone.get_by_role("alert")).to_have_count(0)
    phone.keyboard.press("ArrowUp")  # nor does a step aside
    phone.keyboard.press("ArrowDown")
    shows(phone, "check / check / 7s / bet 120")
    expect(phone.locator(".legend").get_by_role("button").first).to_be_disabled()
    assert faults == []
    assert {url.split(":")[0] for url in asked} <= {"file", "data", "blob"}
    phone.goto((tmp_path / "turn.html").as_uri())
    shows(phone, "")
    for line in ("check", "check / check"):
        phone.keyboard.press("1")
        shows(phone, line)
    expect(phone.get_by_text("The cards from here are not in the file")).to_be_visible()
    expect(phone.get_by_role("tab", name="Next cards")).to_have_count(0)
    phone.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_a_very_long_name_hides_nothing(open_page: OpenPage, served: Served, width: int) -> None:
    solved(served, RIVER, "x" * 200)
    page = open_page("/library", width=width)
    expect(page.get_by_role("button", name="Delete " + "x" * 200).first).to_be_in_viewport()
    over = "one => one.scrollWidth - one.clientWidth"
    assert page.locator(".table").evaluate(over) <= 0
    page.goto(f"{served.address}results")
    expect(page.get_by_role("link", name="x" * 200).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
