"""Files that are sent: in whatever pieces they come, only what can be opened is taken in."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.solution.test_headers import Header, parts, put
from tests.web.conftest import API, RIVER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.conftest import Client


@pytest.fixture(scope="module")
def exported(shared: Client, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A solution as it is sent to somebody else."""
    path = tmp_path_factory.mktemp("exported") / "river.runout"
    river = shared.solved(RIVER, target=5)
    path.write_bytes(shared.get(f"{API}/solutions/{river}/export").content)
    return path


def in_pieces(content: bytes, *lengths: int) -> Iterator[bytes]:
    """First pieces of these lengths, each by itself, then the rest."""
    for length in lengths:
        yield content[:length]
        content = content[length:]
        time.sleep(0.05)
    yield content


@pytest.mark.parametrize("lengths", [(1,), (5,), (7, 1), (8,), (1,) * 9])
def test_the_first_pieces_may_be_short(
    shared: Client, exported: Path, lengths: tuple[int, ...]
) -> None:
    content = exported.read_bytes()
    response = shared.post(f"{API}/solutions", content=in_pieces(content, *lengths))
    assert response.status_code == 201, response.text
    assert response.json()["problem"] is None


@pytest.mark.parametrize("content", [b"", b"\x89", b"\x89RUNOUT", b"hello", b"hello, world"])
def test_what_is_no_solution_is_refused_in_pieces_too(shared: Client, content: bytes) -> None:
    response = shared.post(f"{API}/solutions", content=in_pieces(content, 1, 2, 3))
    assert (response.status_code, response.json()["field"]) == (422, "file")


def other_game(header: Header) -> Header:
    return {**header, "game": (header["game"] + 1) % 2**32}


@pytest.mark.parametrize(
    "harm",
    [
        lambda header: {**header, "locks": [1, 2, 3]},
        lambda header: {**header, "locks": [{"line": "x"}]},
        lambda header: {**header, "locks": [[0, 0, [0.5]]]},
        other_game,
    ],
)
def test_what_could_never_be_opened_is_not_taken_in(
    shared: Client,
    exported: Path,
    tmp_path: Path,
    harm: Any,  # noqa: ANN401 - a function of the header
) -> None:
    header, body = parts(exported)
    path = tmp_path / "harmed.runout"
    put(path, json.dumps(harm(header)), body)
    before = shared.get(f"{API}/solutions").json()
    response = shared.post(f"{API}/solutions", content=path.read_bytes())
    assert (response.status_code, response.json()["field"]) == (422, "file")
    assert ".part" not in response.text
    assert shared.get(f"{API}/solutions").json() == before
    put(path, json.dumps(header), body)
    assert shared.post(f"{API}/solutions", content=path.read_bytes()).status_code == 201
