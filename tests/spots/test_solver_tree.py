"""Spots, sizes, lines and the betting tree."""

from pathlib import Path
from typing import Any

import pytest

from runout import NotationError, RunoutError, Spot
from runout.solver.betting import DEAL, FOLD, IP, OOP, SHOWDOWN
from runout.solver.sizes import Facing, parse_sizes
from tests.solver_reference import REFERENCE, reference_spot

RIVER: dict[str, Any] = {
    "board": "Td9d6hQc2c",
    "pot": 200,
    "stack": 900,
    "oop": "66+,A8s+",
    "ip": "QQ-22,ATo+",
}


def actions(spot: Spot, line: str = "") -> list[str]:
    wanted = [step.strip() for step in line.split("/") if step.strip()]
    for node in spot.tree.nodes:
        if [str(action) for action in node.line] == wanted and node.kind in (OOP, IP):
            return [str(action) for action in node.actions]
    raise AssertionError(f"no node after {line!r}")


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("turn_basic", 1_359_513),
        ("flop_wide", 152_692_210),
        ("turn_deep", 6_032_012),
        ("flop_monotone", 20_027_988),
        ("flop_full", 810_430_992),
        ("srp_100bb", 573_333_630),
    ],
)
def test_stored_numbers_of_reference_spots(name: str, stored: int) -> None:
    # Counted by the public solver that made the reference file: tree, ranges and isomorphism agree.
    assert reference_spot(name).estimate().stored_numbers == stored


@pytest.mark.parametrize("name", [name for name in REFERENCE if "nodes" in REFERENCE[name]])
def test_actions_of_reference_nodes(name: str) -> None:
    spot = reference_spot(name)
    for node in REFERENCE[name]["nodes"]:
        assert actions(spot, node["line"]) == node["actions"]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("60%", 120 + 264),  # of the pot after calling, on top of the bet faced
        ("2.5x", 300),
        ("100c", 220),
        ("20c3r", 140),
        ("a", 900),
        ("1e", 900),
        ("2e", 422),  # pot 440, behind 780: f = (sqrt(1 + 1560/440) - 1) / 2 = 0.5658
        ("2e50%", 340),
    ],
)
def test_raise_sizes(text: str, amount: int) -> None:
    at = Facing(pot=440, behind=780, faced=120, raises=0, streets=2)
    got = parse_sizes(text, raises=True)[0].amount(at)
    assert got == {"2e": 120 + 249}.get(text, amount)


def test_geometric_raises_fall_by_one_for_each_raise() -> None:
    size = parse_sizes("2e", raises=True)[0]
    after_one = Facing(pot=440, behind=780, faced=120, raises=1, streets=2)
    after_many = Facing(pot=440, behind=780, faced=120, raises=5, streets=2)
    assert size.amount(after_one) == size.amount(after_many) == 900


def test_limit_raises() -> None:
    size = parse_sizes("20c3r", raises=True)[0]
    assert size.amount(Facing(440, 780, 120, 2, 2)) == 140
    assert size.amount(Facing(440, 780, 120, 3, 2)) is None


def test_half_chips_round_away_from_zero() -> None:
    spot = Spot(**{**RIVER, "pot": 25}, bets="50%")
    assert actions(spot) == ["check", "bet 13"]


def test_raises_are_at_least_the_last_increase() -> None:
    spot = Spot(**RIVER, bets="100c", raises="1.1x")
    assert actions(spot, "bet 100") == ["fold", "call", "raise 200"]
    assert actions(spot, "bet 100/raise 200") == ["fold", "call", "raise 300"]


def test_add_allin_only_when_the_stack_is_small_enough() -> None:
    spot = Spot(**RIVER, bets="50%", raises="3x", add_allin=1.5)
    assert actions(spot) == ["check", "bet 100"]  # 900 > 1.5 * 200
    assert actions(spot, "bet 100/raise 300") == ["fold", "call", "all-in 900"]  # 600 <= 1.5 * 800


def test_force_allin() -> None:
    spot = Spot(**RIVER, bets="200%", raises="2x", force_allin=0.2)
    # Raising to 800 would leave 100 behind with 1800 in the pot.
    assert actions(spot, "bet 400") == ["fold", "call", "all-in 900"]


def test_merge_keeps_the_larger_size() -> None:
    assert actions(Spot(**RIVER, bets="60% 65% 100%", merge=0.1)) == ["check", "bet 130", "bet 200"]
    assert actions(Spot(**RIVER, bets="60% 65% 100%")) == ["check", "bet 120", "bet 130", "bet 200"]


def test_nothing_to_bet_means_check_down() -> None:
    spot = Spot(**RIVER)
    assert [node.kind for node in spot.tree.nodes] == [OOP, IP, SHOWDOWN]


def test_donk_sizes_after_calling() -> None:
    river = {"oop": {"bet": "60%", "donk": "33%"}, "ip": {"bet": "60%"}}
    spot = Spot(**{**RIVER, "board": "Td9d6hQc"}, bets="50%", river=river)
    assert actions(spot, "check/bet 100/call") == ["check", "bet 132"]
    assert actions(spot, "bet 100/call") == ["check", "bet 240"]
    assert actions(spot, "check/check") == ["check", "bet 120"]


def test_a_street_table_replaces_only_what_it_names() -> None:
    spot = Spot(**RIVER, bets="50%", raises="a", river={"ip": {"bet": "100%"}})
    assert actions(spot, "check") == ["check", "bet 200"]
    assert actions(spot, "check/bet 200") == ["fold", "call", "all-in 900"]


def test_all_in_and_called_runs_out_the_board() -> None:
    spot = Spot(**{**RIVER, "board": "Td9d6h"}, bets="a")
    kinds = [
        node.kind
        for node in spot.tree.nodes
        if len(node.line) == 2 and "call" in str(node.line[-1])
    ]
    assert kinds == [DEAL, DEAL, SHOWDOWN]
    assert actions(spot, "all-in 900") == ["fold", "call"]


def test_lines_by_hand() -> None:
    spot = Spot(**RIVER, bets="60%").with_line("check / bet 120 / raise 500")
    assert actions(spot, "check / bet 120") == ["fold", "call", "raise 500"]
    assert actions(spot, "bet 120") == ["fold", "call"]
    removed = spot.without_line("check / bet 120 / raise 500")
    assert [n.line for n in removed.tree.nodes] == [
        n.line for n in Spot(**RIVER, bets="60%").tree.nodes
    ]
    no_fold = Spot(**RIVER, bets="60%").without_line("bet 120 / fold")
    assert actions(no_fold, "bet 120") == ["call"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("check / bet 1200", "up to 900"),
        ("check / bet 120 / call / bet 5", "does not lead there"),
        ("call", "cannot call"),
        ("bet 900", "write all-in 900"),
        ("check / jump", "'jump' is not one of the actions"),
        ("", "is empty"),
    ],
)
def test_bad_lines(line: str, message: str) -> None:
    with pytest.raises(RunoutError, match=message):
        Spot(**RIVER, bets="60%").with_line(line)
    with pytest.raises(RunoutError):
        Spot(**RIVER, bets="60%").without_line(line)


TOML = """
board = "Td9d6hQc"
pot = 200
stack = 900
add_allin = 1.5
rake = 0.05
[range]
oop = "66+,A8s+"
ip = "QQ-22,ATo+"
[turn]
bet = "60% e a"
[turn.oop]
raise = "2.5x"
[river.oop]
bet = "60% e a"
raise = "2.5x"
donk = "50%"
"""


def test_toml_round_trip(tmp_path: Path) -> None:
    spot = Spot.from_toml(TOML)
    assert spot.rake_cap is None
    assert actions(spot) == ["check", "bet 120", "bet 216", "all-in 900"]
    assert Spot.from_toml(spot.to_toml()) == spot
    path = tmp_path / "spot.toml"
    path.write_text(spot.to_toml())
    assert Spot.from_toml(path) == Spot.from_toml(str(path)) == spot
    capped = Spot(**RIVER, bets="60%", rake=0.05, rake_cap=0).with_line("bet 10")
    assert Spot.from_toml(capped.to_toml()) == capped


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("add_allin", "add_alin", "unknown key 'add_alin'; did you mean 'add_allin'"),
        ("donk", "dunk", r"river\.oop: unknown key 'dunk'; did you mean 'donk'"),
        ("[river.oop]", "[river.opp]", "unknown key 'opp'; did you mean 'oop'"),
        ("pot = 200", "", "pot is missing"),
        ("pot = 200", "pot = '200'", "pot '200': chips above 0"),
        ("pot = 200", "pot =", "not TOML"),
        ('ip = "QQ-22,ATo+"', "", "range.ip is missing"),
        ('bet = "60% e a"', "bet = 60", "a text such as"),
    ],
)
def test_bad_toml(old: str, new: str, message: str) -> None:
    with pytest.raises(RunoutError, match=message):
        Spot.from_toml(TOML.replace(old, new, 1))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pot": 0}, "pot 0: chips above 0"),
        ({"pot": 1.00001}, "pot 1.00001: chips have at most 4 decimals"),
        ({"stack": -5}, "stack -5: chips above 0"),
        ({"board": "Td9d"}, "2 cards"),
        ({"board": "Td9d6hQcXx"}, "'Xx' is not a card"),
        ({"board": "TdTd6hQc2c"}, "appears twice"),
        ({"oop": ""}, "range oop: it is empty"),
        ({"oop": "TdQc"}, "blocks it"),
        ({"oop": "AsKs", "ip": "AsKs"}, "no deal is possible"),
        ({"oop": "AKx"}, "AKx"),
        ({"bets": "60"}, "'60' is not a size"),
        ({"bets": "2.5x"}, "a bet faces none"),
        ({"bets": "20c3r"}, "limits raises"),
        ({"bets": "0%"}, "no chips"),
        ({"raises": "0.5x"}, "no more than the bet faced"),
        ({"rake": 1.5}, "rake 1.5"),
        ({"bets": " ".join(f"{n}c" for n in range(1, 40))}, "more than 32 actions"),
        ({"rake_cap": -1}, "rake_cap -1"),
        ({"merge": float("nan")}, "merge nan"),
        ({"river": {"ip": {"donk": "50%"}}}, "only oop"),
        ({"river": {"bets": "50%"}}, "unknown key 'bets'"),
        ({"river": "50%"}, "a table"),
    ],
)
def test_bad_spots(change: dict[str, object], message: str) -> None:
    with pytest.raises(RunoutError, match=message):
        _ = Spot(**{**RIVER, **change}).tree


def test_bad_sizes_point_at_the_token() -> None:
    with pytest.raises(NotationError) as caught:
        Spot(**RIVER, bets="60% 3y a")
    assert "\n  60% 3y a\n      ^^" in str(caught.value)


def test_fold_nodes_have_no_children() -> None:
    spot = reference_spot("turn_basic")
    for node in spot.tree.nodes:
        assert bool(node.children) == (node.kind not in (FOLD, SHOWDOWN))
        assert max(node.put) <= spot.stack
