"""Solutions walked through: by mouse, by keys, by address; on a phone, and by anybody."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.served import Served
from tests.web.browser.spots import RIVER, TURN, call, shows, solved
from tests.web.browser.test_studio_shell import serious


@pytest.fixture(scope="module")
def turn(served: Served) -> str:
    return solved(served, TURN, "the turn")


@pytest.fixture(scope="module")
def river(served: Served) -> str:
    return solved(served, RIVER, "the river")


def grid(page: Page) -> str:
    return str(page.get_by_role("grid").first.get_attribute("aria-label"))


def test_by_keys_alone(open_page: OpenPage, turn: str) -> None:
    page = open_page(f"/results/{turn}")
    shows(page, "")
    page.keyboard.press("1")
    shows(page, "check")
    page.keyboard.press("2")
    shows(page, "check / bet 120")
    page.keyboard.press("ArrowUp")
    shows(page, "check / check")
    page.keyboard.press("ArrowDown")
    shows(page, "check / bet 120")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    shows(page, "")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    shows(page, "check / bet 120")
    for key, what in {"v": "EV", "q": "Equity", "r": "EQR", "w": "Weight", "s": "Strategy"}.items():
        page.keyboard.press(key)
        button = page.get_by_role("button", name=what, exact=True)
        expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("p")
    assert grid(page) == "Strategy of IP's range"
    page.keyboard.press("p")
    # Into the grid, to a hand, and its combos.
    page.get_by_role("gridcell").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("table").get_by_text("KK: 6 combos")).to_be_visible()
    page.keyboard.press("Home")
    shows(page, "")


def test_what_a_node_says(open_page: OpenPage, river: str, served: Served) -> None:
    page = open_page(f"/results/{river}?line=check&hand=JJ")
    shows(page, "check")
    node = call(served, f"/solutions/{river}/node?line=check")
    often = node["frequencies"]["bet 120"]
    either = "|".join(f"{100 * often + slip:.1f}" for slip in (-0.02, 0.02))  # rounded up or down
    expect(page.locator(".legend")).to_contain_text(re.compile(either))
    hands = node["players"]["ip"]
    row = hands["hands"].index("JhJd")
    table = page.get_by_role("table").filter(has_text="JJ: 6 combos")
    ev = f"{hands['ev'][row]:.2f}".replace("-", "−")
    expect(table.get_by_role("row").filter(has_text="J♥J♦")).to_contain_text(ev)
    page.get_by_role("tab", name="Breakdown").click()
    page.get_by_role("button", name="set", exact=True).click()
    expect(page.get_by_role("gridcell", name="JJ: not in the range here")).to_be_visible()
    expect(page.get_by_role("gridcell", name=re.compile("^99: (check|bet)"))).to_be_visible()
    page.get_by_role("button", name="only set").click()
    # A filter in words of the house.
    page.get_by_label("Only").fill("class=JJ")
    page.keyboard.press("Enter")
    expect(page.get_by_role("gridcell", name="ATo: not in the range here")).to_be_visible()
    page.get_by_label("Only").fill("nonsense=1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("nonsense")
    page.get_by_role("tab", name="Curves").click()
    expect(page.get_by_role("alert")).to_contain_text("only nonsense=1: ")
    expect(page.locator(".chart canvas")).to_be_visible()
    page.get_by_role("tab", name="Range").click()
    text = page.get_by_label("IP's range here")
    expect(text).to_have_value(re.compile("QQ"))
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == text.input_value()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("status").filter(has_text="copied")).to_have_count(2)
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    # Over plain http there is no clipboard, and perhaps no other way.
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.evaluate("document.execCommand = () => false")
    for button in ("Copy", "Copy link"):
        page.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_text("The browser does not let pages copy")).to_have_count(2)


def test_next_cards(open_page: OpenPage, turn: str) -> None:
    page = open_page(f"/results/{turn}?line=check&tab=cards")
    shows(page, "check")
    heat = page.get_by_role("table", name="Next cards")
    expect(heat.get_by_role("button")).to_have_count(48)
    expect(page.get_by_text("After check / check")).to_be_visible()
    # One stop of the Tab key; arrows go on from there, over the cards that cannot come.
    stops = heat.locator("button[tabindex='0']")
    expect(stops).to_have_count(1)
    expect(stops).to_have_accessible_name(re.compile("^ace of spades"))
    stops.focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    expect(heat.locator(":focus")).to_have_accessible_name(re.compile("^queen of diamonds"))
    page.keyboard.press("ArrowDown")  # the queen of clubs lies on the board
    expect(heat.locator(":focus")).to_have_accessible_name(re.compile("^queen of diamonds"))
    shows(page, "check")
    page.keyboard.press("Enter")
    shows(page, "check / check / Qd")
    page.go_back()
    shows(page, "check")
    page.get_by_role("combobox", name="Show").select_option(label="how often check")
    heat.get_by_role("button", name=re.compile("^ace of spades")).click()
    shows(page, "check / check / As")


def test_the_grid_stays_where_it_is(open_page: OpenPage, turn: str) -> None:
    page = open_page(f"/results/{turn}")
    places = []
    # A decision, one after a bet, a card to be dealt, one that is dealt.
    for line in ("", "bet 120", "check / check", "check / check / 2c"):
        page.goto(re.sub("results/.*", f"results/{turn}?line={line}", page.url))
        shows(page, line)
        box = page.get_by_role("grid").bounding_box()
        assert box is not None
        places.append(box["y"])
    assert max(places) - min(places) <= 1


def test_a_node_that_nobody_reaches(open_page: OpenPage, served: Served) -> None:
    spot = RIVER | {"range": {"oop": "AA", "ip": "33"}}
    found = solved(served, spot, "nobody bluffs", target=0.01)
    page = open_page(f"/results/{found}?line=check / bet 120")
    shows(page, "check / bet 120")
    caution = page.get_by_role("status").filter(has_text="hardly anybody comes here")
    expect(caution).to_contain_text(re.compile("of OOP's range|of IP's range"))


def test_what_is_not_there(open_page: OpenPage, river: str) -> None:
    page = open_page(f"/results/{river}?line=bet 77")
    expect(page.get_by_role("alert")).to_contain_text("bet 77")
    page.get_by_role("button", name="To the start").click()
    shows(page, "")
    unreadable = "%E0%A4%A"
    missing = ("results/0123456789abcdef", "results/zz")
    for nothing in (*missing, f"results/{unreadable}", f"reports/{unreadable}"):
        page = open_page(f"/{nothing}")
        expect(page.get_by_role("alert")).to_contain_text("there is none")


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_everybody_can_use_it(open_page: OpenPage, turn: str, width: int, dark: bool) -> None:
    page = open_page(f"/results/{turn}?line=check&hand=AKs", width=width, dark=dark)
    shows(page, "check")
    over = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    assert page.locator(".legend button").evaluate_all(over) == 0
    for tab in ("Hands", "Breakdown", "Next cards", "Curves", "Range", "Lock"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_load_state("networkidle")
        assert (tab, serious(page)) == (tab, [])
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="Compare …").click()
    expect(page.get_by_text("No hand plays otherwise.")).to_be_visible()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.keyboard.press("2")
    expect(page).to_have_url(re.compile(r"line=check\+%2F\+bet"))


def test_the_newest_comparison_is_shown(open_page: OpenPage, turn: str) -> None:
    page = open_page(f"/results/compare?a={turn}&b={turn}")
    place = page.get_by_role("region", name="A", exact=True).locator("[aria-current=step]")
    expect(place).to_contain_text("200")
    slow: list[Route] = []

    def hold(one: Route) -> None:
        slow.append(one)

    page.route(re.compile("/compare.*[&?]line=check(&|$)"), hold)
    page.reload()  # what is asked while a browser begins to hold calls back may pass unseen
    expect(place).to_contain_text("200")
    with page.expect_request(re.compile("/compare.*line=check")):
        page.keyboard.press("1")
    page.keyboard.press("2")
    expect(place).to_contain_text("320")
    assert slow
    for one in slow:
        with suppress(Error):  # it was given up
            one.continue_()
    page.wait_for_load_state("networkidle")
    expect(place).to_contain_text("320")
    expect(page).to_have_url(re.compile(r"line=bet\+120"))


def test_gone_on_with(open_page: OpenPage, served: Served) -> None:
    found = solved(served, RIVER, "to go on with", target=5)
    page = open_page(f"/results/{found}?line=check")
    shows(page, "check")
    page.get_by_role("button", name="Go on to a lower target").click()
    page.get_by_label("Go on to").fill("0,2")
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.locator(".job")).to_contain_text("→ 0.2 %")
    expect(page.locator(".job")).to_have_attribute("data-state", "done")
    after = call(served, f"/solutions/{found}")
    assert after["exploitability"] <= 0.2
    # What is shown is the new one.
    expect(page.locator("header.head")).to_contain_text(f"after {after['iterations']} iterations")
    often = call(served, f"/solutions/{found}/node?line=check")["frequencies"]["bet 120"]
    either = "|".join(f"{100 * often + slip:.1f}" for slip in (-0.02, 0.02))  # rounded up or down
    expect(page.locator(".legend")).to_contain_text(re.compile(either))
    shows(page, "check")


def test_two_tabs(open_page: OpenPage, turn: str, river: str) -> None:
    first, second = open_page(f"/results/{turn}"), open_page(f"/results/{river}")
    shows(first, "")
    shows(second, "")
    second.keyboard.press("1")
    shows(second, "check")
    first.keyboard.press("2")
    shows(first, "bet 120")
    shows(second, "check")
    # What one of them solves shows up in the other.
    third = open_page("/solver")
    expect(third.locator(".job").first).to_be_visible()


@pytest.mark.parametrize("line", ["", "check", "check / bet 120", "check / bet 120 / call"])
def test_a_window_holds_the_whole_grid(open_page: OpenPage, turn: str, line: str) -> None:
    page = open_page(f"/results/{turn}?line={line}")
    shows(page, line)
    box = page.get_by_role("grid").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 900


def test_what_is_chosen_shows_on_any_cell(open_page: OpenPage, turn: str) -> None:
    page = open_page(f"/results/{turn}?line=check&hand=QQ")
    shows(page, "check")
    for name, frame in {"^QQ": "2px", "^AA": "0px"}.items():
        cell = page.get_by_role("gridcell", name=re.compile(name))
        drawn = cell.evaluate("one => getComputedStyle(one, '::after').borderTopWidth")
        assert (name, drawn) == (name, frame)
    page.get_by_role("gridcell", name=re.compile("^QQ")).focus()
    page.keyboard.press("ArrowUp")
    cell = page.get_by_role("gridcell", name=re.compile("^KQs"))
    assert cell.evaluate("one => getComputedStyle(one, '::after').borderTopWidth") == "3px"
