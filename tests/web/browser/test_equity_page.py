"""Equities as they are asked for with keys and mouse, beside what the package says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, Page, expect

from runout import Range, equity
from tests.web.browser.test_studio_shell import serious

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage


def hand(page: Page, player: int) -> Locator:
    return page.get_by_label(f"Hand or range of player {player}")


def shown(page: Page, player: int) -> Locator:
    return page.locator(f'[data-player="{player - 1}"]').get_by_test_id("equity")


def percent(share: float) -> re.Pattern[str]:
    return re.compile(rf"^\s*{100 * share:.2f} %")


def cell(page: Page, name: str) -> Locator:
    grid = page.get_by_role("grid", name=re.compile("^Range of player"))
    return grid.get_by_role("gridcell", name=re.compile(f"^{name}:"))


def test_the_answer_as_you_type(page: Page) -> None:
    hand(page, 1).fill("AhKh")
    hand(page, 2).fill("QQ+")
    page.get_by_role("textbox", name="Board").fill("Kd 7s 2c")
    wanted = equity("AhKh", "QQ+", board="Kd 7s 2c").players
    expect(shown(page, 1)).to_have_text(percent(wanted[0].equity))
    expect(shown(page, 2)).to_have_text(percent(wanted[1].equity))
    expect(page.get_by_text("exact, 9,900 deals")).to_be_visible()
    page.reload()
    expect(shown(page, 1)).to_have_text(percent(wanted[0].equity))


def test_the_answer_does_not_wait_for_the_grid(page: Page) -> None:
    expect(shown(page, 1)).to_have_text(re.compile("%"))
    page.route("**/api/v1/ranges/read", lambda _: None)  # never answered
    hand(page, 2).fill("TT+")
    wanted = equity("AhKh", "TT+").players[0].equity
    expect(shown(page, 1)).to_have_text(percent(wanted))


def test_a_hand_half_written_leaves_the_last_answer_in_sight(page: Page) -> None:
    hand(page, 2).fill("TT+")
    wanted = equity("AhKh", "TT+").players[0].equity
    expect(shown(page, 1)).to_have_text(percent(wanted))
    hand(page, 2).press_sequentially(",A")
    expect(page.get_by_role("alert")).to_have_count(1)  # below the hand, and nowhere else
    expect(shown(page, 1)).to_have_text(percent(wanted))
    hand(page, 2).press_sequentially("A")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(shown(page, 1)).to_have_text(percent(wanted))


def test_cards_by_mouse(page: Page) -> None:
    hand(page, 1).fill("AhKh")
    hand(page, 2).fill("QcQd")
    board = page.get_by_role("group", name="Board: choose cards")
    for name in ("two of hearts", "seven of hearts", "nine of clubs"):
        board.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("textbox", name="Board")).to_have_value("2h7h9c")
    wanted = equity("AhKh", "QcQd", board="2h 7h 9c").players[0].equity
    expect(shown(page, 1)).to_have_text(percent(wanted))
    page.get_by_role("button", name="Edit the range of player 1").click()
    page.get_by_role("tab", name="Next card").click()
    heat = page.get_by_role("table", name=re.compile("after each next card"))
    after = equity("AhKh", "QcQd", board="2h 7h 9c 3h").players[0].equity
    expect(heat).to_contain_text(f"{100 * after:.1f}")
    board.get_by_role("button", name="nine of clubs", exact=True).click()
    expect(page.get_by_role("textbox", name="Board")).to_have_value("2h7h")


def test_ranges_painted_and_erased(page: Page) -> None:
    hand(page, 1).fill("AA")
    hand(page, 2).fill("KK")
    page.get_by_role("button", name="Edit the range of player 1").click()
    first, last = cell(page, "KK").bounding_box(), cell(page, "JJ").bounding_box()
    assert first is not None
    assert last is not None
    page.mouse.move(first["x"] + 5, first["y"] + 5)
    page.mouse.down()
    page.mouse.move(last["x"] + 5, last["y"] + 5, steps=2)
    page.mouse.up()
    expect(hand(page, 1)).to_have_value(str(Range("JJ+")))
    cell(page, "QQ").click(button="right")
    expect(hand(page, 1)).to_have_value(str(Range("KK+,JJ")))
    page.get_by_role("button", name="50", exact=True).click()
    cell(page, "AKs").click()
    expect(hand(page, 1)).to_have_value(str(Range("KK+,JJ,AKs:0.5")))
    expect(cell(page, "AKs")).to_have_accessible_name("AKs: in at 50 %")
    page.get_by_role("button", name="Undo").click()
    expect(hand(page, 1)).to_have_value(str(Range("KK+,JJ")))


def test_suits_of_a_class(page: Page) -> None:
    hand(page, 1).fill("AKs")
    expect(cell(page, "AKs")).to_have_accessible_name("AKs: in")
    cell(page, "AKs").dblclick()
    suits = page.get_by_role("region", name="Suits of AKs")
    suits.get_by_role("button", name="AsKs: in").click()
    expect(hand(page, 1)).to_have_value(str(Range("AhKh,AdKd,AcKc")))


def test_a_range_without_hands(page: Page) -> None:
    hand(page, 1).fill("AKs")
    expect(cell(page, "AKs")).to_have_accessible_name("AKs: in")
    before = cell(page, "AKs").bounding_box()
    cell(page, "AKs").click()
    expect(page.get_by_text("No hand is left in this range")).to_be_visible()
    expect(hand(page, 1)).to_have_value("")
    assert cell(page, "AKs").bounding_box() == before  # or the next click would land elsewhere
    cell(page, "AKs").click()
    expect(hand(page, 1)).to_have_value("AKs")


def test_best_hands_by_slider(page: Page) -> None:
    page.get_by_role("button", name="Edit the range of player 2").click()
    page.get_by_role("slider", name="Best hands").fill("15")
    expect(hand(page, 2)).to_have_value(str(Range("15%")))


def test_errors_point_at_the_part(page: Page) -> None:
    hand(page, 2).fill("QQ+,AKx")
    alert = page.locator('[data-player="1"]').get_by_role("alert")
    expect(alert).to_contain_text("'AKx' is not a hand")
    expect(alert.locator("pre")).to_have_text("QQ+,AKx\n    ^^^")
    expect(hand(page, 2)).to_have_attribute("aria-invalid", "true")
    hand(page, 2).fill("QQ+,AKs")
    expect(alert).to_have_count(0)


def test_many_players_come_closer(page: Page) -> None:
    for player, text in ((1, "22+"), (2, "A2s+")):
        hand(page, player).fill(text)
    for _ in range(2):
        page.get_by_role("button", name="Add a player").click()
    expect(page.get_by_text(re.compile("Monte Carlo"))).to_be_visible()
    expect(shown(page, 4)).to_have_text(re.compile("±"))
    # After each next card, too, although that is counted by random deals.
    page.get_by_role("textbox", name="Board").fill("Kd7s2c")
    page.get_by_role("tab", name="Next card").click()
    heat = page.get_by_role("table", name=re.compile("after each next card"))
    expect(heat).to_contain_text(re.compile(r"\d\d\.\d"))
    page.get_by_role("textbox", name="Board").fill("")
    hand(page, 1).fill("AhAd")  # asked anew: the stream before is given up
    expect(shown(page, 1)).to_have_text(re.compile(r"^\s*6\d"))


def test_by_hand_and_by_made_hand(page: Page) -> None:
    hand(page, 1).fill("AA,AKs,QJs")
    hand(page, 2).fill("JJ")
    page.get_by_role("textbox", name="Board").fill("Kd7s2c")
    page.get_by_role("button", name="Edit the range of player 1").click()
    result = equity("AA,AKs,QJs", "JJ", board="Kd 7s 2c")
    best = result.by_hand(0)[0]
    page.get_by_role("tab", name="By hand").click()
    expect(
        page.get_by_role("row", name=re.compile(f"{100 * best.equity:.2f}")).first
    ).to_be_visible()
    page.get_by_role("tab", name="By made hand").click()
    row = result.by_class(0)[0]
    expect(page.get_by_role("row", name=re.compile(row.name))).to_contain_text(
        f"{100 * row.equity:.2f}"
    )


def test_ranges_with_names(page: Page) -> None:
    hand(page, 1).fill("TT+,AQs+")
    expect(shown(page, 1)).to_have_text(re.compile(r"\d"))
    page.get_by_text("Ranges with names").click()
    page.get_by_role("textbox", name="Name").fill("tight")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("button", name="tight", exact=True)).to_be_visible()
    page.get_by_role("textbox", name="Name").fill("a/b")  # would be two parts of an address
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("alert")).to_contain_text("a/b: a name is letters")
    page.get_by_role("button", name="Edit the range of player 2").click()
    page.get_by_role("button", name="tight", exact=True).click()  # the list is still open
    expect(hand(page, 2)).to_have_value("TT+,AQs+")
    page.get_by_role("button", name="Forget tight").click()
    expect(page.get_by_text("None yet.")).to_be_visible()


def test_keyboard_only(page: Page) -> None:
    expect(shown(page, 1)).to_have_text(re.compile(r"\d"))
    page.keyboard.press("r")
    page.keyboard.press("Control+a")
    page.keyboard.type("KK")
    page.keyboard.press("Escape")  # leaves the text: letters are keys again
    page.keyboard.press("p")  # the grid
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(hand(page, 1)).to_have_value(str(Range("KK,AKs")))
    page.keyboard.press("Delete")
    expect(hand(page, 1)).to_have_value("KK")
    page.keyboard.press("b")
    page.keyboard.type("2c 3c 4d")
    wanted = equity("KK", hand(page, 2).input_value(), board="2c3c4d").players[0].equity
    expect(shown(page, 1)).to_have_text(percent(wanted))
    page.keyboard.press("Escape")
    page.keyboard.press("d")  # the dead cards, which were folded away
    page.keyboard.type("Kd")
    wanted = equity("KK", hand(page, 2).input_value(), board="2c3c4d", dead="Kd").players[0].equity
    expect(shown(page, 1)).to_have_text(percent(wanted))
    page.keyboard.press("Escape")
    page.keyboard.press("]")
    page.keyboard.press("r")
    page.keyboard.press("Control+a")
    page.keyboard.type("TT+")
    expect(hand(page, 2)).to_have_value("TT+")


def test_the_slider_by_keyboard(page: Page) -> None:
    """Step by step, past percentages at which no class of hands comes in."""
    slider = page.get_by_role("slider", name="Best hands")
    slider.focus()
    slider.fill("20")
    for _ in range(15):
        page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("27.5")
    expect(hand(page, 1)).to_have_value(str(Range("27.5%")))
    page.keyboard.press("End")
    expect(slider).to_have_value("100")
    # Another way of changing the range moves it.
    page.get_by_role("button", name="Clear", exact=True).last.press("Enter")
    hand(page, 1).fill("AA")
    expect(slider).to_have_value("0.5")


def test_the_deck_by_keyboard(open_page: OpenPage) -> None:
    """Arrows and Tab pass over cards that are taken."""
    page = open_page("/equity?player=AA&player=KK&board=2c3c4d&dead=AsQs")
    board = page.get_by_role("group", name="Board: choose cards")
    expect(board.get_by_role("button", name="ace of spades")).to_be_disabled()
    page.get_by_role("textbox", name="Board").focus()
    page.keyboard.press("Tab")  # Clear
    page.keyboard.press("Tab")
    expect(board.get_by_role("button", name="king of spades")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(board.get_by_role("button", name="jack of spades")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_role("textbox", name="Board")).to_have_value("2c3c4dJs")


def test_two_tabs_at_once(open_page: OpenPage) -> None:
    one, other = open_page("/equity?player=AA&player=KK"), open_page("/equity?player=QQ&player=JJ")
    hand(other, 1).fill("TT")
    expect(shown(one, 1)).to_have_text(percent(equity("AA", "KK").players[0].equity))
    expect(shown(other, 1)).to_have_text(percent(equity("TT", "JJ").players[0].equity))


def test_copy_and_paste(page: Page) -> None:
    hand(page, 1).fill("99+")
    page.get_by_role("button", name="Edit the range of player 1").click()
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Edit the range of player 2").click()
    page.get_by_role("button", name="Paste", exact=True).click()
    expect(hand(page, 2)).to_have_value("99+")


def test_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/equity?player=AhKh&player=QQ%2B&board=Kd7s2c", width=390, height=800)
    wanted = equity("AhKh", "QQ+", board="Kd 7s 2c").players[0].equity
    expect(shown(page, 1)).to_have_text(percent(wanted))
    cell(page, "22").scroll_into_view_if_needed()
    page.get_by_role("button", name="Edit the range of player 2").click()
    cell(page, "22").click()
    expect(hand(page, 2)).to_have_value(str(Range("QQ+,22")))


def test_copy_where_the_page_has_no_clipboard(open_page: OpenPage) -> None:
    """On plain http, from another machine than the server's, pages have none."""
    page = open_page("/equity?player=99%2B&player=AA")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_text("copied")).to_be_visible()
    hand(page, 2).focus()
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+v")
    expect(hand(page, 2)).to_have_value("99+")


def test_back_to_another_question(open_page: OpenPage) -> None:
    page = open_page("/equity?player=AA&player=KK")
    expect(shown(page, 1)).to_have_text(percent(equity("AA", "KK").players[0].equity))
    page.get_by_role("link", name="Runout, start page").click()  # the first question
    expect(hand(page, 1)).to_have_value("AhKh")
    hand(page, 1).fill("QQ")
    expect(page).to_have_url(re.compile("player=QQ&"))
    page.go_back()
    expect(hand(page, 1)).to_have_value("AA")
    expect(shown(page, 1)).to_have_text(percent(equity("AA", "KK").players[0].equity))
    page.go_forward()
    expect(hand(page, 1)).to_have_value("QQ")


def test_choosing_a_flop_keeps_the_last_answer(open_page: OpenPage) -> None:
    page = open_page("/equity?player=AA&player=KK")
    before = percent(equity("AA", "KK").players[0].equity)
    expect(shown(page, 1)).to_have_text(before)
    board = page.get_by_role("group", name="Board: choose cards")
    said = page.get_by_text("A flop has three cards.")
    for name in ("two of hearts", "seven of hearts"):
        board.get_by_role("button", name=name, exact=True).click()
        expect(said).to_be_visible()
        expect(said).not_to_have_class(re.compile("error"))
        expect(shown(page, 1)).to_have_text(before)
        expect(shown(page, 1)).to_have_class(re.compile("stale"))
    hand(page, 1).focus()  # left for something else
    expect(said).to_have_class(re.compile("error"))
    board.get_by_role("button", name="nine of clubs", exact=True).click()
    wanted = equity("AA", "KK", board="2h 7h 9c").players[0].equity
    expect(shown(page, 1)).to_have_text(percent(wanted))
    expect(said).to_have_count(0)


def test_the_brush_stays_in_the_hand(page: Page) -> None:
    brush = page.get_by_label("Weight of the brush in percent")
    for given, taken in (("33", "33"), ("", "33"), ("500", "100"), ("-5", "0"), ("12.5", "12.5")):
        brush.fill(given)
        brush.press("Tab")
        expect(brush).to_have_value(taken)
    page.get_by_role("button", name="Edit the range of player 2").click()
    expect(brush).to_have_value("12.5")
    cell(page, "QQ").click()
    expect(hand(page, 2)).to_have_value(str(Range("QQ:0.125,KK+,AKs")))


def test_what_is_wrong_between_hands_stands_in_the_row(page: Page) -> None:
    hand(page, 2).fill("AhQh")
    row = page.locator('[data-player="1"]').get_by_role("alert")
    expect(row).to_have_text("player 2 'AhQh': Ah is already held by player 1")
    expect(hand(page, 2)).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("region", name="Players")).to_have_attribute("aria-busy", "false")
    expect(shown(page, 1)).to_have_class(re.compile("stale"))
    assert serious(page) == []
    hand(page, 2).fill("AdQh")
    expect(row).to_have_count(0)
    expect(shown(page, 1)).to_have_text(percent(equity("AhKh", "AdQh").players[0].equity))


def test_a_card_half_written_is_nothing_wrong_yet(page: Page) -> None:
    board, alert = page.get_by_role("textbox", name="Board"), page.get_by_role("alert")
    board.focus()
    for key in "Kd 7s2c 10":
        page.keyboard.press(key)
        expect(alert).to_have_count(0)
    expect(shown(page, 1)).to_have_class(re.compile("stale"))  # not of what is written
    board.blur()
    expect(alert).to_have_text("Write cards as Kd 7s 2c, each once.")
    board.press("End")
    page.keyboard.press("h")
    wanted = equity("AhKh", "QQ+,AKs", board="Kd7s2cTh").players[0].equity
    expect(shown(page, 1)).to_have_text(percent(wanted))
    expect(shown(page, 1)).not_to_have_class(re.compile("stale"))


def test_cards_of_an_address_that_are_none(open_page: OpenPage) -> None:
    page = open_page("/equity?player=AA&player=KK&board=zz")
    expect(page.get_by_role("alert")).to_have_text("Write cards as Kd 7s 2c, each once.")
    expect(page.get_by_role("textbox", name="Board")).to_have_value("zz")
    expect(shown(page, 1)).to_have_text("–")
    cards = page.get_by_role("region", name="Board and dead cards")
    cards.get_by_role("button", name="Clear").first.click()
    expect(shown(page, 1)).to_have_text(percent(equity("AA", "KK").players[0].equity))


def test_random_deals_agree_with_themselves(open_page: OpenPage) -> None:
    """The hand of a player who holds but one has his equity, to the last digit."""
    page = open_page("/equity?player=AhKh&player=QQ%2B&player=22%2B&player=30%25&player=50%25")
    expect(page.get_by_text(re.compile(r"^Monte Carlo, [\d,]+ deals$"))).to_be_visible()
    alone = page.get_by_role("table").locator("tbody td b")
    expect(alone).to_have_count(1)
    expect(page.get_by_text(re.compile(r"1 combo · each within about ± 0\.0\d$"))).to_be_visible()
    expect(shown(page, 1)).to_have_text(re.compile(rf"^\s*{alone.inner_text()} %"))
    page.get_by_role("button", name="Edit the range of player 5").click()
    expect(page.get_by_text(re.compile(r"combos · each within about ± 0\.\d\d$"))).to_be_visible()
    expect(alone.first).to_have_text(re.compile(r"^\d+\.\d$"))


def test_suits_and_their_labels(page: Page) -> None:
    cell(page, "AKs").dblclick()
    expect(page.get_by_role("region", name="Suits of AKs")).to_be_visible()
    page.keyboard.press("Escape")
    assert serious(page) == []


def test_the_sheet_has_the_keys_of_the_grid(page: Page) -> None:
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("In the grid of a range")
    expect(sheet).to_contain_text("Suits of the hand")


def test_escape_closes_the_suits(page: Page) -> None:
    suits = page.get_by_role("region", name="Suits of AKs")
    cell(page, "AKs").dblclick()
    expect(suits).to_be_visible()
    page.keyboard.press("Escape")
    expect(suits).to_have_count(0)
    # By keyboard one is back at the hand; a text is left first.
    cell(page, "AKs").focus()
    page.keyboard.press("Enter")
    suits.get_by_role("button").last.focus()
    page.keyboard.press("Escape")
    expect(suits).to_have_count(0)
    expect(cell(page, "AKs")).to_be_focused()
    page.keyboard.press("Enter")
    hand(page, 2).focus()
    page.keyboard.press("Escape")
    expect(hand(page, 2)).not_to_be_focused()
    expect(suits).to_be_visible()
    page.keyboard.press("Escape")
    expect(suits).to_have_count(0)


def test_what_is_said_of_a_range_goes_when_it_is_over(page: Page) -> None:
    page.get_by_text("Ranges with names").click()
    name = page.get_by_role("textbox", name="Name")
    problem = page.get_by_role("alert")
    for _ in range(2):
        name.fill("a/b")
        page.get_by_role("button", name="Keep").click()
        expect(problem).to_contain_text("a/b: a name is")
        name.fill("")
        expect(problem).to_have_count(0)
    name.fill("a/b")
    page.get_by_role("button", name="Keep").click()
    expect(problem).to_contain_text("a/b: a name is")
    page.get_by_role("button", name="Edit the range of player 2").click()
    expect(problem).to_have_count(0)
    # Of copying nothing is said any more once something is pasted, or another range is shown.
    copied = page.get_by_text("copied", exact=True)
    page.get_by_role("button", name="Copy").click()
    expect(copied).to_be_visible()
    page.get_by_role("button", name="Paste").click()
    expect(copied).to_have_count(0, timeout=1000)
    page.get_by_role("button", name="Copy").click()
    expect(copied).to_be_visible()
    page.get_by_role("button", name="Edit the range of player 1").click()
    expect(copied).to_have_count(0, timeout=1000)
