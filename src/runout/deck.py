"""A deck to deal from."""

from __future__ import annotations

import random
from threading import Lock
from typing import Any

from runout.cards import DECK, DECK_SIZE, Card, CardsLike, format_cards, parse_cards
from runout.checks import whole
from runout.errors import RunoutError


class Deck:
    """52 shuffled cards to deal from, from any thread; the same seed deals the same cards.

    >>> deck = Deck(seed=1)
    >>> deck.deal(2), deck.deal(3), len(deck)
    ((Card('4c'), Card('Jc')), (Card('Ac'), Card('3c'), Card('6c')), 47)
    >>> board = Deck(seed=1)
    >>> board.remove("AhKh")
    >>> len(board), Card("Ah") in board
    (50, False)
    """

    def __init__(self, seed: int | None = None) -> None:
        """Shuffle a whole deck; without a seed differently each time."""
        start = None if seed is None else whole("seed", seed, 0, 2**64 - 1)
        self._random = random.Random(start)  # noqa: S311 - a game, and to be repeated
        self._lock = Lock()
        self._removed: set[Card] = set()
        self._cards: list[Card] = []  # the next card is the last
        self.shuffle()

    def deal(self, n: int = 1) -> tuple[Card, ...]:
        """The next `n` cards; they are gone from the deck."""
        count = whole("n", n, 0, DECK_SIZE, what="cards")
        with self._lock:
            left = len(self._cards)
            if count > left:
                raise RunoutError(
                    f"deck: {count} card{'s' * (count != 1)} to deal, but {left or 'none'} "
                    f"{'is' if left == 1 else 'are'} left"
                )
            dealt = tuple(reversed(self._cards[left - count :]))
            del self._cards[left - count :]
        return dealt

    def remove(self, cards: CardsLike) -> None:
        """Take cards out that are elsewhere; shuffling does not bring them back."""
        gone = parse_cards(cards)
        with self._lock:
            missing = [card for card in gone if card not in self._cards]
            if missing:
                raise RunoutError(f"deck: {format_cards(missing, ' ')} not in the deck")
            self._removed.update(gone)
            self._cards = [card for card in self._cards if card not in self._removed]

    def shuffle(self) -> None:
        """Bring the cards that were dealt back, and shuffle all."""
        with self._lock:
            self._cards = [card for card in DECK if card not in self._removed]
            self._random.shuffle(self._cards)

    @property
    def remaining(self) -> tuple[Card, ...]:
        """The cards that are left, from deuce to ace, whatever order they will come in."""
        with self._lock:
            return tuple(sorted(self._cards))

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, card: object) -> bool:
        return Card(card) in self._cards  # type: ignore[arg-type]  # it refuses what is no card

    def __getstate__(self) -> dict[str, Any]:
        """Without the lock, which a copy makes anew."""
        with self._lock:
            return {
                "random": self._random.getstate(),
                "removed": set(self._removed),
                "cards": list(self._cards),
            }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._random = random.Random()  # noqa: S311
        self._random.setstate(state["random"])
        self._lock = Lock()
        self._removed, self._cards = set(state["removed"]), list(state["cards"])

    def __repr__(self) -> str:
        return f"Deck({len(self)} cards left)"
