"""All hands of a board by what they are, as arrays over the 1,326 combos."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from runout.cards import CardsLike, format_cards, parse_cards
from runout.combos import COMBOS, holding
from runout.errors import RunoutError
from runout.holdings.draws import draw_sets, main_draws, suited_with_board
from runout.holdings.made import dealt, made_classes
from runout.remembered import Remembered

if TYPE_CHECKING:
    from numpy.typing import NDArray

Kind = TypeVar("Kind", bound=np.generic)

NO_HAND = 255
"""The made class and draw of combos that hold a card of the board."""
_BOARD_SIZES = (3, 4, 5)
_KEPT = 256  # boards, 15 kB each


@dataclass(frozen=True, eq=False)
class BoardHoldings:
    """What each of the 1,326 combos is on a board; arrays are read-only, in the order of combos.

    >>> from runout.holdings.made import Made
    >>> flop = holdings_on("Th 9h 2c")
    >>> int((flop.made == Made.OVERPAIR).sum())  # JJ, QQ, KK and AA
    24
    """

    board: tuple[int, ...]
    possible: NDArray[np.bool_]
    """Whether the board leaves the combo possible."""
    made: NDArray[np.uint8]
    """Numbers of `Made`, or `NO_HAND`."""
    detail: NDArray[np.uint8]
    """Place of a flush or straight, kind of two pair, kicker of a top pair, from 1; otherwise 0."""
    draws: NDArray[np.uint16]
    """Bits of `Draw`."""
    main_draw: NDArray[np.uint8]
    """Number of the best draw in the order of `Draw`, one more for none, or `NO_HAND`."""
    suited: NDArray[np.uint8]
    """The most cards of one suit of the combo's together with the board."""
    plays_the_board: NDArray[np.bool_]
    """Whether none of its cards is among the five that play."""


_known: Remembered[tuple[int, ...], BoardHoldings] = Remembered(_KEPT)


def holdings_on(board: CardsLike) -> BoardHoldings:
    """What all hands are on a board of 3, 4 or 5 cards; boards asked for before are remembered."""
    cards = parse_cards(board)
    if len(cards) not in _BOARD_SIZES:
        given = format_cards(cards)
        raise RunoutError(f"board {given!r}: {len(cards)} cards, but a board has 3, 4 or 5 here")
    key = tuple(sorted(int(card) for card in cards))
    return _known.get(key, lambda: _found(key))


def _found(board: tuple[int, ...]) -> BoardHoldings:
    possible = ~holding(board)
    deal = dealt(board, possible)
    made, detail, plays = made_classes(deal)
    draws = draw_sets(deal, made)

    def spread(values: NDArray[np.generic], kind: type[Kind], empty: int = 0) -> NDArray[Kind]:
        """Values of the possible hands at their places among all combos."""
        whole = np.full(COMBOS, empty, dtype=kind)
        whole[possible] = values
        whole.flags.writeable = False
        return whole

    possible.flags.writeable = False
    return BoardHoldings(
        board,
        possible,
        spread(made, np.uint8, NO_HAND),
        spread(detail, np.uint8),
        spread(draws, np.uint16),
        spread(main_draws(draws), np.uint8, NO_HAND),
        spread(suited_with_board(deal), np.uint8),
        spread(plays, np.bool_),
    )
