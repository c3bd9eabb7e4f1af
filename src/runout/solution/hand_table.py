"""Numbers by hand: looked up by two cards in any order, or averaged over a class such as AKs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

from runout.cards import looks_like_cards
from runout.checks import shown
from runout.combos import CLASS_NAMES, Combo
from runout.errors import RunoutError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runout.solution.node_table import NodeTable

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
        return f"<{len(self)} hands, {self._what}>"
