"""One player's hands at a node of a solution: tables by hand, averages, rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runout import checks
from runout.solution.hand_table import HandTable, given
from runout.solution.values import LEAST_SHARE
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runout.solution.node import SolutionNode
    from runout.solution.values import PlayerValues

    Floats = NDArray[np.float64]


class PlayerTables:
    """One player's hands at a node, by hand."""

    _COLUMNS = ("weight", "equity", "raw_equity", "ev", "eqr")

    def __init__(self, node: SolutionNode, player: str) -> None:
        self._node = node
        self._player = player
        self.values: PlayerValues = node.values.players[player_number(player)]

    def _table(self, values: Floats) -> HandTable[float | None]:
        return self._node.table(self._player, self.values, values, given)

    @property
    def weight(self) -> HandTable[float | None]:
        """Weight in the range here."""
        return self._node.table(self._player, self.values, self.values.reach, given, of_all=True)

    @property
    def ev(self) -> HandTable[float | None]:
        """Chips expected from the pot from here on."""
        return self._table(self.values.ev)

    @property
    def equity(self) -> HandTable[float | None]:
        """Realised equity."""
        return self._table(self.values.equity)

    @property
    def raw_equity(self) -> HandTable[float | None]:
        """Showdown equity against the opponent's range here."""
        return self._table(self.values.raw_equity)

    @property
    def eqr(self) -> HandTable[float | None]:
        """EV over pot times raw equity."""
        return self._table(self.values.eqr)

    def mean(self) -> dict[str, float | None]:
        """Averages over the range; EQR is mean EV over pot times mean raw equity."""
        values = self.values
        ev, raw = values.mean(values.ev), values.mean(values.raw_equity)
        return {
            "equity": values.mean(values.equity),
            "raw_equity": raw,
            "ev": ev,
            # The mean of the hands' own would hang on those with next to no equity.
            "eqr": None
            if ev is None or raw is None or raw <= LEAST_SHARE
            else ev / (self._node.pot * raw),
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row for each hand, as plain data."""
        values, combos = self.values, self._node.combos(self._player)
        shown = (values.equity, values.raw_equity, values.ev, values.eqr)
        columns = (values.reach, *map(values.shown, shown))
        return [
            {
                "hand": str(combos[i]),
                **{
                    name: given(column[i])
                    for name, column in zip(self._COLUMNS, columns, strict=True)
                },
            }
            for i in self._node.possible(self._player)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Averages and hands as plain data."""
        return {"average": self.mean(), "hands": self.rows()}


def player_number(player: str) -> int:
    """The number of a player's name."""
    return PLAYERS.index(checks.choice("player", player, PLAYERS))
