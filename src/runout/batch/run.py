"""Running a batch: what is missing is solved, what comes back is kept, in any order."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.batch.crew import LocalCrew
from runout.batch.folder import BatchFolder
from runout.batch.outlook import PROCESS, largest_bytes, shared_out
from runout.batch.situation import Situation
from runout.batch.worker import Task
from runout.errors import RunoutError
from runout.job import Job
from runout.memory import memory_limit, room
from runout.solver.engines import checked_choice, expected_engine
from runout.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from runout.batch.crew import Crew, Done
    from runout.batch.situation import Case

_LOOK_EVERY = 0.2  # seconds between two looks whether to stop
_MOST_DEATHS = 2


@dataclass(frozen=True)
class BatchProgress:
    """How far a batch has come."""

    done: int
    """Answers that are there, those of earlier runs included."""
    total: int
    failed: int
    elapsed: float
    remaining: float | None
    """Estimated seconds left; None while there is nothing to estimate from."""
    last: str = ""
    """The case that came back last."""
    rate: float | None = None
    """Answers a second, of this run alone; None before the first."""


BatchJob = Job[BatchProgress, Any]
"""A batch as it is listened to and stopped."""


@dataclass(frozen=True)
class CaseResult:
    """What became of one case."""

    case: Case
    failure: str = ""
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether it has an answer."""
        return not self.failure


def run(
    situation: Situation | Mapping[str, Any] | str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    cores: int | None = None,
    memory: int | str | None = None,
    retry: bool = False,
    ray: str | None = None,
    job: BatchJob | None = None,
    progress: Callable[[BatchProgress], None] | None = None,
) -> Iterator[CaseResult]:
    """Solve what a batch still lacks; its results one by one, as they come.

    Everything is kept in the folder `out` by then. Cases that failed before are left alone unless
    `retry`. With `ray`, the address of a cluster, ``auto`` or ``local``, they are solved there,
    each on so many `cores`, one by default, and with so much `memory` at most. A job that is
    stopped ends the iteration; what is under way is dropped. What the machine lacks, such as room
    on its disk, ends it with an error; the same call goes on from there.
    """
    asked = _situation(situation)
    job = Job.of(job, progress)
    limit = memory_limit(memory)
    workers = thread_count(1 if cores is None and ray is not None else cores)
    folder = BatchFolder(out)
    folder.check(asked)
    if ray is not None:
        checks.text("ray", ray, "'auto'")
    else:
        checked_choice(asked.engine)
    return _Run(asked, folder, workers, limit, retry, ray, job).results()


def _situation(given: object) -> Situation:
    if isinstance(given, Situation):
        return given
    if isinstance(given, str | os.PathLike):
        return Situation.from_toml(given)
    return Situation.from_dict(given)  # type: ignore[arg-type] # whatever it is, it is checked


class _Run:
    """One call: the cases that wait, and how often the processes of each have died."""

    def __init__(
        self,
        situation: Situation,
        folder: BatchFolder,
        cores: int,
        memory: int | None,
        retry: bool,
        ray: str | None,
        job: BatchJob,
    ) -> None:
        self._situation, self._folder, self._job = situation, folder, job
        self._cores, self._memory = cores, memory
        self._retry, self._ray = retry, ray
        self._cases = list(situation.cases())
        self._deaths: Counter[int] = Counter()
        self._begun: dict[int, float] = {}
        self._failed = self._done = self._solved = 0
        self._started = time.perf_counter()

    def results(self) -> Iterator[CaseResult]:
        self._started = time.perf_counter()
        largest = largest_bytes(self._situation)
        with ExitStack() as open_:
            # A cluster that is not there is told before a folder is made.
            crew = None if self._ray is None else open_.enter_context(closing(self._far(largest)))
            open_.enter_context(self._folder.asked(self._situation))
            waiting = self._missing()
            self._report("")
            if waiting and crew is None:
                crew = open_.enter_context(closing(self._near(largest, len(waiting))))
            if waiting and crew is not None:
                yield from self._work(waiting, crew)

    def _missing(self) -> deque[int]:
        """The cases without an answer; those that failed before count as failed."""
        waiting: deque[int] = deque()
        for number, case in enumerate(self._cases):
            if self._folder.answered(case, self._situation.lines):
                self._done += 1
            elif not self._retry and self._folder.failure(case) is not None:
                self._failed += 1
            else:
                waiting.append(number)
        return waiting

    def _near(self, largest: int, count: int) -> Crew:
        """As many at a time as there are cores and memory for: apart they lose no time waiting."""
        if expected_engine(self._situation.engine).gpus:
            return LocalCrew(1, self._cores)
        return LocalCrew(*shared_out(self._cores, largest, room(self._memory).bytes, count))

    def _far(self, largest: int) -> Crew:
        from runout.batch.ray_crew import RayCrew

        assert self._ray is not None
        gpus = expected_engine(self._situation.engine).gpus
        return RayCrew(self._ray, self._cores, largest + PROCESS, gpus=gpus)

    def _work(self, waiting: deque[int], crew: Crew) -> Iterator[CaseResult]:
        under_way = 0
        while (waiting or under_way) and not self._job.stopped:
            while waiting and under_way < crew.size:
                number = waiting.popleft()
                result = self._give(number, crew)
                if result is not None:
                    yield self._told(result)
                else:
                    under_way += 1
            for done in crew.wait(_LOOK_EVERY):
                under_way -= 1
                found = self._come_back(done)
                if found is None:
                    waiting.append(done.number)
                else:
                    yield self._told(found)

    def _give(self, number: int, crew: Crew) -> CaseResult | None:
        """Begin a case; a result at once if its spot is not possible on its board."""
        case, asked = self._cases[number], self._situation
        try:
            spot = case.spot.on(case.board)
        except RunoutError as error:
            return self._fail(case, str(error))
        path, memory = self._folder.solution(case), self._memory
        if memory is not None and self._ray is None:
            memory //= crew.size
        here = isinstance(crew, LocalCrew) and (asked.keep != "none" or path.exists())
        task = Task(
            spot,
            asked.limits,
            asked.compress,
            expected_engine(asked.engine).name,  # one for all: they share the machine
            asked.lines,
            crew.threads,
            memory,
            asked.keep,
            str(path) if here else "",
            b"" if here or not path.exists() else path.read_bytes(),
        )
        self._begun[number] = time.perf_counter()
        crew.give(number, task)
        return None

    def _come_back(self, done: Done) -> CaseResult | None:
        """The result of a case; None if it is to be tried again."""
        case = self._cases[done.number]
        if done.outcome is None:
            self._deaths[done.number] += done.own_fault
            if self._deaths[done.number] < _MOST_DEATHS:
                return None
            return self._fail(case, "its process died twice, of memory perhaps")
        if done.outcome.fault:
            raise RunoutError(f"{done.outcome.fault}; what is done is kept")
        if done.outcome.failure:
            return self._fail(case, done.outcome.failure)
        if done.outcome.solution:
            self._folder.write_solution(case, done.outcome.solution)
        self._folder.write_answer(case, done.outcome.table)
        self._done += 1
        self._solved += 1
        return CaseResult(case, "", time.perf_counter() - self._begun[done.number])

    def _fail(self, case: Case, message: str) -> CaseResult:
        self._folder.write_failure(case, message)
        self._failed += 1
        return CaseResult(case, message)

    def _told(self, result: CaseResult) -> CaseResult:
        self._report(str(result.case))
        return result

    def _report(self, last: str) -> None:
        elapsed = max(time.perf_counter() - self._started, 1e-9)
        left = len(self._cases) - self._done - self._failed
        rate = self._solved / elapsed if self._solved else None
        remaining = None if rate is None else left / rate
        progress = BatchProgress(
            self._done, len(self._cases), self._failed, elapsed, remaining, last, rate
        )
        self._job.report(progress)
