"""A range at a node by what its hands are: made class, draw, both, or cards of a suit.

Every hand is in one row, so that shares add up to one and rows' means, by their shares, to the mean
of the range. A hand with several draws is in the row of its best one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import checks
from runout.holdings.grouping import grouped
from runout.solution.node_table import SCHEMA_VERSION
from runout.solution.values import frequencies

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import RenderableType

    from runout.solution.node_table import NodeTable
    from runout.solution.node_view import Shown

TOTAL = "all"


@dataclass(frozen=True)
class BreakdownRow:
    """Some hands of a range; missing values are None."""

    name: str
    """Made class, draw, both with a comma, or how many cards of one suit."""
    combos: float
    share: float
    """Of the range, by how often hands are met."""
    equity: float | None
    ev: float | None
    eqr: float | None
    """EV over pot times equity, of all of them together."""
    frequencies: dict[str, float]
    """How often they take each action; empty where their player does not act."""

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Breakdown:
    """One player's range at a node by what the hands are."""

    line: str
    board: str
    pot: float
    player: str
    by: str
    """made, draw, cross (made class and draw) or suit."""
    actions: list[str]
    rows: list[BreakdownRow]
    """Strongest first, without those that no hand is in."""
    total: BreakdownRow
    """The whole range."""
    condition: str | None
    """Of the hands that were chosen; None for all."""
    warnings: list[str]
    """Why not to trust the numbers; empty where both players come."""

    def __getitem__(self, name: str) -> BreakdownRow:
        """Return the row of a class, such as ``top pair``."""
        names = [row.name for row in self.rows]
        return self.rows[names.index(checks.choice("class", name, names or [TOTAL]))]

    def to_dict(self) -> dict[str, Any]:
        """The rows and where they are, as plain data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "line": self.line,
            "board": self.board,
            "pot": self.pot,
            "player": self.player,
            "by": self.by,
            "actions": self.actions,
            "rows": [row.to_dict() for row in self.rows],
            "total": self.total.to_dict(),
            "condition": self.condition,
            "warnings": self.warnings,
        }

    def to_frame(self) -> Any:  # noqa: ANN401 - polars or pandas
        """A row for each class, with a column for each action's frequency."""
        from runout.frames import data_frame

        rows = [row.to_dict() for row in self.rows]
        return data_frame([row | row.pop("frequencies") for row in rows])

    def plot(self, palette: str = "usual") -> Figure:
        """A bar for each class, split by action, as a matplotlib figure."""
        from runout.solution.view.plot_breakdown import plot_breakdown

        return plot_breakdown(self, palette)

    def __str__(self) -> str:
        from runout.solution.view.breakdown_view import plain_breakdown

        return plain_breakdown(self)

    def __rich__(self) -> RenderableType:
        from runout.solution.view.breakdown_view import breakdown_view

        return breakdown_view(self)

    def _repr_html_(self) -> str:
        from runout.solution.view.breakdown_view import breakdown_html

        return breakdown_html(self)


def breakdown_of(node: Shown, player: str, by: str) -> Breakdown:
    """Break down a player's hands at a node."""
    table = node.table(player)
    numbers, names = grouped(node.board, table.combos, by)
    counts = table.counts if table.counts.any() else table.columns["weight"]
    whole = float(counts.sum())
    rows = []
    for number in np.unique(numbers[table.columns["weight"] > 0]):
        inside = numbers == number
        share = float(counts[inside].sum()) / whole if whole else 0.0
        rows.append(_row(names[int(number)], table.chosen(inside), share))
    total = _row(TOTAL, table, 1.0 if whole else 0.0)
    return Breakdown(
        node.line, node.board, node.pot, player, by, table.actions, rows, total,
        _condition(node, player), node.trust.warnings,
    )  # fmt: skip


def _condition(node: Shown, player: str) -> str | None:
    """The condition that has chosen a player's hands, where one has."""
    return getattr(node, "condition", None) if getattr(node, "whose", player) == player else None


def _row(name: str, table: NodeTable, share: float) -> BreakdownRow:
    weight = table.columns["weight"]
    average = table.averages()
    often = (
        frequencies(table.actions, table.columns["frequency"], weight, table.counts)
        if table.actions
        else []
    )
    return BreakdownRow(
        name,
        float(weight.sum()),
        share,
        average["equity"],
        average["ev"],
        average["eqr"],
        dict(zip(table.actions, often, strict=True)),
    )
