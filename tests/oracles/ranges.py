"""Ranges read by spelling every word out, hand by hand; slow, and only for what is well formed."""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations

RANKS = "23456789TJQKA"
Hand = frozenset[str]  # two cards such as "Ah"

DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
ALL = [frozenset(pair) for pair in combinations(DECK, 2)]


def hands_of(word: str, plus: str) -> set[Hand]:
    """All hands that a word names."""
    if word.endswith("+") and word[1] in "x*":
        ranks = RANKS[RANKS.index(word[0]) :]
        return set().union(*(_open(rank, word[2:-1]) for rank in ranks))
    if word.endswith(("+", "-")):
        return _spelled(_open_run(word[:-1], word[-1], plus))
    if "-" in word:
        return _spelled(_closed_run(*word.split("-")))
    return _spelled([word])


def _open(rank: str, kind: str) -> set[Hand]:
    """Hands with a card of this rank, suited or offsuit if that is said."""
    return {hand for hand in ALL if any(rank in card for card in hand) and _is(hand, kind)}


def _is(hand: Hand, kind: str) -> bool:
    one, other = hand
    if kind == "s":
        return one[1] == other[1]
    return kind == "" or (one[1] != other[1] and one[0] != other[0])


def _parts(word: str) -> tuple[str, str, str]:
    """Both ranks and what says the suits: AKs is A, K, s; AhKs is A, K, hs."""
    if len(word) == 4:
        return word[0], word[2], word[1] + word[3]
    return word[0], word[1], word[2:]


def _made(high: str, low: str, suits: str) -> str:
    return high + suits[0] + low + suits[1] if len(suits) == 2 else high + low + suits


def _next(rank: str, step: int) -> str | None:
    place = RANKS.index(rank) + step
    return RANKS[place] if 0 <= place < 13 else None


def _open_run(word: str, sign: str, plus: str) -> list[str]:
    """One hand after the other, until a rank runs out or the kicker meets the high card."""
    step = 1 if sign == "+" else -1
    high, low, suits = _parts(word)
    together = high == low or (_next(low, 1) == high and plus == "climb")
    found = []
    while True:
        found.append(_made(high, low, suits))
        above, beside = _next(high, step) if together else high, _next(low, step)
        if above is None or beside is None or (not together and beside == high):
            return found
        high, low = above, beside


def _closed_run(first: str, last: str) -> list[str]:
    """The hands from one end to the other: one of the two open runs upwards passes both."""
    for start, end in ((first, last), (last, first)):
        high, low, suits = _parts(start)
        for moves_high in (0, 1):
            found, h, k = [_made(high, low, suits)], high, low
            while found[-1] != end:
                above, beside = _next(h, moves_high), _next(k, 1)
                if above is None or beside is None:
                    break
                h, k = above, beside
                found.append(_made(h, k, suits))
            else:
                return found
    raise AssertionError(f"{first}-{last} is no run")


def _spelled(words: list[str]) -> set[Hand]:
    hands = set()
    for word in words:
        high, low, suits = _parts(word)
        if len(suits) == 2:
            hands.add(frozenset((high + suits[0], low + suits[1])))
        else:
            pairs = [(high + a, low + b) for a in "cdhs" for b in "cdhs" if high + a != low + b]
            hands |= {frozenset(p) for p in pairs if high == low or _is(frozenset(p), suits)}
    return hands


def weight_of(text: str) -> Decimal:
    """The weight after a hand, with its mark: ``:0.5``, ``@50``, ``@0.5``, ``@0.5%``."""
    if not text:
        return Decimal(1)
    number = Decimal(text[1:].rstrip("%"))
    percent = text.endswith("%") or (text[0] == "@" and number > 1)
    return number / 100 if percent else number


def read(lists: list[list[tuple[bool, str, str]]], plus: str) -> dict[Hand, Decimal]:
    """Lists of (excluded, word, weight), joined by the larger weight."""
    joined: dict[Hand, Decimal] = {}
    for tokens in lists:
        weights: dict[Hand, Decimal] = {}
        for excluded, word, weight in tokens:
            for hand in hands_of(word, plus):
                weights[hand] = Decimal(0) if excluded else weight_of(weight)
        for hand, given in weights.items():
            joined[hand] = max(given, joined.get(hand, Decimal(0)))
    return {hand: weight for hand, weight in joined.items() if weight}


def read_first(tokens: list[tuple[str, str]]) -> dict[Hand, float]:
    """Words and weights as WASM Postflop reads them: what is said first of a hand counts."""
    weights: dict[Hand, float] = {}
    for word, weight in tokens:
        for hand in hands_of(word, "climb"):
            weights.setdefault(hand, float(weight_of(weight)))
    return {hand: weight for hand, weight in weights.items() if weight}
