"""TexasSolver's rules of betting: which bets and raises its trees hold.

There each player starts with half the pot committed. A size is given as what the player adds now:

1. X % of twice the larger commitment, rounded to a whole chip; a raise also adds the gap to call;
2. if that takes the commitment above the all-in threshold times the stack, it becomes all-in;
3. if it is more than the stack, it becomes all-in;
4. if it is no more than a call, it is dropped.

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
from runout.solver.betting import ALL_IN, BET, FLOP, RAISE, STREETS, Action, Betting, passive
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
            kinds = {size.kind for size in (*sizes.bet, *sizes.raise_, *sizes.donk)}
            if kinds - {"pot", "all-in"}:
                where = f"{list(STREETS)[street - FLOP]}.{PLAYERS[player]}"
                raise RunoutError(f"{where}: TexasSolver knows 60% of the pot, and a for all-in")

    def by_rule(self, node: Point) -> list[Action]:
        """What TexasSolver lets the player to act do."""
        actions = passive(node)
        left = self.stack - node.put[node.kind]
        gap = max(node.put) - node.put[node.kind]
        if node.all_in or left == 0 or node.raises + 1 >= self.raise_limit:
            return actions
        for size in self._sizes_at(node):
            added = self._added(size, node, gap, left)
            if added is None:
                continue
            amount = node.front - gap + added
            kind = ALL_IN if added == left else RAISE if node.front else BET
            actions.append(Action(kind, amount))
        return actions

    def _sizes_at(self, node: Point) -> tuple[Size, ...]:
        sizes = self.sizes[node.street, node.kind]
        if node.front:
            return sizes.raise_
        return sizes.donk if node.led and node.street > FLOP else sizes.bet

    def _added(self, size: Size, node: Point, gap: int, left: int) -> int | None:
        """The chips that a size adds now; None if the rules drop it."""
        amount: float = left
        if size.kind != "all-in":
            amount = gap + self._share(size, node)
            committed = self.pot / 2 + node.put[node.kind] + amount
            if committed > self._most_committed or amount > left:
                amount = left
        added = int(amount)
        least = 2 * gap if self.rules == GUI else 0
        return added if added > gap and added >= least else None

    def _share(self, size: Size, node: Point) -> float:
        """The part of the pot that a size adds beyond a call."""
        share = _single(100 * size.number) / 100
        pot = self.pot + 2 * max(node.put)
        # One chip each is taken for the blinds before the flop: what counts is one of them, and
        # half chips, which go in the end.
        return whole_chips(2 * share) / 2 if pot == _BLINDS else whole_chips(share * pot)

    @cached_property
    def _most_committed(self) -> float:
        """Above this a player is all in."""
        stack = self.stack + (self.pot / 2 if self.rules == GUI else 0)
        return _single(_single(stack) * _single(self.allin_threshold))


def _single(number: float) -> float:
    """The nearest float of 32 bits."""
    (found,) = struct.unpack("f", struct.pack("f", number))
    return float(found)
