"""Locks: hands of a node that play as they are told, while all else is solved around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout import _core

    Array = NDArray[np.float64]
    Key = tuple[int, int, int]
    """Level, deal and node."""


class Locks:
    """Given strategies by level, deal and node: (actions, hands), NaN where a hand is free.

    Changes wait until the loop starts afresh, so that the old solution can be looked at meanwhile.
    """

    def __init__(self) -> None:
        self.tables: dict[Key, Array] = {}
        self.waiting = False

    def __len__(self) -> int:
        return len(self.tables)

    def apply(self, engine: _core.Solver) -> None:
        """Lock these hands in an engine, and no others."""
        engine.unlock()
        for (level, deal, node), table in self.tables.items():
            hands = np.flatnonzero(~np.isnan(table[0])).astype(np.int32)
            probabilities = np.ascontiguousarray(table[:, hands], dtype=np.float32)
            engine.lock(level, deal, node, hands, probabilities)

    def to_list(self) -> list[dict[str, Any]]:
        """The locks as plain data."""
        rows = []
        for key, table in self.tables.items():
            hands = np.flatnonzero(~np.isnan(table[0]))
            rows.append(
                {
                    "place": list(key),
                    "of": table.shape[1],
                    "hands": hands.tolist(),
                    "probabilities": table[:, hands].tolist(),
                }
            )
        return rows

    @classmethod
    def from_list(cls, rows: list[dict[str, Any]]) -> Locks:
        """The locks that `to_list` wrote."""
        locks = cls()
        for row in rows:
            probabilities = np.array(row["probabilities"], dtype=np.float64)
            table = np.full((len(probabilities), row["of"]), np.nan)
            table[:, row["hands"]] = probabilities
            level, deal, node = row["place"]
            locks.tables[level, deal, node] = table
        return locks
