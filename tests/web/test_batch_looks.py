"""Batches in the studio: run as jobs, looked at as the package does, opened board by board."""

from __future__ import annotations

from contextlib import closing
from shutil import copytree
from typing import TYPE_CHECKING, Any

import pytest

from runout.batch.hands_report import hands
from runout.batch.opened import OpenBatch
from runout.batch.report import report
from runout.web.solution_library import SolutionLibrary
from tests.web.conftest import API, studio_client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.conftest import Client

pytest.importorskip("polars")

RIVERS = """
name = "rivers"
boards = ["Td9d6hQc2c", "Ks7d2h8c3s", "AhAd7s7c2d"]
target = 5
keep = "small"
lines = ["", "check"]
[spot]
pot = 200
stack = 900
bets = "60%"
range = {oop = "66+,A8s+", ip = "QQ-22,ATo+"}
"""
DEEP = RIVERS.replace('"rivers"', '"two depths"').replace(
    "keep", "vary = {stack = [300, 600]}\nkeep"
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("batches") / "library"


@pytest.fixture(scope="module")
def studio(library: Path) -> Iterator[Client]:
    with studio_client(library) as client:
        yield client


def run(studio: Client, text: str) -> str:
    job = studio.ended(
        studio.post(f"{API}/jobs", json={"kind": "batch", "batch": text}).json()["id"]
    )
    assert job["state"] == "done", job["error"]
    return str(job["result"]["batch"])


@pytest.fixture(scope="module")
def rivers(studio: Client) -> str:
    return run(studio, RIVERS)


@pytest.fixture(scope="module")
def depths(studio: Client) -> str:
    return run(studio, DEEP)


def look(studio: Client, batch: str, what: str, **asked: str | int) -> dict[str, Any]:
    response = studio.get(f"{API}/batches/{batch}/{what}", params=asked)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def rounded(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without the last digits: sums over threads are taken in any order."""
    return [
        {name: float(f"{v:.9g}") if isinstance(v, float) else v for name, v in row.items()}
        for row in rows
    ]


def test_they_are_listed_by_name(studio: Client, rivers: str) -> None:
    batches = studio.get(f"{API}/batches").json()["batches"]
    one = next(batch for batch in batches if batch["id"] == rivers)
    assert (one["name"], one["lines"], one["status"]["done"]) == ("rivers", ["", "check"], 3)


def test_boards_and_textures(studio: Client, library: Path, rivers: str) -> None:
    wanted = report(library / "batches" / rivers)
    found = look(studio, rivers, "report", sort="-ev_oop")
    assert rounded(found["boards"]) == rounded(wanted.sorted("ev_oop").boards.to_dicts())
    assert (found["count"], found["players"]) == (3, ["oop", "ip"])
    found = look(studio, rivers, "report", by="pairing", sort="share", line="check")
    grouped = report(library / "batches" / rivers, "check").grouped("pairing")
    assert rounded(found["groups"]) == rounded(
        grouped.sorted("share", descending=False).rows.to_dicts()
    )
    assert "boards" not in found
    assert (found["player"], found["by"]) == ("ip", "pairing")


def test_a_filter_and_a_hand(studio: Client, library: Path, rivers: str) -> None:
    found = look(studio, rivers, "report", filter="pairing!=unpaired", hand="AKo", line="check")
    assert [row["board"] for row in found["boards"]] == ["AhAd7s7c2d"]
    wanted = report(library / "batches" / rivers, "check", hand="AKo")
    row = next(one for one in wanted.boards.to_dicts() if one["board"] == "AhAd7s7c2d")
    assert found["boards"] == [row]
    assert (found["hand"], found["players"]) == ("AKo", ["ip"])


def test_hands(studio: Client, library: Path, rivers: str) -> None:
    folder = library / "batches" / rivers
    for by in ("class", "made", "draw", "cross"):
        found = look(studio, rivers, "hands", by=by, sort="-ev")
        assert rounded(found["hands"]) == rounded(hands(folder, by=by).sorted("ev").rows.to_dicts())
    some = look(studio, rivers, "hands", by="made", filter="high=K")
    among = report(folder).where("high=K")
    assert rounded(some["hands"]) == rounded(hands(folder, by="made", among=among).rows.to_dicts())


def test_rules(studio: Client, library: Path, rivers: str) -> None:
    found = look(studio, rivers, "rules", depth=1, best="cost")
    wanted = report(library / "batches" / rivers).rules(1, best="cost")
    assert found["rules"] == [rule.to_dict() for rule in wanted.rules]
    assert found["said"] == [rule.to_dict() for rule in wanted.said()]


def test_beside_another(studio: Client, library: Path, rivers: str, depths: str) -> None:
    folder = library / "batches"
    copytree(folder / rivers, folder / "again")
    asked = {"other": "again", "sort": "-ev_ip", "filter": "pairing=unpaired"}
    found = look(studio, rivers, "beside", **asked)
    wanted = report(folder / rivers).where("pairing=unpaired").beside(report(folder / "again"))
    assert rounded(found["boards"]) == rounded(wanted.sorted("ev_ip").boards.to_dicts())
    assert found["alone"] == [0, 1]
    refused = studio.get(f"{API}/batches/{rivers}/beside", params={"other": depths})
    assert refused.status_code == 422  # of which of the two depths?


def test_a_board_by_its_key(studio: Client, library: Path, depths: str) -> None:
    """Spots that vary have one name; each row opens its own."""
    rows = look(studio, depths, "report", sort="stack")["boards"]
    assert [row["stack"] for row in rows] == [300] * 3 + [600] * 3
    for row in rows:
        spot = look(studio, depths, "spot", key=row["key"])["spot"]
        assert (spot["board"], spot["stack"]) == (row["board"], row["stack"])
        one = look(studio, depths, "solution", key=row["key"])
        assert (one["board"], one["stack"]) == (row["board"], row["stack"])
    node = studio.get(f"{API}/solutions/{one['id']}/node").json()
    assert node["board"] == rows[-1]["board"]
    assert studio.get(f"{API}/solutions").json()["solutions"] == []
    folder = OpenBatch(library / "batches" / depths).path
    (folder / "solutions" / f"{rows[0]['key']}.runout").unlink()
    gone = studio.get(f"{API}/batches/{depths}/solution", params={"key": rows[0]["key"]})
    assert (gone.status_code, gone.json()["detail"]) == (
        404,
        f"board {rows[0]['board']}: its solution was not kept",
    )


def test_a_board_is_called_by_its_batch_and_stays_there(
    studio: Client, library: Path, rivers: str
) -> None:
    board = "Td9d6hQc2c"
    one = look(studio, rivers, "solution", board=board)
    address = f"{API}/solutions/{one['id']}"
    assert one["name"] == f"rivers {board}"
    assert studio.get(address).json()["name"] == one["name"]
    with closing(SolutionLibrary(library)) as anew:  # whose address was kept
        assert anew.get(one["id"]).name == one["name"]
    before = sorted((library / "batches" / rivers / "solutions").iterdir())
    for refused in (
        studio.delete(address),
        studio.patch(address, json={"name": "mine"}),
        studio.post(f"{API}/jobs", json={"kind": "resume", "solution": one["id"]}),
    ):
        assert refused.status_code in (409, 422), refused.text
        assert "batch" in refused.json()["detail"]
    assert sorted((library / "batches" / rivers / "solutions").iterdir()) == before
    copy = studio.post(f"{address}/duplicate").json()
    assert copy["name"] == f"rivers {board} (copy)"
    assert studio.delete(f"{API}/solutions/{copy['id']}").json()["deleted"]
    assert studio.put(f"{address}/locks", json={"locks": []}).status_code == 200
    assert look(studio, rivers, "report")["count"] == 3


@pytest.mark.parametrize(
    ("what", "asked", "field"),
    [
        ("report", {"filter": "nonsense=1"}, "filter"),
        ("report", {"filter": "high=2"}, "filter"),
        ("report", {"by": "colour"}, "by"),
        ("report", {"sort": "colour"}, "sort"),
        ("report", {"line": "bet 77"}, "line"),
        ("report", {"hand": "XX"}, "hand"),
        ("hands", {"by": "colour"}, "hands"),
        ("hands", {"hand": "AA"}, "hand"),
        ("rules", {"best": "luck"}, "best"),
        ("rules", {"depth": "9"}, "depth"),
    ],
)
def test_what_cannot_be_looked_at(
    studio: Client, rivers: str, what: str, asked: dict[str, str], field: str
) -> None:
    response = studio.get(f"{API}/batches/{rivers}/{what}", params=asked)
    assert response.status_code == 422, response.text
    assert response.json()["field"].split("/")[-1] == field
    for path in ("solution", "spot"):
        gone = studio.get(f"{API}/batches/{rivers}/{path}", params={"board": "2c3c4c"})
        assert gone.status_code == 404
