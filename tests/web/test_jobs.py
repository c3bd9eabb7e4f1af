"""Jobs queue, are stopped, kept, and gone on with, also after the server was killed."""

from __future__ import annotations

import json
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from runout import Spot, equity, load, solve
from runout.web.event_stream import Events
from runout.web.problems import ProblemError
from runout.web.studio import Studio
from tests.web.conftest import API, RIVER, TURN, is_ended, running, studio_client, waited

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.web.conftest import Client, Server

NONE = {"iteration": 0}
ENDLESS = {"target": 0, "max_iterations": 1_000_000_000}


def job_of(client: Any, identity: str) -> dict[str, Any]:  # noqa: ANN401 - of either kind
    found: dict[str, Any] = client.get(f"{API}/jobs/{identity}").json()
    return found


def added(client: Any, **body: object) -> str:  # noqa: ANN401
    response = client.post(f"{API}/jobs", json=body)
    assert response.status_code == 202, response.text
    return str(response.json()["id"])


def test_a_solve_ends_in_the_library(client: Client) -> None:
    job = client.ended(added(client, kind="solve", spot=RIVER, target=0.3, name="a river"))
    assert job["state"] == "done"
    assert job["curve"][-1][1] <= 0.3
    kept = client.get(f"{API}/solutions/{job['result']['solution']}").json()
    assert (kept["name"], kept["board"]) == ("a river", "Td9d6hQc2c")
    wanted = solve(Spot.from_dict(RIVER), target=0.3).summary()
    assert kept["summary"]["exploitability"]["chips"] == wanted.exploitability


def test_jobs_run_one_at_a_time_and_in_order(client: Client) -> None:
    first = added(client, kind="solve", spot=TURN, **ENDLESS)
    second = added(client, kind="solve", spot=RIVER, target=1)
    third = added(client, kind="equity", equity={"players": ["AhKh", "QQ"]})
    waited(lambda: job_of(client, first), lambda job: job["progress"] is not None)
    assert [job_of(client, one)["state"] for one in (second, third)] == ["queued", "queued"]
    assert client.post(f"{API}/jobs/{third}/stop").json()["state"] == "stopped"
    client.post(f"{API}/jobs/{first}/stop")
    assert client.ended(first)["state"] == "stopped"
    assert client.ended(second)["state"] == "done"
    assert job_of(client, third)["started"] is None
    assert job_of(client, second)["started"] >= job_of(client, first)["ended"]


def test_what_is_stopped_is_kept_and_goes_on(client: Client) -> None:
    job = added(client, kind="solve", spot=TURN, target=0, max_iterations=40_000)
    waited(lambda: job_of(client, job), lambda seen: seen["progress"] is not None)
    client.post(f"{API}/jobs/{job}/stop")
    stopped = client.ended(job)
    assert stopped["state"] == "stopped"
    assert stopped["can_continue"]
    kept = stopped["result"]["solution"]
    before = client.get(f"{API}/solutions/{kept}").json()["iterations"]
    client.post(f"{API}/jobs/{job}/continue")
    waited(lambda: job_of(client, job), lambda seen: (seen["progress"] or {})["iteration"] > before)
    client.post(f"{API}/jobs/{job}/stop")
    assert client.ended(job)["result"]["solution"] == kept
    assert client.get(f"{API}/solutions/{kept}").json()["iterations"] > before


def test_a_solution_goes_on_to_a_lower_target(client: Client) -> None:
    solution = client.solved(TURN, target=2)
    before = client.get(f"{API}/solutions/{solution}/node")
    job = client.ended(added(client, kind="resume", solution=solution, target=0.2))
    assert job["result"]["solution"] == solution
    wanted = solve(Spot.from_dict(TURN), target=2).resume(target=0.2).summary()
    assert job["result"]["summary"]["exploitability"]["chips"] == wanted.exploitability
    whole = client.get(f"{API}/solutions/{solution}").json()["curve"]
    assert job["curve"] == whole
    after = client.get(
        f"{API}/solutions/{solution}/node", headers={"if-none-match": before.headers["etag"]}
    )
    assert after.status_code == 200
    assert after.json()["frequencies"] != before.json()["frequencies"]


def test_locks_are_solved_around_as_a_new_solution(client: Client) -> None:
    solution = client.solved(RIVER, target=0.3, name="plain")
    locks = [{"line": "check / bet 120", "hands": "66+,A8s+", "play": {"fold": 1}}]
    response = client.put(f"{API}/solutions/{solution}/locks", json={"locks": locks})
    assert response.json()["locks"][0]["play"] == {"fold": 1.0}
    job = client.ended(added(client, kind="resolve", solution=solution, target=0.3))
    new = job["result"]["solution"]
    assert new != solution
    kept = client.get(f"{API}/solutions/{new}").json()
    assert (kept["parent"], kept["summary"]["locks"][0]["line"]) == (solution, "check / bet 120")
    two = client.get(f"{API}/compare", params={"a": solution, "b": new, "line": "check"}).json()
    assert two["players"]["ip"]["ev"][1] > two["players"]["ip"]["ev"][0]
    bad = [{"line": "check / bet 7", "play": {"fold": 1}}]
    refused = client.put(f"{API}/solutions/{solution}/locks", json={"locks": bad})
    assert (refused.status_code, refused.json()["field"]) == (422, "locks")


def test_locks_of_two_do_not_write_over_each_other(client: Client) -> None:
    solution = client.solved(RIVER, target=5)
    address = f"{API}/solutions/{solution}"
    before = client.get(address).json()["locks_version"]
    first, second = ([{"line": line, "play": {"check": 1.0}}] for line in ("", "check"))
    kept = client.put(f"{address}/locks", json={"locks": first, "version": before}).json()
    assert kept["version"] == client.get(address).json()["locks_version"] != before
    refused = client.put(f"{address}/locks", json={"locks": second, "version": before})
    assert refused.status_code == 412
    told = refused.json()
    assert (told["locks"], told["version"]) == (kept["locks"], kept["version"])
    assert client.get(address).json()["next_locks"] == kept["locks"]
    both = {"locks": [*told["locks"], *second], "version": told["version"]}
    after = client.put(f"{address}/locks", json=both).json()
    assert [lock["line"] for lock in after["locks"]] == ["", "check"]
    assert client.put(f"{address}/locks", json={"locks": []}).status_code == 200


def test_an_equity_and_a_simulation_as_jobs(client: Client) -> None:
    asked = {"players": ["AhKh", "QQ+"], "board": "Kd7s2c"}
    job = client.ended(added(client, kind="equity", equity=asked))
    wanted = equity("AhKh", "QQ+", board="Kd7s2c").players[0].equity
    assert job["result"]["players"][0]["equity"] == wanted
    rounds = {"rules": "6D", "rounds": 200_000, "count": "hi-lo", "bets": {"-20": 1, "2": 4}}
    job = client.ended(added(client, kind="simulation", simulation=rounds))
    assert job["state"] == "done", job["error"]
    assert job["result"]["rounds"] > 100_000


def test_a_job_that_cannot_be_done_is_refused(client: Client) -> None:
    for body, field in [
        ({"kind": "solve"}, "spot"),
        ({"kind": "solve", "spot": {**RIVER, "stack": "much"}}, "stack"),
        ({"kind": "solve", "spot": RIVER, "engine": "abacus"}, "engine"),
        ({"kind": "resume"}, "solution"),
        ({"kind": "equity", "equity": {"players": ["AhKh", "AhQd"]}}, None),
        ({"kind": "simulation", "simulation": {"rules": "6D", "bets": {"x": 1}}}, "bets"),
        ({"kind": "batch", "batch": "spot = 'x.toml'\nboards = 'all'"}, "spot"),
        ({"kind": "batch", "batch": "not toml"}, None),
    ]:
        response = client.post(f"{API}/jobs", json=body)
        assert response.status_code == 422, response.text
        assert field is None or response.json()["field"] == field, response.text
    assert client.get(f"{API}/jobs").json() == {"jobs": []}


def test_a_solve_that_does_not_fit_is_refused_with_its_estimate(tmp_path: Path) -> None:
    flop = {**RIVER, "board": "Td9d6h", "range": {"oop": "random", "ip": "random"}}
    with studio_client(tmp_path, memory="50MB") as client:
        response = client.post(f"{API}/jobs", json={"kind": "solve", "spot": flop})
        assert response.status_code == 422
        found = response.json()
        assert "50 MB" in found["detail"]
        assert found["estimate"]["float32_bytes"] > 50_000_000
        size = client.post(f"{API}/spots/check", json={"spot": flop}).json()["estimate"]
        assert not size["fits"]
        assert "would save" in size["refusal"]


def test_a_checkpoint_outlives_whatever_goes_wrong(tmp_path: Path) -> None:
    """Hours of work are not lost because there is no memory, or no disk, for the rest of them."""
    with running(tmp_path) as server, server.client() as client:
        job = added(client, kind="solve", spot=TURN, **ENDLESS)
        waited(lambda: job_of(client, job), lambda seen: seen["progress"] is not None)
    checkpoint = tmp_path / "jobs" / f"{job}.runout"
    solve(Spot.from_dict(TURN), max_iterations=7, target=0).save(checkpoint)
    with studio_client(tmp_path, memory="1MB") as client:
        client.post(f"{API}/jobs/{job}/continue")
        failed = client.ended(job)
        assert (failed["state"], failed["can_continue"]) == ("failed", True)
        assert "allowed" in failed["error"]["detail"]
        assert load(checkpoint).summary().iterations == 7
    with studio_client(tmp_path) as client:
        client.post(f"{API}/jobs/{job}/continue")
        waited(
            lambda: job_of(client, job), lambda seen: (seen["progress"] or NONE)["iteration"] > 7
        )
        client.post(f"{API}/jobs/{job}/stop")
        assert client.ended(job)["state"] == "stopped"
        assert not checkpoint.exists()


def test_a_damaged_checkpoint_does_not_stop_a_job_for_good(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as client:
        job = added(client, kind="solve", spot=RIVER, **ENDLESS)
        waited(lambda: job_of(client, job), lambda seen: seen["progress"] is not None)
    (tmp_path / "jobs" / f"{job}.runout").write_bytes(b"cut off")
    with studio_client(tmp_path) as client:
        client.post(f"{API}/jobs/{job}/continue")
        seen = waited(lambda: job_of(client, job), lambda one: one["progress"] is not None)
        assert seen["state"] == "running"
        client.post(f"{API}/jobs/{job}/stop")
        assert client.ended(job)["state"] == "stopped"


def test_a_solution_that_a_job_goes_on_with_is_not_taken_away(client: Client) -> None:
    solution = client.solved(TURN, target=20)
    job = added(client, kind="resume", solution=solution, **ENDLESS)
    waited(lambda: job_of(client, job), lambda seen: seen["progress"] is not None)
    refused = client.delete(f"{API}/solutions/{solution}")
    assert (refused.status_code, refused.json()["field"]) == (409, "solution")
    client.post(f"{API}/jobs/{job}/stop")
    client.ended(job)
    assert client.delete(f"{API}/solutions/{solution}").json()["deleted"]


def test_what_many_do_to_one_job_at_once(tmp_path: Path) -> None:
    """Somebody forgets it while others go on with it: the queue goes on, whoever was first."""
    with closing(Studio(tmp_path)) as studio:
        jobs = studio.jobs

        def tried(work: Callable[[str], object], identity: str) -> None:
            with suppress(ProblemError):
                work(identity)

        for _ in range(20):
            one = jobs.add("equity", "x", {"players": ["AA", "KK"]}).id
            jobs.stop(one)
            works = [jobs.delete, jobs.go_on, jobs.delete, jobs.go_on, jobs.stop, jobs.delete]
            with ThreadPoolExecutor(len(works)) as pool:
                list(pool.map(lambda work, one=one: tried(work, one), works))
        studio.start()
        last = jobs.add("equity", "x", {"players": ["AA", "KK"]}).id
        assert waited(lambda: jobs.get(last).to_dict(), is_ended)["state"] == "done"


def test_streams_are_closed_from_a_signal() -> None:
    """Which comes between two steps of the thread that looks for news, its lock held."""
    events = Events()
    ended = threading.Event()

    def look() -> None:
        with events._lock:
            events.close()
        ended.set()

    threading.Thread(target=look, daemon=True).start()
    assert ended.wait(10)
    assert events.closed


def events(server: Server, path: str, last: str = "") -> Any:  # noqa: ANN401 - a generator
    """Events of a stream: id, kind and data."""
    headers = {"last-event-id": last} if last else {}
    with server.client() as client, client.stream("GET", path, headers=headers) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        one: dict[str, str] = {}
        for line in stream.iter_lines():
            name, _, value = line.partition(": ")
            if line:
                one[name] = value
            elif "data" in one:
                yield one["id"], one["event"], json.loads(one["data"])
                one = {}


def test_kill_and_go_on_to_the_same_numbers(tmp_path: Path) -> None:
    """Killed in the middle and gone on with, a solve ends where it would have without that."""
    most = 30_000  # seconds, of which one is enough for a checkpoint
    settings = {"target": 0, "max_iterations": most}
    with running(tmp_path) as server:
        with server.client() as client:
            job = added(client, kind="solve", spot=TURN, **settings)
            checkpoint = tmp_path / "jobs" / f"{job}.runout"
            waited(lambda: {"is": checkpoint.exists()}, lambda seen: seen["is"])
        server.stop(signal.SIGKILL)
    so_far, measured = load(checkpoint).summary().iterations, load(checkpoint).history.curve
    assert 0 < so_far < most
    with running(tmp_path) as server, server.client() as client:
        found = job_of(client, job)
        assert (found["state"], found["can_continue"]) == ("interrupted", True)
        client.post(f"{API}/jobs/{job}/continue")
        done = waited(lambda: job_of(client, job), is_ended)
        assert done["state"] == "done", done["error"]
        assert done["curve"][-1][0] == most
        assert done["curve"][0] == list(measured[0])  # not only what was done since
    wanted = solve(Spot.from_dict(TURN), **settings).summary()  # type: ignore[arg-type]
    assert done["result"]["summary"]["iterations"] == most
    assert done["result"]["summary"]["exploitability"]["chips"] == wanted.exploitability
    assert not checkpoint.exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_ends_cleanly_and_shows_jobs_again(tmp_path: Path, number: int) -> None:
    with running(tmp_path) as server:
        with server.client() as client:
            job = added(client, kind="solve", spot=TURN, **ENDLESS)
            waiting = added(client, kind="solve", spot=RIVER, target=1)
            stream = events(server, f"{API}/events")
            assert next(stream)[1] == "job"
            waited(lambda: job_of(client, job), lambda seen: seen["progress"] is not None)
        assert server.stop(number) == 0
        assert server.said() == ""
        for _ in stream:
            pass  # it ends by itself
    with running(tmp_path) as server, server.client() as client:
        found = job_of(client, job)
        assert (found["state"], found["can_continue"]) == ("interrupted", True)
        assert (tmp_path / "jobs" / f"{job}.runout").exists()
        # What was waiting runs now.
        assert waited(lambda: job_of(client, waiting), is_ended)["state"] == "done"


def test_events_go_on_where_they_broke(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as client:
        job = added(client, kind="solve", spot=TURN, **ENDLESS)
        stream = events(server, f"{API}/jobs/{job}/events")
        seen = [next(stream) for _ in range(4)]
        stream.close()
        assert seen[0][1:2] == ("job",)
        iterations = [data["progress"]["iteration"] for _, kind, data in seen if kind == "progress"]
        again = events(server, f"{API}/jobs/{job}/events", last=seen[2][0])
        assert next(again) == seen[3]  # what was missed, and nothing twice
        later = next(again)
        assert later[1] != "progress" or later[2]["progress"]["iteration"] > iterations[-1]
        again.close()
        asked = events(server, f"{API}/jobs/{job}/events?last={seen[2][0]}")
        assert next(asked) == seen[3]  # the same for a page, which cannot send headers
        asked.close()
        # An id that is not known any more starts over with how things stand.
        fresh = events(server, f"{API}/jobs/{job}/events", last="00000000-1")
        assert next(fresh)[1] == "job"
        fresh.close()


def test_an_equity_stream_narrows_and_ends_when_nobody_listens(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as client:
        body = {"players": ["random"] * 6, "seconds": 1.0}
        with client.stream("POST", f"{API}/equity/stream", json=body) as stream:
            lines = [line for line in stream.iter_lines() if line]
        kinds = [line for line in lines if line.startswith("event: ")]
        assert kinds[-1] == "event: result"
        errors = [
            json.loads(data[6:])["stderr"]
            for kind, data in pairwise(lines)
            if kind == "event: progress"
        ]
        assert len(errors) > 1
        assert errors[-1] < errors[0]
