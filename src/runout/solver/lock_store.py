"""Locks: hands of a node that play as they are told, while all else is solved around them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import checks
from runout.errors import RunoutError
from runout.solver.engine import Where

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solver.engine import Engine
    from runout.solver.plan import Game

    Array = NDArray[np.float64]
    LockRow = dict[str, Any]
    """A lock as plain data."""

_ROUNDING = 1e-6


class Locks:
    """Given strategies by place: (actions, hands), NaN where a hand is free.

    Changes wait until the loop starts afresh, so that the old solution can be looked at meanwhile.
    """

    def __init__(self) -> None:
        self.tables: dict[Where, Array] = {}
        self.waiting = False
        self.guard = threading.Lock()
        """Held by whoever changes them."""

    def put(self, where: Where, table: Array) -> Array:
        """Lock more hands of a place; all that are locked there now."""
        with self.guard:
            before = self.tables.get(where)
            if before is not None:
                table = np.where(np.isnan(table), before, table)
            if not np.isnan(table).all():
                self.tables[where] = table
                self.waiting = True
        return table

    def free(self, where: Where) -> None:
        """Free all hands of a place."""
        with self.guard:
            if self.tables.pop(where, None) is not None:
                self.waiting = True

    def __len__(self) -> int:
        return len(self.tables)

    def apply(self, engine: Engine) -> None:
        """Lock these hands in an engine, and no others."""
        engine.unlock()
        for where, table in list(self.tables.items()):
            hands = np.flatnonzero(~np.isnan(table[0])).astype(np.int32)
            probabilities = np.ascontiguousarray(table[:, hands], dtype=np.float32)
            engine.lock(where, hands, probabilities)

    def to_list(self) -> list[LockRow]:
        """The locks as plain data."""
        rows = []
        for where, table in list(self.tables.items()):
            hands = np.flatnonzero(~np.isnan(table[0]))
            rows.append(
                {
                    "place": list(where),
                    "of": table.shape[1],
                    "hands": hands.tolist(),
                    "probabilities": table[:, hands].tolist(),
                }
            )
        return rows

    @classmethod
    def from_list(cls, rows: list[LockRow], game: Game) -> Locks:
        """The locks that `to_list` wrote, if they are locks of this game."""
        locks = cls()
        for number, row in enumerate(rows):
            name = f"locks[{number}]"
            if not isinstance(row, dict):
                raise RunoutError(f"{name}: a table is expected")
            missing = {"place", "of", "hands", "probabilities"} - row.keys()
            if missing:
                raise RunoutError(f"{name}.{min(missing)} is missing")
            where, player, actions = _read_place(f"{name}.place", row["place"], game)
            if where in locks.tables:
                raise RunoutError(f"{name}.place: it has a lock already")
            count = len(game.hands[player].cards)
            checks.whole(f"{name}.of", row["of"], count, count, "the hands of this player,")
            hands = _read_hands(f"{name}.hands", row["hands"], count)
            table = np.full((actions, count), np.nan)
            table[:, hands] = _read_probabilities(
                f"{name}.probabilities", row["probabilities"], actions, len(hands)
            )
            locks.tables[where] = table
        return locks


def _read_place(name: str, value: object, game: Game) -> tuple[Where, int, int]:
    """The place, who acts there, and how many actions there are."""
    if not isinstance(value, list) or len(value) != 3:
        raise RunoutError(f"{name}: a list of 3 is expected")
    level = checks.whole(f"{name}[0]", value[0], 0, len(game.levels) - 1)
    deal = checks.whole(f"{name}[1]", value[1], 0, len(game.levels[level]) - 1)
    node = checks.whole(f"{name}[2]", value[2], 0, len(game.tree.kind) - 1)
    if game.tree.level[node] != level or game.tree.kind[node] not in (0, 1):
        raise RunoutError(f"{name}[2] {node}: nobody acts at this node on street {level}")
    return Where(level, deal, node), int(game.tree.kind[node]), int(game.tree.children[node])


def _read_hands(name: str, value: object, count: int) -> NDArray[np.intp]:
    if not isinstance(value, list) or not 0 < len(value) <= count:
        raise RunoutError(f"{name}: a list of 1 to {count} hands is expected")
    hands = _numbers(name, value, len(value))
    found = hands.astype(np.intp) if np.abs(hands).max() < count else np.array([-1])
    if found[0] < 0 or (found != hands).any() or (np.diff(found) <= 0).any():
        raise RunoutError(f"{name}: whole numbers below {count} in ascending order are expected")
    return found


def _read_probabilities(name: str, value: object, actions: int, hands: int) -> Array:
    if not isinstance(value, list) or len(value) != actions:
        raise RunoutError(f"{name}: a list for each of {actions} actions is expected")
    table = np.stack([_numbers(name, row, hands) for row in value])
    if (table < 0).any() or (np.abs(table.sum(axis=0) - 1) > _ROUNDING).any():
        raise RunoutError(f"{name}: from 0 up, and 1 together for each hand, is expected")
    return table


def _numbers(name: str, value: object, count: int) -> Array:
    """A list of so many finite numbers."""
    if not isinstance(value, list) or len(value) != count:
        raise RunoutError(f"{name}: a list of {count} is expected")
    return np.array([checks.number(name, one) for one in value])
