"""Hands locked with the mouse, solved again, and compared with before; kept over a restart."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.served import Served, serving, start
from tests.web.browser.spots import RIVER, TURN, call, shows, solved


def test_lock_solve_compare(open_page: OpenPage, served: Served) -> None:
    before = solved(served, RIVER, "before")
    page = open_page(f"/results/{before}?line=check / bet 120&tab=lock")
    shows(page, "check / bet 120")
    brush = page.get_by_role("group", name="What painted hands do")
    brush.get_by_role("button", name=re.compile("fold")).click()
    for name in ("AA", "KK"):
        page.get_by_role("gridcell", name=re.compile(f"^{name}: ")).click()
    expect(page.get_by_role("gridcell", name=re.compile("^AA: fold 100 %.*locked"))).to_be_visible()
    # Freed by the other button, painted again.
    page.get_by_role("gridcell", name=re.compile("^KK: ")).click(button="right")
    expect(page.get_by_role("list", name="Painted locks")).to_contain_text("1 painted: AA")
    page.get_by_role("gridcell", name=re.compile("^KK: ")).click()
    page.get_by_role("button", name="Solve again").click()
    expect(page.locator(".job")).to_have_attribute("data-state", "done")
    page.get_by_role("link", name="Compare with before").click()
    expect(page.get_by_role("heading", name="Change from A to B")).to_be_visible()
    expect(page.get_by_role("gridcell", name=re.compile("^AA: fold 100 %")).last).to_be_visible()
    expect(page.get_by_role("heading", name="Hands that changed most")).to_be_visible()
    assert len(call(served, "/solutions")["solutions"]) >= 2
    after = next(one for one in call(served, "/solutions")["solutions"] if one["parent"] == before)
    node = call(served, f"/solutions/{after['id']}/node?line=check%20/%20bet%20120")
    hands = node["players"]["oop"]
    folds = {hand: hands["strategy"][0][row] for row, hand in enumerate(hands["hands"])}
    assert folds["AhAd"] == folds["KhKd"] == 1
    # Two nodes apart: the second side walks by itself.
    page.get_by_role("button", name="Walk apart").click()
    side = page.get_by_role("region", name="B", exact=True)
    side.get_by_role("button", name=re.compile("oop", re.IGNORECASE)).first.click()
    expect(side.locator("[aria-current=step]")).to_contain_text("200")
    first = page.get_by_role("region", name="A", exact=True)
    expect(first.locator("[aria-current=step]")).to_contain_text("320")


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


def test_kept_over_a_restart(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        found = solved(server, RIVER, "kept")
    with serving(tmp_path) as server:
        page = chromium.new_page()
        page.goto(f"{server.address}library")
        page.get_by_role("link", name="kept").click()
        shows(page, "")
        assert found in page.url
        page.close()


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
