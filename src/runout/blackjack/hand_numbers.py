"""All blackjack hands as multisets of values, numbered as in the kernels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from runout import _core
from runout.blackjack.card_values import VALUES, format_values, parse_values
from runout.checks import shown
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True)
class AllHands:
    """One row for each hand that is not bust; hand 0 is empty."""

    cards: NDArray[np.uint8]
    """(hands, 10): cards of each value."""
    size: NDArray[np.uint8]
    total: NDArray[np.uint8]
    soft: NDArray[np.bool_]
    pair: NDArray[np.int8]
    """The value of two equal cards, else -1."""
    numbers: dict[tuple[int, ...], int]
    """From the ten counts to the row."""


@cache
def all_hands() -> AllHands:
    """The table, made once.

    >>> len(all_hands().size)
    3083
    """
    hands = _core.blackjack_hands()
    cards, size = hands.cards.reshape(-1, len(VALUES)), hands.size
    pairs = (size == 2) & (cards.max(axis=1) == 2)
    pair = np.where(pairs, cards.argmax(axis=1), -1).astype(np.int8)
    numbers = {tuple(row): number for number, row in enumerate(cards.tolist())}
    return AllHands(cards, size, hands.total, hands.soft.astype(bool), pair, numbers)


def hand_number(text: str) -> int:
    """The row of a hand of two or more cards that is not bust.

    >>> hand_text(hand_number("6 K"))
    'T6'
    """
    values = parse_values(text, "hand")
    if len(values) < 2:
        raise RunoutError(f"hand {shown(text)}: a hand has two cards or more")
    counts = [values.count(value) for value in range(len(VALUES))]
    number = all_hands().numbers.get(tuple(counts))
    if number is None:
        points = sum(value + 1 for value in values)
        raise RunoutError(f"hand {shown(text)}: {points} points, which is bust")
    return number


def hand_text(number: int) -> str:
    """A hand as players write it: highest card first, aces before all.

    >>> hand_text(hand_number("9A"))
    'A9'
    """
    return format_values(_cards_of(all_hands().cards[number].tolist()))


def _cards_of(counts: Sequence[int]) -> list[int]:
    order = (0, *range(len(counts) - 1, 0, -1))
    return [value for value in order for _ in range(counts[value])]
