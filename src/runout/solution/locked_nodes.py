"""The nodes of a solution that have locked hands, as a list for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.cards import Card
from runout.combos import COMBOS
from runout.ranges import Range
from runout.solver.betting import DEAL
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from runout.solver.engine import Locks, Where
    from runout.solver.plan import Plan


@dataclass(frozen=True)
class LockedNode:
    """One node where hands play as they are told."""

    line: str
    player: str
    hands: Range
    frequencies: dict[str, float]
    """What those hands do together, each counted by its weight at the start."""

    def to_dict(self) -> dict[str, Any]:
        """The node as plain data."""
        return {
            "line": self.line,
            "player": self.player,
            "hands": str(self.hands),
            "frequencies": self.frequencies,
        }

    def __str__(self) -> str:
        does = ", ".join(f"{action} {100 * f:.0f} %" for action, f in self.frequencies.items() if f)
        hands = f"{self.hands.combos:g} combo{'s' * (self.hands.combos != 1)}"
        return f"{self.line or '(start)'}: {hands} of {self.player} {does}"


def locked_nodes(plan: Plan, locks: Locks) -> list[LockedNode]:
    """Every node with locked hands, street by street; deals as the solved ones."""
    return [_node(plan, where, table) for where, table in sorted(locks.tables.items())]


def _node(plan: Plan, where: Where, table: np.ndarray[Any, np.dtype[np.float64]]) -> LockedNode:
    node = plan.spot.tree.nodes[where.node]
    hands = np.isfinite(table[0])
    weights = np.zeros(COMBOS)
    weights[plan.combos[node.kind][hands]] = 1.0
    often = np.average(table[:, hands], axis=1, weights=plan.game.hands[node.kind].weight[hands])
    named = zip(map(str, node.actions), often.tolist(), strict=True)
    return LockedNode(
        _line(plan, where), PLAYERS[node.kind], Range.from_weights(weights), dict(named)
    )


def _line(plan: Plan, where: Where) -> str:
    """How one gets there, by the cards of the deal that was solved."""
    nodes, words = plan.spot.tree.nodes, []
    level, deal, number = where
    while number:
        above = nodes[number].parent
        if nodes[above].kind == DEAL:
            words.append(str(Card(int(plan.game.levels[level].card[deal]))))
            level, deal = level - 1, int(plan.game.levels[level].parent[deal])
        else:
            words.append(str(nodes[above].actions[nodes[above].children.index(number)]))
        number = above
    return " / ".join(reversed(words))


def locked_words(count: int, *, waiting: bool = False) -> str:
    """What is said of a solution that has locks.

    >>> locked_words(3, waiting=False), locked_words(1, waiting=True)
    ('locked game: 3 nodes', 'locked game: 1 node, not solved yet (resume)')
    """
    what = f"locked game: {count} node{'s' * (count != 1)}"
    return what + ", not solved yet (resume)" * waiting
