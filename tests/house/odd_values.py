"""Things that somebody might pass by mistake, to everything that takes anything."""

import itertools
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from pathlib import Path

import numpy as np

from runout import Combo, Range
from runout import blackjack as bj

DIGITS = "9" * 5000  # more than Python itself turns into a number

NUMBERS: list[object] = [
    None, True, False, 0, 1, -1, 2, 52, 2**31, 2**63, 2**64, 10**5000, -(10**5000), -0.0, 0.5, 2.5,
    nan, inf, -inf, 1e308, -1e308, 1e-320, 1j, Fraction(1, 3), Fraction(10**5000), Decimal("0.5"),
    Decimal("NaN"), Decimal("sNaN"), Decimal("1e999999"), np.int8(5), np.uint8(51),
    np.uint64(2**63), np.float32(0.5), np.float64(nan), np.bool_(True), np.datetime64("2020-01-01"),
]  # fmt: skip

TEXTS: list[object] = [
    "", " ", "nope", "200", "AA", "Ah", "T6", "6D", "river", "oop", "nan", "1e400", "\0", "\x1c",
    "\ud800", "é²٣♠", " " * 3000, DIGITS, "bet " + DIGITS, DIGITS + "D", "A=" + DIGITS, "x" * 300,
    "/" + "x" * 300, "A" * 6000, b"Ah", bytearray(b"AA"), memoryview(b"AhKh"), np.str_("AA"),
    Path("/nonexistent/x"), Path("\0"), Path("x" * 300),
]  # fmt: skip

COLLECTIONS: list[object] = [
    [], [1], [[0, 1]], [None], ["Ah", None], [[[]]], (), (1,) * 10, {}, {"Ah": 1}, {"bet": None},
    {1: 2}, {"oop": {"bet": []}}, {"AhKh": {"check": nan}}, {"check": nan}, {"A": nan}, {0: inf},
    {"mixed": 10**400}, set(), {1, 2}, frozenset({1}), range(3), slice(1), iter([1]),
    itertools.count(), [1.5] * 1326, ["x"] * 1326, [10**400] * 1326, [nan] * 10,
]  # fmt: skip

ARRAYS: list[object] = [
    np.array(3), np.array([1, 2]), np.array([[1.5] * 5]), np.array(["Ah"]), np.array([[b"a"] * 5]),
    np.array([object()]), np.zeros((0, 7), np.uint8), np.zeros((2, 5), complex),
    np.full((2, 5), 2**63, np.uint64), np.zeros((2, 5), "M8[s]"), np.zeros((2, 5), [("a", "u1")]),
    np.lib.stride_tricks.as_strided(np.zeros(7, np.uint8), (3, 7), (0, 1)), np.full(10, nan),
    np.full((1, 7), 52, np.uint8), np.full(1326, 0.5),
]  # fmt: skip

OBJECTS: list[object] = [
    object(), type, int, len, lambda: 1, Ellipsis, NotImplemented, ValueError("x"), Combo("AhKh"),
    Range("QQ"), bj.Rules("6D"), bj.Shoe(decks=2),
]  # fmt: skip

ODD: list[object] = [*NUMBERS, *TEXTS, *COLLECTIONS, *ARRAYS, *OBJECTS]
