"""The engine of the compiled kernels: numbers in memory, passes on the cores of this machine."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from runout import _core
from runout.memory import room
from runout.solver.engine import PAYOFFS, Cost

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from runout.memory import Room
    from runout.solver.engine import Numbers, Payoff, Policy, Shape, Where
    from runout.solver.loop import Discount
    from runout.solver.plan import Game

_PADDING = 16
"""Hands are stored in multiples of this, as kPadding of the kernels says."""
_SECONDS_PER_NUMBER = 3e-9  # one core, both players
_PROCESS_BYTES = 3_000_000  # scratch of the passes, and tree and plan of a small spot
_NODE_BYTES = 500  # of the betting tree, whatever the hands
_BOARD_BYTES = 12  # a hand on one board: sorted, with its cards and its strength
_FLOAT_BYTES, _SHORT_BYTES, _SCALE_BYTES = 8, 4, 8  # of a regret and an average
_MOST_PAIRS = 1 << 18
"""Of hands whose runouts are counted beforehand, as kMostPairs of the kernels says."""
_NAMES = ("regrets", "averages", "regret_scales", "average_scales")


class CpuReader:
    """A strategy of the kernels."""

    def __init__(self, game: Game, solver: _core.SolverReader | _core.Solver) -> None:
        self._tree = game.tree
        self._read = solver

    @property
    def bytes(self) -> int:
        """Memory of what is stored."""
        return self._read.bytes

    def strategy(self, where: Where) -> NDArray[np.float32]:
        """The average strategy of the player who acts there: (actions, hands)."""
        flat = self._read.strategy(*where, False)
        return flat.reshape(int(self._tree.children[where.node]), -1)

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
        return self._read.values(player, policy, payoff == "shares", *where, reach)

    def both_values(
        self, player: int, places: Sequence[Where], reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Chips and shares at nodes of one street after the same deal: (2, places, hands)."""
        level, deal, _ = places[0]
        nodes = [where.node for where in places]
        flat = self._read.both_values(player, level, deal, nodes, reach)
        return flat.reshape(2, len(nodes), -1)


class CpuTrunk(CpuReader):
    """The streets before the last, filled with what is known of them."""

    def __init__(self, game: Game) -> None:
        plan = compiled(game)
        plan.without_last = True
        self._solver = _core.Solver(plan, False, 1)
        super().__init__(game, self._solver)

    def put_strategy(self, where: Where, probabilities: NDArray[np.float32]) -> None:
        """The strategy at a place: (actions, hands)."""
        self._solver.set_strategy(*where, np.ravel(probabilities))

    def put_leaf_values(
        self, player: int, payoff: Payoff, values: NDArray[np.int16], scales: NDArray[np.float32]
    ) -> None:
        """What the last deals are worth: (leaves, hands) times the scale of each leaf."""
        self._solver.set_leaf_values(player, payoff == "shares", np.ravel(values), scales)


class CpuEngine(CpuReader):
    """Regrets and averages of the kernels, padded to whole blocks of hands."""

    name: ClassVar[str] = "cpu"
    layout: ClassVar[str] = f"blocks of {_PADDING}"
    threads_help: ClassVar[bool] = True
    gpus: ClassVar[int] = 0
    for_large_games: ClassVar[bool] = False

    def __init__(self, game: Game, *, threads: int = 1, compress: bool = False) -> None:
        self._solver = _core.Solver(compiled(game), compress, threads)
        super().__init__(game, self._solver)
        self._game = game
        self.compress = compress

    @classmethod
    def missing(cls) -> str | None:
        """Nothing: it is part of the package."""
        return None

    @classmethod
    def room(cls, limit: int | None = None, *, held: int = 0) -> Room:
        """The memory of this machine."""
        return room(limit, held=held)

    @classmethod
    def cost(cls, shape: Shape) -> Cost:
        """What a solve will take, before anything is allocated."""
        cells, scales = _cells(shape), _scales(shape)
        around = max(_PROCESS_BYTES, _NODE_BYTES * shape.nodes)
        around += _BOARD_BYTES * sum(shape.hands) * shape.deals[-1] + _all_in_bytes(shape)
        return Cost(
            _FLOAT_BYTES * cells + around,
            _SHORT_BYTES * cells + _SCALE_BYTES * scales + around,
            _SECONDS_PER_NUMBER * shape.stored_numbers,
        )

    @classmethod
    def arrays(cls, shape: Shape, *, compress: bool) -> dict[str, tuple[str, int]]:
        """Kinds and lengths of `numbers`, before anything is allocated."""
        numbers, scales = ("<i2" if compress else "<f4", _cells(shape)), ("<f4", _scales(shape))
        kinds = (numbers, numbers, scales, scales) if compress else (numbers, numbers)
        return dict(zip(_NAMES, kinds, strict=False))

    @classmethod
    def trunk(cls, game: Game) -> CpuTrunk:
        """The streets before the last, to be filled."""
        return CpuTrunk(game)

    def update(self, player: int, discount: Discount) -> None:
        """Improve a player's strategy against the other's: one pass over the tree."""
        self._solver.update(
            player,
            positive=discount.positive,
            negative=discount.negative,
            average=discount.average,
            played=discount.played,
            next=discount.next,
            ahead=discount.ahead,
        )

    def iterate(self, discount: Discount) -> None:
        """Improve both players' strategies, one after the other."""
        for player in (0, 1):
            self.update(player, discount)

    def lock(
        self, where: Where, hands: NDArray[np.int32], probabilities: NDArray[np.float32]
    ) -> None:
        """Let hands play so from now on: (actions, those hands)."""
        self._solver.lock(*where, hands, probabilities)

    def unlock(self) -> None:
        """Free all hands."""
        self._solver.unlock()

    def reset(self) -> None:
        """Forget what was learned; locks stay."""
        self._solver.part()
        for numbers in self._solver.numbers():
            numbers[:] = 0

    def reader(self) -> CpuReader:
        """The strategy as it is now, which stays so while this one learns."""
        return CpuReader(self._game, self._solver.reader())

    def part(self) -> None:
        """Take now the memory that readers and the next update need side by side."""
        self._solver.part()

    def leaf_values(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Chips and shares of each hand for each unit of reach where the last card is dealt."""
        oop, ip = (
            self._solver.leaf_values(player).reshape(len(PAYOFFS), -1, len(hands.weight))
            for player, hands in enumerate(self._game.hands)
        )
        return oop, ip

    def numbers(self) -> dict[str, Numbers]:
        """Regrets and averages, and their scales where they have 16 bits: views, not copies."""
        return dict(zip(_NAMES, self._solver.numbers(), strict=False))

    @contextmanager
    def filling(self) -> Iterator[dict[str, Numbers]]:
        """The memory itself."""
        self._solver.part()
        yield self.numbers()


def _cells(shape: Shape) -> int:
    """Numbers as they are stored: those of the last street for possible hands alone."""
    total, last = 0, len(shape.deals) - 1
    for level, deals in enumerate(shape.deals):
        for player, hands in enumerate(shape.hands):
            counts = shape.possible[player] if level == last else np.full(deals, hands)
            padded = -(-counts // _PADDING) * _PADDING
            total += shape.actions[level][player] * int(padded.sum())
    return total


def _all_in_bytes(shape: Shape) -> int:
    """At most, of the runouts that each pair of hands wins and ties if nobody acts any more."""
    one, other = shape.hands
    if one * other > _MOST_PAIRS:
        return 0
    pairs = sum(-(-own // _PADDING) * _PADDING * his for own, his in ((one, other), (other, one)))
    return 2 * 2 * pairs * sum(shape.deals[:-1])


def _scales(shape: Shape) -> int:
    """Of numbers of 16 bits: one for each node after each deal."""
    return sum(sum(acting) * deals for acting, deals in zip(shape.acting, shape.deals, strict=True))


def compiled(game: Game) -> _core.SolverPlan:
    """The arrays of a game where the kernels read them."""
    plan = _core.SolverPlan()
    tree = game.tree
    plan.set_tree(tree.kind, tree.level, tree.first, tree.children, tree.payoff.ravel())
    for player, hands in enumerate(game.hands):
        plan.add_player(
            player,
            hands.cards.ravel(),
            game.weights[player],
            hands.same,
            hands.maps.ravel(),
            hands.strength.ravel(),
        )
    for deals in game.levels:
        counts = np.array([len(maps) for maps in deals.maps], dtype=np.int32)
        first = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int32)
        flat = np.array([number for maps in deals.maps for number in maps], dtype=np.int32)
        plan.add_level(
            deals.parent, deals.card, deals.copies, first, counts, flat, deals.probability
        )
    return plan
