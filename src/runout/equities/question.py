"""The question: who may hold what, on which board. Checked once, here."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache, cached_property
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from runout import _core
from runout.cards import (
    DECK_BITS,
    DECK_SIZE,
    Card,
    CardsLike,
    card_bits,
    format_cards,
    looks_like_cards,
    parse_cards,
    usual_cards,
)
from runout.combos import COMBOS, Combo, holding, pair_index
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from runout.ranges import Range

    PlayerLike = str | Range | Card | Combo | Iterable[Card | str | int]
    """A player: text, a range, one card, a combo, or an iterable of up to two cards."""

BOARD_LENGTHS = (0, 3, 4, 5)
FEWEST_PLAYERS, MOST_PLAYERS = 2, (DECK_SIZE - BOARD_LENGTHS[-1]) // 2


class Player(NamedTuple):
    """What is known of one player's cards: one or two of them, a range, or nothing."""

    label: str
    known: tuple[Card, ...] = ()
    hands: Range | None = None

    def __reduce__(self) -> tuple[object, ...]:
        if self.hands is None and self.known:  # kept by the thousand: two numbers are enough
            return _with_ids, tuple(map(int, self.known))
        return Player, tuple(self)

    @property
    def held(self) -> int | NDArray[np.float64]:
        """The index of the one combo that is held, or the weight of each of the 1,326."""
        if self.hands is not None:
            return self.hands.weights
        if len(self.known) == 2:
            return pair_index(*sorted(self.known))
        return holding(self.known).astype(np.float64) if self.known else np.ones(COMBOS)

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weight of each of the 1,326 combos."""
        if isinstance(held := self.held, int):
            weights = np.zeros(COMBOS)
            weights[held] = 1
            return weights
        return held


_NOTHING_KNOWN = Player("random")


def read_player(player: PlayerLike) -> Player:
    """A player from text or objects: two cards, one card, nothing, or a range.

    >>> [read_player(text).label for text in ("Ah Ad", "Ah", "", "QQ+")]
    ['AhAd', 'Ah', 'random', 'QQ+']
    """
    if isinstance(player, str):
        if 1 <= len(cards := usual_cards(player) or ()) <= 2:
            return _with_cards(cards)
        text = player.strip()
        if not text or text.lower() in {"random", "any", "*"}:
            return _NOTHING_KNOWN
        if not looks_like_cards(text, most=2):
            return Player(text, hands=_range_class()(text))
    elif not isinstance(player, (Card, Combo)) and isinstance(player, _range_class()):
        return Player(str(player), hands=player)
    cards = parse_cards(cast("CardsLike", player))
    if not cards:
        return _NOTHING_KNOWN
    if len(cards) > 2:
        raise RunoutError(f"player {format_cards(cards)!r}: at most two cards, not {len(cards)}")
    return _with_cards(cards)


@cache
def _range_class() -> type[Range]:
    """Loaded when needed: known hands do without."""
    from runout.ranges import Range

    return Range


@cache  # one for each of 2,704 ways to know cards
def _with_cards(cards: tuple[Card, ...]) -> Player:
    return Player(format_cards(cards), cards)


def _with_ids(*ids: int) -> Player:
    """What a pickle of known cards is made of."""
    return _with_cards(tuple(map(Card, ids)))


@dataclass(frozen=True)
class Question:
    """Players, board and dead cards that can be dealt together."""

    players: tuple[Player, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    all_known: bool = False
    """Whether both cards of every player are known."""

    @property
    def possible(self) -> _core.PossibleHands:
        """What each player may hold beside the others; kept without the lock of other answers."""
        if (found := self.__dict__.get("_possible")) is None:
            gone = card_bits(self.board) | card_bits(self.dead)
            found = _core.PossibleHands([player.held for player in self.players], gone)
            self.__dict__["_possible"] = found
        return cast("_core.PossibleHands", found)

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """Weight of each combo for each player, the largest of each player being 1.

        Zero where a board or dead card is in the combo, or where some other player could then hold
        nothing: such combos are never dealt.
        """
        return self.possible.weights

    @cached_property
    def scale(self) -> float:
        """What the product of the weights as given is to that of `weights`."""
        return 1.0 if self.all_known else prod(self.possible.largest)

    @cached_property
    def unweighted(self) -> bool:
        """Whether every weight is 0 or 1, so that deals are counted in whole numbers."""
        if self.all_known:
            return True
        return self.scale == 1 and bool(((self.weights == 0) | (self.weights == 1)).all())

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many combos each player may hold."""
        return (1,) * len(self.players) if self.all_known else tuple(self.possible.sizes)

    @property
    def can_be_dealt(self) -> bool:
        """Whether all players can hold a hand at once."""
        return self.all_known or self.possible.can_be_dealt()

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

    def __getstate__(self) -> dict[str, object]:
        # What can be made again is not kept.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def with_board_card(self, card: Card) -> Question:
        """The same question after one more board card."""
        return Question(self.players, (*self.board, card), self.dead, self.all_known)


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
    asked = tuple([read_player(player) for player in players])
    question = Question(
        asked,
        board_cards,
        parse_cards("" if dead is None else dead),
        all_known=all(len(player.known) == 2 for player in asked),
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


def _refuse_shared(question: Question) -> None:
    cards = [*question.board, *question.dead]
    for player in question.players:
        cards += player.known
    if len(set(cards)) == len(cards):
        return
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
    if not all(sizes := question.possible.sizes):
        number = sizes.index(0)
        player = question.players[number]
        if player.hands is not None and not player.hands:
            raise RunoutError(f"player {number + 1} {player.label!r}: the range is empty")
        raise RunoutError(
            f"player {number + 1} {player.label!r}: no hand is left once the board, the dead "
            "cards and the cards that others must hold are gone"
        )
    if not question.can_be_dealt:
        raise RunoutError("no deal is possible: the ranges cannot all be held at once")
