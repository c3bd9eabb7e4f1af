"""A node hand class by hand class, as the 13×13 grid shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import parse_cards
from runout.combos import CLASS_NAMES, CLASS_OF, CLASSES, holding
from runout.solution.player_tables import player_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solution.node import SolutionNode

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


def class_grid(node: SolutionNode, player: str | None = None) -> list[list[ClassCell]]:
    """Rows of cells from AA at the top left, of the player to act or of the one named."""
    name = player or node.player or "oop"
    number = player_number(name)
    values = node.values.players[number]
    rows = node.possible(name)
    classes = CLASS_OF[[combo.index for combo in node.combos(name)]][rows]
    weight = values.weight[rows]
    shares = (
        np.stack([_means(classes, weight, row) for row in node.values.strategy[:, rows]])
        if name == node.player
        else np.empty((0, CLASSES))
    )
    ev, equity = (_means(classes, weight, c[rows]) for c in (values.ev, values.equity))
    held = np.bincount(classes, values.reach[rows], CLASSES)
    count = _possible_combos(node)
    cells = [
        ClassCell(
            CLASS_NAMES[i],
            float(held[i] / count[i]) if count[i] else 0.0,
            tuple(shares[:, i].tolist()) if np.isfinite(shares[:, i]).all() else (),
            float(ev[i]) if np.isfinite(ev[i]) else None,
            float(equity[i]) if np.isfinite(equity[i]) else None,
        )
        for i in range(CLASSES)
    ]
    return [cells[SIDE * row : SIDE * (row + 1)] for row in range(SIDE)]


def _means(
    classes: NDArray[np.uint8], weight: NDArray[np.float64], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The mean of each class over the hands that have a value."""
    known = np.isfinite(values)
    total = np.bincount(classes[known], weight[known], CLASSES)
    summed = np.bincount(classes[known], weight[known] * values[known], CLASSES)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean: NDArray[np.float64] = np.where(total > 0, summed / total, np.nan)
    return mean


def _possible_combos(node: SolutionNode) -> NDArray[np.intp]:
    """How many combos of each class the board leaves."""
    return np.bincount(CLASS_OF[~holding(parse_cards(node.board))], minlength=CLASSES)
