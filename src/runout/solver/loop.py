"""The CFR loop: how it weighs its iterations, runs them, and measures when to end.

It knows a game, not poker: Kuhn and Leduc poker run through it in the tests. Discounted CFR (Brown
and Sandholm, 2019) multiplies positive regrets by t^alpha / (t^alpha + 1), negative ones by
t^beta / (t^beta + 1) and the average by (t / (t + 1))^gamma. CFR+ and linear CFR are special cases.
The average may start afresh at given iterations, which forgets the first, useless ones sooner than
any power does. The value that a node hands up to the one before may look ahead: part of it is that
of the strategy that follows from what has just been learned.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf, isinf
from typing import TYPE_CHECKING, Any

from runout import checks, defaults
from runout.errors import RunoutError
from runout.job import INTERRUPT, STOP, Job, interrupts
from runout.solver.engine import Locks, Profile
from runout.solver.engines import DEFAULT_ENGINE, engine_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from runout.solver.plan import Game
    from runout.solver.spot import Spot

TARGET_MET, ITERATIONS, TIME_UP = "target", "iterations", "time_limit"
STOPS = (TARGET_MET, ITERATIONS, TIME_UP, STOP, INTERRUPT)
"""What ends a solve."""
# Measuring costs about as much as an iteration, so the next one is put where the target may be met
# if the exploitability falls with this power of the iterations, but within these numbers of them.
_FIRST_CHECK = 10
_FASTEST_FALL = 3.0
_LEAST_WAIT, _MOST_WAIT = 3, 20
_MOST_SHARE = 0.2  # of the iterations so far, where that is more
_DEEP = 500  # pots
_FIRST_PAIR = 16  # iterations until strategies are averaged two at a time
# Of the stack: the mean of two gains, each the difference of two values that are at most half a
# unit in the last place off. Of the gain: beyond the largest seen.
_ERROR, _RELATIVE_ERROR = 2 * 2.0**-24, 5e-6
_MOST_ITERATIONS = 1_000_000_000
_LAST_ITERATION = 10**12
_MOST_POWER = 20  # of a trillion iterations, a float still holds it


@dataclass(frozen=True)
class Discount:
    """Factors of one iteration, and the weights of the strategies that it adds to the average.

    Some add two, the one that was played and the one that follows from its regrets, and the next
    none: the average comes out the same, and is read and written half as often.
    """

    positive: float
    negative: float
    average: float
    played: float = 1.0
    next: float = 0.0
    ahead: float = 0.0
    """The part of the strategy that follows in the value that a node hands up."""


def _keep(frozen: object, fields: Mapping[str, object]) -> None:
    """Let an object that is being made have plain numbers, whatever kind it was given."""
    for name, value in fields.items():
        object.__setattr__(frozen, name, value)


@dataclass(frozen=True)
class Rise:
    """The powers that a rule begins with; from there they go straight to its own."""

    alpha: float
    beta: float
    iterations: int
    """How many it takes them."""

    def __post_init__(self) -> None:
        kept: dict[str, float] = {
            name: checks.number(f"rule rise {name}", getattr(self, name), -_MOST_POWER, _MOST_POWER)
            for name in ("alpha", "beta")
        }
        kept["iterations"] = checks.whole(
            "rule rise iterations", self.iterations, 1, _LAST_ITERATION
        )
        _keep(self, kept)

    def powers(self, rule: Rule, iteration: int) -> tuple[float, float]:
        """Alpha and beta of an iteration."""
        done = min(iteration / self.iterations, 1.0)
        return (
            self.alpha + (rule.alpha - self.alpha) * done,
            self.beta + (rule.beta - self.beta) * done,
        )


@dataclass(frozen=True)
class Rule:
    """A discounted CFR: powers, where the average starts afresh, and how alpha and beta begin.

    >>> RULES["cfr+"].discount(9)
    Discount(positive=1.0, negative=0.0, average=0.9, played=1.0, next=0.0, ahead=0.0)
    """

    alpha: float
    beta: float
    gamma: float
    restarts: tuple[int, ...] = ()
    rise: Rise | None = None
    ahead: float = 0.0
    """How far the values that nodes hand up look ahead: from 0, not at all, to 1."""

    def __post_init__(self) -> None:
        kept: dict[str, object] = {"ahead": checks.number("rule ahead", self.ahead, 0, 1)}
        rises = self.rise is not None
        if rises:
            checks.instance("rule rise", self.rise, Rise)
        for name in ("alpha", "beta", "gamma"):
            power = getattr(self, name)
            if not rises and name != "gamma" and isinstance(power, float) and isinf(power):
                kept[name] = float(power)
            else:
                least = 0 if name == "gamma" else -_MOST_POWER
                kept[name] = checks.number(f"rule {name}", power, least, _MOST_POWER)
        if not isinstance(self.restarts, tuple):
            raise RunoutError(f"rule restarts {checks.shown(self.restarts)}: a tuple is expected")
        restarts = [
            checks.whole("rule restarts", one, 0, what="an iteration") for one in self.restarts
        ]
        kept["restarts"] = tuple(restarts)
        if any(later <= one for one, later in pairwise((-1, *restarts))):
            raise RunoutError("rule restarts: iterations in ascending order are expected")
        _keep(self, kept)

    def discount(self, iteration: int) -> Discount:
        """The factors applied before an iteration adds its own; the first is number 0."""
        iteration = checks.whole("iteration", iteration, 0, _LAST_ITERATION)
        alpha, beta = self.alpha, self.beta
        if self.rise is not None:
            alpha, beta = self.rise.powers(self, iteration)
        positive, negative = _factor(iteration, alpha), _factor(iteration, beta)
        return Discount(positive, negative, *self._averaging(iteration), self.ahead)

    def _averaging(self, iteration: int) -> tuple[float, float, float]:
        """The factor of the average, and the weights of the strategy played and of the next."""
        if iteration < _FIRST_PAIR:
            return self._kept(iteration), 1.0, 0.0
        if (iteration - _FIRST_PAIR) % 2:
            return 1.0, 0.0, 0.0
        kept = self._kept(iteration + 1)
        return self._kept(iteration) * kept, kept, 1.0

    def _kept(self, iteration: int) -> float:
        """The share of the average that is left when the strategy of an iteration is added."""
        number = bisect_right(self.restarts, iteration)
        since = iteration - (self.restarts[number - 1] if number else 0)
        return float((since / (since + 1)) ** self.gamma)


def _factor(iteration: int, power: float) -> float:
    if power == inf:
        return 1.0
    if power == -inf or iteration == 0:
        return 0.0
    grown: float = float(iteration) ** power
    return grown / (grown + 1)


_POWERS_OF_FOUR = (1, 4, 16, 64, 256)

RULES = {
    "dcfr": Rule(1.5, 0.0, 2.0),
    "dcfr late": Rule(1.5, 0.35, 5.0),
    "dcfr rising": Rule(2.0, 0.5, 5.0, rise=Rise(1.15, 0.0, 250)),
    "dcfr ahead": Rule(2.0, 0.5, 5.0, rise=Rise(1.15, 0.0, 250), ahead=0.5),
    "dcfr restarted": Rule(1.5, 0.5, 3.0, _POWERS_OF_FOUR),
    "cfr+": Rule(inf, -inf, 1.0),
    "cfr+ quadratic": Rule(inf, -inf, 2.0),
    "linear": Rule(1.0, 1.0, 1.0),
}
DEFAULT = RULES["dcfr ahead"]
"""The fastest over many spots; docs/solver/engine.md has the measurements."""


class Loop(Profile):
    """A game being solved: players take turns to improve against the other's strategy.

    >>> from runout.solver.games import kuhn
    >>> loop = Loop(kuhn())
    >>> loop.run(500)
    >>> round(loop.root_value(0), 3)  # -1/18
    -0.056
    """

    def __init__(
        self,
        game: Game,
        *,
        engine: str = DEFAULT_ENGINE,
        rule: Rule = DEFAULT,
        threads: int = 1,
        compress: bool = False,
        memory: int | None = None,
    ) -> None:
        self.engine = engine_named(engine)(game, threads=threads, compress=compress)
        super().__init__(game, self.engine)
        self.rule = rule
        self.memory = memory
        """Bytes that it may take; None for what the environment allows."""
        self.iterations = 0
        self.locks = Locks()

    def prepare(self) -> bool:
        """Start afresh if locks have changed: what was learned before belongs to another game."""
        with self.locks.guard:
            waiting, self.locks.waiting = self.locks.waiting, False
        if not waiting:
            return False
        self.engine.reset()
        self.locks.apply(self.engine)
        self.iterations = 0
        return True

    def frozen(self) -> Profile:
        """The strategy, for any thread: it stays what it is now while this one goes on."""
        return Profile(self.game, self.engine.reader())

    def step(self) -> None:
        """One iteration: both players."""
        self.engine.iterate(self.rule.discount(self.iterations))
        self.iterations += 1

    def run(self, iterations: int) -> None:
        """So many iterations."""
        for _ in range(iterations):
            self.step()


@dataclass(frozen=True)
class SolveProgress:
    """How far a solve has come, as its job reports it."""

    iteration: int
    exploitability: float
    """Percent of the starting pot."""
    elapsed: float
    """Seconds of this call."""
    remaining: float | None
    """Estimated seconds left; None while there is nothing to estimate from."""


SolveJob = Job[SolveProgress, Any]
"""A solve as it is listened to and stopped."""


@dataclass(frozen=True)
class Limits:
    """When a solve ends."""

    target: float = defaults.TARGET
    max_iterations: int = defaults.MAX_ITERATIONS
    max_seconds: float | None = None

    def __post_init__(self) -> None:
        kept: dict[str, float] = {
            "target": checks.number("target", self.target, 0, what="percent of the pot"),
            "max_iterations": checks.whole(
                "max_iterations", self.max_iterations, 0, _MOST_ITERATIONS
            ),
        }
        if self.max_seconds is not None:
            kept["max_seconds"] = checks.number("max_seconds", self.max_seconds, above=0)
        _keep(self, kept)


@dataclass
class History:
    """Time spent solving and how the exploitability fell, over all calls."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    curve: list[tuple[int, float]] = field(default_factory=list)
    """Iterations and exploitability in percent of the starting pot, wherever it was measured."""
    stopped_by: str = ""
    """What ended the last call: one of `STOPS`."""

    def add(self, iteration: int, percent: float) -> None:
        """One measurement; the same iteration is not kept twice."""
        if not self.curve or self.curve[-1][0] != iteration:
            self.curve.append((iteration, percent))


@contextmanager
def timed(history: History) -> Iterator[None]:
    """Add the time that the body takes to a history."""
    started, cpu_started = time.perf_counter(), time.process_time()
    try:
        yield
    finally:
        history.seconds += time.perf_counter() - started
        history.cpu_seconds += time.process_time() - cpu_started


def converge(
    loop: Loop,
    spot: Spot,
    limits: Limits,
    history: History,
    job: SolveJob,
    after: Callable[[float], None] | None = None,
) -> float:
    """Iterate until a limit is met or the job is stopped; the exploitability in chips.

    Ctrl-C stops the job, instead of breaking into the middle of an iteration, and is what ended it
    even if a limit was met meanwhile. `after` is called after each iteration from the first
    measurement on, with the exploitability measured last.
    """
    if loop.prepare():
        history.curve.clear()
    with interrupts(lambda: job.stop(INTERRUPT)):
        chips, ending = _iterated(loop, spot, limits, history, job, after)
    history.stopped_by = INTERRUPT if job.stopped_by == INTERRUPT else ending
    return chips


def _iterated(
    loop: Loop,
    spot: Spot,
    limits: Limits,
    history: History,
    job: SolveJob,
    after: Callable[[float], None] | None,
) -> tuple[float, str]:
    """The exploitability in chips when something ended it, and what."""
    watch = _Watch(limits, loop.iterations)
    chips: float | None = None
    while True:
        job.count = loop.iterations
        ending = job.stopped_by or watch.limit_met(loop.iterations)
        if ending or watch.is_due(loop.iterations):
            chips = measure(loop, spot, history)
            percent = 100 * chips / float(spot.pot)
            job.report(watch.measured(loop.iterations, percent))
            if not ending and percent <= limits.target:
                ending = TARGET_MET
            ending = ending or job.stopped_by  # a listener may have asked for it
            if ending:
                return chips, ending
        loop.step()
        if after is not None and chips is not None:
            after(chips)


def measure(loop: Loop, spot: Spot, history: History) -> float:
    """The exploitability in chips as it is now, which the history notes."""
    chips = _at_most(spot, loop.exploitability(zero_sum=spot.rake == 0))
    history.add(loop.iterations, 100 * chips / float(spot.pot))
    return chips


def _at_most(spot: Spot, chips: float) -> float:
    """An exploitability that is not below the true one by rounding.

    Values in single precision are off by a ten-millionth of the chips at stake, which is nothing up
    to a few hundred pots; deeper, it is added.
    """
    if float(spot.stack) <= _DEEP * float(spot.pot):
        return chips
    return chips * (1 + _RELATIVE_ERROR) + _ERROR * float(spot.stack)


class _Watch:
    """One call: the time it takes, what was measured, and when to measure next."""

    def __init__(self, limits: Limits, first: int) -> None:
        self._limits = limits
        self._first = first
        self._started = time.perf_counter()
        self._checks: list[tuple[int, float]] = []

    @property
    def elapsed(self) -> float:
        """Seconds since the call began."""
        return time.perf_counter() - self._started

    def limit_met(self, iteration: int) -> str:
        """The limit that ends it here; empty if none does."""
        if self._limits.max_seconds is not None and self.elapsed >= self._limits.max_seconds:
            return TIME_UP
        return ITERATIONS if iteration >= self._limits.max_iterations else ""

    def is_due(self, iteration: int) -> bool:
        """Whether it is time to measure."""
        return _is_due(iteration, self._checks, self._limits.target)

    def measured(self, iteration: int, percent: float) -> SolveProgress:
        """Note a measurement; how far it has come by it."""
        elapsed = self.elapsed
        self._checks.append((iteration, percent))
        left = _remaining(self._checks, self._limits, elapsed, self._first)
        return SolveProgress(iteration, percent, elapsed, left)


def _is_due(iteration: int, checks: list[tuple[int, float]], target: float) -> bool:
    if not checks:
        return iteration >= _FIRST_CHECK
    last, percent = checks[-1]
    most = max(_MOST_WAIT, last * _MOST_SHARE)
    wait = last * ((percent / target) ** (1 / _FASTEST_FALL) - 1) if target > 0 else most
    return iteration - last >= min(max(wait, _LEAST_WAIT), most)


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
