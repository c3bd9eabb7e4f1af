"""The engine of a GPU: numbers in its memory, an iteration as one graph of kernels."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from runout.errors import RunoutError
from runout.memory import room, room_of
from runout.remembered import Remembered
from runout.solver.cpu import CpuEngine, CpuTrunk
from runout.solver.cuda.desk import FACTORS, Desk, SaidIfFull
from runout.solver.cuda.passes import AVERAGE, BEST, UPDATE, Pass, PassAsked, scratch_bytes
from runout.solver.cuda.presence import card, missing
from runout.solver.cuda.store import Store
from runout.solver.engine import PAYOFFS, Cost
from runout.solver.plan import BLOCKED
from runout.stored_numbers import slices
from runout.words import size_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from runout.memory import Room
    from runout.solver.cuda.device import BlockLimits, Device
    from runout.solver.cuda.store import DeviceNumbers
    from runout.solver.engine import Payoff, Policy, Shape, Where
    from runout.solver.loop import Discount
    from runout.solver.plan import Game

_PASSES_KEPT = 64
_SECONDS_PER_NUMBER = 3e-11  # both players, on a card of a data centre: 2.5 to 3.7
_CARD_BYTES = 150_000_000  # context, kernels and scratch of a small spot
_BOARD_BYTES = 30  # a hand on one board: its places in the lists, and the lists
_ROW_BYTES = 4
_PIECE = 1 << 26  # bytes that are brought here at a time


@dataclass
class _DataCentre:
    """What a card has to whose memory the largest spots go."""

    shared_limit: int = 226 * 1024
    processors: int = 132


def _run(passes: list[Pass]) -> None:
    for one in passes:
        one.run()


def _taken(game: Game, device: Device, threads: int, *, compress: bool) -> tuple[Desk, Store]:
    """All that an engine begins with over there."""
    desk = Desk(game, device, threads)
    return desk, Store(desk.tables, compress=compress)


class CudaReader:
    """A strategy in the memory of a device."""

    def __init__(self, desk: Desk, store: Store) -> None:
        self._desk = desk
        self._store = store
        self._passes: Remembered[PassAsked, Pass] = Remembered(_PASSES_KEPT)

    @property
    def bytes(self) -> int:
        """Memory of what is stored."""
        return self._store.bytes

    def strategy(self, where: Where) -> NDArray[np.float32]:
        """The average strategy of the player who acts there: (actions, hands)."""
        game = self._desk.game
        player, actions = int(game.tree.kind[where.node]), int(game.tree.children[where.node])
        with self._at_work():
            weights = np.maximum(self._store.averages_at(where, actions), 0)
        lock = self._store.lock_at(where)
        total = weights.sum(axis=0)
        even = np.float32(1 / actions)
        shares = np.where(total > 0, weights / np.where(total > 0, total, np.float32(1)), even)
        if lock is not None:
            shares = np.where(lock >= 0, lock, shares)
        found = np.zeros((actions, len(game.hands[player].weight)), dtype=np.float32)
        hands = self._hands_at(where, player)
        found[:, hands] = shares[:, self._stored_at(where, hands)]
        return found

    def cells(self, where: Where) -> NDArray[np.intp]:
        """Where regrets and averages of a place are among all: (actions, possible hands)."""
        desk, tree = self._desk, self._desk.game.tree
        first, pad, _ = desk.tables.plan.cells(*where)
        hands = self._hands_at(where, int(tree.kind[where.node]))
        rows = first + pad * np.arange(int(tree.children[where.node]))
        return np.asarray(rows[:, None] + self._stored_at(where, hands))

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
        mode = BEST if policy == "best" else AVERAGE
        found: NDArray[np.float32] = self._values(player, mode, payoff, [where], reach)[0]
        return found

    def both_values(
        self, player: int, places: Sequence[Where], reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Chips and shares at nodes of one street after the same deal: (2, places, hands)."""
        return np.stack(
            [self._values(player, AVERAGE, payoff, places, reach) for payoff in PAYOFFS]
        )

    def _values(
        self,
        player: int,
        mode: int,
        payoff: Payoff,
        places: Sequence[Where],
        reach: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        nodes = tuple(where.node for where in places)
        level, deal, _ = places[0]
        with self._at_work():
            made = self._pass(PassAsked(player, mode, payoff == "shares", level, deal, nodes))
            return made.values(np.ascontiguousarray(reach, dtype=np.float32))

    def _at_work(self) -> SaidIfFull:
        """Alone on the desk; where memory runs out, that is told."""
        desk, store = self._desk, self._store
        return SaidIfFull(desk.device, store.bytes, compress=store.compress, alone=desk.alone)

    def _pass(self, asked: PassAsked) -> Pass:
        desk = self._desk
        return self._passes.get(
            asked, lambda: Pass(desk.tables, self._store, desk.scratch, desk.discount, asked)
        )

    def _hands_at(self, where: Where, player: int) -> NDArray[np.intp]:
        """The possible hands of a player as their numbers are stored."""
        if where.level < self._desk.tables.last:
            return np.flatnonzero(self._desk.tables.possible(where.level, where.deal, player))
        strength = self._desk.game.hands[player].strength[where.deal]
        order = np.argsort(strength, kind="stable")
        return np.asarray(order[: int((strength != BLOCKED).sum())])

    def _stored_at(self, where: Where, hands: NDArray[np.intp]) -> NDArray[np.intp]:
        """Where the possible hands are in a row: one after the other on the last street."""
        return np.arange(len(hands)) if where.level == self._desk.tables.last else hands


class CudaEngine(CudaReader):
    """Regrets and averages on a GPU, in the layout of the engine of the cores."""

    name: ClassVar[str] = "cuda"
    layout: ClassVar[str] = CpuEngine.layout
    threads_help: ClassVar[bool] = False
    gpus: ClassVar[int] = 1
    for_large_games: ClassVar[bool] = True

    def __init__(self, game: Game, *, threads: int = 1, compress: bool = False) -> None:
        self.compress = compress
        device, numbers = self._device(), (4 if compress else 8) * game.stored_numbers
        with SaidIfFull(device, numbers, compress=compress):
            super().__init__(*_taken(game, device, threads, compress=compress))
        self._iterate: Callable[[], None] | None = None

    @classmethod
    def _device(cls) -> Device:
        return card()

    @classmethod
    def missing(cls) -> str | None:
        """What this machine lacks for it, in one line with the command that helps."""
        return missing()

    @classmethod
    def room(cls, limit: int | None = None, *, held: int = 0) -> Room:
        """The free memory of the card, whoever has taken the rest, up to a limit."""
        found = card()
        return room_of(found.memory()[0], limit, held=held, where=f" on the {found.name}")

    @classmethod
    def cost(cls, shape: Shape) -> Cost:
        """What a solve will take of the card's memory, before anything is allocated."""
        cpu, hands = CpuEngine.cost(shape), sum(shape.hands)
        around = _CARD_BYTES + _BOARD_BYTES * hands * shape.deals[-1]
        most = max(shape.hands)
        # Rows of every node of the streets before the last, and of the roots of the last.
        roots = 1
        for level, deals in enumerate(shape.deals[:-1]):
            actions = sum(shape.actions[level])
            around += _ROW_BYTES * 2 * most * deals * (roots + actions)
            roots += actions - sum(shape.acting[level])
        around += _ROW_BYTES * most * shape.deals[-1] * roots
        around += scratch_bytes(cls._limits(), shape.showdowns, most, shape.deals[-1] * roots)
        return Cost(
            cpu.bytes + around,
            cpu.compressed_bytes + around,
            _SECONDS_PER_NUMBER * shape.stored_numbers,
        )

    @classmethod
    def _limits(cls) -> BlockLimits:
        """Of the device, or of one of a data centre where there is none to be asked."""
        return cls._device() if cls.missing() is None else _DataCentre()

    @classmethod
    def arrays(cls, shape: Shape, *, compress: bool) -> dict[str, tuple[str, int]]:
        """Kinds and lengths of `numbers`, before anything is allocated."""
        return CpuEngine.arrays(shape, compress=compress)

    @classmethod
    def trunk(cls, game: Game) -> CpuTrunk:
        """The streets before the last, to be filled: small enough for the cores."""
        return CpuTrunk(game)

    def iterate(self, discount: Discount) -> None:
        """Improve both players' strategies, one after the other."""
        with self._at_work():
            self._part_if_shared()
            launch = self._recorded()
            self._set(discount)
            launch()
            self._desk.device.pace()

    def _recorded(self) -> Callable[[], None]:
        """What launches an iteration."""
        if self._iterate is None:
            passes = [self._update_pass(player) for player in (0, 1)]
            self._iterate = self._desk.device.recorded(lambda: _run(passes))
        return self._iterate

    def update(self, player: int, discount: Discount) -> None:
        """Improve a player's strategy against the other's: one pass over the tree."""
        with self._at_work():
            self._part_if_shared()
            self._set(discount)
            self._update_pass(player).run()
            self._desk.device.pace()

    def _set(self, discount: Discount) -> None:
        factors = [getattr(discount, name) for name in FACTORS]
        self._desk.device.fill(self._desk.discount, np.array(factors, dtype=np.float32))

    def _update_pass(self, player: int) -> Pass:
        made = self._pass(PassAsked(player, UPDATE, False, 0, 0, (0,)))
        made.give(self._desk.game.weights[1 - player], learning=True)
        return made

    def lock(
        self, where: Where, hands: NDArray[np.int32], probabilities: NDArray[np.float32]
    ) -> None:
        """Let hands play so from now on: (actions, those hands)."""
        player = int(self._desk.game.tree.kind[where.node])
        possible = self._hands_at(where, player)
        chosen = np.isin(hands, possible)
        place = np.zeros(len(self._desk.game.hands[player].weight), dtype=np.intp)
        place[possible] = self._stored_at(where, possible)
        with self._at_work():
            self._part_if_shared()
            self._store.lock(where, place[hands[chosen]], probabilities[:, chosen])
            self._start_anew()

    def unlock(self) -> None:
        """Free all hands."""
        with self._desk.alone():
            self._store.unlock()
            self._start_anew()

    def _start_anew(self) -> None:
        """Forget the passes, which know where numbers and locks were."""
        self._passes.clear()
        self._iterate = None

    def reset(self) -> None:
        """Forget what was learned; locks stay."""
        with self._at_work():
            self._part_if_shared()
            self._store.clear()

    def reader(self) -> CudaReader:
        """The strategy as it is now, which stays so while this one learns."""
        with self._desk.alone():
            return CudaReader(self._desk, self._store.frozen())

    def part(self) -> None:
        """Take now the memory that readers and the next update need side by side.

        Without enough of it a `MemoryError`: who asks may let readers go instead.
        """
        with self._desk.alone():
            self._part_if_shared()
            self._recorded()

    def _part_if_shared(self) -> None:
        if self._store.part():
            self._start_anew()

    def leaf_values(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Chips and shares for each unit of reach where the last card is dealt: of the cores."""
        free = room()
        if self.bytes > free.bytes:
            raise RunoutError(
                "engine cuda: what hands are worth where the last card is dealt is computed on the "
                f"cores, which needs {size_text(self.bytes)}, but {free}; a file with the river "
                "needs none of it"
            )
        return self.on_cores().leaf_values()

    def on_cores(self) -> CpuEngine:
        """The same numbers in the engine of the cores."""
        from runout.threads import thread_count

        twin = CpuEngine(self._desk.game, threads=thread_count(None), compress=self.compress)
        with twin.filling() as arrays, self._desk.alone():
            for name, there in self.numbers().items():
                for part in slices(there, _PIECE):  # no second copy of all
                    arrays[name][part] = there[part]
        return twin

    def numbers(self) -> dict[str, DeviceNumbers]:
        """Regrets and averages, and their scales where they have 16 bits: fetched as asked for."""
        return self._store.numbers(self._at_work)

    @contextmanager
    def filling(self) -> Iterator[dict[str, DeviceNumbers]]:
        """The memory itself, to which each slice is sent as it is written."""
        with self._at_work():
            self._part_if_shared()
        yield self.numbers()
