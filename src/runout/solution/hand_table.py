"""Numbers by hand: looked up by two cards in any order, or averaged over a class such as AKs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from runout.cards import looks_like_cards
from runout.checks import shown
from runout.combos import CLASS_NAMES, Combo
from runout.errors import RunoutError
from runout.solution.node_table import given

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solution.node_table import NodeTable
    from runout.solution.values import PlayerValues

    Floats = NDArray[np.float64]

T = TypeVar("T")


class HandTable(Mapping[str, T], Generic[T]):
    """A value for every hand of a range that the board leaves possible.

    A class such as ``AKs`` gives the mean over its combos, each counted as often as it is met, and
    those too that are not shown by themselves.
    """

    def __init__(self, table: NodeTable, name: str, given: Callable[[Floats], T]) -> None:
        self._table = table
        self._name = name
        self._what = f"{table.player}'s hands here"
        self._row = {Combo.at(int(number)): row for row, number in enumerate(table.combos)}
        self._given = given

    def __getitem__(self, hand: str | Combo) -> T:
        if isinstance(hand, str) and hand in CLASS_NAMES:
            return self._given(self._mean(hand))
        if not isinstance(hand, Combo) and not (
            isinstance(hand, str) and looks_like_cards(hand, most=2)
        ):
            raise RunoutError(f"hand {shown(hand)}: two cards such as AsKs, or a class such as AKs")
        combo = hand if isinstance(hand, Combo) else Combo(hand)
        if combo not in self._row:
            raise RunoutError(f"hand {combo}: not among {self._what}")
        return self._given(self._table.shown(self._name)[..., self._row[combo]])

    def _mean(self, hand_class: str) -> Floats:
        if not any(combo.hand_class == hand_class for combo in self._row):
            raise RunoutError(f"hand {hand_class}: not among {self._what}")
        mean: Floats = self._table.by_class(self._name)[..., CLASS_NAMES.index(hand_class)]
        if self._name == "frequency" and np.isnan(mean).any():  # nobody of it comes here
            rows = [row for combo, row in self._row.items() if combo.hand_class == hand_class]
            mean = self._table.columns[self._name][..., rows].mean(axis=-1)
        return mean

    def __iter__(self) -> Iterator[str]:
        return (str(combo) for combo in self._row)

    def __len__(self) -> int:
        return len(self._row)

    def __contains__(self, hand: object) -> bool:
        try:
            self[hand]  # type: ignore[index]
        except (RunoutError, TypeError):
            return False
        return True

    def __repr__(self) -> str:
        return f"HandTable({self._name} of {len(self)} hands of {self._table.player})"


class PlayerTables:
    """One player's hands at a node, by hand."""

    def __init__(self, table: NodeTable, values: PlayerValues) -> None:
        self._table = table
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlayerTables) and self._table == other._table

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"PlayerTables({len(self._table)} hands of {self._table.player})"

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
    def realised_equity(self) -> HandTable[float | None]:
        """Share of the final pot that the hand takes when both play on, folds counted whole."""
        return self._column("realised_equity")

    @property
    def equity(self) -> HandTable[float | None]:
        """Showdown equity against the opponent's range here."""
        return self._column("equity")

    @property
    def eqr(self) -> HandTable[float | None]:
        """EV over pot times equity."""
        return self._column("eqr")

    def mean(self) -> dict[str, float | None]:
        """Averages over the range; EQR is mean EV over pot times mean equity."""
        return self._table.averages()

    def rows(self) -> list[dict[str, Any]]:
        """One row for each hand, as plain data."""
        return self._table.hand_rows()

    def to_dict(self) -> dict[str, Any]:
        """Averages and hands as plain data."""
        return {"average": self.mean(), "hands": self.rows()}
