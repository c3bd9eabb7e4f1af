"""Amounts of chips with decimals, counted in whole units so that sums of them stay exact."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, gcd
from typing import Any

import numpy as np

from runout import checks
from runout.errors import RunoutError

DECIMALS = 4
"""The most that an amount has; with more, numbers are no longer written out by Python."""
MOST_UNITS = 10_000_000
"""In a pot or a stack: float32 tells whole numbers apart up to 16 million."""
_SCALE = 10**DECIMALS
_ROUNDING = 1e-9  # of itself: 5.5 * 1.1 is 6.050000000000001


def whole_chips(amount: float) -> int:
    """The amount in whole chips, halves rounded away from zero.

    >>> whole_chips(12.5), whole_chips(12.4)
    (13, 12)
    """
    whole = floor(amount)
    return whole + (amount - whole >= 0.5)  # adding a half first would round 0.49999999999999994 up


def plain(amount: float) -> float:
    """An amount as it is written: an int where it is whole.

    >>> plain(120.0), plain(5.5)
    (120, 5.5)
    """
    return int(amount) if amount == int(amount) else float(amount)


def chips_given(name: str, value: Any) -> float:  # noqa: ANN401 - whatever it is, it is looked at
    """The value as an exact amount of chips, if it is one: above 0, with few decimals.

    >>> chips_given("pot", 200.0), chips_given("pot", 5.5 * 1.1)
    (200, 6.05)
    """
    shortest = float(str(value)) if isinstance(value, np.floating) else value
    what = f"chips above 0, up to {MOST_UNITS:,}"
    found = checks.number(name, shortest, what=what)
    if not 0 < found <= MOST_UNITS:
        raise RunoutError(f"{name} {checks.shown(value)}: {what}")
    exact = round(found * _SCALE) / _SCALE
    if not abs(exact - found) <= _ROUNDING * found:
        raise RunoutError(
            f"{name} {checks.shown(value)}: chips have at most {DECIMALS} decimals here"
        )
    return plain(exact)


@dataclass(frozen=True, slots=True)
class Units:
    """What amounts are counted in: pot, stack and chip are whole numbers of units.

    >>> tenths = Units.of(5.5, 97.5, 0.1)
    >>> tenths.count(5.5), tenths.chips(975), tenths.rounded(12.4, 0.5)
    (55, 97.5, 6)
    """

    numerator: int = 1
    denominator: int = 1
    """A unit is so many chips: numerator / denominator."""
    coin: int = 1
    """Units in the smallest amount that sizes are rounded to."""

    @classmethod
    def of(cls, pot: float, stack: float, chip: float) -> Units:
        """The largest unit that all three are whole numbers of."""
        scaled = [round(amount * _SCALE) for amount in (pot, stack, chip)]
        unit = gcd(*scaled)
        common = gcd(unit, _SCALE)
        return cls(unit // common, _SCALE // common, scaled[2] // unit)

    def count(self, chips: float) -> int | None:
        """How many units an amount is; None if it is no whole number of them."""
        if type(chips) is int and self.denominator == self.numerator:
            return chips  # as nearly everywhere
        scaled = round(chips * _SCALE)
        units, rest = divmod(scaled * self.denominator, self.numerator * _SCALE)
        return None if rest or scaled / _SCALE != chips else units

    def chips(self, units: int) -> float:
        """An amount as it is written; the division gives the float nearest to the decimals."""
        if self.denominator == self.numerator:
            return units
        total = units * self.numerator
        return total / self.denominator if total % self.denominator else total // self.denominator

    def rounded(self, units: float, times: float) -> int:
        """A multiple of an amount, in units, rounded to the coin; halves go away from zero."""
        if self.coin == 1:
            return whole_chips(units * times)
        return self.coin * whole_chips(units / self.coin * times)


WHOLE = Units()
"""Whole chips."""


def default_chip(pot: float, stack: float) -> float:
    """What sizes are rounded to: 1 if both amounts are whole, else their last decimal place.

    >>> default_chip(55, 975), default_chip(5.5, 97.5), default_chip(5.25, 100)
    (1, 0.1, 0.01)
    """
    decimals = max(_decimals(pot), _decimals(stack))
    return plain(1 / 10**decimals)


def _decimals(amount: float) -> int:
    scaled, count = round(amount * _SCALE), DECIMALS
    while count and scaled % 10 == 0:
        scaled, count = scaled // 10, count - 1
    return count
