"""Toy games with known answers, in the same form as spots."""

from __future__ import annotations

import numpy as np

from runout.solver.betting import IP, OOP, RIVER, TURN, BetSizes, Betting
from runout.solver.plan import BLOCKED, NO_CARD, Deals, Game, HandArrays, tree_arrays
from runout.solver.sizes import parse_sizes
from runout.solver.tree import Tree

_SECOND = 32  # a hand of one card gets a second of its own, so that equal hands share both


def _hands(strength: list[list[int]]) -> HandArrays:
    count = len(strength[0])
    numbers = np.arange(count, dtype=np.uint8)
    same = np.arange(count, dtype=np.int32)
    return HandArrays(
        np.ascontiguousarray(np.stack([numbers, numbers + _SECOND], axis=1)),
        np.ones(count),
        same,
        same[None, :],
        np.array(strength, dtype=np.uint16),
    )


def _deals(parents: int, cards: list[int], probability: float) -> Deals:
    count = len(cards)
    return Deals(
        np.zeros(count, dtype=np.int32) + parents,
        np.array(cards, dtype=np.uint8),
        np.ones(count, dtype=np.float32),
        ((0,),) * count,
        probability,
    )


def kuhn() -> Game:
    """Kuhn poker: three cards, antes and bets of one chip. Worth -1/18 to the first player."""
    sizes = BetSizes(parse_sizes("a", raises=False))
    betting = Betting(2, 1, RIVER, {(RIVER, OOP): sizes, (RIVER, IP): sizes})
    hands = _hands([[0, 1, 2]])
    return Game(tree_arrays(Tree(betting)), (hands, hands), (_deals(0, [NO_CARD], 1.0),))


def leduc() -> Game:
    """Leduc poker: six cards in three ranks, one of them dealt openly after the first round.

    Antes of 1, bets of 2 and then 4, at most two bets a round. Worth -0.0856 to the first player.
    """
    sizes = {}
    for street, bet in ((TURN, 2), (RIVER, 4)):
        chips = BetSizes(
            parse_sizes(f"{bet}c", raises=False), parse_sizes(f"{bet}c1r", raises=True)
        )
        sizes[street, OOP] = sizes[street, IP] = chips
    tree = Tree(Betting(2, 100, TURN, sizes))
    deck = range(6)
    strength = [
        [BLOCKED if card == dealt else card // 2 + 10 * (card // 2 == dealt // 2) for card in deck]
        for dealt in deck
    ]
    hands = _hands(strength)
    levels = (_deals(0, [NO_CARD], 1.0), _deals(0, list(deck), 1 / 4))
    return Game(tree_arrays(tree), (hands, hands), levels)
