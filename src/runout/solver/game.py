"""A game as the solver sees it: flat arrays, and nothing about poker that they do not say.

Two players hold hands of two cards; a betting tree is cut into levels by deals; a deal blocks the
hands that hold its card; after the last deal every hand has a strength. Spots become games in
`runout.solver.plan`; Kuhn and Leduc poker are games too (`runout.solver.games`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCKED = 0xFFFF
NO_CARD = 64
_SURE_SHARE = 1e-6
"""A hand that meets less of a range than this has it summed: a difference would be rounding."""


@dataclass(frozen=True)
class TreeArrays:
    """The betting tree: children of a node stand side by side, after the node."""

    kind: NDArray[np.uint8]
    level: NDArray[np.uint8]
    first: NDArray[np.int32]
    children: NDArray[np.int32]
    payoff: NDArray[np.float32]
    """(2, nodes, 2, 3): chips and shares; of each player; winning, tied, losing."""


@dataclass(frozen=True)
class HandArrays:
    """The hands of one player."""

    cards: NDArray[np.uint8]
    """(hands, 2)"""
    weight: NDArray[np.float64]
    same: NDArray[np.int32]
    """The opponent's number of the same hand, or -1."""
    maps: NDArray[np.int32]
    """(relabellings, hands): where each hand goes."""
    strength: NDArray[np.uint16]
    """(last deals, hands): BLOCKED where a hand is not possible."""


@dataclass(frozen=True)
class Deals:
    """The deals that open one level, those after the same deal side by side."""

    parent: NDArray[np.int32]
    card: NDArray[np.uint8]
    copies: NDArray[np.float32]
    """How many deals each one stands for."""
    maps: tuple[tuple[int, ...], ...]
    """Which relabellings keep the board after each deal; the identity is number 0."""
    probability: float
    """Of one card, given both hands."""

    def __len__(self) -> int:
        return len(self.parent)


@dataclass(frozen=True)
class Game:
    """Everything an engine needs to solve."""

    tree: TreeArrays
    hands: tuple[HandArrays, HandArrays]
    levels: tuple[Deals, ...]

    @cached_property
    def weights(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Weights as the engine has them: the largest of each player is 1, however small it was."""
        oop, ip = (scaled(hands.weight) for hands in self.hands)
        return oop, ip

    @cached_property
    def deal_weight(self) -> float:
        """Sum over all pairs of hands that can be dealt together of their `weights` multiplied."""
        return float(self.compatible_weight(0, self.weights[1]) @ self.weights[0])

    def compatible_weight(
        self, player: int, reach: NDArray[np.float32] | NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The reach of the opponent's hands that share no card with each hand of a player."""
        own, other = self.hands[player], self.hands[1 - player]
        wide = reach.astype(np.float64)
        held = np.bincount(other.cards[:, 0], wide, NO_CARD)
        held += np.bincount(other.cards[:, 1], wide, NO_CARD)
        same = np.where(own.same >= 0, wide[own.same], 0.0)
        result: NDArray[np.float64] = wide.sum() - held[own.cards].sum(axis=1) + same
        for hand in np.flatnonzero(result <= _SURE_SHARE * wide.sum()):
            apart = ~np.isin(other.cards, own.cards[hand]).any(axis=1)
            result[hand] = wide[apart].sum()
        return result

    @cached_property
    def stored_numbers(self) -> int:
        """Actions times hands of the player to act, over all nodes and deals."""
        tree = self.tree
        total = 0
        for player, hands in enumerate(self.hands):
            for level, deals in enumerate(self.levels):
                here = (tree.kind == player) & (tree.level == level)
                total += int(tree.children[here].sum()) * len(deals) * len(hands.weight)
        return total


def scaled(reach: NDArray[np.float64]) -> NDArray[np.float32]:
    """Reach with its largest entry at 1, so that rare lines are as exact as common ones."""
    largest = reach.max(initial=0.0)
    return (reach / largest if largest > 0 else reach).astype(np.float32)
