"""TexasSolver's rules of betting: which bets and raises its trees hold.

There each player starts with half the pot committed. A size is given as what the player adds now:

1. X % of twice the larger commitment, rounded to a whole chip; a raise also adds the gap to call;
2. if that takes the commitment above the all-in threshold times the stack, it becomes all-in;
3. if it is more than the stack, it becomes all-in;
4. whatever it is, the part of a chip is cut off: of a stack of 97.5, half a chip stays behind;
5. if it is no more than a call, it is dropped.

Bets and raises of a street are counted together against one limit. Out of position leads on the
turn or the river, after having called on the street before, with donk sizes or not at all.

Two builds of the program are in use. The command-line program takes the stack as it is given for
the threshold; the one with a window counts half the pot to it, and drops what is less than twice
the gap. Both compute with floats of 32 bits here and there, which decides where a size lies on an
edge; so do we.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from runout.errors import RunoutError
from runout.solver.betting import (
    ALL_IN,
    BELOW,
    BET,
    CALLED,
    FLOP,
    LIMIT,
    RAISE,
    STACK,
    STREETS,
    THRESHOLD,
    Action,
    Betting,
    Offer,
)
from runout.solver.sizes import PLAYERS, whole_chips

if TYPE_CHECKING:
    from runout.solver.betting import Point
    from runout.solver.sizes import Size

DIALECTS = {"console": "texassolver-console", "gui": "texassolver-gui"}
"""The names of these rules in a spot, by the build of TexasSolver that has them."""
CONSOLE, GUI = DIALECTS.values()
OLD_NAMES = {"texassolver": GUI}
"""Names in files written before the builds were told apart, with the rules that those trees had."""
ALLIN_THRESHOLD, RAISE_LIMIT = 0.67, 4
"""What TexasSolver takes where nothing is said."""
_BLINDS = 2  # chips


@dataclass(frozen=True)
class TexasBetting(Betting):
    """All that shapes a tree of TexasSolver."""

    allin_threshold: float = ALLIN_THRESHOLD
    raise_limit: int = RAISE_LIMIT
    rules: str = CONSOLE

    def __post_init__(self) -> None:
        for (street, player), sizes in self.sizes.items():
            kinds = {size.kind for size in (*sizes.bet, *sizes.raise_, *(sizes.donk or ()))}
            if kinds - {"pot", "all-in"}:
                where = f"{list(STREETS)[street - FLOP]}.{PLAYERS[player]}"
                raise RunoutError(f"{where}: TexasSolver knows 60% of the pot, and a for all-in")

    def offers(self, state: Point) -> list[Offer]:
        """What becomes of each size by TexasSolver's rules."""
        left = self.stack_units - state.put[state.kind]
        gap = max(state.put) - state.put[state.kind]
        if state.all_in or left == 0:
            return []
        setting, sizes = self.sizes_at(state)
        kind = RAISE if state.front else BET
        if state.raises + 1 >= self.raise_limit:
            return [Offer(setting, size.text, None, None, LIMIT) for size in sizes]
        offers = []
        for size in sizes:
            asked = left if size.kind == "all-in" else gap + self._share(size, state)
            added, why = self._added(size, state, asked, left)
            before = state.front - gap
            action = None
            if added is not None:
                order = ALL_IN if added == left else kind
                action = Action(order, self.units.chips(before + added))
            offers.append(Offer(setting, size.text, int(before + asked), action, why))
        return offers

    def sizes_at(self, state: Point) -> tuple[str, tuple[Size, ...]]:
        """Donk sizes alone after a call."""
        sizes = self.sizes[state.street, state.kind]
        if state.front:
            return "raise", sizes.raise_
        led = state.led and state.street > FLOP
        return ("donk", sizes.donk or ()) if led else ("bet", sizes.bet)

    def _added(self, size: Size, state: Point, amount: float, left: int) -> tuple[int | None, str]:
        """The units that a size adds now, None if the rules drop it; and what changed it."""
        gap, why = max(state.put) - state.put[state.kind], ""
        if size.kind != "all-in":
            committed = self._chips(state.put[state.kind] + amount) + self.pot / 2
            if committed > self._most_committed or amount > left:
                why = STACK if amount > left else THRESHOLD
                amount = left
        added = int(amount // self.units.coin) * self.units.coin
        if added <= gap:
            return None, CALLED
        if self.rules == GUI and added < 2 * gap:
            return None, BELOW
        return added, why

    def _chips(self, units: float) -> float:
        return units * self.units.numerator / self.units.denominator

    def _share(self, size: Size, state: Point) -> float:
        """The part of the pot that a size adds beyond a call, in units."""
        share = _single(100 * size.number) / 100
        pot = _single(self.units.chips(self.pot_units + 2 * max(state.put)))
        # One chip each is taken for the blinds before the flop: what counts is one of them, and
        # half chips, which go in the end.
        chips = whole_chips(2 * share) / 2 if pot == _BLINDS else whole_chips(share * pot)
        return chips * self.units.coin

    @cached_property
    def _most_committed(self) -> float:
        """Above this a player is all in."""
        stack = self.stack + (self.pot / 2 if self.rules == GUI else 0)
        return _single(_single(stack) * _single(self.allin_threshold))


def _single(number: float) -> float:
    """The nearest float of 32 bits."""
    (found,) = struct.unpack("f", struct.pack("f", number))
    return float(found)
