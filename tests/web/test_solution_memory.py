"""What is opened, gone on with or solved has room where its numbers are, or is refused."""

from __future__ import annotations

from contextlib import closing
from shutil import copytree
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from runout import Spot, load, solve
from runout.memory import Room
from runout.solver.cpu import CpuEngine
from runout.solver.engines import ENGINES
from runout.web.library_solver import LibrarySolver
from runout.web.problems import ProblemError
from runout.web.solution_memory import solution_memory
from runout.web.studio import Studio
from runout.web.studio_jobs import StudioJob
from tests.web.conftest import API, TURN, studio_client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from runout.web.solution_library import SolutionLibrary

LIMIT = "2MB"
LOCK = {"line": "check", "hands": "QQ", "play": {"check": 1}}


class CardEngine(CpuEngine):
    """An engine whose numbers are not in the memory of this machine."""

    name: ClassVar[str] = "card"
    gpus: ClassVar[int] = 1
    for_large_games: ClassVar[bool] = True
    free: ClassVar[int] = 10**12

    @classmethod
    def room(cls, limit: int | None = None, *, held: int = 0) -> Room:
        del limit, held
        return Room(cls.free, "free on the card")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library of a studio that had room for a turn, and for a small file of it."""
    folder = tmp_path_factory.mktemp("memory") / "library"
    with studio_client(folder) as client:
        client.solved(TURN, target=20, name="a turn")
        client.solved(TURN, target=20, name="small", small=True)
    return folder


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, CardEngine.name, CardEngine)


@pytest.fixture
def studio(library: Path) -> Iterator[Studio]:
    with closing(Studio(library, memory=LIMIT)) as found:
        found.start()
        yield found


def of_name(library: SolutionLibrary, name: str) -> str:
    return next(kept.id for kept in library.found() if kept.name == name)


def check_refused(response: Any, folder: Path, field: str = "solution") -> None:  # noqa: ANN401
    found = response.json()
    assert (response.status_code, found["field"]) == (422, field), found
    assert "2 MB of memory is allowed" in found["detail"]
    assert found["estimate"]["needed_bytes"] > 2_000_000 >= found["estimate"]["free_bytes"]
    assert not found["estimate"]["fits"]
    assert str(folder) not in response.text


def test_what_does_not_fit_is_neither_opened_nor_gone_on_with(library: Path) -> None:
    with studio_client(library, memory=LIMIT) as client:
        ids = {one["name"]: one["id"] for one in client.get(f"{API}/solutions").json()["solutions"]}
        turn = ids["a turn"]
        for job in ({"kind": "resume"}, {"kind": "resolve", "locks": [LOCK]}):
            check_refused(client.post(f"{API}/jobs", json={**job, "solution": turn}), library)
        small = {"kind": "resolve", "locks": [LOCK], "solution": ids["small"]}
        check_refused(client.post(f"{API}/jobs", json=small), library, "spot")
        for look in ("", "/node", "/cards", "/export?format=json"):
            check_refused(client.get(f"{API}/solutions/{turn}{look}"), library)
        assert {job["kind"] for job in client.get(f"{API}/jobs").json()["jobs"]} == {"solve"}


def test_a_worker_refuses_what_was_asked_for_when_there_was_room(
    studio: Studio, tmp_path: Path
) -> None:
    one = StudioJob("0" * 16, "resume", "a turn", {"solution": of_name(studio.library, "a turn")})
    with pytest.raises(ProblemError, match="2 MB of memory is allowed") as refused:
        LibrarySolver(studio).resume(one, tmp_path / "none.runout", None)  # type: ignore[arg-type]
    assert refused.value.more["field"] == "solution"
    assert not any(studio.open.taken.values())


@pytest.mark.usefixtures("card")
def test_the_memory_of_a_card_is_its_own(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    turn, spot = of_name(studio.library, "a turn"), Spot.from_dict(TURN)
    assert studio.outlook(spot, engine="cpu").refusal is not None
    assert studio.outlook(spot, engine="card").refusal is None
    studio.check_size(spot, engine="card")
    studio.check_memory(turn, "card")
    # What is open here leaves no room over there.
    monkeypatch.setattr(CardEngine, "free", 1000)
    monkeypatch.setattr(type(studio.open), "held", 10**12)
    with pytest.raises(ProblemError, match="free on the card"):
        studio.check_size(spot, engine="card")
    with pytest.raises(ProblemError, match="free on the card"):
        studio.check_memory(turn, "card")


@pytest.mark.usefixtures("card")
def test_what_a_card_has_no_room_for_is_opened_by_the_cores(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As `load` does it; where the card is asked for, the refusal names the cores."""
    path = tmp_path / "turn.runout"
    solve(Spot.from_dict(TURN), target=20, engine="card").save(path)
    assert solution_memory(path, "turn").engine == load(path).loop.engine.name == "card"
    monkeypatch.setattr(CardEngine, "free", 1000)
    assert solution_memory(path, "turn").engine == load(path).loop.engine.name == "cpu"
    with pytest.raises(ProblemError, match="free on the card; engine='cpu' takes that of the"):
        solution_memory(path, "turn", "card").check(CardEngine.room())


@pytest.mark.usefixtures("card")
def test_a_solve_on_a_card_takes_nothing_of_this_machine(studio: Studio) -> None:
    with studio.open.taking(10**9, "card") as most:
        assert most.bytes == CardEngine.free
        assert studio.open.taken == {False: 0, True: 10**9}
    with studio.open.taking(1000, "cpu"):
        assert studio.open.taken == {False: 1000, True: 0}
    assert not any(studio.open.taken.values())


@pytest.mark.usefixtures("card")
def test_what_goes_on_does_so_with_the_engine_that_is_asked_for(
    library: Path, tmp_path: Path
) -> None:
    with studio_client(copytree(library, tmp_path / "library")) as client:
        ids = {one["name"]: one["id"] for one in client.get(f"{API}/solutions").json()["solutions"]}
        asked = {"solution": ids["a turn"], "engine": "card", "target": 15, "locks": [LOCK]}
        for kind in ("resolve", "resume"):
            job = client.post(f"{API}/jobs", json={"kind": kind, **asked}).json()["id"]
            done = client.ended(job)
            assert done["state"] == "done", done["error"]
            assert done["result"]["summary"]["engine"] == "card", kind
