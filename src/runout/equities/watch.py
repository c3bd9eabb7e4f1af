"""Running a kernel while watching it: progress, a deadline, Ctrl-C."""

from __future__ import annotations

import _thread
import threading
import time
import weakref
from typing import TYPE_CHECKING, TypeVar

from runout import _core

if TYPE_CHECKING:
    from collections.abc import Callable

_Result = TypeVar("_Result")
_LOOK_EVERY = 0.05  # seconds


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
) -> _Result:
    """The kernel's result, computed in a thread of its own.

    `look` is called now and then. At `until` (by `time.perf_counter`) the kernel is asked to stop
    and gives what it has; at Ctrl-C, too, and what it has is in the `Interrupted` that is raised.
    """
    if _core.leaving():  # no more threads, they say: as the interpreter ends, nobody watches
        return run()
    results: list[_Result] = []
    failures: list[BaseException] = []
    finished = threading.Event()

    def work(_: _Sign) -> None:
        try:
            results.append(run())
        except BaseException as error:
            failures.append(error)
        finally:
            finished.set()

    alive = _started(work)
    try:
        while not finished.wait(_pause(until)):
            _check_begun(alive, finished)
            if until is not None and time.perf_counter() >= until:
                control.stop()
            if look is not None:
                look()
    except BaseException as error:
        control.stop()
        while alive() is not None and not finished.wait(_LOOK_EVERY):
            pass
        if isinstance(error, KeyboardInterrupt) and results:
            raise Interrupted(results[0]) from None
        raise
    if failures:
        raise failures[0]
    return results[0]


class _Sign:
    """Lives as long as the thread that was given it."""


def _started(work: Callable[[_Sign], None]) -> weakref.ref[_Sign]:
    """Begin work in a thread; what is given back refers to None once it is over.

    Where memory is short a thread can end before its first step, and whoever waits for it to begin,
    as the threads of `threading` do, waits for ever.
    """
    sign = _Sign()
    try:
        _thread.start_new_thread(work, (sign,))
    except RuntimeError as error:  # there is no room for its stack
        raise MemoryError("no memory for another thread") from error
    return weakref.ref(sign)


def _check_begun(alive: weakref.ref[_Sign], finished: threading.Event) -> None:
    """Raise if a thread has ended without doing anything."""
    if alive() is None and not finished.is_set():
        raise MemoryError("no memory for another thread")


def _pause(until: float | None) -> float:
    """Seconds until the next look: not beyond the deadline, but never none at all."""
    if until is None:
        return _LOOK_EVERY
    return max(0.001, min(_LOOK_EVERY, until - time.perf_counter()))
