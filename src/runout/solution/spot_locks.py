"""The locks of a spot, set at the nodes of its solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout.ranges import Range
from runout.solver.lock import naming_lock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runout.solution.solution import Solution
    from runout.solver.lock import Lock


def lock_plays(solution: Solution, locks: Iterable[Lock]) -> None:
    """Lock the hands that all do the same."""
    for number, lock in enumerate(locks, start=1):
        if lock.play:
            with naming_lock(number):
                node = solution[lock.line]
                node.lock(Range("random") if lock.hands is None else lock.hands, lock.shares)


def lock_frequencies(solution: Solution, locks: Iterable[Lock]) -> None:
    """Lock how often ranges take actions, each as near as can be to how it plays now."""
    for number, lock in enumerate(locks, start=1):
        if lock.frequencies:
            with naming_lock(number):
                solution[lock.line].lock_frequencies(lock.shares, lock.hands)


def has_frequencies(locks: Iterable[Lock]) -> bool:
    """Whether some are about frequencies, which need a solution to start from."""
    return any(lock.frequencies for lock in locks)
