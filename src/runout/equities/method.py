"""From question to answer: choose the method, run it, make the result."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from runout.checks import shown, whole
from runout.equities import exact
from runout.equities.basis import Basis
from runout.equities.result import (
    EquityResult,
    PlayerEquity,
    Progress,
    counted_players,
    deals_counted,
)
from runout.equities.stopping import UNSET, StoppingRule, Unset, stopping_rule
from runout.errors import RunoutError
from runout.threads import thread_count
from runout.words import long_time_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout import _core
    from runout.equities.question import Question
    from runout.equities.totals import KnownTotals, Totals
    from runout.job import Job

    EquityJob = Job[Progress, EquityResult]

METHODS = ("auto", "exact", "enumerate", "monte_carlo")


def answer(
    question: Question,
    *,
    method: str = "auto",
    samples: int | Unset | None = UNSET,
    precision: float | Unset | None = UNSET,
    time_limit: float | Unset | None = UNSET,
    seed: int | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    job: EquityJob | None = None,
) -> EquityResult:
    """The result for a question that has been checked."""
    if job is not None or progress is not None:  # a small question needs none
        job = _job(job, progress)
    if not isinstance(method, str) or method not in METHODS:
        raise RunoutError(f"method {shown(method)}: choose auto, exact or monte_carlo")
    workers = None if threads is None else thread_count(threads)
    seed = None if seed is None else whole("seed", seed, 0, 2**64 - 1)
    rule = stopping_rule(samples, precision, time_limit)
    if method == "monte_carlo":
        return _by_chance(question, rule, seed, workers, job)
    if question.all_known:
        started = time.perf_counter()
        return _exact_result(question, exact.count_known(question), workers, started)
    way = exact.cheapest_way(question)
    if method == "auto" and way.seconds > exact.AUTO_BUDGET:
        return _by_chance(question, rule, seed, workers, job)
    _refuse_too_long(question, way)
    return _exactly(question, way, workers, job)


def _job(job: EquityJob | None, progress: Callable[[Progress], None] | None) -> EquityJob:
    from runout.job import Job

    return Job.of(job, progress)


def check_exact(question: Question) -> None:
    """Refuse a question whose exact answer takes too long, before any of it is counted."""
    if not question.all_known:
        _refuse_too_long(question, exact.cheapest_way(question))


def _refuse_too_long(question: Question, way: exact.Way) -> None:
    if way.seconds <= exact.HARD_BUDGET:
        return
    widest = max(range(len(question.sizes)), key=lambda player: question.sizes[player])
    advice = [f"narrow the range of player {widest + 1} ({question.sizes[widest]} combos)"]
    if not question.board:
        advice.append("name a flop")
    raise RunoutError(
        f"the exact answer would take about {long_time_text(way.seconds)} on one core, more than "
        f"{long_time_text(exact.HARD_BUDGET)}: {', '.join(advice)}, or use method='monte_carlo'"
    )


def _exactly(
    question: Question,
    way: exact.Way,
    threads: int | None,
    job: EquityJob | None,
) -> EquityResult:
    started = time.perf_counter()

    def report(done: float) -> None:
        if job is not None:
            elapsed = time.perf_counter() - started
            remaining = elapsed / done - elapsed if done > 0.01 else way.seconds
            job.report(Progress(done, elapsed, remaining, None, None))

    totals = exact.count(question, way, thread_count(threads), report, job)
    return _exact_result(question, totals, threads, started)


def _exact_result(
    question: Question, totals: Totals | KnownTotals, threads: int | None, started: float
) -> EquityResult:
    sums = totals.players()
    if sums[0].dealt == 0:
        raise RunoutError("no deal is possible: the ranges cannot all be held at once")
    return EquityResult(
        counted_players(question, sums),
        question.board,
        question.dead,
        "exact",
        totals.deals,
        deals_counted(question, sums[0]),
        time.perf_counter() - started,
        "complete",
        Basis(question, threads, totals.deals, totals, None, answer),
    )


def _by_chance(
    question: Question,
    rule: StoppingRule,
    seed: int | None,
    threads: int | None,
    job: EquityJob | None,
) -> EquityResult:
    from runout.equities.monte_carlo import RandomDeals

    started = time.perf_counter()
    random_deals = RandomDeals(question, seed, threads)
    report = None if job is None else partial(_report, job, rule)
    counts, stopped_by = random_deals.run(rule, report, job)
    return EquityResult(
        _chance_players(question, counts),
        question.board,
        question.dead,
        "monte_carlo",
        counts.deals,
        counts.deals,
        time.perf_counter() - started,
        stopped_by,
        Basis(question, threads, counts.deals, None, random_deals, answer),
    )


def _report(job: EquityJob, rule: StoppingRule, counts: _core.Dealt, elapsed: float) -> None:
    done = _done(counts, rule, elapsed)
    remaining = elapsed / done - elapsed if done > 0 else float("inf")
    error = max(counts.stderr)
    job.report(Progress(done, elapsed, remaining, tuple(counts.equity), error))


def _done(counts: _core.Dealt, rule: StoppingRule, elapsed: float) -> float:
    """Share of the way to the nearest limit; the error falls with the root of the deals."""
    shares = [0.0]
    if rule.samples is not None:
        shares.append(counts.deals / rule.samples)
    if rule.precision is not None and (error := max(counts.stderr)) > 0:
        shares.append((rule.precision / error) ** 2)
    if rule.time_limit is not None:
        shares.append(elapsed / rule.time_limit)
    return min(1.0, max(shares))


def _chance_players(question: Question, counts: _core.Dealt) -> tuple[PlayerEquity, ...]:
    deals = counts.deals
    rows = zip(question.players, counts.equity, counts.stderr, counts.won, counts.tied, strict=True)
    return tuple(
        [
            PlayerEquity(
                player.label,
                equity,
                won / deals,
                tied / deals,
                (deals - won - tied) / deals,
                error,
                won,
                tied,
            )
            for player, equity, error, won, tied in rows
        ]
    )
