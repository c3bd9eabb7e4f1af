"""Files of solutions: seconds and bytes for the widest reference flop, checked after reading."""

from __future__ import annotations

import os
import resource
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from rich.table import Table
from tests.solver_reference import reference_spot

from runout import load, solve
from runout.solver.betting import IP
from runout.solver.engine import Where

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout.solution.solution import Solution
    from runout.solver.plan import Deals

_ITERATIONS = 40
Result = TypeVar("Result")


def _timed(work: Callable[[], Result]) -> tuple[Result, str]:
    """What the work gives, and its wall and CPU seconds."""
    started, cpu = time.perf_counter(), time.process_time()
    result = work()
    wall, spent = time.perf_counter() - started, time.process_time() - cpu
    return result, f"{wall:.1f} ({spent:.1f} CPU)"


def _memory() -> int:
    """The most memory that the process has held, in bytes."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _same(one: Solution, other: Solution) -> bool:
    numbers, others = (solution.loop.engine.numbers() for solution in (one, other))
    return all(np.array_equal(numbers[name][:], others[name][:]) for name in others)


def _rivers(solution: Solution) -> Deals:
    return solution.plan.game.levels[-1]


def _river_seconds(solution: Solution, deal: int) -> float:
    """Seconds to solve a river again, after the first line that leads to one."""
    tree = solution.plan.game.tree
    last = int(tree.level.max())
    node = int(np.flatnonzero((tree.level == last) & (tree.kind <= IP))[0])
    started = time.perf_counter()
    solution.solved.reader.strategy(Where(last, deal, node))
    return time.perf_counter() - started


def table() -> Table:
    """Measured figures beside what is allowed."""
    solution = solve(reference_spot("flop_wide"), target=0, max_iterations=_ITERATIONS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "full.runout"
        before = _memory()
        _, save_seconds = _timed(lambda: solution.save(path))
        grown = _memory() - before
        loaded, load_seconds = _timed(lambda: load(path))
        assert _same(solution, loaded)
        size = path.stat().st_size
        _, small_save = _timed(lambda: solution.save(path, small=True))
        small_size = path.stat().st_size
        small, small_load = _timed(lambda: load(path))
        assert np.allclose(small.summary().ev, solution.summary().ev, atol=0.01)
        rivers = [_river_seconds(small, deal) for deal in range(0, len(_rivers(small)), 100)]
    rows = (
        ("full: save, s", save_seconds, "15"),
        ("full: load, s", load_seconds, "10"),
        ("full: file, MB", f"{size / 1e6:.0f}", ""),
        ("full: memory while saving, MB", f"{grown / 1e6:.0f}", ""),
        ("small: save, s", small_save, ""),
        ("small: load, s", small_load, ""),
        ("small: file, MB", f"{small_size / 1e6:.1f}", "60"),
        ("small: slowest of some rivers solved again, s", f"{max(rivers):.3f}", "well under 1"),
    )
    bytes_kept = solution.loop.engine.bytes
    result = Table(
        title=f"Saving flop_wide, {bytes_kept / 1e9:.2f} GB after {_ITERATIONS} iterations, "
        f"{len(os.sched_getaffinity(0))} cores"
    )
    for name in ("what", "measured", "allowed"):
        result.add_column(name, justify="left" if name == "what" else "right")
    for row in rows:
        result.add_row(*row)
    return result
