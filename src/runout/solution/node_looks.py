"""What is asked of a node: by hand, in words and grids, as pictures, pages and files."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.solution.hand_table import HandTable, PlayerTables
from runout.solution.node_cache import whole
from runout.solution.node_point import NodePoint
from runout.solution.node_table import given_all, player_number
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from os import PathLike

    import numpy as np
    from matplotlib.figure import Figure
    from numpy.typing import NDArray
    from rich.console import RenderableType

    from runout.solution.breakdown import Breakdown
    from runout.solution.class_grid import ClassGrid
    from runout.solution.range_report import RangeReport
    from runout.solution.selection import Selection

    Floats = NDArray[np.float64]


class NodeLooks(NodePoint):
    """A node as it is looked at and given out."""

    @property
    @whole
    def strategy(self) -> HandTable[dict[str, float]]:
        """By hand of the player to act: how often it takes each action.

        Hands that never come here have the strategy that the solver has for them.
        """
        player, actions = self._acting(), self.actions
        table, own = self.table(player), self._cache.strategy(self._steps)
        columns = {**table.columns, "frequency": own[:, self.possible(player)]}
        by_action = partial(_floats_by_action, tuple(actions))
        return HandTable(replace(table, columns=columns), "frequency", by_action)

    @property
    @whole
    def ev_of(self) -> HandTable[dict[str, float | None]]:
        """By hand of the player to act: the EV of each action, the chips it adds taken off."""
        return self._by_action("action_ev")

    @property
    @whole
    def realised_equity_of(self) -> HandTable[dict[str, float | None]]:
        """By hand of the player to act: the realised equity of each action."""
        return self._by_action("action_realised_equity")

    @property
    def ev(self) -> HandTable[float | None]:
        """EV of each hand of the player to act: chips expected from the pot from here on."""
        return self._own.ev

    @property
    def equity(self) -> HandTable[float | None]:
        """Showdown equity of each hand of the player to act against the opponent's range here."""
        return self._own.equity

    @property
    def realised_equity(self) -> HandTable[float | None]:
        """Share of the final pot that each hand of the player to act takes when both play on."""
        return self._own.realised_equity

    @property
    def eqr(self) -> HandTable[float | None]:
        """EV over pot times equity, of each hand of the player to act."""
        return self._own.eqr

    @property
    def weight(self) -> HandTable[float | None]:
        """Weight of each hand in the range of the player to act."""
        return self._own.weight

    @property
    def _own(self) -> PlayerTables:
        return self.hands(self._acting())

    def _by_action(self, name: str) -> HandTable[dict[str, float | None]]:
        by_action = partial(_given_by_action, tuple(self.actions))
        return HandTable(self.table(self._acting()), name, by_action)

    @whole
    def grid(self, what: str = "strategy", player: str | None = None) -> ClassGrid:
        """The 169 hand classes of the player to act, or of the one named.

        Each with its strategy and a value: ``ev``, ``equity``, ``eqr``, ``weight`` or ``loss``,
        the EV given away beside the best action, also by one action: ``loss call``.
        """
        from runout.solution.class_grid import class_grid

        return class_grid(self, None if player is None else PLAYERS[player_number(player)], what)

    @whole
    def report(self) -> RangeReport:
        """Both ranges beside each other: nutted hands, equity buckets and curves."""
        from runout.solution.range_report import range_report

        return range_report(self)

    @whole
    def where(self, condition: str, player: str | None = None) -> Selection:
        """Only the hands of the player to act, or of the one named, that a condition is true for.

        Such as ``'made="top pair" and draw~"flush draw" and bet>=0.5'``.
        """
        from runout.solution.selection import select

        return select(self.view(), condition, player)

    @whole
    def breakdown(
        self, by: str = "made", player: str | None = None, where: str | None = None
    ) -> Breakdown:
        """What the hands of the player to act, or of the one named, are, do and are worth.

        By ``made`` class, ``draw``, both (``cross``) or cards of one ``suit`` with the board; of
        those hands only for which the condition `where` is true.
        """
        from runout.solution.breakdown import breakdown_of
        from runout.solution.selection import select

        name = self.player or PLAYERS[0] if player is None else PLAYERS[player_number(player)]
        seen = self.view() if where is None else select(self.view(), where, name)
        return breakdown_of(seen, name, by)

    @whole
    def plot(
        self,
        palette: str = "usual",
        player: str | None = None,
        *,
        what: str = "strategy",
        scaled: bool = False,
    ) -> Figure:
        """The strategy as a matplotlib figure: the 13×13 grid, each cell split by action.

        Of the player to act, or of the one named; the other palette is ``colour-blind``. `what` may
        be any that `grid` takes: a heat map with numbers. `scaled` fills the cells of a strategy by
        the weight of their hands.
        """
        from runout.solution.view.plots import plot_strategy

        scaled = checks.switch("scaled", scaled)
        return plot_strategy(self.view(), palette, player, what=what, scaled=scaled)

    @whole
    def plot_distribution(self) -> Figure:
        """Equity, EV and EQR of both players over their ranges, best hands first."""
        from runout.solution.view.plots import plot_distribution

        return plot_distribution(self.view())

    @whole
    def plot_report(self) -> Figure:
        """The equity curves of both players with percentiles marked, and their equity buckets."""
        from runout.solution.view.plot_report import plot_report

        return plot_report(self.view(), self.report())

    def to_dict(self) -> dict[str, Any]:
        """Everything about the node as plain data; missing values are None."""
        return self.view().to_dict()

    def to_frame(self, player: str | None = None) -> Any:  # noqa: ANN401 - polars or pandas
        """One row for each hand of the player to act, or of the one named.

        Columns are hand, weight, equity, realised_equity, ev, eqr and, for the player to act, for
        each action one with its frequency and one with its EV.
        """
        from runout.frames import data_frame

        return data_frame(self.rows(player))

    def rows(self, player: str | None = None) -> list[dict[str, Any]]:
        """The rows of the frame as plain data."""
        return self.table(self._acting() if player is None else player).rows()

    @whole
    def to_csv(self, path: str | PathLike[str], player: str | None = None) -> None:
        """Write a row for each hand and action of the player to act, or of the one named."""
        from runout.solution.table_export import node_tables, write_csv

        write_csv(node_tables(self, player), path)

    @whole
    def to_parquet(self, path: str | PathLike[str], player: str | None = None) -> None:
        """Write the same as `to_csv` as Parquet; polars is needed."""
        from runout.solution.table_export import node_tables, write_parquet

        write_parquet(node_tables(self, player), path)

    def __str__(self) -> str:
        from runout.solution.view.strategy_view import plain

        return plain(self.view())

    def __rich__(self) -> RenderableType:
        from runout.solution.view.strategy_view import node_view

        return node_view(self.view())

    def _repr_html_(self) -> str:
        from runout.solution.view.strategy_page import node_html

        return node_html(self.view())

    @whole
    def __repr__(self) -> str:
        where = f"SolutionNode({self.line!r}, {self.board}, "
        if self.player is None:
            return where + f"{self.kind})"
        often = ", ".join(f"{name} {100 * f:.1f} %" for name, f in self.frequencies.items())
        count = int(self._locked_hands().sum())
        return where + f"{self.player}: {often}" + f"; {count} hands locked" * (count > 0) + ")"


# Functions of the module, so that tables of hands can be pickled.
def _floats_by_action(actions: tuple[str, ...], row: Floats) -> dict[str, float]:
    return dict(zip(actions, row.tolist(), strict=True))


def _given_by_action(actions: tuple[str, ...], row: Floats) -> dict[str, float | None]:
    return dict(zip(actions, given_all(row), strict=True))
