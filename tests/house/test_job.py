import os
import signal
import threading
from concurrent.futures import CancelledError, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from runout.errors import RunoutError
from runout.job import Job, interrupts


def until_stopped(*, job: Job[int, str]) -> str:
    ended = threading.Event()
    with job.stopping(ended.set):
        job.report(1)
        assert ended.wait(30)
    return job.stopped_by


def test_a_job_runs_until_it_is_stopped() -> None:
    heard: list[int] = []
    reported = threading.Event()
    job = Job[int, str](until_stopped).listen(heard.append).listen(lambda _: reported.set())
    assert job.start() is job
    assert reported.wait(30)
    assert not job.done
    assert not job.wait(0.01)
    job.stop("interrupt")
    job.stop()  # too late to be the one who asked
    assert job.result(30) == "interrupt"
    assert (heard, job.progress, job.done, job.exception()) == ([1], 1, True, None)


def test_a_job_that_was_stopped_before_it_began_ends_at_once() -> None:
    job = Job[int, str](until_stopped)
    job.stop()
    assert job.start().result(30) == "stop"


@pytest.mark.parametrize("by", ["", "target", None, 3])
def test_who_asks_for_the_end_is_the_program_or_the_user(by: object) -> None:
    job = Job[int, str]()
    with pytest.raises(RunoutError, match=r"by .*: stop or interrupt"):
        job.stop(by)  # type: ignore[arg-type]
    assert not job.stopped


def test_what_the_work_raises_is_raised_where_the_result_is_asked_for() -> None:
    def fail(*, job: Job[None, None]) -> None:
        raise KeyError(job.stopped)

    job: Job[None, None] = Job(fail).start()
    with pytest.raises(KeyError):
        job.result(30)
    assert isinstance(job.exception(30), KeyError)
    assert job.done


def test_an_executor_may_run_it() -> None:
    with ThreadPoolExecutor(1) as pool:
        jobs = [Job[int, str](until_stopped) for _ in range(3)]
        for job in jobs:
            job.start(pool)
        for job in jobs:
            job.stop()
        assert [job.result(30) for job in jobs] == ["stop"] * 3


def test_whoever_waits_is_told_that_an_executor_never_came_to_it() -> None:
    going, ended = Job[int, str](until_stopped), Job[int, str](until_stopped)
    with ThreadPoolExecutor(1) as pool:
        going.start(pool)
        ended.start(pool)
        pool.shutdown(wait=False, cancel_futures=True)
        with pytest.raises(CancelledError):
            ended.result(30)
        going.stop()
        assert going.result(30) == "stop"
        with pytest.raises(RuntimeError, match="after shutdown"):
            (late := Job[int, str](until_stopped)).start(pool)
    late.stop()
    assert late.start().result(30) == "stop"


def test_a_job_stays_in_its_process() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        job = Job[int, str](until_stopped).start(pool)
        with pytest.raises(TypeError, match="pickle"):
            job.result(30)


def test_a_job_may_run_where_it_is_called() -> None:
    def work(*, job: Job[int, int]) -> int:
        job.report(7)
        return threading.get_ident()

    job: Job[int, int] = Job(work)
    assert job.run() == threading.get_ident()
    assert (job.progress, job.done) == (7, True)
    with pytest.raises(RunoutError, match="has been started"):
        job.run()


def test_a_job_starts_once_and_needs_work() -> None:
    job: Job[None, object] = Job(lambda *, job: job).start()
    assert job.result(30) is job
    with pytest.raises(RunoutError, match="has been started"):
        job.start()
    with pytest.raises(RunoutError, match="no work"):
        Job().start()


def test_many_threads_may_stop_it_and_its_stopper_is_called_once() -> None:
    calls: list[int] = []
    job: Job[int, None] = Job()
    with job.stopping(lambda: calls.append(1)):
        threads = [threading.Thread(target=job.stop) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert calls == [1]


def test_the_first_interrupt_asks_and_the_second_breaks_off() -> None:
    job: Job[int, None] = Job()
    before = signal.getsignal(signal.SIGINT)
    with interrupts(lambda: job.stop("interrupt")):
        os.kill(os.getpid(), signal.SIGINT)
        assert job.stopped_by == "interrupt"
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_signal_that_is_switched_off_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        job: Job[int, None] = Job()
        with interrupts(job.stop):
            os.kill(os.getpid(), signal.SIGINT)
        assert not job.stopped
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_leave_signals_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen: list[object] = []

    def look() -> None:
        with interrupts(lambda: None):
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [before]
