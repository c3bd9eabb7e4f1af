"""Solutions that are being looked at: kept in memory within a limit, the one used last longest."""

from __future__ import annotations

import threading
from collections import OrderedDict
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runout.errors import RunoutError
from runout.remembered import Remembered
from runout.solver.engines import engine_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from runout.memory import Room
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
    engine: str
    seconds: float
    """What one pass over its whole game takes one core."""

    @property
    def on_gpu(self) -> bool:
        """Whether its bytes are those of a GPU."""
        return _is_on_gpu(self.engine)


class OpenSolutions:
    """Those that are open."""

    def __init__(self, library: SolutionLibrary, limit: int | None = None) -> None:
        self._library = library
        self.limit = limit
        """Bytes that they and the solve under way may take; None for all that is free."""
        self.taken = {False: 0, True: 0}
        """Bytes that solves and files being read take: of this machine, and of its GPU."""
        self._open: OrderedDict[str, OpenSolution] = OrderedDict()
        self._lock, self._changed = threading.Lock(), threading.Condition()
        self._being_read = 0
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
                    found = self._opened(identity, path, mark)
        finally:
            with self._lock:
                self._opening.pop(identity, None)
        return found

    def _opened(self, identity: str, path: Path, mark: str) -> OpenSolution:
        try:
            return self._loaded(identity, path, mark)
        except RunoutError:
            self._library.path(identity)  # it may have been deleted meanwhile
            raise

    def _loaded(self, identity: str, path: Path, mark: str) -> OpenSolution:
        from runout.solution.solution import load
        from runout.solver.estimate import estimate
        from runout.web.problems import without_path
        from runout.web.solution_memory import solution_memory

        self.drop(identity)
        name = self._library.get(identity).name
        needed = solution_memory(path, name, memory=self.limit)
        with self._reading(needed.bytes, needed.engine) as most:
            needed.check(most)
            with without_path(path, f"solution {name!r}"):
                solution = load(path, engine=needed.engine)
            seconds = estimate(solution.spot).seconds_per_iteration
            found = OpenSolution(solution, mark, needed.bytes, needed.engine, seconds)
            with self._lock:
                self._open[identity] = found
        return found

    @contextmanager
    def _reading(self, needed: int, engine: str) -> Iterator[Room]:
        """So many bytes for a file; others that are being read may be waited for, to be closed."""
        with ExitStack() as held:
            with self._changed:
                while self._being_read and needed > self.room(engine).bytes:
                    self.make_room(needed, engine)
                    if needed > self.room(engine).bytes:
                        self._changed.wait()
                self._being_read += 1
                held.callback(self._was_read)
                most = held.enter_context(self.taking(needed, engine))
            yield most

    def _was_read(self) -> None:
        with self._changed:
            self._being_read -= 1
            self._changed.notify_all()

    @property
    def held(self) -> int:
        """Bytes of this machine that open ones take."""
        return self._held(on_gpu=False)

    def _held(self, *, on_gpu: bool) -> int:
        with self._lock:
            return sum(one.bytes for one in self._open.values() if one.on_gpu == on_gpu)

    def room(self, engine: str) -> Room:
        """What an engine may take now, where its numbers are."""
        on_gpu = _is_on_gpu(engine)
        held = self.taken[on_gpu] + self._held(on_gpu=on_gpu)
        return engine_named(engine).room(self.limit, held=held)

    @contextmanager
    def taking(self, needed: int, engine: str) -> Iterator[Room]:
        """So many bytes for some work, for which open ones make room; gives what there was."""
        on_gpu = _is_on_gpu(engine)
        with self._changed:  # two that begin at once must not be promised the same
            self.make_room(needed, engine)
            most = self.room(engine)
            with self._lock:
                self.taken[on_gpu] += needed
        try:
            yield most
        finally:
            with self._lock:
                self.taken[on_gpu] -= needed

    def drop(self, identity: str) -> None:
        """Close one; who is reading it finishes."""
        with self._lock:
            self._open.pop(identity, None)

    def make_room(self, needed: int, engine: str) -> None:
        """Close those in the same memory, used longest ago, until so many bytes are free."""
        on_gpu = _is_on_gpu(engine)
        while needed > self.room(engine).bytes:
            with self._lock:
                beside = [name for name, one in self._open.items() if one.on_gpu == on_gpu]
                if not beside:
                    return
                del self._open[beside[0]]

    def packed(self, etag: str, make: Callable[[], Packed]) -> Packed:
        """An answer as it was sent before, or made now."""
        return self.answers.get(etag, make)


def _is_on_gpu(engine: str) -> bool:
    return bool(engine_named(engine).gpus)


def _mark_of(path: Path) -> str:
    found = path.stat()
    return f"{found.st_mtime_ns} {found.st_size} {found.st_ino}"
