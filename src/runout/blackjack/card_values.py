"""Card values as blackjack counts them: A, 2 to 9, and T for every ten and face card."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from runout.cards import RANK_PATTERN, SUIT_PATTERN, SUITS, Card, suit_index
from runout.checks import shown
from runout.checks import text as checked_text
from runout.errors import NotationError, RunoutError, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

VALUES = "A23456789T"
ACES, TEN = 0, 9
UPCARDS = "23456789TA"  # in the order of printed charts
MOST_CARDS = 5000  # of a shoe, and so of any text of cards
PER_DECK = (*(4,) * 9, 16)

_TOKEN = re.compile(f"({RANK_PATTERN})({SUIT_PATTERN})?")


@dataclass(frozen=True)
class DealtCard:
    """A card that was seen: its value, and the card itself where the suit was given."""

    value: int
    card: Card | None


def parse_dealt(text: str, kind: str = "cards") -> tuple[DealtCard, ...]:
    """Cards as players write them, with or without suits, spaces and commas.

    >>> [VALUES[card.value] for card in parse_dealt("5 5 6, K♦ 10h")]
    ['5', '5', '6', 'T', 'T']
    """
    text = checked_text(kind, text, "'T6' or 'K♦ 9c'")
    found: list[DealtCard] = []
    at = 0
    while at < len(text):
        if text[at] in " ,\t\n":
            at += 1
            continue
        match = _TOKEN.match(text, at)
        if match is None:
            end = next((i for i in range(at, len(text)) if text[i] in " ,\t\n"), len(text))
            raise NotationError(
                kind,
                text,
                Span(at, end),
                "is not a card (write A, 2 to 9, T, or with a suit Kd, K♦)",
            )
        if len(found) == MOST_CARDS:
            raise RunoutError(f"{kind} {shown(text)}: more than {MOST_CARDS} cards")
        found.append(_dealt(match[1], match[2]))
        at = match.end()
    return tuple(found)


def _dealt(rank: str, suit: str | None) -> DealtCard:
    letter = "T" if rank == "10" else rank.upper()
    value = VALUES.index("T" if letter in "JQK" else letter)
    return DealtCard(value, Card(letter + SUITS[suit_index(suit)]) if suit else None)


def parse_values(text: str, kind: str = "cards") -> tuple[int, ...]:
    """The values alone.

    >>> parse_values("A9T")
    (0, 8, 9)
    """
    return tuple(card.value for card in parse_dealt(text, kind))


def parse_upcard(text: str) -> int:
    """One value.

    >>> parse_upcard("K")
    9
    """
    values = parse_values(text, "upcard")
    if len(values) != 1:
        raise RunoutError(f"upcard {shown(text)}: {len(values)} cards, but the dealer shows one")
    return values[0]


def format_values(values: Sequence[int]) -> str:
    """Values as text, in the given order.

    >>> format_values((9, 5))
    'T6'
    """
    return "".join(VALUES[value] for value in values)


def ten_of(given: object) -> list[Any] | None:
    """The ten things in a list, an array or whatever gives them one by one; else None.

    >>> ten_of(range(10)) is None, ten_of([1, 2]) is None, ten_of("A23456789T") is None
    (False, True, True)
    """
    if isinstance(given, str | bytes):
        return None
    try:
        found = list(islice(given, len(VALUES) + 1))  # type: ignore[call-overload]
    except TypeError:
        return None
    return found if len(found) == len(VALUES) else None
