"""Pairs of hole cards: the 1,326 combos and the 169 classes they fall into.

The index of a combo is ``low * (101 - low) // 2 + high - 1`` for card ids ``low < high``. Classes are
numbered as in the 13×13 grid that players draw, row by row from the top left: pairs on the diagonal
from AA to 22, suited hands above it, offsuit hands below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from runout.cards import DECK, RANKS, Card, CardsLike, parse_cards
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

COMBOS = 1326
CLASSES = 169


class Combo(tuple[Card, Card]):
    """Two hole cards, the higher one first.

    >>> Combo("KhAh")
    Combo('AhKh')
    >>> Combo("AhKh").index, Combo("AhKh").hand_class
    (1291, 'AKs')
    """

    __slots__ = ()

    def __new__(cls, cards: CardsLike) -> Combo:
        parsed = parse_cards(cards)
        if len(parsed) != 2:
            raise RunoutError(f"combo {cards!r}: two cards expected, {len(parsed)} given")
        high, low = sorted(parsed, reverse=True)
        return super().__new__(cls, (high, low))

    @staticmethod
    def at(index: int) -> Combo:
        """The combo of an index 0..1325."""
        return _ALL[index]

    @property
    def index(self) -> int:
        """Place among the 1,326 combos."""
        high, low = self
        return pair_index(low, high)

    @property
    def hand_class(self) -> str:
        """The class of the combo: AA, AKs or AKo."""
        return CLASS_NAMES[CLASS_OF[self.index]]

    def __str__(self) -> str:
        return f"{self[0]}{self[1]}"

    def __repr__(self) -> str:
        return f"Combo({str(self)!r})"


def pair_index(low: int, high: int) -> int:
    """Index 0..1325 of two card ids, the lower one first.

    >>> pair_index(0, 1), pair_index(50, 51)
    (0, 1325)
    """
    return low * (101 - low) // 2 + high - 1


def _class_number(low: int, high: int) -> int:
    row, column = 12 - (high >> 2), 12 - (low >> 2)  # row <= column, since the high card is higher
    suited = low & 3 == high & 3
    return 13 * row + column if suited or row == column else 13 * column + row


def _class_name(number: int) -> str:
    row, column = divmod(number, 13)
    high, low = sorted((12 - row, 12 - column), reverse=True)
    suffix = "" if row == column else "s" if row < column else "o"
    return RANKS[high] + RANKS[low] + suffix


def _frozen(values: Sequence[int] | Sequence[tuple[int, int]], dtype: type) -> NDArray[np.uint8]:
    array = np.array(values, dtype=dtype)
    array.flags.writeable = False
    return array


_PAIRS = [(low, high) for low in range(52) for high in range(low + 1, 52)]
_ALL: tuple[Combo, ...] = tuple(Combo((DECK[high], DECK[low])) for low, high in _PAIRS)

COMBO_CARDS: NDArray[np.uint8] = _frozen(_PAIRS, np.uint8)
"""Card ids of every combo, low card first: shape (1326, 2)."""

CLASS_OF: NDArray[np.uint8] = _frozen([_class_number(low, high) for low, high in _PAIRS], np.uint8)
"""Class number of every combo."""

CLASS_NAMES: tuple[str, ...] = tuple(_class_name(number) for number in range(CLASSES))
"""Names of the 169 classes, AA first, 22 last."""

CLASS_SIZES: NDArray[np.uint8] = _frozen(np.bincount(CLASS_OF).tolist(), np.uint8)
"""Number of combos in every class: 6, 4 or 12."""
