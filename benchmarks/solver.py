"""The postflop solver on the reference spots: CPU seconds over all threads."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from rich.table import Table
from tests.solver_reference import reference_spot

from runout.solver.loop import Loop
from runout.solver.plan import make_plan

if TYPE_CHECKING:
    from runout.solver.spot import Spot

_SOLVE = """
import json, resource, sys
from runout import solve
from tests.solver_reference import reference_spot
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
solution = solve(reference_spot(sys.argv[1]), target=float(sys.argv[2]), threads=1)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({**solution.summary().to_dict(), "grown": 1024 * (after - before)}))
"""


_TO_TARGET = {
    "turn_basic": (0.1, 3, 0.55),
    "turn_deep": (0.1, 2, 7.5),
    "flop_monotone": (0.1, 2, 13),
    "flop_wide": (0.3, 1, 48),
}
"""Percent of the pot, how often it is solved, and the CPU seconds that the best may take."""
_TWO_THREADS = {"turn_basic": 40, "turn_deep": 10, "flop_monotone": 4}
"""With the iterations of a measurement."""


def _best_solved(name: str, target: float, times: int, _: float) -> dict[str, float]:
    return min((_solved(name, target) for _ in range(times)), key=lambda s: s["cpu_seconds"])


def _gain_of_two(name: str, iterations: int) -> float:
    """Wall time of an iteration on one thread over that on two, the best of five each."""
    spot = reference_spot(name)
    one, two = (
        min(_iteration_seconds(spot, threads, iterations)[1] for _ in range(5))
        for threads in (1, 2)
    )
    return one / two


def _solved(name: str, target: float) -> dict[str, float]:
    """A solve in a process of its own, so that its memory can be told apart."""
    command = [sys.executable, "-c", _SOLVE, name, str(target)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def _iteration_seconds(spot: Spot, threads: int, iterations: int) -> tuple[float, float]:
    """CPU and wall seconds of an iteration, the mean of several after the first ten."""
    loop = Loop(make_plan(spot).game, threads=threads)
    loop.run(10)
    cpu, wall = time.process_time(), time.perf_counter()
    loop.run(iterations)
    spent = time.process_time() - cpu, time.perf_counter() - wall
    return spent[0] / iterations, spent[1] / iterations


def _plan_seconds(spot: Spot) -> float:
    """CPU seconds to build the plan and to lay it out, without touching the numbers."""
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        Loop(make_plan(spot).game)
        best = min(best, time.process_time() - started)
    return best


def _per_number(spot: Spot, iterations: int, runs: int = 3) -> float:
    numbers = spot.estimate().stored_numbers
    best = min(_iteration_seconds(spot, 1, iterations)[0] for _ in range(runs))
    return best / numbers * 1e9


def table() -> Table:
    """Measured figures beside what is allowed."""
    wide, narrow = (reference_spot(name) for name in ("flop_wide", "flop_paired_rake"))
    solved = {name: _best_solved(name, *how) for name, how in _TO_TARGET.items()}
    numbers = solved["flop_wide"]["stored_numbers"]
    rows = (
        ("flop_wide, ns per number and iteration", f"{_per_number(wide, 10):.2f}", "5"),
        ("flop_paired_rake, the same", f"{_per_number(narrow, 40):.2f}", "6"),
        *(
            (
                f"{name} to {target} %, CPU s ({solved[name]['iterations']} iterations)",
                f"{solved[name]['cpu_seconds']:.2f}",
                str(allowed),
            )
            for name, (target, _, allowed) in _TO_TARGET.items()
        ),
        (
            "flop_wide, bytes per number after 60 MB",
            f"{(solved['flop_wide']['grown'] - 60e6) / numbers:.2f}",
            "8.2",
        ),
        ("flop_wide, CPU s to build the plan", f"{_plan_seconds(wide):.2f}", "1.5"),
        *(
            (f"{name}, two threads against one", f"{_gain_of_two(name, its):.2f}", "1.9 or more")
            for name, its in _TWO_THREADS.items()
        ),
    )
    result = Table(title="Solver, one thread where not said otherwise")
    for name in ("what", "measured", "allowed"):
        result.add_column(name, justify="left" if name == "what" else "right")
    for row in rows:
        result.add_row(*row)
    return result
