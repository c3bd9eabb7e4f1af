"""`runout export`."""

import csv
import gzip
import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from runout import Spot, solve

SPOT = Spot("6c6s2d4h", 10, 25, "99-88,AQs", "TT-99,AJs", bets="75%", raises="a")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saved") / "spot.runout"
    solve(SPOT, target=0, max_iterations=12).save(path)
    return path


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from runout.cli import main; main()", "export"]
    return subprocess.run(
        [*command, *map(str, arguments)], capture_output=True, text=True, check=False
    )


def test_json_beside_the_file(saved: Path) -> None:
    done = run(saved)
    target = saved.with_suffix(".json")
    assert (done.returncode, done.stderr) == (0, "")  # no progress in a pipe
    assert done.stdout.startswith(f"{target} written (")
    assert json.loads(target.read_text())["actions"] == ["CHECK", "BET 8.000000"]


def test_other_formats(saved: Path, tmp_path: Path) -> None:
    assert run(saved, "--out", tmp_path / "a.json.gz", "--depth", "turn").returncode == 0
    data = json.loads(gzip.decompress((tmp_path / "a.json.gz").read_bytes()))
    assert data["depth"] == "turn"
    assert run(saved, "--to", "csv", "--out", tmp_path / "a.csv", "--line", "bet 8").returncode == 0
    rows = list(csv.DictReader((tmp_path / "a.csv").read_text().splitlines()))
    assert rows[0]["line"] == "bet 8"
    out = tmp_path / "river.parquet"
    assert run(saved, "--out", out, "--street", "river").returncode == 0
    assert pl.read_parquet(out)["board"].n_unique() == 48


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--to", "xml"], "--to 'xml': json, parquet or csv"),
        (["--out", "x.txt"], "--out 'x.txt': say what to write with --to"),
        (["--to", "parquet", "--out", "x.gz"], "compressed already"),
        (["--street", "turn"], "--street: it is for csv and parquet"),
        (["--to", "csv", "--depth", "turn"], "--depth: it is for json"),
        (["--depth", "flop"], "depth 'flop': the spot is on the turn"),
        (["--line", "bet 9"], "bet 9"),
        (["--out", "nowhere/x.json"], "there is no folder 'nowhere'"),
    ],
)
def test_bad_input(saved: Path, arguments: list[str], words: str) -> None:
    done = run(saved, *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_files_that_are_no_solutions(saved: Path, tmp_path: Path) -> None:
    (tmp_path / "x.runout").write_text("nothing")
    for path in (tmp_path / "x.runout", tmp_path / "none.runout"):
        done = run(path)
        assert done.returncode == 2
        assert str(path) in done.stderr
    (tmp_path / "link.json").symlink_to(saved)
    for out in (
        saved,
        tmp_path / "link.json",
        f"{saved.parent}/../{saved.parent.name}/{saved.name}",
    ):
        same = run(saved, "--out", out, "--to", "json")
        assert (same.returncode, "that is the file to read" in same.stderr) == (2, True)
