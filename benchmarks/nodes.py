"""Values of a node of flop_wide: CPU seconds, and seconds on two cores."""

from __future__ import annotations

import time

from rich.table import Table
from tests.solver_reference import reference_spot

from runout import solve

_LINES = {
    "flop, root": ("", "500"),
    "flop, after a check": ("check", "500"),
    "turn": ("check / check / 2c", "20"),
    "river": ("check / check / 2c / check / check / 3d", "20"),
}


def table() -> Table:
    """Everything about a node, nothing remembered, the best of several."""
    solution = solve(reference_spot("flop_wide"), target=0, max_iterations=3, threads=2)
    result = Table(title="Values of a node of flop_wide, two threads, ms")
    for name in ("node", "CPU", "wall", "allowed"):
        result.add_column(name, justify="left" if name == "node" else "right")
    for name, (line, allowed) in _LINES.items():
        node = solution[line]
        cpu = wall = float("inf")
        for _ in range(5):
            node.cache.state.values.clear()
            started = time.process_time(), time.perf_counter()
            _ = node.values
            cpu = min(cpu, time.process_time() - started[0])
            wall = min(wall, time.perf_counter() - started[1])
        result.add_row(name, f"{1000 * cpu:.0f}", f"{1000 * wall:.0f}", allowed)
    return result
