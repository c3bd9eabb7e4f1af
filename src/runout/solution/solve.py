"""Solving a spot, or going on with a solution."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from os import PathLike
from traceback import clear_frames
from typing import TYPE_CHECKING

from runout import checks, defaults
from runout.errors import RunoutError
from runout.job import INTERRUPT, Job
from runout.memory import memory_limit
from runout.solution.node_cache import NodeCache
from runout.solution.node_locks import has_frequencies, lock_frequencies, lock_plays
from runout.solution.solution import Solution, SolveInterrupted, checkpointing
from runout.solver.engines import AUTO, checked_choice, engines_to_try
from runout.solver.estimate import refuse_too_large, shape_of
from runout.solver.loop import (
    DEFAULT,
    ITERATIONS,
    TARGET_MET,
    History,
    Limits,
    Loop,
    Rule,
    SolveProgress,
    converge,
    measure,
    timed,
)
from runout.solver.plan import make_plan
from runout.solver.spot import Spot
from runout.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout.solver.loop import SolveJob


def solve(
    spot: Spot | str | PathLike[str],
    *,
    target: float = defaults.TARGET,
    max_iterations: int = defaults.MAX_ITERATIONS,
    max_seconds: float | None = None,
    threads: int | None = None,
    compress: bool = False,
    memory: int | str | None = None,
    progress: Callable[[SolveProgress], None] | None = None,
    job: SolveJob | None = None,
    keep_on_interrupt: bool = False,
    isomorphism: bool = True,
    rule: Rule = DEFAULT,
    engine: str = AUTO,
    checkpoint: Callable[[Solution], None] | None = None,
) -> Solution:
    """The equilibrium of a spot, to an exploitability of `target` percent of the pot.

    Ctrl-C raises `KeyboardInterrupt` after the iteration under way, with the solution so far as its
    `solution`; there is none before the first. A second Ctrl-C does not wait for the iteration. A
    spot whose locks name frequencies is solved twice: without them first, to know what is changed
    least.

    - `spot`: what to solve; a `Spot`, or the path of one as TOML.
    - `target`: the exploitability to reach, in percent of the pot.
    - `max_iterations`, `max_seconds`: where to end at the latest.
    - `threads`: how many work; None for one on each core.
    - `compress`: numbers of 16 bits, which take half the memory and a little more time.
    - `memory`: the most to take, in bytes or as ``"8GB"``; None for ``RUNOUT_MEMORY``, or all that
      is free.
    - `progress`: a function that is called with each `SolveProgress`.
    - `job`: a `Job` that is listened to and stopped from other threads.
    - `keep_on_interrupt`: return what there is at Ctrl-C instead of raising.
    - `isomorphism`: solve suits that play the same once.
    - `rule`: how much iterations count; `runout.solver.loop.RULES` has some.
    - `engine`: what computes: ``"cpu"``, ``"cuda"``, or ``"auto"``: a GPU if one is there, the spot
      fits and it pays.
    - `checkpoint`: a function that is called with the solution so far, after an iteration and at
      most twice a second, to save it; not before it was measured once, nor in the first of two
      solves.

    >>> from runout import Spot, solve
    >>> spot = Spot("Td9d6hQc2c", pot=200, stack=900, oop="66+,A8s+", ip="QQ-22,ATo+", bets="60% a")
    >>> solve(spot, target=0.5).summary().exploitability_percent < 0.5
    True
    """
    limits = Limits(target, max_iterations, max_seconds)
    workers = thread_count(threads)
    limit = memory_limit(memory)
    compress = checks.switch("compress", compress)
    isomorphism = checks.switch("isomorphism", isomorphism)
    keep_on_interrupt = checks.switch("keep_on_interrupt", keep_on_interrupt)
    job = Job.of(job, progress)
    checks.instance("rule", rule, Rule)
    if checkpoint is not None:
        checks.function("checkpoint", checkpoint)
    engine = checked_choice(engine)
    spot = _spot(spot)
    shape = shape_of(spot, isomorphism=isomorphism)
    *tried, sure = engines_to_try(engine, shape, compress=compress, memory=limit)
    refuse = partial(
        refuse_too_large, spot, compress=compress, isomorphism=isomorphism, memory=limit
    )
    if not tried:  # those fit, or they would not be
        refuse(engine=sure)
    history = History()
    with timed(history):
        plan = make_plan(spot, isomorphism=isomorphism)
        started = partial(
            Loop, plan.game, rule=rule, threads=workers, compress=compress, memory=limit
        )
        loop = next(filter(None, (_tried(started, one) for one in tried)), None)
        if loop is None:
            refuse(engine=sure)
            loop = started(engine=sure)
        if spot.locks:  # what shows the nodes is let go, so that the loop need not keep it
            lock_plays(Solution(NodeCache(plan, loop, 0.0, history)), spot.locks)
        twice = bool(spot.locks) and has_frequencies(spot.locks)
        shown = None if twice else checkpoint
        after = checkpointing(plan, loop, history, shown)
        try:
            exploitability = converge(loop, spot, limits, history, job, after)
        except KeyboardInterrupt as error:  # a second one: it broke off what the first waited for
            history.stopped_by = INTERRUPT
            broken = NodeCache(plan, loop, measure(loop, spot, history), history)
            raise SolveInterrupted(Solution(broken)) from error
        except RunoutError as error:  # whoever keeps it, as notebooks do, keeps no numbers with it
            clear_frames(error.__traceback__)
            del loop, after
            raise
    solution = Solution(NodeCache(plan, loop, exploitability, history))
    if twice:
        lock_frequencies(solution, spot.locks)
        if job.stopped:  # perhaps while the first solve met its limits
            history.stopped_by = job.stopped_by
        elif rest := _rest(limits, history):
            solution.resume(**asdict(rest), job=job, keep_on_interrupt=True, checkpoint=checkpoint)
    return solution if keep_on_interrupt else solution.unless_interrupted()


def _tried(started: Callable[..., Loop], engine: str) -> Loop | None:
    """The loop on an engine that ``"auto"`` chose; None where it fails after all."""
    try:
        loop = started(engine=engine)
        loop.engine.part()  # all that it takes to begin: memory, and kernels that compile
    except (RunoutError, MemoryError):
        return None
    return loop


def _rest(limits: Limits, history: History) -> Limits | None:
    """What is left of the limits after a first solve; None if nothing more is to be done."""
    if history.stopped_by not in (TARGET_MET, ITERATIONS):
        return None
    if limits.max_seconds is None:
        return limits
    left = limits.max_seconds - history.seconds
    return replace(limits, max_seconds=left) if left > 0 else None


def _spot(given: Spot | str | PathLike[str]) -> Spot:
    """The spot itself, or the one in a file."""
    if isinstance(given, Spot):
        return given
    if not isinstance(given, str | PathLike):
        raise RunoutError(f"spot {checks.shown(given)}: a Spot, or the path of one, is expected")
    return Spot.from_toml(checks.path("spot", given))
