"""Made classes: what hands have on a board now, counting only what they add to it.

Everything here is for all hands that a board leaves possible, as arrays in one order.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import ACE, RANK_COUNT
from runout.combos import COMBO_CARDS
from runout.evaluator import Category, category_of, class_of, evaluate_many, five_card_class
from runout.holdings.straights import straight_tops

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]
    Truth = NDArray[np.bool_]


class Made(IntEnum):
    """The made classes, strongest first."""

    STRAIGHT_FLUSH = 0
    QUADS = 1
    FULL_HOUSE = 2
    FLUSH = 3
    STRAIGHT = 4
    SET = 5
    TRIPS = 6
    TWO_PAIR = 7
    OVERPAIR = 8
    TOP_PAIR = 9
    SECOND_PAIR = 10
    THIRD_PAIR = 11
    LOW_PAIR = 12
    UNDERPAIR = 13
    ACE_HIGH = 14
    KING_HIGH = 15
    NOTHING = 16

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


KICKERS = ("top", "good", "weak")
TWO_PAIRS = ("top two", "top and bottom", "other")
_GOOD_KICKER = 8  # a ten
_KING = ACE - 1

_OF_FIVE = {
    Category.STRAIGHT_FLUSH: Made.STRAIGHT_FLUSH,
    Category.FULL_HOUSE: Made.FULL_HOUSE,
    Category.FLUSH: Made.FLUSH,
    Category.STRAIGHT: Made.STRAIGHT,
}
"""Classes that take five cards: the board has them alone, or a hole card is needed."""


@dataclass(frozen=True)
class Dealt:
    """A board and the hands it leaves possible."""

    board: tuple[int, ...]
    hands: NDArray[np.uint8]
    """Card ids, (hands, 2), the lower first."""

    @cached_property
    def high(self) -> Whole:
        """The higher rank of each hand."""
        return (self.hands[:, 1] >> 2).astype(np.int64)

    @cached_property
    def low(self) -> Whole:
        """The lower rank of each hand."""
        return (self.hands[:, 0] >> 2).astype(np.int64)

    @cached_property
    def suits(self) -> Whole:
        """The suits of both cards."""
        return (self.hands & 3).astype(np.int64)

    @cached_property
    def rank_sets(self) -> Whole:
        """The ranks of each hand as bits."""
        return (1 << self.high) | (1 << self.low)

    @cached_property
    def board_ranks(self) -> Whole:
        """How many cards of each rank the board has."""
        return np.bincount([card >> 2 for card in self.board], minlength=RANK_COUNT)

    @cached_property
    def board_suits(self) -> Whole:
        """How many cards of each suit the board has."""
        return np.bincount([card & 3 for card in self.board], minlength=4)

    @cached_property
    def board_set(self) -> int:
        """The ranks of the board as bits."""
        return sum(1 << rank for rank in {card >> 2 for card in self.board})

    @cached_property
    def missing(self) -> NDArray[np.bool_]:
        """Which cards the board does not have, (ranks, suits)."""
        cards = np.ones(4 * RANK_COUNT, dtype=bool)
        cards[list(self.board)] = False
        return cards.reshape(RANK_COUNT, 4)


def dealt(board: tuple[int, ...], possible: Truth) -> Dealt:
    """A board with the hands among all 1,326 that are possible."""
    return Dealt(board, COMBO_CARDS[possible])


def made_classes(deal: Dealt) -> tuple[Whole, Whole, Truth]:
    """The made class of each hand, its detail, and whether it plays the board.

    Details count from 1: places of flushes and straights, `TWO_PAIRS`, `KICKERS` of top pairs.
    """
    category, plays = _categories(deal)
    made = np.select([deal.high == ACE, deal.high == _KING], [14, 15], 16)
    detail = np.zeros_like(made)
    _put_pairs(deal, category, made, detail)
    three, on_board = category == Category.THREE_OF_A_KIND, deal.board_ranks
    pocket = deal.high == deal.low
    made[three & pocket & (on_board[deal.high] == 1)] = Made.SET
    held = (on_board[deal.high] == 2) | (on_board[deal.low] == 2)
    made[three & ~pocket & held] = Made.TRIPS
    made[(category == Category.FOUR_OF_A_KIND) & (on_board.max() < 4)] = Made.QUADS
    for kind, name in _OF_FIVE.items():
        made[(category == kind) & ~plays] = name
    _put_places(made == Made.FLUSH, _top_of_flush(deal), detail)
    _put_places(made == Made.STRAIGHT, straight_tops()[deal.rank_sets | deal.board_set], detail)
    return made, detail, plays


def _categories(deal: Dealt) -> tuple[Whole, Truth]:
    """What kind of hand each makes with the board, and whether it is the board's own."""
    board = np.array(deal.board, dtype=np.uint8)
    cards = np.hstack([deal.hands, np.broadcast_to(board, (len(deal.hands), len(board)))])
    strengths = evaluate_many(cards)
    category = category_of(strengths, cards.shape[1]).astype(np.int64)
    if len(board) < 5:
        return category, np.zeros(len(cards), dtype=bool)
    return category, five_card_class()[strengths] == class_of(deal.board)


def _put_pairs(deal: Dealt, category: Whole, made: Whole, detail: Whole) -> None:
    """Pairs and two pair of one's own, where they are among the five cards that play."""
    on_board = deal.board_ranks
    high, low, pocket = deal.high, deal.low, deal.high == deal.low
    paired = (category == Category.PAIR) | (category == Category.TWO_PAIR)
    pairs_above = _above(on_board >= 2)  # of the board alone
    first = paired & (pocket | (on_board[high] == 1)) & (pairs_above[high] < 2)
    higher = (on_board[high] == 1).astype(np.int64)
    second = paired & ~pocket & (on_board[low] == 1) & (pairs_above[low] + higher < 2)

    above = _above(on_board >= 1)
    distinct = int((on_board >= 1).sum())
    place = np.minimum(above[np.where(first, high, low)], 3)
    one = first | second
    made[one] = Made.TOP_PAIR + place[one]
    made[first & pocket & (above[high] == 0)] = Made.OVERPAIR
    made[first & pocket & (above[high] == distinct)] = Made.UNDERPAIR

    both = first & second
    made[both] = Made.TWO_PAIR
    top = both & (above[high] == 0)
    detail[both] = 3
    detail[top & (above[low] == 1)] = 1
    detail[top & (above[low] == distinct - 1)] = 2
    _put_kickers(deal, made == Made.TOP_PAIR, np.where(first, low, high), detail)


def _put_kickers(deal: Dealt, top_pair: Truth, kicker: Whole, detail: Whole) -> None:
    """Top, good and weak kickers; one that does not play is weak."""
    on_board = deal.board_ranks
    others = on_board >= 1
    others[others.nonzero()[0].max()] = False
    pairs = np.flatnonzero(on_board >= 2)
    if len(pairs):
        others[pairs.max()] = False
    room = 1 if len(pairs) else 3
    plays = (on_board[kicker] == 0) & (_above(others)[kicker] < room)
    best = int(np.flatnonzero(on_board == 0).max())
    named = np.select([~plays, kicker == best, kicker >= _GOOD_KICKER], [3, 1, 2], 3)
    detail[top_pair] = named[top_pair]


def _above(ranks: Truth) -> Whole:
    """How many of some ranks are above each rank."""
    above: Whole = ranks.sum() - np.cumsum(ranks)
    return above


def _top_of_flush(deal: Dealt) -> Whole:
    """The highest hole card of the suit the board has most of; -1 without one."""
    suit = int(deal.board_suits.argmax())
    low, high = deal.suits[:, 0] == suit, deal.suits[:, 1] == suit
    return np.where(high, deal.high, np.where(low, deal.low, -1))


def _put_places(chosen: Truth, ranks: Whole, detail: Whole) -> None:
    """The place of each chosen hand among all that are possible, by a rank: 1 is the nuts."""
    if chosen.any():
        held = np.unique(ranks[chosen])
        detail[chosen] = len(held) - np.searchsorted(held, ranks[chosen])
