"""Solutions in files: whole, to be resumed as if they had never stopped, or without the river."""

from __future__ import annotations

import zlib
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

import runout
from runout import checks
from runout.errors import RunoutError
from runout.solution.files import RunoutFile, opened, refuse_without_memory, write_file
from runout.solution.small import SmallLoop, small_arrays, small_sizes
from runout.solver.estimate import estimate
from runout.solver.lock_store import Locks
from runout.solver.loop import Loop
from runout.solver.plan import Plan, make_plan, tree_arrays
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
        spot = file.spot()
        refuse_without_memory(file.path, _memory(file, spot))
        plan = make_plan(spot, isomorphism=header.isomorphism)
        if fingerprint(plan.game) != header.game:
            raise RunoutError(
                f"{file.path}: written by runout {header.version}, "
                f"where this spot has another tree than in runout {runout.__version__}"
            )
        with file.header_errors():
            locks = Locks.from_list(header.locks, plan.game)
        make = _small_loop if header.small else _full_loop
        loop = make(file, plan, locks, workers, progress)
        loop.iterations = header.iterations
    return Solution(spot, plan, loop, header.exploitability, header.history)


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


def _memory(file: RunoutFile, spot: Spot) -> int:
    """Bytes that it takes to load a file."""
    if file.header.small:
        return _SMALL_COPIES * file.size
    size = estimate(spot, isomorphism=file.header.isomorphism)
    return size.bytes(compress=file.header.compress)


def _full_sizes(plan: Plan, compress: bool) -> dict[str, tuple[str, int]]:
    """The arrays of a file that is whole."""
    size = estimate(plan.spot, isomorphism=len(plan.symmetries) > 1)
    numbers = ("<i2" if compress else "<f4", size.cells)
    scales = ("<f4", size.scales)
    return dict(
        zip(_FULL, (numbers, numbers, scales, scales)[: 4 if compress else 2], strict=False)
    )


def _full_loop(
    file: RunoutFile, plan: Plan, locks: Locks, threads: int, progress: Progress | None
) -> Loop:
    header = file.header
    file.check_arrays(_full_sizes(plan, header.compress))
    loop = Loop(plan.game, rule=header.rule, threads=threads, compress=header.compress)
    loop.locks = locks
    loop.locks.waiting = header.locks_wait
    if not loop.locks.waiting:
        loop.locks.apply(loop.engine)  # before the numbers, which are those of the locked game
    file.read_arrays(_stored(loop), threads=threads, progress=progress)
    return loop


def _small_loop(
    file: RunoutFile, plan: Plan, locks: Locks, threads: int, progress: Progress | None
) -> Loop:
    if len(plan.game.levels) == 1:
        raise file.damaged("its header: small, but the spot is on the river")
    sizes = small_sizes(plan)
    file.check_arrays(sizes)
    arrays: dict[str, Numbers] = {
        name: np.empty(count, np.dtype(kind)) for name, (kind, count) in sizes.items()
    }
    file.read_arrays(arrays, threads=threads, progress=progress)
    # Locks that wait are not in what was saved.
    return SmallLoop(plan, arrays, Locks() if file.header.locks_wait else locks, file.header.rule)
