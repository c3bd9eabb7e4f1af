"""The fields that a filter may ask of the boards of a report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.cards import RANKS
from runout.errors import RunoutError
from runout.filters import NumberCells, Texts
from runout.textures import CONNECTIONS, PAIRINGS, SUITINGS

if TYPE_CHECKING:
    from runout.filters import Column, Mask

_WORDS = {"pairing": PAIRINGS, "suits": SUITINGS, "connection": CONNECTIONS}
_ANSWERS = ("no", "yes")


def board_fields(boards: Any) -> dict[str, Column]:  # noqa: ANN401 - a polars frame
    """All columns as a filter compares them; ranks have an order, and yes and no are words."""
    import polars

    found: dict[str, Column] = {}
    for name in boards.columns:
        column = boards[name]
        if name == "high":
            found[name] = RankColumn(column.to_list())
        elif column.dtype == polars.Boolean:
            found[name] = Texts([_ANSWERS[value] for value in column], known=_ANSWERS)
        elif column.dtype.is_numeric():
            found[name] = NumberCells(column.cast(polars.Float64).fill_null(np.nan).to_numpy())
        else:
            known = _WORDS.get(name, ())
            found[name] = Texts([str(value) for value in column], known=known)
    return found


@dataclass(frozen=True, eq=False)
class RankColumn:
    """Ranks as they are written, A above K."""

    values: list[str]

    def matching(self, sign: str, value: str) -> Mask:
        """Compare with a rank: ``high >= T``."""
        wanted = value.strip().upper().replace("10", "T")
        if wanted not in RANKS or len(wanted) != 1:
            raise RunoutError(f"is not a rank, one of {', '.join(reversed(RANKS))}")
        if sign == "~":
            raise RunoutError("cannot be looked for in ranks (= != < <= > >=)")
        off = np.array([RANKS.index(rank) - RANKS.index(wanted) for rank in self.values], int)
        found: dict[str, Mask] = {
            "=": off == 0,
            "!=": off != 0,
            "<": off < 0,
            "<=": off <= 0,
            ">": off > 0,
            ">=": off >= 0,
        }
        return found[sign]
