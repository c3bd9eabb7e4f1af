"""`runout batch report`: ways to look, files, and what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import polars
import pytest
from typer.testing import CliRunner

from runout import batch
from runout.cli.app import app
from runout.errors import RunoutError
from tests.batch.conftest import BOARDS

if TYPE_CHECKING:
    from pathlib import Path


def shown(*arguments: object) -> str:
    result = CliRunner().invoke(app, ["batch", "report", *map(str, arguments)])
    if isinstance(result.exception, RunoutError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def test_boards_with_means_and_spread(rivers: Path) -> None:
    lines = shown(rivers).splitlines()
    assert lines[0] == "rivers: the first action, oop acts"
    assert lines[1].split()[:4] == ["board", "name", "oop", "EV"]
    assert [line.split()[0] for line in lines[2:]] == [*BOARDS, "all", "least", "most", "deviation"]
    total = batch.report(rivers).total()
    assert f"{total['bet 50%']:.1%}" in lines[8]


def test_ways_to_look(rivers: Path, pots: Path) -> None:
    assert "unpaired" in shown(rivers, "--by", "pairing")
    assert shown(rivers, "--filter", "high=A").count("AsTd2h5c9d") == 1
    ordered = shown(rivers, "--sort", "bet 50%").splitlines()[2:8]
    best = batch.report(rivers).sorted("bet 50%").boards["board"].to_list()
    assert [line.split()[0] for line in ordered] == best
    assert "top pair" in shown(rivers, "--hands", "made")
    assert shown(rivers, "--hand", "AKs").startswith("rivers: the first action, oop acts, with AKs")
    assert "against the solved opponent" in shown(rivers, "--rules", 2)
    both = shown(rivers, "--against", rivers, "--filter", "high=K")
    assert both.count("0.0%") >= 6
    assert "stack" not in shown(pots)
    assert shown(pots).splitlines()[1].split()[:3] == ["spot", "spot_pot", "board"]


def test_json_is_the_object_that_is_shown(rivers: Path) -> None:
    by = json.loads(shown(rivers, "--by", "suits", "--json"))
    assert (by["by"], len(by["groups"])) == ("suits", 2)
    hands = json.loads(shown(rivers, "--hands", "class", "--filter", "pairing=paired", "--json"))
    assert hands["filter"] == "pairing=paired"
    assert {row["boards"] for row in hands["hands"]} == {2}
    assert json.loads(shown(rivers, "--rules", 1, "--best", "cost", "--json"))["best"] == "cost"
    assert len(json.loads(shown(rivers, "--against", rivers, "--json"))["boards"]) == len(BOARDS)


def test_files(rivers: Path, tmp_path: Path) -> None:
    shown(rivers, "--csv", tmp_path / "a.csv", "--parquet", tmp_path / "a.parquet")
    assert polars.read_csv(tmp_path / "a.csv")["board"].to_list() == BOARDS
    report = batch.report(rivers)
    assert polars.read_parquet(tmp_path / "a.parquet").equals(report.boards)
    shown(rivers, "--by", "pairing", "--csv", tmp_path / "by.csv")
    assert set(polars.read_csv(tmp_path / "by.csv")["pairing"]) == {"paired", "unpaired"}
    shown(rivers, "--html", tmp_path / "a.html", "--line", "check")
    assert "<title>rivers</title>" in (tmp_path / "a.html").read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--hands", "suit"], "hands 'suit': class, made, draw or cross"),
        (["--hand", "AKx"], "a hand class such as AKo"),
        (["--filter", "high>="], "is expected"),
        (["--sort", "bet 33%"], "sort 'bet 33%'"),
        (["--by", "suits", "--rules", "2"], "one way to look at a time"),
        (["--hands", "made", "--hand", "AKs"], "all hands, or one"),
        (["--against", "nowhere"], "it holds no batch"),
        (["--html", "page.txt"], "ends in .html"),
        (["--line", "bet 7"], "the batch has '', 'check'"),
        (["--rules", "2", "--csv", "a.csv"], "take --json"),
        (["--best", "most", "--rules", "1"], "often or cost"),
    ],
)
def test_what_is_wrong_is_refused(rivers: Path, options: list[str], message: str) -> None:
    with pytest.raises(RunoutError) as raised:
        shown(rivers, *options)
    assert message in str(raised.value)
