"""Suits by any other name: relabelling them, boards that differ only by it, and the 1,755 flops.

No suit is worth more than another, so a relabelling of the four turns every question into one with
the same answer. A relabelling is written as four suits: ``suits[s]`` is what suit ``s`` becomes.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import DECK, RANKS, SUITS, Card, CardsLike, format_cards, parse_cards
from runout.combos import COMBO_CARDS, pair_index
from runout.textures import texture

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from runout.textures import Texture

Suits = tuple[int, ...]
"""What each of the four suits becomes."""

RELABELLINGS: tuple[Suits, ...] = tuple(permutations(range(len(SUITS))))
"""All 24, the identity first."""
IDENTITY = RELABELLINGS[0]
IDENTITY_ALONE: NDArray[np.uint8] = np.array([IDENTITY], dtype=np.uint8)
"""As kernels take relabellings."""
_FLOP_SUITS = ((3, 3, 3), (3, 3, 2), (3, 2, 3), (3, 2, 2), (3, 2, 1))
"""Of three cards, up to relabelling: one suit, two alike in three ways, none alike."""


def relabelled(card: int, suits: Suits) -> Card:
    """The card that a relabelling makes of a card.

    >>> relabelled(Card("Ah"), (0, 1, 3, 2))
    Card('As')
    """
    return DECK[card - (card & 3) + suits[card & 3]]


@cache
def images() -> dict[Suits, NDArray[np.intp]]:
    """What each relabelling makes of the 1,326 combo indices."""
    ranks, suits_of = COMBO_CARDS - COMBO_CARDS % len(SUITS), COMBO_CARDS % len(SUITS)
    found = {}
    for suits in RELABELLINGS:
        low, high = np.sort((ranks + np.array(suits)[suits_of]).astype(np.intp), axis=1).T
        found[suits] = np.asarray(pair_index(low, high))
        found[suits].flags.writeable = False
    return found


def keeping(*groups: Iterable[int], weights: NDArray[np.float64] | None = None) -> list[Suits]:
    """The relabellings that change none of some groups of cards, nor any row of combo weights.

    >>> len(keeping(parse_cards("AhKh")))  # the other three suits are alike
    6
    """
    wanted = [set(cards) for cards in groups]
    kept = [
        suits
        for suits in RELABELLINGS
        if all({relabelled(card, suits) for card in cards} == cards for cards in wanted)
    ]
    if weights is None:
        return kept
    return [suits for suits in kept if np.array_equal(weights[..., images()[suits]], weights)]


class Board(tuple[Card, ...]):
    """A board that stands for all those which differ from it by suits alone.

    The highest cards come first, and spades are named before hearts, diamonds and clubs. It is a
    tuple of cards, and works wherever a board does.

    >>> board = canonical("2h 7c Kc")
    >>> board, board.count
    (Board('Ks7s2h'), 12)
    """

    @property
    def count(self) -> int:  # type: ignore[override] # how often a card is in it is no question
        """How many boards it stands for, itself included."""
        return len(RELABELLINGS) // len(keeping(self))

    @property
    def weight(self) -> float:
        """How much it counts among others: as often as it comes."""
        return float(self.count)

    @property
    def texture(self) -> Texture:
        """What it looks like, in players' words; of three to five cards."""
        return texture(self)

    @property
    def name(self) -> str:
        """It as players say it: ``K72 two-tone``."""
        return f"{''.join(str(card)[0] for card in self)} {self.texture.suits}"

    def __str__(self) -> str:
        return format_cards(self)

    def __repr__(self) -> str:
        return f"Board({str(self)!r})"


def canonical(board: CardsLike) -> Board:
    """The board that stands for all those which differ from this one by suits alone."""
    cards = parse_cards(board)
    return Board(
        max(
            tuple(sorted((relabelled(card, suits) for card in cards), reverse=True))
            for suits in RELABELLINGS
        )
    )


@cache
def flops() -> tuple[Board, ...]:
    """The 1,755 flops that differ by more than suits, from aces down; 22,100 by their counts.

    >>> len(flops()), sum(flop.count for flop in flops()), flops()[0]
    (1755, 22100, Board('AsAhAd'))
    """
    found = set()
    for high, middle, low in combinations_with_replacement(reversed(range(len(RANKS))), 3):
        for suits in _FLOP_SUITS:
            cards = {DECK[4 * r + s] for r, s in zip((high, middle, low), suits, strict=True)}
            if len(cards) == len(suits):
                found.add(canonical(cards))
    return tuple(sorted(found, reverse=True))
