"""What a batch may ask for, and what is refused before anything is solved."""

from pathlib import Path
from typing import Any

import pytest

import runout
from runout.batch import Situation
from runout.suits import canonical

SPOT: dict[str, Any] = {
    "pot": 20,
    "stack": 40,
    "bets": "50% a",
    "range": {"oop": "QQ+, AKs", "ip": "JJ+, AQs+"},
}


def boards(given: object, folder: Path = Path()) -> dict[str, float]:
    situation = Situation.from_dict({"spot": SPOT, "boards": given}, folder)
    return {str(board): board.weight for board in situation.boards.boards}


def test_all_flops_and_some() -> None:
    assert len(boards("all")) == 1755
    assert sum(boards("all").values()) == 22_100
    assert len(boards(25)) == len(boards("25")) == 25
    assert sum(boards(25).values()) == pytest.approx(22_100)


def test_boards_one_by_one_in_text_list_and_file(tmp_path: Path) -> None:
    expected = {"Ks7d2h": 24.0, "AhKh2c": 12.0}
    assert boards("Ks7d2h, AhKh2c") == boards(["Ks7d2h", "[Ah Kh 2c]"]) == expected
    (tmp_path / "some.txt").write_text("# two\nKs7d2h\n\nAh Kh 2c: 3  # heavy\n")
    assert boards("some.txt", tmp_path) == {"Ks7d2h": 24.0, "AhKh2c": 3.0}


def test_a_long_list_of_boards_is_no_file_name() -> None:
    some = [str(flop) for flop in runout.flops()[::5]]
    assert list(boards(", ".join(some))) == some
    with pytest.raises(runout.RunoutError, match="is not a card"):
        boards("Ks7d2h\0, AhKh2c")


def test_boards_named_twice_count_once_with_a_note() -> None:
    made = Situation.from_dict({"spot": SPOT, "boards": "Ks7d2h, AhKh2c, 7dKs2h"})
    assert len(made.boards) == 2
    assert "7dKs2h" in made.boards.notes[0]


def test_random_flops_follow_their_seed() -> None:
    first = boards({"random": 50, "seed": 1})
    assert len(first) == 50
    assert first == boards({"random": 50, "seed": 1}) != boards({"random": 50, "seed": 2})
    assert {canonical(board) for board in first} == {canonical(board) for board in first}


def test_turns_of_a_flop() -> None:
    found = boards({"turns": "Ks7s2h"})
    assert sum(found.values()) == 49
    assert len(found) < 49
    assert all(board.startswith("Ks7s2h") for board in found)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"boards": "Ks7d2h, Ks7d"}, "2 cards"),
        ({"boards": "Ks7d7d"}, "7d"),
        ({"boards": 1756}, "1,755"),
        ({"boards": {"randoms": 3}}, "did you mean 'random'"),
        ({"boards": ""}, "there are none"),
        ({"boards": "missing.txt"}, "missing.txt"),
        ({"boards": "Ks7d2h, Ks7d2h3c"}, "do not go together"),
        ({"spot": "missing.toml"}, "missing.toml"),
        ({"spot": {**SPOT, "board": "Ks7d2h"}}, "it has a board"),
        ({"spot": {**SPOT, "pots": 3}}, "did you mean 'pot'"),
        ({"target": -1}, "target"),
        ({"keep": "some"}, "none, small or full"),
        ({"lines": ["check / fold"]}, "fold"),
        ({"lines": "check"}, "list of texts"),
        ({"lines": ["check / check / *", "check / check / bet 10"]}, "is no card"),
        ({"line": ["check"]}, "did you mean 'lines'"),
        ({"vary": {"stack": 40}}, "list of values"),
        ({"vary": {"stak": [40]}}, "stak"),
        ({"spot": {**SPOT, "range": {"oop": "AhKh", "ip": "QQ"}}, "boards": "all"}, "suits apart"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(runout.RunoutError, match=message):
        Situation.from_dict({"spot": SPOT, "boards": "Ks7d2h", **change})


def test_files_that_are_not_there_or_no_toml_are_named(tmp_path: Path) -> None:
    with pytest.raises(runout.RunoutError, match=r"^batch '.*missing.toml': No such file"):
        Situation.from_toml(tmp_path / "missing.toml")
    (tmp_path / "bad.toml").write_text("boards = = 3")
    with pytest.raises(runout.RunoutError, match=r"^batch: not TOML"):
        Situation.from_toml(tmp_path / "bad.toml")
