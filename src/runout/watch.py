"""Running a kernel while watching it: progress, a deadline, Ctrl-C."""

from __future__ import annotations

import threading
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeVar

from runout import _core
from runout.job import LOOK_EVERY, begin

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout.job import AnyJob

_Result = TypeVar("_Result")


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a kernel, with what the kernel had by then."""

    def __init__(self, result: object) -> None:
        super().__init__()
        self.result = result


def watched(
    run: Callable[[], _Result],
    control: _core.Control,
    *,
    look: Callable[[], None] | None = None,
    until: float | None = None,
    job: AnyJob | None = None,
) -> _Result:
    """The kernel's result, computed in a thread of its own.

    `look` is called now and then. At `until` (by `time.perf_counter`) and when the `job` is stopped
    the kernel is asked to stop and gives what it has; at Ctrl-C, too, and what it has is in the
    `Interrupted` that is raised.
    """
    if _core.leaving():  # no more threads, they say: as the interpreter ends, nobody watches
        return run()
    results: list[_Result] = []
    failures: list[BaseException] = []
    finished = threading.Event()

    def work() -> None:
        try:
            results.append(run())
        except BaseException as error:
            failures.append(error)
        finally:
            finished.set()

    alive = begin(work)
    try:
        with nullcontext() if job is None else job.stopping(control.stop):
            while not finished.wait(_pause(until)):
                _check_begun(alive, finished)
                if until is not None and time.perf_counter() >= until:
                    control.stop()
                if look is not None:
                    look()
    except BaseException as error:
        control.stop()
        while alive() and not finished.wait(LOOK_EVERY):
            pass
        if isinstance(error, KeyboardInterrupt) and results:
            raise Interrupted(results[0]) from None
        raise
    if failures:
        raise failures[0]
    return results[0]


def _check_begun(alive: Callable[[], bool], finished: threading.Event) -> None:
    """Raise if a thread has ended without doing anything."""
    if not alive() and not finished.is_set():
        raise MemoryError("no memory for another thread")


def _pause(until: float | None) -> float:
    """Seconds until the next look: not beyond the deadline, but never none at all."""
    if until is None:
        return LOOK_EVERY
    return max(0.001, min(LOOK_EVERY, until - time.perf_counter()))
