"""The library: what is done with its solutions, and what of it the files alone can tell."""

from __future__ import annotations

import json
import os
import random
import shutil
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from runout import load
from runout.web.static_pages import pages_are_built
from tests.web.conftest import API, RIVER, TURN, running, studio_client, waited

if TYPE_CHECKING:
    from pathlib import Path

    from runout.web.open_solutions import OpenSolution
    from tests.web.conftest import Client


def listed(client: Client, **asked: object) -> list[dict[str, Any]]:
    response = client.get(f"{API}/solutions", params={k: str(v) for k, v in asked.items()})
    assert response.status_code == 200, response.text
    found: list[dict[str, Any]] = response.json()["solutions"]
    return found


def names(client: Client, **asked: object) -> list[str]:
    return [one["name"] for one in listed(client, **asked)]


def test_search_sort_rename_and_tag(client: Client) -> None:
    river = client.solved(RIVER, target=2, name="Blind battle")
    turn = client.solved(TURN, target=5, name="Ärger at the turn", tags=["srp", "study"])
    assert names(client, sort="name") == ["Blind battle", "Ärger at the turn"]
    assert names(client, sort="-bytes") == ["Ärger at the turn", "Blind battle"]
    assert names(client, search="ÄRGER turn") == ["Ärger at the turn"]
    assert names(client, search="qc2c") == ["Blind battle"]
    assert names(client, tag="srp") == ["Ärger at the turn"]
    changed = client.patch(f"{API}/solutions/{river}", json={"name": "BvB", "tags": ["srp", "srp"]})
    assert (changed.json()["name"], changed.json()["tags"]) == ("BvB", ["srp"])
    assert client.get(f"{API}/solutions").json()["tags"] == {"srp": 2, "study": 1}
    assert client.get(f"{API}/solutions", params={"sort": "secret"}).json()["field"] == "sort"
    assert client.patch(f"{API}/solutions/{turn}", json={"name": " \n"}).status_code == 422


def test_duplicate_delete_and_restore(client: Client) -> None:
    river = client.solved(RIVER, target=2, name="one")
    copy = client.post(f"{API}/solutions/{river}/duplicate").json()
    assert copy["name"] == "one (copy)"
    assert client.delete(f"{API}/solutions/{river}").json()["deleted"]
    assert names(client) == ["one (copy)"]
    assert names(client, deleted="true") == ["one"]
    assert client.get(f"{API}/solutions/{river}/node").status_code == 404
    assert not client.post(f"{API}/solutions/{river}/restore").json()["deleted"]
    assert sorted(names(client)) == ["one", "one (copy)"]
    assert client.get(f"{API}/solutions/{river}/node").status_code == 200


def test_the_index_is_made_anew_from_the_files(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        client.solved(RIVER, target=2, name="kept", tags=["a"])
        before = listed(client)
    for broken in (None, b"this is no database at all" * 100):
        for path in tmp_path.glob("index.sqlite3*"):
            path.unlink()
        if broken:
            (tmp_path / "index.sqlite3").write_bytes(broken)
        with studio_client(tmp_path) as client:
            assert listed(client) == before


def test_files_that_somebody_put_there(client: Client, tmp_path: Path) -> None:
    river = client.solved(RIVER, target=2)
    folder = tmp_path / "library"
    shutil.copy(folder / f"{river}.runout", folder / "from a friend ☃.runout")
    (folder / "broken.runout").write_bytes(b"RUNOUT" + b"\0" * 100)
    (folder / "broken.json").write_text('{"name": 3}')
    client.get(f"{API}/solutions/{'0' * 16}")  # what is not known is looked for
    found = {one["name"]: one for one in listed(client)}
    friend = found["from a friend ☃"]
    assert client.get(f"{API}/solutions/{friend['id']}/node").status_code == 200
    assert found["broken"]["problem"]
    assert str(folder) not in found["broken"]["problem"]
    assert client.get(f"{API}/solutions/{found['broken']['id']}/node").status_code == 422


def test_what_is_no_ordinary_file_or_has_no_ordinary_name(client: Client, tmp_path: Path) -> None:
    river = client.solved(RIVER, target=2, name="ours")
    folder = tmp_path / "library"
    os.mkfifo(folder / "pipe.runout")  # who opened it would wait for ever
    (folder / "folder.runout").mkdir()
    (folder / "nowhere.runout").symlink_to(folder / "none")
    (folder / "endless.runout").symlink_to("/dev/zero")
    shutil.copy(folder / f"{river}.runout", folder / os.fsdecode(b"odd \xff.runout"))
    client.get(f"{API}/solutions/{'0' * 16}")
    assert sorted(names(client)) == ["odd ?", "ours"]
    odd = next(one["id"] for one in listed(client) if one["name"] == "odd ?")
    assert client.get(f"{API}/solutions/{odd}/node").status_code == 200
    assert client.delete(f"{API}/solutions/{odd}").json()["deleted"]


def test_a_file_that_somebody_removed(client: Client, tmp_path: Path) -> None:
    river = client.solved(RIVER, target=5)
    assert client.get(f"{API}/solutions/{river}/node").status_code == 200
    for path in (tmp_path / "library").glob(f"{river}.*"):
        path.unlink()
    for look in ("", "/node", "/export", "/cards?line=check"):
        assert client.get(f"{API}/solutions/{river}{look}").status_code == 404, look
    for call in ("duplicate", "restore"):
        assert client.post(f"{API}/solutions/{river}/{call}").status_code == 404
    assert client.delete(f"{API}/solutions/{river}").status_code == 404
    assert names(client) == []


def test_a_name_is_never_a_path(client: Client, tmp_path: Path) -> None:
    outside = sorted(tmp_path.rglob("*"))
    solution = client.solved(RIVER, target=5, name="../../evil")
    assert client.patch(f"{API}/solutions/{solution}", json={"name": "/etc/passwd"}).is_success
    assert client.post(f"{API}/solutions/{solution}/duplicate").is_success
    folder = tmp_path / "library"
    new = [path for path in sorted(tmp_path.rglob("*")) if path not in outside]
    assert all(path.is_relative_to(folder) for path in new)
    stems = {path.stem for path in folder.glob("*.runout")}
    assert all(len(stem) == 16 and int(stem, 16) >= 0 for stem in stems)
    export = client.get(f"{API}/solutions/{solution}/export")
    assert 'filename="etc-passwd.runout"' in export.headers["content-disposition"]


def test_exports_are_read_again(client: Client, tmp_path: Path) -> None:
    turn = client.solved(TURN, target=2, name="turn")
    wanted = client.get(f"{API}/solutions/{turn}/node").json()["frequencies"]
    for kind, name in (("full", "turn.runout"), ("small", "turn-small.runout")):
        path = tmp_path / f"{kind}.runout"
        response = client.get(f"{API}/solutions/{turn}/export", params={"format": kind})
        assert f'filename="{name}"' in response.headers["content-disposition"]
        path.write_bytes(response.content)
        found = load(path)
        assert found.root.frequencies == pytest.approx(wanted, abs=1e-4)
    sent = client.post(
        f"{API}/solutions", params={"name": "again"}, content=path.read_bytes()
    ).json()
    assert (sent["name"], sent["small"]) == ("again", True)
    full = client.get(f"{API}/solutions/{sent['id']}/export")
    assert full.status_code == 422
    small = {"kind": "resume", "solution": sent["id"]}
    assert client.post(f"{API}/jobs", json=small).status_code == 422
    data = client.get(f"{API}/solutions/{turn}/export", params={"format": "json"})
    assert data.status_code == 200
    import gzip

    assert json.loads(gzip.decompress(data.content))["format"] == "runout-solution"
    table = client.get(f"{API}/solutions/{turn}/export", params={"format": "parquet"})
    assert table.content[:4] == b"PAR1"
    jobs = tmp_path / "library" / "jobs"  # files go when they are sent, which is a moment later
    waited(lambda: {"left": list(jobs.glob("*.out"))}, lambda seen: not seen["left"], 30)


def test_a_page_of_a_solution_needs_no_server(client: Client, tmp_path: Path) -> None:
    turn = client.solved(TURN, target=2, name="</script><b>turn</b>")
    asked = {"format": "html", "depth": "1"}
    page = client.get(f"{API}/solutions/{turn}/export", params=asked)
    if not pages_are_built():
        assert page.status_code == 409
        return
    assert page.status_code == 200
    assert "</script><b>turn" not in page.text
    assert len(page.content) < 20_000_000
    bad = {"format": "html", "depth": "all"}
    assert client.get(f"{API}/solutions/{turn}/export", params=bad).status_code == 422
    jobs = tmp_path / "library" / "jobs"  # files go when they are sent, which is a moment later
    waited(lambda: {"left": list(jobs.glob("*.out"))}, lambda seen: not seen["left"], 30)


def test_uploads_are_checked(client: Client, tmp_path: Path) -> None:
    river = client.solved(RIVER, target=2)
    good = client.get(f"{API}/solutions/{river}/export").content
    for bad in (b"", b"hello", good[:-5], good[:40], good + b"x", good[:20] + b"\xff" + good[21:]):
        response = client.post(f"{API}/solutions", content=bad)
        assert response.status_code == 422, bad[:10]
        assert response.json()["field"] == "file"
    folder = tmp_path / "library"
    assert len(list(folder.glob("*.runout"))) == 1
    assert not [path for path in folder.iterdir() if path.name.endswith(".part")]
    assert client.post(f"{API}/solutions", content=good).status_code == 201


def test_an_upload_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        address = urlsplit(server.address)
        head = (
            f"POST {API}/solutions HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Length: 9999\r\n"
        )
        for part in (b"", b"\x89RUNOUT\n", b"\x89RUNOUT\n" + b"\0" * 5000):
            with socket.create_connection((address.hostname, address.port)) as line:
                line.sendall(head.encode() + b"\r\n" + part)
                time.sleep(0.2)
        with server.client() as client:
            assert client.get(f"{API}/solutions").json()["solutions"] == []
        server.stop()
        assert server.said() == ""
    assert not [one for one in tmp_path.iterdir() if "runout" in one.name]


@pytest.mark.parametrize("small", [False, True])
def test_an_upload_with_one_wrong_byte_is_refused(
    client: Client, tmp_path: Path, small: bool
) -> None:
    turn = client.solved(TURN, target=50, small=small)
    good = (tmp_path / "library" / f"{turn}.runout").read_bytes()
    chance = random.Random(7)
    places = [*chance.sample(range(len(good)), 30), len(good) - 1]
    for place in places:
        flipped = bytearray(good)
        flipped[place] ^= 1 << chance.randrange(8)
        response = client.post(f"{API}/solutions", content=bytes(flipped))
        assert (response.status_code, response.json().get("field")) == (422, "file"), place
        assert str(tmp_path) not in response.text
    assert len(list((tmp_path / "library").glob("*.runout"))) == 1
    assert client.post(f"{API}/solutions", content=good).status_code == 201


def test_a_file_that_was_damaged_here_is_named_without_its_place(
    client: Client, tmp_path: Path
) -> None:
    turn = client.solved(TURN, target=50, name="a turn")
    path = tmp_path / "library" / f"{turn}.runout"
    content = bytearray(path.read_bytes())
    content[-10] ^= 1
    path.write_bytes(content)
    for look in ("", "/node", "/export?format=json"):
        response = client.get(f"{API}/solutions/{turn}{look}")
        assert response.status_code == 422
        assert response.json()["detail"].startswith("solution 'a turn': the file is damaged")
        assert str(tmp_path) not in response.text
    job = client.post(f"{API}/jobs", json={"kind": "resume", "solution": turn}).json()["id"]
    failed = client.ended(job)
    assert failed["state"] == "failed"
    assert "damaged" in failed["error"]["detail"]
    assert str(tmp_path) not in str(failed["error"])


def test_a_file_that_goes_away_while_it_is_opened_is_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deleted and restored by somebody else: the library has it, the file was not there."""
    from runout.web import solution_memory
    from runout.web.open_solutions import OpenSolutions
    from runout.web.problems import ProblemError
    from runout.web.solution_library import SolutionLibrary

    with studio_client(tmp_path) as client:
        river = client.solved(RIVER, target=20)
    with closing(SolutionLibrary(tmp_path)) as library:
        opened, really = OpenSolutions(library), solution_memory.solution_memory

        def between(path: Path, name: str, **settings: Any) -> object:  # noqa: ANN401
            library.delete(river)
            try:
                return really(path, name, **settings)
            finally:
                library.restore(river)

        monkeypatch.setattr(solution_memory, "solution_memory", between)
        with pytest.raises(ProblemError, match="somebody has removed it") as refused:
            opened.get(river)
        assert refused.value.status == 404


def test_open_solutions_stay_within_the_limit(tmp_path: Path) -> None:
    from runout.web.open_solutions import OpenSolutions
    from runout.web.solution_library import SolutionLibrary

    with studio_client(tmp_path) as client:
        ids = [client.solved(TURN, target=20, name=str(number)) for number in range(3)]
    library = SolutionLibrary(tmp_path)
    each = OpenSolutions(library).get(ids[0]).bytes
    opened = OpenSolutions(library, int(2.5 * each))
    first = opened.get(ids[0])
    assert opened.get(ids[0]) is first
    opened.get(ids[1])
    opened.get(ids[0])
    opened.get(ids[2])  # the second was used longest ago
    assert opened.held == 2 * each
    assert opened.get(ids[0]) is first
    library.close()


def test_many_that_are_opened_at_once_stay_within_the_limit(tmp_path: Path) -> None:
    from runout.web.open_solutions import OpenSolutions
    from runout.web.solution_library import SolutionLibrary

    with studio_client(tmp_path) as client:
        ids = [client.solved(TURN, target=20, name=str(number)) for number in range(4)]
    with closing(SolutionLibrary(tmp_path)) as library:
        each = OpenSolutions(library).get(ids[0]).bytes
        limit = int(1.5 * each)
        opened = OpenSolutions(library, limit)
        most, really = [], opened._loaded

        def loaded(identity: str, path: Path, mark: str) -> OpenSolution:
            found = really(identity, path, mark)
            most.append(opened.held)
            return found

        opened._loaded = loaded  # type: ignore[method-assign]
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(opened.get, ids * 4))  # none is refused: they wait
        assert [str(one.solution.spot.board) for one in found] == [TURN["board"]] * 16
        assert max(most) <= limit
        assert opened.taken == {False: 0, True: 0}
