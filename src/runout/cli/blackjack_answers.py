"""What the blackjack commands print: values of shoes, hands and the dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout import blackjack as bj
from runout.blackjack.answers import dealer_totals
from runout.cli.output import console, print_json
from runout.errors import RunoutError

if TYPE_CHECKING:
    from runout.blackjack.strategy import Strategy
    from runout.cli.blackjack_options import TableOptions
    from runout.cli.output import Result


def strategy_of(text: str) -> Strategy | str:
    """optimal, basic, or a chart from a file."""
    return text if text in ("optimal", "basic") else bj.Chart.load(text)


def show(result: Result, asked: TableOptions) -> None:
    """A result as JSON or as text."""
    if asked.json:
        print_json(result)
    else:
        console().print(str(result), markup=False)


def show_ev(asked: TableOptions, strategy: str) -> None:
    """The value of a round, with the ways it ends."""
    rules, shoe = asked.rules_and_shoe()
    show(bj.table_ev(shoe, rules, strategy_of(strategy)), asked)


def show_hand(asked: TableOptions, hand: str, up: str) -> None:
    """The value of each action, best first."""
    if not up:
        raise RunoutError(
            f"hand {hand!r}: the dealer's upcard is missing; write it after the hand, as in "
            f"'hand {hand} T', or as --up T"
        )
    rules, shoe = asked.rules_and_shoe()
    show(bj.hand_ev(hand, up, shoe, rules), asked)


def show_dealer(asked: TableOptions, up: str) -> None:
    """The dealer's totals against one upcard or all."""
    rules, shoe = asked.rules_and_shoe()
    show(dealer_totals(rules, shoe, up), asked)
