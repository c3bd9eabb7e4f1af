"""What the blackjack commands print: values of shoes, hands and the dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout import blackjack as bj
from runout.blackjack.values import UPCARDS, VALUES, parse_upcard
from runout.cli.output import console, print_json

if TYPE_CHECKING:
    from runout.blackjack.strategy import Strategy

_DEFAULT_DECKS = 8


def rules_and_shoe(rules: str, shoe: str, removed: str) -> tuple[bj.Rules, bj.Shoe]:
    """The rules and the shoe that a command line names."""
    words = bj.Rules(rules)
    if words.decks is None and not shoe:
        words = words.replace(decks=_DEFAULT_DECKS)
    full = bj.Shoe(shoe) if shoe else bj.Shoe(decks=words.decks)
    return words, full.without(removed) if removed else full


def strategy_of(text: str) -> Strategy | str:
    """optimal, basic, or a chart from a file."""
    return text if text in ("optimal", "basic") else bj.Chart.load(text)


def show_ev(rules: str, shoe: str, removed: str, strategy: str, as_json: bool) -> None:
    """The value of a round, with the ways it ends."""
    words, cards = rules_and_shoe(rules, shoe, removed)
    result = bj.table_ev(cards, words, strategy_of(strategy))
    if as_json:
        print_json(result.to_dict())
    else:
        console().print(str(result), markup=False)


def show_hand(hand: str, up: str, rules: str, shoe: str, removed: str, as_json: bool) -> None:
    """The value of each action, best first."""
    words, cards = rules_and_shoe(rules, shoe, removed)
    result = bj.hand_ev(hand, up, cards, words)
    if as_json:
        print_json(result.to_dict())
    else:
        console().print(str(result), markup=False)


def show_dealer(up: str, rules: str, shoe: str, removed: str, as_json: bool) -> None:
    """The dealer's totals against one upcard or all."""
    words, cards = rules_and_shoe(rules, shoe, removed)
    there = [value for value in UPCARDS if cards.counts[VALUES.index(value)]]
    ups = [VALUES[parse_upcard(up)]] if up else there
    rows = {value: bj.dealer(value, cards, words) for value in ups}
    if as_json:
        print_json({"rules": str(words), "shoe": str(cards), "dealer": rows})
        return
    ends = list(next(iter(rows.values())))
    out = console()
    out.print("up  " + "  ".join(f"{end:>9}" for end in ends), markup=False)
    for value, row in rows.items():
        cells = "  ".join(f"{100 * row[end]:7.3f} %" for end in ends)
        out.print(f" {value}  {cells}", markup=False)
