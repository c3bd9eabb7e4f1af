"""A node hand class by hand class, as the 13×13 grid shows it: what is done, or one number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.cards import RANK_COUNT, parse_cards
from runout.checks import shown
from runout.combos import CLASS_NAMES, CLASS_OF, CLASSES, holding
from runout.errors import RunoutError
from runout.solution.node_table import given
from runout.solution.values import eqr_of, means
from runout.solver.line import parse_action
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from runout.solution.node_table import NodeTable
    from runout.solution.node_view import Shown

    Floats = NDArray[np.float64]

_COMMON = (0.05, 0.95)
STRATEGY, LOSS = "strategy", "loss"
CHANGE = "change"
"""In front of what a grid shows that compares two nodes."""
MEASURES = {STRATEGY: "", "ev": "chips", "equity": "share", "eqr": "share", "weight": "share"} | {
    LOSS: "chips"
}
"""What a grid can show, and in which unit; the EV lost also of one action, as in ``loss call``."""


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
    """Showdown equity."""
    value: float | None
    """What the grid shows of it, unless that is the strategy."""
    locked: float
    """Share of its combos, by weight, that play as they were told."""

    def to_dict(self) -> dict[str, Any]:
        """The cell as plain data."""
        return {
            "hand": self.name,
            "weight": self.weight,
            "strategy": list(self.strategy),
            "value": self.value,
            "locked": self.locked,
        }


@dataclass(frozen=True, repr=False)
class ClassGrid:
    """The 169 hand classes of a player at a node, from AA at the top left."""

    line: str
    board: str
    pot: float
    player: str
    what: str
    """One of `MEASURES`, or the loss of one action."""
    unit: str
    """Of the values: chips or share; empty for the strategy."""
    actions: list[str]
    """Those of the strategy; empty unless it is the player's turn."""
    rows: list[list[ClassCell]]
    warnings: list[str]
    """Why not to trust it; empty where both players come here."""

    def __iter__(self) -> Iterator[ClassCell]:
        return (cell for row in self.rows for cell in row)

    def __getitem__(self, name: str) -> ClassCell:
        """Return the cell of a class such as ``AKs``."""
        if isinstance(name, str) and name in CLASS_NAMES:
            return next(cell for cell in self if cell.name == name)
        raise RunoutError(f"hand class {shown(name)}: one of the 169, such as AA, AKs or AKo")

    def __repr__(self) -> str:
        return f"ClassGrid({self.line!r}, {self.board}, {self.player}: {self.what})"

    @property
    def limits(self) -> tuple[float, float]:
        """The lowest and the highest value."""
        known = [cell.value for cell in self if cell.value is not None]
        return min(known, default=0.0), max(known, default=0.0)

    @property
    def common(self) -> tuple[float, float]:
        """Between these lie nine tenths of the values."""
        known = [cell.value for cell in self if cell.value is not None]
        low, high = np.quantile(known, _COMMON) if known else (0.0, 0.0)
        return float(low), float(high)

    def to_dict(self) -> dict[str, Any]:
        """The grid as plain data, a list of 13 rows."""
        return {
            "line": self.line,
            "board": self.board,
            "pot": self.pot,
            "player": self.player,
            "grid": self.what,
            "unit": self.unit,
            "actions": self.actions,
            "cells": [[cell.to_dict() for cell in row] for row in self.rows],
            "warnings": self.warnings,
        }


def class_grid(node: Shown, player: str | None = None, what: str = STRATEGY) -> ClassGrid:
    """The grid of the player to act, or of the one named."""
    table = node.table(player or node.player or PLAYERS[0])
    shares, ev, equity = (table.by_class(name) for name in ("frequency", "ev", "equity"))
    held, count = table.held(), _possible_combos(node.board)
    weight = np.divide(held, count, out=np.zeros(CLASSES), where=count > 0)
    what, values = _values(table, what, weight)
    locked = _locked(table)
    cells = [
        ClassCell(
            CLASS_NAMES[i],
            float(weight[i]),
            tuple(shares[:, i].tolist()) if np.isfinite(shares[:, i]).all() else (),
            given(ev[i]),
            given(equity[i]),
            None if values is None or not held[i] else given(values[i]),
            float(locked[i]),
        )
        for i in range(CLASSES)
    ]
    rows = [cells[RANK_COUNT * row : RANK_COUNT * (row + 1)] for row in range(RANK_COUNT)]
    unit = MEASURES[what.partition(" ")[0]]
    return ClassGrid(
        node.line,
        node.board,
        node.pot,
        table.player,
        what,
        unit,
        list(table.actions),
        rows,
        node.trust.warnings,
    )


def grid_choices(actions: list[str]) -> list[str]:
    """All that a grid can show of a player who has these actions."""
    losses = [LOSS, *(f"{LOSS} {action}" for action in actions)] if actions else []
    return [name for name in MEASURES if name != LOSS] + losses


def check_measure(what: str) -> None:
    """Refuse what no grid shows, before there is a node."""
    if not isinstance(what, str) or what.partition(" ")[0] not in MEASURES:
        known = ", ".join(MEASURES)
        raise RunoutError(
            f"grid {shown(what)}: one of {known}, or the loss of an action: loss call"
        )


def _values(table: NodeTable, what: str, weight: Floats) -> tuple[str, Floats | None]:
    """What is meant, as it is written, and the value of each class."""
    check_measure(what)
    measure, _, action = what.partition(" ")
    if measure != LOSS and action:
        raise RunoutError(f"grid {shown(what)}: only a loss is that of an action")
    if measure in (STRATEGY, "weight"):
        return what, None if measure == STRATEGY else weight
    if measure == "eqr":
        return what, eqr_of(table.by_class("ev"), table.by_class("equity"), table.pot)
    if measure == LOSS:
        return _loss(table, what, action)
    return what, table.by_class(measure)


def _loss(table: NodeTable, what: str, action: str) -> tuple[str, Floats]:
    """The EV that an action gives away beside the best one; without an action, the strategy's."""
    if not table.actions:
        raise RunoutError(f"grid {shown(what)}: {table.player} does not act here")
    lost = lost_ev(table)
    if action:
        number = _number(table, what, action)
        return f"{LOSS} {table.actions[number]}", _by_class(table, lost[number])
    played = np.where(table.columns["frequency"] > 0, table.columns["frequency"] * lost, 0.0)
    played = np.where(np.isfinite(lost).any(axis=0), played.sum(axis=0), np.nan)
    return what, _by_class(table, played)


def lost_ev(table: NodeTable) -> Floats:
    """By action and hand, the EV that it gives away beside the hand's best action."""
    ev = table.columns["action_ev"]
    best: Floats = np.where(np.isfinite(ev), ev, -np.inf).max(axis=0)
    return np.where(np.isfinite(ev), best - ev, np.nan)


def _number(table: NodeTable, what: str, action: str) -> int:
    """Which action is meant, written as in a line."""
    wanted = parse_action(action)
    for number, known in enumerate(table.actions):
        if wanted is not None and parse_action(known) == wanted:
            return number
    kinds = [known.partition(" ")[0] for known in table.actions]
    if kinds.count(action) == 1:
        return kinds.index(action)
    raise RunoutError(
        f"grid {shown(what)}: {shown(action)} is not one of the actions here "
        f"({', '.join(table.actions)})"
    )


def _by_class(table: NodeTable, column: Floats) -> Floats:
    return means(column, table.counts, CLASS_OF[table.combos], CLASSES)


def _locked(table: NodeTable) -> Floats:
    """The share of each class that is locked."""
    classes, weight = CLASS_OF[table.combos], table.columns["weight"]
    held = np.bincount(classes, weight, CLASSES)
    told = np.bincount(classes, weight * table.locked, CLASSES)
    share: Floats = np.divide(told, held, out=np.zeros(CLASSES), where=held > 0)
    return share


def _possible_combos(board: str) -> NDArray[np.intp]:
    """How many combos of each class the board leaves."""
    return np.bincount(CLASS_OF[~holding(parse_cards(board))], minlength=CLASSES)
