"""Wrong Python types for cards, hands and ranges: our own errors, or TypeError in our words."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from runout import (
    Card,
    Combo,
    Range,
    RunoutError,
    evaluate,
    evaluate_many,
    format_cards,
    parse_cards,
    preflop_matchup,
)
from runout.evaluator import category_of

AA = Range("AA,KK:0.5")
SHARED = np.lib.stride_tricks.as_strided(np.zeros(7, np.uint8), (3, 7), (0, 1))

ODD: list[object] = [
    None, True, 0, -1, 52, 10**400, -(10**400), 0.5, float("nan"), float("inf"), 1j,
    "", " ", "nope", "\x00", "\ud800", "A" * 10_000, "9" * 5000, b"Ah", bytearray(b"AA"),
    memoryview(b"AhKh"), [], [1], [[0, 1]], [None], ["Ah", None], [[[]]], (), {}, {"Ah": 1}, {1, 2},
    range(3), lambda: 1, int, object(), Ellipsis, NotImplemented, Decimal("0.5"), Fraction(1, 2),
    Exception("x"), np.int8(5), np.uint8(51), np.float32(0.5), np.float64("nan"), np.array(3),
    np.array([1, 2]), np.array([[1.5] * 5]), np.array(["Ah"]), np.array([[b"a"] * 5]),
    np.array([object()]), np.zeros((0, 7), np.uint8), np.zeros((3, 8)), np.zeros((2, 5), bool),
    np.zeros((2, 5), complex), np.array([["1"] * 5]), np.full((2, 5), -1), np.full((2, 5), 2**62),
    np.full((2, 5), 2**63, np.uint64), np.datetime64("2020-01-01"), np.zeros((2, 5), "M8[s]"),
    np.zeros((2, 5), [("a", "u1")]), np.zeros((3, 7), ">u2"),
    SHARED, np.full((2, 7), 255, np.uint8),
    np.full((1, 7), 52, np.uint8), [[1] * 5, [1] * 6], [1.5] * 1326, ["x"] * 1326, [10**400] * 1326,
    Combo("AhKh"), Range("QQ"),
]  # fmt: skip

CALLS: dict[str, Callable[..., object]] = {
    "Range": Range,
    "plus": lambda odd: Range("T9s+", plus=odd),
    "from_weights": Range.from_weights,
    "getitem": lambda odd: AA[odd],
    "contains": lambda odd: odd in AA,
    "or": lambda odd: AA | odd,
    "ror": lambda odd: odd | AA,
    "and": lambda odd: AA & odd,
    "rand": lambda odd: odd & AA,
    "sub": lambda odd: AA - odd,
    "rsub": lambda odd: odd - AA,
    "mul": lambda odd: AA * odd,
    "rmul": lambda odd: odd * AA,
    "equal": lambda odd: odd == AA,
    "without": AA.without,
    "Card": Card,
    "Combo": Combo,
    "Combo.at": Combo.at,
    "Combo equal": lambda odd: Combo("AhKh") == odd,
    "parse_cards": parse_cards,
    "format_cards": format_cards,
    "separator": lambda odd: format_cards([1, 2], odd),
    "evaluate": evaluate,
    "evaluate_many": evaluate_many,
    "check": lambda odd: evaluate_many([[0, 1, 2, 3, 4]], check=odd),
    "category_of": lambda odd: category_of(odd, 7),
    "cards": lambda odd: category_of([1], odd),
    "matchup": lambda odd: preflop_matchup(odd, "KsKd"),
}


@pytest.mark.parametrize("name", CALLS)
def test_odd_values_end_in_our_errors(name: str) -> None:
    for odd in ODD:
        try:
            CALLS[name](odd)
        except RunoutError as error:
            assert len(str(error)) < 1000
        except TypeError as error:
            assert "a range " in str(error), (odd, error)


def test_texts_and_numbers_stand_on_either_side() -> None:
    assert ("AA" | Range("KK")) == (Range("KK") | "AA") == Range("KK+")
    assert ("KK+" - Range("AA")) == Range("KK")
    assert ("KK+" & Range("AA")) == Range("AA")
    assert np.float64(0.5) * Range("AA") == Range("AA") * np.float64(0.5) == Range("AA:0.5")
    for factor in (-1, float("nan"), float("inf"), 10**400):
        with pytest.raises(RunoutError, match="factor"):
            Range("AA") * factor
