"""Ranges by what their hands are, and hands chosen by conditions: everything adds up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pytest

from runout import NotationError, RunoutError, Spot, describe, solve
from runout.combos import Combo
from runout.holdings.grouping import GROUPINGS
from runout.solution.hand_fields import hand_fields

if TYPE_CHECKING:
    from pathlib import Path

    from runout.solution.node import SolutionNode
    from runout.solution.solution import Solution

TURN = Spot(
    board="Qs Jh 2h 7c", pot=20, stack=60, bets="50% 120% a",
    oop="QQ,77,AQs,KQs,QTs:0.5,JTs,T9s,98s,AhTh,Ah5h,KhTh,88,55",
    ip="JJ,22,AJs,QJs,KTs,T9s,A7s,99,66",
)  # fmt: skip
LINES = ("", "check", "check / bet 10", "check / check", "bet 10 / call / 3h")


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(TURN, max_iterations=60, threads=1)


@pytest.fixture(params=LINES)
def node(turn: Solution, request: pytest.FixtureRequest) -> SolutionNode:
    return turn[request.param]


@pytest.mark.parametrize("player", ["oop", "ip"])
@pytest.mark.parametrize("by", GROUPINGS)
def test_rows_add_up_to_the_range(node: SolutionNode, by: str, player: str) -> None:
    found = node.breakdown(by, player)
    total, table = found.total, node.table(player)
    assert sum(row.combos for row in found.rows) == pytest.approx(total.combos)
    assert total.combos == pytest.approx(table.columns["weight"].sum())
    assert sum(row.share for row in found.rows) == pytest.approx(1)
    for name in ("equity", "ev"):
        mean = sum(row.share * getattr(row, name) for row in found.rows if row.share)
        assert mean == pytest.approx(getattr(total, name), abs=1e-9)
    assert total.eqr == pytest.approx(total.ev / (node.pot * total.equity))  # type: ignore[operator]
    acts = player == node.player
    assert found.actions == (node.actions if acts else [])
    for action in found.actions:
        often = sum(row.share * row.frequencies[action] for row in found.rows)
        assert often == pytest.approx(node.frequencies[action])


def test_rows_are_of_the_hands_that_are_so(turn: Solution) -> None:
    """Against the words of each hand by itself."""
    node = turn["check"]
    rows = node.rows()
    counts = dict(zip(node.table("ip").hands, node.table("ip").counts, strict=True))
    found = node.breakdown("made")
    classes = {row["hand"]: describe(row["hand"], node.board).made for row in rows}
    assert [row.name for row in found.rows][:2] == ["set", "two pair"]
    for row in found.rows:
        members = [one for one in rows if classes[one["hand"]] == row.name and one["weight"] > 0]
        assert row.combos == pytest.approx(sum(one["weight"] for one in members))
        weight = sum(counts[one["hand"]] for one in members)
        for action, often in row.frequencies.items():
            slow = sum(counts[one["hand"]] * one[action] for one in members) / weight
            assert often == pytest.approx(slow)
    by_draw = node.breakdown("draw")
    best = {hand: (*describe(hand, node.board).draws, "no draw")[0] for hand in classes}
    for row in by_draw.rows:
        held = sum(one["weight"] for one in rows if best[one["hand"]] == row.name)
        assert row.combos == pytest.approx(held)


@pytest.mark.parametrize(
    "condition",
    ['made="top pair"', 'draw~"flush draw"', "ev>8", "weight<1", "suit>=4 or equity<0.3",
     "hand~QQ+,AhTh"],
)  # fmt: skip
def test_a_filter_and_its_not_sum_to_the_whole(node: SolutionNode, condition: str) -> None:
    player = node.player or "oop"
    one, other = node.where(condition), node.where(f"not ({condition})")
    whole = node.table(player)
    assert one.combos + other.combos == pytest.approx(whole.columns["weight"].sum())
    assert one.share + other.share == pytest.approx(1)
    mean = sum(part.share * (part.means()["ev"] or 0.0) for part in (one, other))
    assert mean == pytest.approx(whole.averages()["ev"])
    for action, often in node.frequencies.items():
        together = one.share * one.frequencies[action] + other.share * other.frequencies[action]
        assert together == pytest.approx(often)
    assert sorted([*one.chosen.hands, *other.chosen.hands]) == sorted(whole.hands)


def test_what_is_chosen_is_shown_and_written(turn: Solution, tmp_path: Path) -> None:
    node = turn.root
    chosen = node.where('made="top pair" and draw~"flush draw" and weight=1')
    assert chosen.chosen.hands == ["KhQh", "AhQh"]
    assert [row["hand"] for row in chosen.rows()] == ["KhQh", "AhQh"]
    assert chosen.to_frame()["hand"].to_list() == ["KhQh", "AhQh"]
    chosen.to_csv(tmp_path / "x.csv")
    assert set(pl.read_csv(tmp_path / "x.csv")["hand"]) == {"KhQh", "AhQh"}
    chosen.to_parquet(tmp_path / "x.parquet")
    assert len(pl.read_parquet(tmp_path / "x.parquet")) == 2 * len(node.actions)
    data = chosen.to_dict()
    assert data["filter"]["combos"] == 2
    assert data["filter"]["player"] == "oop"
    assert len(data["hands"]) == 2
    assert data["frequencies"] == chosen.frequencies
    assert "only oop's hands with made=" in str(chosen)
    assert str(chosen).count("KQs") == 1
    assert "JTs" not in str(chosen)
    assert "only oop" in chosen._repr_html_()
    assert chosen.breakdown("made").total.combos == 2
    assert node.breakdown("made", where="made=set").rows[0].name == "set"
    nobody = node.where("made=quads")
    assert nobody.combos == nobody.share == 0
    assert set(nobody.frequencies.values()) == {0.0}
    assert nobody.means()["ev"] is None
    assert nobody.breakdown().rows == []
    assert "no hand of oop fits made=quads" in str(nobody)
    assert repr(nobody) == "Selection('made=quads', oop's 0.0 combos at '', QsJh2h7c)"


def test_fields_of_actions(turn: Solution) -> None:
    """A word is the sum of its sizes; all in is a bet or a raise."""
    opening, facing = turn.root, turn["check / bet 10"]
    assert opening.actions == ["check", "bet 10", "bet 24", "all-in 60"]
    fields: dict[str, Any] = hand_fields(opening.table("oop"), opening.board)
    columns = dict(zip(opening.actions, opening.table("oop").shown("frequency"), strict=True))
    assert np.allclose(fields["bet"].values, sum(columns[name] for name in opening.actions[1:]))
    assert (fields["bet 24"].values == columns["bet 24"]).all()
    assert not fields["raise"].values.any()
    assert not fields["fold"].values.any()
    faced: dict[str, Any] = hand_fields(facing.table("oop"), facing.board)
    assert np.allclose(sum(faced[word].values for word in ("fold", "call", "raise")), 1)
    with pytest.raises(NotationError, match="'bet' is not a field here"):
        opening.where("bet>0.5", "ip")


def test_fields_of_hands(turn: Solution) -> None:
    node = turn.root
    assert node.where("hand=ThAh").chosen.hands == ["AhTh"]
    assert node.where("class=AQs and not hand=AhQh").combos == 2
    assert node.where("class~Q").combos == node.where("hand~'QQ,AQs,KQs,QTs'").combos
    assert node.where('made~"top kicker"').chosen.hands == ["AcQc", "AdQd", "AhQh"]
    assert node.where("draw=no draw").combos + node.where("not draw=no draw").combos == (
        pytest.approx(node.table("oop").columns["weight"].sum())
    )
    hearts = [Combo(hand) for hand in node.where("suit=4").chosen.hands]
    assert all({card.suit for card in combo} == {"h"} for combo in hearts)
    assert hearts
    with pytest.raises(NotationError, match="cannot be read"):
        node.where("hand=AhXx")
    with pytest.raises(RunoutError, match="player 'sb'"):
        node.where("made=set", "sb")


def test_a_breakdown_as_data(turn: Solution) -> None:
    found = turn.root.breakdown("made")
    assert found["set"].combos == 6
    data = found.to_dict()
    assert data["by"] == "made"
    assert data["rows"][0]["name"] == "set"
    assert data["rows"][0]["frequencies"].keys() == set(turn.root.actions)
    frame = found.to_frame()
    assert frame["name"].to_list() == [row.name for row in found.rows]
    assert "bet 10" in frame.columns
    assert str(found).splitlines()[-1].startswith("all ")
    assert "set" in found._repr_html_()
    assert found == turn.root.breakdown("made")
    with pytest.raises(RunoutError, match="class 'quads': set"):
        found["quads"]
    with pytest.raises(RunoutError, match="by 'colour': made, draw, cross or suit"):
        turn.root.breakdown("colour")
    with pytest.raises(RunoutError, match="player 'sb'"):
        turn.root.breakdown("made", "sb")


def test_a_street_of_chosen_hands(turn: Solution, tmp_path: Path) -> None:
    """A filter and its not write all rows of the street between them."""
    everything, one, other, nothing = (tmp_path / f"{name}.parquet" for name in "abcd")
    line = "check / check / 3h"
    turn.to_parquet(everything, line=line)
    turn.to_parquet(one, line=line, where="made~pair and not raise>0.5")
    turn.to_parquet(other, line=line, where="not (made~pair and not raise>0.5)")
    turn.to_parquet(nothing, line=line, where="ev>1e9")
    keys = ["line", "hand", "action"]
    whole = pl.read_parquet(everything)
    assert (
        pl.concat([pl.read_parquet(one), pl.read_parquet(other)])
        .sort(keys)
        .equals(whole.sort(keys))
    )
    assert 0 < len(pl.read_parquet(one)) < len(whole)
    assert pl.read_parquet(nothing).columns == whole.columns
    assert len(pl.read_parquet(nothing)) == 0
    for row in pl.read_parquet(one).sample(20, seed=1).iter_rows(named=True):
        assert "pair" in describe(row["hand"], row["board"]).words
    with pytest.raises(NotationError, match="'nothing' is not a field"):
        turn.to_csv(tmp_path / "x.csv", line=line, where="nothing=1")
    assert not (tmp_path / "x.csv").exists()
