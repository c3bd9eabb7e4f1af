"""`runout compare` and what `runout show` has learned: grids, report, warnings, locks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from runout import RunoutError, Spot, solve
from runout.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("solutions")
    spot = Spot("Td9d6hQc2c", 200, 900, "66+,A8s+", "QQ-22,ATo+", bets="60% a")
    solution = solve(spot, target=1)
    solution.save(folder / "usual.runout")
    solution["check / bet 120"].lock("66+,A8s+", {"call": 1.0})
    solution.resume(target=1).save(folder / "locked.runout")
    return folder / "usual.runout", folder / "locked.runout"


def ran(*arguments: object) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_compare_prints_and_writes(files: tuple[Path, Path], tmp_path: Path) -> None:
    text = ran("compare", *files, "check")
    assert "usual: T♦ 9♦ 6♥ Q♣ 2♣  check" in text
    assert "share of ip's hands that do something else, %" in text
    assert "locked game: 1 node" in text
    data = json.loads(ran("compare", *files, "check", "--json"))
    assert [node["name"] for node in data["nodes"]] == ["usual", "locked"]
    page, picture = tmp_path / "change.html", tmp_path / "change.png"
    ran("compare", *files, "check", "--html", page, "--png", picture, "--grid", "ev")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_two_nodes_of_one_file(files: tuple[Path, Path]) -> None:
    data = json.loads(
        ran("compare", files[0], files[0], "check / bet 120", "--other", "bet 120", "--json")
    )
    assert [node["name"] for node in data["nodes"]] == ["A", "B"]
    assert [node["line"] for node in data["nodes"]] == ["check / bet 120", "bet 120"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "--player", "me"), "oop or ip"),
        (("check", "--grid", "bet 7"), "grid 'bet 7': one of strategy"),
        (("check", "--other", "jump"), "jump"),
        (("check", "--palette", "grey"), "palette"),
    ],
)
def test_wrong_questions(
    files: tuple[Path, Path], arguments: tuple[str, ...], message: str
) -> None:
    with pytest.raises(RunoutError, match=message):
        ran("compare", *files, *arguments)


def test_show_grids_and_report(files: tuple[Path, Path], tmp_path: Path) -> None:
    assert "what oop loses by call" in ran(
        "show", files[0], "check / bet 120", "--grid", "loss call"
    )
    data = json.loads(ran("show", files[0], "--grid", "ev", "--json"))
    assert (data["grid"], data["unit"], len(data["cells"])) == ("ev", "chips", 13)
    assert "nutted" in ran("show", files[0], "--report")
    assert json.loads(ran("show", files[0], "--report", "--json"))["players"]["oop"]["curve"]
    ran("show", files[0], "--report", "--svg", tmp_path / "report.svg")
    assert (tmp_path / "report.svg").exists()
    ran("show", files[0], "--scaled", "--png", tmp_path / "scaled.png")
    for wrong in (["--grid", "evs"], ["--grid", "ev", "--report"], ["--report", "--by-card"]):
        with pytest.raises(RunoutError, match=r"grid 'evs'|--grid: not|--by-card and --report"):
            ran("show", files[0], *wrong)


def test_show_marks_locks(files: tuple[Path, Path]) -> None:
    text = ran("show", files[1], "check / bet 120")
    assert "locked game: 1 node" in text
    assert "AA*" in text
    assert "AsAh*" in ran("show", files[1], "check / bet 120", "--hand", "AsAh").replace(
        "A♠ A♥", "AsAh"
    )
    data = json.loads(ran("show", files[1], "--json"))
    assert data["locks"][0]["line"] == "check / bet 120"
    assert set(data["reach"]) == {"oop", "ip"}
    assert data["warnings"] == []
    assert data["regret"] >= 0
