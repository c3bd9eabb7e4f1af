"""Ctrl-C during a solve: it is heard wherever it comes, and nothing that was learned is lost."""

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from runout import Job, Spot, solve
from runout.solution.solution import Solution, SolveInterrupted
from runout.solver import loop as solver_loop
from runout.solver.lock import Lock
from runout.solver.loop import History, Loop, SolveProgress

TURN = Spot(
    "Td9d6hQc", 20, 60, "QQ,AdKd,8d7d,T9s,A5s", "JJ,KdQd,J8s,ATs,76s", bets="60% a", raises="a"
)
Measure = Callable[[Loop, Spot, History], float]
MEASURE: Measure = solver_loop.measure


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_keeps_the_strategy() -> None:
    def in_between(progress: SolveProgress) -> None:
        if progress.iteration == 10:
            interrupt()

    whole = solve(TURN, target=0, max_iterations=30)
    with pytest.raises(KeyboardInterrupt) as caught:
        solve(TURN, target=0, max_iterations=30, progress=in_between)
    assert isinstance(caught.value, SolveInterrupted)
    stopped = caught.value.solution
    assert stopped.summary().stopped_by == "interrupt"
    assert 10 <= stopped.summary().iterations < 30
    assert stopped.resume(target=0, max_iterations=30).summary().ev == whole.summary().ev
    kept = solve(TURN, target=0, max_iterations=30, progress=in_between, keep_on_interrupt=True)
    assert kept.summary().iterations == stopped_at(whole, in_between)


def stopped_at(solution: Solution, in_between: Callable[[SolveProgress], None]) -> int:
    """Where an interrupted resume of nothing stands: it raises, too, and keeps what it has."""
    fresh = solve(solution.spot, max_iterations=0)
    with pytest.raises(KeyboardInterrupt) as caught:
        fresh.resume(target=0, max_iterations=30, progress=in_between)
    assert isinstance(caught.value, SolveInterrupted)
    assert caught.value.solution is fresh
    return fresh.summary().iterations


def measuring(monkeypatch: pytest.MonkeyPatch, before: Callable[[Loop], None]) -> None:
    """Have something done whenever a solve begins to measure."""

    def measure(loop: Loop, spot: Spot, history: History) -> float:
        before(loop)
        return MEASURE(loop, spot, history)

    monkeypatch.setattr(solver_loop, "measure", measure)


@pytest.mark.parametrize("limits", [{"target": 50}, {"target": 0, "max_iterations": 12}])
def test_ctrl_c_is_heard_while_it_is_measured_for_the_last_time(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, Any]
) -> None:
    measuring(monkeypatch, lambda _: interrupt())
    with pytest.raises(SolveInterrupted) as caught:
        solve(TURN, **limits)
    solution: Solution = caught.value.solution
    assert solution.summary().stopped_by == "interrupt"
    with pytest.raises(SolveInterrupted):
        solution.resume(**limits)
    kept = solve(TURN, **limits, keep_on_interrupt=True)
    assert kept.summary().stopped_by == "interrupt"


def test_a_second_ctrl_c_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(loop: Loop) -> None:
        if loop.iterations > 10:  # the second measurement, and once
            monkeypatch.setattr(solver_loop, "measure", MEASURE)
            interrupt()
            interrupt()

    measuring(monkeypatch, twice)
    with pytest.raises(SolveInterrupted) as caught:
        solve(TURN, target=0, max_iterations=500, keep_on_interrupt=True)
    summary = caught.value.solution.summary()
    assert summary.iterations > 10
    assert summary.stopped_by == "interrupt"
    assert summary.exploitability_percent < solve(TURN, max_iterations=5).summary().exploitability


@pytest.mark.parametrize("by", ["stop", "interrupt"])
def test_what_was_solved_before_frequencies_are_locked_is_kept(
    monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    job: Job[Any, Any] = Job()
    measuring(monkeypatch, lambda loop: job.stop(by) if loop.iterations >= 20 else None)
    solution = solve(locked(), target=0, max_iterations=20, job=job, keep_on_interrupt=True)
    summary = solution.summary()
    assert (summary.iterations, summary.stopped_by, summary.locks_wait) == (20, by, True)
    monkeypatch.setattr(solver_loop, "measure", MEASURE)
    solution.resume(target=0, max_iterations=20)
    assert solution.root.check().strategy  # solved again around them
    assert not solution.summary().locks_wait


def locked() -> Spot:
    lock = Lock("check", frequencies={"check": 0.6, "bet 12": 0.4})
    return Spot(
        "Td9d6hQc", 20, 60, "QQ,AdKd,8d7d", "JJ,KdQd,J8s", bets="60% a", raises="a", locks=(lock,)
    )
