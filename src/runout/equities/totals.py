"""What a method counts: for every hand of every player, how its deals ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


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
