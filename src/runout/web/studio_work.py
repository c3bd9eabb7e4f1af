"""What jobs do: solves that are saved as they go, and long questions of every other kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from runout.job import AnyJob
    from runout.web.studio import Studio
    from runout.web.studio_jobs import StudioJob

    Work = Callable[[StudioJob, Path, AnyJob], dict[str, Any]]

_SOLVES = ("solve", "resume", "resolve")


def workers_of(studio: Studio) -> dict[str, Work]:
    """By kind of job: what does it."""
    solves: dict[str, Work] = dict.fromkeys(
        _SOLVES, lambda one, checkpoint, job: _solve(studio, one, checkpoint, job)
    )
    return solves | {
        "equity": _equity,
        "simulation": _simulation,
        "batch": lambda one, _, job: _batch(studio, one, job),
        "export": lambda one, _, job: _export(studio, one, job),
        "question": lambda one, _, job: _question(studio, one, job),
    }


def _solve(studio: Studio, one: StudioJob, checkpoint: Path, job: AnyJob) -> dict[str, Any]:
    from runout.web.library_solver import LibrarySolver

    solver = LibrarySolver(studio)
    work: Work = {"solve": solver.solve, "resume": solver.resume, "resolve": solver.resolve}[
        one.kind
    ]
    return work(one, checkpoint, job)


def _equity(one: StudioJob, _: Path, job: AnyJob) -> dict[str, Any]:
    from runout.web.equity_question import EquityQuestion

    return EquityQuestion(**one.question).answered(job=job).to_dict()


def _simulation(one: StudioJob, _: Path, job: AnyJob) -> dict[str, Any]:
    from runout.web.simulation_asking import SimulationAsked

    return SimulationAsked(**one.question).played(job=job).to_dict()


def _batch(studio: Studio, one: StudioJob, job: AnyJob) -> dict[str, Any]:
    from runout.web.studio_batches import run_batch

    return run_batch(studio, one, job)


def _export(studio: Studio, one: StudioJob, job: AnyJob) -> dict[str, Any]:
    from runout.web.solution_export import export_result

    return export_result(studio, one.question, studio.jobs.output(one.id), job)


def _question(studio: Studio, one: StudioJob, job: AnyJob) -> dict[str, Any]:
    """A look at a solution that takes long."""
    from runout.web.solution_looks import look

    job.check("question")
    what = str(one.question["what"])
    if not what:
        raise RunoutError("question: nothing is asked")
    return look(studio, what, one.question)
