"""Checks of what people pass in."""

from __future__ import annotations

import os
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runout.checks import choice, number, path, shown, switch, text, texts, whole
from runout.errors import RunoutError
from runout.threads import MOST_THREADS, cores, thread_count

NO_NUMBERS: list[object] = [
    "200",
    b"2",
    True,
    False,
    np.bool_(True),
    None,
    [],
    1j,
    nan,
    inf,
    -inf,
    object(),
]
HUGE = 10**5000


class Unprintable:
    """Something whose text cannot be had."""

    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    "given", [5, 5.0, np.int8(5), np.uint64(5), np.float32(5), Fraction(5), Decimal("5.00")]
)
def test_whole_numbers_of_any_kind_become_plain_ones(given: object) -> None:
    found = whole("pot", given, 1, 9)
    assert (found, type(found)) == (5, int)
    same = number("pot", given, 1, 9)
    assert (same, type(same)) == (5.0, float)


def test_what_is_no_number_is_refused_with_its_name() -> None:
    odd = [HUGE, -HUGE, Unprintable(), Decimal("NaN"), Decimal("sNaN"), Decimal("1e999999999")]
    for given in (*NO_NUMBERS, *odd):
        with pytest.raises(RunoutError, match=r"^pot .*: whole chips from 1 to 1,000$"):
            whole("pot", given, 1, 1000, what="whole chips")
        with pytest.raises(RunoutError, match=r"^rake .*: a share from 0 to below 1$"):
            number("rake", given, 0, below=1, what="a share")


@pytest.mark.parametrize("given", [0, 10, 2.5, Fraction(5, 2), Decimal("2.5"), np.float64(2.5)])
def test_whole_numbers_outside_the_bounds_and_parts_are_refused(given: object) -> None:
    with pytest.raises(RunoutError, match="from 1 to 9"):
        whole("n", given, 1, 9)


def test_bounds_are_said_in_words() -> None:
    bounds: list[tuple[dict[str, Any], str]] = [
        ({"least": 0}, "from 0 up"),
        ({"above": 0}, "above 0"),
        ({"least": 0, "most": 1}, "from 0 to 1"),
        ({"least": 0, "below": 1}, "from 0 to below 1"),
    ]
    for given, words in bounds:
        with pytest.raises(RunoutError, match=f"^n -1: a number {words}$"):
            number("n", -1, **given)
    assert str(number("n", -0.0, 0)) == "0.0"


def test_numbers_too_long_to_print_are_still_named() -> None:
    assert shown(HUGE) == "a whole number of 16,610 bits"
    assert shown(Fraction(1, HUGE)) == "a Fraction"
    assert shown(Unprintable()) == "a Unprintable"


def test_switches_texts_and_words() -> None:
    assert switch("s", np.bool_(False)) is False
    for odd in (1, 0, "yes", None):
        with pytest.raises(RunoutError, match="True or False"):
            switch("s", odd)
    assert texts("lines", ["a", "b"], "'x'") == ("a", "b")
    no_lists: list[object] = ["check", 5, [5], None]
    for given in no_lists:
        with pytest.raises(RunoutError, match=r"^lines "):
            texts("lines", given, "'x'")
    with pytest.raises(RunoutError, match="a text such as 'x'"):
        text("t", b"bytes", "'x'")
    with pytest.raises(RunoutError, match=r"^c \['a'\]: a, b or c$"):
        choice("c", ["a"], "abc")


def test_paths() -> None:
    assert path("p", Path("a/b")) == path("p", "a/b") == Path("a/b")
    for given in (5, None, b"a", "a\0b", Path("a\0b")):
        with pytest.raises(RunoutError, match=r"^p "):
            path("p", given)


def test_all_cores_are_used_where_the_system_does_not_say_which(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 24)
    assert (cores(), thread_count(None)) == (24, 24)
    monkeypatch.setattr(os, "cpu_count", lambda: 5 * MOST_THREADS)
    assert thread_count(None) == MOST_THREADS
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert thread_count(None) == 1


@pytest.mark.parametrize("given", [0, -1, 2.5, "2", True, MOST_THREADS + 1, nan])
def test_thread_counts_that_are_none_are_refused(given: int) -> None:
    with pytest.raises(RunoutError, match=r"^threads .*: a whole number from 1 to 256$"):
        thread_count(given)
