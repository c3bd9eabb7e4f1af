"""Solutions in files: whole, to be resumed as if they had never stopped, or without the river."""

from __future__ import annotations

import zlib
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

import runout
from runout import checks
from runout.errors import RunoutError
from runout.solution.files import RunoutFile, opened, write_file
from runout.solution.small import SmallLoop, small_arrays
from runout.solver.estimate import estimate, free_memory, size_text
from runout.solver.locks import Locks
from runout.solver.loop import Loop
from runout.solver.plan import Plan, make_plan, tree_arrays
from runout.solver.rule import Rule
from runout.solver.solving import History
from runout.solver.spot import Spot
from runout.threads import thread_count

if TYPE_CHECKING:
    import os

    from runout.solution.files import Numbers, Progress
    from runout.solution.solution import Solution
    from runout.solver.game import Game, TreeArrays

_SMALL_COPIES = 4  # as read, in the engine, and what is made on the way
_FULL = ("regrets", "averages", "regret_scales", "average_scales")


def save(
    solution: Solution,
    path: str | os.PathLike[str],
    *,
    small: bool = False,
    progress: Progress | None = None,
) -> None:
    """Write a solution to a file, in place of what was there.

    A `small` file leaves the river out; a spot that starts there has nothing to leave out.
    """
    loop = solution._loop
    if isinstance(loop, SmallLoop) and not small:
        raise RunoutError(f"{path}: the solution is without its river: save it with small=True")
    small = small and len(solution.plan.game.levels) > 1
    header = {**_header(solution), "small": small}
    if isinstance(loop, SmallLoop):
        arrays = loop.arrays
    else:
        arrays = small_arrays(solution.plan, loop.engine) if small else _stored(loop)
    write_file(
        checks.path("file", path), header, arrays, threads=thread_count(None), progress=progress
    )


def load(
    path: str | os.PathLike[str],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Solution:
    """A solution from a file that `Solution.save` wrote.

    `progress` is called with the bytes done and the bytes in all.

    >>> import tempfile
    >>> from runout import Spot, load, solve
    >>> spot = Spot("Td9d6hQc2c", pot=200, stack=900, oop="66+,A8s+", ip="QQ-22", bets="60%")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solve(spot, target=0.5).save(f"{folder}/spot.runout")
    ...     load(f"{folder}/spot.runout").resume(target=0.2).summary().exploitability_percent < 0.2
    True
    """
    from runout.solution.solution import Solution

    workers = thread_count(threads)
    with opened(checks.path("file", path)) as file:
        header = file.header
        spot = Spot.from_toml(header["spot"])
        _refuse_without_memory(file, spot)
        plan = make_plan(spot, isomorphism=header["isomorphism"])
        if fingerprint(plan.game) != header["game"]:
            raise RunoutError(
                f"{file.path}: written by runout {header['version']}, "
                f"where this spot has another tree than in runout {runout.__version__}"
            )
        make = _small_loop if header["small"] else _full_loop
        loop = make(file, plan, workers, progress)
    return Solution(spot, plan, loop, header["exploitability"], _history(header))


def _header(solution: Solution) -> dict[str, Any]:
    loop, rule, history = solution._loop, solution._loop.rule, solution.history
    return {
        "version": runout.__version__,
        "spot": _spot_text(solution.plan),
        "game": fingerprint(solution.plan.game),
        "isomorphism": len(solution.plan.symmetries) > 1,
        "compress": loop.compress,
        "rule": [repr(part) for part in (rule.alpha, rule.beta, rule.gamma)],
        "restarts": list(rule.restarts),
        "iterations": loop.iterations,
        "exploitability": solution._exploitability,
        "history": asdict(history),
        "locks": loop.locks.to_list(),
        "locks_wait": loop.locks.waiting,
    }


def _spot_text(plan: Plan) -> str:
    """The spot as TOML, if that says all about it."""
    text = plan.spot.to_toml()
    if _tree_sum(tree_arrays(Spot.from_toml(text).tree)) != _tree_sum(plan.game.tree):
        raise RunoutError("the solution cannot be saved: TOML does not describe its tree")
    return text


def fingerprint(game: Game) -> int:
    """A checksum of a game: numbers are of use only where tree, hands and deals are the same."""
    total = _tree_sum(game.tree)
    for hands in game.hands:
        total = _sum_of(total, hands.cards, hands.weight.astype(np.float32))
    for deals in game.levels:
        total = _sum_of(total, deals.parent, deals.card)
    return total


def _tree_sum(tree: TreeArrays) -> int:
    return _sum_of(0, tree.kind, tree.level, tree.first, tree.children, tree.payoff)


def _sum_of(total: int, *arrays: Numbers) -> int:
    for array in arrays:
        total = zlib.crc32(array.tobytes(), total)
    return total


def _stored(loop: Loop) -> dict[str, Numbers]:
    return dict(zip(_FULL, loop.engine.numbers(), strict=False))


def _refuse_without_memory(file: RunoutFile, spot: Spot) -> None:
    """Raise if what a file holds does not fit into memory."""
    header, most = file.header, free_memory()
    if header["small"]:
        needed = _SMALL_COPIES * file.size
    else:
        size = estimate(spot, isomorphism=header["isomorphism"])
        needed = size.bytes(compress=header["compress"])
    if needed > most:
        raise RunoutError(
            f"{file.path}: loading it needs {size_text(needed)}, "
            f"but {size_text(most)} of memory is free"
        )


def _full_loop(file: RunoutFile, plan: Plan, threads: int, progress: Progress | None) -> Loop:
    header = file.header
    loop = Loop(plan.game, rule=_rule(header), threads=threads, compress=header["compress"])
    loop.locks = Locks.from_list(header["locks"])
    loop.locks.waiting = header["locks_wait"]
    if not loop.locks.waiting:
        loop.locks.apply(loop.engine)  # before the numbers, which are those of the locked game
    file.read_arrays(_stored(loop), threads=threads, progress=progress)
    loop.iterations = header["iterations"]
    return loop


def _small_loop(file: RunoutFile, plan: Plan, threads: int, progress: Progress | None) -> Loop:
    arrays = file.new_arrays()
    file.read_arrays(arrays, threads=threads, progress=progress)
    waiting = file.header["locks_wait"]  # then what was saved knows nothing of them
    locks = Locks() if waiting else Locks.from_list(file.header["locks"])
    loop = SmallLoop(plan, arrays, locks, _rule(file.header))
    loop.iterations = file.header["iterations"]
    return loop


def _rule(header: dict[str, Any]) -> Rule:
    alpha, beta, gamma = (float(power) for power in header["rule"])
    return Rule(alpha, beta, gamma, tuple(header["restarts"]))


def _history(header: dict[str, Any]) -> History:
    kept = header["history"]
    curve = [(iteration, percent) for iteration, percent in kept["curve"]]
    return History(kept["seconds"], kept["cpu_seconds"], curve)
