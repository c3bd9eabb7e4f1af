"""Pages while their server is down, and after it has come back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.sync_api import expect

from runout import equity
from tests.web.browser.served import start
from tests.web.browser.spots import TURN, call

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


def test_pages_take_up_where_they_were(chromium: Browser, tmp_path: Path) -> None:
    server = start(tmp_path)
    port = urlsplit(server.address).port
    assert port is not None
    try:
        limits = {"target": 1e-9, "max_iterations": 10**8}
        call(server, "/jobs", {"kind": "solve", "spot": TURN, "name": "for ever", **limits})
        hands = chromium.new_page()
        hands.goto(f"{server.address}equity?player=AA&player=KK")
        solver = chromium.new_page()
        solver.goto(f"{server.address}solver")
        job = solver.get_by_role("region", name="for ever")
        expect(job).to_contain_text("iterations")
        server.kill()

        expect(job.get_by_role("status")).to_have_text("no connection")
        first = hands.get_by_label("Hand or range of player 1")
        first.fill("QQ")
        expect(hands.get_by_text("The server does not answer").first).to_be_visible()

        server = start(tmp_path, port=port)
        wanted = 100 * equity("QQ", "KK").players[0].equity
        shown = hands.locator('[data-player="0"]').get_by_test_id("equity")
        expect(shown).to_have_text(re.compile(rf"^\s*{wanted:.2f} %"))
        expect(hands.get_by_text("The server does not answer")).to_have_count(0)
        expect(job.get_by_role("status")).to_have_text("interrupted")
        expect(job.get_by_role("button", name="Go on")).to_be_visible()
    finally:
        server.kill()
        for context in chromium.contexts:
            context.close()
