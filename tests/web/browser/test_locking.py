"""Hands locked with the mouse or by keys, kept for later, solved again, compared."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.served import Served, serving, start
from tests.web.browser.spots import RIVER, TURN, call, shows, solved


def test_a_whole_range_and_one_hand(open_page: OpenPage, served: Served) -> None:
    before = solved(served, RIVER, "whole range")
    page = open_page(f"/results/{before}?tab=lock&hand=AA")
    shows(page, "")
    page.get_by_label("Share of bet 120").fill("100")
    page.get_by_role("table").get_by_role("button", name=re.compile("ace of hearts")).first.click()
    expect(page.get_by_role("list", name="Painted locks")).to_contain_text("1 painted: A")
    page.get_by_role("button", name="Clear this node").click()
    page.get_by_role("button", name="Whole range so often").click()
    page.get_by_role("button", name="Solve again").click()
    expect(page.locator(".job")).to_have_attribute("data-state", "done")
    page.get_by_role("link", name="Open").click()
    expect(page.locator(".legend")).to_contain_text("100.0")


def painted(page: Page, text: str) -> None:
    expect(page.get_by_role("list", name="Painted locks")).to_contain_text(text)


def test_by_keys_and_kept_for_later(open_page: OpenPage, served: Served) -> None:
    found = solved(served, RIVER, "by keys")
    page = open_page(f"/results/{found}?tab=lock")
    shows(page, "")
    solve = page.get_by_role("button", name="Solve again")
    expect(solve).to_be_disabled()
    slider = page.get_by_label("Share of bet 120")
    slider.focus()
    page.keyboard.press("End")
    expect(slider).to_have_value("100")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("Share of check")).to_have_value("1")
    shows(page, "")
    expect(page.get_by_text("Paint some hands first.")).to_be_visible()
    brush = page.get_by_role("group", name="What painted hands do")
    brush.get_by_role("button", name="bet 120").press("Enter")
    page.get_by_role("gridcell").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowDown")  # AKo, which nobody has: not painted
    page.keyboard.press("Shift+ArrowRight")
    painted(page, "2 painted: AA, KK")
    page.keyboard.press("Delete")
    painted(page, "1 painted: AA")
    page.keyboard.press("Space")
    expect(page.get_by_role("gridcell", name=re.compile("^KK: bet 120 100 %"))).to_be_focused()
    expect(solve).to_be_enabled()
    # A target that is none starts nothing; a comma is a point.
    target = page.get_by_label("Target, % of the pot")
    for wrong in ("abc", "-1", ""):
        target.fill(wrong)
        expect(target).to_have_attribute("aria-invalid", "true")
        page.keyboard.press("Enter")
    expect(page.get_by_text("A number above 0 is expected")).to_be_visible()
    expect(page.locator(".job")).to_have_count(0)
    target.fill("1,5")
    page.keyboard.press("Enter")
    expect(page.locator(".job")).to_have_attribute("data-state", "done")
    expect(page.locator(".job")).to_contain_text("→ 1.5 %")
    # They are there again after another page, at once, and on another day.
    page.get_by_role("link", name="Library").click()
    page.get_by_role("link", name="by keys", exact=True).click()
    expect(page.get_by_text("1 lock painted")).to_be_visible()
    page.get_by_role("tab", name="Lock").click()
    painted(page, "2 painted: AA, KK")
    page.get_by_role("button", name="Whole range so often").click()
    expect(page.get_by_text("This replaced what was here: 2 painted")).to_be_visible()
    painted(page, "whole range")
    page.get_by_role("button", name="Undo").click()
    with page.expect_response(re.compile("/locks$")):
        page.get_by_role("button", name="Whole range so often").click()
    page.reload()
    painted(page, "whole range: check 100 %")
    (lock,) = call(served, f"/solutions/{found}")["next_locks"]
    assert lock["frequencies"]["check"] == 1


def test_single_hands_by_mouse(open_page: OpenPage, served: Served) -> None:
    found = solved(served, RIVER, "one by one")
    page = open_page(f"/results/{found}?tab=lock")
    shows(page, "")
    page.get_by_role("button", name="Single hands", exact=True).click()
    page.get_by_role("gridcell", name=re.compile("^KK:")).click()
    page.mouse.move(0, 0)  # the hands stay where the pointer leaves the grid
    hands = page.get_by_role("table").get_by_role("button")
    expect(hands).to_have_count(6)
    hands.nth(1).click()
    hands.nth(2).click()
    painted(page, "2 painted: K")
    hands.nth(1).click(button="right")
    painted(page, "1 painted: K")
    # One of a class that was painted as a whole is freed; the others stay.
    page.get_by_role("button", name="Classes").click()
    page.get_by_role("gridcell", name=re.compile("^QQ:")).click()
    painted(page, "2 painted: K")
    page.get_by_role("button", name="Single hands", exact=True).click()
    page.get_by_role("gridcell", name=re.compile("^QQ:")).click()
    expect(hands).to_have_count(3)  # the fourth queen lies on the board
    hands.first.press("Delete")
    painted(page, "3 painted: K")


def test_a_stroke_outlives_a_reload_at_once(open_page: OpenPage, served: Served) -> None:
    found = solved(served, RIVER, "in a hurry")
    page = open_page(f"/results/{found}?tab=lock")
    shows(page, "")
    page.get_by_role("gridcell", name=re.compile("^KK:")).click()
    # The server hears of it later than of the page that is asked for anew.
    page.route("**/locks", lambda one: one.abort())
    page.reload()
    painted(page, "1 painted: KK")
    page.unroute("**/locks")
    page.get_by_role("gridcell", name=re.compile("^QQ:")).click()
    painted(page, "2 painted: KK, QQ")
    with page.expect_response(
        lambda one: one.status == 200 and "QQ" in (one.request.post_data or "")
    ):
        page.get_by_role("link", name="Library").click()
    (lock,) = call(served, f"/solutions/{found}")["next_locks"]
    assert lock["hands"] == "KK-QQ"


def test_the_sheet_has_the_keys_of_what_is_shown(open_page: OpenPage, served: Served) -> None:
    found = solved(served, TURN, "keys")
    page = open_page(f"/results/{found}")
    shows(page, "")
    sheet = page.get_by_role("dialog")
    for tab, has, lacks in [
        ("Hands", "From hand to hand", "Free the hand"),
        ("Lock", "Free the hand", "Deal the card"),
        ("Next cards", "Deal the card", "Free the hand"),
    ]:
        page.get_by_role("tab", name=tab).click()
        page.keyboard.press("?")
        expect(sheet).to_contain_text(has)
        expect(sheet).not_to_contain_text(lacks)
        page.keyboard.press("?")
    page.goto(f"{served.address}results/compare?a={found}&b={found}")
    expect(page.get_by_role("grid").first).to_be_visible()
    page.keyboard.press("?")
    expect(sheet).to_contain_text("List the combos of the hand")


def test_two_pages_keep_what_both_have_painted(open_page: OpenPage, served: Served) -> None:
    found = solved(served, RIVER, "twice open")
    address = f"/results/{found}?tab=lock"
    first, second = open_page(address), open_page(f"{address}&line=check")
    shows(first, "")
    shows(second, "check")
    with first.expect_response(re.compile("/locks$")):
        first.get_by_role("gridcell", name=re.compile("^KK:")).click()
    second.get_by_role("gridcell", name=re.compile("^QQ:")).click()
    painted(second, "start · 1 painted: KK")
    painted(second, "check · 1 painted: QQ")
    expect(second.get_by_text("Painted elsewhere meanwhile")).to_be_visible()
    first.reload()
    painted(first, "check · 1 painted: QQ")
    locks = call(served, f"/solutions/{found}")["next_locks"]
    assert sorted((lock["line"], lock["hands"]) for lock in locks) == [("", "KK"), ("check", "QQ")]


def test_killed_and_continued(chromium: Browser, tmp_path: Path) -> None:
    server = start(tmp_path)
    endless = {"target": 0, "max_iterations": 10**7, "name": "killed"}
    job = call(server, "/jobs", {"kind": "solve", "spot": TURN, **endless})
    page = chromium.new_page()
    page.goto(f"{server.address}solver")
    expect(page.get_by_role("region", name="killed")).to_contain_text(re.compile(r"\d+ iterations"))
    server.kill()
    with serving(tmp_path) as server:
        page.goto(f"{server.address}solver")
        card = page.get_by_role("region", name="killed")
        expect(card).to_have_attribute("data-state", "interrupted")
        card.get_by_role("button", name="Go on").click()
        expect(card).to_have_attribute("data-state", "running")
        card.get_by_role("button", name="Stop and keep").click()
        expect(card).to_have_attribute("data-state", "stopped")
        card.get_by_role("link", name="Open").click()
        shows(page, "")
        assert call(server, f"/jobs/{job['id']}")["result"]["solution"] in page.url
        page.close()
