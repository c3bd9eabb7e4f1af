"""What all pages have: they open, say what they are, and can be used by anybody."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.spots import solved

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage
    from tests.web.browser.served import Served

ROOT = Path(__file__).parents[3]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
TITLES = re.findall(r"title: texts\.pages\.(\w+)", (ROOT / "web/src/lib/routes.ts").read_text())
SIZES = {"wide": (1280, False), "dark": (1280, True), "narrow": (390, False)}


def serious(page: Page) -> list[str]:
    """What axe-core calls serious or critical, with where it is."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE.read_text())
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {node['html'][:120]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


def test_there_are_pages() -> None:
    assert {"equity", "blackjack"} <= set(TITLES)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("title", TITLES)
def test_everybody_can_use_a_page(open_page: OpenPage, title: str, size: str) -> None:
    width, dark = SIZES[size]
    page = open_page(f"/{title}", width=width, dark=dark)
    expect(page.get_by_role("heading", level=1)).to_be_attached()
    expect(page.locator('[aria-busy="true"]')).to_have_count(0)
    page.wait_for_load_state("networkidle")
    assert serious(page) == []
    # Nothing sticks out at the side.
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_pages_by_address_and_back(page: Page) -> None:
    page.get_by_role("link", name="Blackjack").click()
    expect(page).to_have_url(re.compile("/blackjack"))
    expect(page.get_by_role("heading", name="Shoe", exact=True)).to_be_visible()
    page.go_back()
    expect(page.get_by_role("region", name="Players")).to_be_visible()
    page.reload()
    expect(page.get_by_role("region", name="Players")).to_be_visible()


def test_an_address_without_a_page(open_page: OpenPage) -> None:
    page = open_page("/nowhere")
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()


def test_shortcuts(page: Page) -> None:
    expect(page.get_by_role("region", name="Players")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Go to Blackjack")
    # Nothing happens behind it.
    for key in ("a", "g", "b"):
        page.keyboard.press(key)
    expect(page.get_by_label(re.compile("^Hand or range of player"))).to_have_count(2)
    assert "/blackjack" not in page.url
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("g")
    page.keyboard.press("b")
    expect(page).to_have_url(re.compile("/blackjack"))


def test_colours_are_kept(page: Page) -> None:
    root = page.locator("html")
    button = page.get_by_role("button", name=re.compile("^Colours"))
    button.click()
    expect(root).to_have_attribute("data-theme", "light")
    button.click()
    expect(root).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")


def test_pages_have_no_script_of_their_own(page: Page) -> None:
    assert page.locator("script:not([src])").count() == 0


def test_size_of_the_scripts() -> None:
    """All pages together, as they are sent: what one opens first is less."""
    import gzip

    scripts = list((ROOT / "src/runout/web/static").rglob("*.js"))
    assert scripts
    assert sum(len(gzip.compress(one.read_bytes(), 6)) for one in scripts) <= 250_000


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_tab_that_nobody_looks_at_lets_go_of_its_line(
    open_page: OpenPage, served: Served
) -> None:
    """A browser has six lines for all tabs together: a seventh tab would wait for ever."""
    page = open_page("/solver")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    solved(served, name="told by an event")
    expect(page.get_by_text("told by an event").first).to_be_visible()
    with page.expect_event("requestfailed", lambda one: "/api/v1/events" in one.url):
        page.evaluate(HIDE, arg=True)
    with page.expect_request(lambda one: "/api/v1/events?last=" in one.url):
        page.evaluate(HIDE, arg=False)
