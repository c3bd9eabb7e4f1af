"""Files that are sent: whole or in part, and nothing of them stays."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import httpx
import pytest

from runout.web import solution_export
from tests.web.conftest import API, RIVER, studio_client, waited

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.conftest import Client


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("downloads") / "library"


@pytest.fixture(scope="module")
def sending(library: Path) -> Iterator[tuple[Client, str]]:
    """A studio, and the address of a file that it sends."""
    with studio_client(library) as client:
        yield client, f"{API}/solutions/{client.solved(RIVER, target=5)}/export"


def check_empty(library: Path) -> None:
    """What was sent is removed as soon as it is."""
    waited(lambda: {"left": list((library / "jobs").glob("export-*"))}, is_empty, 5)


def is_empty(seen: dict[str, list[Path]]) -> bool:
    return not seen["left"]


def got(sending: tuple[Client, str], part: str, **more: str) -> httpx.Response:
    client, address = sending
    return client.get(address, headers={"range": part, **more})


@pytest.mark.parametrize(
    "part",
    ["", "junk", "bytes", "bytes=", "bytes=-", "bytes=x-y", "bytes=5-2", "items=0-5", "bytes=--5",
     "bytes=1-2-3", "bytes=٣-٤", "bytes=0-1,4-5", "bytes=" + "9" * 5000 + "-"],
)  # fmt: skip
def test_a_part_that_is_not_understood_is_all_of_it(
    part: str, sending: tuple[Client, str], library: Path
) -> None:
    client, address = sending
    response = client.get(address, headers=[(b"range", part.encode())])
    assert (response.status_code, response.content) == (200, client.get(address).content)
    check_empty(library)


def test_a_part_is_sent(sending: tuple[Client, str], library: Path) -> None:
    client, address = sending
    whole = client.get(address).content
    for part, wanted in [
        ("bytes=3-9", whole[3:10]),
        ("bytes=10-", whole[10:]),
        ("Bytes=-7", whole[-7:]),
        (f"bytes=5-{10 * len(whole)}", whole[5:]),
    ]:
        response = got(sending, part)
        assert (response.status_code, response.content) == (206, wanted), part
    check_empty(library)


def test_a_part_that_there_is_not_is_a_problem(sending: tuple[Client, str], library: Path) -> None:
    client, address = sending
    size = len(client.get(address).content)
    for part in (f"bytes={size}-", f"bytes={size}-{size + 5}", "bytes=-0"):
        response = got(sending, part)
        assert (response.status_code, response.json()["field"]) == (416, "range"), part
        assert response.headers["content-type"] == "application/problem+json"
        assert response.headers["content-range"] == f"bytes */{size}"
    older = got(sending, f"bytes={size}-", **{"if-range": '"of-before"'})
    assert (older.status_code, len(older.content)) == (200, size)
    check_empty(library)


def test_nothing_stays_of_a_file_that_nobody_waited_for(
    sending: tuple[Client, str], library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written to its end when who asked has long gone."""
    copied = solution_export.export
    ended: list[Path] = []

    def slow(*asked: object) -> None:
        time.sleep(0.7)
        copied(*asked)  # type: ignore[arg-type]
        ended.append(library)

    monkeypatch.setattr(solution_export, "export", slow)
    client, address = sending
    with pytest.raises(httpx.ReadTimeout):
        client.get(address, timeout=0.3)
    waited(lambda: {"ended": ended}, lambda seen: bool(seen["ended"]), 20)
    check_empty(library)
