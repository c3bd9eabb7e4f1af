"""Hands locked with the mouse, solved again, and compared with before; kept over a restart."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

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
