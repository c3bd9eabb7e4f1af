"""Nodes and whole streets as CSV and Parquet."""

import csv
import gzip
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import pytest

from runout import RunoutError, Spot, solve
from runout.solution import table_export
from runout.solution.node import SolutionNode
from runout.solution.solution import Solution
from runout.solution.table_export import EXPORTED_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Mapping

# Clubs and spades are alike on this board.
FLOP = Spot("6c6s2d", 10, 25, "99-88,AQs,KQs:0.5", "TT-99,AJs", bets="75%", raises="a")


@pytest.fixture(scope="module")
def flop() -> Solution:
    return solve(FLOP, target=0, max_iterations=12)


def rows_of(path: Path) -> list[dict[str, str]]:
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text()
    return list(csv.DictReader(text.splitlines()))


def check_rows(node: SolutionNode, rows: list[dict[str, str]]) -> None:
    """The rows of one node say what the node says."""
    assert node.player is not None
    assert len(rows) == len(node.strategy) * len(node.actions)
    own = node.hands(node.player)
    tables = {
        "weight": own.weight,
        "equity": own.equity,
        "realised_equity": own.realised_equity,
        "ev": own.ev,
        "eqr": own.eqr,
    }
    by_action: dict[str, Mapping[str, Mapping[str, float | None]]] = {
        "frequency": node.strategy,
        "action_ev": node.ev_of,
        "action_realised_equity": node.realised_equity_of,
    }
    for row in rows:
        assert (row["line"], row["board"], row["player"]) == (node.line, node.board, node.player)
        wanted = {name: table[row["hand"]] for name, table in tables.items()}
        wanted |= {name: table[row["hand"]][row["action"]] for name, table in by_action.items()}
        for name, value in wanted.items():
            assert (row[name] == "") == (value is None)
            assert value is None or float(row[name]) == pytest.approx(value, abs=1e-4)


def test_a_node(flop: Solution, tmp_path: Path) -> None:
    node = flop["bet 8"]
    node.to_csv(tmp_path / "node.csv")
    rows = rows_of(tmp_path / "node.csv")
    assert tuple(rows[0]) == EXPORTED_COLUMNS
    check_rows(node, rows)
    node.to_csv(tmp_path / "node.csv.gz")
    assert rows_of(tmp_path / "node.csv.gz") == rows


def test_a_player_who_does_not_act(flop: Solution, tmp_path: Path) -> None:
    node = flop["bet 8"]
    node.to_csv(tmp_path / "oop.csv", player="oop")
    rows = rows_of(tmp_path / "oop.csv")
    assert [row["hand"] for row in rows] == list(node.hands("oop").ev)
    assert {(row["player"], row["action"], row["frequency"]) for row in rows} == {("oop", "", "")}
    with pytest.raises(RunoutError, match="player 'me': oop or ip"):
        node.to_csv(tmp_path / "x.csv", player="me")
    deal = flop["check / check"]
    deal.to_csv(tmp_path / "deal.csv")
    counts = [row["player"] for row in rows_of(tmp_path / "deal.csv")]
    assert {name: counts.count(name) for name in ("oop", "ip")} == {
        name: len(deal.hands(name).ev) for name in ("oop", "ip")
    }


def test_parquet_says_the_same(flop: Solution, tmp_path: Path) -> None:
    flop.root.to_csv(tmp_path / "root.csv")
    flop.root.to_parquet(tmp_path / "root.parquet")
    frame = pl.read_parquet(tmp_path / "root.parquet")
    assert frame.columns == list(EXPORTED_COLUMNS)
    rows = rows_of(tmp_path / "root.csv")
    assert frame["hand"].to_list() == [row["hand"] for row in rows]
    assert frame["ev"].to_list() == pytest.approx([float(row["ev"]) for row in rows], abs=1e-6)
    assert not frame.select(pl.col(pl.Float64).is_nan().any()).row(0).count(True)


def test_a_whole_street(flop: Solution, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    flop.to_csv(tmp_path / "turn.csv", "turn", progress=lambda *state: seen.append(state))
    rows = rows_of(tmp_path / "turn.csv")
    lines = list(dict.fromkeys(row["line"] for row in rows))
    assert seen == [(done, len(lines)) for done in range(1, len(lines) + 1)]
    turn_nodes = [node for node in FLOP.tree.nodes if node.kind < 2 and node.street == 4]
    assert len(lines) == 49 * len(turn_nodes)
    # Kc and Ks share their passes; each has its own hands.
    for line in lines[:3] + [line for line in lines if " / Kc" in line or " / Ks" in line]:
        check_rows(flop[line], [row for row in rows if row["line"] == line])


def test_a_street_after_a_line(flop: Solution, tmp_path: Path) -> None:
    line = "bet 8 / call / Kh"
    flop.to_csv(tmp_path / "river.csv", "river", f"{line} / check / check")
    lines = {row["line"] for row in rows_of(tmp_path / "river.csv")}
    assert len({node_line.split(" / ")[5] for node_line in lines}) == 48
    flop.to_csv(tmp_path / "here.csv", line=line)
    assert rows_of(tmp_path / "here.csv")[0]["line"] == line
    flop.to_csv(tmp_path / "next.csv", line="check / check")
    assert rows_of(tmp_path / "next.csv")[0]["line"] == "check / check / 2c"


def test_a_street_in_several_parts(
    flop: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flop.to_parquet(tmp_path / "one.parquet", "turn")
    monkeypatch.setattr(table_export, "_ROWS_AT_ONCE", 1000)
    flop.to_parquet(tmp_path / "many.parquet", "turn")
    one, many = (pl.read_parquet(tmp_path / f"{name}.parquet") for name in ("one", "many"))
    assert len(one) > 2000
    assert one.equals(many)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["many.parquet", "one.parquet"]


def test_nothing_is_left_half_written(
    flop: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(done: int, _total: int) -> None:
        if done == 20:
            raise KeyboardInterrupt

    monkeypatch.setattr(table_export, "_ROWS_AT_ONCE", 500)
    for write in (flop.to_csv, flop.to_parquet):
        with pytest.raises(KeyboardInterrupt):
            write(tmp_path / "turn", "turn", progress=stop)
    with pytest.raises(KeyboardInterrupt):
        flop.to_csv(tmp_path / "turn.csv.gz", "turn", progress=stop)
    assert not list(tmp_path.iterdir())


def test_wrong_questions(flop: Solution, tmp_path: Path) -> None:
    for street, line, words in (
        ("preflop", "", "street 'preflop': flop, turn or river"),
        ("flop", "check / check", "nobody acts there after line"),
        (None, "bet 8 / fold", "line 'bet 8 / fold': nobody acts after it"),
    ):
        with pytest.raises(RunoutError, match=words):
            flop.to_csv(tmp_path / "x.csv", street, line)
    assert not list(tmp_path.iterdir())


def test_without_polars(flop: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match=r"runout\[frame\]"):
        flop.root.to_parquet(tmp_path / "x.parquet")
    assert not list(tmp_path.iterdir())
