"""One evening with the studio, from an empty library to the same solution after a restart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, Page, expect

from tests.web.browser.conftest import watch
from tests.web.browser.served import serving
from tests.web.browser.spots import call, shows

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.web.browser.served import Served

RIVER_LINE = "check / bet 10 / call / 9s"


def test_from_a_spot_to_a_restart(chromium: Browser, tmp_path: Path) -> None:
    faults: list[str] = []
    with serving(tmp_path) as server:
        page = chromium.new_page(viewport={"width": 1280, "height": 900})
        watch(page, server, faults)
        page.goto(f"{server.address}solver")
        build_by_mouse(page)
        solve_and_go_on(page)
        walk_to_a_river(page)
        lock_by_mouse(page)
        solve_again_and_compare(page, server)
        name_and_tag(page)
        page.close()
    with serving(tmp_path) as server:
        page = chromium.new_page()
        watch(page, server, faults)
        page.goto(f"{server.address}library")
        page.get_by_role("link", name="folds too much").click()
        shows(page, "")
        page.goto(f"{page.url}?line={RIVER_LINE}")
        expect(locked(page, "AA")).to_be_visible()
        page.close()
    assert faults == []


def build_by_mouse(page: Page) -> None:
    board = page.get_by_role("group", name="Board: choose cards")
    page.get_by_role("button", name="Clear").first.click()
    for card in ("king of spades", "seven of diamonds", "two of hearts", "five of clubs"):
        board.get_by_role("button", name=card).click()
    expect(page.get_by_label("Board", exact=True)).to_have_value("Ks7d2h5c")
    page.get_by_label("Pot", exact=True).fill("20")
    page.get_by_label("Stack behind", exact=True).fill("40")
    page.get_by_role("button", name="One size").click()
    expect(page.get_by_text("two thirds of the pot")).to_be_visible()
    page.get_by_label("Bets", exact=True).fill("50%")
    # Paint OOP's range by dragging over the first cells of the grid.
    ranges = page.get_by_role("tabpanel")
    ranges.get_by_role("button", name="Clear", exact=True).click()
    expect(ranges.get_by_role("alert")).to_be_visible()  # it moves the grid
    cells = ranges.get_by_role("gridcell")
    cells.nth(0).hover()
    page.mouse.down()
    cells.nth(3).hover()
    page.mouse.up()
    expect(ranges.get_by_role("textbox").first).to_have_value(re.compile("AA.*AKs|AJs\\+"))
    page.get_by_role("tab", name=re.compile("^IP")).click()
    page.get_by_role("tabpanel").get_by_role("textbox").first.fill("QQ-88")
    expect(page.get_by_role("tab", name=re.compile(r"^IP · 2\.3 %"))).to_be_visible()
    # Memory, time and the tree, while one types.
    expect(page.get_by_role("heading", name="Betting tree")).to_be_visible()
    expect(page.get_by_text("turn, pot 20").first).to_be_visible()


def solve_and_go_on(page: Page) -> None:
    page.get_by_label("Name of the solution").fill("by mouse")
    page.get_by_role("button", name="Solve", exact=True).click()
    job = page.get_by_role("region", name="by mouse")
    expect(job).to_have_attribute("data-state", "done")
    expect(job.get_by_text("of the pot")).to_be_visible()
    expect(job.locator("canvas")).to_be_visible()
    page.get_by_label("Go on to").fill("0.1")
    page.get_by_role("button", name="Go on").last.click()
    expect(page.get_by_text("→ 0.1 %")).to_be_visible()
    expect(page.locator(".job").first).to_have_attribute("data-state", "done")
    page.get_by_role("link", name="Open").first.click()
    shows(page, "")
    expect(page.get_by_role("heading", name="by mouse")).to_be_visible()


def walk_to_a_river(page: Page) -> None:
    strip = page.get_by_role("list", name="Decisions so far")
    strip.get_by_role("button", name=re.compile("check")).first.click()
    shows(page, "check")
    strip.get_by_role("button", name=re.compile("bet 10")).last.click()
    shows(page, "check / bet 10")
    page.locator(".legend").get_by_role("button", name=re.compile("call")).click()
    shows(page, "check / bet 10 / call")
    page.get_by_role("button", name=re.compile("^nine of spades: ")).click()
    shows(page, RIVER_LINE)
    expect(page).to_have_url(re.compile(r"line=check\+%2F\+bet\+10\+%2F\+call\+%2F\+9s"))
    # Back along the strip; what comes after stays, to go on again.
    strip.get_by_role("button", name=re.compile("oop", re.IGNORECASE)).first.click()
    shows(page, "")
    assert strip.locator("> li").count() == 5
    page.go_back()
    shows(page, RIVER_LINE)
    page.reload()
    shows(page, RIVER_LINE)


def lock_by_mouse(page: Page) -> None:
    page.get_by_role("tab", name="Lock").click()
    brush = page.get_by_role("group", name="What painted hands do")
    brush.get_by_role("button", name=re.compile("check")).click()
    for name in ("AA", "AKs"):
        page.get_by_role("gridcell", name=re.compile(f"^{name}: ")).click()
    expect(locked(page, "AA")).to_be_visible()
    # Freed by the other button, painted again.
    page.get_by_role("gridcell", name=re.compile("^AKs: ")).click(button="right")
    expect(page.get_by_role("list", name="Painted locks")).to_contain_text("1 painted: AA")
    page.get_by_role("gridcell", name=re.compile("^AKs: ")).click()
    expect(page.get_by_role("list", name="Painted locks")).to_contain_text("2 painted")


def locked(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(f"^{name}: check 100 %.*locked"))


def solve_again_and_compare(page: Page, server: Served) -> None:
    page.get_by_role("button", name="Solve again").click()
    expect(page.locator(".job")).to_have_attribute("data-state", "done")
    page.get_by_role("link", name="Compare with before").click()
    expect(page.get_by_role("heading", name="Change from A to B")).to_be_visible()
    expect(page.get_by_role("gridcell", name=re.compile("^AA: check 100 %")).last).to_be_visible()
    fits(page, 390)
    solutions = call(server, "/solutions")["solutions"]
    after = next(one for one in solutions if one["parent"])
    line = RIVER_LINE.replace(" ", "%20")
    hands = call(server, f"/solutions/{after['id']}/node?line={line}")["players"]["oop"]
    checks = {hand: hands["strategy"][0][row] for row, hand in enumerate(hands["hands"])}
    assert checks["AhAd"] == checks["AhKh"] == 1
    # Two nodes apart: the second side walks by itself.
    page.get_by_role("button", name="Walk apart").click()
    side = page.get_by_role("region", name="B", exact=True)
    side.get_by_role("button", name=re.compile("oop", re.IGNORECASE)).first.click()
    expect(side.locator("[aria-current=step]")).to_contain_text("20")
    first = page.get_by_role("region", name="A", exact=True)
    expect(first.locator("[aria-current=step]")).to_contain_text("40")
    page.get_by_role("button", name="Swap").click()
    expect(first.get_by_role("combobox")).to_have_value(str(after["id"]))
    expect(first.locator("[aria-current=step]")).to_contain_text("20")


def fits(page: Page, width: int) -> None:
    """No part of the page sticks out of a narrow window."""
    before = page.viewport_size
    assert before is not None
    page.set_viewport_size({"width": width, "height": before["height"]})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size(before)


def name_and_tag(page: Page) -> None:
    page.get_by_role("link", name="Library").click()
    page.get_by_role("button", name="Rename by mouse (locked)").click()
    page.get_by_label("Name", exact=True).fill("folds too much")
    page.get_by_label("Tags, with commas").fill("study")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="folds too much")).to_be_visible()
    expect(page.get_by_text("1 node locked")).to_be_visible()
