"""A solution judged in double precision: its own strategy, valued by the oracle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from runout import Card
from runout.solver.betting import DEAL, IP, OOP
from runout.solver.engine import Where

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runout.solution.node import SolutionNode
    from runout.solution.solution import Solution
    from runout.solution.values import PlayerValues
    from tests.oracles.cfr import Array, Oracle, Strategy


def strategy_of(solution: Solution) -> Strategy:
    """The solution's strategy as the oracle asks for it, cards dealt by themselves."""
    plan, reader = solution.plan, solution.solved.reader
    assert len(plan.symmetries) == 1

    def strategy(number: int, cards: tuple[int, ...]) -> Array:
        deal = 0
        for level, card in enumerate(cards, start=1):
            deals = plan.game.levels[level]
            deal = int(np.flatnonzero((deals.parent == deal) & (deals.card == card))[0])
        mix = reader.strategy(Where(len(cards), deal, number)).astype(np.float64)
        total = mix.sum(axis=0)  # hands that hold a card of the board have none
        return np.asarray(mix / np.where(total > 0, total, 1))

    return strategy


def range_mean(values: PlayerValues, name: str) -> float | None:
    """The mean of a column over the hands that get there; None if none does."""
    column, counts = getattr(values, name), values.weight
    known = np.isfinite(column) & (counts > 0)
    return float(column[known] @ counts[known] / counts[known].sum()) if known.any() else None


@dataclass(frozen=True)
class Means:
    """EV and what it is an average over, at one node."""

    node: SolutionNode
    ev: tuple[float, float]
    by_hand: tuple[Array, Array]
    weight: tuple[Array, Array]
    number: int
    cards: tuple[int, ...]
    reach: tuple[Array, Array]


def regret_at(oracle: Oracle, strategy: Strategy, means: Means) -> float:
    """What the player to act there gains by his best reply from there on, in percent of the pot."""
    node = oracle.tree.nodes[means.number]
    player, other = node.kind, means.reach[1 - node.kind]
    best, follows = (
        oracle.values(strategy, player, other, best=b, number=means.number, cards=means.cards)
        for b in (True, False)
    )
    gain = float(means.reach[player] @ (best - follows) / means.weight[player].sum())
    return 100 * gain / (oracle.spot.pot + sum(node.put))


def means_below(
    oracle: Oracle, strategy: Strategy, node: SolutionNode, cards_each: int
) -> Iterator[Means]:
    """The means at all action nodes where both players can be, after some of the cards."""
    reach = (oracle.weights[OOP], oracle.weights[IP])
    yield from _below(oracle, strategy, node, cards_each, 0, (), reach)


def _below(
    oracle: Oracle,
    strategy: Strategy,
    node: SolutionNode,
    cards_each: int,
    number: int,
    cards: tuple[int, ...],
    reach: tuple[Array, Array],
) -> Iterator[Means]:
    here = oracle.tree.nodes[number]
    met = (oracle.apart @ reach[IP], oracle.apart.T @ reach[OOP])
    weight = (reach[OOP] * met[OOP], reach[IP] * met[IP])
    if not weight[OOP].sum() > 0:
        return
    if here.kind == DEAL:
        left = sorted(set(range(52)) - {*oracle.board, *cards})
        for card in left[number % 3 :: max(len(left) // cards_each, 1)]:
            after = tuple(reach[p] * oracle.possible(p, card) for p in (OOP, IP))
            below = node.deal(Card(card))
            child = here.children[0]
            yield from _below(
                oracle, strategy, below, cards_each, child, (*cards, card), (after[0], after[1])
            )
        return
    if here.kind not in (OOP, IP):
        return
    by_hand = tuple(
        _ev(oracle, strategy, number, cards, player, reach, met[player]) for player in (OOP, IP)
    )
    ev = tuple(float(np.nansum(weight[p] * by_hand[p]) / weight[p].sum()) for p in (OOP, IP))
    yield Means(node, (ev[0], ev[1]), (by_hand[0], by_hand[1]), weight, number, cards, reach)
    mix = strategy(number, cards)
    for action, child in enumerate(here.children):
        after = tuple(reach[p] * mix[action] if p == here.kind else reach[p] for p in (OOP, IP))
        below = node.play(str(here.actions[action]))
        yield from _below(oracle, strategy, below, cards_each, child, cards, (after[0], after[1]))


def _ev(
    oracle: Oracle,
    strategy: Strategy,
    number: int,
    cards: tuple[int, ...],
    player: int,
    reach: tuple[Array, Array],
    met: Array,
) -> Array:
    """EV of each hand of a player in chips from the pot; NaN where it meets nobody."""
    sums = oracle.values(strategy, player, reach[1 - player], number=number, cards=cards)
    put = oracle.spot.pot / 2 + oracle.tree.nodes[number].put[player]
    return np.where(met > 0, sums / np.where(met > 0, met, 1) + put, np.nan)
