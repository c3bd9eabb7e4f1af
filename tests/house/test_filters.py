"""Filters: what they mean, against conditions made of Python itself, and what they refuse."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from runout.errors import NotationError, RunoutError
from runout.filters import Filter, NumberCells, Texts
from tests.fuzzing import rounds, seed

MADE = ["set", "top pair", "two pair", "top pair", "nothing", "flush"]
BET = [1.0, 0.4, 0.5, 0.99999994, float("nan"), 0.0]
EV = [12.0, -3.5, 0.0, 250.25, 7.0, float("nan")]
DRAWS = [
    set(),
    {"flush draw", "gutshot"},
    {"gutshot"},
    {"flush draw"},
    {"backdoor flush draw"},
    set(),
]
ROWS: dict[str, Any] = {
    "made": Texts(MADE, known=tuple(dict.fromkeys(MADE))),
    "bet": np.array(BET),
    "bet 120": np.array(BET) / 2,
    "ev": NumberCells(np.array(EV)),
    "hand": ["AhKh", "AsKs", "7c6c", "QdJd", "2c2d", "9h9s"],
    "draw": Texts(["x"] * 6, [frozenset(one) for one in DRAWS]),
}  # fmt: skip


def _rows(text: str) -> list[int]:
    return np.flatnonzero(Filter(text).mask(ROWS)).tolist()


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('made="top pair"', [1, 3]),
        ("made='TOP  pair'", [1, 3]),
        ("made = top pair and bet < 0.5", [1]),
        ("made != top pair", [0, 2, 4, 5]),
        ("made == set", [0]),
        ("made ~ pair", [1, 2, 3]),
        ("MADE ~ pair AND Bet >= 50%", [2, 3]),
        ("hand~ks", [1]),
        ('draw~"flush draw"', [1, 3]),  # and not the backdoor one
        ("bet=1", [0, 3]),  # 0.99999994 is all of it
        ("bet>=1", [0, 3]),
        ("bet<1", [1, 2, 5]),
        ("bet>0.9999", [0, 3]),
        ("bet != 1", [1, 2, 4, 5]),  # a number that is not there is not 1
        ("bet 120 > 0.4", [0, 3]),
        ('"bet 120">0.4', [0, 3]),
        ("ev <= -3.5", [1]),
        ("ev > 1e2", [3]),
        ("ev > -.5 and ev < +8.", [2, 4]),
        ("not ev > 0", [1, 2, 5]),
        ("not not ev > 0", [0, 3, 4]),
        ("made=set or made=flush and bet>0.5", [0]),  # and binds more than or
        ("(made=set or made=flush) and bet<0.5", [5]),
        ("not made=set and bet>0.9", [3]),  # not binds most
        ("not (made=set and bet>0.9)", [1, 2, 3, 4, 5]),
        ("((made=set))", [0]),
    ],
)
def test_what_filters_mean(text: str, rows: list[int]) -> None:
    assert _rows(text) == rows


@pytest.mark.parametrize(
    ("text", "part", "reason"),
    [
        ("bet>=0.5 and cal>0", "cal", "is not a field here (fields: made, bet, bet 120, ev"),
        ("made=sett", "sett", "is not one of set, top pair, two pair"),
        ("bet>x", "x", "is not a number"),
        ("bet>1e", "1e", "is not a number"),
        ("bet>nan", "nan", "is not a number"),
        ("bet~1", "1", "cannot be looked for in numbers"),
        ("made<set", "set", "no order"),
        ("made", "made", "is the end, but a comparison"),
        ("made=", "=", "is the end, but a value"),
        ("=set", "=", "stands where a field"),
        ("(made=set", "set", "is the end, but a closing bracket"),
        ("made=set)", ")", "stands where and, or, or the end"),
        ("made=set or", "or", "is the end, but a field"),
        ("and made=set", "and", "stands where a field"),
        ("made=set 'x'", "'x'", "stands where and, or, or the end"),
        ("made='set", "'set", "has no closing quote"),
        ("made!set", "!", "is no sign"),
        ("(" * 200 + "made=set", "(", "brackets deep"),
        ("not " * 200 + "made=set", "not", "brackets deep"),
    ],
)
def test_what_filters_refuse(text: str, part: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        _rows(text)
    error = caught.value
    assert text[error.span.start : error.span.end] == part
    assert reason in error.reason
    assert str(error).splitlines()[-1].strip("^ ") == ""


def test_no_condition_at_all() -> None:
    for text in ("", "  ", "\n"):
        with pytest.raises(RunoutError, match="a condition such as"):
            Filter(text)
    with pytest.raises(RunoutError, match="filter 5: a text such as"):
        Filter(5)  # type: ignore[arg-type]


def _random_tree(rng: random.Random, depth: int) -> tuple[str, str]:
    """A condition as a filter, and the same as Python."""
    if depth == 0 or rng.random() < 0.2:
        sign = rng.choice(["=", "!=", "<", "<=", ">", ">="])
        field, value = rng.choice(["bet", "ev"]), rng.choice(["0.45", "7.5", "-1", "60%"])
        python = {"=": "=="}.get(sign, sign)
        number = "0.6" if value == "60%" else value
        return f"{field}{sign}{value}", f"({field} {python} {number})"
    kind = rng.choice(["and", "or", "not"])
    left, python_left = _random_tree(rng, depth - 1)
    if kind == "not":
        return f"not ({left})", f"(not {python_left})"
    right, python_right = _random_tree(rng, depth - 1)
    return f"({left}) {kind} ({right})", f"({python_left} {kind} {python_right})"


def test_random_conditions_are_those_of_python() -> None:
    rng = random.Random(seed(5))
    for _ in range(rounds(200)):
        text, python = _random_tree(rng, 4)
        wanted = [
            eval(python, {"bet": bet, "ev": ev})  # noqa: S307 - made above
            for bet, ev in zip(BET, EV, strict=True)
        ]
        assert Filter(text).mask(ROWS).tolist() == wanted, text


def test_a_filter_and_its_not_are_everything() -> None:
    rng = random.Random(seed(6))
    for _ in range(rounds(100)):
        text, _ = _random_tree(rng, 3)
        one, other = Filter(text).mask(ROWS), Filter(f"not ({text})").mask(ROWS)
        assert (one ^ other).all()


def test_its_text() -> None:
    assert str(Filter("made = set")) == "made = set"
    assert repr(Filter("made = set")) == "Filter('made = set')"
