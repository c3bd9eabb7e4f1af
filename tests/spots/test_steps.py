"""Lines as they are printed and as players type them."""

from typing import Any

import pytest

from runout import NotationError, RunoutError, Spot, solve
from runout.solution.solution import Solution

TURN: dict[str, Any] = {
    "board": "Td9d6hQc",
    "pot": 200,
    "stack": 900,
    "oop": "QQ,AJs",
    "ip": "JJ,KJs",
    "bets": "33%, 60%, a",
    "raises": "2.5x, 60%",
    "river": {"bet": "75%", "raise": ""},
}


@pytest.fixture(scope="module")
def solved() -> Solution:
    return solve(Spot(**TURN), max_iterations=1)


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("X / B1", "check / bet 66"),
        ("x/b2", "check / bet 120"),
        ("X / A", "check / all-in 900"),
        ("check / B2 / R1", "check / bet 120 / raise 300"),
        ("bet 60%", "bet 120"),
        ("Bet60%", "bet 120"),
        ("b60%", "bet 120"),
        ("bet 33%", "bet 66"),
        ("b66", "bet 66"),
        ("bet 450%", "all-in 900"),
        ("bet a", "all-in 900"),
        ("bet 120c", "bet 120"),
        ("check / bet 60% / raise 2.5x", "check / bet 120 / raise 300"),
        ("bet 120 / raise 60%", "bet 120 / raise 384"),
        ("bet 120 / raise to 384", "bet 120 / raise 384"),
        ("bet 120 / raise 3.2x", "bet 120 / raise 384"),
        ("bet 120 / raise 41%", "bet 120 / raise 300"),
        ("b120 / R2 / c / 2c / bet / f", "bet 120 / raise 384 / call / 2c / all-in 516 / fold"),
        ("c / c / 2c / c", "check / check / 2c / check"),
        ("check / check / [2c] / bet", "check / check / 2c / bet 150"),
        ("check / bet 120 / call / 2c / bet 75%", "check / bet 120 / call / 2c / bet 330"),
        ("all-in", "all-in 900"),
        ("bet 900", "all-in 900"),
        ("allin / call", "all-in 900 / call"),
        ("r:0:c:b120", "check / bet 120"),
        ("r:0", ""),
        ("r:0:c:b120:c:2c:b450", "check / bet 120 / call / 2c / bet 330"),
        ("r:0:b120:b300:c:2c:c:b900", "bet 120 / raise 300 / call / 2c / check / all-in 600"),
        ("c:b66:f", "check / bet 66 / fold"),
    ],
)  # fmt: skip
def test_what_is_typed_is_found(solved: Solution, typed: str, line: str) -> None:
    assert solved[typed].line == line


def test_every_sign_that_is_printed_is_read(solved: Solution) -> None:
    from runout.solver.betting import letters

    for line in ("", "check", "bet 120", "bet 66 / raise 165", "check / check / 2c", "all-in"):
        node = solved[line]
        for sign, action in zip(letters(node.actions), node.actions, strict=True):
            assert node.play(sign).line == node.play(action).line


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("bet", "'bet' may be bet 66 or bet 120 here; write which"),
        ("check / b", "'b' may be bet 66 or bet 120"),
        ("bet 120 / raise", "'raise' may be raise 300 or raise 384"),
        ("bet 50%", r"'bet 50%' is not one of the actions here \(check, bet 66, bet 120, all-in"),
        ("raise 60%", "'raise 60%' is not one of the actions here"),
        ("bet 2.5x", "'bet 2.5x' is not one of the actions here"),
        ("B3", "'B3' is not one of the actions here"),
        ("f", "'f' is not one of the actions here"),
        ("bet 60% 33%", "is not one of the actions here"),
        ("bet 1e9%", "is not one of the actions here"),
        ("bet 0%", "is not one of the actions here"),
        ("r:0:c:b121", "'b121' is not one of the actions here"),
        ("r:0:c:x", "'x' is not one of the actions here"),
        ("r:0:c:c:b120", "'b120' is no card"),
        ("check / bet 120 / call / call", "'call' is no card"),
    ],
)  # fmt: skip
def test_what_is_not_clear_is_refused(solved: Solution, typed: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        _ = solved[typed]


def test_a_sign_that_is_also_an_amount_is_refused() -> None:
    spot = Spot("Td9d6hQc2c", 5, 20, "AA", "KK", bets="20% 40% 60%")
    solution = solve(spot, max_iterations=0)
    assert solution.root.actions == ["check", "bet 1", "bet 2", "bet 3"]
    assert solution["B2"].line == "bet 2"
    other = solve(Spot("Td9d6hQc2c", 5, 20, "AA", "KK", bets="40% 60%"), max_iterations=0)
    assert other["B1"].line == "bet 2"
    with pytest.raises(NotationError, match="'B2' may be bet 2 or bet 3 here"):
        _ = other["B2"]


def test_the_start_of_the_hand_is_the_start_from_anywhere(solved: Solution) -> None:
    assert solved["check"]["r:0:b120"].line == "bet 120"
    assert solved["check"]["b66"].line == "check / bet 66"


def test_two_bets_that_round_alike_are_refused() -> None:
    spot = Spot("Td9d6hQc2c", 1000, 20000, "AA", "KK", bets="50.2% 50.4%")
    solution = solve(spot, max_iterations=0)
    assert solution["bet 50.4%"].line == "bet 504"
    assert solution["bet 50.2%"].line == "bet 502"
    with pytest.raises(NotationError, match="'bet 50%' may be bet 502 or bet 504"):
        _ = solution["bet 50%"]


def test_a_size_that_became_another_is_found_by_its_own_name() -> None:
    spot = Spot("Td9d6hQc2c", 100, 60, "AA", "KK", bets="50%", force_allin=0.2)
    assert solve(spot, max_iterations=0)["bet 50%"].line == "all-in 60"


def test_locks_take_the_same_words(solved: Solution) -> None:
    node = solved.copy()["X / B2"]
    assert len(list(node.lock("QQ", {"R1": 1.0}))) == 3
    node.lock_frequencies({"raise 2.5x": 0.5, "c": 0.25})


def test_lines_of_a_spot_take_the_same_words() -> None:
    spot = Spot(**TURN)
    assert spot.with_line("X / B2 / raise 500").add_lines == ("check / bet 120 / raise 500",)
    assert spot.with_line("x / bet 25%").add_lines == ("check / bet 50",)
    assert spot.with_line("check / bet 500%").add_lines == ("check / all-in 900",)
    assert spot.without_line("check / bet 60%").remove_lines == ("check / bet 120",)
    assert spot.without_line("r:0:c:b66").remove_lines == ("check / bet 66",)
    given = Spot(**TURN, add_lines=["X / bet 25%", "X / bet 50 / raise 20%"], remove_lines=["B1"])
    assert given.add_lines == ("check / bet 50", "check / bet 50 / raise 110")
    assert given.remove_lines == ("bet 66",)
    assert Spot.from_toml(given.to_toml()) == given
    with pytest.raises(RunoutError, match="'bet' may be bet 66 or bet 120"):
        spot.without_line("check / bet")
    with pytest.raises(RunoutError, match="'2x' is not one of the actions"):
        Spot(**TURN, add_lines=["check / 2x"])


def test_texassolver_trees_are_walked_by_sizes() -> None:
    sizes = {"oop": {"bet": "50%", "raise": "60%"}, "ip": {"bet": "50%", "raise": "60%"}}
    rules = {"rules": "texassolver-console", "river": sizes}
    solution = solve(Spot("Td9d6hQc2c", 50, 200, "AA", "KK", **rules), max_iterations=0)  # type: ignore[arg-type]
    assert solution["check / bet 50% / raise 60%"].line == "check / bet 25 / raise 85"
