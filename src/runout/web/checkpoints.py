"""A solve under way, saved now and then, so that being killed costs little of it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from runout.solution.solution import Solution

SHARE = 0.04
"""Of the time that saving may take; with what is misjudged it stays below 5 %."""
_BYTES_A_SECOND = 100e6  # that are written, before it was measured


class Checkpoints:
    """Saves the solution that it is shown, when it is time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._started = time.perf_counter()
        self._last: float | None = None
        self.spent = 0.0
        """Seconds that saving took."""
        self.count = 0

    def __call__(self, solution: Solution) -> None:
        """Look at a solution; save it if enough time has passed."""
        expected = self._last
        if expected is None:
            expected = solution.solved.reader.bytes / _BYTES_A_SECOND
        if self.spent + expected <= SHARE * (time.perf_counter() - self._started):
            self.save(solution)

    def save(self, solution: Solution) -> None:
        """Save it now."""
        before = time.perf_counter()
        solution.save(self._path)
        self._last = time.perf_counter() - before
        self.spent += self._last
        self.count += 1
