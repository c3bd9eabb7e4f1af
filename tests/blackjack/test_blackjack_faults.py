"""Whatever blackjack is given, it answers, or refuses in our own words."""

import itertools
import math
import time
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runout import RunoutError
from runout import blackjack as bj
from runout.blackjack.counting import conditional_shoes
from runout.blackjack.split_memory import remembered_split
from tests.marks import kernels

pytestmark = kernels

SHOE, RULES, CHART = bj.Shoe(decks=1), "1D NOSPLIT", bj.basic_strategy("6D")
EFFECTS = dict.fromkeys("23456", 0.001)
DIGITS = "1" * 5000

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 5, 2**31, 2**63, 2**64, -(2**70), 10**5000, -(10**5000)),
    *(0.0, -0.0, 0.5, 1.5, 1e-320, 1e308, -1e308, math.nan, math.inf, -math.inf, 1 + 2j),
    *(Fraction(1, 3), Decimal("0.1"), Decimal("NaN"), Decimal("sNaN"), Decimal("1e9999")),
    *(np.int8(5), np.uint64(2**63), np.float32(0.5), np.float64("nan"), np.bool_(True)),
    *(np.str_("T6"), np.array(3), np.array([1, 2]), np.zeros(0), np.array(["A"]), np.zeros(10)),
    *("", " ", "T", "6", "T6", "AT", "6D", "hi-lo", "nan", "1e999", "\0", "\x1c", "\ud800", "♠"),
    *(DIGITS, DIGITS + "D", "A=" + DIGITS, DIGITS + ":1", "A" * 6000, "T6 " * 3000, "²", "٣D"),
    *(b"T6", bytearray(b"6D"), [], [1], [1] * 10, [math.nan] * 10, ["A"], (), (1,) * 10, {}, set()),
    *({"A": 1}, {"A": math.nan}, {1: 1}, {"23": 4}, {"A": "4"}, {None: None}, {2: 1}, {"mixed": 5}),
    *(object(), type, print, lambda: None, range(10), iter([1]), itertools.count(), Path("x")),
    *(bj.Rules("6D"), bj.Shoe(decks=2), CHART, slice(1), NotImplemented, Exception("x")),
)

# What is not public, with arguments that it takes; one at a time is replaced. All that is public is
# given odd values in tests/house.
CALLS: tuple[tuple[Callable[..., object], dict[str, Any]], ...] = (
    (conditional_shoes, {"shoe": SHOE, "tags": "hi-lo", "true_count": 1, "cards": 26}),
    (
        remembered_split,
        {"pair": "TT", "up": "6", "shoe": bj.Shoe(counts={"6": 9, "T": 9}), "rules": "6D"},
    ),
)


@pytest.mark.parametrize(
    ("call", "given", "name"),
    [(call, given, name) for call, given in CALLS for name in given],
    ids=lambda value: getattr(value, "__name__", None) if callable(value) else None,
)
def test_odd_values(call: Callable[..., object], given: dict[str, Any], name: str) -> None:
    for odd in ODD:
        if call is remembered_split and isinstance(odd, bj.Shoe):
            continue  # is allowed, and takes half a minute
        try:
            call(**given | {name: odd})
        except RunoutError as error:
            assert len(str(error)) < 2000


def test_nan_is_refused() -> None:
    for ev, variance, bankroll in ((math.nan, 1, 1), (0.1, math.nan, 1), (0.1, 1, math.nan)):
        with pytest.raises(RunoutError, match="nan: a number"):
            bj.risk_of_ruin(ev, variance, bankroll)
    for ev, variance in ((math.nan, 1), (0.1, math.nan), (math.inf, 1), (0.1, math.inf)):
        with pytest.raises(RunoutError, match=": a number"):
            bj.kelly(ev, variance)
    for tags in ([math.nan] * 10, {"5": math.nan}, {"5": math.inf}):
        with pytest.raises(RunoutError, match="tag of"):
            bj.betting_correlation(tags, EFFECTS)


def test_numpy_numbers_are_numbers() -> None:
    seed: Any = np.int8(5)
    rounds: Any = np.int64(1000)
    counts: Any = np.array(SHOE.counts)
    one: Any = np.int8(1)
    plain = bj.simulate(SHOE, RULES, CHART, rounds=1000, seed=5)
    assert bj.simulate(SHOE, RULES, CHART, rounds=rounds, seed=seed) == plain
    assert bj.Shoe(decks=one) == SHOE
    assert bj.Shoe(counts=counts).counts == SHOE.counts
    assert bj.Rules(decks=np.int64(6), pays=np.float32(1.5)) == bj.Rules("6D")


def test_the_first_round_is_dealt_before_any_cut_card() -> None:
    assert bj.simulate(SHOE, RULES, CHART, rounds=1000, penetration=1e-320).rounds >= 1000


def test_counts_of_unknown_values_are_not_skipped() -> None:
    with pytest.raises(RunoutError, match="'23' is not a value"):
        bj.Shoe(counts={"23": 4, "T": 16})


def test_a_payout_is_never_rounded_to_nothing() -> None:
    with pytest.raises(RunoutError, match="a payout"):
        bj.Rules(pays=1e-9)


PATTERNS = (
    "A",
    "6D ",
    "A=4 ",
    "A=",
    "1,",
    "1 ",
    " ",
    "3:2 ",
    "\n",
    "H 16 S\n",
    "#",
    "Kd",
    "\0",
    "9",
    "x",
    ",",
    "=",
)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_megabyte_of_anything_is_read_quickly(pattern: str) -> None:
    text = pattern * (1_000_000 // len(pattern))
    parsers: tuple[Callable[[str], object], ...] = (
        bj.Rules,
        bj.Shoe,
        SHOE.without,
        bj.Chart.parse,
        lambda text: bj.hand_ev(text, "T", SHOE, RULES),
        lambda text: bj.hand_ev("T6", text, SHOE, RULES),
        lambda text: bj.betting_correlation(text, EFFECTS),
        lambda text: bj.side_bet(text, SHOE),
    )
    for parse in parsers:
        started = time.process_time()
        try:
            parse(text)
        except RunoutError as error:
            assert len(str(error)) < 2000
        # A bound for slow machines: linear parsers take a fraction of a second, others hours.
        assert time.process_time() - started < 5
