"""Draws: what hands may become with the cards to come, on flops and turns."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

import numpy as np

from runout.holdings.made import Made
from runout.holdings.straights import own_straights

if TYPE_CHECKING:
    from runout.holdings.made import Dealt, Whole


class Draw(IntFlag):
    """The draws, best first; a hand may have several."""

    COMBO_DRAW = 1
    NUT_FLUSH_DRAW = 2
    """Always with `FLUSH_DRAW`."""
    FLUSH_DRAW = 4
    OPEN_ENDED = 8
    DOUBLE_GUTSHOT = 16
    GUTSHOT = 32
    TWO_OVERCARDS = 64
    BACKDOOR_FLUSH_DRAW = 128
    BACKDOOR_STRAIGHT_DRAW = 256


NO_DRAW = "no draw"
DRAW_NAMES = {
    draw: "open-ended" if draw is Draw.OPEN_ENDED else str(draw.name).lower().replace("_", " ")
    for draw in Draw
}
"""Players' words, best first."""
STRAIGHT_DRAWS = Draw.OPEN_ENDED | Draw.DOUBLE_GUTSHOT | Draw.GUTSHOT


def draw_sets(deal: Dealt, made: Whole) -> Whole:
    """The draws of each hand with its made class, as bits of `Draw`; none on a river."""
    draws = np.zeros(len(made), dtype=np.int64)
    if len(deal.board) == 5:
        return draws
    _add_flush_draws(deal, made, draws)
    _add_straight_draws(deal, made, draws)
    both = (draws & Draw.FLUSH_DRAW > 0) & (draws & int(STRAIGHT_DRAWS) > 0)
    draws[both] |= Draw.COMBO_DRAW
    above = deal.low > max(card >> 2 for card in deal.board)
    draws[above & (deal.low < deal.high) & (made >= Made.ACE_HIGH)] |= Draw.TWO_OVERCARDS
    return draws


def suited_with_board(deal: Dealt) -> Whole:
    """The most cards of one suit that a hand has together with the board."""
    most: Whole = _together(deal).max(axis=0)
    return most


def _together(deal: Dealt) -> Whole:
    """How many cards of each suit hand and board have, (suits, hands); 0 without a hole card."""
    first, second = (deal.suits[:, card] == np.arange(4)[:, None] for card in (0, 1))
    held = first.astype(np.int64) + second
    return np.where(held > 0, held + deal.board_suits[:, None], 0)


def _add_flush_draws(deal: Dealt, made: Whole, draws: Whole) -> None:
    """Four to a flush, and on the flop three, where a flush would beat what the hand has."""
    together = np.where(made > Made.FLUSH, _together(deal), 0)
    draws[(together == 4).any(axis=0)] |= Draw.FLUSH_DRAW
    if len(deal.board) == 3:
        draws[(together == 3).any(axis=0)] |= Draw.BACKDOOR_FLUSH_DRAW
    low, high = deal.hands.T
    for suit, ranks in enumerate(deal.missing.T):
        nut = 4 * int(np.flatnonzero(ranks).max()) + suit
        has_nut = (low == nut) | (high == nut)
        draws[has_nut & (together[suit] == 4)] |= Draw.NUT_FLUSH_DRAW


def _add_straight_draws(deal: Dealt, made: Whole, draws: Whole) -> None:
    """One card from a straight of one's own, and on the flop two, where that beats the hand."""
    hands, of_hand = np.unique(deal.rank_sets, return_inverse=True)
    outs = own_straights(hands, deal.board_set, 1)
    count = outs.sum(axis=1)
    # Two ranks that are five apart end four in a row; below 2-3-4-5 there is the ace.
    ends = (outs[:, :-5] & outs[:, 5:]).any(axis=1) | (outs[:, 12] & outs[:, 4])
    found = np.select(
        [count == 1, (count == 2) & ends, count == 2],
        [Draw.GUTSHOT.value, Draw.OPEN_ENDED.value, Draw.DOUBLE_GUTSHOT.value],
        0,
    )
    if len(deal.board) == 3:
        far = own_straights(hands, deal.board_set, 2).any(axis=1) & (count == 0)
        found[far] = Draw.BACKDOOR_STRAIGHT_DRAW
    draws |= np.where(made > Made.STRAIGHT, found[of_hand], 0)


def draw_names(draws: int) -> tuple[str, ...]:
    """The draws of a hand in words, best first; a nut flush draw is named as a flush draw, too."""
    return tuple(name for draw, name in DRAW_NAMES.items() if draws & draw)


def main_draws(draws: Whole) -> Whole:
    """The number of each hand's best draw in the order of `Draw`; one more for none."""
    lowest = draws & -draws  # the best draw is the lowest bit
    order = np.array([draw.value for draw in Draw])
    return np.where(draws > 0, np.searchsorted(order, lowest), len(order))
