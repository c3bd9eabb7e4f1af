"""Reading ranges: the notations of the trade, one token after the other.

A range text is a list of tokens. Each gives a set of combos and a weight, and replaces the weight
that earlier tokens gave those combos. Groups, ``0.5(...)`` and ``[50]...[/50]``, multiply the
weights of the tokens inside. Every token costs a bounded amount of work, so reading takes linear
time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import RANK_PATTERN, RANKS, SUIT_PATTERN, rank_index, suit_index
from runout.combos import CLASS_NAMES, CLASS_OF, CLASS_SIZES, COMBO_CARDS, COMBOS
from runout.errors import NotationError, Span
from runout.ranges.weight_list import weight_list

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Combos = NDArray[np.intp]

_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?"
_DASH = "[-–—−]"
_WILD = "[Xx*]"

_SEPARATORS = re.compile(r"[\s,;]+")
_GROUP_OPEN = re.compile(rf"(?:({_NUMBER})(%?)\s*)?\(")
_TAG_OPEN = re.compile(rf"\[\s*({_NUMBER})\s*%?\s*\]")
_TAG_CLOSE = re.compile(rf"\[\s*/\s*({_NUMBER})?\s*%?\s*\]")
_WORD = r"[^\s,;()\[\]:@\-–—−]+"
_TOKEN = re.compile(rf"(!?)\s*({_WORD}(?:\s*{_DASH}\s*{_WORD})?)(?:\s*([:@])\s*([^\s,;()\[\]]*))?")
_CHUNK = re.compile(r"\[[^\s,;\[\]]*\]?|[()\]]|[^\s,;()\[\]]+")

_WEIGHT = re.compile(rf"({_NUMBER})(%?)")
_SHARE = re.compile(rf"({_NUMBER})%(?:\s*{_DASH}\s*({_NUMBER})%)?")
_SPAN_OF_HANDS = re.compile(rf"([^-–—−]+?)\s*{_DASH}\s*([^-–—−]+)")
_CLASS = re.compile(rf"({RANK_PATTERN})({RANK_PATTERN})([sSoO]?)")
_CARDS = re.compile(
    rf"({RANK_PATTERN}|{_WILD})({SUIT_PATTERN})?(?:({RANK_PATTERN}|{_WILD})({SUIT_PATTERN}|[oO])?)?"
)

_HAND_FORMS = "write AK, AKs, AKo, AsKs, A*, As or a share such as 15%"


class _Refused(Exception):  # noqa: N818 - a signal inside this module, turned into NotationError
    """Why a token is not understood."""


@dataclass(frozen=True)
class _Group:
    """An open bracket: what weights were multiplied by before it, and how it must be closed."""

    span: Span
    outer_factor: float
    tag: float | None  # the percentage of a [50] tag, None for a parenthesis


def parse_range(text: str) -> NDArray[np.float64]:
    """Weights of the 1,326 combos; raises `NotationError` at the first token not understood."""
    listed = weight_list(text)
    return _Parser(text).weights() if listed is None else listed


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._factor = 1.0
        self._groups: list[_Group] = []
        self._weights = np.zeros(COMBOS)

    def weights(self) -> NDArray[np.float64]:
        while self._at < len(self._text):
            self._step()
        if self._groups:
            opened = self._groups[-1]
            raise self._error(opened.span, "is never closed")
        return self._weights

    def _step(self) -> None:
        text, at = self._text, self._at
        if match := _SEPARATORS.match(text, at):
            pass
        elif match := _GROUP_OPEN.match(text, at):
            factor = 1.0 if match[1] is None else self._weight(match[1], match[2] == "%", match)
            self._open(factor, None, match)
        elif match := _TAG_OPEN.match(text, at):
            self._open(self._weight(match[1], percent=True, where=match), float(match[1]), match)
        elif (match := _TAG_CLOSE.match(text, at)) or text[at] == ")":
            self._close(match)
        elif match := _TOKEN.match(text, at):
            self._token(match)
        else:
            chunk = _CHUNK.match(text, at)
            span = Span(*chunk.span()) if chunk else Span(at, at + 1)
            raise self._error(span, f"is not a hand or a weight ({_HAND_FORMS})")
        self._at = match.end() if match else at + 1

    def _open(self, factor: float, tag: float | None, match: re.Match[str]) -> None:
        self._groups.append(_Group(Span(*match.span()), self._factor, tag))
        self._factor *= factor

    def _close(self, tag: re.Match[str] | None) -> None:
        span = Span(self._at, tag.end() if tag else self._at + 1)
        if not self._groups:
            raise self._error(span, "closes nothing")
        group = self._groups.pop()
        opening = self._text[group.span.start : group.span.end]
        if (tag is None) != (group.tag is None):
            raise self._error(span, f"does not close {opening!r}")
        if tag is not None and tag[1] is not None and float(tag[1]) != group.tag:
            raise self._error(span, f"does not close {opening!r}")
        self._factor = group.outer_factor

    def _token(self, match: re.Match[str]) -> None:
        excluded, hands, mark, weight = match.groups()
        span = Span(*match.span())
        try:
            combos = _combos(hands)
        except _Refused as refused:
            raise self._error(Span(*match.span(2)), str(refused)) from None
        if not excluded:
            own = 1.0 if mark is None else self._own_weight(mark, weight, match)
            self._weights[combos] = self._factor * own
        elif mark is None:
            self._weights[combos] = 0.0
        else:
            raise self._error(span, "has a weight, but an excluded hand is gone altogether")

    def _own_weight(self, mark: str, weight: str, match: re.Match[str]) -> float:
        number = _WEIGHT.fullmatch(weight)
        if number is None:
            reason = f"has no number after {mark!r} (write AA:0.5 or AA@50)"
            raise self._error(Span(*match.span()), reason)
        return self._weight(number[1], mark == "@" or number[2] == "%", match)

    def _weight(self, number: str, percent: bool, where: re.Match[str]) -> float:
        # A percentage is scaled as text: 33.3 / 100 is not quite the number 0.333.
        value = _hundredth(number) if percent else float(number)
        if not value <= 1:
            allowed = "0% to 100%" if percent else "0 to 1 (or write @50, 50%(...) for half)"
            raise self._error(Span(*where.span()), f"has a weight outside {allowed}")
        return value

    def _error(self, span: Span, reason: str) -> NotationError:
        return NotationError("range", self._text, span, reason)


def _hundredth(number: str) -> float:
    mantissa, _, exponent = number.lower().partition("e")
    return float(f"{mantissa}e{int(exponent or 0) - 2}")


@lru_cache(maxsize=4096)
def _combos(hands: str) -> Combos:
    """Combos of one token without weight."""
    if hands.lower() in {"random", "any", "all"}:
        return np.arange(COMBOS)
    if share := _SHARE.fullmatch(hands):
        return _of_share(float(share[1]), None if share[2] is None else float(share[2]))
    if hands.endswith("+"):
        return _of_classes(_rising(_hand_class(hands[:-1], "+")))
    if ends := _SPAN_OF_HANDS.fullmatch(hands):
        first, last = (_hand_class(end, "-") for end in ends.groups())
        return _of_classes(_between(first, last))
    return _of_pattern(hands)


@dataclass(frozen=True)
class _Class:
    """A class as written: high and low rank, and s, o or nothing for both."""

    high: int
    low: int
    suffix: str


def _hand_class(text: str, sign: str) -> _Class:
    match = _CLASS.fullmatch(text)
    if match is None:
        raise _Refused(f"is not understood: only AA, AK, AKs and AKo go with {sign!r}")
    low, high = sorted((rank_index(match[1]), rank_index(match[2])))
    suffix = match[3].lower()
    if high == low and suffix:
        raise _Refused(f"is not a hand: a pair is neither suited nor offsuit ({_HAND_FORMS})")
    return _Class(high, low, suffix)


def _rising(start: _Class) -> list[_Class]:
    """Pairs and neighbouring ranks rise together, otherwise the kicker rises to the high card."""
    gap = start.high - start.low
    if gap <= 1:
        return [_Class(high, high - gap, start.suffix) for high in range(start.high, len(RANKS))]
    return [_Class(start.high, low, start.suffix) for low in range(start.low, start.high)]


def _between(first: _Class, last: _Class) -> list[_Class]:
    """All classes from one to the other: kickers of one high card, or ranks moving in step."""
    if first.suffix != last.suffix:
        raise _Refused("mixes suited, offsuit or both: write both ends alike, as in A5s-A2s")
    if first.high - first.low == last.high - last.low:
        gap = first.high - first.low
        highs = sorted((first.high, last.high))
        return [_Class(high, high - gap, first.suffix) for high in range(highs[0], highs[1] + 1)]
    if first.high == last.high and first.low != first.high and last.low != last.high:
        lows = sorted((first.low, last.low))
        return [_Class(first.high, low, first.suffix) for low in range(lows[0], lows[1] + 1)]
    raise _Refused(
        "is no run of hands: the ends share the high card (A5s-A2s) or the gap (99-66, JTs-87s)"
    )


def _of_classes(classes: list[_Class]) -> Combos:
    return np.concatenate([_of_class(one) for one in classes])


@cache
def _of_class(hand: _Class) -> Combos:
    names = {"": "so", "s": "s", "o": "o"}[hand.suffix] if hand.high != hand.low else [""]
    numbers = [CLASS_NAMES.index(RANKS[hand.high] + RANKS[hand.low] + suffix) for suffix in names]
    return np.flatnonzero(np.isin(CLASS_OF, numbers))


def _of_share(share: float, upper: float | None) -> Combos:
    """The top share of all hands in percent, or what lies between two shares."""
    if share > 100 or (upper or 0) > 100:
        raise _Refused("is not a share of hands: shares run from 0% to 100%")
    if upper is None:
        return _top(share)
    low, high = sorted((share, upper))
    return np.setdiff1d(_top(high), _top(low))


def _top(share: float) -> Combos:
    """Whole classes from the top, stopping nearest to the share (at the fewer on a tie)."""
    from runout.preflop import ranking

    order = ranking()
    combos_so_far = np.concatenate([[0], np.cumsum(CLASS_SIZES[list(order)], dtype=int)])
    nearest = int(np.argmin(np.abs(combos_so_far - share * COMBOS / 100)))
    return np.flatnonzero(np.isin(CLASS_OF, order[:nearest]))


def _of_pattern(text: str) -> Combos:
    """One hand: two cards of which the rank, the suit or both may be left open."""
    match = _CARDS.fullmatch(text)
    if match is None:
        raise _Refused(f"is not a hand ({_HAND_FORMS})")
    rank1, suit1, rank2, suit2 = match.groups()
    if rank2 is None:
        if suit1 is None and rank1 not in "Xx*":
            raise _Refused(f"is not a hand: write {rank1.upper()}* for any hand with that rank")
        return _two_cards(_matching(rank1, suit1), _matching("*", None))
    suffix = ""
    if suit1 is None and suit2 is not None:
        if suit2 not in "sSoO":
            raise _Refused(f"is not a hand ({_HAND_FORMS})")
        suffix, suit2 = suit2.lower(), None
    if suit2 is not None and suit2 in "oO":
        raise _Refused(f"is not a hand ({_HAND_FORMS})")
    if suit1 is not None and suit2 is None and rank2 not in "Xx*":
        raise _Refused(
            f"names one suit of two (write {rank1}{suit1}{rank2}{suit1} or {rank1}{rank2})"
        )
    if suffix and _same_rank(rank1, rank2):
        raise _Refused(f"is not a hand: a pair is neither suited nor offsuit ({_HAND_FORMS})")
    combos = _two_cards(_matching(rank1, suit1), _matching(rank2, suit2))
    if not len(combos):
        raise _Refused("is the same card twice")
    return combos[_suited_as(combos, suffix)]


def _same_rank(rank1: str, rank2: str) -> bool:
    wild = rank1 in "Xx*" or rank2 in "Xx*"
    return not wild and rank_index(rank1) == rank_index(rank2)


def _matching(rank: str, suit: str | None) -> NDArray[np.bool_]:
    """Which of the 52 cards have the rank and the suit."""
    cards = np.ones((len(RANKS), 4), dtype=bool)
    if rank not in "Xx*":
        cards[np.arange(len(RANKS)) != rank_index(rank)] = False
    if suit is not None:
        cards[:, np.arange(4) != suit_index(suit)] = False
    return cards.ravel()


def _two_cards(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> Combos:
    """Combos of which one card matches `one` and the other matches `other`."""
    low, high = COMBO_CARDS.T
    return np.flatnonzero((one[low] & other[high]) | (one[high] & other[low]))


def _suited_as(combos: Combos, suffix: str) -> NDArray[np.bool_]:
    """Which combos are suited (s) or offsuit and no pair (o); all of them without a suffix."""
    low, high = COMBO_CARDS[combos].T
    if suffix == "s":
        suited: NDArray[np.bool_] = low % 4 == high % 4
        return suited
    if suffix == "o":
        offsuit: NDArray[np.bool_] = (low % 4 != high % 4) & (low // 4 != high // 4)
        return offsuit
    return np.ones(len(combos), dtype=bool)
