"""The columns of a node: one player's hands that the board leaves possible, and means over them.

All that gives a node out reads them here: rows, frames, files, pages, screens and pictures. A
value that does not exist is NaN in columns and None where it is given out. Means are over all
hands, each counted as often as it is met; hands that are hardly ever met are not shown one by one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import checks
from runout.alike import Alike
from runout.combos import CLASS_OF, CLASSES, COMBOS, Combo
from runout.solution.values import eqr_of, means
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from runout.solution.values import ActionValues, NodeValues

    Floats = NDArray[np.float64]

SCHEMA_VERSION = 2
"""Of what is given out of nodes as JSON and Parquet; from 2 on, equity is that of a showdown."""
OF_HAND = ("weight", "equity", "realised_equity", "ev", "eqr")
OF_ACTION = ("frequency", "action_ev", "action_realised_equity")
"""Of the player to act: (actions, hands)."""
_OF_ALL = ("weight", "frequency")
"""Shown of every hand, however seldom it is met."""


@dataclass(frozen=True, eq=False, repr=False)
class NodeTable(Alike):
    """One player's hands at a node, column by column."""

    player: str
    pot: float
    combos: NDArray[np.intp]
    """The number of each hand among the 1,326."""
    actions: list[str]
    """Empty unless it is the player's turn."""
    columns: Mapping[str, Floats]
    """By name, those of `OF_HAND` and of `OF_ACTION`; weight is the weight in the range here."""
    counts: Floats
    """How often each hand is met: what it counts in means."""
    met: NDArray[np.bool_]
    """Whether a hand is met often enough for its values to be shown."""
    locked: NDArray[np.bool_]
    """Whether a hand plays as it was told; never that of a player who does not act."""

    def __len__(self) -> int:
        return len(self.combos)

    def __repr__(self) -> str:
        acts = f" with {', '.join(self.actions)}" if self.actions else ""
        return f"NodeTable({len(self)} hands of {self.player}{acts})"

    @property
    def hands(self) -> list[str]:
        """The name of each hand."""
        names: list[str] = hand_names()[self.combos].tolist()
        return names

    def chosen(self, rows: NDArray[np.bool_]) -> NodeTable:
        """Some of the hands, with all that is known of them."""
        columns = {name: column[..., rows] for name, column in self.columns.items()}
        return replace(
            self,
            combos=self.combos[rows],
            columns=columns,
            counts=self.counts[rows],
            met=self.met[rows],
            locked=self.locked[rows],
        )

    def shown(self, name: str) -> Floats:
        """A column as it is given out: without the values of hands that are hardly ever met."""
        column = self.columns[name]
        return column if name in _OF_ALL else np.where(self.met, column, np.nan)

    def given(self, name: str) -> list[Any]:
        """The same as plain data, by hand: numbers, None, and lists of them by action."""
        return given_all(self.shown(name).T)

    def mean(self, name: str) -> float | None:
        """The mean of a column over the range; None if no hand gets here."""
        return given(means(self.columns[name], self.counts)[0])

    def averages(self) -> dict[str, float | None]:
        """Means over the range; EQR is mean EV over pot times mean equity."""
        average = {name: self.mean(name) for name in ("equity", "realised_equity", "ev")}
        # The mean of the hands' own would hang on those with next to no equity.
        ev, equity = (means(self.columns[name], self.counts) for name in ("ev", "equity"))
        return average | {"eqr": given(eqr_of(ev, equity, self.pot)[0])}

    def by_class(self, name: str) -> Floats:
        """The mean of a column over each of the 169 hand classes, the last axis."""
        classes = CLASS_OF[self.combos]
        columns = self.columns[name]
        if columns.ndim == 1:
            return means(columns, self.counts, classes, CLASSES)
        rows = [means(column, self.counts, classes, CLASSES) for column in columns]
        return np.stack(rows) if rows else np.empty((0, CLASSES))

    def held(self) -> Floats:
        """The weight of each of the 169 classes, all combos together."""
        held = np.bincount(CLASS_OF[self.combos], self.columns["weight"], CLASSES)
        return held.astype(np.float64)

    def taken(self) -> list[tuple[float, float | None]]:
        """For each action: the combos that take it, and their mean EV."""
        found = []
        for often, ev in zip(self.columns["frequency"], self.columns["action_ev"], strict=True):
            share = np.nan_to_num(often)
            combos = float((self.columns["weight"] * share).sum())
            found.append((combos, given(means(ev, self.counts * share)[0])))
        return found

    def rows(self) -> list[dict[str, Any]]:
        """One row for each hand, with a column for each action's frequency and one for its EV."""
        columns: dict[str, list[Any]] = {"hand": self.hands}
        columns |= {name: self.given(name) for name in OF_HAND}
        often, ev = self.shown("frequency"), self.shown("action_ev")
        for number, action in enumerate(self.actions):
            columns[action] = given_all(often[number])
            columns[f"EV {action}"] = given_all(ev[number])
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    def hand_rows(self) -> list[dict[str, Any]]:
        """One row for each hand, without its actions."""
        columns = [self.hands, *(self.given(name) for name in OF_HAND)]
        names = ("hand", *OF_HAND)
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]

    def action_rows(self) -> list[dict[str, Any]]:
        """One row for each hand: what it does, and what each action is worth."""
        columns = [self.hands, *(self.given(name) for name in OF_ACTION), self.locked.tolist()]
        names = ("hand", "strategy", "ev", "realised_equity", "locked")
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]

    def long(self) -> dict[str, Any]:
        """Columns with an entry for each hand and action; None and NaN where nobody acts."""
        count = len(self.actions) or 1
        columns: dict[str, Any] = {"hand": np.repeat(hand_names()[self.combos], count).tolist()}
        columns |= {name: np.repeat(self.shown(name), count) for name in OF_HAND}
        columns["action"] = self.actions * len(self) if self.actions else [None] * len(self)
        for name in OF_ACTION:
            table = self.shown(name) if self.actions else np.full((1, len(self)), np.nan)
            columns[name] = table.T.ravel()
        return columns


def table_of(
    values: NodeValues,
    player: str,
    combos: NDArray[np.intp],
    possible: NDArray[np.intp],
    actions: list[str],
    pot: float,
    locked: NDArray[np.bool_] | None = None,
) -> NodeTable:
    """A player's possible hands of all that his range has; no actions unless it is his turn."""
    own = values.players[player_number(player)]
    of_hand = (own.reach, own.equity, own.realised_equity, own.ev, own.eqr)
    columns = {name: column[possible] for name, column in zip(OF_HAND, of_hand, strict=True)}
    of_action = (values.strategy, values.action_ev, values.action_realised_equity)
    for name, table in zip(OF_ACTION, of_action, strict=True):
        columns[name] = table[:, possible] if actions else np.empty((0, len(possible)))
    told = np.zeros(len(combos), dtype=bool) if locked is None else locked
    return NodeTable(
        player,
        pot,
        combos[possible],
        actions,
        columns,
        own.weight[possible],
        own.met[possible],
        told[possible],
    )


def table_of_actions(
    values: ActionValues,
    player: str,
    combos: NDArray[np.intp],
    rows: NDArray[np.intp],
    actions: dict[str, int],
    pot: float,
) -> NodeTable:
    """Weights and columns of actions alone: `rows` has the combos on the solved deal.

    `actions` has the number of each by its name, in the order that they are wanted in.
    """
    where = np.ix_(np.array(list(actions.values())), rows)
    of_action = (values.strategy, values.ev, values.realised_equity)
    columns = {name: column[where] for name, column in zip(OF_ACTION, of_action, strict=True)}
    return NodeTable(
        player,
        pot,
        combos,
        list(actions),
        {"weight": values.reach[rows], **columns},
        values.weight[rows],
        values.met[rows],
        np.zeros(len(rows), dtype=bool),
    )


def player_number(player: str) -> int:
    """The number of a player's name."""
    return PLAYERS.index(checks.choice("player", player, PLAYERS))


def given(value: Floats | float) -> float | None:
    """A number as it is given out: None where there is none."""
    return float(value) if np.isfinite(value) else None


def given_all(values: Floats) -> list[Any]:
    """Numbers as they are given out, in lists as deep as the array."""
    if values.ndim > 1:
        return [given_all(row) for row in values]
    numbers: list[float] = values.tolist()
    return [number if abs(number) < np.inf else None for number in numbers]


@cache
def hand_names() -> NDArray[np.object_]:
    """The 1,326 hands as text."""
    return np.array([str(Combo.at(i)) for i in range(COMBOS)], dtype=object)
