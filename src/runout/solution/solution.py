"""The solution: a summary, its nodes, and solving on."""

from __future__ import annotations

import time
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from runout import checks, defaults
from runout.job import INTERRUPT, STOP, Job
from runout.reading import shown
from runout.solution.node import SolutionNode
from runout.solution.node_cache import NodeCache
from runout.solution.node_locks import LockedNode, locked_nodes, locked_words
from runout.solution.saving import packed, read, unpacked, write
from runout.solution.values import means, root_place, showdown_equity
from runout.solver.betting import IP, OOP
from runout.solver.engines import AUTO, DEFAULT_ENGINE
from runout.solver.loop import History, Limits, Loop, SolveProgress, converge, measure, timed
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from matplotlib.figure import Figure

    from runout.job import PartJob
    from runout.solution.small import SmallStrategy
    from runout.solver.loop import SolveJob
    from runout.solver.plan import Plan

_SHOW_EVERY = 0.5  # seconds between two solutions so far: small games have 1,000 steps in one


@dataclass(frozen=True)
class Summary:
    """A solve in a few numbers. EVs are in chips, equities showdown equities of the ranges."""

    iterations: int
    exploitability: float
    """In chips."""
    exploitability_percent: float
    """In percent of the starting pot."""
    ev: tuple[float, float]
    equity: tuple[float, float]
    seconds: float
    cpu_seconds: float
    stored_numbers: int
    memory_bytes: int
    actions: tuple[str, ...]
    """What the first player may do."""
    frequencies: tuple[float, ...]
    """How often he does it."""
    stopped_by: str
    """What ended the last call: target, iterations, time_limit, stop or interrupt."""
    engine: str = DEFAULT_ENGINE
    """What solved it: the cores, or a GPU."""
    locks: tuple[LockedNode, ...] = ()
    """Where hands play as they were told."""
    locks_wait: bool = False
    """Whether they were changed since, and what is here is without that."""

    def to_dict(self) -> dict[str, Any]:
        """The summary as plain data, ready for JSON."""
        return {
            "iterations": self.iterations,
            "exploitability": {
                "chips": self.exploitability,
                "percent": self.exploitability_percent,
            },
            "ev": dict(zip(PLAYERS, self.ev, strict=True)),
            "equity": dict(zip(PLAYERS, self.equity, strict=True)),
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "stored_numbers": self.stored_numbers,
            "memory_bytes": self.memory_bytes,
            "root": {"actions": list(self.actions), "frequencies": list(self.frequencies)},
            "stopped_by": self.stopped_by,
            "engine": self.engine,
            "locks": [node.to_dict() for node in self.locks],
            "locks_wait": self.locks_wait,
        }

    def __str__(self) -> str:
        root = ", ".join(
            f"{action} {100 * often:.1f} %"
            for action, often in zip(self.actions, self.frequencies, strict=True)
        )
        return (
            f"{self.iterations} iterations, exploitability {self.exploitability_percent:.3f} % of "
            f"the pot\nEV oop {self.ev[0]:.2f}, ip {self.ev[1]:.2f}\n{root}"
            + "".join(f"\n{line}" for line in self.lock_lines)
        )

    @property
    def lock_lines(self) -> list[str]:
        """The locked nodes in words, a line for each; none in a game without locks."""
        if not self.locks and not self.locks_wait:
            return []
        said = locked_words(len(self.locks), waiting=self.locks_wait)
        return [said, *(f"  {node}" for node in self.locks)]


class SolveInterrupted(KeyboardInterrupt):
    """Ctrl-C during a solve; `solution` is what there was after the iteration under way."""

    def __init__(self, solution: Solution) -> None:
        super().__init__(f"solve: stopped by Ctrl-C ({solution!r} is the error's solution)")
        self.solution = solution

    def __reduce__(self) -> tuple[object, ...]:
        return SolveInterrupted, (self.solution,)


class Solution:
    """A solved spot. Any node is found by its line; `resume` goes on solving.

    >>> from runout import Spot, solve
    >>> spot = Spot("Td9d6hQc2c", 200, 900, "66+,A8s+", "QQ-22,ATo+", bets="60%")
    >>> solution = solve(spot, target=1)
    >>> node = solution["check / bet 120"]
    >>> node.player, node.pot, node.actions
    ('oop', 320.0, ['fold', 'call'])
    >>> node.line == solution.root.check().bet(120).line
    True
    """

    def __init__(self, cache: NodeCache) -> None:
        self._cache = cache
        self.plan = cache.plan
        self.spot = cache.plan.spot

    @property
    def history(self) -> History:
        """Time spent solving and how the exploitability fell."""
        return self._cache.state.history

    @property
    def solved(self) -> Loop | SmallStrategy:
        """The strategy with all that was learned: its engine, update rule and locks."""
        return self._cache.solved

    @property
    def loop(self) -> Loop:
        """The same where it can go on: a small file has no such thing."""
        return self._cache.loop

    @property
    def _exploitability(self) -> float:
        return self._cache.state.exploitability

    def __repr__(self) -> str:
        state, locks = self._cache.state, self.solved.locks
        said = f", {locked_words(len(locks), waiting=locks.waiting)}" if len(locks) else ""
        return (
            f"Solution({self.spot.board}, {state.iterations} iterations, "
            f"exploitability {100 * state.exploitability / self.spot.pot:.3f} %{said})"
        )

    @property
    def locks(self) -> list[LockedNode]:
        """Every node where hands are locked, with those hands and what they do together."""
        locks = self.solved.locks
        return locked_nodes(self.plan, locks) if locks else []

    @property
    def root(self) -> SolutionNode:
        """The first node."""
        return SolutionNode(self._cache)

    def __getitem__(self, line: str) -> SolutionNode:
        """Return the node that a line leads to, such as ``check / bet 120 / call / 4d``."""
        return self.root[line]

    def resume(
        self,
        *,
        target: float = defaults.TARGET,
        max_iterations: int = defaults.MAX_ITERATIONS,
        max_seconds: float | None = None,
        progress: Callable[[SolveProgress], None] | None = None,
        job: SolveJob | None = None,
        keep_on_interrupt: bool = False,
        checkpoint: Callable[[Solution], None] | None = None,
    ) -> Solution:
        """Go on from here, as if it had never stopped; iterations count from the very start.

        Until it is done, other threads see the strategy from before. Ctrl-C raises
        `KeyboardInterrupt` with the solution so far as its `solution`, unless `keep_on_interrupt`.
        `checkpoint` is called as in `runout.solve`.
        """
        limits = Limits(target, max_iterations, max_seconds)
        keep_on_interrupt = checks.switch("keep_on_interrupt", keep_on_interrupt)
        job = Job.of(job, progress)
        if checkpoint is not None:
            checks.function("checkpoint", checkpoint)
        with self._cache.changing() as loop:
            chips, history = self._exploitability, deepcopy(self.history)
            try:
                with timed(history):
                    after = checkpointing(self.plan, loop, history, checkpoint)
                    chips = converge(loop, self.spot, limits, history, job, after)
            except BaseException as error:  # of `progress`, say: the strategy is another by now
                history.stopped_by = INTERRUPT if isinstance(error, KeyboardInterrupt) else STOP
                chips = measure(loop, self.spot, history)
                raise
            finally:
                self._cache.publish(chips, history)
        return self if keep_on_interrupt else self.unless_interrupted()

    def unless_interrupted(self) -> Solution:
        """The solution itself, but if Ctrl-C ended it a `SolveInterrupted` that holds it."""
        if self.history.stopped_by == INTERRUPT:
            raise SolveInterrupted(self)
        return self

    def to_json(
        self,
        path: str | PathLike[str],
        depth: str = "river",
        line: str = "",
        progress: Callable[[int, int], None] | None = None,
        job: PartJob | None = None,
    ) -> None:
        """Write the nodes after a line, up to and with a street, as TexasSolver does, with EVs.

        A name that ends in ``.gz`` is compressed. `progress` is told how many action nodes are
        written, and how many there are; a `job` is stopped from other threads, and nothing is
        written then.
        """
        from runout.solution.json_export import write_json

        told = _counter(job, progress, path)
        with self._cache.pinned():
            write_json(self, path, depth=depth, line=line, progress=told)

    def to_csv(
        self,
        path: str | PathLike[str],
        street: str | None = None,
        line: str = "",
        progress: Callable[[int, int], None] | None = None,
        job: PartJob | None = None,
        where: str | None = None,
    ) -> None:
        """Write all action nodes of a street after a line: a row for each hand and action.

        Of those hands only for which the condition `where` is true.
        """
        from runout.solution.table_export import Street, write_csv

        told = _counter(job, progress, path)
        with self._cache.pinned():
            write_csv(Street(self, street, line, where).tables(told), path)

    def to_parquet(
        self,
        path: str | PathLike[str],
        street: str | None = None,
        line: str = "",
        progress: Callable[[int, int], None] | None = None,
        job: PartJob | None = None,
        where: str | None = None,
    ) -> None:
        """Write the same as `to_csv` as Parquet; polars is needed."""
        from runout.solution.table_export import Street, write_parquet

        told = _counter(job, progress, path)
        with self._cache.pinned():
            write_parquet(Street(self, street, line, where).tables(told), path)

    def save(
        self,
        path: str | PathLike[str],
        *,
        small: bool = False,
        progress: Callable[[int, int], None] | None = None,
        job: PartJob | None = None,
    ) -> None:
        """Write it to a file that `runout.load` reads; a `small` one leaves the river out."""
        with self._cache.turn():
            write(self._cache, path, small=small, progress=progress, job=job)

    def copy(self, *, threads: int | None = None) -> Solution:
        """The same solution once more; whatever is done to one leaves the other as it is.

        Copies and pickles are made through the bytes of a file: all is in them that `resume` needs
        to go on bit for bit, and memory holds those bytes, at most as many as the solution has, for
        a while. If it is being resumed by another thread, they wait for that to end. They keep
        to the `memory` that the solution was given.
        """
        with self._cache.turn():
            content = packed(self._cache)
        return Solution(unpacked(content, threads, self.solved.memory))

    def __copy__(self) -> Solution:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return Solution, (self._cache,)

    def plot_convergence(self) -> Figure:
        """How the exploitability fell, as a matplotlib figure."""
        from runout.solution.view.plots import plot_convergence

        return plot_convergence(self)

    def summary(self) -> Summary:
        """The solve in a few numbers."""
        half = self.spot.pot / 2
        with self._cache.pinned() as state:
            often = self.root.frequencies
            return Summary(
                state.iterations,
                state.exploitability,
                100 * state.exploitability / self.spot.pot,
                (state.strategy.root_value(OOP) + half, state.strategy.root_value(IP) + half),
                (self._range_equity(OOP), self._range_equity(IP)),
                state.history.seconds,
                state.history.cpu_seconds,
                self.plan.game.stored_numbers,
                self.solved.reader.bytes,
                tuple(often),
                tuple(often.values()),
                state.history.stopped_by,
                self._engine_name,
                tuple(self.locks),
                self.solved.locks.waiting,
            )

    @property
    def _engine_name(self) -> str:
        solved = self.solved
        return solved.engine.name if isinstance(solved, Loop) else solved.engine_name

    def _range_equity(self, player: int) -> float:
        game, place = self.plan.game, root_place(self.plan)
        other = game.weights[1 - player]
        weight = game.weights[player] * game.compatible_weight(player, other)
        return float(means(showdown_equity(self.plan, place, player), weight)[0])


def checkpointing(
    plan: Plan, loop: Loop, history: History, checkpoint: Callable[[Solution], None] | None
) -> Callable[[float], None] | None:
    """What a loop calls after its iterations, so that somebody is shown the solution so far."""
    if checkpoint is None:
        return None
    function, started, cpu_started = checkpoint, time.perf_counter(), time.process_time()
    shown = started

    def after(exploitability: float) -> None:
        nonlocal shown
        if time.perf_counter() - shown < _SHOW_EVERY:
            return
        shown = time.perf_counter()
        so_far = replace(
            history,
            seconds=history.seconds + time.perf_counter() - started,
            cpu_seconds=history.cpu_seconds + time.process_time() - cpu_started,
            curve=list(history.curve),
            stopped_by=INTERRUPT,
        )
        # It is let go when the function is done, so that the loop need not keep it.
        function(Solution(NodeCache(plan, loop, exploitability, so_far)))

    return after


def load(
    path: str | PathLike[str],
    *,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    job: PartJob | None = None,
    engine: str = AUTO,
    memory: int | str | None = None,
) -> Solution:
    """A solution from a file that `Solution.save` wrote.

    `progress` is called with the bytes done and the bytes in all. A `job` is stopped from other
    threads; nothing is left then. The `engine` is what reads it and goes on with it: by default the
    one that solved it, or ``"cpu"`` where that is not there. `memory` is the most that it may take,
    then and when it goes on, as in `runout.solve`.

    >>> import tempfile
    >>> from runout import Spot, load, solve
    >>> spot = Spot("Td9d6hQc2c", pot=200, stack=900, oop="66+,A8s+", ip="QQ-22", bets="60%")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solve(spot, target=0.5).save(f"{folder}/spot.runout")
    ...     load(f"{folder}/spot.runout").resume(target=0.2).summary().exploitability_percent < 0.2
    True
    """
    return Solution(
        read(path, threads=threads, progress=progress, job=job, engine=engine, memory=memory)
    )


def _counter(
    job: PartJob | None,
    progress: Callable[[int, int], None] | None,
    path: str | PathLike[str],
) -> Callable[[int, int], None]:
    """What a file that is written tells its job, and how it learns that it is to stop."""
    job, what = Job.counting(job, progress), f"file {shown(checks.path('file', path))}"
    job.check(what)
    return job.counter(what)
