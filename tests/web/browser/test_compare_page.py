"""Two nodes side by side: of one solution and of two, at any width, by mouse and keys."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.served import Served
from tests.web.browser.spots import RIVER, TURN, call, solved
from tests.web.browser.test_studio_shell import serious


@pytest.fixture(scope="module")
def turn(served: Served) -> str:
    return solved(served, TURN, "the turn")


@pytest.fixture(scope="module")
def other(served: Served) -> str:
    return solved(served, TURN | {"bets": "33%, 120%"}, "the turn, a longer name and other sizes")


def side(page: Page, letter: str) -> Locator:
    return page.get_by_role("region", name=letter, exact=True)


def top(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["y"]


def test_grids_stand_side_by_side(open_page: OpenPage, turn: str, other: str) -> None:
    page = open_page(f"/results/compare?a={turn}&b={other}&apart=yes&other=bet 66")
    grids = page.get_by_role("grid")
    expect(grids).to_have_count(2)  # what is done by different players has no difference
    expect(side(page, "B").locator("[aria-current=step]")).to_have_class(re.compile(r"\bip\b"))
    assert top(grids.nth(0)) == top(grids.nth(1))


def test_the_combos_of_a_hand(open_page: OpenPage, served: Served, turn: str, other: str) -> None:
    page = open_page(f"/results/compare?a={turn}&b={other}&line=check")
    side(page, "B").get_by_role("gridcell", name=re.compile("^JJ:")).click()
    expect(page).to_have_url(re.compile("hand=JJ"))
    combos = page.get_by_role("region", name="Combos of the chosen hand")
    tables = combos.get_by_role("table")
    for table, found in zip(tables.all(), (turn, other), strict=True):
        hands = call(served, f"/solutions/{found}/node?line=check")["players"]["ip"]
        ev = hands["ev"][hands["hands"].index("JhJd")]
        row = table.get_by_role("row").filter(has_text="J♥J♦")
        expect(row).to_contain_text(f"{ev:.2f}".replace("-", "−"))
    page.get_by_role("grid").last.get_by_role("gridcell", name=re.compile("^JJ:")).click()
    expect(combos).to_have_count(0)


def test_by_keys_and_back(open_page: OpenPage, turn: str) -> None:
    page = open_page(f"/results/compare?a={turn}&b={turn}")
    place = side(page, "A").locator("[aria-current=step]")
    expect(place).to_have_class(re.compile(r"\boop\b"))
    page.keyboard.press("ArrowRight")  # what is done most
    expect(place).to_have_class(re.compile(r"\bip\b"))
    page.keyboard.press("2")
    expect(place).to_contain_text("320")
    page.go_back()
    expect(place).to_have_class(re.compile(r"\bip\b"))
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_class(re.compile(r"\boop\b"))


def test_what_cannot_be_compared(open_page: OpenPage, turn: str) -> None:
    page = open_page("/results/compare")
    expect(page.get_by_text("Choose two solutions")).to_be_visible()
    page = open_page(f"/results/compare?a=zz&b={turn}")
    expect(page.get_by_role("alert")).to_have_text("Solution 'zz': there is none.")
    side(page, "A").get_by_role("combobox").select_option("the turn")
    expect(page.get_by_role("grid")).to_have_count(3)
    expect(page.get_by_role("alert")).to_have_count(0)
    page = open_page(f"/results/compare?a={turn}&b={turn}&line=check / nonsense")
    expect(page.get_by_role("alert")).to_contain_text("'nonsense' is not one of the actions here")
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_role("grid")).to_have_count(3)
    page = open_page(f"/results/compare?a={turn}&b={turn}&line=check / check")
    expect(page.get_by_text("The player does not act at both nodes.")).to_be_visible()


@pytest.mark.parametrize(("width", "dark"), [(1280, True), (900, False), (390, True)])
def test_everybody_can_use_it(
    open_page: OpenPage, served: Served, turn: str, width: int, dark: bool
) -> None:
    sizes = RIVER | {"bets": "33%, 60%, 120%"}
    river = solved(served, sizes, "x" * 200)
    page = open_page(f"/results/compare?a={turn}&b={river}&hand=JJ", width=width, dark=dark)
    expect(page.get_by_role("heading", name="Hands that changed most")).to_be_visible()
    for what in ("Strategy", "EV", "Equity", "EQR", "Weight"):
        page.get_by_role("button", name=what, exact=True).click()
        assert (what, serious(page)) == (what, [])
        assert page.evaluate("document.documentElement.scrollWidth") <= width
