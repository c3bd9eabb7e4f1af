"""The hands that one word of a range names: a class, a run, open cards, two cards, a share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from runout.cards import RANK_PATTERN, RANKS, SUIT_PATTERN, SUITS, rank_index, suit_index
from runout.combos import (
    CLASS_NAMES,
    CLASS_OF,
    CLASS_SIZES,
    COMBO_CARDS,
    COMBOS,
    pair_index,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Combos = NDArray[np.intp]

Plus = Literal["climb", "single"]
"""How T9s+ is read: both ranks climb, or only the kicker, so that it is T9s alone."""

NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?"
HAND_FORMS = "write AK, AKs, AKo, AsKs, A*, As or a share such as 15%"

_WILD = "[Xx*]"
_SHARE = re.compile(rf"({NUMBER})%(?:-({NUMBER})%)?")
_CLASS = re.compile(rf"({RANK_PATTERN})({RANK_PATTERN})([sSoO]?)")
_TWO_CARDS = re.compile(rf"({RANK_PATTERN})({SUIT_PATTERN})({RANK_PATTERN})({SUIT_PATTERN})")
_OPEN_CLASS = re.compile(rf"(?:({RANK_PATTERN}){_WILD}|{_WILD}({RANK_PATTERN}))([sSoO]?)")
_CARDS = re.compile(
    rf"({RANK_PATTERN}|{_WILD})({SUIT_PATTERN})?(?:({RANK_PATTERN}|{_WILD})({SUIT_PATTERN}|[oO])?)?"
)


class Refused(Exception):  # noqa: N818 - a signal inside this package, turned into NotationError
    """Why a word or a weight is not understood."""


@lru_cache(maxsize=1024)
def combos_of(word: str, plus: Plus) -> Combos:
    """Combos that a word names; runs are written with ``-`` and without blanks."""
    if word.lower() in {"random", "any", "all"}:
        return np.arange(COMBOS)
    if share := _SHARE.fullmatch(word):
        return _of_share(float(share[1]), None if share[2] is None else float(share[2]))
    if word.endswith("+"):
        if opened := _OPEN_CLASS.fullmatch(word[:-1]):
            return _of_open_classes(opened[1] or opened[2], opened[3])
        return _of_hands(_rising(_hand(word[:-1], "+"), plus))
    if word.endswith("-"):
        return _of_hands(_falling(_hand(word[:-1], "-"), plus))
    if "-" in word:
        first, last = (_hand(end, "-") for end in word.split("-", 1))
        return _of_hands(_between(first, last))
    return _of_pattern(word)


@lru_cache(maxsize=1024)
def read_two_ways(word: str) -> bool:
    """Whether a word is a run from neighbouring ranks that `plus` makes a difference to.

    >>> [read_two_ways(word) for word in ("T9s+", "9d8d+", "T9s-", "T8s+", "AK+", "99+")]
    [True, True, True, False, False, False]
    """
    if not word.endswith(("+", "-")) or _OPEN_CLASS.fullmatch(word[:-1]):
        return False
    start = _hand(word[:-1], word[-1])
    return start.gap == 1 and (start.high < len(RANKS) - 1 if word[-1] == "+" else start.low > 0)


@dataclass(frozen=True)
class _Hand:
    """A hand as written: its ranks, and its suits.

    Suits are s, o or nothing for a class, otherwise those of the high and of the low card.
    """

    high: int
    low: int
    suits: str

    @property
    def gap(self) -> int:
        return self.high - self.low


def _hand(text: str, sign: str) -> _Hand:
    if match := _CLASS.fullmatch(text):
        low, high = sorted((rank_index(match[1]), rank_index(match[2])))
        if high == low and match[3]:
            raise Refused(f"is not a hand: a pair is neither suited nor offsuit ({HAND_FORMS})")
        return _Hand(high, low, match[3].lower())
    if match := _TWO_CARDS.fullmatch(text):
        (low, low_suit), (high, high_suit) = sorted(
            (rank_index(match[place]), suit_index(match[place + 1])) for place in (1, 3)
        )
        if (low, low_suit) == (high, high_suit):
            raise Refused("is the same card twice")
        return _Hand(high, low, SUITS[high_suit] + SUITS[low_suit])
    also = ", Kx" if sign == "+" else ""
    raise Refused(f"is not understood: only AA, AK, AKs, AKo, AhKs{also} go with {sign!r}")


def _rising(start: _Hand, plus: Plus) -> list[_Hand]:
    """Pairs, and neighbours that climb, rise with both ranks; otherwise the kicker rises."""
    if start.gap == 0 or (start.gap == 1 and plus == "climb"):
        return _in_step(start, range(start.high, len(RANKS)))
    return _kickers(start, range(start.low, start.high))


def _falling(start: _Hand, plus: Plus) -> list[_Hand]:
    """The same downwards, to the deuce."""
    if start.gap == 0 or (start.gap == 1 and plus == "climb"):
        return _in_step(start, range(start.gap, start.high + 1))
    return _kickers(start, range(start.low + 1))


def _in_step(hand: _Hand, highs: range) -> list[_Hand]:
    return [_Hand(high, high - hand.gap, hand.suits) for high in highs]


def _kickers(hand: _Hand, lows: range) -> list[_Hand]:
    return [_Hand(hand.high, low, hand.suits) for low in lows]


def _between(first: _Hand, last: _Hand) -> list[_Hand]:
    """All hands from one to the other: kickers of one high card, or ranks moving in step."""
    if first.suits != last.suits:
        if len(first.suits) == len(last.suits) == 2:
            raise Refused("mixes suits: both ends have the same ones, as in AhKs-AhTs")
        raise Refused("mixes suited, offsuit or both: write both ends alike, as in A5s-A2s")
    if first.gap == last.gap:
        highs = sorted((first.high, last.high))
        return _in_step(first, range(highs[0], highs[1] + 1))
    if first.high == last.high and first.gap and last.gap:
        lows = sorted((first.low, last.low))
        return _kickers(first, range(lows[0], lows[1] + 1))
    raise Refused(
        "is no run of hands: the ends share the high card (A5s-A2s) or the gap (99-66, JTs-87s)"
    )


def _of_hands(hands: list[_Hand]) -> Combos:
    return np.concatenate([_of_hand(hand) for hand in hands])


@cache
def _of_hand(hand: _Hand) -> Combos:
    if len(hand.suits) == 2:
        high, low = (
            4 * hand.high + SUITS.index(hand.suits[0]),
            4 * hand.low + SUITS.index(hand.suits[1]),
        )
        return np.array([pair_index(low, high)])
    names = {"": "so", "s": "s", "o": "o"}[hand.suits] if hand.gap else [""]
    numbers = [CLASS_NAMES.index(RANKS[hand.high] + RANKS[hand.low] + suffix) for suffix in names]
    return np.flatnonzero(np.isin(CLASS_OF, numbers))


def _of_open_classes(rank: str, suffix: str) -> Combos:
    """Kx+: every hand with a king or an ace, of one kind if a suffix says so."""
    ranks = RANKS[rank_index(rank) :]
    return np.unique(np.concatenate([_of_pattern(f"{one}*{suffix}") for one in ranks]))


def _of_share(share: float, upper: float | None) -> Combos:
    """The top share of all hands in percent, or what lies between two shares."""
    if share > 100 or (upper or 0) > 100:
        raise Refused("is not a share of hands: shares run from 0% to 100%")
    low, high = sorted((0.0 if upper is None else upper, share))
    places = _places()
    return np.flatnonzero((places >= _classes_in(low)) & (places < _classes_in(high)))


@cache
def _places() -> NDArray[np.intp]:
    """The place of each combo's class, the best one first."""
    from runout.preflop import ranking

    return np.argsort(ranking())[CLASS_OF]


@cache
def _stops() -> NDArray[np.float64]:
    """Combos of the best 0, 1, 2 ... classes."""
    from runout.preflop import ranking

    return np.concatenate([[0.0], np.cumsum(CLASS_SIZES[list(ranking())], dtype=np.float64)])


def _classes_in(share: float) -> int:
    """How many whole classes are nearest to a share in percent; the fewer on a tie."""
    return int(np.argmin(np.abs(_stops() - share * COMBOS / 100)))


def _of_pattern(text: str) -> Combos:
    """One hand: two cards of which the rank, the suit or both may be left open."""
    match = _CARDS.fullmatch(text)
    if match is None:
        raise Refused(f"is not a hand ({HAND_FORMS})")
    rank1, suit1, rank2, suit2 = match.groups()
    if rank2 is None:
        if suit1 is None and rank1 not in "Xx*":
            raise Refused(f"is not a hand: write {rank1.upper()}* for any hand with that rank")
        return _two_cards(_matching(rank1, suit1), _matching("*", None))
    suffix = ""
    if suit1 is None and suit2 is not None:
        if suit2 not in "sSoO":
            raise Refused(f"is not a hand ({HAND_FORMS})")
        suffix, suit2 = suit2.lower(), None
    if suit2 is not None and suit2 in "oO":
        raise Refused(f"is not a hand ({HAND_FORMS})")
    if suit1 is not None and suit2 is None and rank2 not in "Xx*":
        raise Refused(
            f"names one suit of two (write {rank1}{suit1}{rank2}{suit1} or {rank1}{rank2})"
        )
    if suffix and _same_rank(rank1, rank2):
        raise Refused(f"is not a hand: a pair is neither suited nor offsuit ({HAND_FORMS})")
    combos = _two_cards(_matching(rank1, suit1), _matching(rank2, suit2))
    if not len(combos):
        raise Refused("is the same card twice")
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
