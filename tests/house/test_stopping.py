"""Every call that takes long is stopped from another thread by its job."""

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from runout import Job, Spot, equity, equity_many, load, solve
from runout import blackjack as bj
from runout.blackjack.split_memory import memory_gain, remembered_split
from runout.equities.result import EquityResult, Progress
from runout.errors import RunoutError, StoppedError
from runout.job import INTERRUPT, AnyJob, PartJob, attended
from runout.solution.solution import Solution

WIDE = "22+,A9s+,KTs+,QTs+,A9o+,KTo+"  # three of them take seconds before the flop


def stopped_at_first_report(job: AnyJob, by: str = "stop") -> None:
    job.listen(lambda _: threading.Thread(target=job.stop, args=(by,)).start())


def collecting(heard: list[tuple[int, int]]) -> Callable[[int, int], None]:
    return lambda done, total: heard.append((done, total))


def stopped_at_once(job: AnyJob, by: str) -> None:
    job.listen(lambda _: job.stop(by))


def stopped_soon(job: Job[Progress, EquityResult]) -> threading.Timer:
    timer = threading.Timer(0.2, job.stop)
    timer.start()
    return timer


def test_random_deals_that_are_stopped_give_the_estimate_so_far() -> None:
    job: Job[Progress, EquityResult] = Job(
        equity, "AA", "random", method="monte_carlo", precision=1e-9, time_limit=None
    )
    stopped_at_first_report(job)
    result = job.start().result(60)
    assert result.stopped_by == "stop"
    assert result.samples > 0
    assert abs(result.players[0].equity - 0.852) < 0.05
    # What is asked of it later has not been stopped.
    assert sum(result.categories()[0].values()) == pytest.approx(1)
    assert len(result.by_hand(0)) == 6


def test_a_round_of_random_deals_is_stopped_in_the_middle() -> None:
    job: Job[Progress, EquityResult] = Job()
    timer = stopped_soon(job)
    result = equity(
        *["random"] * 9, method="monte_carlo", precision=1e-9, time_limit=None, seed=1, job=job
    )
    timer.join()
    assert result.stopped_by == "stop"


def test_of_an_exact_count_that_is_stopped_nothing_is_left() -> None:
    reports: list[Progress] = []
    for by, error in (("stop", StoppedError), (INTERRUPT, KeyboardInterrupt)):
        job: Job[Progress, EquityResult] = Job(
            equity, *[WIDE] * 3, method="exact", threads=1, progress=reports.append
        )
        stopped_at_first_report(job, by)
        with pytest.raises(error):
            job.start().result(60)
    assert reports[-1].done < 1


def test_small_questions_may_have_a_job() -> None:
    job: Job[Progress, EquityResult] = Job()
    assert equity("AhKh", "QcQd", job=job).players[0].wins == 787966
    with pytest.raises(RunoutError, match="job 3"):
        equity("AhKh", "QcQd", job=3)  # type: ignore[arg-type]
    with pytest.raises(RunoutError, match="progress"):
        equity("AhKh", "QcQd", progress=3)  # type: ignore[arg-type]


def test_many_questions_are_stopped() -> None:
    generator = np.random.default_rng(0)
    hands = np.array([generator.permutation(52)[:6] for _ in range(20_000)]).reshape(-1, 3, 2)
    job: Job[None, object] = Job(equity_many, hands)
    threading.Timer(0.2, job.stop).start()
    with pytest.raises(StoppedError, match="equity_many"):
        job.start().result(60)
    with pytest.raises(RunoutError, match="job"):
        equity_many(hands[:2], job=len)  # type: ignore[arg-type]


def test_a_simulation_that_is_stopped_gives_the_rounds_so_far() -> None:
    job: Job[float, bj.Simulation] = Job(bj.simulate, bj.Shoe(decks=6), "6D", rounds=10**12)
    stopped_at_first_report(job)
    result = job.start().result(60)
    assert (result.stopped_by, result.to_dict()["stopped_by"]) == ("stop", "stop")
    assert 0 < result.rounds < 10**12
    assert abs(result.ev) < 0.05
    whole = bj.simulate(bj.Shoe(decks=6), "6D", rounds=1000)
    assert whole.stopped_by == "rounds"


def test_a_simulation_without_a_round_has_nothing_to_show() -> None:
    job: Job[float, bj.Simulation] = Job(bj.simulate, bj.Shoe(decks=6), "6D", rounds=10**12)
    job.stop()
    with pytest.raises(StoppedError, match="simulate"):
        job.start().result(60)


def test_splits_with_memory_are_stopped() -> None:
    reports: list[float] = []
    job: Job[float, float] = Job(
        memory_gain, bj.Shoe(decks=8), "8D SPL3", threads=1, progress=reports.append
    )
    threading.Timer(0.3, job.stop).start()
    with pytest.raises(StoppedError, match="memory_gain"):
        job.start().result(60)
    assert all(done < 1 for done in reports)
    one: Job[float, float] = Job(remembered_split, "88", "T", bj.Shoe(decks=8), "8D SPL3")
    threading.Timer(0.3, one.stop, args=(INTERRUPT,)).start()
    with pytest.raises(KeyboardInterrupt):
        one.start().result(60)


def test_whoever_attends_a_job_gets_its_result() -> None:
    assert attended(Job(equity, "AhKh", "QcQd")).samples == 1712304


@pytest.fixture(scope="module")
def turn() -> Solution:
    spot = Spot("Td9d6hQc", 200, 900, "66+,A8s+", "QQ-22,ATo+", bets="60%")
    return solve(spot, max_iterations=2, threads=1)


@pytest.mark.parametrize("way", ["to_json", "to_csv", "to_parquet", "save"])
def test_a_file_that_is_stopped_leaves_the_old_one(
    way: str, turn: Solution, tmp_path: Path
) -> None:
    if way == "to_parquet":
        pytest.importorskip("polars")
    file = tmp_path / "kept"
    file.write_text("old")
    for by, error in (("stop", StoppedError), (INTERRUPT, KeyboardInterrupt)):
        heard: list[tuple[int, int]] = []
        job: PartJob = Job(getattr(turn, way), file, progress=collecting(heard))
        stopped_at_once(job, by)
        with pytest.raises(error, match="kept" if by == "stop" else None):
            job.start().result(60)
        assert [path.name for path in tmp_path.iterdir()] == ["kept"]
        assert file.read_text() == "old"
        assert heard == [job.progress]


def test_a_file_that_is_read_is_stopped(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "spot.runout")
    job: PartJob = Job(load, tmp_path / "spot.runout")
    job.listen(lambda _: job.stop())
    with pytest.raises(StoppedError, match=r"spot\.runout"):
        job.start().result(60)
    before: PartJob = Job()
    before.stop()
    with pytest.raises(StoppedError, match="kept"):
        turn.save(tmp_path / "kept", job=before)
    assert load(tmp_path / "spot.runout", job=Job()).summary().iterations == 2


@pytest.mark.parametrize("dies", ["before it begins", "for want of a stack"])
def test_a_thread_without_memory_is_an_error_instead_of_waiting_for_ever(
    dies: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(_work: Callable[..., None], _arguments: tuple[object, ...]) -> None:
        if dies == "for want of a stack":
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr("_thread.start_new_thread", start)
    with pytest.raises(MemoryError, match="another thread"):
        Job(equity, "AhKh", "QcQd").start().result(60)
    with pytest.raises(MemoryError, match="another thread"):
        equity(WIDE, WIDE, WIDE, method="exact")
