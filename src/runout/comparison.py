"""Hands beside each other: what they are, and which of them wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout.cards import Card, CardsLike, format_cards, parse_cards
from runout.errors import RunoutError
from runout.evaluator import Hand, evaluate

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Compared:
    """One of the hands."""

    cards: tuple[Card, ...]
    """Without the board."""
    hand: Hand
    rank: int
    """1 for the best; equal hands share it."""

    def to_dict(self) -> dict[str, Any]:
        """The hand as plain data."""
        return {
            "cards": format_cards(self.cards),
            "strength": self.hand.strength,
            "category": str(self.hand.category),
            "description": self.hand.description,
            "best": format_cards(self.hand.best),
            "rank": self.rank,
        }


@dataclass(frozen=True)
class Comparison:
    """Hands in the order they were given."""

    board: tuple[Card, ...]
    hands: tuple[Compared, ...]

    def to_dict(self) -> dict[str, Any]:
        """The board, all hands, and the numbers of those that win."""
        return {
            "board": format_cards(self.board),
            "hands": [hand.to_dict() for hand in self.hands],
            "winners": [number for number, hand in enumerate(self.hands) if hand.rank == 1],
        }


def compare(holdings: Sequence[CardsLike], board: CardsLike = "") -> Comparison:
    """Evaluate each hand with the board.

    >>> [hand.rank for hand in compare(["AhKh", "QcQd"], "Ad 7c 2h 9s 3d").hands]
    [1, 2]
    """
    shared = parse_cards(board)
    held = [parse_cards(cards) for cards in holdings]
    if shared:
        _refuse_shared(held, shared)
    hands = [evaluate((*cards, *shared)) for cards in held]
    ranks = [1 + sum(other > hand for other in hands) for hand in hands]
    return Comparison(shared, tuple(map(Compared, held, hands, ranks)))


def _refuse_shared(holdings: Sequence[Sequence[Card]], board: Sequence[Card]) -> None:
    """With a board all hands come from one deck; without one they may be any hands to compare."""
    holder = dict.fromkeys(board, "on the board")
    for number, holding in enumerate(holdings, start=1):
        for card in holding:
            if card in holder:
                raise RunoutError(
                    f"hand {number} {format_cards(holding)!r}: {card} is already {holder[card]}"
                )
            holder[card] = f"in hand {number}"
