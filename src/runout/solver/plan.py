"""From a spot to a game: payoffs, the deals that differ up to suits, hands and their strengths.

A game is what the solver sees: flat arrays, and nothing about poker that they do not say. Two
players hold hands of two cards; a betting tree is cut into levels by deals; a deal blocks the hands
that hold its card; after the last deal every hand has a strength. Kuhn and Leduc poker are games
too (`runout.solver.games`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from runout import _core
from runout.cards import DECK, DECK_BITS, DECK_SIZE, card_bits
from runout.combos import COMBO_CARDS, COMBOS, holding
from runout.solver.betting import FOLD, IP, OOP, RIVER, SHOWDOWN
from runout.suits import IDENTITY, IDENTITY_ALONE, Suits, images, keeping, relabelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from runout.cards import Card
    from runout.solver.spot import Spot
    from runout.solver.tree import Tree

BLOCKED = 0xFFFF
NO_CARD = 64


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
        wide = np.ascontiguousarray(reach, dtype=np.float64)
        return _core.compatible_weight(own.cards.ravel(), own.same, other.cards.ravel(), wide)

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


@dataclass(frozen=True)
class Plan:
    """A game made of a spot, and how to find one's way in it."""

    spot: Spot
    game: Game
    combos: tuple[NDArray[np.intp], NDArray[np.intp]]
    """The combo index of each hand of each player."""
    symmetries: tuple[Suits, ...]
    """Relabellings of suits that change nothing, the identity first."""

    def showdown_equity(
        self, player: int, cards: Sequence[Card], reach: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Of each hand after these cards, against the opponent's hands by their reach."""
        board = card_bits([*self.spot.cards, *cards])
        weights = np.zeros((2, COMBOS))
        weights[player, self.combos[player]] = 1.0
        weights[1 - player, self.combos[1 - player]] = reach / (reach.max() or 1.0)
        weights[:, holding(cards)] = 0
        counted = _core.range_equity(
            weights, board, DECK_BITS & ~board, IDENTITY_ALONE, "two", 1, _core.Control()
        )
        own = self.combos[player]
        share, dealt = counted.share[player, own], counted.dealt[player, own]
        with np.errstate(divide="ignore", invalid="ignore"):
            equity: NDArray[np.float64] = np.where(dealt > 0, share / dealt, np.nan)
        return equity


def make_plan(spot: Spot, *, isomorphism: bool = True) -> Plan:
    """The plan of a spot; without isomorphism every card is dealt by itself."""
    levels, boards, symmetries = deals_of(spot, isomorphism=isomorphism)
    combos = (np.flatnonzero(spot.weights[OOP]), np.flatnonzero(spot.weights[IP]))
    strengths = _strengths(np.union1d(*combos), boards)
    hands = [_hands(spot, player, combos, symmetries, strengths) for player in (OOP, IP)]
    game = Game(tree_arrays(spot.tree), (hands[0], hands[1]), levels)
    return Plan(spot, game, combos, tuple(symmetries))


def deals_of(
    spot: Spot, *, isomorphism: bool
) -> tuple[tuple[Deals, ...], list[tuple[int, ...]], list[Suits]]:
    """The deals of every street, the complete boards, and the relabellings that were used."""
    symmetries = keeping(spot.cards, weights=spot.weights) if isomorphism else [IDENTITY]
    board = [int(card) for card in spot.cards]
    levels = _levels(board, symmetries)
    return levels, _boards(board, levels), symmetries


def possible_hands(combos: NDArray[np.intp], boards: list[tuple[int, ...]]) -> NDArray[np.intp]:
    """How many of these combos each board leaves possible."""
    held = np.zeros((len(combos), DECK_SIZE), dtype=np.int64)
    held[np.arange(len(combos))[:, None], COMBO_CARDS[combos]] = 1
    both = held.T @ held
    single = held.sum(axis=0)
    array = np.array(boards)
    blocked = single[array].sum(axis=1)
    for i in range(array.shape[1]):
        for j in range(i):
            blocked -= both[array[:, i], array[:, j]]
    return np.asarray(len(combos) - blocked, dtype=np.intp)


def tree_arrays(tree: Tree) -> TreeArrays:
    """The tree as arrays. Chips are counted from half the starting pot.

    Without rake, what one player wins is then what the other loses.
    """
    payoff = np.zeros((2, len(tree.nodes), 2, 3), dtype=np.float32)
    for number, node in enumerate(tree.nodes):
        if node.kind == SHOWDOWN:
            half = tree.betting.pot / 2 + node.put[0]
            rake = tree.final_rake(2 * half)
            payoff[0, number] = (half - rake, -rake / 2, -half)
            payoff[1, number] = (1, 0.5, 0)
        elif node.kind == FOLD:
            folder = tree.nodes[node.parent].kind
            half = tree.betting.pot / 2 + node.put[folder]
            payoff[0, number, folder] = -half
            payoff[0, number, 1 - folder] = half - tree.final_rake(2 * half)
            payoff[1, number, 1 - folder] = 1
    nodes = tree.nodes
    return TreeArrays(
        np.array([node.kind for node in nodes], dtype=np.uint8),
        np.array([node.street - tree.betting.street for node in nodes], dtype=np.uint8),
        np.array([node.children[0] if node.children else 0 for node in nodes], dtype=np.int32),
        np.array([len(node.children) for node in nodes], dtype=np.int32),
        payoff,
    )


def _levels(board: list[int], symmetries: list[Suits]) -> tuple[Deals, ...]:
    """One level for the board, and one for each card to come."""
    everything = tuple(range(len(symmetries)))
    levels = [_deals([(0, NO_CARD, 1, everything)], 1.0)]
    dealt: list[tuple[int, ...]] = [()]
    for street in range(len(board), RIVER):
        rows, after = [], []
        for parent, (cards, kept) in enumerate(zip(dealt, levels[-1].maps, strict=True)):
            for card, copies, left in _orbits({*board, *cards}, kept, symmetries):
                rows.append((parent, card, copies, left))
                after.append((*cards, card))
        dealt = after
        levels.append(_deals(rows, 1 / (DECK_SIZE - street - 4)))
    return tuple(levels)


def _deals(rows: list[tuple[int, int, int, tuple[int, ...]]], probability: float) -> Deals:
    parent, card, copies, maps = zip(*rows, strict=True)
    return Deals(
        np.array(parent, dtype=np.int32),
        np.array(card, dtype=np.uint8),
        np.array(copies, dtype=np.float32),
        maps,
        probability,
    )


def _orbits(
    gone: set[int], kept: tuple[int, ...], symmetries: list[Suits]
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Cards that differ, how many each stands for, and the relabellings that keep it."""
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for card in DECK:
        moved = [relabelled(card, symmetries[number]) for number in kept]
        if card in gone or min(moved) < card:
            continue
        left = tuple(n for n, image in zip(kept, moved, strict=True) if image == card)
        found.append((card, len(set(moved)), left))
    return found


def _boards(board: list[int], levels: tuple[Deals, ...]) -> list[tuple[int, ...]]:
    boards = [tuple(board)]
    for deals in levels[1:]:
        rows = zip(deals.parent.tolist(), deals.card.tolist(), strict=True)
        boards = [(*boards[parent], card) for parent, card in rows]
    return boards


def _strengths(combos: NDArray[np.intp], boards: list[tuple[int, ...]]) -> NDArray[np.uint16]:
    """Strength of each combo on each board: (boards, 1326), BLOCKED where it is not possible."""
    strengths = np.full((len(boards), COMBOS), BLOCKED, dtype=np.uint16)
    cards = COMBO_CARDS[combos]
    known: dict[tuple[int, ...], int] = {}
    for number, board in enumerate(boards):
        first = known.setdefault(tuple(sorted(board)), number)
        if first < number:
            strengths[number] = strengths[first]
            continue
        free = ~np.isin(cards, board).any(axis=1)
        hands = np.empty((int(free.sum()), 7), dtype=np.uint8)
        hands[:, :2] = cards[free]
        hands[:, 2:] = board
        found = np.empty(len(hands), dtype=np.uint16)
        _core.evaluate(hands, found)
        strengths[number, combos[free]] = found
    return strengths


def _hands(
    spot: Spot,
    player: int,
    combos: tuple[NDArray[np.intp], NDArray[np.intp]],
    symmetries: list[Suits],
    strengths: NDArray[np.uint16],
) -> HandArrays:
    own, other = combos[player], combos[1 - player]
    place = np.full((2, COMBOS), -1, dtype=np.int32)
    place[0, own] = np.arange(len(own))
    place[1, other] = np.arange(len(other))
    return HandArrays(
        COMBO_CARDS[own],
        spot.weights[player, own],
        place[1, own],
        np.stack([place[0, images()[suits][own]] for suits in symmetries]),
        np.ascontiguousarray(strengths[:, own]),
    )
