"""The question: who may hold what, on which board. Checked once, here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import comb, prod
from typing import TYPE_CHECKING, cast

import numpy as np

from runout.cards import (
    DECK_BITS,
    DECK_SIZE,
    Card,
    CardsLike,
    card_bits,
    format_cards,
    looks_like_cards,
    parse_cards,
)
from runout.combos import (
    COMBO_CARDS,
    COMBOS,
    COMBOS_WITH,
    Combo,
    compatible_matrix,
    compatible_weight,
    holding,
)
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeGuard

    from numpy.typing import NDArray

    from runout.ranges import Range

    PlayerLike = str | Range | Card | Combo | Iterable[Card | str | int]
    """A player: text, a range, one card, a combo, or an iterable of up to two cards."""

FEWEST_PLAYERS, MOST_PLAYERS = 2, 23
BOARD_LENGTHS = (0, 3, 4, 5)
_MOST_TRIES = 20_000


@dataclass(frozen=True)
class Player:
    """What is known of one player's cards."""

    label: str
    known: tuple[Card, ...]
    weights: NDArray[np.float64]

    @property
    def is_random(self) -> bool:
        """Whether nothing is known."""
        return not self.known and bool((self.weights == 1).all())


def read_player(player: PlayerLike) -> Player:
    """A player from text or objects: two cards, one card, nothing, or a range.

    >>> [read_player(text).label for text in ("Ah Ad", "Ah", "", "QQ+")]
    ['AhAd', 'Ah', 'random', 'QQ+']
    """
    if isinstance(player, str):
        text = player.strip()
        if not text or text.lower() in {"random", "any", "*"}:
            return _nothing_known()
        if not looks_like_cards(text, most=2):
            return _with_range(_range_class()(text), text)
    elif _is_range(player):
        return _with_range(player, str(player))
    cards = parse_cards(cast("CardsLike", player))
    if not cards:
        return _nothing_known()
    if len(cards) > 2:
        raise RunoutError(f"player {format_cards(cards)!r}: at most two cards, not {len(cards)}")
    return _with_cards(cards)


def _is_range(player: object) -> TypeGuard[Range]:
    return not isinstance(player, Card | Combo) and isinstance(player, _range_class())


def _range_class() -> type[Range]:
    """Loaded when needed: known hands do without."""
    from runout.ranges import Range

    return Range


@cache
def _nothing_known() -> Player:
    weights = np.ones(COMBOS)
    weights.flags.writeable = False
    return Player("random", (), weights)


def _with_range(hands: Range, label: str) -> Player:
    if not hands:
        raise RunoutError(f"player {label!r}: the range is empty")
    return Player(label, (), hands.weights)


def _with_cards(cards: tuple[Card, ...]) -> Player:
    weights = np.zeros(COMBOS)
    if len(cards) == 2:
        weights[Combo(cards).index] = 1
        return Player(format_cards(cards), cards, weights)
    weights[holding(cards)] = 1
    return Player(str(cards[0]), cards, weights)


@dataclass(frozen=True)
class Question:
    """Players, board and dead cards that can be dealt together."""

    players: tuple[Player, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """Weight of each combo for each player, the largest of each player being 1.

        Zero where a board or dead card is in the combo, or where some other player could then hold
        nothing: such combos are never dealt.
        """
        weights = np.array([player.weights for player in self.players])
        if self.all_known:
            return weights
        if self.board or self.dead:
            weights[:, holding(self.board + self.dead)] = 0
        _drop_blocking(weights)
        largest = weights.max(axis=1, keepdims=True)
        weights /= np.where(largest > 0, largest, 1)
        return weights

    @cached_property
    def scale(self) -> float:
        """What the product of the weights as given is to that of `weights`."""
        return prod(
            float(player.weights[np.argmax(weights)])
            for player, weights in zip(self.players, self.weights, strict=True)
        )

    @property
    def all_known(self) -> bool:
        """Whether both cards of every player are known."""
        return all(len(player.known) == 2 for player in self.players)

    @cached_property
    def unweighted(self) -> bool:
        """Whether every weight is 0 or 1, so that deals are counted in whole numbers."""
        if self.all_known:
            return True
        return self.scale == 1 and bool(((self.weights == 0) | (self.weights == 1)).all())

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many combos each player may hold."""
        if self.all_known:
            return (1,) * len(self.players)
        return tuple(int(size) for size in np.count_nonzero(self.weights, axis=1))

    @property
    def to_come(self) -> int:
        """Board cards still to come."""
        return 5 - len(self.board)

    @property
    def boards_per_deal(self) -> int:
        """Ways to complete the board once all hands are dealt."""
        gone = len(self.board) + len(self.dead) + 2 * len(self.players)
        return comb(DECK_SIZE - gone, self.to_come)

    @property
    def live_bits(self) -> int:
        """The cards that may still come, in the bits of the kernels."""
        return DECK_BITS & ~card_bits(self.board) & ~card_bits(self.dead)

    @cached_property
    def symmetries(self) -> NDArray[np.uint8]:
        """Relabellings of the suits that change nothing: rows of four suits, the identity first."""
        from runout.suits import keeping

        kept = keeping(self.board, self.dead, weights=self.weights)
        return np.array(kept, dtype=np.uint8)

    def dead_symmetries(self) -> NDArray[np.uint8]:
        """Relabellings that keep board and dead cards, whatever they do to the ranges."""
        from runout.suits import keeping

        return np.array(keeping(self.board, self.dead), dtype=np.uint8)

    def with_board_card(self, card: Card) -> Question:
        """The same question after one more board card."""
        return Question(self.players, (*self.board, card), self.dead)


def ask(players: Sequence[PlayerLike], board: CardsLike | None, dead: CardsLike | None) -> Question:
    """A checked question; raises `RunoutError` if it cannot be dealt."""
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise RunoutError(
            f"{len(players)} player{'s' * (len(players) != 1)}, "
            f"but {FEWEST_PLAYERS} to {MOST_PLAYERS} can play"
        )
    board_cards = parse_cards("" if board is None else board)
    if len(board_cards) not in BOARD_LENGTHS:
        raise RunoutError(
            f"board {format_cards(board_cards)!r}: {len(board_cards)} card"
            f"{'s' * (len(board_cards) != 1)}, "
            "but a board has 0, 3, 4 or 5"
        )
    question = Question(
        tuple(read_player(p) for p in players),
        board_cards,
        parse_cards("" if dead is None else dead),
    )
    _refuse_shared(question)
    needed = 2 * len(players) + 5 + len(question.dead)
    if needed > DECK_SIZE:
        raise RunoutError(
            f"{len(players)} players, 5 board cards and {len(question.dead)} dead cards "
            f"are {needed} cards, but a deck has {DECK_SIZE}"
        )
    _refuse_emptied(question)
    return question


def _drop_blocking(weights: NDArray[np.float64]) -> None:
    """Zero the combos beside which some other player's whole range is impossible."""
    for player, held in enumerate(weights > 0):
        if not 0 < np.count_nonzero(held) <= 2 * len(COMBOS_WITH[0]):
            continue  # two cards cannot block so many
        left = compatible_weight(held.astype(np.float64))
        for other in range(len(weights)):
            if other != player:
                weights[other, left == 0] = 0


def _refuse_shared(question: Question) -> None:
    holder = dict.fromkeys(question.board, "on the board")
    for card in question.dead:
        if card in holder:
            raise RunoutError(f"dead card {card} is already {holder[card]}")
        holder[card] = "a dead card"
    for number, player in enumerate(question.players, start=1):
        for card in player.known:
            if card in holder:
                raise RunoutError(
                    f"player {number} {player.label!r}: {card} is already {holder[card]}"
                )
            holder[card] = f"held by player {number}"


def _refuse_emptied(question: Question) -> None:
    if question.all_known:
        return  # that no card is used twice has been checked
    for number, weights in enumerate(question.weights):
        if not weights.any():
            raise RunoutError(
                f"player {number + 1} {question.players[number].label!r}: no hand is left once the "
                "board, the dead cards and the cards that others must hold are gone"
            )
    if not can_be_dealt(question):
        raise RunoutError("no deal is possible: the ranges cannot all be held at once")


def can_be_dealt(question: Question) -> bool:
    """Whether all players can hold a hand at once.

    Hands are tried player by player, the narrowest range first; after many tries the search gives
    up and says yes. A range with more hands than all the others could ever block needs no search.
    """
    blocked_at_most = 2 * (len(question.players) - 1) * len(COMBOS_WITH[0])
    left = [held for held in question.weights > 0 if held.sum() <= blocked_at_most]
    left.sort(key=np.count_nonzero)
    if _too_few_cards(left):
        return False
    tries = 0

    def deal(number: int, free: NDArray[np.bool_]) -> bool:
        nonlocal tries
        if number == len(left):
            return True
        for hand in np.flatnonzero(left[number] & free):
            tries += 1
            if tries > _MOST_TRIES or deal(number + 1, free & (compatible_matrix()[hand] > 0)):
                return True
        return False

    return deal(0, np.ones(COMBOS, dtype=bool))


def _too_few_cards(left: list[NDArray[np.bool_]]) -> bool:
    """Whether some players' ranges are made of fewer cards than those players need."""
    made_of = [set(COMBO_CARDS[hands].ravel().tolist()) for hands in left]
    return any(2 * sum(other <= cards for other in made_of) > len(cards) for cards in made_of)
