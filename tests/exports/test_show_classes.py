"""`runout show --by` and `--filter`: text, JSON, pages and pictures of the same objects."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from rich.console import Console

from runout import Spot, solve
from runout.cli import main
from runout.solution.view.breakdown_view import breakdown_view

if TYPE_CHECKING:
    from pathlib import Path

    from runout.solution.solution import Solution

TURN = Spot(
    board="Qs Jh 2h 7c", pot=20, stack=60, bets="50% 120%",
    oop="QQ,77,AQs,KQs,JTs,T9s,AhTh,Ah5h,88,55", ip="JJ,22,AJs,KTs,A7s,99,66",
)  # fmt: skip
TOP = 'made="top pair" and draw~"flush draw"'


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(TURN, max_iterations=40, threads=1)


@pytest.fixture
def run(
    turn: Solution,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401 - a function with keywords
    """Run a command on the solution in a folder; what it prints, after checking the exit code."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "150")
    turn.save("x.runout")

    def command(name: str, *arguments: str, code: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["runout", name, "x.runout", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        assert (ended.value.code or 0) == code
        printed = capsys.readouterr()
        return str(printed.err if code else printed.out)

    return command


@pytest.mark.parametrize("by", ["made", "draw", "suit", "cross"])
def test_by_class(turn: Solution, run: Any, by: str) -> None:  # noqa: ANN401
    found = turn.root.breakdown(by)
    text = run("show", "--by", by)
    for row in found.rows:
        assert f"{row.name} " in text
        assert f"{row.combos:.1f}" in text
    data = json.loads(run("show", "check", "--by", by, "--player", "oop", "--json"))
    asked = turn["check"].breakdown(by, "oop").to_dict()
    assert {key: data[key] for key in asked} == asked
    assert data["condition"] is None
    assert data["warnings"] == []


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_narrow_terminal_loses_nothing(turn: Solution, width: int) -> None:
    out = Console(width=width, file=io.StringIO(), color_system=None)
    found = turn.root.breakdown("made")
    with out.capture() as captured:
        out.print(breakdown_view(found))
    text = captured.get()
    assert "…" not in text
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    for row in found.rows:
        for often in row.frequencies.values():
            assert f"{100 * often:.1f} %" in text
        assert f"{100 * (row.equity or 0):.1f} %" in text


def test_filters_apply_to_all(turn: Solution, run: Any, tmp_path: Path) -> None:  # noqa: ANN401
    chosen = turn.root.where(TOP)
    text = run("show", "--filter", TOP)
    assert f"only oop's hands with {TOP}" in text
    assert "KQs" in text
    assert "JTs" not in text
    data = json.loads(run("show", "--filter", TOP, "--json"))
    assert [hand["hand"] for hand in data["hands"]] == chosen.chosen.hands
    assert data["frequencies"] == chosen.frequencies
    assert data["filter"]["condition"] == TOP
    hands = json.loads(run("show", "--filter", TOP, "--hand", "AQs,KQs", "--json"))["hands"]
    assert sorted(hand["hand"] for hand in hands) == sorted(chosen.chosen.hands)
    classes = json.loads(run("show", "--filter", TOP, "--by", "made", "--json"))
    assert classes["total"]["combos"] == 2
    assert classes["condition"] == TOP
    grid = run("show", "--filter", TOP, "--grid", "ev")
    assert "JTs" not in grid
    run("show", "--filter", TOP, "--html", "x.html")
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert "only oop&#39;s hands with made=" in page
    assert '"AhQh"' in page
    assert '"JhTh"' not in page
    run("show", "--filter", TOP, "--svg", "x.svg")
    run("show", "--filter", TOP, "--by", "draw", "--png", "x.png")
    assert (tmp_path / "x.svg").stat().st_size > 1000
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    run("export", "--to", "csv", "--out", "x.csv", "--filter", TOP)
    assert set(pl.read_csv("x.csv").filter(pl.col("player") == "oop")["hand"]) == {"AhQh", "KhQh"}


def test_a_page_has_both_ranges_by_class(turn: Solution, run: Any, tmp_path: Path) -> None:  # noqa: ANN401
    run("show", "--html", "x.html")
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    for player in ("oop", "ip"):
        for title in ("made class", "best draw"):
            assert f"{player} by {title}" in page
    for row in turn.root.breakdown("made", "ip").rows:
        assert f"<td>{row.name}</td>" in page


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--by", "colour"], "--by 'colour': made, draw, cross or suit"),
        (["--by", "made", "--hand", "AA"], "ask for one of them at a time"),
        (["--by", "made", "--by-card"], "ask for one of them at a time"),
        (["--by", "made", "--grid", "ev"], "--grid: not together with"),
        (["--filter", "made=sett"], "'sett' is not one of straight flush, quads"),
        (["--filter", "made"], "'made' is the end, but a comparison"),
        (["--filter", "mad=set"], "'mad' is not a field here (fields: made, draw"),
        (["--filter", "made=set", "--by-card"], "--filter: not together with"),
        (["--filter", "bet>0", "--player", "ip"], "'bet' is not a field here"),
    ],
)
def test_what_is_refused(run: Any, arguments: list[str], message: str) -> None:  # noqa: ANN401
    assert message in run("show", *arguments, code=2)


def test_what_json_export_refuses(run: Any) -> None:  # noqa: ANN401
    assert "--filter: it is for csv and parquet" in run("export", "--filter", "made=set", code=2)
