"""A solution without its river: earlier streets as they were, river nodes solved again when asked.

What every hand is worth where the last card is dealt is kept, so that the values of earlier streets
need no river. A river subtree is a game of its own: the board, and the reach of both players.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from runout import _core
from runout.errors import RunoutError
from runout.solution.state import Remembered
from runout.solver.game import NO_CARD, Deals, Game, HandArrays, TreeArrays
from runout.solver.loop import Loop
from runout.solver.tree import DEAL, IP, OOP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solver.lock_store import Locks
    from runout.solver.plan import Plan
    from runout.solver.rule import Rule

    Reaches = tuple[NDArray[np.float64], NDArray[np.float64]]

_LARGEST = 32767
_MOST, _ROOT = 65535, 4
"""Probabilities are kept as 16-bit fourth roots: within 4e-5, and above zero down to 1e-19."""
_RIVER_TARGET = 0.05
"""Percent of the pot at the start of the river to which a river is solved again."""
_RIVER_CHECK, _RIVER_ITERATIONS = 25, 1000
_RIVERS_KEPT = 64


def small_arrays(plan: Plan, engine: _core.Solver) -> dict[str, NDArray[Any]]:
    """What a small file holds of a solution: strategies, and values at the last deals."""
    strategies = [
        np.rint(engine.strategy(*place, False) ** (1 / _ROOT) * _MOST).astype(np.uint16)
        for place in _places(plan)
    ]
    arrays: dict[str, NDArray[Any]] = {"strategies": np.concatenate(strategies)}
    for player, shares, name in _value_names():
        values = engine.leaf_values(player, shares).reshape(-1, len(plan.combos[player]))
        largest = np.abs(values).max(axis=1, initial=0.0)
        scales = np.where(largest > 0, largest / _LARGEST, 1.0).astype(np.float32)
        arrays[name] = np.rint(values / scales[:, None]).astype(np.int16).ravel()
        arrays[f"{name}_scales"] = scales
    return arrays


def small_sizes(plan: Plan) -> dict[str, tuple[str, int]]:
    """Kinds and lengths of those arrays."""
    game, tree, last = plan.game, plan.game.tree, len(plan.game.levels) - 1
    numbers = sum(
        int(tree.children[node]) * len(plan.combos[tree.kind[node]]) for _, _, node in _places(plan)
    )
    leaves = int(((tree.kind == DEAL) & (tree.level == last - 1)).sum()) * len(
        game.levels[last - 1]
    )
    sizes = {"strategies": ("<u2", numbers)}
    for player, _, name in _value_names():
        sizes[name] = ("<i2", leaves * len(plan.combos[player]))
        sizes[f"{name}_scales"] = ("<f4", leaves)
    return sizes


def _value_names() -> list[tuple[int, bool, str]]:
    """Player, whether shares of the pot instead of chips, and what their array is called."""
    names = ("chips", "shares")
    return [(p, bool(kind), f"values_{p}_{names[kind]}") for p in (OOP, IP) for kind in (0, 1)]


def _places(plan: Plan) -> list[tuple[int, int, int]]:
    """Level, deal and node of all that is played before the last street."""
    tree = plan.game.tree
    return [
        (level, deal, int(node))
        for level, deals in enumerate(plan.game.levels[:-1])
        for deal in range(len(deals))
        for node in np.flatnonzero((tree.level == level) & (tree.kind <= IP))
    ]


class SmallLoop(Loop):
    """A solution from a small file: it can be looked at, but not resumed."""

    def __init__(
        self, plan: Plan, arrays: dict[str, NDArray[Any]], locks: Locks, rule: Rule
    ) -> None:
        self.game = plan.game
        self.rule = rule
        self.compress = False
        self.iterations = 0
        self.locks = locks
        self.arrays = arrays
        # It answers all that a finished solution is asked.
        self.engine = cast("_core.Solver", SmallEngine(plan, arrays, locks, rule))

    def frozen(self) -> Loop:
        """It never changes."""
        return self

    def check_resumable(self) -> None:
        """There is nothing to go on from."""
        raise RunoutError(
            "a small file has no river: this solution cannot be resumed or locked; "
            "load a full file, or solve the spot again"
        )


class SmallEngine:
    """Strategies and values: of earlier streets as kept, of the river from solving it again."""

    def __init__(
        self, plan: Plan, arrays: dict[str, NDArray[Any]], locks: Locks, rule: Rule
    ) -> None:
        self._plan = plan
        self._locks = locks
        self._rule = rule
        self._last = len(plan.game.levels) - 1
        self._rivers: Remembered[tuple[int, int], River] = Remembered(_RIVERS_KEPT)
        compiled = plan.game.compiled()
        compiled.without_last = True
        self._engine = _core.Solver(compiled, False, 1)
        self._fill(arrays)

    def _fill(self, arrays: dict[str, NDArray[Any]]) -> None:
        tree, first = self._plan.game.tree, 0
        for level, deal, node in _places(self._plan):
            size = int(tree.children[node]) * len(self._plan.combos[tree.kind[node]])
            kept = arrays["strategies"][first : first + size].astype(np.float32)
            self._engine.set_strategy(level, deal, node, (kept / np.float32(_MOST)) ** _ROOT)
            first += size
        for player, shares, name in _value_names():
            self._engine.set_leaf_values(player, shares, arrays[name], arrays[f"{name}_scales"])

    @property
    def bytes(self) -> int:
        """Memory of what is kept, rivers that were solved again included."""
        rivers = sum(river.loop.engine.bytes for river in self._rivers.values())
        return self._engine.bytes + rivers

    def strategy(self, level: int, deal: int, node: int, current: bool) -> NDArray[np.float32]:
        """The strategy at a place, as `_core.Solver` gives it."""
        if level < self._last:
            return self._engine.strategy(level, deal, node, current)
        river = self._river(deal, node)
        return river.loop.engine.strategy(0, 0, river.number[node], current)

    def values(
        self,
        player: int,
        policy: str,
        shares: bool,
        level: int,
        deal: int,
        node: int,
        reach: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """The values at a place, as `_core.Solver` gives them."""
        if level < self._last:
            return self._engine.values(player, policy, shares, level, deal, node, reach)
        river = self._river(deal, node)
        number = river.number[node]
        return river.loop.engine.values(player, policy, shares, 0, 0, number, reach)

    def _river(self, deal: int, node: int) -> River:
        """The river that a node belongs to, solved; those asked for last are kept."""
        tree = self._plan.spot.tree.nodes
        while tree[tree[node].parent].kind != DEAL:
            node = tree[node].parent
        return self._rivers.get((deal, node), lambda: self._solved(deal, node))

    def _solved(self, deal: int, node: int) -> River:
        river = River(self._plan, deal, node, self._reach_at(deal, node), self._rule)
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
                strategy = self._engine.strategy(level, deals[level], here, False)
                number = nodes[here].children.index(there)
                reach[kind] = reach[kind] * strategy.reshape(len(nodes[here].children), -1)[number]
        return reach[OOP], reach[IP]


class River:
    """The subtree of one river: a game of one street."""

    def __init__(self, plan: Plan, deal: int, root: int, reach: Reaches, rule: Rule) -> None:
        self._plan = plan
        self._deal = deal
        self._root = root
        order = [root]
        for node in order:
            order.extend(plan.spot.tree.nodes[node].children)
        self.number = {node: number for number, node in enumerate(order)}
        """Of each node in the game of this river."""
        tree = _subtree(plan.game.tree, order, self.number)
        oop, ip = (
            _river_hands(hands, deal, own)
            for hands, own in zip(plan.game.hands, reach, strict=True)
        )
        self.loop = Loop(Game(tree, (oop, ip), (_one_deal(),)), rule=rule)

    def solve(self, locks: Locks) -> None:
        """Iterate until it is exact enough."""
        loop, last = self.loop, len(self._plan.game.levels) - 1
        for (level, deal, node), table in locks.tables.items():
            if level == last and deal == self._deal and node in self.number:
                loop.locks.tables[0, 0, self.number[node]] = table
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
