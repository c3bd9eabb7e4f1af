"""Long work seen from outside: how far it has come, a way to end it, and what came out.

Work that takes long is a function that takes a `job`: it reports to it and looks now and then
whether it has been asked to stop. Called by itself it runs where it is called; as a `Job` it runs
in a thread, and the terminal, a page or a cluster listens. Nothing but this module handles signals.
"""

from __future__ import annotations

import _thread
import mmap
import signal
import sys
import threading
import time
import weakref
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures import TimeoutError as _NotYet
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from runout import checks
from runout.errors import RunoutError, StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

Progress = TypeVar("Progress")
Result = TypeVar("Result")
STOP, INTERRUPT = "stop", "interrupt"
"""Who asked for the end: the program, or the user by Ctrl-C or a signal."""
LOOK_EVERY = 0.05
"""Seconds between two looks at a thread that is waited for."""


class Part(NamedTuple):
    """How much of some work is done, where it can be counted: bytes, or nodes."""

    done: int
    total: int


_THREAD_ROOM = 256 << 20  # bytes of address space, as the kernels ask for


class Job(Generic[Progress, Result]):
    """A call that runs beside the program, or one that is only listened to and stopped.

    >>> def count(most: int, *, job: Job[int, int]) -> int:
    ...     for number in range(most):
    ...         job.report(number)
    ...         if job.stopped:
    ...             break
    ...     return number
    >>> job = Job(count, 5).start()
    >>> job.result(), job.progress, job.done
    (4, 4, True)
    """

    def __init__(
        self, work: Callable[..., Result] | None = None, /, *arguments: object, **settings: object
    ) -> None:
        if work is not None:
            checks.function("work", work)
        self._work = work
        self._arguments, self._settings = arguments, settings
        self._future: Future[Result] = Future()
        self._listeners: list[Callable[[Progress], None]] = []
        self._stoppers: list[Callable[[], None]] = []
        self._lock = threading.RLock()  # a signal may come while its own thread holds it
        self._stopped_by = ""
        self._started = False
        self._alive: Callable[[], bool] | None = None
        self.progress: Progress | None = None
        """The last report; None before the first."""
        self.count = 0
        """Steps done so far, where there are such; told more often than progress."""

    @classmethod
    def of(
        cls, job: Job[Progress, Result] | None, listener: Callable[[Progress], None] | None
    ) -> Job[Progress, Result]:
        """The job that was given, or one of nobody else's, with a function that listens to it."""
        if job is not None:
            checks.instance("job", job, Job)
        if listener is not None:
            checks.function("progress", listener)
        return (Job() if job is None else job).listen(listener)

    @classmethod
    def counting(
        cls, job: Job[Part, Result] | None, listener: Callable[[int, int], None] | None
    ) -> Job[Part, Result]:
        """The same for a job that reports a `Part`, which the function hears as two numbers."""
        if listener is None:
            return Job.of(job, None)
        function: Callable[[int, int], None] = listener
        checks.function("progress", function)
        return Job.of(job, lambda part: function(*part))

    # For those who want something done

    def start(self, executor: Executor | None = None) -> Job[Progress, Result]:
        """Begin, in a thread of its own or where an executor puts it; gives back the job."""
        if executor is not None and not callable(getattr(executor, "submit", None)):
            raise RunoutError(f"executor {checks.shown(executor)}: no executor that runs calls")
        with self._lock:
            if self._work is None or self._started:
                raise RunoutError("job: it has been started" if self._work else "job: no work")
            self._started = True
        try:
            if executor is None:
                self._alive = begin(self._run)
            elif isinstance(handed := executor.submit(self._run), Future):
                handed.add_done_callback(self._check_done)
        except BaseException:
            self._started = False
            raise
        return self

    def _check_done(self, handed: Future[None]) -> None:
        """Note what kept an executor from the work: it was cancelled, or cannot be sent there."""
        with self._lock:
            if not self._future.done():
                lost = CancelledError() if handed.cancelled() else handed.exception()
                self._future.set_exception(lost or RunoutError("job: the executor left it undone"))

    def run(self) -> Result:
        """Do the work here, where it is called; what came out."""
        return self.start(_HERE).result()

    def _run(self) -> None:
        assert self._work is not None
        try:
            result = self._work(*self._arguments, job=self, **self._settings)
        except BaseException as error:
            self._future.set_exception(error)
        else:
            self._future.set_result(result)

    def stop(self, by: str = STOP) -> None:
        """Ask for the end as soon as what there is makes sense; asking twice changes nothing.

        `by` says who asks: ``"stop"``, the program, or ``"interrupt"``, the user.
        """
        checks.choice("by", by, (STOP, INTERRUPT))
        with self._lock:
            first, self._stopped_by = not self._stopped_by, self._stopped_by or by
            stoppers = list(self._stoppers) if first else []
        for stopper in stoppers:
            stopper()

    def wait(self, seconds: float | None = None) -> bool:
        """Whether it has ended, after waiting for so long at most."""
        until = None
        if seconds is not None:
            until = time.monotonic() + checks.number("seconds", seconds)
        while True:
            left = LOOK_EVERY if until is None else until - time.monotonic()
            try:
                self._future.exception(max(0.0, min(LOOK_EVERY, left)))
            except _NotYet:
                self._check_begun()
                if left > LOOK_EVERY or until is None:
                    continue
                return self.done
            return True

    def _check_begun(self) -> None:
        """Note the failure of a thread that has ended without doing anything."""
        if self._alive is not None and not self._alive():
            with self._lock:
                if not self._future.done():
                    self._future.set_exception(MemoryError("no memory for another thread"))

    def result(self, timeout: float | None = None) -> Result:
        """What came out; waits for it, and raises what the work raised."""
        self.wait(timeout)
        return self._future.result(0)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """What the work raised, if it did; waits for its end."""
        self.wait(timeout)
        return self._future.exception(0)

    @property
    def done(self) -> bool:
        """Whether it has ended."""
        return self._future.done()

    @property
    def stopped(self) -> bool:
        """Whether it has been asked to end."""
        return bool(self._stopped_by)

    @property
    def stopped_by(self) -> str:
        """Who asked: ``stop`` or ``interrupt``; empty if nobody did."""
        return self._stopped_by

    def listen(self, listener: Callable[[Progress], None] | None) -> Job[Progress, Result]:
        """Let a function hear every report, in the thread that works; gives back the job."""
        if listener is not None:
            checks.function("listener", listener)
            self._listeners.append(listener)
        return self

    # For those who do it

    def report(self, progress: Progress) -> None:
        """Say how far it is."""
        self.progress = progress
        for listener in self._listeners:
            listener(progress)

    def check(self, what: str) -> None:
        """Raise if the end was asked for, where nothing can be kept of what is half done."""
        if self._stopped_by == INTERRUPT:
            raise KeyboardInterrupt
        if self._stopped_by:
            raise StoppedError(f"{what}: stopped before its end")

    def counter(self: Job[Part, Result], what: str) -> Callable[[int, int], None]:
        """A function to say how much is done with; it raises if the end was asked for."""

        def count(done: int, total: int) -> None:
            self.report(Part(done, total))
            self.check(what)

        return count

    @contextmanager
    def stopping(self, stopper: Callable[[], None]) -> Iterator[None]:
        """Have a function called when the end is asked for, at once if it already was."""
        with self._lock:
            self._stoppers.append(stopper)
            already = bool(self._stopped_by)
        if already:
            stopper()
        try:
            yield
        finally:
            with self._lock:
                self._stoppers.remove(stopper)


class _Here(Executor):
    """Runs what it is given at once."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **settings: Any) -> Future[Any]:  # noqa: ANN401 - as those of the library
        """Run it."""
        work(*arguments, **settings)
        return Future()


_HERE = _Here()
PartJob = Job[Part, Any]
"""Work whose parts are counted: writing and reading files."""
AnyJob = Job[Any, Any]
"""Work that is to be stopped, whatever it reports and gives."""


def attended(job: Job[Progress, Result]) -> Result:
    """Run a job beside this thread, which waits; Ctrl-C asks it to stop, a second one leaves it."""
    with interrupts(lambda: job.stop(INTERRUPT)):
        return job.start().result()


class _Sign:
    """Lives as long as the thread that was given it."""


def begin(work: Callable[[], None]) -> Callable[[], bool]:
    """Begin work in a thread; what is given back says whether it is still at it.

    Where memory is short a thread can end before its first step, and whoever waits for it to begin,
    as the threads of `threading` do, waits for ever.
    """

    def run(_: _Sign) -> None:
        work()

    sign = _Sign()
    try:
        _hold_room()
        _thread.start_new_thread(run, (sign,))
    except (OSError, RuntimeError) as error:  # there is no room for its stack
        raise MemoryError("no memory for another thread") from error
    alive = weakref.ref(sign)
    return lambda: alive() is not None


def _hold_room() -> None:
    """Raise where a new thread might find no room for its own data, which ends the process."""
    mmap.mmap(-1, _THREAD_ROOM).close()


_INTERRUPTING = {signal.SIGINT}


def terminate_as_interrupt() -> None:
    """Let a request to terminate count as Ctrl-C from now on, as commands do."""
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        _INTERRUPTING.add(signal.SIGTERM)
        signal.signal(signal.SIGTERM, signal.default_int_handler)


def hang_up_as_terminate(end: Callable[[int, FrameType | None], None]) -> None:
    """Have a server end as it is asked to when its terminal is closed, unless nohup said not."""
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, lambda _, frame: end(signal.SIGTERM, frame))


class Interrupts:
    """Ctrl-C while something must not be broken off: the first calls `first`, the second raises."""

    def __init__(self, first: Callable[[], None]) -> None:
        self.first = first
        self.count = 0

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        """Handle the signal."""
        self.count += 1
        if self.count > 1:
            raise KeyboardInterrupt
        self.first()


@contextmanager
def interrupts(first: Callable[[], None]) -> Iterator[Interrupts]:
    """What Ctrl-C does meanwhile, and a request to terminate where it counts as Ctrl-C.

    Signals reach the main thread alone, so nothing changes in others; one that is switched off, as
    Ctrl-C is under `nohup`, stays so.
    """
    handler = Interrupts(first)
    before: dict[signal.Signals, Any] = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: signal.getsignal(number) for number in _INTERRUPTING}
        before = {n: old for n, old in before.items() if old not in (signal.SIG_IGN, None)}
    try:
        for number in before:
            signal.signal(number, handler)
        yield handler
    finally:
        for number, old in before.items():
            signal.signal(number, old)
