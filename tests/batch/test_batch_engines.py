"""Who solves a batch: one GPU one board after another if it is asked for, the cores otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import pytest

from runout import RunoutError, Spot, load, solve
from runout.batch import Situation, worker
from runout.batch.crew import LocalCrew
from runout.batch.folder import BatchFolder
from runout.batch.run import _Run
from runout.batch.worker import Task, work
from runout.job import Job
from runout.memory import Room
from runout.solver.cpu import CpuEngine
from runout.solver.engines import ENGINES, chosen_engine
from runout.solver.estimate import shape_of
from runout.solver.loop import Limits
from tests.batch.conftest import BOARDS, RANGES

if TYPE_CHECKING:
    from pathlib import Path

SPOT = {"pot": 20, "stack": 40, "bets": "50% a", "range": RANGES}


class CardEngine(CpuEngine):
    """One with a memory of its own, of which a machine has one."""

    name: ClassVar[str] = "card"
    gpus: ClassVar[int] = 1
    for_large_games: ClassVar[bool] = True
    free: ClassVar[int] = 10**12

    @classmethod
    def room(cls, limit: int | None = None, *, held: int = 0) -> Room:
        del limit, held
        return Room(cls.free, "free on the card")


@pytest.fixture(autouse=True)
def _card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, CardEngine.name, CardEngine)
    monkeypatch.setattr("runout.solver.engines._PAYING", 0)
    shape = shape_of(Spot(BOARDS[0], 20, 40, RANGES["oop"], RANGES["ip"], bets="50% a"))
    assert chosen_engine("auto", shape, compress=False) == CardEngine.name


class WatchedCrew(LocalCrew):
    """Keeps what it is given, and does none of it."""

    def __init__(self) -> None:
        super().__init__(4, 1)
        self.tasks: list[Task] = []

    def give(self, number: int, task: Task) -> None:
        self.tasks.append(replace(task, memory=number))


def batch(engine: str, folder: Path, *, ray: str | None = None) -> _Run:
    data = {"spot": SPOT, "boards": ", ".join(BOARDS), "engine": engine}
    asked = Situation.from_dict(data)
    return _Run(asked, BatchFolder(folder), 8, None, False, ray, Job())


@pytest.mark.parametrize(
    ("engine", "size", "asked"), [("cpu", 6, "cpu"), ("auto", 6, "cpu"), ("card", 1, "card")]
)
def test_who_solves_and_with_what(tmp_path: Path, engine: str, size: int, asked: str) -> None:
    run, crew = batch(engine, tmp_path), WatchedCrew()
    assert run._near(10**6, len(BOARDS)).size == size
    for number in range(len(BOARDS)):
        assert run._give(number, crew) is None
    assert [task.engine for task in crew.tasks] == [asked] * len(BOARDS)


@pytest.mark.parametrize(("engine", "gpus"), [("cpu", 0), ("auto", 0), ("card", 1)])
def test_what_a_cluster_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, engine: str, gpus: int
) -> None:
    asked: list[int] = []

    def crew(address: str, threads: int, memory: int, *, gpus: int) -> WatchedCrew:
        del address, threads, memory
        asked.append(gpus)
        return WatchedCrew()

    monkeypatch.setattr("runout.batch.ray_crew.RayCrew", crew)
    run = batch(engine, tmp_path, ray="auto")
    far = run._far(10**6)
    assert isinstance(far, WatchedCrew)
    run._give(0, far)
    assert asked == [gpus]
    assert far.tasks[0].engine == ("card" if gpus else "cpu")


# Solutions that were kept


def task_of(path: Path, engine: str) -> Task:
    spot = Spot(BOARDS[0], 20, 40, RANGES["oop"], RANGES["ip"], bets="50% a")
    return Task(spot, Limits(5, 100, None), False, engine, ("",), 1, None, "full", str(path))


@pytest.mark.parametrize(("engine", "reads"), [("cpu", "cpu"), ("auto", "cpu"), ("card", "card")])
@pytest.mark.parametrize("wrote", ["cpu", "card"])
def test_a_kept_solution_is_read_by_who_solves(
    tmp_path: Path, engine: str, reads: str, wrote: str
) -> None:
    task = task_of(tmp_path / "kept.runout", engine)
    solve(task.spot, target=5, engine=wrote).save(task.path)
    kept = worker._kept(tmp_path / "kept.runout", task)
    assert kept is not None
    assert kept.loop.engine.name == reads


def test_a_kept_solution_that_does_not_fit_stays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "kept.runout"
    task = task_of(path, "card")
    assert not work(task).failure
    kept = path.read_bytes()
    monkeypatch.setattr(CardEngine, "free", 1000)
    assert "loading it needs" in work(task).failure
    assert path.read_bytes() == kept
    monkeypatch.setattr(CardEngine, "missing", classmethod(lambda _: "no card here"))
    assert work(task).fault == "engine card: no card here"
    assert path.read_bytes() == kept


@pytest.mark.parametrize("left", [0, 3, 50, 1000])
def test_a_kept_solution_that_is_damaged_is_made_again(tmp_path: Path, left: int) -> None:
    path = tmp_path / "kept.runout"
    task = task_of(path, "cpu")
    work(task)
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(RunoutError):
        load(path)
    assert not work(task).failure
    assert load(path).summary().engine == "cpu"
