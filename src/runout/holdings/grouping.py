"""Hands in groups by what they are, each in one: made class, draw, both, or cards of a suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from runout import checks
from runout.holdings.board_holdings import holdings_on
from runout.holdings.draws import DRAW_NAMES, NO_DRAW
from runout.holdings.made import Made

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.cards import CardsLike

GROUPINGS = ("made", "draw", "cross", "suit")
"""What hands are grouped by; `cross` is made class and draw."""
MADE_NAMES = tuple(str(made) for made in Made)
DRAW_CLASSES = (*DRAW_NAMES.values(), NO_DRAW)
"""A hand with several draws is in the class of its best one."""
_MOST_SUITED = 7


def grouped(
    board: CardsLike, combos: NDArray[np.integer], by: object
) -> tuple[NDArray[np.int64], list[str]]:
    """The number of the group that each of some combos is in, and the names of all groups.

    >>> numbers, names = grouped("Th9h2c", np.array([1325]), "made")  # a pair of aces
    >>> names[numbers[0]]
    'overpair'
    """
    kind = checks.choice("by", by, GROUPINGS)
    on_board = holdings_on(board)
    made = on_board.made[combos].astype(np.int64)
    draw = on_board.main_draw[combos].astype(np.int64)
    if kind == "made":
        return made, list(MADE_NAMES)
    if kind == "draw":
        return draw, list(DRAW_CLASSES)
    if kind == "cross":
        names = [f"{one}, {other}" for one in MADE_NAMES for other in DRAW_CLASSES]
        return made * len(DRAW_CLASSES) + draw, names
    suited = on_board.suited[combos].astype(np.int64)
    return _MOST_SUITED - suited, [f"{count} of a suit" for count in range(_MOST_SUITED, -1, -1)]
