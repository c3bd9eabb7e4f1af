"""The solver on a GPU: an iteration, and the time to a target, of the reference spots."""

from __future__ import annotations

import time

from tests.solver_reference import reference_spot

from runout import solve
from runout.solver.engines import engine_named
from runout.solver.loop import Loop
from runout.solver.plan import make_plan
from runout.threads import thread_count

_ITERATIONS = 20
_TARGETS = (("turn_basic", 0.1), ("flop_wide", 0.3), ("flop_wide", 0.1))


def iteration_seconds(name: str) -> float:
    """The mean over some iterations, the first one apart."""
    loop = Loop(make_plan(reference_spot(name)).game, engine="cuda", threads=thread_count(None))
    loop.run(1)
    loop.root_value(0)  # until it is done
    started = time.perf_counter()
    loop.run(_ITERATIONS)
    loop.root_value(0)
    return (time.perf_counter() - started) / _ITERATIONS


def main() -> None:
    """Print what was measured, or what is missing."""
    lacking = engine_named("cuda").missing()
    if lacking is not None:
        print(f"no GPU to measure: {lacking}")
        return
    for name in ("turn_basic", "flop_wide"):
        print(f"{name}: {1e3 * iteration_seconds(name):.2f} ms an iteration")
    for name, target in _TARGETS:
        for call in ("first", "second"):
            started = time.perf_counter()
            solve(reference_spot(name), target=target, engine="cuda")
            print(f"{name} to {target} %, {call} call: {time.perf_counter() - started:.3f} s")


if __name__ == "__main__":
    main()
