"""What a batch will take: time, memory, disk."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from runout.errors import RunoutError
from runout.memory import memory_limit, room
from runout.solver.estimate import estimate
from runout.threads import thread_count
from runout.words import long_time_text, size_text

if TYPE_CHECKING:
    from runout.batch.situation import Situation

PROCESS = 150 << 20
"""Bytes of a worker beside its solve."""
_SAMPLE = 24  # boards of each spot that are looked at
_ITERATIONS, _AT = 120, 0.3  # iterations to a target in percent; they go with its square root
_FULL_BYTES, _SMALL_SHARE = 4.0, 0.02  # on disk: of a number, and of a full file
_ROW_BYTES = 6.0  # of a hand class of a line in an answer
_ROWS = 900


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
        several = f"{self.at_a_time} at a time with {self.threads} threads each"
        return (
            f"{self.boards * self.spots:,} solves of {self.stored_numbers:,} numbers in all: about "
            f"{long_time_text(self.seconds)} on {self.cores} cores ({several}), "
            f"{size_text(self.bytes)} of memory ({size_text(self.free_bytes)} free), "
            f"{size_text(self.disk_bytes)} on disk"
        )


def outlook(
    situation: Situation, *, cores: int | None = None, memory: int | str | None = None
) -> BatchOutlook:
    """What a batch will take, from some boards of each spot."""
    workers = thread_count(cores)
    free = room(memory_limit(memory)).bytes
    numbers = seconds = 0.0
    largest = 0
    boards = situation.boards.boards
    step = max(1, len(boards) // _SAMPLE)
    for named in situation.spots:
        found = []
        for board in boards[::step]:
            try:
                found.append(estimate(named.on(board), engine=situation.engine))
            except RunoutError:
                continue
        if not found:
            continue
        each = len(boards) / len(found)
        numbers += each * sum(one.stored_numbers for one in found)
        seconds += each * sum(one.seconds_per_iteration for one in found)
        largest = max(largest, *(one.bytes(compress=situation.compress) for one in found))
    limits = situation.limits
    target = max(limits.target, 1e-3)
    iterations = min(_ITERATIONS * (_AT / target) ** 0.5, limits.max_iterations)
    cases = len(boards) * len(situation.spots)
    at_a_time, threads = shared_out(workers, largest, free, cases)
    kept = {"none": 0.0, "small": _SMALL_SHARE, "full": 1.0}[situation.keep]
    rows = _ROWS * _ROW_BYTES * len(situation.lines) * cases
    return BatchOutlook(
        len(boards),
        len(situation.spots),
        int(numbers),
        seconds * iterations,
        seconds * iterations / workers,
        workers,
        at_a_time,
        threads,
        at_a_time * (largest + PROCESS),
        free,
        int(kept * _FULL_BYTES * numbers + rows),
    )


def shared_out(cores: int, largest: int, free: int, cases: int) -> tuple[int, int]:
    """How many solves at a time, and the threads of each; apart they lose no time waiting."""
    at_a_time = max(1, min(cores, cases, free // (largest + PROCESS)))
    return at_a_time, max(1, cores // at_a_time)
