"""Both ranges at a node beside each other: nutted hands, equity buckets, equity curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.cards import parse_cards
from runout.combos import COMBO_BITS, COMBO_CARDS
from runout.evaluator import evaluate_many
from runout.solution.node_table import given
from runout.solution.values import means
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solution.node_table import NodeTable
    from runout.solution.node_view import Shown, Trust

    Floats = NDArray[np.float64]

NUTTED = 0.95
"""The share of the other's range that a nutted hand is ahead of as the cards lie."""
BUCKETS = 10
PERCENTILES = (5, 10, 25, 50, 75, 90, 95)
"""Places in a range, counted from its best hand, in percent."""
_ROUNDING = 1e-9


@dataclass(frozen=True)
class RangeSide:
    """One player's range; all is missing where no hand of it gets there."""

    player: str
    combos: float
    equity: float | None
    """Mean showdown equity."""
    nutted: float | None
    """Share of the range that beats 95 % of the other's as the cards lie; ties count half."""
    buckets: tuple[float, ...]
    """Share of the range with an equity from 0 to 10 %, 10 to 20 %, … 90 to 100 %."""
    percentiles: dict[int, float]
    """Equity of the hand that so many percent into the range, from its best hand on, is found."""
    curve: tuple[tuple[float, float], ...]
    """Share of the range up to and with a hand, and its equity, the best hand first."""

    def to_dict(self) -> dict[str, Any]:
        """The side as plain data."""
        return {
            "combos": self.combos,
            "equity": self.equity,
            "nutted": self.nutted,
            "buckets": list(self.buckets),
            "percentiles": {str(place): equity for place, equity in self.percentiles.items()},
            "curve": [list(point) for point in self.curve],
        }


@dataclass(frozen=True, repr=False)
class RangeReport:
    """Both ranges at a node."""

    line: str
    board: str
    pot: float
    sides: dict[str, RangeSide]
    """By player."""
    trust: Trust

    @property
    def places(self) -> tuple[int, ...]:
        """The percentiles of each side, where it has any."""
        return PERCENTILES

    @property
    def buckets(self) -> int:
        """How many buckets of equity there are."""
        return BUCKETS

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "line": self.line,
            "board": self.board,
            "pot": self.pot,
            "players": {name: side.to_dict() for name, side in self.sides.items()},
            **self.trust.to_dict(),
        }

    def __repr__(self) -> str:
        return f"RangeReport({self.line!r}, {self.board})"

    def __str__(self) -> str:
        from runout.solution.view.report_view import plain_report

        return plain_report(self)


def range_report(node: Shown) -> RangeReport:
    """The report of a node."""
    tables = {name: node.table(name) for name in PLAYERS}
    oop, ip = tables.values()
    sides = {own.player: _side(own, other, node.board) for own, other in ((oop, ip), (ip, oop))}
    return RangeReport(node.line, node.board, node.pot, sides, node.trust)


def _side(own: NodeTable, other: NodeTable, board: str) -> RangeSide:
    equity, counts = own.columns["equity"], own.counts
    known = np.isfinite(equity) & (counts > 0)
    order = np.flatnonzero(known)[np.argsort(-equity[known], kind="stable")]
    sorted_equity, weight = equity[order], counts[order]
    ends = np.cumsum(weight) / weight.sum() if len(order) else np.empty(0)
    ahead = beaten_share(own, other, board) >= NUTTED - _ROUNDING
    return RangeSide(
        own.player,
        float(own.columns["weight"].sum()),
        own.mean("equity"),
        given(means(np.where(known, ahead, np.nan), counts)[0]),
        tuple(_bucket_shares(sorted_equity, weight).tolist()),
        _percentiles(sorted_equity, ends),
        tuple(zip(ends.tolist(), sorted_equity.tolist(), strict=True)),
    )


def _bucket_shares(equity: Floats, weight: Floats) -> Floats:
    """The share of each bucket; an equity on a border belongs to the upper one."""
    numbers = np.minimum((equity * BUCKETS + _ROUNDING).astype(np.intp), BUCKETS - 1)
    total = np.bincount(numbers, weight, BUCKETS)
    shares: Floats = total / (weight.sum() or 1.0)
    return shares


def _percentiles(equity: Floats, ends: Floats) -> dict[int, float]:
    """The equity of the hand in which each place lies."""
    if not len(equity):
        return {}
    hands = np.searchsorted(ends, np.array(PERCENTILES) / 100 - _ROUNDING)
    hands = np.minimum(hands, len(equity) - 1)
    return dict(zip(PERCENTILES, equity[hands].tolist(), strict=True))


def beaten_share(own: NodeTable, other: NodeTable, board: str) -> Floats:
    """For each hand, the share of the other's range here that it beats as the cards lie.

    Hands that share a card with it are left out, and ties count half; NaN where nobody is met.
    """
    mine, theirs = (_strengths(table, board) for table in (own, other))
    apart = (COMBO_BITS[own.combos][:, None] & COMBO_BITS[other.combos][None, :]) == 0
    reach = other.columns["weight"] / (other.columns["weight"].max(initial=0.0) or 1.0)
    met = apart @ reach
    ahead = (apart & (mine[:, None] > theirs[None, :])) @ reach
    tied = (apart & (mine[:, None] == theirs[None, :])) @ reach
    share: Floats = np.divide(ahead + tied / 2, met, out=np.full(len(met), np.nan), where=met > 0)
    return share


def _strengths(table: NodeTable, board: str) -> NDArray[np.uint16]:
    cards = np.array([int(card) for card in parse_cards(board)], dtype=np.uint8)
    rows = np.tile(cards, (len(table.combos), 1))
    return evaluate_many(np.hstack([COMBO_CARDS[table.combos], rows]))
