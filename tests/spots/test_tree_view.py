"""The betting tree before solving: what is shown, where sizes come from, and what it adds up to."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from runout import RunoutError, Spot
from runout.solver import branches
from runout.solver.betting import DEAL
from runout.solver.branches import Branch
from tests.spots.test_betting_rules import as_spot, random_decimals, random_settings

TURN: dict[str, Any] = {
    "board": "Td9d6hQc",
    "pot": 200,
    "stack": 900,
    "oop": "66+,A8s+",
    "ip": "QQ-22,ATo+",
    "bets": "33% 36% 60% a",
    "raises": "2.5x",
    "merge": 0.05,
    "force_allin": 0.2,
    "add_allin": 1.5,
    "river": {"bet": "75%", "oop": {"donk": "40%"}},
}


def decisions(branch: Branch) -> list[Branch]:
    found = [branch]
    for option in branch.options:
        if option.after is not None:
            found += decisions(option.after)
    return found


def test_all_decisions_of_random_trees() -> None:
    for number in range(40):
        rng = random.Random(number)
        settings = random_settings(rng) if number % 2 else random_decimals(rng)
        spot = as_spot(settings)
        view = spot.tree_view(depth=200)
        nodes = [node for node in spot.tree.nodes if node.kind < DEAL]
        shown = {
            branch.line: [o.action for o in branch.options] for branch in decisions(view.start)
        }
        assert shown == {
            " / ".join(map(str, node.line)): list(map(str, node.actions)) for node in nodes
        }
        assert sum(row["nodes"] for row in view.streets.values()) == len(nodes)
        for branch in decisions(view.start):
            below = Counter[str]()
            for option in branch.options:
                expected = (
                    Counter(one.street for one in decisions(option.after)) if option.after else {}
                )
                assert option.nodes == dict(expected)
                below.update(option.nodes)
        json.dumps(view.to_dict(), allow_nan=False)


def test_memory_of_branches_adds_up() -> None:
    view = Spot(**TURN).tree_view()
    assert sum(row["bytes"] for row in view.streets.values()) == pytest.approx(view.bytes, abs=5)
    assert view.bytes == Spot(**TURN).estimate().float32_bytes
    below = sum(option.bytes for option in view.start.options)
    assert 0 < view.bytes - below < 0.01 * view.bytes  # the first decision itself


def made(spot: Spot, line: str = "") -> dict[str, list[str]]:
    start = spot.tree_view(line).start
    return {option.action: [str(one) for one in option.made_by] for option in start.options}


def test_where_sizes_come_from() -> None:
    spot = Spot(**TURN)
    assert made(spot) == {
        "check": [],
        "bet 72": ["bet 36%"],
        "bet 120": ["bet 60%"],
        "all-in 900": ["bet a"],
    }
    assert [str(one) for one in spot.tree_view().start.dropped] == [
        "bet 33% = 66 (merge into bet 72)"
    ]
    assert made(spot, "bet 120 / raise 2.5x") == {
        "fold": [],
        "call": [],
        "all-in 900": ["raise 2.5x = 750 (force_allin)", "add_allin"],
    }
    assert made(spot, "check / bet 120 / call")["bet 176"] == ["donk 40%"]
    assert made(spot, "bet 120 / call")["bet 330"] == ["bet 75%"]
    small = Spot("Td9d6hQc2c", 100, 1000, "AA", "KK", bets="30%", raises="20c1r 1.1x")
    assert made(small, "bet 30")["raise 60"] == [
        "raise 20c1r = 50 (least raise)", "raise 1.1x = 33 (least raise)",
    ]  # fmt: skip
    again = small.tree_view("bet 30 / raise 60 / raise 90").start
    assert str(again.dropped[0]) == "raise 20c1r (raise limit)"
    short = Spot("Td9d6hQc2c", 100, 60, "AA", "KK", bets="75%")
    assert made(short)["all-in 60"] == ["bet 75% = 75 (stack)"]


def test_lines_by_hand_are_told() -> None:
    spot = Spot(**TURN, add_lines=["bet 50"], remove_lines=["bet 120"])
    assert made(spot)["bet 50"] == ["add_lines bet 50"]
    dropped = [str(one) for one in spot.tree_view().start.dropped]
    assert "bet 60% = 120 (remove_lines 'bet 120')" in dropped


def test_texassolvers_rules_are_told() -> None:
    sizes = {"oop": {"bet": "50% 150% a", "raise": "60%"}, "ip": {"bet": "50%", "raise": "1% 60%"}}
    rules: dict[str, Any] = {"rules": "texassolver-gui", "river": sizes, "raise_limit": 2}
    spot = Spot("Td9d6hQc2c", 50, 100, "AA", "KK", **rules)
    assert made(spot) == {
        "check": [],
        "bet 25": ["bet 50%"],
        "all-in 100": ["bet 150% = 75 (allin_threshold)", "bet a"],
    }
    facing = spot.tree_view("bet 25").start
    assert [str(one) for one in facing.dropped] == ["raise 1% = 26 (less than twice the gap)"]
    last = spot.tree_view("bet 25 / all-in 100").start
    assert [option.action for option in last.options] == ["fold", "call"]


def test_numbers_of_a_decision() -> None:
    start = Spot(**TURN).tree_view("check / bet 60%").start
    assert (start.line, start.street, start.player) == ("check / bet 120", "turn", "oop")
    assert (start.pot, start.to_call, start.stack) == (320, 120, 900)
    raised = start.options[2]
    assert (raised.action, raised.percent, raised.all_in) == ("raise 300", 40.9, False)
    assert start.options[0].ends == "fold"
    call = Spot(**TURN).tree_view("all-in 900").start.options[1]
    assert (call.ends, call.nodes, call.bytes) == ("showdown", {}, 0)
    tenths = Spot(**(TURN | {"pot": 5.5, "stack": 97.5})).tree_view("check / bet 60%").start
    assert (tenths.pot, tenths.to_call) == (8.8, 3.3)


def test_a_large_tree_stays_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = {"board": "Td9d6h", "stack": 900, "merge": 0, "force_allin": 0, "raises": "2x 3x"}
    spot = Spot(**(TURN | wide))
    view = spot.tree_view()
    assert len(decisions(view.start)) <= 120
    assert view.depth < view.deepest
    assert f"{view.depth} of {view.deepest} actions deep" in str(view)
    monkeypatch.setattr(branches, "MOST_SHOWN", 500)
    with pytest.raises(RunoutError, match="more than 500 decisions; take fewer"):
        spot.tree_view(depth=200)
    with pytest.raises(RunoutError, match="the betting tree has more than"):
        Spot(**(TURN | {"bets": "1% 2% 3% 4%", "raises": "1c 3c 5c", "merge": 0})).tree_view()


def test_a_tree_deeper_than_can_be_shown() -> None:
    deep = Spot("Td9d6hQc2c", 2, 3000, "AA", "KK", bets="1c", raises="1.01x").tree_view(depth=200)
    assert (deep.depth, deep.deepest) == (200, 451)
    assert len(json.dumps(deep.to_dict())) > 100_000
    assert "200 of 451 actions deep" in str(deep)
    assert deep.to_html().count("</details>") > 199


@pytest.mark.parametrize(
    ("line", "depth", "message"),
    [
        ("bet 55", None, "'bet 55' is not one of the actions here"),
        ("check / bet 120 / fold", None, "the hand is over, nobody acts here"),
        ("", 0, "depth 0: actions from 1 to 200"),
        ("", 2.5, "depth 2.5: actions from 1"),
        (5, None, "line 5: a text"),
    ],
)
def test_refused_views(line: Any, depth: Any, message: str) -> None:  # noqa: ANN401
    with pytest.raises(RunoutError, match=message):
        Spot(**TURN).tree_view(line, depth)


def test_text_and_page_say_the_same() -> None:
    view = Spot(**TURN, add_lines=["bet 50"]).tree_view(depth=2)
    text, page = str(view), view.to_html()
    for said in (
        "turn: oop acts, pot 200, 900 behind",
        "from add_lines bet 50",
        "36 %",
        "dropped: bet 33% = 66 (merge into bet 72)",
        "showdown",
        "2 of 8 actions deep",
    ):
        assert said in text
        assert said in page
    assert "<style>" in view._repr_html_()
    assert page.count("<details") == page.count("</details>")
    assert page.count("<ul>") == page.count("</ul>")
    assert page.count("<li") == page.count("</li>")
