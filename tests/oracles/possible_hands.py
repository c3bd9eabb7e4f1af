"""What players may hold beside each other, by trying hand after hand."""

from collections.abc import Iterable
from itertools import product

import numpy as np
from numpy.typing import NDArray

from runout.combos import COMBO_CARDS

Weights = NDArray[np.float64]


def possible_weights(given: Weights, gone: Iterable[int]) -> Weights:
    """The largest of each player made 1; zero what cannot be held beside some other's range."""
    weights = given.copy()
    for index, cards in enumerate(COMBO_CARDS.tolist()):
        if set(cards) & set(gone):
            weights[:, index] = 0
    ranges = [np.flatnonzero(row) for row in weights]
    for player, hands in enumerate(ranges):
        if not len(hands):
            continue
        for index, cards in enumerate(COMBO_CARDS.tolist()):
            if all(set(cards) & set(COMBO_CARDS[hand].tolist()) for hand in hands):
                weights[[other for other in range(len(weights)) if other != player], index] = 0
    largest = weights.max(axis=1, keepdims=True)
    np.divide(weights, largest, out=weights, where=largest > 0)
    return weights


def can_be_dealt(weights: Weights) -> bool:
    """Whether some combination of hands uses no card twice."""
    for hands in product(*(np.flatnonzero(row) for row in weights)):
        cards = COMBO_CARDS[list(hands)].ravel().tolist()
        if len(set(cards)) == len(cards):
            return True
    return False
