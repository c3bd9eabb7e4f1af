"""Reading ranges: the notations of the trade, one token after the other.

A range text is a list of tokens. Each gives a set of combos and a weight, and replaces the weight
that earlier tokens gave those combos. Groups, ``0.5(...)`` and ``[50]...[/50]``, multiply the
weights of the tokens inside; a bar joins two such lists by the larger weight. Every token costs a
bounded amount of work, so reading takes linear time; and texts longer than any range are refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, get_args

import numpy as np

from runout.checks import choice
from runout.combos import COMBO_CARDS, COMBOS
from runout.errors import NotationError, Span
from runout.ranges.hands import HAND_FORMS, NUMBER, Plus, Refused, combos_of, read_two_ways

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.ranges.lookup import Lookup

_DASH = "[-–—−]"
_WORD = r"[^\s,;|()\[\]:@\-–—−]+"
# A dash that nothing follows runs down to the deuce; one that may be a slip of the pen does not.
_OPEN_DASH = rf"{_DASH}(?=\s*(?:[,;|)]|\[\s*/|\Z))"
_NAME = r"\w(?:[\w\u0300-\u036f.-]*[\w\u0300-\u036f])?"  # accents may stand by themselves
# Behind a blank and before a letter it is no weight: a name of the library follows.
_AT = r"(?:(?<!\s)@|@(?![^\W\d]))"
_LEXER = re.compile(
    rf"""
      (?P<separator> [\s,;]+ )
    | (?P<group> (?: (?P<factor>{NUMBER}) (?P<percent>%?) \s* )? \( )
    | (?P<tag> \[ \s* (?P<tag_number>{NUMBER}) \s* %? \s* \] )
    | (?P<end_of_tag> \[ \s* / \s* (?P<end_number>{NUMBER})? \s* %? \s* \] )
    | (?P<end_of_group> \) )
    | (?P<bar> \| )
    | (?P<token> (?P<no>!?) \s*
        (?P<hands> @(?P<name>{_NAME}) | (?P<first>{_WORD})
          (?: (?P<open_dash>{_OPEN_DASH}) | \s* {_DASH} \s* (?P<last>{_WORD}) )? )
        (?: \s* (?P<mark>:|{_AT}) \s* (?P<weight>[^\s,;|()\[\]]*) )? )
    """,
    re.VERBOSE,
)
_CHUNK = re.compile(r"\[[^\s,;|\[\]]*\]?|[()\]]|[^\s,;|()\[\]]+")
_WEIGHT = re.compile(rf"({NUMBER})(%?)")

_MOST_CHARACTERS = 250_000  # 1,326 combos with all digits of their weights take 35,000
_DEEPEST = 100
_PLUS = get_args(Plus)
_NUMBER = r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?"
_LIST = re.compile(rf"[\s,;]*{_NUMBER}(?:[\s,;]+{_NUMBER})*[\s,;]*")
# Only 22 to 99 are hands too, so that a list of hands never comes near this.
_FEWEST = 100
LIST_ORDER = np.lexsort((COMBO_CARDS[:, 0], COMBO_CARDS[:, 1]))
"""Of 1,326 weights as PioSOLVER stores them, 2d2c 2h2c 2h2d 2s2c to AsAh: the higher card first."""


@dataclass(frozen=True)
class Reading:
    """A range as it was read."""

    weights: NDArray[np.float64]
    """Of the 1,326 combos."""
    read_two_ways: tuple[str, ...]
    """Runs from neighbouring ranks, such as T9s+, which tools read differently."""


@dataclass(frozen=True)
class _Group:
    """An open bracket: what weights were multiplied by before it, and how it must be closed."""

    span: Span
    outer_factor: float
    tag: float | None  # the percentage of a [50] tag, None for a parenthesis


class _Hands(NamedTuple):
    """What a word names: combos, and their weights where those of the library differ."""

    combos: NDArray[np.intp]
    weights: NDArray[np.float64] | float = 1.0

    def vanish(self, factor: float) -> bool:
        """Whether some weight times a factor is too small to be told from nothing."""
        if isinstance(self.weights, float):
            return self.weights * factor == 0
        return not (self.weights * factor).all()


def read_range(
    text: str, plus: Plus = "climb", lookup: Lookup | None = None, kind: str = "range"
) -> Reading:
    """The range that a text names; raises `NotationError` at the first token not understood.

    Names such as ``@btn_open`` are looked up in the library, or in `lookup`; `kind` is what errors
    call the text.
    """
    if not isinstance(plus, str) or plus not in _PLUS:
        choice("plus", plus, _PLUS)
    if len(text) > _MOST_CHARACTERS:
        reason = f"is beyond the first {_MOST_CHARACTERS:,} characters, more than any range needs"
        raise NotationError(kind, text, Span(_MOST_CHARACTERS, len(text)), reason)
    listed = _weight_list(text)
    return _Parser(text, plus, lookup, kind).reading() if listed is None else Reading(listed, ())


def read_named(text: str, lookup: Lookup, kind: str) -> NDArray[np.float64]:
    """The weights of a text that stands in a library."""
    return read_range(text, lookup=lookup, kind=kind).weights


def names_in(text: str) -> set[str]:
    """The names of the library that a range is made of, so far as it can be read.

    >>> sorted(names_in("@btn_open, AA@50, 0.5(@bluffs)"))
    ['bluffs', 'btn_open']
    """
    tokens = iter(_LEXER.scanner(text).match, None)  # type: ignore[attr-defined]
    return {match["name"] for match in tokens if match["name"] is not None}


class _Parser:
    def __init__(self, text: str, plus: Plus, lookup: Lookup | None, kind: str) -> None:
        self._text = text
        self._plus: Plus = plus
        self._lookup = lookup
        self._kind = kind
        self._factor = 1.0
        self._groups: list[_Group] = []
        self._weights = np.zeros(COMBOS)
        self._named: dict[str, _Hands] = {}
        self._joined: set[tuple[tuple[str, float], ...]] = set()
        self._bar: Span | None = None
        self._start_list()

    def _start_list(self) -> None:
        # Of equal words only the last counts, so a dictionary in the order of last use is enough.
        self._list: dict[str, float] = {}
        self._last: re.Match[str] | None = None
        self._leading_share: Span | None = None
        self._gave_hands = False

    def reading(self) -> Reading:
        steps = {
            "group": self._open_group,
            "tag": self._open_tag,
            "end_of_tag": self._close,
            "end_of_group": self._close,
            "bar": self._end_of_list,
            "token": self._token,
        }
        at = 0
        for match in iter(_LEXER.scanner(self._text).match, None):  # type: ignore[attr-defined]
            if step := steps.get(match.lastgroup):
                step(match)
            at = match.end()
        if at < len(self._text):
            raise self._junk(at)
        self._finish()
        words = [word for word in self._named if not word.startswith("@")]
        return Reading(self._weights, tuple(filter(read_two_ways, words)))

    def _junk(self, at: int) -> NotationError:
        chunk = _CHUNK.match(self._text, at)
        span = Span(*chunk.span()) if chunk else Span(at, at + 1)
        if self._text[at] == "@":
            return self._error(span, "names no range of the library (write @btn_open)")
        if self._text[at] in "-–—−":
            reason = (
                "has a dash that belongs to no run: 44- and A5s- stand before a comma, a semicolon "
                "or the end (with a weight, 44-22:0.5)"
            )
            return self._error(span, reason)
        return self._error(span, f"is not a hand or a weight ({HAND_FORMS})")

    def _finish(self) -> None:
        if self._groups:
            raise self._error(self._groups[-1].span, "is never closed")
        if self._bar is not None and self._last is None:
            raise self._error(self._bar, "needs hands on both sides")
        self._join_list()

    def _end_of_list(self, match: re.Match[str]) -> None:
        self._bar = Span(*match.span())
        if self._groups:
            opening = self._of(self._groups[-1].span)
            raise self._error(self._bar, f"joins whole ranges: close {opening!r} before it")
        if self._last is None:
            raise self._error(self._bar, "needs hands on both sides")
        self._join_list()
        self._start_list()

    def _join_list(self) -> None:
        key = tuple(self._list.items())
        if key in self._joined:
            return
        self._joined.add(key)
        weights = np.zeros(COMBOS)
        for word, weight in key:
            hands = self._named[word]
            weights[hands.combos] = hands.weights * weight
        np.maximum(self._weights, weights, out=self._weights)

    def _open_group(self, match: re.Match[str]) -> None:
        number, percent = match["factor"], match["percent"]
        factor = 1.0 if number is None else self._checked(match, number, percent == "%")
        self._open(factor, None, match)

    def _open_tag(self, match: re.Match[str]) -> None:
        number = match["tag_number"]
        self._open(self._checked(match, number, percent=True), float(number), match)

    def _open(self, factor: float, tag: float | None, match: re.Match[str]) -> None:
        if len(self._groups) == _DEEPEST:
            raise self._error(Span(*match.span()), f"is inside {_DEEPEST} groups: no more are read")
        self._groups.append(_Group(Span(*match.span()), self._factor, tag))
        self._factor = self._scaled(factor, match)

    def _close(self, match: re.Match[str]) -> None:
        span, tagged = Span(*match.span()), match.lastgroup == "end_of_tag"
        if not self._groups:
            raise self._error(span, "closes nothing")
        group = self._groups.pop()
        number = match["end_number"]
        other = number is not None and float(number) != group.tag
        if tagged != (group.tag is not None) or other:
            raise self._error(span, f"does not close {self._of(group.span)!r}")
        self._factor = group.outer_factor

    def _token(self, match: re.Match[str]) -> None:
        word, excluded = _word(match), match["no"]
        hands = self._named.get(word)
        if hands is None:
            hands = self._named[word] = self._hands(word, match)
        weight = 0.0 if excluded else self._weight(match)
        if weight and hands.vanish(weight):
            raise self._error(Span(*match.span()), f"has a weight {_TOO_SMALL}")
        if not excluded:
            self._check_share(match, "%" in word)
        elif match["mark"]:
            reason = "has a weight, but an excluded hand is gone altogether"
            raise self._error(Span(*match.span()), reason)
        self._list.pop(word, None)
        self._list[word] = weight
        self._last = match

    def _hands(self, word: str, match: re.Match[str]) -> _Hands:
        try:
            name = match["name"]
            return _Hands(combos_of(word, self._plus)) if name is None else self._of_library(name)
        except Refused as refused:
            raise self._error(Span(*match.span("hands")), str(refused)) from None

    def _of_library(self, name: str) -> _Hands:
        if self._lookup is None:
            from runout.ranges.lookup import Lookup

            self._lookup = Lookup(read_named)
        weights = self._lookup.weights(name)
        combos = np.flatnonzero(weights)
        return _Hands(combos, weights[combos])

    def _weight(self, match: re.Match[str]) -> float:
        if match["mark"] is None:
            return self._factor
        try:
            own = _own_weight(match["mark"], match["weight"])
        except Refused as refused:
            raise self._error(Span(*match.span()), str(refused)) from None
        return self._scaled(own, match)

    def _scaled(self, weight: float, match: re.Match[str]) -> float:
        product = self._factor * weight
        if product == 0 and self._factor and weight:
            raise self._error(Span(*match.span()), f"has a weight {_TOO_SMALL}")
        return product

    def _check_share(self, match: re.Match[str], share: bool) -> None:
        """Refuse shares that may be meant as something else than hands."""
        if self._leading_share is not None:
            raise self._error(
                self._leading_share,
                f"stands before other hands: write {self._of(self._leading_share)} | ... to have "
                "the best hands and those, or leave it out if it only says how many they are",
            )
        if share:
            span = Span(*match.span("hands"))
            if self._last is not None:
                between = self._text[self._last.end() : span.start]
                if not set(",;") & set(between):
                    raise self._error(span, f"may be a weight or hands: {self._two_meanings(span)}")
            if not self._gave_hands:
                self._leading_share = span
        self._gave_hands = True

    def _two_meanings(self, span: Span) -> str:
        share, last = self._of(span), self._last
        assert last is not None
        comma = f"put a comma before it for the best {share} of all hands"
        if last["mark"] or last["no"] or "%" in last["hands"] or share.count("%") > 1:
            return comma
        number = share if float(share[:-1]) <= 1 else share[:-1]
        return f"write {last['hands']}@{number} for the weight, or {comma}"

    def _checked(self, match: re.Match[str], number: str, percent: bool) -> float:
        try:
            return _in_bounds(number, percent)
        except Refused as refused:
            raise self._error(Span(*match.span()), str(refused)) from None

    def _of(self, span: Span) -> str:
        return self._text[span.start : span.end]

    def _error(self, span: Span, reason: str) -> NotationError:
        return NotationError(self._kind, self._text, span, reason)


def _word(match: re.Match[str]) -> str:
    """The hands of a token in one spelling."""
    first, last, name = match["first"], match["last"], match["name"]
    if name is not None:
        return f"@{name}"
    return f"{first}-{last}" if last else first + "-" if match["open_dash"] else str(first)


_TOO_SMALL = "that is too small to be told from nothing"


@lru_cache(maxsize=1024)
def _own_weight(mark: str, weight: str) -> float:
    """What stands behind a hand: after @ numbers above 1 are percent, with % all are."""
    number = _WEIGHT.fullmatch(weight)
    if number is None:
        raise Refused(f"has no number after {mark!r} (write AA:0.5 or AA@50)")
    percent = number[2] == "%" or (mark == "@" and float(number[1]) > 1)
    return _in_bounds(number[1], percent)


def _in_bounds(number: str, percent: bool) -> float:
    # A percentage is scaled as text: 33.3 / 100 is not quite the number 0.333.
    value = _hundredth(number) if percent else float(number)
    if not value <= 1:
        allowed = "0% to 100%" if percent else "0 to 1 (or write @50, 50%(...) for half)"
        raise Refused(f"has a weight outside {allowed}")
    if value == 0 and number.lower().partition("e")[0].strip("0."):
        raise Refused(f"has a weight {_TOO_SMALL}")
    return value


def _hundredth(number: str) -> float:
    mantissa, _, exponent = number.lower().partition("e")
    return float(f"{mantissa}e{int(exponent or 0) - 2}")


def _weight_list(text: str) -> NDArray[np.float64] | None:
    """The weights in the order of combo indices; None if the text is not a long list of numbers."""
    if len(text) < 2 * _FEWEST - 1 or _LIST.fullmatch(text) is None:
        return None
    numbers = list(re.finditer(_NUMBER, text))
    if len(numbers) < _FEWEST:
        return None
    if len(numbers) != COMBOS:
        reason = f"ends a list of {len(numbers):,} weights, but {COMBOS:,} are expected"
        raise NotationError("range", text, Span(*numbers[-1].span()), reason)
    for number in numbers:
        if float(number[0]) > 1:
            raise NotationError("range", text, Span(*number.span()), "is a weight outside 0 to 1")
    weights = np.zeros(COMBOS)
    weights[LIST_ORDER] = [float(number[0]) for number in numbers]
    return weights
