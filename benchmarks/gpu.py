"""The solver on a GPU: an iteration, the time to a target, and nodes, of the reference spots."""

from __future__ import annotations

import time

from tests.solver_reference import reference_spot

from runout import solve
from runout.solver.engines import engine_named
from runout.solver.loop import Loop
from runout.solver.plan import make_plan
from runout.threads import thread_count

_ITERATIONS = 20
_TARGETS = (("turn_basic", 0.1), ("flop_wide", 0.3), ("flop_wide", 0.1), ("srp_100bb", 0.3))
_LINES = ("", "check", "check / check")


def iteration_seconds(name: str) -> float:
    """The mean over some iterations, the first one apart."""
    loop = Loop(make_plan(reference_spot(name)).game, engine="cuda", threads=thread_count(None))
    loop.run(1)
    loop.root_value(0)  # until it is done
    started = time.perf_counter()
    loop.run(_ITERATIONS)
    loop.root_value(0)
    return (time.perf_counter() - started) / _ITERATIONS


def node_seconds(name: str) -> dict[str, float]:
    """Until the values of nodes are there, each asked for once."""
    solution = solve(reference_spot(name), target=1, engine="cuda")
    found = {}
    for line in _LINES:
        node = solution[line] if line else solution.root
        started = time.perf_counter()
        _ = node.values
        found[line] = time.perf_counter() - started
    return found


def main() -> None:
    """Print what was measured, or what is missing."""
    lacking = engine_named("cuda").missing()
    if lacking is not None:
        print(f"no GPU to measure: {lacking}")
        return
    for name in ("turn_basic", "flop_wide", "flop_full", "srp_100bb"):
        print(f"{name}: {1e3 * iteration_seconds(name):.2f} ms an iteration")
    for name, target in _TARGETS:
        for call in ("first", "second"):
            started = time.perf_counter()
            solve(reference_spot(name), target=target, engine="cuda")
            print(f"{name} to {target} %, {call} call: {time.perf_counter() - started:.3f} s")
    for name in ("turn_basic", "flop_wide"):
        for line, seconds in node_seconds(name).items():
            print(f"{name}, values after {line or 'nothing'!r}: {1e3 * seconds:.1f} ms")


if __name__ == "__main__":
    main()
