"""The deck: card ids, how they are written and how they are read.

A card is a number, ``4 * rank + suit``: ranks 2..A are 0..12, suits c, d, h, s are 0..3, so ``2c``
is 0 and ``As`` is 51. `Card` is that number with a face, and works wherever an id does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from operator import index

from runout.checks import shown
from runout.errors import NotationError, RunoutError, Span

RANKS = "23456789TJQKA"
RANK_WORDS = (
    "deuce", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
RANK_COUNT = len(RANKS)
ACE = RANK_COUNT - 1
DECK_SIZE = RANK_COUNT * len(SUITS)

_SUIT_SIGNS = "cCdDhHsS♣♧♦♢♥♡♠♤"
RANK_PATTERN = "(?:10|[2-9TJQKAtjqka])"
SUIT_PATTERN = "[cdhsCDHS♣♦♥♠♧♢♡♤]\ufe0f?"  # symbols may carry a variation selector

_CARD = f"({RANK_PATTERN})({SUIT_PATTERN})"
_ALLOWED = "a card is a rank 2-9, T, J, Q, K, A and a suit c, d, h, s"


def rank_index(text: str) -> int:
    """Rank 0..12 of a text that matches `RANK_PATTERN`."""
    return RANKS.index("T" if text == "10" else text.upper())


def suit_index(text: str) -> int:
    """Suit 0..3 of a text that matches `SUIT_PATTERN`."""
    return _SUIT_SIGNS.index(text[0]) // 2 % 4


class Card(int):
    """One card of the deck, made from its text or its id.

    >>> Card("Ah"), Card("10♠"), Card(0)
    (Card('Ah'), Card('Ts'), Card('2c'))
    >>> int(Card("As")), Card("As").rank, Card("As").suit
    (51, 'A', 's')
    """

    __slots__ = ()

    def __new__(cls, card: str | int) -> Card:  # noqa: D102
        if isinstance(card, str):
            parsed = parse_cards(card)
            if len(parsed) != 1:
                raise RunoutError(f"card {shown(card)}: one card expected, {len(parsed)} given")
            return parsed[0]
        try:
            card_id = None if isinstance(card, bool) else index(card)
        except TypeError:
            card_id = None
        if card_id is None or not 0 <= card_id < DECK_SIZE:
            raise RunoutError(
                f"card {shown(card)}: a text such as Ah, or an id from 0 (2c) to 51 (As)"
            )
        return super().__new__(cls, card_id)

    @property
    def rank(self) -> str:
        """The rank as text, 2 to A."""
        return RANKS[self >> 2]

    @property
    def suit(self) -> str:
        """The suit as text: c, d, h or s."""
        return SUITS[self & 3]

    @property
    def symbol(self) -> str:
        """The card with the symbol of its suit, as in ``A♥``."""
        return self.rank + SUIT_SYMBOLS[self & 3]

    def __str__(self) -> str:
        return _TEXTS[self]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


CardsLike = str | Card | Iterable[Card | str | int]
"""Cards as text (``"AhKd 7c"``), one card, or any iterable of cards, texts and ids."""


def parse_cards(cards: CardsLike) -> tuple[Card, ...]:
    """Cards from text or from an iterable, in the order given; a card may appear only once.

    >>> parse_cards("AhKd 7c")
    (Card('Ah'), Card('Kd'), Card('7c'))
    >>> parse_cards("A♥, 10d"), parse_cards("[Ks 7d]")
    ((Card('Ah'), Card('Td')), (Card('Ks'), Card('7d')))
    >>> parse_cards("AhKx")
    Traceback (most recent call last):
        ...
    runout.errors.NotationError: cards 'AhKx': 'Kx' is not a card (a card is a rank ...
      AhKx
        ^^
    """
    if isinstance(cards, str):
        usual = usual_cards(cards)
        if usual is None and (inner := _in_brackets(cards)) is not None:
            return parse_cards(inner)
        return _parse_text(cards) if usual is None else usual
    if isinstance(cards, Card):
        return (cards,)
    try:
        several = iter(cards)
    except TypeError:
        raise RunoutError(
            f"cards {shown(cards)}: a text such as 'AhKd' or several cards are expected"
        ) from None
    parsed: dict[Card, None] = {}
    for one in several:  # which may go on without end
        card = one if isinstance(one, Card) else Card(one)
        if card in parsed:
            raise RunoutError(f"{card} appears twice")
        parsed[card] = None
    return tuple(parsed)


def _in_brackets(text: str) -> str | None:
    """What stands between brackets, as many write a board; None if there are none around it."""
    stripped = text.strip()
    inside = stripped[1:-1]
    around = stripped[:1] == "[" and stripped[-1:] == "]"
    return inside if around and "[" not in inside and "]" not in inside else None


def usual_cards(text: str) -> tuple[Card, ...] | None:
    """The cards of a text in which each has two characters; None where there is more to it.

    >>> usual_cards("AhKd 7c"), usual_cards("10h"), usual_cards("AhAh")
    ((Card('Ah'), Card('Kd'), Card('7c')), None, None)
    """
    if not text:
        return ()
    try:
        if len(text) == 4:  # two cards, by far the most frequent
            first, second = _CARD_OF[text[:2]], _CARD_OF[text[2:]]
            return (first, second) if first is not second else None
        chunks = (text,) if text.isalnum() else text.replace(",", " ").split()
        cards = [_CARD_OF[chunk[at : at + 2]] for chunk in chunks for at in range(0, len(chunk), 2)]
    except KeyError:
        return None
    return tuple(cards) if len(set(cards)) == len(cards) else None


def _parse_text(text: str) -> tuple[Card, ...]:
    """Cards of a text that is not the usual two characters for each, or the error in it."""
    one_card, separators = re.compile(_CARD), re.compile(r"[\s,;]+")
    cards: dict[Card, None] = {}
    at = 0
    while at < len(text):
        if match := one_card.match(text, at):
            card = _card(match[1], match[2])
            if card in cards:
                raise NotationError("cards", text, Span(*match.span()), "appears twice")
            cards[card] = None
        elif not (match := separators.match(text, at)):
            span = Span(at, _end_of_junk(text, at))
            raise NotationError("cards", text, span, f"is not a card ({_ALLOWED})")
        at = match.end()
    return tuple(cards)


def _end_of_junk(text: str, at: int) -> int:
    """Where what starts here and is no card ends: before the next card or separator."""
    chunk = re.compile(r"[^\s,;]+").match(text, at)
    assert chunk is not None
    following = re.compile(_CARD).search(text, at + 1, chunk.end())
    return following.start() if following else chunk.end()


@cache
def _card(rank: str, suit: str) -> Card:
    return DECK[4 * rank_index(rank) + suit_index(suit)]


def looks_like_cards(text: str, most: int) -> bool:
    """Whether a text is nothing but one to `most` cards, valid together or not.

    >>> looks_like_cards("Ah Ad", 2), looks_like_cards("AhAh", 2), looks_like_cards("AK", 2)
    (True, True, False)
    """
    inner = _in_brackets(text)
    several = rf"[\s,;]*(?:{_CARD}[\s,;]*){{1,{most}}}"
    return re.fullmatch(several, text if inner is None else inner) is not None


def refuse_duplicates(cards: Iterable[Card]) -> None:
    """Raise if a card appears twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise RunoutError(f"{card} appears twice")
        seen.add(card)


def _has_parts(cards: object) -> bool:
    """Whether there is something to go through: arrays without a dimension only look like it."""
    return isinstance(cards, Iterable) and getattr(cards, "ndim", 1) != 0


def format_cards(cards: Iterable[int], separator: str = "") -> str:
    """Text of cards or ids, as `parse_cards` reads it.

    >>> format_cards([50, 46, 42]), format_cards([51, 0], " ")
    ('AhKhQh', 'As 2c')
    """
    if not _has_parts(cards):
        raise RunoutError(f"cards {shown(cards)}: several cards or ids are expected")
    if not isinstance(separator, str):
        raise RunoutError(f"separator {shown(separator)}: a text is expected")
    return separator.join(
        [_TEXTS[card if isinstance(card, Card) else Card(card)] for card in cards]
    )


def card_bits(cards: Iterable[int]) -> int:
    """Cards as the kernels see them: sixteen bits a suit, bit = rank."""
    bits = 0
    for card in cards:
        bits |= _BITS[card]
    return bits


_BITS = tuple(1 << (16 * (card & 3) + (card >> 2)) for card in range(DECK_SIZE))
_TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)

DECK: tuple[Card, ...] = tuple(Card(card_id) for card_id in range(DECK_SIZE))
"""All cards in the order of their ids."""
DECK_BITS = card_bits(DECK)
"""The whole deck in the bits of the kernels."""

_CARD_OF = {
    rank + suit: DECK[4 * rank_index(rank) + suit_index(suit)]
    for rank in "23456789TJQKAtjqka"
    for suit in _SUIT_SIGNS
}
