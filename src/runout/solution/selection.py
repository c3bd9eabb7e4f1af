"""Some of the hands at a node, chosen by a condition: shown, averaged and written like all."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from runout.solution.hand_fields import matching
from runout.solution.node_table import player_number
from runout.solution.node_view import NodeView
from runout.solution.values import frequencies
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from os import PathLike

    from matplotlib.figure import Figure
    from rich.console import RenderableType

    from runout.filters import Filter
    from runout.solution.breakdown import Breakdown
    from runout.solution.node_table import NodeTable


@dataclass(frozen=True, eq=False, repr=False)
class Selection(NodeView):
    """A node of which one player's hands are only those that a condition is true for."""

    condition: str = ""
    """The condition as it was written."""
    whose: str = PLAYERS[0]
    """The player whose hands were chosen."""
    share: float = 1.0
    """The share of his range that they are."""

    @property
    def chosen(self) -> NodeTable:
        """The columns of the hands that were chosen."""
        return self.tables[self.whose]

    @property
    def combos(self) -> float:
        """Their weight, all together."""
        return float(self.chosen.columns["weight"].sum())

    @property
    def choice(self) -> str:
        """Which hands they are, in words."""
        if not self.combos:
            return f"no hand of {self.whose} fits {self.condition}"
        said = f"only {self.whose}'s hands with {self.condition}"
        return f"{said}: {self.combos:.1f} combos, {100 * self.share:.1f} % of the range"

    def means(self) -> dict[str, float | None]:
        """Means over them."""
        return self.chosen.averages()

    def breakdown(self, by: str = "made") -> Breakdown:
        """The same hands by what they are."""
        from runout.solution.breakdown import breakdown_of

        return breakdown_of(self, self.whose, by)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each of them as plain data."""
        return self.chosen.rows()

    def to_frame(self) -> Any:  # noqa: ANN401 - polars or pandas
        """A row for each of them as a data frame."""
        from runout.frames import data_frame

        return data_frame(self.rows())

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write a row for each of them and each action."""
        from runout.solution.table_export import table_columns, write_csv

        write_csv([table_columns(self, self.chosen)], path)

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """Write the same as Parquet; polars is needed."""
        from runout.solution.table_export import table_columns, write_parquet

        write_parquet([table_columns(self, self.chosen)], path)

    def to_dict(self) -> dict[str, Any]:
        """The node with those hands as plain data."""
        chosen = {"condition": self.condition, "player": self.whose, "share": self.share}
        return super().to_dict() | {"filter": chosen | {"combos": self.combos}}

    def plot(self, palette: str = "usual") -> Figure:
        """Their 13×13 grid as a matplotlib figure."""
        from runout.solution.view.plots import plot_strategy

        return plot_strategy(self, palette, self.whose)

    def __str__(self) -> str:
        from runout.solution.view.strategy_view import plain

        return plain(self, self.whose)

    def __repr__(self) -> str:
        held = f"{self.whose}'s {self.combos:.1f} combos"
        return f"Selection({self.condition!r}, {held} at {self.line!r}, {self.board})"

    def __rich__(self) -> RenderableType:
        from runout.solution.view.strategy_view import node_view

        return node_view(self, self.whose)

    def _repr_html_(self) -> str:
        from runout.solution.view.strategy_page import node_html

        return node_html(self, self.whose)


def select(view: NodeView, condition: str | Filter, player: str | None = None) -> Selection:
    """Choose hands of the player to act, or of the one named."""
    whose = view.player or PLAYERS[0] if player is None else PLAYERS[player_number(player)]
    table = view.table(whose)
    rows = matching(table, view.board, condition)
    chosen = table.chosen(rows)
    counts = table.counts if table.counts.any() else table.columns["weight"]
    same = {one.name: getattr(view, one.name) for one in fields(NodeView)}
    if whose == view.player:
        same["frequencies"] = _often(chosen)
    return Selection(
        **same | {"tables": {**view.tables, whose: chosen}},
        condition=str(condition),
        whose=whose,
        share=float(counts[rows].sum() / counts.sum()) if counts.any() else 0.0,
    )


def _often(table: NodeTable) -> dict[str, float]:
    """How often the hands of a table take each action; never, where there is none."""
    weight = table.columns["weight"]
    if not weight.any():
        return dict.fromkeys(table.actions, 0.0)
    often = frequencies(table.actions, table.columns["frequency"], weight, table.counts)
    return dict(zip(table.actions, often, strict=True))
