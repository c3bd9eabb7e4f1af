"""Hand strength: one hand in words, or millions as numbers.

Two scales, both dense, higher is better. Every five-card poker hand falls into one of 7,462
classes; 0 is 7-5-4-3-2, 7461 the royal flush. The best five of seven cards can only be 4,824 of
them, so seven-card hands are numbered 0..4823; `five_card_class` maps those to the 7,462.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache, total_ordering
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from runout import _core
from runout.cards import (
    ACE,
    DECK,
    DECK_SIZE,
    RANK_WORDS,
    Card,
    CardsLike,
    format_cards,
    parse_cards,
)
from runout.checks import shown, switch
from runout.errors import RunoutError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_Number = TypeVar("_Number", bound=np.generic)

FIVE_CARD_CLASSES = 7462
SEVEN_CARD_CLASSES = 4824


class Category(IntEnum):
    """The nine kinds of poker hands, weakest first (a royal flush is a straight flush)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


@cache
def five_card_class() -> NDArray[np.uint16]:
    """The five-card class (0..7461) of every seven-card strength (0..4823), increasing."""
    return _read_only(_core.seven_to_five())


@cache
def _categories() -> NDArray[np.uint8]:
    return _read_only(_core.categories())


def category_of(strengths: ArrayLike, cards: int) -> NDArray[np.uint8]:
    """Categories of strengths that `evaluate_many` gave for hands of this many cards.

    >>> category_of([0, 4823], cards=7).tolist()
    [0, 8]
    """
    try:
        classes = np.asarray(strengths)
    except ValueError:
        raise RunoutError("strengths: an array of whole numbers is expected") from None
    if not isinstance(cards, (int, np.integer)) or cards not in (5, 6, 7):
        raise RunoutError(f"cards {shown(cards)}: hands have 5, 6 or 7 cards")
    scale = SEVEN_CARD_CLASSES if cards == 7 else FIVE_CARD_CLASSES
    if classes.dtype.kind not in "iu" or ((classes < 0) | (classes >= scale)).any():
        raise RunoutError(f"strengths of {cards} cards: 0..7461 for 5 or 6 cards, 0..4823 for 7")
    found: NDArray[np.uint8] = _categories()[five_card_class()[classes] if cards == 7 else classes]
    return found


def _read_only(array: NDArray[_Number]) -> NDArray[_Number]:
    array.flags.writeable = False
    return array


@total_ordering
class Hand:
    """What 5, 6 or 7 cards are worth. Hands compare by strength, whatever their number of cards.

    >>> kings, aces = evaluate("KhKsTd9c2h"), evaluate("AhAs3d4c6h8s9d")
    >>> aces > kings, max(kings, aces).description
    (True, 'pair of aces, nine-eight-six kickers')
    """

    __slots__ = ("cards", "strength")
    strength: int
    """Class among the 7,462 five-card hands; two hands tie exactly if it is the same."""
    cards: tuple[Card, ...]
    """The cards as given."""

    def __init__(self, strength: int, cards: tuple[Card, ...]) -> None:
        _set(self, "strength", strength)
        _set(self, "cards", cards)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Hand cannot be changed (setting {name!r})")

    def __reduce__(self) -> tuple[object, ...]:
        return Hand, (self.strength, self.cards)

    @property
    def category(self) -> Category:
        """What kind of hand it is."""
        return Category(int(_categories()[self.strength]))

    @property
    def best(self) -> tuple[Card, ...]:
        """The five cards that play: pairs and better first, then from high to low."""
        fives = [five for five in combinations(self.cards, 5) if class_of(five) == self.strength]
        return max(_in_playing_order(five) for five in fives)

    @property
    def description(self) -> str:
        """The hand in words."""
        return _describe(self.category, [card >> 2 for card in self.best])

    def __eq__(self, other: object) -> bool:
        return self.strength == other.strength if isinstance(other, Hand) else NotImplemented

    def __lt__(self, other: Hand) -> bool:
        return self.strength < other.strength if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.strength)

    def __str__(self) -> str:
        return f"{format_cards(self.best, ' ')}: {self.description}"

    def __repr__(self) -> str:
        return f"Hand(strength={self.strength}, category={self.category!r}, best={self.best!r})"


_set = object.__setattr__
class_of = _core.class_of
_card_at = DECK.__getitem__


def evaluate(cards: CardsLike, board: CardsLike | None = None) -> Hand:
    """The best poker hand among 5, 6 or 7 cards, those of the board included.

    >>> hand = evaluate("AhKhQhJhTh2c3d")
    >>> hand.strength, hand.description
    (7461, 'royal flush')
    >>> print(evaluate("KsKdKcTsTd2h3h"))
    Ks Kd Kc Ts Td: full house, kings full of tens
    >>> evaluate("AhKh", board="Qh Jh Th").description
    'royal flush'
    """
    if board is not None:
        cards = _with_board(cards, board)
    strength = class_of(cards)
    if strength >= 0:  # a list or tuple of different ids, which needs no more looking at
        return Hand(strength, tuple(map(_card_at, cards)))  # type: ignore[arg-type]
    given = parse_cards(cards)
    if not 5 <= len(given) <= 7:
        raise RunoutError(
            f"hand {format_cards(given)!r}: {len(given)} cards, but a hand has 5, 6 or 7"
        )
    return Hand(class_of(given), given)


def _with_board(cards: CardsLike, board: CardsLike) -> tuple[Card, ...]:
    held, shared = parse_cards(cards), parse_cards(board)
    for card in held:
        if card in shared:
            raise RunoutError(f"hand {format_cards(held)!r}: {card} is already on the board")
    return held + shared


def _in_playing_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Ranks held most often first, then from high to low; the ace of a wheel last."""
    held = [card >> 2 for card in cards]
    wheel = set(held) == {ACE, 0, 1, 2, 3}

    def place(card: Card) -> tuple[int, int, Card]:
        rank = card >> 2
        return held.count(rank), -1 if wheel and rank == ACE else rank, card

    return tuple(sorted(cards, key=place, reverse=True))


def _plural(rank: int) -> str:
    word = RANK_WORDS[rank]
    return word + "es" if word == "six" else word + "s"


def _kickers(ranks: list[int]) -> str:
    words = "-".join(RANK_WORDS[rank] for rank in ranks)
    return f"{words} kicker{'s' * (len(ranks) > 1)}"


def _describe(category: Category, ranks: list[int]) -> str:
    """Words for five ranks in playing order."""
    top = RANK_WORDS[ranks[0]]
    match category:
        case Category.HIGH_CARD:
            return f"{top} high, {_kickers(ranks[1:])}"
        case Category.PAIR:
            return f"pair of {_plural(ranks[0])}, {_kickers(ranks[2:])}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(ranks[0])} and {_plural(ranks[2])}, {_kickers(ranks[4:])}"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {_plural(ranks[0])}, {_kickers(ranks[3:])}"
        case Category.STRAIGHT | Category.FLUSH:
            return f"{top}-high {category}"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(ranks[0])} full of {_plural(ranks[3])}"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {_plural(ranks[0])}, {_kickers(ranks[4:])}"
        case Category.STRAIGHT_FLUSH:
            return "royal flush" if top == "ace" else f"{top}-high straight flush"


def evaluate_many(hands: ArrayLike, *, check: bool = False) -> NDArray[np.uint16]:
    """Strengths of the rows of an (N, 5), (N, 6) or (N, 7) array of card ids.

    Seven-card strengths are 0..4823, those of five and six cards 0..7461. An array of uint8 in
    row order is used as it is; other integers are copied. Ids outside 0..51 are always refused;
    `check=True` also refuses rows with the same card twice, which otherwise get some strength.

    >>> evaluate_many([[50, 46, 42, 38, 34, 0, 5]])
    array([4823], dtype=uint16)
    """
    check = switch("check", check)
    try:
        given = np.asarray(hands)
    except ValueError:
        raise RunoutError("hands: the rows must all have 5, 6 or 7 card ids") from None
    if given.ndim != 2 or not 5 <= given.shape[1] <= 7:
        raise RunoutError(f"hands: shape {given.shape}, but (N, 5), (N, 6) or (N, 7) is expected")
    if given.dtype.kind not in "iu":
        raise RunoutError(f"hands: card ids are integers, not {given.dtype}")
    if given.dtype != np.uint8:
        outside = (given < 0) | (given >= DECK_SIZE)
        if outside.any():
            _refuse_id(given, int(np.flatnonzero(outside)[0]))
    rows = np.ascontiguousarray(given, dtype=np.uint8)
    strengths = np.empty(len(rows), dtype=np.uint16)
    bad = _core.evaluate(rows, strengths)
    if bad >= 0:
        _refuse_id(given, bad)
    if check:
        _refuse_repeated(rows)
    return strengths


def _refuse_id(hands: NDArray[np.integer], position: int) -> None:
    row, column = divmod(position, hands.shape[1])
    raise RunoutError(
        f"hands: row {row}, column {column}: {hands[row, column]} is not a card id (0..51)"
    )


def _refuse_repeated(rows: NDArray[np.uint8]) -> None:
    ordered = np.sort(rows, axis=1)
    repeated = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    if repeated.any():
        row = int(np.flatnonzero(repeated)[0])
        raise RunoutError(f"hands: row {row}: {format_cards(rows[row])} has a card twice")
