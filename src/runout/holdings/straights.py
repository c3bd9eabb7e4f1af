"""Straights by ranks alone: tables over sets of ranks, one bit for each rank from 2 to A."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import ACE, RANK_COUNT

if TYPE_CHECKING:
    from numpy.typing import NDArray

RANK_SETS = 1 << RANK_COUNT
NO_STRAIGHT = -1

_LOWEST_TOP = 3  # the wheel, 5-4-3-2-A, is the lowest straight


@cache
def straight_tops() -> NDArray[np.int8]:
    """The top rank (0..12) of the best straight in each of the 8,192 sets of ranks, or -1.

    >>> int(straight_tops()[0b1_0000_0000_1111])  # A, 5, 4, 3, 2
    3
    """
    sets = np.arange(RANK_SETS)
    tops = np.full(RANK_SETS, NO_STRAIGHT, dtype=np.int8)
    for top in range(_LOWEST_TOP, RANK_COUNT):
        window = sum(1 << (rank if rank >= 0 else ACE) for rank in range(top - 4, top + 1))
        tops[sets & window == window] = top
    tops.flags.writeable = False
    return tops


@cache
def _card_sets(count: int) -> NDArray[np.int64]:
    """All sets of so many different ranks."""
    chosen = combinations(range(RANK_COUNT), count)
    return np.array([sum(1 << rank for rank in ranks) for ranks in chosen])


def own_straights(hands: NDArray[np.int64], board: int, cards: int) -> NDArray[np.bool_]:
    """Whether each hand makes a straight that the board does not, after so many more ranks.

    Hands and board are sets of ranks; the answer is (hands, sets of that many ranks), in the order
    of the ranks where it is one. A straight that the board makes as well as the hand is nobody's.
    """
    tops, more = straight_tops(), board | _card_sets(cards)
    own: NDArray[np.bool_] = tops[hands[:, None] | more] > tops[more]
    return own
