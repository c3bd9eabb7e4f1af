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
_NUMBER = r"(?:\d+(?:\.\d*)?|\.\d+)"
_TOKEN = re.compile(r"[^\s,]+")
_SHAPES = (
    ("pot", re.compile(rf"({_NUMBER})%")),
    ("faced", re.compile(rf"({_NUMBER})x", re.IGNORECASE)),
    ("chips", re.compile(rf"({_NUMBER})c(?:(\d+)r)?", re.IGNORECASE)),
    ("geometric", re.compile(rf"({_NUMBER})?e(?:({_NUMBER})%)?", re.IGNORECASE)),
    ("all-in", re.compile(r"a|allin|all-in", re.IGNORECASE)),
)


def whole_chips(amount: float) -> int:
    """The amount in whole chips, halves rounded away from zero.

    >>> whole_chips(12.5), whole_chips(12.4)
    (13, 12)
    """
    return floor(amount + 0.5)


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
    return tuple(_size(text, match, raises) for match in _TOKEN.finditer(text))


def _size(text: str, match: re.Match[str], raises: bool) -> Size:
    for kind, shape in _SHAPES:
        if found := shape.fullmatch(match[0]):
            size = _of_shape(kind, found)
            reason = _why_not(size, raises)
            break
    else:
        reason = "is not a size"
    if reason:
        name, forms = ("raise", RAISE_FORMS) if raises else ("bet", BET_FORMS)
        raise NotationError(f"{name} sizes", text, Span(*match.span()), f"{reason} ({forms})")
    return size


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


def _why_not(size: Size, raises: bool) -> str:
    if size.kind == "faced" and not raises:
        return "is a multiple of the bet faced, and a bet faces none"
    if size.kind == "faced" and size.number <= 1:
        return "would raise to no more than the bet faced"
    if size.kind == "chips" and size.limit < inf and not raises:
        return "limits raises, but stands among the bets"
    if size.kind in {"pot", "chips"} and size.number <= 0:
        return "is no chips at all"
    if size.kind == "geometric" and (size.limit <= 0 or 0 < size.number < 1):
        return "needs at least one bet and a cap above 0"
    if max(size.number, 0 if size.limit == inf else size.limit) > 1e9:
        return "is too large"
    return ""
