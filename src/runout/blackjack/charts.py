"""Charts: basic strategy, the best chart for any rules and shoe, and what a chart costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout.blackjack.best_chart import best_chart
from runout.blackjack.card_values import VALUES
from runout.blackjack.hand_numbers import hand_text
from runout.blackjack.rules import Rules, rules_of
from runout.blackjack.shoe import Shoe, checked_shoe
from runout.blackjack.strategy import ACTIONS, Chart
from runout.blackjack.table import table_ev
from runout.errors import RunoutError

if TYPE_CHECKING:
    from runout.blackjack.strategy import Strategy
    from runout.blackjack.table import TableEV


@dataclass(frozen=True)
class Deviation:
    """A first hand that is played better than the chart says."""

    hand: str
    up: str
    chart: str
    """What the chart does."""
    best: str
    """What is best with these cards."""
    cost: float
    """The difference, in bets, each time the hand comes up."""


@dataclass(frozen=True)
class ChartResult:
    """The best total-dependent chart for a shoe, and where the cards themselves say otherwise.

    >>> from runout import blackjack as bj
    >>> bj.chart("1D H17 NDAS").chart.letter("hard", 11, "A")
    'D'
    """

    rules: Rules
    shoe: Shoe
    chart: Chart
    deviations: tuple[Deviation, ...]

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, ready for JSON."""
        return {
            "rules": str(self.rules),
            "shoe": str(self.shoe),
            "chart": str(self.chart).splitlines(),
            "deviations": [vars(one) for one in self.deviations],
        }

    def to_frame(self) -> Any:  # noqa: ANN401 - polars or pandas, whichever is installed
        """One row per deviation, as a polars or else a pandas data frame."""
        from runout.frames import data_frame

        return data_frame([vars(one) for one in self.deviations])

    def __str__(self) -> str:
        from runout.blackjack.blackjack_view import chart_text

        return chart_text(self)

    def _repr_html_(self) -> str:
        from runout.blackjack.chart_page import chart_html

        return chart_html(self)


def chart(rules: Rules | str, shoe: Shoe | None = None) -> ChartResult:
    """The best chart that looks at totals only, for a full shoe or a given one."""
    rules = rules_of(rules)
    if shoe is None:
        if rules.decks is None:
            raise RunoutError(f"rules '{rules}': say how many decks (1D to 8D), or give a shoe")
        shoe = Shoe(decks=rules.decks)
    shoe = checked_shoe(shoe)
    optimum = table_ev(shoe, rules)
    made = best_chart(shoe, rules)
    return ChartResult(rules, shoe, made, _deviations(optimum, made))


def deviations_from(chart: Chart, rules: Rules | str, shoe: Shoe) -> ChartResult:
    """A given chart beside the best play of every first hand from this shoe."""
    rules = rules_of(rules)
    return ChartResult(rules, shoe, chart, _deviations(table_ev(shoe, rules), chart))


def _deviations(optimum: TableEV, made: Chart) -> tuple[Deviation, ...]:
    before = made.plays(optimum.rules).before
    found = []
    for deal in optimum.deals():
        played, text = int(before[deal.hand, deal.up]), hand_text(deal.hand)
        value = deal.values[played]
        if played == deal.action or text == "AT" or deal.dealer_blackjack >= 1 or value is None:
            continue
        if deal.best > value:
            texts = text, VALUES[deal.up], ACTIONS[played], ACTIONS[deal.action]
            found.append(Deviation(*texts, cost=deal.best - value))
    return tuple(sorted(found, key=lambda one: -one.cost))


@dataclass(frozen=True)
class CellCost:
    """What a strategy gives away with one first hand."""

    hand: str
    up: str
    chance: float
    """Of this hand and upcard."""
    optimal: float
    """EV of the best play, before the dealer looks for a blackjack."""
    played: float
    """EV of the strategy."""

    @property
    def cost(self) -> float:
        """What it adds to the cost of a round, in bets."""
        return self.chance * (self.optimal - self.played)


def chart_cost(strategy: Strategy | str, shoe: Shoe, rules: Rules | str) -> tuple[CellCost, ...]:
    """What a strategy costs against the optimum, by first hand and upcard, dearest first.

    >>> from runout import blackjack as bj
    >>> cells = bj.chart_cost("basic", bj.Shoe(decks=8), "8D NOSPLIT LS")
    >>> cells[0].hand, cells[0].up, f"{sum(cell.cost for cell in cells):.10f}"
    ('54', 'T', '0.0000179782')
    """
    rules = rules_of(rules)
    optimum, fixed = table_ev(shoe, rules), table_ev(shoe, rules, strategy)
    cells = []
    for one, other in zip(optimum.deals(), fixed.deals(), strict=True):
        natural, hand = one.dealer_blackjack, hand_text(one.hand)
        best, played = (_whole(deal.best, natural, hand, rules) for deal in (one, other))
        cells.append(CellCost(hand, VALUES[one.up], one.chance, best, played))
    return tuple(sorted(cells, key=lambda cell: -cell.cost))


def _whole(value: float, natural: float, hand: str, rules: Rules) -> float:
    """The value before the dealer has looked, from the value after."""
    if rules.hole == "ENHC":
        return value
    return value * (1 - natural) - (0 if hand == "AT" else natural)


__all__ = ["CellCost", "ChartResult", "chart", "chart_cost"]
