"""Locked hands are marked wherever a node is shown, and listed for the whole solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runout import Range, Spot, load, solve
from runout.solution.view import node_words as words
from runout.solution.view.hand_words import rows_of_hand
from runout.solution.view.strategy_page import html_page

if TYPE_CHECKING:
    from pathlib import Path

    from runout.solution.solution import Solution

SPOT = Spot("Td9d6hQc", 20, 60, "QQ,AdKd,8d7d,T9s,A5s", "JJ,KdQd,J8s,ATs,76s", bets="60%")


@pytest.fixture(scope="module")
def locked() -> Solution:
    solution = solve(SPOT, max_iterations=10, target=0)
    solution["check / bet 12"].lock("QQ", {"call": 1.0})
    solution["check / check / 2c / bet 12"].lock("JJ", {"fold": 0.25, "call": 0.75})
    return solution.resume(max_iterations=10, target=0)


def test_every_locked_node_is_listed(locked: Solution) -> None:
    first, second = locked.locks
    assert (first.line, first.player) == ("check / bet 12", "oop")
    assert first.hands == Range("QdQh,QdQs,QhQs")
    assert first.frequencies == {"fold": 0.0, "call": 1.0}
    assert second.line == "check / check / 2c / bet 12"
    assert second.player == "ip"
    assert second.frequencies == {"fold": 0.25, "call": 0.75}
    assert locked[second.line].locked == second.hands


def test_the_summary_tells_of_them(locked: Solution, tmp_path: Path) -> None:
    said = str(locked.summary()).splitlines()
    assert "locked game: 2 nodes" in said
    assert said[-2] == "  check / bet 12: 3 combos of oop call 100 %"
    assert "locked game: 2 nodes" in repr(locked)
    assert [row["line"] for row in locked.summary().to_dict()["locks"]] == [
        "check / bet 12",
        "check / check / 2c / bet 12",
    ]
    locked.save(tmp_path / "locked.runout")
    assert load(tmp_path / "locked.runout").locks == locked.locks


def test_hands_are_marked(locked: Solution) -> None:
    node = locked["check / bet 12"]
    assert repr(node).endswith("; 3 hands locked)")
    assert "locked" not in repr(locked.root)
    data = {row["hand"]: row["locked"] for row in node.to_dict()["hands"]}
    assert {hand for hand, marked in data.items() if marked} == {"QhQd", "QsQd", "QsQh"}
    (row,) = rows_of_hand(node, "QsQh")
    assert row.locked
    assert row.to_dict()["locked"]
    cells = {cell.name: cell for line in words.cells(node) for cell in line}
    assert words.title_of(cells["QQ"], 4) == "QQ*"
    assert words.title_of(cells["A5s"], 4) == "A5s"
    assert words.in_words(cells["QQ"], words.action_rows(node)).endswith("; locked")
    assert node.grid("ev")["QQ"].locked == 1
    assert "locked game: 2 nodes\n  check / bet 12: 3 combos of oop call 100 %" in str(locked.root)
    assert [row["player"] for row in locked.root.to_dict()["locks"]] == ["oop", "ip"]
    assert "3 hands of oop locked here (*)" in str(node)
    assert "<b>QQ*</b>" in html_page(node)


def test_a_change_waits_to_be_solved(locked: Solution) -> None:
    copy = locked.copy()
    copy["check / bet 12"].unlock()
    assert "locked game: 1 node, not solved yet (resume)" in repr(copy)
    assert copy.summary().to_dict()["locks_wait"] is True
    copy.resume(max_iterations=3, target=0)
    assert copy.summary().to_dict()["locks_wait"] is False


def test_a_game_without_locks_says_nothing() -> None:
    solution = solve(SPOT, max_iterations=2, target=0)
    assert solution.locks == []
    assert "locked" not in str(solution.summary())
    assert "locked" not in repr(solution)
