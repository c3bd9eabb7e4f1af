"""One word, one meaning: equity is that of a showdown, realised equity counts what is played."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runout
from runout import Spot, solve
from runout.cli import main
from runout.solution.node import SolutionNode
from runout.solution.node_table import OF_HAND, SCHEMA_VERSION
from runout.solution.solution import Solution

LINES = ("", "check", "check / bet 60", "bet 60")
PLAYERS = ("oop", "ip")


@pytest.fixture(scope="module")
def river() -> Solution:
    spot = Spot("KsTd7h4c2s", 100, 300, "99+,A9s+,KTs+,65s", "TT-55,KQ,QJs", bets="60%")
    return solve(spot, target=2)


def showdown(node: SolutionNode, player: str) -> dict[str, float]:
    """By hand, what the equity engine says of it against the other's range here."""
    other = node.range(PLAYERS[1 - PLAYERS.index(player)])
    hands = (str(hand) for hand, _ in node.range(player))
    return {hand: runout.equity(hand, other, board=node.board).players[0].equity for hand in hands}


def given_out(node: SolutionNode, player: str, folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of a player's hands, by the way they are given out."""
    node.to_csv(folder / "node.csv", player)
    with (folder / "node.csv").open(encoding="utf-8") as file:
        written: list[dict[str, Any]] = list(csv.DictReader(file))
    node.to_parquet(folder / "node.parquet", player)
    import polars as pl

    return {
        "table": [
            dict(zip(("hand", *OF_HAND), row, strict=True))
            for row in zip(
                node.table(player).hands,
                *(node.table(player).given(name) for name in OF_HAND),
                strict=True,
            )
        ],
        "rows": node.rows(player),
        "frame": node.to_frame(player).to_dicts(),
        "dict": node.to_dict()["players"][player]["hands"],
        "csv": written,
        "parquet": pl.read_parquet(folder / "node.parquet").to_dicts(),
    }


@pytest.mark.parametrize("line", LINES)
def test_equity_is_what_the_equity_engine_says(river: Solution, line: str, tmp_path: Path) -> None:
    node = river[line]
    for player in PLAYERS:
        expected = showdown(node, player)
        assert expected
        by_hand = node.hands(player).equity
        for hand, equity in expected.items():
            if by_hand[hand] is not None:  # hands that are hardly ever met are not shown
                assert by_hand[hand] == pytest.approx(equity, abs=1e-5), (player, hand)
        for way, rows in given_out(node, player, tmp_path).items():
            for row in rows:
                if row["equity"] not in (None, "") and row["hand"] in expected:
                    equity = float(row["equity"])
                    assert equity == pytest.approx(expected[row["hand"]], abs=2e-5), (way, row)


def test_realised_equity_counts_folds_whole(river: Solution) -> None:
    """A bet that is called or folded to takes the whole pot, or its share against what calls."""
    root, faced = river.root, river["bet 60"]
    assert faced.actions == ["fold", "call"]
    folds = {hand: taken["fold"] for hand, taken in faced.strategy.items()}
    weight = dict(faced.hands("ip").weight)
    for hand, worth in root.realised_equity_of.items():
        if worth["bet 60"] is None:
            continue
        met = shared = 0.0
        for other, often in folds.items():
            if not {hand[:2], hand[2:]} & {other[:2], other[2:]} and weight[other]:
                won = runout.equity(hand, other, board=root.board).players[0].equity
                met += weight[other] or 0.0
                shared += (weight[other] or 0.0) * ((often or 0.0) + (1 - (often or 0.0)) * won)
        assert worth["bet 60"] == pytest.approx(shared / met, abs=1e-4), hand


def test_the_two_differ_and_eqr_rests_on_equity(river: Solution) -> None:
    node = river.root
    table = node.table("oop")
    equity, realised = table.columns["equity"], table.columns["realised_equity"]
    assert np.nanmax(np.abs(equity - realised)) > 0.05  # else nothing here could tell them apart
    some = equity > 0.01
    eqr = table.columns["ev"][some] / (node.pot * equity[some])
    np.testing.assert_allclose(table.columns["eqr"][some], eqr, rtol=1e-9)
    means = table.averages()
    assert means["eqr"] == means["ev"] / (node.pot * means["equity"])  # type: ignore[operator]
    assert means["realised_equity"] != pytest.approx(means["equity"], abs=1e-3)


def test_solve_and_show_say_the_same(
    river: Solution,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def said(*command: str) -> str:
        monkeypatch.setattr("sys.argv", ["runout", *command])
        with pytest.raises(SystemExit):
            main()
        return capsys.readouterr().out

    (tmp_path / "spot.toml").write_text(river.spot.to_toml(), encoding="utf-8")
    file = str(tmp_path / "spot.runout")
    solved = said("solve", str(tmp_path / "spot.toml"), "--target", "2", "--out", file)
    shown = said("show", file)
    for player in PLAYERS:
        (of_solve,) = re.findall(rf"^{player} +\S+ +(\d+\.\d+) %", solved, re.MULTILINE)
        head, row = _columns(shown, "equity", player)
        of_show = re.findall(r"\d+\.\d %", row)[head.split().index("equity") - 2]
        assert of_show == f"{float(of_solve):.1f} %"
    as_json = json.loads(said("show", file, "--json"))
    told = json.loads(said("solve", str(tmp_path / "spot.toml"), "--target", "2", "--json"))
    assert as_json["schema_version"] == SCHEMA_VERSION == 2
    for player in PLAYERS:
        average = as_json["players"][player]["average"]
        assert average["equity"] == pytest.approx(told["equity"][player], abs=1e-6)
        assert average["realised_equity"] != pytest.approx(average["equity"], abs=1e-3)


def _columns(text: str, title: str, player: str) -> tuple[str, str]:
    """The heading that has a title, and the row of a player below it."""
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if title in line.split())
    return lines[at], next(line for line in lines[at:] if player in line.split())
