"""Results are equal where all that they say is, and say what they are."""

import pytest

from runout import Spot, compare, equity, equity_many, solve
from runout.solution.solution import Solution


@pytest.fixture(scope="module")
def river() -> Solution:
    return solve(Spot("KsTd7h4c2s", 100, 300, "99+,A9s+", "TT-55,KQ", bets="60%"), target=2)


def test_equities() -> None:
    one, same = (equity("AKs", "QQ", board="2c 3c 4d") for _ in range(2))
    assert one == same
    assert one != equity("AKs", "JJ", board="2c 3c 4d")
    assert one != 1
    many, again = (equity_many([["AhKh", "QsQd"]]) for _ in range(2))
    assert many == again
    assert many != equity_many([["AhKh", "JsJd"]])


def test_nodes(river: Solution) -> None:
    node, copy = river["bet 60"], river.copy()["bet 60"]
    assert node == river.root.bet(60)
    assert len({node, river.root.bet(60), river.root}) == 2
    assert node != copy  # of another solution, which may go on by itself
    assert node != river.root
    for what in ("values", "strategy", "ev", "equity"):
        assert getattr(node, what) == getattr(copy, what)
        assert getattr(node, what) != getattr(river.root, what)
    assert node.table("oop") == copy.table("oop")
    assert node.table("oop") != node.table("ip")
    assert node.hands("oop") == copy.hands("oop")
    assert node.hands("oop") != node.hands("ip")
    assert node.view() == copy.view()
    assert node.view() != river.root.view()
    assert node.where("ev>10") == copy.where("ev>10")
    assert compare(node, river.root) == compare(copy, river.root)
    assert compare(node, river.root) != compare(node, node)


def test_they_say_what_they_are(river: Solution) -> None:
    node = river["bet 60"]
    count = len(node.combos("ip"))
    assert repr(node.table("ip")) == f"NodeTable({count} hands of ip with fold, call)"
    assert repr(node.hands("ip")) == f"PlayerTables({count} hands of ip)"
    assert repr(node.ev) == f"HandTable(ev of {count} hands of ip)"
    assert repr(node.view()) == "NodeView('bet 60', KsTd7h4c2s, ip)"
