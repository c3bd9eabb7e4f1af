"""Running a kernel while watching it: progress, a deadline, Ctrl-C."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout import _core

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
    results: list[_Result] = []
    failures: list[BaseException] = []
    # An event, because a join that is interrupted may take the thread for finished.
    finished = threading.Event()

    def work() -> None:
        try:
            results.append(run())
        except BaseException as error:
            failures.append(error)
        finally:
            finished.set()

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    try:
        while not finished.wait(_pause(until)):
            if until is not None and time.perf_counter() >= until:
                control.stop()
            if look is not None:
                look()
    except BaseException as error:
        control.stop()
        finished.wait()
        if isinstance(error, KeyboardInterrupt) and results:
            raise Interrupted(results[0]) from None
        raise
    finally:
        worker.join()
    if failures:
        raise failures[0]
    return results[0]


def _pause(until: float | None) -> float:
    """Seconds until the next look: not beyond the deadline, but never none at all."""
    if until is None:
        return _LOOK_EVERY
    return max(0.001, min(_LOOK_EVERY, until - time.perf_counter()))
