"""Large results of jobs: told in short, kept on disk, given whole to who asks for one."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import closing
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from runout.web import event_stream, job_results
from runout.web.event_stream import Events, job_stream
from runout.web.job_results import part_told, too_many
from runout.web.studio import Studio
from runout.web.studio_jobs import StudioJob
from tests.web.conftest import API, is_ended, studio_client, waited

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import pytest
    from starlette.requests import Request

    from tests.web.conftest import Client

LONG = {"players": ["22+,A2s+"] * 2, "board": "Kd7s2c", "by": "hand"}
"""An equity whose answer has every hand."""


def asked(client: Client, **equity: object) -> dict[str, Any]:
    """A job that has ended, as the call of its own gives it."""
    response = client.post(f"{API}/jobs", json={"kind": "equity", "equity": equity})
    return client.ended(response.json()["id"])


def told(client: Client, path: str) -> dict[str, Any]:
    """The first event of a stream."""
    with client.stream("GET", f"{API}{path}") as stream:
        line = next(one for one in stream.iter_lines() if one.startswith("data: "))
    return dict(json.loads(line.removeprefix("data: ")))


def test_a_large_result_is_told_in_short_and_given_whole(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        job = asked(client, **LONG)
        assert (job["state"], job["result_is_whole"]) == ("done", True)
        whole = job["result"]
        assert len(json.dumps(whole)) > job_results.LARGE
        wanted = client.post(f"{API}/equity", json=LONG).json()
        assert whole | {"seconds": 0} == wanted | {"seconds": 0}
    with studio_client(tmp_path) as client:  # another server has it from the file
        for short in (
            client.get(f"{API}/jobs").json()["jobs"][0],
            told(client, "/events"),
            told(client, f"/jobs/{job['id']}/events"),
        ):
            assert short["result_is_whole"] is False
            assert short["result"].items() <= whole.items()
            assert short["result"]["board"] == whole["board"]
            assert "by_hand" not in short["result"]
        again = client.get(f"{API}/jobs/{job['id']}").json()
        assert (again["result"], again["result_is_whole"]) == (whole, True)


def test_a_small_result_is_told_as_it_is(client: Client) -> None:
    job = asked(client, players=["AhKh", "QQ"])
    assert client.get(f"{API}/jobs").json() == {"jobs": [job]}
    assert told(client, "/events") == job


def test_a_result_that_is_gone_from_its_file_is_named(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        job = asked(client, **LONG)["id"]
        file = tmp_path / "jobs" / f"{job}.result"
        for text in ("{", "[]", "1", ""):
            file.write_text(text)
            response = client.get(f"{API}/jobs/{job}")
            assert response.status_code == 404
            assert "cannot be read" in response.json()["detail"]
        file.unlink()
        assert client.get(f"{API}/jobs/{job}").status_code == 404
        assert client.delete(f"{API}/jobs/{job}").status_code == 204


def test_a_forgotten_job_leaves_no_result(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        job = asked(client, **LONG)["id"]
        assert (tmp_path / "jobs" / f"{job}.result").exists()
        client.delete(f"{API}/jobs/{job}")
        assert list((tmp_path / "jobs").iterdir()) == []


def test_a_result_that_was_kept_in_the_file_of_its_job_is_put_beside_it(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        job = asked(client, **LONG)
    file = tmp_path / "jobs" / f"{job['id']}.json"
    of_before = {name: one for name, one in job.items() if name != "result_is_whole"}
    file.write_text(json.dumps(of_before))
    file.with_suffix(".result").unlink()
    with studio_client(tmp_path) as client:
        assert client.get(f"{API}/jobs").json()["jobs"][0]["result_is_whole"] is False
        assert client.get(f"{API}/jobs/{job['id']}").json() == job
    assert len(file.read_bytes()) < job_results.LARGE


def test_a_job_that_goes_on_has_no_result_of_before(tmp_path: Path) -> None:
    with closing(Studio(tmp_path)) as studio:
        job = studio.jobs.add("equity", "x", LONG)
        studio.jobs.stop(job.id)
        job.result, job.result_is_whole = {}, False  # as if some of it had been kept
        found = studio.jobs.go_on(job.id).to_dict()
        assert (found["result"], found["result_is_whole"]) == (None, True)
        studio.start()
        done = waited(lambda: studio.jobs.get(job.id).to_dict(), is_ended)
        assert done["result_is_whole"] is False
        assert "by_hand" in studio.jobs.whole(job.id)["result"]


def test_what_is_short_of_a_result() -> None:
    small = {"a": 1, "b": "x" * 3000}
    assert part_told(small) is small
    long = {**small, "c": ["x" * 3000]}
    assert part_told(long) == {"a": 1}
    assert part_told({str(number): "x" * 100 for number in range(100)}) == {}


def test_jobs_are_kept_up_to_so_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    def job(number: int, state: str) -> StudioJob:
        goes_on = state == "interrupted"
        return StudioJob(str(number), "equity", "x", {}, state, can_continue=goes_on)

    ended = [job(number, "interrupted" if number % 10 == 9 else "done") for number in range(600)]
    assert too_many(ended, lambda _: 1) == ended[500:]
    monkeypatch.setattr(job_results, "_MOST_BYTES", 100)
    large = too_many(ended[:200], lambda _: 1)
    assert large == [one for one in ended[100:200] if one.state == "done"]
    assert too_many(ended[:20], lambda _: 1000) == []


def test_events_are_kept_up_to_so_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "_MOST_BYTES", 1000)
    events = Events()
    for _ in range(50):
        events.tell("a", "job", {"x": "y" * 91})  # 100 bytes on the line
    kept = events.since(0)
    assert [event.number for event in kept] == list(range(41, 51))
    assert events.place(events.identity(40)) == 40
    assert events.place(events.identity(39)) is None


class Asking:
    """Somebody who listens until so many looks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks
        self.headers: dict[str, str] = {}
        self.query_params: dict[str, str] = {}

    async def is_disconnected(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_how_things_stand_is_told_between_other_calls_and_to_nobody_in_vain() -> None:
    made: list[str] = []
    threads: list[threading.Thread] = []

    def to_dict() -> dict[str, Any]:
        made.append("job")
        return {}

    def snapshot() -> Any:  # noqa: ANN401 - what stands for jobs
        threads.append(threading.current_thread())
        return [SimpleNamespace(to_dict=to_dict)] * 1000

    async def other() -> None:
        while True:
            made.append("other")
            await asyncio.sleep(0)

    async def listen() -> None:
        response = job_stream(cast("Request", Asking(20)), Events(), snapshot)
        beside = asyncio.create_task(other())
        async for _ in cast("AsyncIterator[bytes]", response.body_iterator):
            pass
        beside.cancel()

    asyncio.run(listen())
    assert made.count("job") == 20
    first = made.index("job")
    assert "other" in made[first : first + 4]
    assert threads != [threading.main_thread()]
