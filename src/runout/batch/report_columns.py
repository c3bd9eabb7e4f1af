"""The columns of reports: what they are called, and rows in the order of one."""

from __future__ import annotations

from typing import Any

from runout.cards import RANKS

TEXTURES = ("texture", "high", "pairing", "suits", "connection", "straight_possible", "broadways")
"""Columns that boards can be grouped by."""
OF_PLAYER = ("ev", "equity", "eqr", "realised_equity")
"""In front of a player: what his range is worth."""
EV, ALWAYS = "EV ", "always "
"""In front of an action: what those that take it get, and what all would get if they always did."""
OTHER, CHANGE_OF = "other ", "change "
"""In front of a column: that of the second run, and by how much it is more than the first."""


def in_order(rows: Any, column: str, *, descending: bool = True) -> Any:  # noqa: ANN401
    """Rows by a column, what is missing last; ranks as they beat each other."""
    import polars

    key = polars.col(column)
    if column == "high":
        key = key.replace_strict({rank: number for number, rank in enumerate(RANKS)})
    return rows.sort(key, descending=descending, nulls_last=True, maintain_order=True)
