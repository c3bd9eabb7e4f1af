"""Solving a spot: iterate, measure, report, stop when it is good enough."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING

from runout import checks
from runout.errors import RunoutError
from runout.solver.estimate import refuse_too_large
from runout.solver.loop import Loop
from runout.solver.plan import make_plan
from runout.solver.rule import DEFAULT, Rule
from runout.solver.spot import Spot
from runout.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from runout.solution.solution import Solution

# Measuring costs about as much as an iteration, so the next one is put where the target may be met
# if the exploitability falls with this power of the iterations, but within these numbers of them.
_FIRST_CHECK = 10
_FASTEST_FALL = 3.0
_LEAST_WAIT, _MOST_WAIT = 3, 20
_MOST_ITERATIONS = 1_000_000_000


@dataclass
class SolveProgress:
    """How far a solve has come. `stop()` ends it after this iteration."""

    iteration: int
    exploitability: float
    """Percent of the starting pot."""
    elapsed: float
    """Seconds of this call."""
    remaining: float | None
    """Estimated seconds left; None while there is nothing to estimate from."""
    stopped: bool = field(default=False, repr=False)

    def stop(self) -> None:
        """Keep the strategy so far and return."""
        self.stopped = True


class SolveControl:
    """A solve as another thread sees it: how far it has come, and a way to end it.

    >>> from runout import Spot, solve
    >>> control = SolveControl()
    >>> control.stop()  # before it starts, so that it ends at once
    >>> spot = Spot("Td9d6hQc2c", 200, 900, "66+", "QQ-22", bets="60%")
    >>> solve(spot, control=control).summary().iterations
    0
    """

    def __init__(self) -> None:
        self.iteration = 0
        self._stop = threading.Event()

    def stop(self) -> None:
        """Keep the strategy so far and return, after the iteration that is under way."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        """Whether the solve has been asked to end."""
        return self._stop.is_set()


@dataclass(frozen=True)
class Limits:
    """When a solve ends."""

    target: float
    max_iterations: int
    max_seconds: float | None

    def __post_init__(self) -> None:
        kept: dict[str, float] = {
            "target": checks.number("target", self.target, 0, what="percent of the pot"),
            "max_iterations": checks.whole(
                "max_iterations", self.max_iterations, 0, _MOST_ITERATIONS
            ),
        }
        if self.max_seconds is not None:
            kept["max_seconds"] = checks.number("max_seconds", self.max_seconds, above=0)
        for name, value in kept.items():
            object.__setattr__(self, name, value)


@dataclass
class History:
    """Time spent solving and how the exploitability fell, over all calls."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    curve: list[tuple[int, float]] = field(default_factory=list)
    """Iterations and exploitability in percent of the starting pot, wherever it was measured."""

    def add(self, iteration: int, percent: float) -> None:
        """One measurement; the same iteration is not kept twice."""
        if not self.curve or self.curve[-1][0] != iteration:
            self.curve.append((iteration, percent))


def solve(
    spot: Spot | str | PathLike[str],
    *,
    target: float = 0.3,
    max_iterations: int = 1000,
    max_seconds: float | None = None,
    threads: int | None = None,
    compress: bool = False,
    progress: Callable[[SolveProgress], None] | None = None,
    control: SolveControl | None = None,
    isomorphism: bool = True,
    rule: Rule = DEFAULT,
) -> Solution:
    """The equilibrium of a spot, to an exploitability of `target` percent of the pot.

    The spot may also be the path of a TOML file.

    >>> from runout import Spot, solve
    >>> spot = Spot("Td9d6hQc2c", pot=200, stack=900, oop="66+,A8s+", ip="QQ-22,ATo+", bets="60% a")
    >>> solve(spot, target=0.5).summary().exploitability_percent < 0.5
    True
    """
    from runout.solution.solution import Solution

    limits = Limits(target, max_iterations, max_seconds)
    workers = thread_count(threads)
    compress = checks.switch("compress", compress)
    isomorphism = checks.switch("isomorphism", isomorphism)
    check_listeners(progress, control)
    checks.instance("rule", rule, Rule)
    spot = _spot(spot)
    refuse_too_large(spot, compress=compress, isomorphism=isomorphism)
    history = History()
    with timed(history):
        plan = make_plan(spot, isomorphism=isomorphism)
        loop = Loop(plan.game, rule=rule, threads=workers, compress=compress)
        exploitability = run(loop, spot, limits, history, progress, control)
    return Solution(spot, plan, loop, exploitability, history)


def _spot(given: Spot | str | PathLike[str]) -> Spot:
    """The spot itself, or the one in a file."""
    if isinstance(given, Spot):
        return given
    if not isinstance(given, str | PathLike):
        raise RunoutError(f"spot {checks.shown(given)}: a Spot, or the path of one, is expected")
    return Spot.from_toml(checks.path("spot", given))


def check_listeners(
    progress: Callable[[SolveProgress], None] | None, control: SolveControl | None
) -> None:
    """Refuse what could not listen, before there is anything to lose."""
    if progress is not None:
        checks.function("progress", progress)
    if control is not None:
        checks.instance("control", control, SolveControl)


@contextmanager
def timed(history: History) -> Iterator[None]:
    """Add the time that the body takes to a history."""
    started, cpu_started = time.perf_counter(), time.process_time()
    try:
        yield
    finally:
        history.seconds += time.perf_counter() - started
        history.cpu_seconds += time.process_time() - cpu_started


def run(
    loop: Loop,
    spot: Spot,
    limits: Limits,
    history: History,
    progress: Callable[[SolveProgress], None] | None = None,
    control: SolveControl | None = None,
) -> float:
    """Iterate until a limit is met; the exploitability in chips."""
    started = time.perf_counter()
    control = control or SolveControl()
    checks: list[tuple[int, float]] = []
    if loop.prepare():
        history.curve.clear()
    first = loop.iterations
    with _interrupts(control):
        while True:
            control.iteration = loop.iterations
            elapsed = time.perf_counter() - started
            out_of_time = limits.max_seconds is not None and elapsed >= limits.max_seconds
            over = control.stopped or out_of_time or loop.iterations >= limits.max_iterations
            measured = bool(checks) and checks[-1][0] == loop.iterations
            if over or (not measured and _is_due(loop.iterations, checks, limits.target)):
                chips = loop.exploitability(zero_sum=spot.rake == 0)
                percent = 100 * chips / float(spot.pot)
                checks.append((loop.iterations, percent))
                history.add(loop.iterations, percent)
                state = SolveProgress(
                    loop.iterations, percent, elapsed, _remaining(checks, limits, elapsed, first)
                )
                if progress is not None:
                    progress(state)
                if over or state.stopped or percent <= limits.target:
                    return chips
            loop.step()


def _is_due(iteration: int, checks: list[tuple[int, float]], target: float) -> bool:
    if not checks:
        return iteration >= _FIRST_CHECK
    last, percent = checks[-1]
    wait = last * ((percent / target) ** (1 / _FASTEST_FALL) - 1) if target > 0 else _MOST_WAIT
    return iteration - last >= min(max(wait, _LEAST_WAIT), _MOST_WAIT)


def _remaining(
    checks: list[tuple[int, float]], limits: Limits, elapsed: float, first: int
) -> float | None:
    """Seconds left if the exploitability goes on falling by the same power of the iterations.

    `first` is the iteration at which this call began.
    """
    last, percent = checks[-1]
    if percent <= limits.target or last >= limits.max_iterations:
        return 0.0
    done = last - checks[0][0]
    if done == 0:
        return None
    pace = elapsed / (last - first)
    at_most = pace * (limits.max_iterations - last)
    before = max(checks[:-1], key=lambda check: (check[0] <= last / 2, check[0]))
    if limits.target > 0 and 0 < percent < before[1]:
        # Exploitability falls about with the square of the iterations near the target.
        at_most = min(at_most, pace * last * ((percent / limits.target) ** 0.5 - 1))
    if limits.max_seconds is not None:
        at_most = min(at_most, limits.max_seconds - elapsed)
    return max(at_most, 0.0)


@contextmanager
def _interrupts(control: SolveControl) -> Iterator[None]:
    """Let Ctrl-C stop the solve, instead of breaking into the middle of an iteration."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_interrupt(_number: int, _frame: FrameType | None) -> None:
        control.stop()

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
