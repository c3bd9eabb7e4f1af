"""The fields that a filter may ask of the hands at a node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from runout.combos import CLASS_NAMES, CLASS_OF, Combo
from runout.errors import RunoutError
from runout.filters import Filter, NumberCells, Texts
from runout.holdings.board_holdings import holdings_on
from runout.holdings.draws import NO_DRAW, draw_names
from runout.holdings.grouping import DRAW_CLASSES, MADE_NAMES
from runout.holdings.holding import made_words
from runout.ranges import Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.filters import Column, Mask
    from runout.holdings.board_holdings import BoardHoldings
    from runout.solution.node_table import NodeTable

ACTION_WORDS = ("fold", "check", "call", "bet", "raise", "all-in")
_NUMBERS = ("weight", "equity", "realised_equity", "ev", "eqr")
"""Columns that are fields of the same name."""


def matching(table: NodeTable, board: str, condition: str | Filter) -> Mask:
    """Which hands of a table a condition is true for."""
    wanted = condition if isinstance(condition, Filter) else Filter(condition)
    return wanted.mask(hand_fields(table, board))


def hand_fields(table: NodeTable, board: str) -> dict[str, Column]:
    """All fields by name: what hands are, what they are worth, and how often they do what."""
    on_board = holdings_on(board)
    fields: dict[str, Column] = {
        "made": _made(table, on_board),
        "draw": _draws(table, on_board),
        "class": Texts([CLASS_NAMES[i] for i in CLASS_OF[table.combos]], known=CLASS_NAMES),
        "hand": HandColumn(table.combos),
        "suit": NumberCells(on_board.suited[table.combos].astype(np.float64)),
    }
    fields |= {name: NumberCells(table.shown(name)) for name in _NUMBERS}
    return fields | {name: NumberCells(often) for name, often in action_shares(table).items()}


def action_shares(table: NodeTable) -> dict[str, NDArray[np.float64]]:
    """How often each action is taken by each hand, by its name and by its word.

    A word is the sum of all its sizes, and 0 where there is no such action. Moving all in is a bet
    where nobody has bet, and a raise where somebody has.
    """
    if not table.actions:
        return {}
    shares: dict[str, NDArray[np.float64]] = {
        word: np.zeros(len(table.combos)) for word in ACTION_WORDS
    }
    faced = "check" not in table.actions
    for action, often in zip(table.actions, table.shown("frequency"), strict=True):
        word = action.partition(" ")[0]
        shares[word] = shares[word] + often
        if word == "all-in":
            bigger = "raise" if faced else "bet"
            shares[bigger] = shares[bigger] + often
        if action != word:
            shares[action] = often
    return shares


def _made(table: NodeTable, on_board: BoardHoldings) -> Texts:
    """Classes; `~` looks through all that is said of them, kickers and nuts too."""
    said = made_words(on_board, table.combos)
    return Texts([MADE_NAMES[i] for i in on_board.made[table.combos]], said, MADE_NAMES)


def _draws(table: NodeTable, on_board: BoardHoldings) -> Texts:
    """The best draw; `~` looks for any of them."""
    bits = on_board.draws[table.combos].tolist()
    names = {draws: frozenset(draw_names(draws) or [NO_DRAW]) for draws in set(bits)}
    named = [names[draws] for draws in bits]
    best = [DRAW_CLASSES[i] for i in on_board.main_draw[table.combos]]
    return Texts(best, named, DRAW_CLASSES, DRAW_CLASSES)


@dataclass(frozen=True, eq=False)
class HandColumn:
    """Two cards; `=` compares with a hand, `~` with all hands of a range."""

    combos: NDArray[np.intp]

    def matching(self, sign: str, value: str) -> Mask:
        """The hands that are meant."""
        if sign == "~":
            among: Mask = Range(value).weights[self.combos] > 0
            return among
        if sign not in ("=", "!="):
            raise RunoutError("is compared with hands, which have no order (= != ~)")
        equal: Mask = self.combos == Combo(value).index
        return equal if sign == "=" else ~equal
