"""One hand by what it is on a board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from runout.cards import format_cards, parse_cards
from runout.combos import Combo
from runout.errors import RunoutError
from runout.holdings.board_holdings import holdings_on
from runout.holdings.draws import DRAW_NAMES, Draw, draw_names
from runout.holdings.made import KICKERS, TWO_PAIRS, Made

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runout.cards import CardsLike
    from runout.holdings.board_holdings import BoardHoldings

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


@dataclass(frozen=True)
class Holding:
    """What two hole cards are on a board: one made class and the draws beside it.

    >>> holding = describe("KhQh", board="Kd 9h 2h")
    >>> holding.made, holding.kicker, holding.draws
    ('top pair', 'good', ('flush draw', 'backdoor straight draw'))
    """

    hand: str
    board: str
    made: str
    """The made class, such as ``top pair``."""
    kicker: str | None = None
    """Of a top pair: top, good (ten or better) or weak."""
    two_pair: str | None = None
    """Of two pair: top two, top and bottom, or other."""
    place: int | None = None
    """Of a flush or straight: its place among those possible on the board; 1 is the nut one."""
    draws: tuple[str, ...] = ()
    """Best first; empty on a river. A nut flush draw is a flush draw, too."""
    plays_the_board: bool = False
    """Whether none of the two cards plays."""

    @property
    def nut(self) -> bool:
        """Whether it is the best flush or straight that the board allows."""
        return self.place == 1

    @property
    def words(self) -> str:
        """The made class with what is known about it, such as ``top pair, weak kicker``."""
        if self.place is not None:
            return f"nut {self.made}" if self.nut else f"{self.made}, {_nth(self.place)} best"
        if self.two_pair is not None and self.two_pair != "other":
            return f"{self.made}, {self.two_pair}"
        if self.kicker is not None:
            return f"{self.made}, {self.kicker} kicker"
        return f"{self.made}, plays the board" if self.plays_the_board else self.made

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data; what does not apply is None."""
        return {
            "hand": self.hand,
            "board": self.board,
            "made": self.made,
            "kicker": self.kicker,
            "two_pair": self.two_pair,
            "place": self.place,
            "draws": list(self.draws),
            "plays_the_board": self.plays_the_board,
        }

    def __str__(self) -> str:
        nut = DRAW_NAMES[Draw.NUT_FLUSH_DRAW] in self.draws
        shown = [name for name in self.draws if not (nut and name == DRAW_NAMES[Draw.FLUSH_DRAW])]
        return "; ".join([self.words, *([", ".join(shown)] if shown else [])])


def describe(hand: CardsLike | Combo, board: CardsLike) -> Holding:
    """What a hand is on a board of 3, 4 or 5 cards: one made class and some draws.

    Only what the hand adds to the board counts.

    >>> print(describe("AhKh", board="Th9h2c"))
    ace high; nut flush draw, two overcards, backdoor straight draw
    >>> print(describe("7c6c", board="7d 6s 2h Kd Ks"))
    second pair
    """
    combo = hand if isinstance(hand, Combo) else Combo(hand)
    cards = parse_cards(board)
    on_board = holdings_on(cards)
    text = format_cards(cards)
    for card in combo:
        if card in cards:
            raise RunoutError(f"hand {combo}: {card} is on the board {text}")
    return holding_at(on_board, combo, text)


def holding_at(on_board: BoardHoldings, combo: Combo, board: str) -> Holding:
    """One possible hand of a board, which is written as it is given here."""
    return replace(
        _made(*_codes(on_board, combo.index)),
        hand=str(combo),
        board=board,
        draws=draw_names(int(on_board.draws[combo.index])),
    )


def made_words(on_board: BoardHoldings, combos: NDArray[np.intp]) -> list[str]:
    """What is said of the made classes of some possible hands."""
    return [_made(*_codes(on_board, index)).words for index in combos.tolist()]


def _codes(on_board: BoardHoldings, index: int) -> tuple[int, int, bool]:
    """Made class, detail, and whether the board is played."""
    plays = bool(on_board.plays_the_board[index])
    return int(on_board.made[index]), int(on_board.detail[index]), plays


@cache
def _made(code: int, detail: int, plays: bool) -> Holding:
    """A hand of which no more is known than its made class; there are a few dozen."""
    made = Made(code)
    ranked = made in (Made.FLUSH, Made.STRAIGHT)
    return Holding(
        "",
        "",
        str(made),
        KICKERS[detail - 1] if made == Made.TOP_PAIR else None,
        TWO_PAIRS[detail - 1] if made == Made.TWO_PAIR else None,
        detail if ranked else None,
        (),
        plays,
    )


def _nth(place: int) -> str:
    ending = "th" if 10 < place < 14 else _ENDINGS.get(place % 10, "th")
    return f"{place}{ending}"
