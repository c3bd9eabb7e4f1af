"""Addresses of pages: going to another page and back leads to where one was."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.spots import RIVER, call, solved
from tests.web.browser.test_reports_page import ASKED, finished
from tests.web.browser.test_studio_shell import TITLES

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage
    from tests.web.browser.served import Served

pytest.importorskip("polars")

RULES = "2D+S17+DAS+SPL3+3%3A2"
SHOE = f"/blackjack?rules={RULES}&dealt=T+6+9&seats=mmd"
NAMES = ("equity", "solver", "results", "compare", "library", "report", "blackjack")


@pytest.fixture(scope="module")
def addresses(served: Served) -> dict[str, str]:
    """An address of each page that says something of its own."""
    first, second = (solved(served, RIVER, name) for name in ("one river", "another"))
    batch = finished(served, call(served, "/jobs", ASKED)["id"])
    return {
        "equity": "/equity?player=AA&player=KK",
        "solver": "/solver",
        "results": f"/results/{first}?line=check&show=ev",
        "compare": f"/results/compare?a={first}&b={second}",
        "library": "/library?search=river",
        "report": f"/reports/{batch}?view=hands",
        "blackjack": SHOE,
    }


def settled(page: Page, path: str) -> None:
    """Wait until a page is there, and has said what it is about."""
    link = page.get_by_role("navigation").locator("[aria-current]")
    expect(link).to_have_attribute("href", re.compile(f"^/{re.split('[/?]', path)[1]}"))
    expect(page.get_by_role("heading", level=1)).to_be_attached()
    expect(page.locator('main [aria-busy="true"]')).to_have_count(0)


def to(page: Page, title: str) -> None:
    nav = page.get_by_role("navigation", name="Pages")
    nav.get_by_role("link", name=title.capitalize(), exact=True).click()


def refusals(page: Page) -> list[str]:
    found: list[str] = []
    page.on(
        "response", lambda one: found.append(f"{one.status} {one.url}") if one.ok is False else None
    )
    return found


@pytest.mark.parametrize("name", NAMES)
def test_back_leads_to_the_page_of_before(
    open_page: OpenPage, addresses: dict[str, str], name: str
) -> None:
    address = addresses[name]
    page = open_page(address)
    refused = refusals(page)
    settled(page, address)
    before = page.url
    for title in TITLES:
        if address.startswith(f"/{title}"):
            continue
        to(page, title)
        settled(page, f"/{title}")
        assert "rules=" not in page.url or title == "blackjack"
        page.go_back()
        settled(page, address)
        expect(page).to_have_url(before)
    assert refused == []


def test_back_from_the_solution_of_a_board(open_page: OpenPage, addresses: dict[str, str]) -> None:
    report = addresses["report"].split("?")[0]
    page = open_page(report)
    refused = refusals(page)
    page.locator("[data-board]").first.click()
    expect(page.locator(".results")).to_be_visible()
    page.go_back()
    expect(page.locator("[data-board]").first).to_be_visible()
    expect(page).to_have_url(re.compile(f"{report}$"))
    assert refused == []


def test_pages_are_as_they_were_left(open_page: OpenPage) -> None:
    """By their names and by keys; a click on the name of the page itself changes nothing either."""
    page = open_page(SHOE)
    settled(page, SHOE)
    shoe = page.url
    nav = page.get_by_role("navigation", name="Pages")
    to(page, "blackjack")
    expect(page).to_have_url(shoe)
    to(page, "equity")
    first = page.get_by_label(re.compile("^Hand or range of player")).first
    first.fill("7h2c")
    expect(page).to_have_url(re.compile("player=7h2c"))
    question = page.url
    to(page, "equity")
    expect(page).to_have_url(question)
    expect(first).to_have_value("7h2c")
    to(page, "library")
    expect(nav.get_by_role("link", name="Equity")).to_have_attribute(
        "href", re.compile("^/equity.player=7h2c")
    )
    page.keyboard.press("g")
    page.keyboard.press("b")
    expect(page).to_have_url(shoe)
    expect(page.get_by_text("101 of 104 cards left")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("e")
    expect(page).to_have_url(question)
    expect(first).to_have_value("7h2c")


def test_links_lead_where_they_say(open_page: OpenPage, addresses: dict[str, str]) -> None:
    page = open_page(addresses["results"])
    settled(page, "/results")
    first = page.url
    to(page, "library")
    other = page.get_by_role("link", name="another", exact=True)
    address = other.get_attribute("href")
    other.click()
    expect(page).to_have_url(re.compile(f"{address}$"))
    assert page.url != first
    to(page, "equity")
    to(page, "results")
    expect(page).to_have_url(re.compile(f"{address}$"))
    # From one solution to all of them.
    to(page, "results")
    expect(page).to_have_url(re.compile("/results$"))
