"""Those who solve the cases of a batch: processes on this machine, each one case at a time."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from runout.batch.worker import Finished, receive, send

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runout.batch.worker import Task


_ALONE = {"POLARS_MAX_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""Settings of a process beside many others: no threads that it does not solve with."""


@dataclass(frozen=True)
class Done:
    """A case that came back: with its outcome, or because who worked at it is gone."""

    number: int
    outcome: Finished | None
    own_fault: bool = True
    """Whether its own process died; otherwise the machine under it was lost."""


class Crew(Protocol):
    """Who is given cases and hands them back."""

    @property
    def size(self) -> int:
        """How many cases are worked at together."""

    @property
    def threads(self) -> int:
        """How many threads each of them has."""

    def give(self, number: int, task: Task) -> None:
        """Begin a case; there must be fewer under way than the size."""

    def wait(self, seconds: float) -> Iterator[Done]:
        """The cases that have come back, after waiting for so long at most."""

    def close(self) -> None:
        """Drop what is under way."""


class LocalCrew:
    """Processes of this machine, started when they are first needed."""

    def __init__(self, size: int, threads: int) -> None:
        self.size, self.threads = size, threads
        self._idle: list[subprocess.Popen[bytes]] = []
        self._busy: dict[int, tuple[int, subprocess.Popen[bytes]]] = {}
        self._selector = selectors.DefaultSelector()

    def give(self, number: int, task: Task) -> None:
        """Begin a case."""
        while True:
            worker = self._idle.pop() if self._idle else self._start()
            assert worker.stdin is not None
            assert worker.stdout is not None
            try:
                send(worker.stdin, task)
            except OSError:  # it died while it had nothing to do
                self._end(worker)
                continue
            self._busy[worker.stdout.fileno()] = (number, worker)
            self._selector.register(worker.stdout, selectors.EVENT_READ)
            return

    def wait(self, seconds: float) -> Iterator[Done]:
        """The cases that have come back."""
        for key, _ in self._selector.select(seconds):
            number, worker = self._busy.pop(key.fd)
            assert worker.stdout is not None
            self._selector.unregister(worker.stdout)
            try:
                outcome = receive(worker.stdout)
            except (EOFError, OSError):
                self._end(worker)
                yield Done(number, None)
                continue
            self._idle.append(worker)
            yield Done(number, outcome)

    def close(self) -> None:
        """Drop what is under way."""
        for worker in [*self._idle, *(worker for _, worker in self._busy.values())]:
            self._end(worker)
        self._idle, self._busy = [], {}
        self._selector.close()

    @staticmethod
    def _start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-c", "from runout.batch.worker import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **_ALONE, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            process_group=0,  # Ctrl-C in the terminal is not for it
        )

    @staticmethod
    def _end(worker: subprocess.Popen[bytes]) -> None:
        worker.kill()
        for pipe in (worker.stdin, worker.stdout):
            with suppress(OSError):
                assert pipe is not None
                pipe.close()
        worker.wait()
