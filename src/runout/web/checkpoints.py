"""A solve under way, saved now and then, so that being killed costs little of it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from runout.errors import RunoutError
from runout.job import Job

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from runout.job import PartJob
    from runout.solution.solution import Solution

MOST = 0.05
"""Of the time, that saving takes at any moment: one that would take more is given up."""
_PLANNED = 0.04  # of the time: what is misjudged a little need not be given up
_BYTES_A_SECOND = 100e6  # that are written, before it was measured


class Checkpoints:
    """Saves the solution that it is shown, when it is time."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.perf_counter) -> None:
        self._path = path
        self._clock = clock
        self._started = clock()
        self._expected: float | None = None
        self.spent = 0.0
        """Seconds that saving took, whether anything came of it or not."""
        self.count = 0
        """Files that were written."""

    def __call__(self, solution: Solution) -> None:
        """Look at a solution; save it if enough time has passed."""
        if self._expected is None:
            self._expected = solution.solved.reader.bytes / _BYTES_A_SECOND
        elapsed = self._clock() - self._started
        if self.spent + self._expected <= _PLANNED * elapsed:
            # So long that it is at most its share of the time when it ends.
            self._save(solution, (MOST * elapsed - self.spent) / (1 - MOST))

    def _save(self, solution: Solution, most: float) -> None:
        """Save it, or give up after so many seconds; what was saved before is there until then."""
        job: PartJob = Job()
        before = self._clock()
        job.listen(lambda _: job.stop() if self._clock() - before > most else None)
        try:
            solution.save(self._path, job=job)
            self.count += 1
        except RunoutError:  # too slow, or the disk is full: a solve need not end for that
            self._expected = 2 * max(self._expected or 0.0, most)
        else:
            self._expected = self._clock() - before
        finally:
            self.spent += self._clock() - before
