"""Bet sizes as players write them: ``60%``, ``2.5x``, ``100c``, ``20c3r``, ``a``, ``3e200%``.

Amounts of chips may have decimals; they are counted in whole units, so that sums stay exact.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import floor, gcd, inf
from typing import Any

import numpy as np

from runout import checks
from runout.errors import NotationError, RunoutError, Span

PLAYERS = ("oop", "ip")

BET_FORMS = "60% of the pot, 100c chips, e or 2e geometric, 3e200% capped, a all-in"
RAISE_FORMS = (
    "60% of the pot, 2.5x the bet faced, 100c chips, 20c3r at most 3 raises, "
    "e or 2e geometric, 3e200% capped, a all-in"
)
MOST_SIZES = 100
"""In one text; nodes with fewer actions are too wide already."""
_MOST_STREETS = _MOST_RAISES = 100
_LONGEST = 4300  # characters of a size: more digits than Python turns into a number
_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_TOKEN = re.compile(r"[^\s,]+|,")
_SHAPES = (
    ("pot", re.compile(rf"({_NUMBER})%")),
    ("faced", re.compile(rf"({_NUMBER})x", re.IGNORECASE)),
    ("chips", re.compile(rf"({_NUMBER})c(?:([0-9]+)r)?", re.IGNORECASE)),
    ("geometric", re.compile(rf"({_NUMBER})?e(?:({_NUMBER})%)?", re.IGNORECASE)),
    ("all-in", re.compile(r"a|allin|all-in", re.IGNORECASE)),
)
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


@dataclass(frozen=True)
class Facing:
    """What a size depends on: amounts in units, all on the street being played."""

    pot: int
    """The pot after calling the bet faced."""
    behind: int
    """What the opponent has left to call with."""
    faced: int
    """The bet faced; 0 if there is none."""
    raises: int
    """Raises already made on the street."""
    streets: int
    """Streets left, this one included."""
    units: Units = WHOLE


@dataclass(frozen=True)
class Size:
    """One size: how it was written, and the amount it stands for."""

    kind: str
    number: float = 0.0
    """Share of the pot, multiple of the bet faced, chips, or geometric bets: 0 is one a street."""
    limit: float = inf
    """Most raises on the street (chips), or the largest share of the pot (geometric)."""
    text: str = field(default="", compare=False)
    """As it was written."""

    def amount(self, at: Facing) -> int | None:
        """The units in front of the player after betting or raising; None if it does not apply."""
        if self.kind == "pot":
            return at.faced + at.units.rounded(at.pot, self.number)
        if self.kind == "faced":
            return at.units.rounded(at.faced, self.number)
        if self.kind == "chips":
            return at.faced + (at.units.count(self.number) or 0) if at.raises < self.limit else None
        if self.kind == "geometric":
            return at.faced + self._geometric(at)
        return at.faced + at.behind

    def _geometric(self, at: Facing) -> int:
        """The share f of the pot with (1 + 2 f) ** bets = 1 + 2 * behind / pot, in units.

        A last bet is all that is behind, to the unit, be that a multiple of the coin or not.
        """
        bets = max((self.number or at.streets) - at.raises, 1)
        if bets == 1 and at.behind <= self.limit * at.pot:
            return at.behind
        share: float = ((1 + 2 * at.behind / at.pot) ** (1 / bets) - 1) / 2
        return at.units.rounded(at.pot, min(share, self.limit))


def parse_sizes(text: str, *, raises: bool, units: Units = WHOLE) -> tuple[Size, ...]:
    """The sizes in a text, separated by spaces or commas; chips are whole in these units.

    >>> [size.kind for size in parse_sizes("60% e a", raises=False)]
    ['pot', 'geometric', 'all-in']
    >>> parse_sizes("60% 2.5y", raises=True)
    Traceback (most recent call last):
        ...
    runout.errors.NotationError: raise sizes '60% 2.5y': '2.5y' is not a size (60% of the pot, ...
      60% 2.5y
          ^^^^
    """
    sizes: list[Size] = []
    before = ","
    for match in _TOKEN.finditer(text):
        if match[0] != ",":
            sizes.append(_size(text, match, raises, units))
        elif before == ",":
            raise _refused(text, match, raises, "has no size before it")
        if len(sizes) > MOST_SIZES:
            raise _refused(text, match, raises, f"is one of more than {MOST_SIZES:,} sizes")
        before = match[0]
    return tuple(sizes)


def _refused(text: str, match: re.Match[str], raises: bool, reason: str) -> NotationError:
    name, forms = ("raise", RAISE_FORMS) if raises else ("bet", BET_FORMS)
    return NotationError(f"{name} sizes", text, Span(*match.span()), f"{reason} ({forms})")


def _size(text: str, match: re.Match[str], raises: bool, units: Units) -> Size:
    if len(match[0]) > _LONGEST:
        raise _refused(text, match, raises, "is too long")
    for kind, shape in _SHAPES:
        if found := shape.fullmatch(match[0]):
            size = _of_shape(kind, found)
            numbered = kind != "all-in" and found[1] is not None
            if reason := _why_not(size, raises, units, numbered=numbered):
                raise _refused(text, match, raises, reason)
            return size
    raise _refused(text, match, raises, "is not a size")


def _of_shape(kind: str, found: re.Match[str]) -> Size:
    number, limit = 0.0, inf
    if kind != "all-in":
        number = float(found[1] or 0) / (100 if kind == "pot" else 1)
    if kind in ("chips", "geometric") and found[2]:
        limit = float(found[2]) / (1 if kind == "chips" else 100)
    return Size(kind, number, limit, found[0])


def _why_not(size: Size, raises: bool, units: Units, *, numbered: bool) -> str:
    """What is wrong with a size; nothing if it can be used."""
    if size.number > 1e9:
        return "is too large"
    if size.kind == "faced":
        return _why_not_faced(size.number, raises)
    if size.kind == "chips":
        return _why_not_chips(size, raises, units)
    if size.kind == "geometric":
        return _why_not_geometric(size, numbered)
    return "is no chips at all" if size.kind == "pot" and size.number == 0 else ""


def _why_not_faced(times: float, raises: bool) -> str:
    if not raises:
        return "is a multiple of the bet faced, and a bet faces none"
    return "would raise to no more than the bet faced" if times <= 1 else ""


def _why_not_chips(size: Size, raises: bool, units: Units) -> str:
    if size.limit < inf and not raises:
        return "limits raises, but stands among the bets"
    if size.limit < inf and not 1 <= size.limit <= _MOST_RAISES:
        return f"needs a limit of 1 to {_MOST_RAISES} raises"
    if size.number == 0:
        return "is no chips at all"
    count = units.count(size.number)
    if count is not None and count % units.coin == 0:
        return ""
    chip = units.chips(units.coin)
    return "is not whole chips" if chip == 1 else f"is no multiple of the chip, {chip}"


def _why_not_geometric(size: Size, numbered: bool) -> str:
    bets = size.number
    if numbered and not (1 <= bets <= _MOST_STREETS and bets == int(bets)):
        return f"needs a whole number of bets from 1 to {_MOST_STREETS}"
    if size.limit == 0:
        return "needs a cap above 0"
    return "is too large" if 1e9 < size.limit < inf else ""
