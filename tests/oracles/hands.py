"""Poker hands by the rule book: every five of the cards, compared as tuples."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Score = tuple[int, list[int]]


def score_five(cards: Iterable[int]) -> Score:
    """(category, ranks that break ties) of five card ids; larger is better."""
    cards = list(cards)
    ranks = sorted((card // 4 for card in cards), reverse=True)
    counted = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    shape = [n for n, _ in counted]
    by_count = [rank for _, rank in counted]
    flush = len({card % 4 for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = by_count = [3, 2, 1, 0, -1]
    straight = len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    if straight and flush:
        return 8, ranks
    if shape == [4, 1]:
        return 7, by_count
    if shape == [3, 2]:
        return 6, by_count
    if flush:
        return 5, ranks
    if straight:
        return 4, ranks
    if shape == [3, 1, 1]:
        return 3, by_count
    if shape == [2, 2, 1]:
        return 2, by_count
    if shape == [2, 1, 1, 1]:
        return 1, by_count
    return 0, ranks


def score(cards: Iterable[int]) -> Score:
    """Score of the best five of 5, 6 or 7 cards."""
    return max(score_five(five) for five in combinations(cards, 5))
