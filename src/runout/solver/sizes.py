"""Bet sizes as players write them: ``60%``, ``2.5x``, ``100c``, ``20c3r``, ``a``, ``3e200%``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import floor, inf

from runout.errors import NotationError, Span

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


def whole_chips(amount: float) -> int:
    """The amount in whole chips, halves rounded away from zero.

    >>> whole_chips(12.5), whole_chips(12.4)
    (13, 12)
    """
    whole = floor(amount)
    return whole + (amount - whole >= 0.5)  # adding a half first would round 0.49999999999999994 up


@dataclass(frozen=True)
class Situation:
    """What a size depends on: whole chips, all on the street being played."""

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


@dataclass(frozen=True)
class Size:
    """One size: how it was written, and the amount it stands for."""

    kind: str
    number: float = 0.0
    """Share of the pot, multiple of the bet faced, chips, or geometric bets: 0 is one a street."""
    limit: float = inf
    """Most raises on the street (chips), or the largest share of the pot (geometric)."""

    def amount(self, at: Situation) -> int | None:
        """The chips in front of the player after betting or raising; None if it does not apply."""
        if self.kind == "pot":
            return at.faced + whole_chips(at.pot * self.number)
        if self.kind == "faced":
            return whole_chips(at.faced * self.number)
        if self.kind == "chips":
            return at.faced + whole_chips(self.number) if at.raises < self.limit else None
        if self.kind == "geometric":
            return at.faced + whole_chips(at.pot * self._geometric_share(at))
        return at.faced + at.behind

    def _geometric_share(self, at: Situation) -> float:
        """The share f of the pot with (1 + 2 f) ** bets = 1 + 2 * behind / pot."""
        bets = max((self.number or at.streets) - at.raises, 1)
        share: float = ((1 + 2 * at.behind / at.pot) ** (1 / bets) - 1) / 2
        return min(share, self.limit)


def parse_sizes(text: str, *, raises: bool) -> tuple[Size, ...]:
    """The sizes in a text, separated by spaces or commas.

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
            sizes.append(_size(text, match, raises))
        elif before == ",":
            raise _refused(text, match, raises, "has no size before it")
        if len(sizes) > MOST_SIZES:
            raise _refused(text, match, raises, f"is one of more than {MOST_SIZES:,} sizes")
        before = match[0]
    return tuple(sizes)


def _refused(text: str, match: re.Match[str], raises: bool, reason: str) -> NotationError:
    name, forms = ("raise", RAISE_FORMS) if raises else ("bet", BET_FORMS)
    return NotationError(f"{name} sizes", text, Span(*match.span()), f"{reason} ({forms})")


def _size(text: str, match: re.Match[str], raises: bool) -> Size:
    if len(match[0]) > _LONGEST:
        raise _refused(text, match, raises, "is too long")
    for kind, shape in _SHAPES:
        if found := shape.fullmatch(match[0]):
            size = _of_shape(kind, found)
            if reason := _why_not(size, raises, numbered=kind != "all-in" and found[1] is not None):
                raise _refused(text, match, raises, reason)
            return size
    raise _refused(text, match, raises, "is not a size")


def _of_shape(kind: str, found: re.Match[str]) -> Size:
    if kind == "pot":
        return Size(kind, float(found[1]) / 100)
    if kind == "faced":
        return Size(kind, float(found[1]))
    if kind == "chips":
        return Size(kind, float(found[1]), float(found[2]) if found[2] else inf)
    if kind == "geometric":
        return Size(kind, float(found[1] or 0), float(found[2]) / 100 if found[2] else inf)
    return Size(kind)


def _why_not(size: Size, raises: bool, *, numbered: bool) -> str:
    """What is wrong with a size; nothing if it can be used."""
    if size.number > 1e9:
        return "is too large"
    if size.kind == "faced":
        return _why_not_faced(size.number, raises)
    if size.kind == "chips":
        return _why_not_chips(size, raises)
    if size.kind == "geometric":
        return _why_not_geometric(size, numbered)
    return "is no chips at all" if size.kind == "pot" and size.number == 0 else ""


def _why_not_faced(times: float, raises: bool) -> str:
    if not raises:
        return "is a multiple of the bet faced, and a bet faces none"
    return "would raise to no more than the bet faced" if times <= 1 else ""


def _why_not_chips(size: Size, raises: bool) -> str:
    if size.limit < inf and not raises:
        return "limits raises, but stands among the bets"
    if size.limit < inf and not 1 <= size.limit <= _MOST_RAISES:
        return f"needs a limit of 1 to {_MOST_RAISES} raises"
    if size.number == 0:
        return "is no chips at all"
    return "is not whole chips" if size.number != int(size.number) else ""


def _why_not_geometric(size: Size, numbered: bool) -> str:
    bets = size.number
    if numbered and not (1 <= bets <= _MOST_STREETS and bets == int(bets)):
        return f"needs a whole number of bets from 1 to {_MOST_STREETS}"
    if size.limit == 0:
        return "needs a cap above 0"
    return "is too large" if 1e9 < size.limit < inf else ""
