"""Solutions that are being looked at: kept in memory within a limit, the one used last longest."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runout.memory import room
from runout.remembered import Remembered

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from runout.solution.solution import Solution
    from runout.web.answers_json import Packed
    from runout.web.solution_library import SolutionLibrary

_MOST_ANSWERS = 64_000_000  # bytes of answers that are kept as they were sent


@dataclass(frozen=True)
class OpenSolution:
    """A solution in memory."""

    solution: Solution
    mark: str
    """What changes when its file does."""
    bytes: int
    seconds: float
    """What one pass over its whole game takes one core."""


class OpenSolutions:
    """Those that are open."""

    def __init__(self, library: SolutionLibrary, limit: int | None = None) -> None:
        self._library = library
        self.limit = limit
        """Bytes that they and the solve under way may take; None for all that is free."""
        self.taken = 0
        """Bytes of the solve under way."""
        self._open: OrderedDict[str, OpenSolution] = OrderedDict()
        self._lock = threading.Lock()
        self._opening: dict[str, threading.Lock] = {}
        self.answers: Remembered[str, Packed] = Remembered(_MOST_ANSWERS, len)

    def get(self, identity: str) -> OpenSolution:
        """One of the library; opened if it is not, by one thread while others wait."""
        path = self._library.path(identity)
        mark = _mark_of(path)
        with self._lock:
            found = self._open.get(identity)
            if found is not None and found.mark == mark:
                self._open.move_to_end(identity)
                return found
            turn = self._opening.setdefault(identity, threading.Lock())
        try:
            with turn:
                with self._lock:
                    found = self._open.get(identity)
                if found is None or found.mark != mark:
                    found = self._loaded(identity, path, mark)
        finally:
            with self._lock:
                self._opening.pop(identity, None)
        return found

    def _loaded(self, identity: str, path: Path, mark: str) -> OpenSolution:
        from runout.solution.files import opened, refuse_without_memory
        from runout.solution.saving import memory_to_load
        from runout.solution.solution import load
        from runout.solver.estimate import estimate

        self.drop(identity)
        with opened(path) as file:
            needed = memory_to_load(file)
        self.make_room(needed)
        refuse_without_memory(path, needed, room(self.limit, held=self.taken + self.held))
        solution = load(path)
        seconds = estimate(solution.spot).seconds_per_iteration
        found = OpenSolution(solution, mark, needed, seconds)
        with self._lock:
            self._open[identity] = found
        return found

    @property
    def held(self) -> int:
        """Bytes that open ones take."""
        with self._lock:
            return sum(one.bytes for one in self._open.values())

    def drop(self, identity: str) -> None:
        """Close one; who is reading it finishes."""
        with self._lock:
            self._open.pop(identity, None)

    def make_room(self, needed: int) -> None:
        """Close those used longest ago until so many bytes are free, or none is open."""
        while needed > room(self.limit, held=self.taken + self.held).bytes:
            with self._lock:
                if not self._open:
                    return
                self._open.popitem(last=False)

    def packed(self, etag: str, make: Callable[[], Packed]) -> Packed:
        """An answer as it was sent before, or made now."""
        return self.answers.get(etag, make)


def _mark_of(path: Path) -> str:
    found = path.stat()
    return f"{found.st_mtime_ns} {found.st_size} {found.st_ino}"
