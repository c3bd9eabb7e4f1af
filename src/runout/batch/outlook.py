"""What a batch will take: time, memory, disk.

Sizes are counted on some of the boards. What they take was measured: `python -m benchmarks batch`
sets what is said here beside what a run took.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import checks
from runout.batch.lines import tree_node
from runout.combos import CLASS_OF, holding
from runout.errors import RunoutError
from runout.memory import memory_limit, room
from runout.solver.betting import DEAL, IP, OOP
from runout.solver.engines import expected_engine
from runout.solver.estimate import Estimate, estimate
from runout.solver.spot import PLAYERS
from runout.suits import keeping
from runout.threads import cores as cores_here
from runout.words import long_time_text, size_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from runout.batch.boards import WeightedBoard
    from runout.batch.situation import NamedSpot, Situation
    from runout.solver.loop import Limits
    from runout.solver.spot import Spot

PROCESS = 150 << 20
"""Bytes of a worker beside its solve."""
_MOST_CORES = 1_000_000
_SAMPLE = 24  # boards of each spot that are looked at
_ITERATIONS, _AT = 45, 0.3  # to a target in percent, with a pot behind; see `_iterations`
_PACKED = {"small": 0.80, "full": 0.45}  # share of the bytes of numbers that is left in a file
_FILE, _ROW = 8_800, 14.0  # bytes of an answer: of its columns, and of each row
_HOLDINGS = 9  # made hands and draws that a range has on a board
_BOARD_SECONDS, _NODE_SECONDS = 0.12, 0.015  # of a board beside its solve, of each node of a line


@dataclass(frozen=True)
class BatchOutlook:
    """What a batch will take."""

    boards: int
    spots: int
    stored_numbers: int
    """Of all boards together."""
    core_seconds: float
    seconds: float
    """On so many cores."""
    cores: int
    at_a_time: int
    threads: int
    bytes: int
    """Of memory, by all that run at a time."""
    free_bytes: int
    disk_bytes: int

    def to_dict(self) -> dict[str, Any]:
        """It as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        threads = "1 thread" if self.threads == 1 else f"{self.threads} threads"
        several = f"{self.at_a_time} at a time with {threads} each"
        return (
            f"{self.boards * self.spots:,} solves of {self.stored_numbers:,} numbers in all: about "
            f"{long_time_text(self.seconds)} on {self.cores} cores ({several}), "
            f"{size_text(self.bytes)} of memory ({size_text(self.free_bytes)} free), "
            f"{size_text(self.disk_bytes)} on disk"
        )


@dataclass(frozen=True)
class _Looked:
    """What some boards of a spot take, and how many there are for each of them."""

    sizes: list[Estimate]
    iterations: float
    nodes: float
    """That the lines lead to, on a board."""
    rows: float
    """Of the answer, on a board."""
    kept: float
    """Bytes of the solution, on a board."""
    each: float


def outlook(
    situation: Situation, *, cores: int | None = None, memory: int | str | None = None
) -> BatchOutlook:
    """What a batch will take, from some boards of each spot.

    More `cores` than this machine has are those of a cluster, each board on one of them.
    """
    workers = cores_here() if cores is None else checks.whole("cores", cores, 1, _MOST_CORES)
    free = room(memory_limit(memory)).bytes
    looked = [_looked(situation, named) for named in situation.spots]
    limits, boards = situation.limits, len(situation.boards)
    cases = boards * len(situation.spots)
    numbers = sum(one.each * sum(size.stored_numbers for size in one.sizes) for one in looked)
    solving = sum(
        one.each * one.iterations * sum(size.seconds_per_iteration for size in one.sizes)
        for one in looked
    )
    reading = sum(_BOARD_SECONDS + _NODE_SECONDS * one.nodes for one in looked) * boards
    seconds = solving + reading
    if limits.max_seconds is not None:
        seconds = min(seconds, limits.max_seconds * cases + reading)
    largest, engine = largest_bytes(situation), expected_engine(situation.engine)
    at_a_time, threads = shared_out(workers, largest, free, cases)
    if engine.gpus:
        at_a_time, threads = 1, workers
    elif workers > cores_here():
        at_a_time, threads = min(workers, cases), 1
    return BatchOutlook(
        boards,
        len(situation.spots),
        int(numbers),
        seconds,
        seconds / min(workers, at_a_time * (threads if engine.threads_help else 1)),
        workers,
        at_a_time,
        threads,
        at_a_time * (largest + PROCESS),
        free,
        int(sum(boards * (_FILE + _ROW * one.rows + one.kept) for one in looked)),
    )


def _looked(situation: Situation, named: NamedSpot) -> _Looked:
    boards = situation.boards.boards
    spots = list(_possible(named, boards[:: max(1, len(boards) // _SAMPLE)]))
    if not spots:
        return _Looked([], 0.0, 0.0, 0.0, 0.0, 0.0)
    engine = expected_engine(situation.engine).name
    sizes = [estimate(spot, engine=engine) for spot in spots]
    counted = [_lines(spot, size, situation.lines) for spot, size in zip(spots, sizes, strict=True)]
    nodes, rows = np.mean(counted, axis=0).tolist()
    kept = [_kept_bytes(spot, size, situation) for spot, size in zip(spots, sizes, strict=True)]
    iterations = _iterations(spots[0], situation.limits)
    return _Looked(sizes, iterations, nodes, rows, float(np.mean(kept)), len(boards) / len(spots))


def _iterations(spot: Spot, limits: Limits) -> float:
    """About as many as a solve takes: more for a finer target, and for deeper stacks."""
    found = _ITERATIONS * (_AT / max(limits.target, 1e-3)) ** 0.5
    found *= max(spot.stack / spot.pot, 1.0) ** 0.6
    return float(min(found, limits.max_iterations))


def _possible(named: NamedSpot, boards: Sequence[WeightedBoard]) -> Iterator[Spot]:
    for board in boards:
        try:
            yield named.on(board)
        except RunoutError:  # it is recorded when its turn comes
            continue


def _lines(spot: Spot, size: Estimate, lines: Sequence[str]) -> tuple[float, float]:
    """Nodes that the lines lead to on a board, and the rows that an answer has of them."""
    classes = [len(np.unique(CLASS_OF[spot.weights[player] > 0])) for player in (OOP, IP)]
    deals = list(size.runouts.values())
    nodes = rows = 0.0
    for line in lines:
        node = tree_node(spot, line)
        level = node.street - len(spot.cards)
        there = deals[level] if "*" in line else 1
        nodes += there
        for player, held in enumerate(classes):
            actions = len(node.actions) if node.kind == player else 1
            rows += there * actions * (1 + _HOLDINGS + held)
    return nodes, rows


def _kept_bytes(spot: Spot, size: Estimate, situation: Situation) -> float:
    """Bytes of a kept solution: all numbers twice, or strategies and values before the river."""
    if situation.keep == "none":
        return 0.0
    if situation.keep == "full" or spot.street == "river":
        return _PACKED["full"] * 2 * (2 if situation.compress else 4) * size.stored_numbers
    deals, tree = list(size.runouts.values()), spot.tree
    hands = [int((spot.weights[player] > 0).sum()) for player in (OOP, IP)]
    numbers = 0.0
    for level, count in enumerate(deals[:-1]):
        street = len(spot.cards) + level
        numbers += count * sum(tree.size.actions[street, p] * hands[p] for p in (OOP, IP))
    last = len(spot.cards) + len(deals) - 2
    ends = sum(node.kind == DEAL and node.street == last for node in tree.nodes)
    numbers += 2 * ends * deals[-2] * sum(hands)  # chips and shares where the last card is dealt
    return _PACKED["small"] * 2 * numbers


def largest_bytes(situation: Situation) -> int:
    """Memory of the largest solve of a batch, as the cores need it."""
    # Those of a GPU come through the memory of the machine when they are saved.
    found = [_largest(named, situation.boards.boards) for named in situation.spots]
    sizes = [estimate(spot).bytes(compress=situation.compress) for spot in found if spot]
    return max(sizes, default=0)


def _largest(named: NamedSpot, boards: Sequence[WeightedBoard]) -> Spot | None:
    """The spot on the board whose suits are least alike, and that leaves most hands."""
    spot = next(_possible(named, boards), None)
    if spot is None:
        return None
    held = np.sum([getattr(spot, player).weights > 0 for player in PLAYERS], axis=0)

    def size(board: WeightedBoard) -> tuple[int, int]:
        return -len(keeping(board.cards)), int(held[~holding(board.cards)].sum())

    return next(_possible(named, sorted(boards, key=size, reverse=True)), None)


def shared_out(cores: int, largest: int, free: int, cases: int) -> tuple[int, int]:
    """How many solves at a time, and the threads of each; apart they lose no time waiting."""
    at_a_time = max(1, min(cores, cases, free // (largest + PROCESS)))
    return at_a_time, max(1, cores // at_a_time)
