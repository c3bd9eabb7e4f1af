"""One player's hands at a node of a solution, to be looked up by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runout.solution.hand_table import HandTable
from runout.solution.node_table import given

if TYPE_CHECKING:
    from runout.solution.node_table import NodeTable
    from runout.solution.values import PlayerValues


class PlayerTables:
    """One player's hands at a node, by hand."""

    def __init__(self, table: NodeTable, values: PlayerValues) -> None:
        self._table = table
        self.values = values

    def _column(self, name: str) -> HandTable[float | None]:
        return HandTable(self._table, name, given)

    @property
    def weight(self) -> HandTable[float | None]:
        """Weight in the range here."""
        return self._column("weight")

    @property
    def ev(self) -> HandTable[float | None]:
        """Chips expected from the pot from here on."""
        return self._column("ev")

    @property
    def equity(self) -> HandTable[float | None]:
        """Realised equity."""
        return self._column("equity")

    @property
    def raw_equity(self) -> HandTable[float | None]:
        """Showdown equity against the opponent's range here."""
        return self._column("raw_equity")

    @property
    def eqr(self) -> HandTable[float | None]:
        """EV over pot times raw equity."""
        return self._column("eqr")

    def mean(self) -> dict[str, float | None]:
        """Averages over the range; EQR is mean EV over pot times mean raw equity."""
        return self._table.averages()

    def rows(self) -> list[dict[str, Any]]:
        """One row for each hand, as plain data."""
        return self._table.hand_rows()

    def to_dict(self) -> dict[str, Any]:
        """Averages and hands as plain data."""
        return {"average": self.mean(), "hands": self.rows()}
