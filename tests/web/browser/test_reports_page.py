"""A batch run from its page, and looked at: boards, textures, hands, rules, beside another."""

import re
import time
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from playwright.sync_api import Page, expect

from runout.batch.opened import OpenBatch
from tests.web.browser.conftest import OpenPage
from tests.web.browser.served import Served
from tests.web.browser.spots import call, shows
from tests.web.browser.test_studio_shell import serious

pytest.importorskip("polars")

BATCH = """name = "three rivers"
boards = ["Td9d6hQc2c", "Ks7d2h8c3s", "AhAd7s7c2d"]
target = 5
keep = "small"
lines = ["", "check"]
[spot]
pot = 200
stack = 900
bets = "60%"
range = {oop = "66+,A8s+", ip = "QQ-22,ATo+"}
"""
ASKED = {"kind": "batch", "batch": BATCH}


def finished(served: Served, job: str) -> str:
    """The folder of a batch when its job has ended."""
    for _ in range(400):
        now = call(served, f"/jobs/{job}")
        if now["state"] == "done":
            return str(now["result"]["batch"])
        assert now["state"] in ("queued", "running"), now
        time.sleep(0.05)
    raise AssertionError("the batch did not end")


@pytest.fixture
def again(served: Served) -> Path:
    """A copy of the batch without its solutions."""
    copy = served.library / "batches" / "again"
    if not copy.exists():
        listed = call(served, "/batches")["batches"]
        known = [one["id"] for one in listed if one["name"] == "three rivers"]
        name = known[0] if known else finished(served, call(served, "/jobs", ASKED)["id"])
        copytree(copy.with_name(name), copy, ignore=ignore_patterns("*.runout"))
    return copy


def boards(page: Page) -> list[str]:
    found: list[str] = page.locator("[data-board]").evaluate_all(
        "all => all.map(one => one.dataset.board)"
    )
    return found


def test_run_and_opened(open_page: OpenPage) -> None:
    page = open_page("/reports")
    page.get_by_label(re.compile("^New batch")).fill(BATCH)
    expect(page.get_by_text("No batch yet")).to_be_visible()
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".job")).to_be_visible()
    expect(page.get_by_text("No batch yet")).to_have_count(0)
    expect(page.locator(".job")).to_have_attribute("data-state", "done")
    page.get_by_role("link", name="three rivers").click()
    expect(page.get_by_text("3 boards")).to_be_visible()
    assert len(boards(page)) == 3
    page.get_by_role("button", name=re.compile("^Open king of spades")).click()
    shows(page, "")
    expect(page.locator(".where")).to_contain_text("K♠")
    # A column of the chart is a board, too.
    page.go_back()
    chart = page.get_by_role("img", name=re.compile("^What is done on each of 3 boards"))
    size = chart.bounding_box()
    assert size is not None
    chart.hover(position={"x": 0.9 * size["width"], "y": 50})
    expect(page.locator(".pointed")).to_contain_text("A♥A♦7♠7♣2♦")
    chart.click(position={"x": 0.1 * size["width"], "y": 50})
    shows(page, "")
    expect(page.locator(".where")).to_contain_text("T♦")


def test_listed_while_it_runs(open_page: OpenPage, served: Served) -> None:
    slow = BATCH.replace("three rivers", "two slow ones").replace("target = 5", "target = 0")
    slow = slow.replace('"Td9d6hQc2c", ', "").replace("[spot]", "max_seconds = 4\n[spot]")
    page = open_page("/reports")
    job = call(served, "/jobs", {"kind": "batch", "batch": slow})["id"]
    card = page.get_by_role("region", name="two slow ones")
    link = page.get_by_role("link", name="two slow ones")
    expect(link).to_be_visible()
    expect(card).to_have_attribute("data-state", "running")
    finished(served, job)


@pytest.mark.usefixtures("again")
def test_a_board_whose_solution_was_not_kept(open_page: OpenPage) -> None:
    page = open_page("/reports/again")
    page.get_by_role("button", name=re.compile("^Open king of spades")).click()
    expect(page.get_by_role("alert")).to_contain_text("its solution was not kept")
    page.get_by_role("link", name="Set it up in the solver").click()
    expect(page.get_by_label("Board", exact=True)).to_have_value("Ks7d2h8c3s")
    expect(page.get_by_label("Pot", exact=True)).to_have_value("200")


def test_filter_hand_and_order(open_page: OpenPage, again: Path) -> None:
    page = open_page("/reports/again?line=check")
    report = OpenBatch(again).report("check")
    page.get_by_role("button", name="EV IP").click()
    expect(page).to_have_url(re.compile("sort=-ev_ip"))
    ordered = report.sorted("ev_ip").boards["board"].to_list()
    expect(page.locator("[data-board]").first).to_have_attribute("data-board", ordered[0])
    assert boards(page) == ordered
    page.get_by_label("Only boards with").fill("pairing=unpaired")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 boards")).to_be_visible()
    page.get_by_label("Hand", exact=True).fill("AKo")
    page.keyboard.press("Enter")
    expect(page.get_by_text("What IP does with AKo")).to_be_visible()
    expect(page.get_by_role("columnheader", name="EV OOP")).to_have_count(0)
    page.get_by_label("Only boards with").fill("colour=red")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("colour")
    page.get_by_label("Only boards with").fill("")
    page.keyboard.press("Enter")
    page.get_by_role("combobox", name="By").select_option("pairing")
    expect(page.get_by_role("rowheader", name="unpaired")).to_be_visible()


def test_hands_and_rules(open_page: OpenPage, again: Path) -> None:
    page = open_page("/reports/again?line=check")
    expect(page.get_by_text("3 boards")).to_be_visible()
    page.keyboard.press("2")
    batch = OpenBatch(again)
    row = next(one for one in batch.hands("check").rows.to_dicts() if one["of"] == "QQ")
    expect(page.get_by_role("row", name=re.compile("^QQ"))).to_contain_text(f"{row['ev']:.2f}")
    expect(page.get_by_role("gridcell", name=re.compile("^QQ: (check|bet)"))).to_be_visible()
    page.get_by_role("combobox", name="By").select_option("made")
    expect(page.get_by_role("button", name="set", exact=True)).to_be_visible()
    page.get_by_role("button", name="set", exact=True).click()
    expect(page.get_by_text("What IP does with set")).to_be_visible()
    page.get_by_label("Hand", exact=True).fill("")
    page.keyboard.press("Enter")
    page.get_by_role("tab", name="Rules").click()
    rules = batch.report("check").rules(2)
    expect(page.get_by_role("rowheader")).to_have_text([rule.words for rule in rules.said()])
    page.get_by_role("combobox", name="Questions").select_option("1")
    rules = batch.report("check").rules(1)
    expect(page.get_by_role("rowheader")).to_have_text([rule.words for rule in rules.said()])


@pytest.mark.usefixtures("again")
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_everybody_can_use_it(open_page: OpenPage, width: int, dark: bool) -> None:
    page = open_page("/reports/again", width=width, dark=dark)
    expect(page.get_by_text("3 boards")).to_be_visible()
    assert serious(page) == []
    for view in ("Hands", "Rules", "Compare"):
        page.get_by_role("tab", name=view).click()
        if view == "Compare":
            page.get_by_role("combobox", name="Batch").select_option("three rivers")
        expect(page.get_by_role("rowheader").first).to_be_visible()
        assert (view, serious(page)) == (view, [])
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.get_by_role("row", name=re.compile("^All"))).to_contain_text("→")


@pytest.mark.usefixtures("again")
def test_back_to_the_view_before(open_page: OpenPage) -> None:
    page = open_page("/reports/again?view=hands&line=check")
    page.get_by_role("button", name="QQ", exact=True).click()
    expect(page.get_by_text("What IP does with QQ")).to_be_visible()
    page.get_by_role("tab", name="Rules").click()
    expect(page.get_by_text("Simple rules")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("What IP does with QQ")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("What IP does with each hand")).to_be_visible()


@pytest.mark.usefixtures("again")
def test_a_board_of_both_batches(open_page: OpenPage, served: Served) -> None:
    batches = call(served, "/batches")["batches"]
    listed = {one["name"]: one["id"] for one in batches if one["id"] != "again"}
    larger = BATCH.replace("three rivers", "larger").replace("60%", "100%")
    other = listed.get("larger") or finished(
        served, call(served, "/jobs", {"kind": "batch", "batch": larger})["id"]
    )
    page = open_page(f"/reports/{other}?view=beside&other={listed['three rivers']}&line=check")
    page.get_by_role("button", name=re.compile("^Compare king of spades")).click()
    expect(page).to_have_url(re.compile("/results/compare.*line=check$"))
    expect(page.get_by_role("grid")).to_have_count(3)
    expect(page.get_by_role("region", name="A", exact=True)).to_contain_text("bet 200")
    expect(page.get_by_role("region", name="B", exact=True)).to_contain_text("bet 120")
    page.go_back()
    # What was not kept cannot be compared.
    page.get_by_role("combobox", name="Batch").select_option("again")
    page.get_by_role("button", name=re.compile("^Compare king of spades")).click()
    expect(page.get_by_role("alert")).to_contain_text("its solution was not kept")
