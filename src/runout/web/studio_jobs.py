"""Jobs of the studio: they queue, run one at a time, are kept in files, and outlive the server.

A job is a question as it was asked. Its file says what became of it; a solve under way has a
checkpoint beside it, from which it goes on after the server was killed.
"""

from __future__ import annotations

import json
import math
import os
import re
import secrets
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.errors import RunoutError, StoppedError
from runout.job import INTERRUPT, STOP, AnyJob, Job
from runout.reading import json_file
from runout.replacing import replacing_file
from runout.threads import thread_count
from runout.web.answers_json import to_bytes
from runout.web.job_results import is_large, put_away, read_result, size_of, too_many
from runout.web.problems import ProblemError, of_any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from runout.web.event_stream import Events

QUEUED, RUNNING, DONE, STOPPED = "queued", "running", "done", "stopped"
FAILED, INTERRUPTED = "failed", "interrupted"
STATES = (QUEUED, RUNNING, DONE, STOPPED, FAILED, INTERRUPTED)
ENDED = (DONE, STOPPED, FAILED, INTERRUPTED)
LONG = 10.0
"""Seconds of work above which a question is a job."""
_ID = re.compile(r"[0-9a-f]{16}")
_MOST_QUEUED = 1000
_MOST_POINTS = 2000  # of a curve
_TELL_EVERY = 0.1  # seconds between two reports of the same job
_NICE = 10  # what a job gives way to: everything else


@dataclass
class StudioJob:
    """A question that takes long, and what has become of it."""

    id: str
    kind: str
    name: str
    question: dict[str, Any]
    state: str = QUEUED
    created: float = 0.0
    """Seconds since 1970, as the two below."""
    started: float | None = None
    ended: float | None = None
    progress: dict[str, Any] | None = None
    eta: float | None = None
    """Seconds left, as far as is known."""
    curve: list[tuple[int, float]] = field(default_factory=list)
    """Of a solve: iterations and exploitability in percent of the pot."""
    result: dict[str, Any] | None = None
    error: dict[str, Any] | None = None
    can_continue: bool = False
    result_is_whole: bool = True
    """False where it is large, and a file of its own has all of it."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data that shares what is not changed any more."""
        return {**vars(self), "curve": list(self.curve)}

    def begin_curve(self, points: Sequence[tuple[int, float]]) -> None:
        """Take up what was measured before, when it was killed maybe."""
        curve = list(points)
        while len(curve) > _MOST_POINTS:
            del curve[1:-1:2]
        self.curve = curve


class StudioJobs:
    """The queue."""

    def __init__(
        self,
        folder: Path,
        events: Events,
        workers: dict[str, Callable[[StudioJob, Path, AnyJob], dict[str, Any]]],
        at_once: int = 1,
    ) -> None:
        self._folder = folder
        self._events = events
        self._workers = workers
        self._changed = threading.Condition()
        self._jobs: dict[str, StudioJob] = {}
        self._queue: deque[str] = deque()
        self._running: dict[str, AnyJob] = {}
        self._closing = False
        self._told: dict[str, float] = {}
        folder.mkdir(parents=True, exist_ok=True)
        self._read()
        for job in self._jobs.values():
            if is_large(job):  # as jobs were kept once
                self._put_away(job)
        self._threads = [
            threading.Thread(target=self._run, name=f"jobs {number}", daemon=True)
            for number in range(checks.whole("jobs", at_once, 1, 64))
        ]

    def start(self) -> None:
        """Begin with what is queued."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop what runs, so that it can be continued, and wait for it."""
        with self._changed:
            self._closing = True
            running = list(self._running.values())
            self._changed.notify_all()
        for job in running:
            job.stop(INTERRUPT)
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    # What is asked

    def add(self, kind: str, name: str, question: dict[str, Any]) -> StudioJob:
        """Queue a question."""
        job = StudioJob(secrets.token_hex(8), kind, name, question, created=time.time())
        with self._changed:
            if len(self._queue) >= _MOST_QUEUED:
                raise ProblemError(503, f"jobs: {_MOST_QUEUED} are waiting already")
            self._write(job)
            self._jobs[job.id] = job
            self._queue.append(job.id)
            self._changed.notify_all()
        self._tell(job)
        return job

    def all(self) -> list[StudioJob]:
        """All jobs, the newest first."""
        with self._changed:
            return sorted(self._jobs.values(), key=lambda job: -job.created)

    def get(self, identity: str) -> StudioJob:
        """One of them."""
        with self._changed:
            found = self._jobs.get(identity)
        if found is None:
            raise ProblemError(404, f"job {checks.shown(identity)}: there is none")
        return found

    def whole(self, identity: str) -> dict[str, Any]:
        """One of them as plain data, with all of its result."""
        job = self.get(identity)
        data = job.to_dict()
        if data["result_is_whole"]:
            return data
        result = read_result(job, self._result(identity))
        return {**data, "result": result, "result_is_whole": True}

    def stop(self, identity: str) -> StudioJob:
        """Ask one to end; what there is is kept."""
        with self._changed:
            job = self.get(identity)
            running = self._running.get(identity)
            if job.state == QUEUED and running is None:
                self._queue.remove(identity)
                self._end(job, STOPPED)
        if running is not None:
            running.stop(STOP)
        return job

    def go_on(self, identity: str) -> StudioJob:
        """Queue one again that was stopped or interrupted; a solve goes on where it was."""
        with self._changed:
            job = self.get(identity)
            if job.state not in (STOPPED, INTERRUPTED, FAILED):
                raise ProblemError(409, f"job {job.name!r}: it is {job.state}")
            job.state, job.error, job.ended = QUEUED, None, None
            job.result, job.result_is_whole = None, True
            with suppress(OSError):
                self._result(identity).unlink(missing_ok=True)
            with suppress(RunoutError):  # a full disk
                self._write(job)
            self._queue.append(identity)
            self._changed.notify_all()
        self._tell(job)
        return job

    def delete(self, identity: str) -> None:
        """Forget one that does not run."""
        with self._changed:
            job = self.get(identity)
            if identity in self._running:
                raise ProblemError(409, f"job {job.name!r}: it runs; stop it first")
            with suppress(ValueError):
                self._queue.remove(identity)
            self._forget(identity)
        self._events.tell(identity, "gone", {"id": identity})

    def check_unused(self, solution: str) -> None:
        """Refuse to take away a solution that a job goes on with: it would save it once more."""
        with self._changed:
            running = [self._jobs[one] for one in self._running]
        for job in running:
            of_job = [job.question.get("kept")]
            if job.kind == "resume":
                of_job.append(job.question.get("solution"))
            if solution in of_job:
                raise ProblemError(
                    409, f"solution: the job {job.name!r} goes on with it; stop it first"
                )

    def _forget(self, identity: str) -> None:
        own = (self._path, self._result, self.checkpoint, self.output)
        for path in own:
            path(identity).unlink(missing_ok=True)
        del self._jobs[identity]

    # What is kept

    def _path(self, identity: str) -> Path:
        return self._folder / f"{identity}.json"

    def _result(self, identity: str) -> Path:
        return self._folder / f"{identity}.result"

    def checkpoint(self, identity: str) -> Path:
        """Where the checkpoint of a job lies, if it has one."""
        return self._folder / f"{identity}.runout"

    def output(self, identity: str) -> Path:
        """Where the file lies that a job has written, if it was to write one."""
        return self._folder / f"{identity}.out"

    def _write(self, job: StudioJob) -> None:
        with replacing_file(self._path(job.id), plain=True) as file:
            file.write(json.dumps(job.to_dict()).encode())

    def _put_away(self, job: StudioJob) -> None:
        """Write what has become of a job; a large result beside it."""
        with suppress(RunoutError):  # a full disk: it is still told
            if is_large(job):
                put_away(job, self._result(job.id))
        with suppress(RunoutError):
            self._write(job)

    def _read(self) -> None:
        """Take up what an earlier server left: what ran then was interrupted."""
        for path in sorted(self._folder.glob("*.json")):
            job = _read_job(path)
            if job is None or job.kind not in self._workers:
                continue
            if job.state == RUNNING:
                job.state, job.ended = INTERRUPTED, time.time()
                job.can_continue = True
                with suppress(RunoutError):  # a full disk
                    self._write(job)
            self._jobs[job.id] = job
        waiting = [job for job in self._jobs.values() if job.state == QUEUED]
        self._queue.extend(job.id for job in sorted(waiting, key=lambda job: job.created))
        for path in (*self._folder.glob("*.runout"), *self._folder.glob("*.out")):
            if path.stem not in self._jobs:
                with suppress(OSError):  # a folder
                    path.unlink(missing_ok=True)

    # What is done

    def _run(self) -> None:
        _give_way()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closing or bool(self._queue))
                if self._closing:
                    return
                job = self._jobs[self._queue.popleft()]
                work = self._workers[job.kind]
                task: AnyJob = Job(_called, work, job, self.checkpoint(job.id))
                self._running[job.id] = task
                job.state, job.started, job.can_continue = RUNNING, time.time(), False
                with suppress(RunoutError):  # a full disk: it may still be answered
                    self._write(job)
            task.listen(lambda progress, job=job: self._heard(job, progress))  # type: ignore[misc]
            self._tell(job)
            self._one(job, task)

    def _one(self, job: StudioJob, task: AnyJob) -> None:
        state, error, result = DONE, None, None
        try:
            result = task.run()
        except StoppedError:
            state = STOPPED
        except BaseException as reason:  # a job must not end the server
            state, error = FAILED, of_any(reason)
        if task.stopped and error is None:
            state = INTERRUPTED if task.stopped_by == INTERRUPT else STOPPED
        with self._changed:
            del self._running[job.id]
            job.result, job.error = result, error
            if state in (DONE, STOPPED):  # whatever went wrong, hours of work are still there
                with suppress(OSError):
                    self.checkpoint(job.id).unlink(missing_ok=True)
            self._end(job, state)

    def _end(self, job: StudioJob, state: str) -> None:
        job.state, job.ended, job.eta = state, time.time(), None
        is_saved = self.checkpoint(job.id).exists()
        job.can_continue = state in (STOPPED, INTERRUPTED) or (state == FAILED and is_saved)
        self._put_away(job)
        self._tell(job)
        ended = [one for one in self._jobs.values() if one.state in ENDED]
        ended.sort(key=lambda one: -(one.ended or 0.0))
        with suppress(OSError):  # a disk that cannot be written to any more
            for old in too_many(ended, self._size):
                self._forget(old.id)
                self._events.tell(old.id, "gone", {"id": old.id})

    def _size(self, job: StudioJob) -> int:
        return size_of(self._path(job.id)) + size_of(self._result(job.id))

    def _heard(self, job: StudioJob, progress: object) -> None:
        """A report of the work; told to pages, though not every one of many."""
        data = plain_progress(progress)
        job.progress = data
        job.eta = data.get("remaining")
        if "exploitability" in data:
            if not job.curve or job.curve[-1][0] != data["iteration"]:
                job.curve.append((data["iteration"], data["exploitability"]))
            if len(job.curve) > _MOST_POINTS:
                del job.curve[1:-1:2]
        now = time.monotonic()
        if now - self._told.get(job.id, 0.0) >= _TELL_EVERY:
            self._told[job.id] = now
            self._events.tell(job.id, "progress", {"id": job.id, "progress": data, "eta": job.eta})

    def _tell(self, job: StudioJob) -> None:
        self._told.pop(job.id, None)
        self._events.tell(job.id, "job", job.to_dict())


def _called(
    work: Callable[[StudioJob, Path, AnyJob], dict[str, Any]],
    one: StudioJob,
    checkpoint: Path,
    *,
    job: AnyJob,
) -> dict[str, Any]:
    return work(one, checkpoint, job)


def plain_progress(progress: object) -> dict[str, Any]:
    """A report as plain data: what is no number is left out."""
    if isinstance(progress, float | int):
        return {"done": float(progress)}
    if isinstance(progress, tuple) and hasattr(progress, "_asdict"):
        return dict(progress._asdict())
    data = {name: value for name, value in vars(progress).items() if not name.startswith("_")}
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in data.items()
    }


def _read_job(path: Path) -> StudioJob | None:
    """A job from its file; None if it is none of ours, or could not be shown."""
    try:
        data = json_file(path, "job")
        to_bytes(data)
        job = StudioJob(**data)
        job.curve = [
            (checks.whole("curve", count, 0), float(percent)) for count, percent in job.curve
        ]
    except (RunoutError, TypeError, ValueError, OverflowError, RecursionError):
        return None
    is_ours = _ID.fullmatch(path.stem) and job.id == path.stem and job.state in STATES
    return job if is_ours and _is_whole(job) else None


def _is_whole(job: StudioJob) -> bool:
    """Whether all that is said of a job is of its kind."""
    times = (job.created, job.started, job.ended, job.eta)
    parts = (job.question, job.progress, job.result, job.error)
    return (
        job.created is not None
        and job.question is not None
        and all(isinstance(one, float | int | None) for one in times)
        and all(isinstance(one, dict | None) for one in parts)
        and isinstance(job.kind, str)
        and isinstance(job.name, str)
    )


def job_threads() -> int:
    """All cores where the system lets jobs give way; elsewhere one stays free."""
    count = thread_count(None)
    return count if sys.platform == "linux" else max(1, count - 1)


def _give_way() -> None:
    """Let this thread and those that it begins wait for all others, where a system has that."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
