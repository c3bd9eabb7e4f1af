"""Numbers by hand: looked up by two cards in any order, or averaged over a class such as AKs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from runout.cards import looks_like_cards
from runout.checks import shown
from runout.combos import CLASS_NAMES, Combo
from runout.errors import RunoutError

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T")


class HandTable(Mapping[str, T], Generic[T]):
    """A value for every hand of a range that the board leaves possible.

    A class such as ``AKs`` gives the mean over its combos, each counted as often as it is met, and
    those too that are not shown by themselves.
    """

    def __init__(
        self,
        what: str,
        combos: list[Combo],
        weight: NDArray[np.float64],
        values: NDArray[np.float64],
        given: Callable[[NDArray[np.float64]], T],
        shown: NDArray[np.bool_] | None = None,
    ) -> None:
        self._what = what
        self._row = {combo: i for i, combo in enumerate(combos)}
        self._weight = weight
        self._values = values
        self._given = given
        self._shown = np.ones(len(combos), dtype=bool) if shown is None else shown

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
        row = self._row[combo]
        return self._given(np.where(self._shown[row], self._values[..., row], np.nan))

    def _mean(self, hand_class: str) -> NDArray[np.float64]:
        rows = [i for combo, i in self._row.items() if combo.hand_class == hand_class]
        if not rows:
            raise RunoutError(f"hand {hand_class}: not among {self._what}")
        values, weight = self._values[..., rows], self._weight[rows]
        known = np.isfinite(values)
        total = np.where(known, weight, 0.0).sum(axis=-1)
        with np.errstate(divide="ignore", invalid="ignore"):
            mean: NDArray[np.float64] = np.where(known, weight * values, 0.0).sum(axis=-1) / total
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


def given(value: NDArray[np.float64] | float) -> float | None:
    """A number as it is given out: None where there is none."""
    return float(value) if np.isfinite(value) else None


def all_given(values: NDArray[np.float64]) -> list[float | None]:
    """Numbers as they are given out."""
    return [given(value) for value in values]
