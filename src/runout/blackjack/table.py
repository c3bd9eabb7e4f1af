"""What sitting down at a shoe is worth."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from runout import _core
from runout.blackjack.best_chart import basic_strategy
from runout.blackjack.card_values import VALUES
from runout.blackjack.exhaustion import refuse
from runout.blackjack.rules import Rules, rules_of
from runout.blackjack.shoe import Shoe, checked_shoe
from runout.blackjack.strategy import FixedPlays, Plays, plays_of
from runout.checks import number, shown, text
from runout.errors import RunoutError

if TYPE_CHECKING:
    from runout.blackjack.strategy import Strategy

OPTIMAL = "optimal"

_MOST_PAYOUT = 1e9


@dataclass(frozen=True)
class Outcome:
    """How a round ends: probabilities that sum to 1, and what split rounds add to the EV."""

    win: float
    lose: float
    push: float
    """Of the ordinary bet; blackjack against blackjack is a push too."""
    dwin: float
    dlose: float
    dpush: float
    """Of the doubled bet."""
    pbj: float
    """The player alone has a blackjack."""
    dbj: float
    """The dealer alone has a blackjack, and one bet is lost."""
    surrender: float
    split: float
    """The round was split."""
    split_ev: float
    """What split rounds add to the EV, in bets."""

    def parts(self, pays: float) -> dict[str, float]:
        """What each way to end adds to the EV, in bets."""
        pays = number("payout", pays, 0, _MOST_PAYOUT)
        return {
            "ordinary": self.win - self.lose,
            "doubled": 2 * (self.dwin - self.dlose),
            "blackjack": pays * self.pbj,
            "dealer blackjack": -self.dbj,
            "surrender": -0.5 * self.surrender,
            "split": self.split_ev,
        }

    def variance(self, pays: float) -> float | None:
        """Variance of one round, in squared bets; None if rounds were split."""
        pays = number("payout", pays, 0, _MOST_PAYOUT)
        if self.split > 0:
            return None
        single, doubled = self.win + self.lose + self.dbj, self.dwin + self.dlose
        square = single + 4 * doubled + pays**2 * self.pbj + 0.25 * self.surrender
        return float(square - sum(self.parts(pays).values()) ** 2)


class FirstHand(NamedTuple):
    """Two cards against an upcard, and what they are worth."""

    up: int
    hand: int
    """Its number."""
    chance: float
    """Of this hand and upcard among all deals."""
    dealer_blackjack: float
    """Chance, given both."""
    values: tuple[float | None, ...]
    """Of each of `ACTIONS`; None where it is not allowed."""
    best: float
    """The value of what is played."""
    action: int
    """What is played, by its place in `ACTIONS`."""


@dataclass(frozen=True)
class TableEV:
    """The value of a round before any card is seen, per unit of the first bet.

    >>> from runout import blackjack as bj
    >>> table = bj.table_ev(bj.Shoe(decks=8), bj.Rules("S17 NOSPLIT LS"))
    >>> round(table.ev, 10), round(table.variance, 6)
    (-0.0091841174, 1.205959)
    """

    rules: Rules
    shoe: Shoe
    strategy: str
    ev: float
    variance: float | None
    """In squared bets, exact; None if rounds are split (the simulator estimates it then)."""
    outcome: Outcome
    by_upcard: dict[str, float]
    """EV given the upcard, A, 2, ..., 9, T; upcards that the shoe has."""
    _table: _core.BlackjackTable = field(repr=False, compare=False)
    _given: Plays | None = field(repr=False, compare=False)
    """The strategy that was given; None for the best play."""

    def __reduce__(self) -> tuple[object, ...]:
        # What the kernel holds is counted again, to the same last digit.
        return _valued, (self.shoe, self.rules, self._given, self.strategy)

    @property
    def plays(self) -> FixedPlays:
        """What was played, hand by hand, as a strategy for other shoes."""
        before, after = self._table.actions()
        plays = Plays(before.reshape(-1, 10), after.reshape(-1, 10))
        return FixedPlays(f"{self.strategy} for {self.shoe}", self.rules, plays)

    def deals(self) -> list[FirstHand]:
        """All first hands against all upcards."""
        return [
            _first_hand(up, deal, count / self.shoe.cards)
            for up, count in enumerate(self.shoe.counts)
            if count
            for deal in self._table.deals(up)
        ]

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, ready for JSON."""
        return {
            "rules": str(self.rules),
            "shoe": str(self.shoe),
            "strategy": self.strategy,
            "ev": self.ev,
            "variance": self.variance,
            "outcome": asdict(self.outcome),
            "by_upcard": dict(self.by_upcard),
        }

    def to_frame(self) -> Any:  # noqa: ANN401 - polars or pandas, whichever is installed
        """One row per upcard, as a polars or else a pandas data frame."""
        from runout.frames import data_frame

        return data_frame([{"up": up, "ev": ev} for up, ev in self.by_upcard.items()])

    def __str__(self) -> str:
        from runout.blackjack.blackjack_view import table_text

        return table_text(self)

    def _repr_html_(self) -> str:
        from runout.blackjack.blackjack_view import table_html

        return table_html(self)


def _first_hand(up: int, deal: _core.BlackjackFirstHand, chance: float) -> FirstHand:
    values = (deal.stand, deal.hit, deal.double, deal.split, deal.surrender)
    return FirstHand(
        up, deal.hand, deal.chance * chance, deal.dealer_blackjack, values, deal.best, deal.action
    )


def table_ev(
    shoe: Shoe, rules: Rules | str, strategy: Strategy | str = OPTIMAL, *, name: str = ""
) -> TableEV:
    """The value of a round from this shoe, by the best play or by a fixed strategy.

    `strategy` is ``"optimal"`` (composition-dependent), ``"basic"`` or a strategy object.

    >>> from runout import blackjack as bj
    >>> rules = bj.Rules("8D S17 LS NOSPLIT")
    >>> round(bj.table_ev(bj.Shoe(decks=8), rules, bj.basic_strategy(rules)).ev, 10)
    -0.0092020956
    """
    rules, shoe = rules_of(rules), checked_shoe(shoe)
    if shoe.cards < 4:
        raise RunoutError(f"shoe '{shoe}': {shoe.cards} cards, but a round needs at least four")
    name = text("name", name, "'my chart'")
    played = named_strategy(strategy, rules)
    plays = None if played is None else plays_of(played, rules)
    return _valued(shoe, rules, plays, name or (OPTIMAL if played is None else played.name))


def _valued(shoe: Shoe, rules: Rules, plays: Plays | None, name: str) -> TableEV:
    """The value by what was checked and looked up."""
    table = _core.BlackjackTable(shoe.array, rules.kernel)
    value_table(table, shoe, plays)
    pays = float(rules.pays)
    rows = {up: _outcome(table.outcome(up)) for up in range(10) if shoe.counts[up]}
    weights = np.array([shoe.counts[up] / shoe.cards for up in rows])
    mixed = weights @ np.array([list(asdict(row).values()) for row in rows.values()])
    outcome = Outcome(*map(float, mixed))
    by_upcard = {VALUES[up]: float(sum(row.parts(pays).values())) for up, row in rows.items()}
    ev = float(sum(outcome.parts(pays).values()))
    return TableEV(rules, shoe, name, ev, outcome.variance(pays), outcome, by_upcard, table, plays)


def value_table(table: _core.BlackjackTable, shoe: Shoe, plays: Plays | None) -> None:
    """Let the kernel value the table; refuse a shoe that runs out."""
    before = None if plays is None else np.ascontiguousarray(plays.before).reshape(-1)
    after = None if plays is None else np.ascontiguousarray(plays.after).reshape(-1)
    found = table.value(before, after)
    if found is not None:
        refuse(found, shoe)


def named_strategy(strategy: Strategy | str, rules: Rules) -> Strategy | None:
    """A strategy object; None is the composition-dependent optimum."""
    if not isinstance(strategy, str):
        if not callable(getattr(strategy, "plays", None)):
            raise RunoutError(f"strategy {shown(strategy)}: 'optimal', 'basic' or a chart")
        return strategy
    if strategy == OPTIMAL:
        return None
    if strategy == "basic":
        return basic_strategy(rules)
    raise RunoutError(f"strategy {shown(strategy)}: write 'optimal' or 'basic', or give a chart")


def _outcome(found: _core.BlackjackOutcome) -> Outcome:
    return Outcome(**{field.name: getattr(found, field.name) for field in fields(Outcome)})
