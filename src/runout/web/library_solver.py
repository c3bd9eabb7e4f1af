"""Solves for the library: saved as they go, continued, and begun again around locks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from runout.errors import RunoutError
from runout.job import INTERRUPT
from runout.solution.files import opened
from runout.solution.node_locks import lock_frequencies, lock_plays
from runout.solution.saving import check_file
from runout.solution.solution import Solution, load
from runout.solution.solve import solve
from runout.solver.engines import AUTO
from runout.solver.lock import locks_given, settled
from runout.solver.spot import Spot
from runout.web.checkpoints import Checkpoints
from runout.web.kept_solution import Note
from runout.web.problems import without_path
from runout.web.solution_memory import solution_memory
from runout.web.studio_jobs import job_threads

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from runout.job import AnyJob
    from runout.web.studio import Studio
    from runout.web.studio_jobs import StudioJob

LIMITS = ("target", "max_iterations", "max_seconds")


class LibrarySolver:
    """Solves for the library."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    def solve(self, one: StudioJob, checkpoint: Path, job: AnyJob) -> dict[str, Any]:
        """Solve a spot, or go on with what there is of it."""
        if one.question.get("kept"):
            return self._go_on(one, checkpoint, job, str(one.question["kept"]))
        if _is_sound(checkpoint):
            return self._kept(one, self._resumed(one, checkpoint, checkpoint, job), checkpoint, job)
        spot = Spot.from_dict(one.question["spot"])
        return self._kept(one, self._solved(one, spot, checkpoint, job), checkpoint, job)

    def resume(self, one: StudioJob, checkpoint: Path, job: AnyJob) -> dict[str, Any]:
        """Go on with a solution of the library, to a lower target say."""
        return self._go_on(one, checkpoint, job, str(one.question["solution"]))

    def _go_on(
        self, one: StudioJob, checkpoint: Path, job: AnyJob, identity: str
    ) -> dict[str, Any]:
        path = self._studio.library.path(identity)
        source = checkpoint if _is_sound(checkpoint) else path
        solution = self._resumed(one, source, checkpoint, job)
        return self._kept(one, solution, checkpoint, job, path)

    def resolve(self, one: StudioJob, checkpoint: Path, job: AnyJob) -> dict[str, Any]:
        """Solve a solution again around its locks, as a new one."""
        if one.question.get("kept"):
            return self._go_on(one, checkpoint, job, str(one.question["kept"]))
        if _is_sound(checkpoint):
            solution = self._resumed(one, checkpoint, checkpoint, job)
        else:
            solution = self._locked(one, checkpoint, job)
        return self._kept(one, solution, checkpoint, job)

    def _locked(self, one: StudioJob, checkpoint: Path, job: AnyJob) -> Solution:
        path = self._studio.library.path(str(one.question["solution"]))
        with without_path(path, "solution"), opened(path) as file:
            spot, small = file.spot(), file.header.small
        locks = settled(spot, locks_given(one.question["locks"]))
        if small:  # it has no river to go on with
            return self._solved(one, replace(spot, locks=locks), checkpoint, job)

        def lock(solution: Solution) -> None:
            for node in solution.locks:  # those of before go: the page has all that are wanted
                solution[node.line].unlock()
            lock_plays(solution, locks)
            lock_frequencies(solution, locks)

        return self._resumed(one, path, checkpoint, job, lock)

    def _solved(self, one: StudioJob, spot: Spot, checkpoint: Path, job: AnyJob) -> Solution:
        asked = one.question
        compress = bool(asked.get("compress"))
        found = self._studio.outlook(spot, compress=compress, engine=_engine(asked))
        with self._studio.open.taking(found.needed_bytes, found.engine):
            return solve(
                spot,
                **_limits(asked),
                threads=job_threads(),
                compress=compress,
                memory=self._studio.limit,
                engine=_engine(asked),
                job=job,
                keep_on_interrupt=True,
                checkpoint=Checkpoints(checkpoint),
            )

    def _resumed(
        self,
        one: StudioJob,
        source: Path,
        checkpoint: Path,
        job: AnyJob,
        change: Callable[[Solution], None] | None = None,
    ) -> Solution:
        needed = solution_memory(source, one.name, _engine(one.question), self._studio.limit)
        with self._studio.open.taking(needed.bytes, needed.engine) as most:
            needed.check(most)
            with without_path(source, f"solution {one.name!r}"):
                solution = load(
                    source,
                    threads=job_threads(),
                    engine=needed.engine,
                    memory=self._studio.limit,
                )
            if change is None:
                one.begin_curve(solution.history.curve)
                self._studio.events.tell(one.id, "job", one.to_dict())
            else:
                change(solution)
            return solution.resume(
                **_limits(one.question),
                job=job,
                keep_on_interrupt=True,
                checkpoint=Checkpoints(checkpoint),
            )

    def _kept(
        self,
        one: StudioJob,
        solution: Solution,
        checkpoint: Path,
        job: AnyJob,
        path: Path | None = None,
    ) -> dict[str, Any]:
        """Save what came out; if the server ends meanwhile, to go on with it later."""
        if job.stopped_by == INTERRUPT:
            solution.save(checkpoint)
            return {}
        library = self._studio.library
        is_new = path is None
        path = path or library.new_path()
        solution.save(path, small=bool(one.question.get("small")) and is_new)
        if is_new:
            note = Note(one.name, tuple(one.question.get("tags", ())))
            if one.kind == "resolve":
                note = replace(note, parent=str(one.question["solution"]))
            kept = library.added(path, note)
        else:
            kept = library.seen(path)
        one.question = {**one.question, "kept": kept.id}  # others may be reading the one before
        return {"solution": kept.id, "summary": solution.summary().to_dict()}


def _is_sound(checkpoint: Path) -> bool:
    """Whether there is a checkpoint to go on with: a damaged one would stop a job for good."""
    if not checkpoint.exists():
        return False
    try:
        with opened(checkpoint) as file:
            check_file(file)
    except RunoutError:
        return False
    return True


def _engine(asked: dict[str, Any]) -> str:
    return asked.get("engine") or AUTO


def _limits(asked: dict[str, Any]) -> dict[str, Any]:
    return {name: asked[name] for name in LIMITS if asked.get(name) is not None}
