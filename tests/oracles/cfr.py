"""A spot solved the obvious way: every pair of hands, every card, no tricks.

Values are chips against half the starting pot, summed over the opponent's hands by reach.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from runout.combos import COMBO_CARDS
from runout.solver.betting import DEAL, FOLD, SHOWDOWN
from tests.oracles.hands import score

if TYPE_CHECKING:
    from runout import Spot

Array = NDArray[np.float64]
Key = tuple[int, tuple[int, ...]]
Strategy = Callable[[int, tuple[int, ...]], Array]


class Oracle:
    """A spot with its regrets and strategies in dictionaries."""

    def __init__(self, spot: Spot) -> None:
        self.spot, self.tree = spot, spot.tree
        self.board = [int(card) for card in spot.cards]
        self.hands = [
            [tuple(int(c) for c in COMBO_CARDS[i]) for i in np.flatnonzero(weights)]
            for weights in spot.weights
        ]
        self.weights = [weights[weights > 0] for weights in spot.weights]
        self.apart = np.array(
            [[not set(a) & set(b) for b in self.hands[1]] for a in self.hands[0]], dtype=float
        )
        self.regrets: dict[Key, Array] = {}
        self.sums: dict[Key, Array] = {}
        self.outcomes: dict[tuple[int, ...], Array] = {}

    def outcome(self, cards: tuple[int, ...]) -> Array:
        """1, 0 or -1 for oop's hand (row) against ip's (column); NaN if they cannot be."""
        key = tuple(sorted(cards))
        if key not in self.outcomes:
            scores = [
                [
                    None if set(hand) & set(cards) else score([*hand, *self.board, *cards])
                    for hand in hands
                ]
                for hands in self.hands
            ]
            self.outcomes[key] = np.array(
                [
                    [
                        np.nan if a is None or b is None else float(a > b) - float(a < b)
                        for b in scores[1]
                    ]
                    for a in scores[0]
                ]
            )
        return self.outcomes[key]

    def matrix(self, number: int, cards: tuple[int, ...], player: int) -> Array:
        """What the player's hand (row) gets against the opponent's (column) at the end."""
        node, pot = self.tree.nodes[number], self.spot.pot
        outcome = self.outcome(cards) if node.kind == SHOWDOWN else np.zeros_like(self.apart)
        if node.kind == FOLD:
            folder = self.tree.nodes[node.parent].kind
            half = pot / 2 + node.put[folder]
            rake = self.tree.final_rake(2 * half)
            pays = np.full_like(outcome, -half if folder == player else half - rake)
        else:
            half = pot / 2 + node.put[0]
            rake = self.tree.final_rake(2 * half)
            sign = outcome if player == 0 else -outcome
            pays = np.where(sign > 0, half - rake, np.where(sign < 0, -half, -rake / 2))
        pays = np.where(np.isnan(outcome) | (self.apart == 0), 0.0, pays)
        return pays if player == 0 else pays.T

    def possible(self, player: int, card: int) -> Array:
        """0 for the hands that hold a card, else 1."""
        return np.array([card not in hand for hand in self.hands[player]], dtype=float)

    def values(
        self,
        strategy: Strategy,
        player: int,
        reach: Array,
        *,
        best: bool = False,
        number: int = 0,
        cards: tuple[int, ...] = (),
    ) -> Array:
        """Value of each hand of the player if both follow a strategy, or he replies at his best."""
        node = self.tree.nodes[number]
        if node.kind in (FOLD, SHOWDOWN):
            return self.matrix(number, cards, player) @ reach
        if node.kind == DEAL:
            total = np.zeros(len(self.hands[player]))
            for card in set(range(52)) - {*self.board, *cards}:
                below = self.values(
                    strategy,
                    player,
                    reach * self.possible(1 - player, card),
                    best=best,
                    number=node.children[0],
                    cards=(*cards, card),
                )
                total += below * self.possible(player, card)
            return total / (52 - len(self.board) - len(cards) - 4)
        mix = strategy(number, cards)
        below = np.stack(
            [
                self.values(
                    strategy,
                    player,
                    reach if node.kind == player else reach * mix[action],
                    best=best,
                    number=child,
                    cards=cards,
                )
                for action, child in enumerate(node.children)
            ]
        )
        if node.kind != player:
            return np.asarray(below.sum(axis=0))
        return np.asarray(below.max(axis=0) if best else (mix * below).sum(axis=0))

    def mean(self, values: Array, player: int) -> float:
        """Average over the player's range."""
        total = self.weights[0] @ self.apart @ self.weights[1]
        return float(self.weights[player] @ values / total)

    def exploitability(self, strategy: Strategy) -> float:
        """Mean of the two gains by best replies, in chips."""
        gain = 0.0
        for player in (0, 1):
            for best, sign in ((True, 1), (False, -1)):
                values = self.values(strategy, player, self.weights[1 - player], best=best)
                gain += sign * self.mean(values, player)
        return gain / 2

    def solve(self, iterations: int) -> Strategy:
        """CFR+ with linear averaging, players taking turns."""
        for weight in range(1, iterations + 1):
            for player in (0, 1):
                self._learn(player, self.weights[player], self.weights[1 - player], weight, 0, ())
        return lambda number, cards: _normalised(self.sums[number, cards])

    def _learn(
        self,
        player: int,
        own: Array,
        other: Array,
        weight: int,
        number: int,
        cards: tuple[int, ...],
    ) -> Array:
        node = self.tree.nodes[number]
        if node.kind in (FOLD, SHOWDOWN):
            return self.matrix(number, cards, player) @ other
        if node.kind == DEAL:
            total = np.zeros(len(own))
            for card in set(range(52)) - {*self.board, *cards}:
                mine, theirs = self.possible(player, card), self.possible(1 - player, card)
                child = node.children[0]
                below = self._learn(
                    player, own * mine, other * theirs, weight, child, (*cards, card)
                )
                total += below * mine
            return total / (52 - len(self.board) - len(cards) - 4)
        shape = (len(node.children), len(self.hands[node.kind]))
        regrets = self.regrets.setdefault((number, cards), np.zeros(shape))
        mix = _normalised(regrets)
        rows = []
        for action, child in enumerate(node.children):
            mine = own * mix[action] if node.kind == player else own
            theirs = other if node.kind == player else other * mix[action]
            rows.append(self._learn(player, mine, theirs, weight, child, cards))
        below = np.stack(rows)
        if node.kind != player:
            return np.asarray(below.sum(axis=0))
        value = (mix * below).sum(axis=0)
        np.maximum(regrets + below - value, 0, out=regrets)
        self.sums[number, cards] = (
            self.sums.get((number, cards), np.zeros(shape)) + weight * own * mix
        )
        return np.asarray(value)


def _normalised(weights: Array) -> Array:
    total = weights.sum(axis=0)
    even = np.full_like(weights, 1 / len(weights))
    return np.where(total > 0, weights / np.where(total > 0, total, 1), even)
