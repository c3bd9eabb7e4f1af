"""Pairs of hole cards: the 1,326 combos and the 169 classes they fall into.

The index of a combo is ``low * (101 - low) // 2 + high - 1`` for card ids ``low < high``. Classes
are numbered as in the 13×13 grid that players draw, row by row from the top left: pairs on the
diagonal from AA to 22, suited hands above it, offsuit hands below.
"""

from __future__ import annotations

from functools import cache, total_ordering
from math import comb
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from runout.cards import ACE, DECK, DECK_SIZE, RANK_COUNT, RANKS, Card, CardsLike, parse_cards
from runout.checks import shown
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

COMBOS = comb(DECK_SIZE, 2)
CLASSES = RANK_COUNT**2

_ROW_ENDS = 2 * DECK_SIZE - 3

_SMALL_PART = 1e-4
PairOf = TypeVar("PairOf", int, "NDArray[np.intp]")


@total_ordering
class Combo:
    """Two hole cards; iterating gives the higher one first.

    >>> Combo("KhAh")
    Combo('AhKh')
    >>> Combo("AhKh").index, Combo("AhKh").hand_class
    (1314, 'AKs')
    """

    __slots__ = ("high", "index", "low")
    __array_ufunc__ = None  # NumPy leaves comparisons to us instead of taking it for two cards
    high: Card
    low: Card
    index: int
    """Place among the 1,326 combos."""

    def __init__(self, cards: CardsLike) -> None:
        parsed = parse_cards(cards)
        if len(parsed) != 2:
            raise RunoutError(f"combo {shown(cards)}: two cards expected, {len(parsed)} given")
        high, low = sorted(parsed, reverse=True)
        self._hold(high, low)

    def _hold(self, high: Card, low: Card) -> None:
        object.__setattr__(self, "high", high)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "index", pair_index(low, high))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Combo cannot be changed (setting {name!r})")

    @staticmethod
    def at(index: int) -> Combo:
        """The combo of an index 0..1325."""
        if not isinstance(index, (int, np.integer)) or not 0 <= index < COMBOS:
            raise RunoutError(f"combo index {shown(index)}: indices run from 0 to {COMBOS - 1}")
        return _all_combos()[int(index)]

    @property
    def hand_class(self) -> str:
        """The class of the combo: AA, AKs or AKo."""
        return CLASS_NAMES[int(CLASS_OF[self.index])]

    def __iter__(self) -> Iterator[Card]:
        return iter((self.high, self.low))

    def __eq__(self, other: object) -> bool:
        return self.index == other.index if isinstance(other, Combo) else NotImplemented

    def __lt__(self, other: Combo) -> bool:
        return self.index < other.index if isinstance(other, Combo) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.index)

    def __reduce__(self) -> tuple[object, ...]:
        return Combo, (str(self),)

    def __str__(self) -> str:
        return f"{self.high}{self.low}"

    def __repr__(self) -> str:
        return f"Combo({str(self)!r})"


def pair_index(low: PairOf, high: PairOf) -> PairOf:
    """Index 0..1325 of two card ids, the lower one first.

    >>> pair_index(0, 1), pair_index(50, 51)
    (0, 1325)
    """
    return low * (_ROW_ENDS - low) // 2 + high - 1


def _class_name(number: int) -> str:
    row, column = divmod(number, RANK_COUNT)
    high, low = sorted((ACE - row, ACE - column), reverse=True)
    suffix = "" if row == column else "s" if row < column else "o"
    return RANKS[high] + RANKS[low] + suffix


def _frozen(values: NDArray[np.integer]) -> NDArray[np.uint8]:
    array = values.astype(np.uint8)
    array.flags.writeable = False
    return array


@cache
def _all_combos() -> tuple[Combo, ...]:
    combos = []
    for low in range(DECK_SIZE):
        for high in range(low + 1, DECK_SIZE):
            combo = Combo.__new__(Combo)
            combo._hold(DECK[high], DECK[low])
            combos.append(combo)
    return tuple(combos)


_LOW, _HIGH = np.triu_indices(DECK_SIZE, 1)  # in the order of the indices

COMBO_CARDS: NDArray[np.uint8] = _frozen(np.column_stack([_LOW, _HIGH]))
"""Card ids of every combo, low card first: shape (1326, 2)."""

_HELD = np.zeros((DECK_SIZE, COMBOS), dtype=bool)
_HELD[COMBO_CARDS.T, np.arange(COMBOS)] = True

COMBOS_WITH: NDArray[np.intp] = np.nonzero(_HELD)[1].reshape(DECK_SIZE, DECK_SIZE - 1)
"""Indices of the 51 combos with each card: shape (52, 51)."""

COMBO_BITS: NDArray[np.uint64] = np.left_shift(1, COMBO_CARDS, dtype=np.uint64).sum(
    axis=1, dtype=np.uint64
)
"""The two cards of every combo as bits, bit = card id."""


def _class_numbers() -> NDArray[np.integer]:
    row, column = ACE - _HIGH // 4, ACE - _LOW // 4  # row <= column, since the high card is higher
    suited_or_pair = (_LOW % 4 == _HIGH % 4) | (row == column)
    return np.where(suited_or_pair, RANK_COUNT * row + column, RANK_COUNT * column + row)


CLASS_OF: NDArray[np.uint8] = _frozen(_class_numbers())
"""Class number of every combo."""

CLASS_NAMES: tuple[str, ...] = tuple(_class_name(number) for number in range(CLASSES))
"""Names of the 169 classes, AA first, 22 last."""

CLASS_SIZES: NDArray[np.uint8] = _frozen(np.bincount(CLASS_OF))
"""Number of combos in every class: 6, 4 or 12."""


@cache
def compatible_matrix() -> NDArray[np.float64]:
    """1 where two combos share no card, 0 where they do: (1326, 1326)."""
    apart: NDArray[np.float64] = (COMBO_BITS[:, None] & COMBO_BITS == 0).astype(np.float64)
    apart.flags.writeable = False
    return apart


def compatible_weight(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weight of all combos that share no card with each of the 1,326.

    >>> float(compatible_weight(np.ones(COMBOS))[0])  # two cards leave 50, which make 1,225 pairs
    1225.0
    """
    with_card = weights[COMBOS_WITH].sum(axis=1)
    low, high = COMBO_CARDS.T
    total = weights.sum()
    apart: NDArray[np.float64] = total - with_card[low] - with_card[high] + weights
    # Where next to nothing is left the differences are rounding: sum what is left itself.
    small, held = np.flatnonzero(apart < _SMALL_PART * total), np.flatnonzero(weights)
    together = COMBO_BITS[small, None] & COMBO_BITS[held]
    # No product of matrices: the library that makes them ends the process where memory is short.
    apart[small] = np.where(together == 0, weights[held], 0.0).sum(axis=1)
    return apart


def holding(cards: Iterable[int]) -> NDArray[np.bool_]:
    """Which of the 1,326 combos hold one of these cards.

    >>> int(holding([Card("Ah")]).sum())
    51
    """
    held = np.zeros(DECK_SIZE, dtype=bool)
    held[list(cards)] = True
    low, high = COMBO_CARDS.T
    combos: NDArray[np.bool_] = held[low] | held[high]
    return combos
