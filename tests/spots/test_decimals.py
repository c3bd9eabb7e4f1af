"""Pots and stacks with decimals: what is printed, solved, saved and read again."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runout import RunoutError, Spot, load, solve
from runout.solution.solution import Solution
from runout.solver.sizes import Units, chips_given, default_chip

TURN: dict[str, Any] = {
    "board": "Td9d6hQc",
    "oop": "QQ+,AJs,KJs,T9s,87s",
    "ip": "JJ-99,AQs,KJs,QJs,98s",
    "bets": "60%, a",
    "raises": "2.5x, a",
}
LINE = "check / bet 3.3 / call / 2c"


@pytest.fixture(scope="module")
def solved() -> Solution:
    return solve(Spot(pot=5.5, stack=24.7, **TURN), target=1, max_iterations=60)


def test_the_same_game_as_in_smaller_chips(solved: Solution) -> None:
    whole = solve(Spot(pot=55, stack=247, **TURN), target=1, max_iterations=60)
    here, there = solved["check / bet 3.3"], whole["check / bet 33"]
    assert here.actions == ["fold", "call", "raise 8.3", "all-in 24.7"]
    assert there.actions == ["fold", "call", "raise 83", "all-in 247"]
    np.testing.assert_allclose(
        list(here.frequencies.values()), list(there.frequencies.values()), atol=1e-2
    )
    assert 10 * solved.summary().ev[0] == pytest.approx(whole.summary().ev[0], rel=1e-3)


def test_amounts_are_exact_decimals(solved: Solution) -> None:
    for line, pot, stacks in (
        ("check / bet 3.3", 8.8, {"oop": 24.7, "ip": 21.4}),
        (LINE, 12.1, {"oop": 21.4, "ip": 21.4}),
        (LINE + " / bet 7.3 / all-in 21.4", 40.8, {"oop": 14.1, "ip": 0}),
    ):
        node = solved[line]
        assert (node.line, node.pot, node.stacks) == (line, pot, stacks)
    long = [text for text in _numbers(solved[LINE].to_dict()) if "0000" in text or "9999" in text]
    assert not long


def _numbers(node: dict[str, Any]) -> list[str]:
    """The amounts of a node as JSON writes them: all but what is computed of hands."""
    kept = {key: node[key] for key in ("line", "pot", "stack", "actions") if key in node}
    return json.dumps(kept).split()


@pytest.mark.parametrize("small", [False, True])
def test_files_keep_decimals(solved: Solution, tmp_path: Path, small: bool) -> None:
    solved.save(tmp_path / "turn.runout", small=small)
    again = load(tmp_path / "turn.runout")
    assert again.spot == solved.spot
    assert again[LINE].frequencies.keys() == solved[LINE].frequencies.keys()
    if not small:
        assert again.resume(target=0.5, max_iterations=70).summary().iterations > 60


def test_the_json_of_the_tree_has_exact_amounts(solved: Solution, tmp_path: Path) -> None:
    solved.to_json(tmp_path / "turn.json", depth="turn")
    tree = json.loads((tmp_path / "turn.json").read_text())
    assert tree["actions"] == ["CHECK", "BET 3.300000", "BET 24.700000"]


@pytest.mark.parametrize(
    ("pot", "stack", "chip", "first"),
    [
        (5.5, 97.5, None, "bet 3.3"),
        (5.5, 97.5, 0.5, "bet 3.5"),
        (5.5, 97.5, 1, "bet 3"),
        (5.25, 97, None, "bet 3.15"),
        (200, 900, None, "bet 120"),
        (200, 900, 50, "bet 100"),
        (0.02, 1, None, "bet 0.01"),
    ],
)
def test_sizes_round_to_the_chip(pot: float, stack: float, chip: float | None, first: str) -> None:
    spot = Spot(pot=pot, stack=stack, chip=chip, **TURN)
    assert str(spot.tree.nodes[0].actions[1]) == first
    assert str(spot.tree.nodes[0].actions[-1]) == f"all-in {stack}"
    assert Spot.from_toml(spot.to_toml()) == spot
    assert Spot.from_dict(spot.to_dict()) == spot


def test_chips_among_the_sizes_are_multiples_of_the_chip() -> None:
    spot = Spot(pot=5.5, stack=97.5, **(TURN | {"bets": "2.5c", "raises": "0.3c"}))
    assert str(spot.tree.nodes[0].actions[1]) == "bet 2.5"
    with pytest.raises(RunoutError, match=r"'2\.55c' is no multiple of the chip, 0\.1"):
        Spot(pot=5.5, stack=97.5, **(TURN | {"bets": "2.55c"}))
    with pytest.raises(RunoutError, match=r"'2\.5c' is not whole chips"):
        Spot(pot=55, stack=975, **(TURN | {"bets": "2.5c"}))


def test_added_lines_are_multiples_of_the_chip() -> None:
    spot = Spot(pot=5.5, stack=97.5, **TURN)
    assert "bet 1.2" in map(str, spot.with_line("bet 1.2").tree.nodes[0].actions)
    with pytest.raises(RunoutError, match=r"bet 1\.25 is no multiple of the chip, 0\.1"):
        spot.with_line("bet 1.25")
    with pytest.raises(RunoutError, match=r"cannot bet 98 here \(up to 97\.5\)"):
        spot.with_line("bet 98")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pot": 5.12345}, "pot 5.12345: chips have at most 4 decimals"),
        ({"pot": 1e8}, "pot 100000000.0: chips above 0, up to 10,000,000"),
        ({"stack": 5_000_000.25}, r"stack 5000000\.25: at most 10,000,000 times 0\.01"),
        ({"chip": 0}, "chip 0: chips above 0"),
        ({"chip": "1"}, "chip '1': chips above 0"),
        ({"chip": 0.00001}, "chip 1e-05: chips have at most 4 decimals"),
    ],
)
def test_amounts_that_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RunoutError, match=message):
        Spot(**(TURN | {"pot": 5.5, "stack": 97.5} | change))


def test_numbers_that_are_off_by_rounding_are_taken() -> None:
    assert chips_given("pot", 5.5 * 1.1) == 6.05
    assert chips_given("pot", np.float32(5.1)) == 5.1
    assert isinstance(chips_given("pot", np.float64(200.0)), int)


def test_units_count_every_amount_exactly() -> None:
    for pot, stack, chip in ((5.5, 97.5, 0.1), (0.3, 12.25, 0.05), (7, 100, 0.3), (10, 35, 5)):
        units = Units.of(pot, stack, chip)
        for amount in (pot, stack, chip):
            count = units.count(amount)
            assert count is not None
            assert units.chips(count) == amount
        assert units.count(0.00005) is None
        texts = [str(units.chips(count)) for count in range(2000)]
        assert max(map(len, texts)) <= 7


def test_the_last_decimal_place_is_the_chip() -> None:
    assert [default_chip(*amounts) for amounts in ((2, 3), (2.5, 3), (2, 3.25), (1.0001, 3))] == [
        1, 0.1, 0.01, 0.0001,
    ]  # fmt: skip


def test_sizes_may_be_lists() -> None:
    listed = Spot(pot=200, stack=900, **(TURN | {"bets": ["33%", "75%"]}), river={"bet": ["a"]})
    assert listed.bets == "33%, 75%"
    assert listed.river.bet == "a"
    assert Spot.from_toml(listed.to_toml()) == listed
    text = 'board = "[Td 9d 6h]"\npot = 5.5\nstack = 20\nbets = ["33%", "75%"]\n'
    spot = Spot.from_toml(text + '[range]\noop = "AA"\nip = "KK"\n[turn]\nraise = ["3x", "a"]\n')
    assert (spot.board, spot.bets, spot.turn.raise_) == ("Td9d6h", "33%, 75%", "3x, a")
    assert Spot(pot=200, stack=900, **(TURN | {"bets": []})).bets == ""
    with pytest.raises(RunoutError, match="bets 33: a text such as '60%'"):
        Spot(pot=200, stack=900, **(TURN | {"bets": ["75%", 33]}))
