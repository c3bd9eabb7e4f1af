"""Equity by what hands are now: made class, draw, both, or cards of a suit."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.cards import format_cards
from runout.errors import RunoutError
from runout.holdings.grouping import grouped

if TYPE_CHECKING:
    from runout.equities.basis import Basis
    from runout.equities.totals import Sums


@dataclass(frozen=True)
class ClassEquity:
    """Some hands of a player's range."""

    name: str
    """Such as ``top pair`` or ``flush draw``."""
    combos: float
    """Their weight in the range, all together."""
    share: float
    """Of the range, by how often they are dealt."""
    equity: float
    win: float
    tie: float

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        return asdict(self)


def by_class(basis: Basis, player: int, by: str) -> list[ClassEquity]:
    """A player's hands by what they are on the board as it is, strongest first.

    Every hand is in one row, so that the rows' equities, by their shares, add up to the player's.
    """
    board = basis.question.board
    if len(board) < 3:
        given = format_cards(board) or "none"
        raise RunoutError(f"board {given}: hands have a class from the flop on")
    hands = basis.hands(player)
    combos = np.array([index for index, _ in hands])
    numbers, names = grouped(board, combos, by)
    weights = basis.question.players[player].weights[combos]
    total = sum(sums.dealt for _, sums in hands)
    rows = []
    for number in np.unique(numbers):
        inside = numbers == number
        members = [sums for (_, sums), is_in in zip(hands, inside, strict=True) if is_in]
        rows.append(_row(names[int(number)], float(weights[inside].sum()), members, total))
    return rows


def _row(name: str, combos: float, members: list[Sums], total: float) -> ClassEquity:
    won, tied, share, dealt = (sum(column) for column in zip(*members, strict=True))
    return ClassEquity(name, combos, dealt / total, share / dealt, won / dealt, tied / dealt)
