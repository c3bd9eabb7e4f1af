"""Running a command file of TexasSolver: solve what it asks for, and write its dump."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout.solution.solve import solve

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout.solution.solution import Solution
    from runout.solver.loop import SolveJob, SolveProgress
    from runout.solver.script import Script


def run_script(
    script: Script,
    *,
    progress: Callable[[SolveProgress], None] | None = None,
    job: SolveJob | None = None,
) -> Solution:
    """Solve what a script asks for, and write its dump."""
    script.check_dump()
    solution = solve(script.spot, **script.arguments, progress=progress, job=job)
    write_dump(script, solution)
    return solution


def write_dump(script: Script, solution: Solution) -> None:
    """Write what the script asks for, if it does."""
    if script.dump is not None:
        solution.to_json(script.dump, depth=script.depth)
