"""Locks in the spot: written, read, refused and solved."""

import pickle
from pathlib import Path
from typing import Any

import pytest

from runout import Job, RunoutError, Spot, load, solve
from runout.solver.estimate import refuse_too_large
from runout.solver.lock import Lock, read_locks

TURN: dict[str, Any] = {
    "board": "Td9d6hQc",
    "pot": 200,
    "stack": 900,
    "oop": "QQ+,AJs,KJs,T9s,87s",
    "ip": "JJ-99,AQs,KJs,QJs,98s",
    "bets": "60%, a",
    "raises": "2.5x",
}
LOCKS = """
[[lock]]
line = "X / bet 60%"
hands = "KK+, AJs"
play = {fold = 1}

[[lock]]
line = "check"
frequencies = {check = 0.6, B = 0.4}

[[lock]]
line = "check / check / 2c"
hands = "QQ"
play = {x = 0.25, "all-in" = 0.75}
"""


def spot(**change: Any) -> Spot:  # noqa: ANN401
    return Spot(**(TURN | change))


def with_locks(text: str = LOCKS) -> Spot:
    return Spot.from_toml(spot().to_toml() + text)


def test_locks_are_kept_in_full_words() -> None:
    first, second, third = with_locks().locks
    assert first.to_dict() == {
        "line": "check / bet 120",
        "hands": "KK+,AJs",
        "play": {"fold": 1.0},
    }
    assert second == Lock("check", frequencies={"check": 0.6, "bet 120": 0.4})
    assert third.line == "check / check / 2c"
    assert third.shares == {"check": 0.25, "all-in 900": 0.75}


def test_locks_go_round() -> None:
    locked = with_locks()
    assert Spot.from_toml(locked.to_toml()) == locked
    assert Spot.from_dict(locked.to_dict()) == locked
    assert pickle.loads(pickle.dumps(locked)) == locked  # noqa: S301 - our own
    assert hash(locked.locks[0])
    assert locked != spot()
    assert "lock" not in spot().to_dict()


def test_hands_play_what_the_spot_says(tmp_path: Path) -> None:
    solution = solve(with_locks(), target=1, max_iterations=200)
    node = solution["check / bet 120"]
    assert str(node.locked) == "KK+,AJs"
    for hand in ("KsKh", "AsAh", "AsJs"):
        assert node.strategy[hand]["fold"] == pytest.approx(1, abs=1e-6)
    often = solution["check"].frequencies
    assert often["check"] == pytest.approx(0.6, abs=1e-3)
    assert often["bet 120"] == pytest.approx(0.4, abs=1e-3)
    river = solution["check / check / 2c"].strategy["QsQh"]
    assert river["all-in 900"] == pytest.approx(0.75, abs=1e-6)
    assert solution.summary().exploitability_percent < 1
    assert len(solution.locks) == 3
    solution.save(tmp_path / "locked.runout")
    again = load(tmp_path / "locked.runout")
    assert again.spot == solution.spot
    assert str(again["check / bet 120"].locked) == "KK+,AJs"


def test_frequencies_change_the_strategy_least() -> None:
    free = solve(spot(), target=0.5)
    wanted = 0.5
    solution = solve(spot(locks=[{"line": "check", "frequencies": {"check": wanted}}]), target=0.5)
    expected = free.copy()
    expected["check"].lock_frequencies({"check": wanted})
    expected.resume(target=0.5)
    for hand, often in solution["check"].strategy.items():
        there = expected["check"].strategy[hand]["check"]
        assert often["check"] == pytest.approx(there, abs=1e-6)
    by_hand = [often["check"] or 0 for often in solution["check"].strategy.values()]
    assert max(by_hand) - min(by_hand) > 0.3  # not every hand alike


def test_frequencies_of_some_hands_only() -> None:
    lock = {"line": "check", "hands": "JJ-99", "frequencies": {"check": 1}}
    solution = solve(spot(locks=[lock]), target=2)
    assert str(solution["check"].locked) == "JJ,TsTh,TsTc,ThTc,9s9h,9s9c,9h9c"  # the board has two


def test_a_solve_that_is_stopped_leaves_its_locks_waiting() -> None:
    job: Job[Any, Any] = Job()
    job.stop()
    solution = solve(with_locks(), job=job)
    assert solution.summary().locks_wait
    assert len(solution.locks) == 3
    solution.resume(target=2, max_iterations=50)
    assert not solution.summary().locks_wait


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("bet 60%", "bet 50%", r"lock 1: line 'X / bet 50%': 'bet 50%' is not one of the actions"),
        ("fold = 1", "fold = 2", "lock 1: play: fold 2: a share from 0 to 1"),
        ("fold = 1", "fold = 0.5", "lock 1: line 'X / bet 60%': play: the shares sum to 0.5"),
        ("fold = 1", "check = 1", "lock 1: line 'check / bet 120': 'check' is not one of the"),
        ("KK+, AJs", "22", "lock 1: line 'check / bet 120': '22' is not among oop's hands here"),
        ("KK+, AJs", "KK+, AJx", "lock 1: range 'KK.*AJx"),
        ("play = {fold = 1}", "", "lock 1: line 'X / bet 60%': play or frequencies, one of them"),
        ("check = 0.6", "check = 0.7", "lock 2: line 'check': frequencies: the shares sum to 1.1"),
        ("check = 0.6, B", "check = 0.6, x", "lock 2: line 'check': check is named twice"),
        ("2c", "Td", "lock 3: line 'check / check / Td': 'Td' is already on the board"),
        ("/ 2c", "/ bet 120", "lock 3: line .* is no card, but a card is dealt here"),
        ('"check / check / 2c"', '"check / check"', "lock 3: line 'check / check': nobody acts"),
        ('line = "check"', 'lines = "check"', "lock 2: lock: unknown key 'lines'; did you mean"),
        ('line = "check"\n', "", "lock 2: line is missing"),
        ("x = 0.25", "x = true", "lock 3: play: x True: a share"),
    ],
)
def test_refused_locks_are_named(old: str, new: str, message: str) -> None:
    assert old in LOCKS
    with pytest.raises(RunoutError, match=message):
        with_locks(LOCKS.replace(old, new, 1))


@pytest.mark.parametrize("odd", [5, "check", {"line": "check"}, [5], [None], b"x", [[1]]])
def test_odd_things_are_no_locks(odd: object) -> None:
    with pytest.raises(RunoutError, match="lock"):
        spot(locks=odd)


def test_locks_of_a_file_by_themselves(tmp_path: Path) -> None:
    (tmp_path / "locks.toml").write_text(LOCKS)
    assert spot(locks=read_locks(tmp_path / "locks.toml")) == with_locks()
    with pytest.raises(RunoutError, match=r"no \[\[lock\]\]"):
        read_locks("x = 1\n")


def test_what_would_help_is_told_without_the_locks() -> None:
    with pytest.raises(RunoutError, match="would save"):
        refuse_too_large(with_locks(), compress=False, memory=1)


def test_lines_that_go_take_their_locks_along() -> None:
    with pytest.raises(RunoutError, match="lock 1: line 'check / bet 120'"):
        with_locks().without_line("check / bet 120")
