"""The blackjack page with keys and mouse, beside what the package says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from runout import blackjack as bj
from runout.blackjack.strategy import LETTERS
from tests.web.browser.test_studio_shell import serious

if TYPE_CHECKING:
    from tests.web.browser.conftest import OpenPage

RULES = "6D H17 DAS SPL3 LS 3:2"


def signed(value: float, digits: int = 3) -> str:
    return f"{'+' if value > 0 else '−'}{abs(100 * value):.{digits}f} %"


def deal(page: Page, value: str, to: str) -> None:
    page.get_by_role("radio", name=to, exact=True).click()
    page.get_by_role("button", name=re.compile(f"^Deal {value},")).click()


def test_the_shoe_and_what_it_is_worth(open_page: OpenPage) -> None:
    page = open_page("/blackjack")
    shoe, ev = bj.Shoe(decks=6), page.get_by_test_id("table-ev")
    expect(ev).to_have_text(signed(bj.table_ev(shoe, RULES).ev))
    for _ in range(6):
        deal(page, "5", "others")
    fives = bj.table_ev(shoe.without("555555"), RULES).ev
    expect(ev).to_have_text(signed(fives))
    expect(page.get_by_text("306 of 312 cards left")).to_be_visible()
    expect(page.get_by_test_id("running-count")).to_have_text("+6")
    expect(page.get_by_test_id("true-count")).to_have_text(f"+{6 / (306 / 52):.2f}")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("running-count")).to_have_text("+5")
    page.reload()
    expect(page.get_by_test_id("running-count")).to_have_text("+5")
    page.get_by_role("button", name=re.compile("^Deal 5,")).click(button="right")
    expect(page.get_by_test_id("running-count")).to_have_text("+4")
    page.get_by_role("button", name="New shoe").click()
    expect(ev).to_have_text(signed(bj.table_ev(shoe, RULES).ev))


def test_what_to_bet(open_page: OpenPage) -> None:
    gone = "2222333344445555" * 2
    page = open_page(f"/blackjack?rules=2D+S17+DAS+NOSPLIT&dealt={gone}")
    shoe = bj.Shoe(decks=2).without(gone)
    table = bj.table_ev(shoe, "2D S17 DAS NOSPLIT")
    assert table.ev > 0
    assert table.variance is not None
    expect(page.get_by_test_id("table-ev")).to_have_text(signed(table.ev))
    expect(page.get_by_text("the player is ahead")).to_be_visible()
    page.get_by_label("Bankroll").fill("1000")
    page.get_by_label("Bankroll").blur()
    bet = 1000 * bj.kelly(table.ev, table.variance)
    expect(page.get_by_test_id("kelly")).to_have_text(f"{bet:.2f}".rstrip("0").rstrip("."))


def test_rules_are_switches(open_page: OpenPage) -> None:
    page = open_page("/blackjack")
    page.get_by_role("switch", name="Dealer hits soft 17").click()
    page.get_by_role("combobox", name="Blackjack pays").select_option("6:5")
    expect(page.get_by_text("6D S17 DAS SPL3 LS 6:5")).to_be_visible()
    wanted = bj.table_ev(bj.Shoe(decks=6), "6D S17 DAS SPL3 LS 6:5").ev
    expect(page.get_by_test_id("table-ev")).to_have_text(signed(wanted))
    page.get_by_role("combobox", name="Decks").select_option("8")
    expect(page.get_by_text("416 of 416 cards left")).to_be_visible()


def test_the_advisor(open_page: OpenPage) -> None:
    page = open_page("/blackjack")
    deal(page, "9", "others")
    deal(page, "T", "me")
    deal(page, "6", "me")
    deal(page, "T", "the dealer")
    shoe = bj.Shoe(decks=6).without("9")
    found = bj.hand_ev("T6", "T", shoe, RULES)
    panel = page.get_by_role("region", name="This hand")
    expect(panel.get_by_role("status")).to_have_text(found.best.capitalize())
    for _, value in found.ranked():
        text = f"{'+' if value >= 0 else '−'}{abs(value):.4f}"
        expect(panel.get_by_role("cell", name=text, exact=True).first).to_be_visible()
    page.get_by_role("button", name="Next round").click()
    expect(panel).to_contain_text("Deal two cards to yourself")


def test_the_chart(open_page: OpenPage) -> None:
    page = open_page("/blackjack")
    chart = bj.chart(RULES)
    said = LETTERS[chart.chart.letter("hard", 16, "T")]
    cell = page.get_by_role("button", name=re.compile(f"^hard 16 against T: {said}"))
    cell.click()
    numbers = page.get_by_role("region", name="hard 16 against T, in bets")
    expect(numbers).to_be_in_viewport(ratio=1)
    expect(numbers.get_by_role("columnheader", name="Split")).to_have_count(0)
    for hand in ("T6", "97"):
        value = bj.hand_ev(hand, "T", bj.Shoe(decks=6), RULES)
        assert value.stand is not None
        row = page.get_by_role("row", name=re.compile(f"^{value.hand} "))
        expect(row).to_contain_text(f"{value.stand:.4f}".replace("-", "−"))
    page.get_by_role("button", name=re.compile("^88 against T")).click()
    numbers = page.get_by_role("region", name="88 against T, in bets")
    expect(numbers.get_by_role("columnheader", name="Split")).to_have_count(1)
    page.get_by_text(f"Exceptions by composition ({len(chart.deviations)})").click()
    first = chart.deviations[0]
    expect(page.get_by_text(f"{first.hand} against {first.up}: {first.best}")).to_be_visible()


def test_side_bets_need_suits(open_page: OpenPage) -> None:
    page = open_page("/blackjack")
    panel = page.get_by_role("region", name="Side bets")
    pairs = bj.side_bet("perfect-pairs", bj.Shoe(decks=6)).ev
    expect(panel.get_by_role("row", name=re.compile("Perfect Pairs"))).to_contain_text(
        signed(pairs, 2)
    )
    page.get_by_label(re.compile("^Dealt so far")).fill("Kd")
    pairs = bj.side_bet("perfect-pairs", bj.Shoe(decks=6).without("Kd")).ev
    expect(panel.get_by_role("row", name=re.compile("Perfect Pairs"))).to_contain_text(
        signed(pairs, 2)
    )
    page.get_by_label(re.compile("^Dealt so far")).fill("Kd 5")
    expect(panel).to_contain_text("needs the suits of the cards that are gone")
    expect(panel).not_to_contain_text("side bet")
    expect(panel.get_by_role("row", name=re.compile("Insurance"))).to_contain_text("%")


def test_index_plays(open_page: OpenPage) -> None:
    page = open_page("/blackjack?rules=1D+S17+NOSPLIT")
    page.get_by_text("Index plays").click()
    table = page.get_by_role("region", name="Count").get_by_role("table")
    wanted = bj.insurance_index("1D S17 NOSPLIT")
    assert wanted is not None
    sign = "+" if wanted > 0 else "−"
    expect(table.get_by_role("row", name=re.compile("Insurance"))).to_contain_text(
        f"{sign}{abs(wanted):.1f}", timeout=60_000
    )


def test_a_simulation(open_page: OpenPage) -> None:
    page = open_page("/blackjack?rules=6D+S17+NOSPLIT")
    page.get_by_role("combobox", name="Rounds").select_option("1,000,000")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_test_id("simulated")).to_contain_text("±", timeout=60_000)
    expect(page.get_by_text(re.compile("Variance of a round"))).to_be_visible(timeout=60_000)
    text = page.get_by_test_id("simulated").inner_text()
    ev, error = (float(one) for one in re.findall(r"([\d.]+) %", text))
    exact = bj.table_ev(bj.Shoe(decks=6), "6D S17 NOSPLIT", "basic").ev
    assert abs(-ev - 100 * exact) < 5 * error + 0.05  # a cut card is dealt to here, which moves it


def test_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/blackjack")
    expect(page.get_by_test_id("table-ev")).to_have_text(re.compile("%"))
    for key in ("o", "5", "m", "t", "6", "d", "t"):
        page.keyboard.press(key)
    found = bj.hand_ev("T6", "T", bj.Shoe(decks=6).without("5"), RULES)
    panel = page.get_by_role("region", name="This hand")
    expect(panel.get_by_role("status")).to_have_text(found.best.capitalize())
    page.keyboard.press("u")
    expect(panel.get_by_role("status")).to_have_count(0)


def test_a_simulation_outlives_its_page(open_page: OpenPage) -> None:
    page = open_page("/blackjack?rules=6D+S17+NOSPLIT")
    page.get_by_role("combobox", name="Rounds").select_option("1,000,000,000")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("simulated")).to_contain_text("±")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text(re.compile("rounds · stopped"))).to_be_visible()
    page.get_by_role("button", name="Remove from the list").click()
    expect(page.get_by_text(re.compile("rounds · stopped"))).to_have_count(0)


def test_a_hand_outlives_its_page(open_page: OpenPage) -> None:
    page = open_page("/blackjack")
    expect(page.get_by_test_id("table-ev")).to_have_text(re.compile("%"))
    for key in ("o", "5", "m", "t", "6", "d", "t"):
        page.keyboard.press(key)
    verdict = page.get_by_role("region", name="This hand").get_by_role("status")
    found = bj.hand_ev("T6", "T", bj.Shoe(decks=6).without("5"), RULES)
    expect(verdict).to_have_text(found.best.capitalize())
    expect(page).to_have_url(re.compile("seats=ommd"))
    page.reload()
    expect(verdict).to_have_text(found.best.capitalize())


def test_a_new_shoe_can_be_undone(open_page: OpenPage) -> None:
    page = open_page("/blackjack")
    expect(page.get_by_test_id("table-ev")).to_have_text(re.compile("%"))
    for key in ("o", "5", "5", "5"):
        page.keyboard.press(key)
    running = page.get_by_test_id("running-count")
    page.get_by_role("button", name="New shoe").click()
    expect(running).to_have_text("0")
    page.get_by_role("button", name="Undo").click()
    expect(running).to_have_text("+3")
    page.get_by_role("combobox", name="Decks").select_option("2")
    expect(page.get_by_text("104 of 104 cards left")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("309 of 312 cards left")).to_be_visible()
    expect(page.get_by_role("combobox", name="Decks")).to_have_value("6")


def test_what_cannot_be_is_marked(open_page: OpenPage) -> None:
    page = open_page("/blackjack")
    dealt = page.get_by_label(re.compile("^Dealt so far"))
    dealt.fill("Kd " * 6)
    expect(page.get_by_text("306 of 312 cards left")).to_be_visible()
    dealt.fill("Kd " * 7)
    expect(dealt).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert")).to_have_text("6 decks have not so many Kd.")
    dealt.fill("")
    bankroll = page.get_by_label("Bankroll")
    bankroll.fill("-5")
    expect(bankroll).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert")).to_contain_text("10,000 still counts")
    expect(page.get_by_text("play as the total")).to_be_visible()  # what the dots of the chart are
    bankroll.fill("1e300")
    expect(bankroll).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert")).to_contain_text("bankroll")
    bankroll.fill("100")
    expect(page.get_by_role("alert")).to_have_count(0)
    dealt_of = page.get_by_label("Dealt of the shoe, %")
    for given in ("", "0", "150"):
        dealt_of.fill(given)
        expect(page.get_by_role("alert")).to_contain_text("above 0 and below 100")
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    dealt_of.fill("80")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_enabled()


def test_cards_of_an_address_that_are_none(open_page: OpenPage) -> None:
    page = open_page("/blackjack?rules=6D+H17+LS&dealt=5+zz")
    expect(page.get_by_label(re.compile("^Dealt so far"))).to_have_value("5 zz")
    expect(page.get_by_role("alert")).to_contain_text("Write cards as A, 2 to 9")


def test_numbers_of_a_cell_on_a_phone(open_page: OpenPage) -> None:
    """A table that is wider than the screen is scrolled by keys, too."""
    page = open_page("/blackjack", width=390)
    page.get_by_role("button", name=re.compile("^hard 16 against T")).click()
    numbers = page.get_by_role("region", name="hard 16 against T, in bets")
    expect(numbers).to_contain_text("T6")
    assert serious(page) == []


def test_insurance_of_the_hand(open_page: OpenPage) -> None:
    """Of the cards that nobody has seen, the hand and the ace among those that were."""
    page = open_page("/blackjack?rules=2D+S17&dealt=5+5+6+4+9+8+A&seats=oooommd")
    hand = page.get_by_role("region", name="This hand")
    before = bj.Shoe(decks=2).without("5564")
    worth = bj.insurance(before, "98")
    expect(hand).to_contain_text(f"{worth:+.4f} for each bet on it".replace("-", "−"))
    expect(hand).to_contain_text("No insurance" if worth <= 0 else "Take insurance")
    expect(hand.get_by_role("status")).to_have_text("Stand")
    deal(page, "2", "me")  # too late for it
    expect(hand).not_to_contain_text("insurance")
