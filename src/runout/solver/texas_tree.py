"""TexasSolver's rules of betting: which bets and raises its tree holds.

There each player starts with half the pot committed, and the stack counts that half. A size is
given as what the player adds now:

1. X % of twice the larger commitment, rounded to a whole chip; a raise also adds the gap to call;
2. if that takes the commitment above the all-in threshold times the stack, it becomes all-in;
3. if it is less than twice the gap it is dropped;
4. if it is more than the stack, it becomes all-in.

Bets and raises of a street are counted together against one limit. Out of position leads on the
turn or the river, after having called on the street before, with donk sizes or not at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runout.errors import RunoutError
from runout.solver.sizes import whole_chips
from runout.solver.tree import ALL_IN, BET, FLOP, RAISE, Action, Betting, passive

if TYPE_CHECKING:
    from runout.solver.sizes import Size
    from runout.solver.tree import State

TEXASSOLVER = "texassolver"
"""The name of these rules in a spot."""
ALLIN_THRESHOLD, RAISE_LIMIT = 0.67, 4
"""What TexasSolver takes where nothing is said."""
_STREETS, _PLAYERS = ("flop", "turn", "river"), ("oop", "ip")
_NEARLY = 1e-9  # percentages are not exact in binary: 29 % of 50 chips is 14.5, and rounds up


@dataclass(frozen=True)
class TexasBetting(Betting):
    """All that shapes a tree of TexasSolver."""

    allin_threshold: float = ALLIN_THRESHOLD
    raise_limit: int = RAISE_LIMIT

    def __post_init__(self) -> None:
        if not 0 <= self.allin_threshold < float("inf"):
            raise RunoutError(
                f"allin_threshold {self.allin_threshold}: a share of the stack, from 0 up"
            )
        if self.raise_limit < 1 or self.raise_limit != int(self.raise_limit):
            raise RunoutError(
                f"raise_limit {self.raise_limit}: a whole number from 1 up (the bet is the first)"
            )
        for (street, player), sizes in self.sizes.items():
            kinds = {size.kind for size in (*sizes.bet, *sizes.raise_, *sizes.donk)}
            if kinds - {"pot", "all-in"}:
                where = f"{_STREETS[street - FLOP]}.{_PLAYERS[player]}"
                raise RunoutError(f"{where}: TexasSolver knows 60% of the pot, and a for all-in")

    def by_rule(self, node: State) -> list[Action]:
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

    def _sizes_at(self, node: State) -> tuple[Size, ...]:
        sizes = self.sizes[node.street, node.kind]
        if node.front:
            return sizes.raise_
        return sizes.donk if node.led and node.street > FLOP else sizes.bet

    def _added(self, size: Size, node: State, gap: int, left: int) -> int | None:
        """The chips that a size adds now; None if the rules drop it."""
        if size.kind == "all-in":
            added = left
        else:
            pot = self.pot + 2 * max(node.put)
            added = gap + whole_chips(pot * size.number + _NEARLY)
        half = self.pot / 2
        committed = half + node.put[node.kind] + added
        if committed > self.allin_threshold * (half + self.stack) + _NEARLY:
            added = left
        if added < 2 * gap or added == 0:
            return None
        return min(added, left)
