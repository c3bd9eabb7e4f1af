"""A node hand class by hand class, as the 13×13 grid shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import parse_cards
from runout.combos import CLASS_NAMES, CLASS_OF, CLASSES, holding
from runout.solution.node_table import given
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solution.node_view import Shown

SIDE = 13


@dataclass(frozen=True)
class ClassCell:
    """One hand class of a player at a node."""

    name: str
    weight: float
    """Mean weight of the combos that the board leaves possible: 0 where the range has none."""
    strategy: tuple[float, ...]
    """Share of each action; empty if no hand gets here, or nobody acts."""
    ev: float | None
    equity: float | None
    """Realised equity."""


def class_grid(node: Shown, player: str | None = None) -> list[list[ClassCell]]:
    """Rows of cells from AA at the top left, of the player to act or of the one named."""
    table = node.table(player or node.player or PLAYERS[0])
    shares, ev, equity = (table.by_class(name) for name in ("frequency", "ev", "equity"))
    held, count = table.held(), _possible_combos(node.board)
    cells = [
        ClassCell(
            CLASS_NAMES[i],
            float(held[i] / count[i]) if count[i] else 0.0,
            tuple(shares[:, i].tolist()) if np.isfinite(shares[:, i]).all() else (),
            given(ev[i]),
            given(equity[i]),
        )
        for i in range(CLASSES)
    ]
    return [cells[SIDE * row : SIDE * (row + 1)] for row in range(SIDE)]


def _possible_combos(board: str) -> NDArray[np.intp]:
    """How many combos of each class the board leaves."""
    return np.bincount(CLASS_OF[~holding(parse_cards(board))], minlength=CLASSES)
