"""A solution without its river: earlier streets as they were, river nodes solved again when asked.

What every hand is worth where the last card is dealt is kept, so that the values of earlier streets
need no river. A river subtree is a game of its own: the board, and the reach of both players.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from runout.remembered import Remembered
from runout.solver.betting import DEAL, IP, OOP
from runout.solver.engine import PAYOFFS, Profile, Where
from runout.solver.engines import engine_named
from runout.solver.loop import Loop
from runout.solver.plan import NO_CARD, Deals, Game, HandArrays, TreeArrays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from runout.solver.engine import Engine, Locks, Numbers, Payoff, Policy, Reader
    from runout.solver.loop import Rule
    from runout.solver.plan import Plan

    Reaches = tuple[NDArray[np.float64], NDArray[np.float64]]

_LARGEST = 32767
_MOST, _ROOT = 65535, 4
"""Probabilities are kept as 16-bit fourth roots: within 4e-5, and above zero down to 1e-19."""
_RIVER_TARGET = 0.05
"""Percent of the pot at the start of the river to which a river is solved again."""
_RIVER_CHECK, _RIVER_ITERATIONS = 25, 1000
_RIVERS_KEPT = 64


def small_arrays(plan: Plan, engine: Engine) -> dict[str, Numbers]:
    """What a small file holds of a solution: strategies, and values at the last deals."""
    both = engine.leaf_values()  # which may be refused
    strategies = [
        np.rint(engine.strategy(where) ** (1 / _ROOT) * _MOST).astype(np.uint16).ravel()
        for where in _places(plan)
    ]
    arrays: dict[str, Numbers] = {"strategies": np.concatenate(strategies)}
    for player, payoff, name in _value_names():
        values = both[player][PAYOFFS.index(payoff)]
        largest = np.abs(values).max(axis=1, initial=0.0)
        scales = np.where(largest > 0, largest / _LARGEST, 1.0).astype(np.float32)
        arrays[name] = np.rint(values / scales[:, None]).astype(np.int16).ravel()
        arrays[f"{name}_scales"] = scales
    return arrays


def small_sizes(plan: Plan) -> dict[str, tuple[str, int]]:
    """Kinds and lengths of those arrays."""
    game, tree, last = plan.game, plan.game.tree, len(plan.game.levels) - 1
    numbers = sum(
        int(tree.children[where.node]) * len(plan.combos[tree.kind[where.node]])
        for where in _places(plan)
    )
    leaves = int(((tree.kind == DEAL) & (tree.level == last - 1)).sum()) * len(
        game.levels[last - 1]
    )
    sizes = {"strategies": ("<u2", numbers)}
    for player, _, name in _value_names():
        sizes[name] = ("<i2", leaves * len(plan.combos[player]))
        sizes[f"{name}_scales"] = ("<f4", leaves)
    return sizes


def _value_names() -> list[tuple[int, Payoff, str]]:
    """Player, what is counted, and what the array of these values is called."""
    return [(p, payoff, f"values_{p}_{payoff}") for p in (OOP, IP) for payoff in PAYOFFS]


def _places(plan: Plan) -> list[Where]:
    """All that is played before the last street."""
    tree = plan.game.tree
    return [
        Where(level, deal, int(node))
        for level, deals in enumerate(plan.game.levels[:-1])
        for deal in range(len(deals))
        for node in np.flatnonzero((tree.level == level) & (tree.kind <= IP))
    ]


class SmallStrategy(Profile):
    """A solution from a small file: it can be looked at, but not resumed."""

    def __init__(
        self, plan: Plan, arrays: dict[str, Numbers], locks: Locks, rule: Rule, engine: str
    ) -> None:
        super().__init__(plan.game, SmallReader(plan, arrays, locks, rule, engine))
        self.rule = rule
        self.memory: int | None = None
        self.iterations = 0
        self.locks = locks
        self.arrays = arrays
        self.engine_name = engine

    def frozen(self) -> Profile:
        """It never changes."""
        return self


class SmallReader:
    """Strategies and values: of earlier streets as kept, of the river from solving it again."""

    def __init__(
        self, plan: Plan, arrays: dict[str, Numbers], locks: Locks, rule: Rule, engine: str
    ) -> None:
        self._plan = plan
        self._locks = locks
        self._rule = rule
        self._engine = engine
        self._last = len(plan.game.levels) - 1
        self._rivers: Remembered[tuple[int, int], River] = Remembered(_RIVERS_KEPT)
        self._trunk = engine_named(engine).trunk(plan.game)
        self._fill(arrays)

    def _fill(self, arrays: dict[str, Numbers]) -> None:
        tree, first = self._plan.game.tree, 0
        for where in _places(self._plan):
            actions, hands = tree.children[where.node], self._plan.combos[tree.kind[where.node]]
            size = int(actions) * len(hands)
            kept = arrays["strategies"][first : first + size].astype(np.float32)
            strategy = (kept / np.float32(_MOST)) ** _ROOT
            self._trunk.put_strategy(where, strategy.reshape(int(actions), -1))
            first += size
        for player, payoff, name in _value_names():
            values = arrays[name].reshape(-1, len(self._plan.combos[player]))
            self._trunk.put_leaf_values(player, payoff, values, arrays[f"{name}_scales"])

    @property
    def bytes(self) -> int:
        """Memory of what is kept, rivers that were solved again included."""
        return self._trunk.bytes + sum(river.loop.engine.bytes for river in self.rivers)

    @property
    def rivers(self) -> list[River]:
        """Those that were solved again and are kept."""
        return self._rivers.values()

    def strategy(self, where: Where) -> NDArray[np.float32]:
        """The average strategy of the player who acts there: (actions, hands)."""
        if where.level < self._last:
            return self._trunk.strategy(where)
        river = self._river(where.deal, where.node)
        return river.loop.engine.strategy(river.where(where.node))

    def values(
        self,
        player: int,
        where: Where,
        reach: NDArray[np.float32],
        *,
        policy: Policy = "average",
        payoff: Payoff = "chips",
    ) -> NDArray[np.float32]:
        """Value of each hand of a player there, summed over the opponent's reach."""
        reader: Reader = self._trunk
        if where.level == self._last:
            river = self._river(where.deal, where.node)
            reader, where = river.loop.engine, river.where(where.node)
        return reader.values(player, where, reach, policy=policy, payoff=payoff)

    def both_values(
        self, player: int, places: Sequence[Where], reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Chips and shares at nodes of one street after the same deal: (2, places, hands)."""
        first = places[0]
        if first.level < self._last:
            return self._trunk.both_values(player, places, reach)
        river = self._river(first.deal, first.node)
        there = [river.where(where.node) for where in places]
        return river.loop.engine.both_values(player, there, reach)

    def _river(self, deal: int, node: int) -> River:
        """The river that a node belongs to, solved; those asked for last are kept."""
        tree = self._plan.spot.tree.nodes
        while tree[tree[node].parent].kind != DEAL:
            node = tree[node].parent
        return self._rivers.get((deal, node), lambda: self._solved(deal, node))

    def _solved(self, deal: int, node: int) -> River:
        reach = self._reach_at(deal, node)
        river = River(self._plan, deal, node, reach, self._rule, self._engine)
        river.solve(self._locks)
        return river

    def _reach_at(self, deal: int, node: int) -> Reaches:
        """The reach of both players at the first node of a river."""
        nodes, game = self._plan.spot.tree.nodes, self._plan.game
        path, deals = [node], [deal]
        while path[0] != 0:
            path.insert(0, nodes[path[0]].parent)
        for level in range(self._last, 0, -1):
            deals.insert(0, int(game.levels[level].parent[deals[0]]))
        reach = [game.hands[OOP].weight, game.hands[IP].weight]
        level = 0
        for here, there in pairwise(path):
            kind = nodes[here].kind
            if kind == DEAL:
                level += 1
                card = game.levels[level].card[deals[level]]
                for player in (OOP, IP):
                    held = (game.hands[player].cards == card).any(axis=1)
                    reach[player] = np.where(held, 0.0, reach[player])
            else:
                strategy = self._trunk.strategy(Where(level, deals[level], here))
                reach[kind] = reach[kind] * strategy[nodes[here].children.index(there)]
        return reach[OOP], reach[IP]


class River:
    """The subtree of one river: a game of one street."""

    def __init__(
        self, plan: Plan, deal: int, root: int, reach: Reaches, rule: Rule, engine: str
    ) -> None:
        self._plan = plan
        self._deal = deal
        self._root = root
        order = [root]
        for node in order:
            order.extend(plan.spot.tree.nodes[node].children)
        self._number = {node: number for number, node in enumerate(order)}
        tree = _subtree(plan.game.tree, order, self._number)
        oop, ip = (
            _river_hands(hands, deal, own)
            for hands, own in zip(plan.game.hands, reach, strict=True)
        )
        self.loop = Loop(Game(tree, (oop, ip), (_one_deal(),)), rule=rule, engine=engine)

    def where(self, node: int) -> Where:
        """A node of the whole tree in the game of this river."""
        return Where(0, 0, self._number[node])

    def solve(self, locks: Locks) -> None:
        """Iterate until it is exact enough."""
        loop, last = self.loop, len(self._plan.game.levels) - 1
        for (level, deal, node), table in locks.tables.items():
            if level == last and deal == self._deal and node in self._number:
                loop.locks.tables[self.where(node)] = table
        loop.locks.apply(loop.engine)
        if not (loop.game.tree.kind <= IP).any() or not loop.game.deal_weight > 0:
            return
        target = _RIVER_TARGET / 100 * self._plan.spot.tree.pots[self._root]
        zero_sum = self._plan.spot.rake == 0
        while loop.iterations < _RIVER_ITERATIONS:
            loop.run(_RIVER_CHECK)
            if loop.exploitability(zero_sum=zero_sum) <= target:
                return


def _subtree(tree: TreeArrays, order: list[int], number: dict[int, int]) -> TreeArrays:
    return TreeArrays(
        tree.kind[order],
        np.zeros(len(order), dtype=np.uint8),
        np.array([number.get(int(first), 0) for first in tree.first[order]], dtype=np.int32),
        tree.children[order],
        np.ascontiguousarray(tree.payoff[:, order]),
    )


def _river_hands(hands: HandArrays, deal: int, reach: NDArray[np.float64]) -> HandArrays:
    return HandArrays(
        hands.cards,
        reach,
        hands.same,
        np.arange(len(reach), dtype=np.int32)[None, :],
        np.ascontiguousarray(hands.strength[deal : deal + 1]),
    )


def _one_deal() -> Deals:
    zero = np.zeros(1, dtype=np.int32)
    card = np.array([NO_CARD], dtype=np.uint8)
    return Deals(zero, card, np.ones(1, dtype=np.float32), ((0,),), 1.0)
