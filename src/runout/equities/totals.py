"""What a method counts: for every hand of every player, how its deals ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


class Sums(NamedTuple):
    """Deals of one player or of one hand, each counted by its weight."""

    won: float
    """Won alone."""
    tied: float
    """With a shared pot."""
    share: float
    """Pots won, a k-way tie counting 1/k."""
    dealt: float
    """All."""


@dataclass(frozen=True)
class Totals:
    """Sums over deals, each counted by its weight: arrays of shape (players, 1326)."""

    won: Array
    """Deals won alone."""
    tied: Array
    """Deals in which the pot is shared."""
    share: Array
    """Pots won, a k-way tie counting 1/k."""
    dealt: Array
    """All deals."""
    categories: Array | None
    """Deals by final hand class, (players, 9), where the method counts them."""
    deals: int
    """How many deals there are, whatever their weights."""

    def players(self) -> list[Sums]:
        """The sums of each player."""
        arrays = (self.won, self.tied, self.share, self.dealt)
        return [Sums(*row) for row in np.column_stack([a.sum(axis=1) for a in arrays]).tolist()]

    def hands(self, player: int) -> list[tuple[int, Sums]]:
        """The combos of a player that were dealt, by index, and their sums."""
        arrays = (self.won, self.tied, self.share, self.dealt)
        held = np.flatnonzero(self.dealt[player])
        rows = np.column_stack([array[player, held] for array in arrays]).tolist()
        return [(index, Sums(*row)) for index, row in zip(held.tolist(), rows, strict=True)]


class KnownTotals(NamedTuple):
    """The same where every player has one hand: a few numbers instead of arrays."""

    combos: tuple[int, ...]
    """The hand of each player."""
    sums: tuple[Sums, ...]
    deals: int
    categories: None = None

    def players(self) -> tuple[Sums, ...]:
        """The sums of each player."""
        return self.sums

    def __reduce__(self) -> tuple[object, ...]:
        numbers = [number for sums in self.sums for number in sums]
        return _known_totals, (self.combos, tuple(numbers), self.deals)

    def hands(self, player: int) -> list[tuple[int, Sums]]:
        """The one hand of a player."""
        return [(self.combos[player], self.sums[player])]


def _known_totals(combos: tuple[int, ...], numbers: tuple[float, ...], deals: int) -> KnownTotals:
    """What a pickle is made of, all sums in a row."""
    sums = zip(*[iter(numbers)] * len(Sums._fields), strict=True)
    return KnownTotals(combos, tuple(Sums(*row) for row in sums), deals)
