"""Equity by dealing everything: all hands, all boards, compared by the rule book."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from tests.oracles.hands import score

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Hand = tuple[int, int]
Range = dict[Hand, Fraction]  # hands as (low, high) card ids
Share = tuple[Fraction, Fraction, Fraction]  # won, tied, pots
Ended = tuple[Fraction, Fraction, Fraction, Fraction]  # won, tied, pots, dealt


def _deals(ranges: Sequence[Range], used: set[int]) -> Iterator[tuple[tuple[Hand, ...], Fraction]]:
    """All ways to give every player a hand, no card used twice, with the product of the weights."""
    if not ranges:
        yield (), Fraction(1)
        return
    for hand, weight in ranges[0].items():
        if not used & set(hand):
            for others, product in _deals(ranges[1:], used | set(hand)):
                yield (hand, *others), weight * product


def equity(
    ranges: Sequence[Range], board: Sequence[int], dead: Sequence[int]
) -> tuple[Fraction, list[Share], list[dict[Hand, Ended]]]:
    """Total weight, (won, tied, pots) of each player, and by hand (won, tied, pots, dealt)."""
    total = Fraction(0)
    sums = [[Fraction(0)] * 3 for _ in ranges]
    by_hand: list[dict[Hand, Ended]] = [{} for _ in ranges]
    gone = {*board, *dead}
    for hands, weight in _deals(ranges, set(gone)):
        left = [c for c in range(52) if c not in gone and not any(c in hand for hand in hands)]
        for rest in combinations(left, 5 - len(board)):
            scores = [score([*hand, *board, *rest]) for hand in hands]
            winners = [i for i, one in enumerate(scores) if one == max(scores)]
            total += weight
            for i, hand in enumerate(hands):
                alone = weight if winners == [i] else Fraction(0)
                shared = weight if i in winners and len(winners) > 1 else Fraction(0)
                pots = (alone + shared) / len(winners)
                for place, part in enumerate((alone, shared, pots)):
                    sums[i][place] += part
                won, tied, got, dealt = by_hand[i].get(hand, (Fraction(0),) * 4)
                by_hand[i][hand] = (won + alone, tied + shared, got + pots, dealt + weight)
    return total, [(won, tied, pots) for won, tied, pots in sums], by_hand
