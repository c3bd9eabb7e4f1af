"""Two nodes beside each other: matched actions, pairs of values, hands that changed most."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from matplotlib.text import Text

import runout
from runout import RunoutError, Spot, compare, solve
from runout.solution.matching import counterpart, match_actions
from runout.solution.view.difference_page import difference_page
from runout.solution.view.difference_view import difference_view
from tests.exports.test_show import drawn

if TYPE_CHECKING:
    from runout.solution.solution import Solution

OOP, IP = "66+,A8s+,KQo:0.5", "QQ-22,AQs-A2s,ATo+"


@pytest.fixture(scope="module")
def usual() -> Solution:
    return solve(Spot("Td9d6hQc2c", 200, 900, OOP, IP, bets="60% a"), target=0.5)


@pytest.fixture(scope="module")
def locked(usual: Solution) -> Solution:
    copy = usual.copy()
    copy["check / bet 120"].lock(OOP, {"call": 1.0})
    return copy.resume(target=0.5)


@pytest.fixture(scope="module")
def sizes() -> Solution:
    return solve(Spot("Td9d6hQc2c", 200, 900, OOP, IP, bets="33% 75%"), target=0.5)


@pytest.mark.parametrize(
    ("first", "second", "matches"),
    [
        (["fold", "call"], ["fold", "call"], [(0, 0), (1, 1)]),
        (["check", "bet 1", "bet 2"], ["check", "bet 3"], [(0, 0), (1, 1), (2, None)]),
        (["check"], ["fold", "call"], [(0, None), (None, 0), (None, 1)]),
        (["check", "all-in 9"], ["check", "bet 3", "all-in 7"], [(0, 0), (1, 2), (None, 1)]),
        ([], [], []),
    ],
)
def test_actions_are_matched_by_kind_and_order(
    first: list[str], second: list[str], matches: list[tuple[int | None, int | None]]
) -> None:
    assert match_actions(first, second) == matches


def test_a_node_beside_itself_has_not_changed(usual: Solution) -> None:
    node = usual["check"]
    change = compare(node, node)
    assert change.unmatched == ([], [])
    assert change.only == ([], [])
    assert {hand.change for hand in change.hands} == {0}
    assert all(a == b for pairs in change.players.values() for a, b in pairs.values())
    for what in ("strategy", "ev", "equity", "eqr", "weight", "bet 120"):
        assert {cell.value for cell in change.grid(what)} <= {0.0, None}


def test_pairs_are_the_values_of_both(usual: Solution, locked: Solution) -> None:
    first, second = usual["check"], locked["check"]
    change = compare(first, second, names=("usual", "locked"))
    assert change.player == "ip"
    for name in ("oop", "ip"):
        means = [node.hands(name).mean() for node in (first, second)]
        assert change.players[name]["ev"] == (means[0]["ev"], means[1]["ev"])
        percent = 100 * (means[1]["ev"] or 0) / second.pot
        assert change.players[name]["ev_percent"][1] == pytest.approx(percent)
    for action in change.actions:
        assert action.frequency[0] == first.frequencies[action.name]
        assert action.frequency[1] == second.frequencies[action.name]
    # Against somebody who always calls, bluffs turn into checks.
    assert change.players["ip"]["ev"][1] > change.players["ip"]["ev"][0]  # type: ignore[operator]
    hand = change.hands[0]
    before, after = first.strategy[hand.hand], second.strategy[hand.hand]
    moved = sum(abs((after[a] or 0) - (before[a] or 0)) for a in before) / 2
    assert hand.change == pytest.approx(moved)
    assert hand.ev == (first.ev[hand.hand], second.ev[hand.hand])
    changes = [h.change for h in change.hands if min(w or 0 for w in h.weight) >= 0.01]
    assert changes == sorted(changes, reverse=True)


def test_classes_sum_to_the_range(usual: Solution, locked: Solution) -> None:
    change = compare(usual["check"], locked["check"])
    for side in (0, 1):
        shares = [group.share[side] or 0.0 for group in change.classes]
        assert sum(shares) == pytest.approx(1)
        evs = [group.ev[side] or 0.0 for group in change.classes]
        mean = sum(s * e for s, e in zip(shares, evs, strict=True))
        assert mean == pytest.approx(change.players["ip"]["ev"][side])
        for number, action in enumerate(change.actions):
            often = [group.strategy[number][side] or 0.0 for group in change.classes]
            total = sum(s * f for s, f in zip(shares, often, strict=True))
            assert total == pytest.approx(action.frequency[side], abs=1e-6)


def test_the_difference_grid(usual: Solution, locked: Solution) -> None:
    first, second = usual["check"], locked["check"]
    change = compare(first, second)
    ev = change.grid("ev")["TT"].value
    assert ev == pytest.approx((second.ev["TT"] or 0) - (first.ev["TT"] or 0))
    bets = change.grid("bet 120")["TT"].value
    before, after = (node.strategy["TT"]["bet 120"] or 0 for node in (first, second))
    assert bets == pytest.approx(after - before)
    assert change.grid()["AA"].value is None  # not in the range
    for wrong in ("bet 7", "loss", 3):
        with pytest.raises(RunoutError, match="grid"):
            change.grid(wrong)  # type: ignore[arg-type]


def test_other_sizes_are_matched_and_the_rest_is_listed(usual: Solution, sizes: Solution) -> None:
    change = compare(usual.root, sizes.root)
    assert [(a.first, a.second) for a in change.actions] == [
        ("check", "check"),
        ("bet 120", "bet 66"),
        ("all-in 900", None),
        (None, "bet 150"),
    ]
    assert change.unmatched == (["all-in 900"], ["bet 150"])
    assert change.actions[2].frequency[1] is None
    assert "only in B: bet 150" in str(change)
    node = counterpart(usual["check / bet 120 / call"], sizes.root)
    assert node.line == "check / bet 66 / call"
    with pytest.raises(RunoutError, match="'all-in 900' after 'check' has no counterpart"):
        counterpart(usual["check / all-in"], sizes.root)


def test_two_boards_list_what_only_one_has(usual: Solution) -> None:
    board = solve(Spot("Td9d6hQcAs", 200, 900, OOP, IP, bets="60% a"), target=1)
    change = compare(usual.root, board.root)
    assert "AsAh" in change.only[0]
    assert change.only[1] == []  # a deuce is in none of oop's hands
    assert change.players["oop"]["combos"][0] != change.players["oop"]["combos"][1]
    assert "Q♣ A♠" in str(change)


def test_nobody_acts_or_another_does(usual: Solution) -> None:
    """Then EVs are compared, and the grid of strategies is refused."""
    change = compare(usual.root, usual["check"], player="ip")
    assert change.unmatched == ([], ["check", "bet 120", "all-in 900"])
    with pytest.raises(RunoutError, match="does not act at both"):
        change.grid("strategy")
    assert str(change)
    end = compare(usual["check / check"], usual["check / bet 120 / call"])
    assert end.actions == ()
    assert end.hands[0].strategy == ()
    assert str(end)
    json.dumps(end.to_dict(), allow_nan=False)


def test_all_that_shows_it(usual: Solution, sizes: Solution) -> None:
    change = compare(usual.root, sizes.root)
    data = json.loads(json.dumps(change.to_dict(), allow_nan=False))
    assert data["unmatched"] == [["all-in 900"], ["bet 150"]]
    assert data["hands"][0]["hand"] == change.hands[0].hand
    assert max(map(len, drawn(difference_view(change), 200))) < 200
    page = difference_page(change)
    assert f"<td>{change.hands[0].hand}</td>" in page
    assert "only in B: bet 150" in page
    texts = {text.get_text() for text in change.plot().findobj(Text)}
    assert "bet 120 | bet 66" in texts
    change.plot("ev", "colour-blind")


@pytest.mark.parametrize("wrong", [None, "check", 7])
def test_what_is_no_node_is_refused(usual: Solution, wrong: object) -> None:
    with pytest.raises(RunoutError, match="a node of a solution is expected"):
        compare(wrong, usual.root)  # type: ignore[arg-type]
    with pytest.raises(RunoutError, match="names"):
        compare(usual.root, usual.root, names=wrong)  # type: ignore[arg-type]


def test_it_is_a_name_of_the_package(usual: Solution) -> None:
    assert "compare" in dir(runout)
    change = compare(usual.root, usual["check"])
    assert repr(change) == "NodeDifference(A: '', B: 'check', oop)"
    assert len(repr(change.grid("ev"))) < 80
    assert len(repr(usual.root.report())) < 80
