"""An engine that is slow and obvious: every pair of hands, one node at a time, in double precision.

Regrets and averages are kept in single precision, as files have them: one row for each action of
each node after each deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from runout.memory import Room, room
from runout.solver.betting import DEAL, FOLD, IP, OOP, SHOWDOWN
from runout.solver.engine import PAYOFFS, Cost, Numbers, Payoff, Policy, Reader, Shape, Where
from runout.solver.plan import BLOCKED, NO_CARD, Game

if TYPE_CHECKING:
    from runout.solver.loop import Discount

Array = NDArray[np.float64]
Tables = dict[Where, NDArray[np.float32]]
Locked = dict[Where, tuple[NDArray[np.int32], Array]]
Rows = Callable[[Where, Array], Array]
"""What a player makes of the values of his actions, given the place and (actions, hands)."""


class PlainReader(Reader):
    """Averages by place: (actions, hands)."""

    def __init__(self, game: Game, averages: Tables, locked: Locked) -> None:
        self.game = game
        self._averages = averages
        self._locked = locked
        own, other = (hands.cards for hands in game.hands)
        shared = (own[:, None, :, None] == other[None, :, None, :]).any(axis=(2, 3))
        self._apart = ~shared  # oop's hand (row) and ip's (column) can be held together
        self._held = cache(self._holding)
        self.ending = cache(self._ending)

    @property
    def bytes(self) -> int:
        return 2 * sum(table.nbytes for table in self._averages.values())

    def strategy(self, where: Where) -> NDArray[np.float32]:
        mixed = self.mixed(where, self._averages)
        blocked = self.blocked(where, int(self.game.tree.kind[where.node]))
        return np.where(blocked, 0.0, mixed).astype(np.float32)

    def values(
        self,
        player: int,
        where: Where,
        reach: NDArray[np.float32],
        *,
        policy: Policy = "average",
        payoff: Payoff = "chips",
    ) -> NDArray[np.float32]:
        def follow(at: Where, below: Array) -> Array:
            if policy == "average":
                return np.asarray((self.mixed(at, self._averages) * below).sum(axis=0))
            best = below.max(axis=0)
            if at in self._locked:
                hands, probabilities = self._locked[at]
                best[hands] = (probabilities * below[:, hands]).sum(axis=0)
            return np.asarray(best)

        walk = Walk(self, player, follow, self._averages, payoff)
        values = walk.value(where, reach.astype(np.float64))
        return np.where(self.blocked(where, player), 0.0, values).astype(np.float32)

    def mixed(self, where: Where, numbers: Tables) -> Array:
        """Numbers above zero in proportion, all actions alike where there are none."""
        above = np.maximum(numbers[where].astype(np.float64), 0.0)
        total = above.sum(axis=0)
        strategy = np.where(total > 0, above / np.where(total > 0, total, 1.0), 1 / len(above))
        if where in self._locked:
            hands, probabilities = self._locked[where]
            strategy[:, hands] = probabilities
        return strategy

    def blocked(self, where: Where, player: int) -> NDArray[np.bool_]:
        """The hands of a player that hold a card dealt up to here."""
        return self._held(where.level, where.deal, player)

    def _holding(self, level: int, deal: int, player: int) -> NDArray[np.bool_]:
        deals, cards = self.game.levels[level], self.game.hands[player].cards
        held = np.zeros(len(cards), dtype=bool)
        if deals.card[deal] != NO_CARD:
            held = (cards == deals.card[deal]).any(axis=1)
        return held if level == 0 else held | self._held(level - 1, int(deals.parent[deal]), player)

    def _ending(self, deal: int, node: int, player: int, payoff: int) -> Array:
        """What the player's hand (row) gets against the opponent's (column)."""
        win, tie, lose = self.game.tree.payoff[payoff, node, player].astype(np.float64)
        apart = self._apart if player == OOP else self._apart.T
        if self.game.tree.kind[node] == FOLD:
            return np.where(apart, win, 0.0)
        mine, theirs = (
            self.game.hands[one].strength[deal].astype(int) for one in (player, 1 - player)
        )
        possible = apart & (mine != BLOCKED)[:, None] & (theirs != BLOCKED)[None, :]
        ahead = np.sign(mine[:, None] - theirs[None, :])
        return np.where(possible, np.choose(ahead + 1, [lose, tie, win]), 0.0)

    def dealt_value(self, walk: Walk, where: Where, reach: Array) -> Array:
        """The mean over the next card; each deal counts for those that it stands for."""
        deals, hands = self.game.levels[where.level + 1], self.game.hands[walk.player]
        total = np.zeros(len(hands.weight))
        for number in np.flatnonzero(deals.parent == where.deal):
            after = Where(where.level + 1, int(number), int(self.game.tree.first[where.node]))
            below = walk.value(after, reach)
            total += deals.copies[number] * np.where(self.blocked(after, walk.player), 0.0, below)
        kept = list(self.game.levels[where.level].maps[where.deal])
        return np.asarray(deals.probability * total[hands.maps[kept]].mean(axis=0))


class Walk:
    """One pass over the tree below a place, for one player."""

    def __init__(
        self, engine: PlainReader, player: int, own: Rows, numbers: Tables, payoff: Payoff
    ) -> None:
        self._engine = engine
        self.player = player
        self._own = own
        self._numbers = numbers
        self.payoff = PAYOFFS.index(payoff)

    def value(self, where: Where, reach: Array) -> Array:
        """Value of each hand of the player, summed over the opponent's reach."""
        tree = self._engine.game.tree
        kind = int(tree.kind[where.node])
        reach = np.where(self._engine.blocked(where, 1 - self.player), 0.0, reach)
        if kind in (FOLD, SHOWDOWN):
            ending = self._engine.ending(where.deal, where.node, self.player, self.payoff)
            return np.asarray(ending @ reach)
        if kind == DEAL:
            return self._engine.dealt_value(self, where, reach)
        first, count = int(tree.first[where.node]), int(tree.children[where.node])
        children = [where._replace(node=first + action) for action in range(count)]
        if kind == self.player:
            return self._own(where, np.stack([self.value(child, reach) for child in children]))
        shares = self._engine.mixed(where, self._numbers)
        parts = [
            self.value(child, reach * share) for child, share in zip(children, shares, strict=True)
        ]
        return np.asarray(np.sum(parts, axis=0))


class PlainEngine(PlainReader):
    """Regrets and averages, each in one array of which every place has its part."""

    name: ClassVar[str] = "plain"
    layout: ClassVar[str] = "place by place"
    threads_help: ClassVar[bool] = False
    gpus: ClassVar[int] = 0
    for_large_games: ClassVar[bool] = False

    def __init__(self, game: Game, *, threads: int = 1, compress: bool = False) -> None:
        del threads, compress  # one thread, and no numbers of 16 bits
        self.compress = False
        self._flat = {
            name: np.zeros(game.stored_numbers, dtype=np.float32)
            for name in ("regrets", "averages")
        }
        self._regrets = _tables(game, self._flat["regrets"])
        super().__init__(game, _tables(game, self._flat["averages"]), {})

    @classmethod
    def missing(cls) -> str | None:
        return None

    @classmethod
    def room(cls, limit: int | None = None, *, held: int = 0) -> Room:
        return room(limit, held=held)

    @classmethod
    def cost(cls, shape: Shape) -> Cost:
        size = 8 * shape.stored_numbers
        return Cost(size, size, 1e-6 * shape.stored_numbers)

    @classmethod
    def arrays(cls, shape: Shape, *, compress: bool) -> dict[str, tuple[str, int]]:
        del compress
        return dict.fromkeys(("regrets", "averages"), ("<f4", shape.stored_numbers))

    @classmethod
    def trunk(cls, game: Game) -> PlainTrunk:
        return PlainTrunk(game)

    def update(self, player: int, discount: Discount) -> None:
        def learn(where: Where, below: Array) -> Array:
            strategy = self.mixed(where, self._regrets)
            mean = (strategy * below).sum(axis=0)
            regrets, averages = self._regrets[where], self._averages[where]
            kept = regrets * np.where(regrets > 0, discount.positive, discount.negative)
            regrets[:] = kept + (below - mean)
            following = self.mixed(where, self._regrets)
            added = discount.played * strategy + discount.next * following
            averages[:] = averages * discount.average + added
            return np.asarray(mean + discount.ahead * (following * (below - mean)).sum(axis=0))

        walk = Walk(self, player, learn, self._regrets, "chips")
        walk.value(Where(0, 0, 0), self.game.weights[1 - player].astype(np.float64))

    def iterate(self, discount: Discount) -> None:
        for player in (OOP, IP):
            self.update(player, discount)

    def lock(
        self, where: Where, hands: NDArray[np.int32], probabilities: NDArray[np.float32]
    ) -> None:
        self._locked[where] = (hands, probabilities.astype(np.float64))

    def unlock(self) -> None:
        self._locked.clear()

    def reset(self) -> None:
        for numbers in self._flat.values():
            numbers[:] = 0

    def reader(self) -> PlainReader:
        averages = {where: table.copy() for where, table in self._averages.items()}
        return PlainReader(self.game, averages, dict(self._locked))

    def part(self) -> None:
        """Readers have copies of their own."""

    def leaf_values(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        oop, ip = (
            np.array([self._leaf_values(player, payoff) for payoff in PAYOFFS], dtype=np.float32)
            for player in (OOP, IP)
        )
        return oop, ip

    def _leaf_values(self, player: int, payoff: Payoff) -> list[Array]:
        found = []
        for where in _leaves(self.game):
            reach = self._reach_at(where, 1 - player)
            value = self.values(player, where, reach.astype(np.float32), payoff=payoff)
            met = self.game.compatible_weight(player, reach)
            found.append(np.where(met > 0, value / np.where(met > 0, met, 1.0), 0.0))
        return found

    def _reach_at(self, where: Where, player: int) -> Array:
        """The reach of a player at a place, from all that he did on the way."""
        tree, at = self.game.tree, where
        reach = np.where(self.blocked(where, player), 0.0, self.game.weights[player])
        while at.node != 0:
            inside = (tree.first <= at.node) & (at.node < tree.first + tree.children)
            above = int(np.flatnonzero(inside)[0])
            if tree.kind[above] == DEAL:
                at = Where(at.level - 1, int(self.game.levels[at.level].parent[at.deal]), above)
                continue
            if tree.kind[above] == player:
                reach = (
                    reach
                    * self.mixed(at._replace(node=above), self._averages)[
                        at.node - int(tree.first[above])
                    ]
                )
            at = at._replace(node=above)
        return reach

    def numbers(self) -> dict[str, Numbers]:
        return dict(self._flat)

    @contextmanager
    def filling(self) -> Iterator[dict[str, Numbers]]:
        yield dict(self._flat)


class PlainTrunk(PlainReader):
    """The streets before the last, with what the last deals are worth."""

    def __init__(self, game: Game) -> None:
        flat = np.zeros(game.stored_numbers, dtype=np.float32)
        last = len(game.levels) - 1
        tables = {at: table for at, table in _tables(game, flat).items() if at.level < last}
        super().__init__(game, tables, {})
        self._number = {where: number for number, where in enumerate(_leaves(game))}
        self._worth: dict[tuple[int, int], Array] = {}

    def put_strategy(self, where: Where, probabilities: NDArray[np.float32]) -> None:
        self._averages[where][:] = probabilities

    def put_leaf_values(
        self, player: int, payoff: Payoff, values: NDArray[np.int16], scales: NDArray[np.float32]
    ) -> None:
        worth = values.astype(np.float64) * scales[:, None]
        self._worth[player, PAYOFFS.index(payoff)] = worth

    def dealt_value(self, walk: Walk, where: Where, reach: Array) -> Array:
        if where not in self._number:
            return super().dealt_value(walk, where, reach)
        worth = self._worth[walk.player, walk.payoff][self._number[where]]
        return np.asarray(worth * self.game.compatible_weight(walk.player, reach))


def _tables(game: Game, flat: NDArray[np.float32]) -> Tables:
    """The part of each place in an array: (actions, hands)."""
    tables, first, tree = {}, 0, game.tree
    for level, deals in enumerate(game.levels):
        for deal in range(len(deals)):
            for node in np.flatnonzero((tree.level == level) & (tree.kind <= IP)):
                size = int(tree.children[node]), len(game.hands[tree.kind[node]].weight)
                part = flat[first : first + size[0] * size[1]]
                tables[Where(level, deal, int(node))] = part.reshape(size)
                first += len(part)
    return tables


def _leaves(game: Game) -> list[Where]:
    """Where the last card is dealt."""
    tree, level = game.tree, len(game.levels) - 2
    nodes = np.flatnonzero((tree.kind == DEAL) & (tree.level == level))
    deals = range(len(game.levels[level])) if level >= 0 else ()
    return [Where(level, deal, int(node)) for deal in deals for node in nodes]
