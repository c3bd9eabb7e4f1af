"""All that is shown of a node, as data: terminal, page, picture and JSON render the same object.

That includes how far the node can be trusted. A strategy is learned from the hands that come to a
node. Where next to none of a player's range comes, nothing was learned against it, and the numbers
there are those of an opponent who is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from runout.alike import Alike
from runout.solution.node_table import SCHEMA_VERSION
from runout.solution.small import SmallStrategy
from runout.solution.values import best_ev, means
from runout.solver.betting import IP, OOP
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from runout.solution.node_locks import LockedNode
    from runout.solution.node_point import NodePoint
    from runout.solution.node_table import NodeTable
    from runout.solution.values import NodeValues, Place
    from runout.solver.engine import Profile
    from runout.solver.plan import Plan

REACHED = 0.001
"""The share of a player's range below which nobody is said to come."""


class Placed(Protocol):
    """What says where in the game it is: a node, or a view of one."""

    @property
    def line(self) -> str:
        """What was done so far."""
        ...

    @property
    def kind(self) -> str:
        """What happens there."""
        ...

    @property
    def player(self) -> str | None:
        """Who acts."""
        ...

    @property
    def board(self) -> str:
        """The board."""
        ...

    @property
    def pot(self) -> float:
        """The pot."""
        ...

    @property
    def stacks(self) -> dict[str, float]:
        """What each player has left."""
        ...

    @property
    def actions(self) -> list[str]:
        """What the player may do."""
        ...


class Shown(Placed, Protocol):
    """What can be shown: what the hands of both players do there and are worth."""

    @property
    def frequencies(self) -> dict[str, float]:
        """How often each action is taken."""
        ...

    def table(self, player: str) -> NodeTable:
        """The columns of a player."""
        ...

    @property
    def trust(self) -> Trust:
        """Who comes there, and what could still be gained."""
        ...

    @property
    def locks(self) -> list[LockedNode]:
        """The nodes of the solution where hands are locked."""
        ...


@dataclass(frozen=True, eq=False, repr=False)
class NodeView(Alike):
    """A node with everything about it, of one strategy throughout."""

    line: str
    kind: str
    player: str | None
    """Who acts; None where nobody does."""
    board: str
    pot: float
    stack: float
    stacks: dict[str, float]
    actions: list[str]
    frequencies: dict[str, float]
    tables: dict[str, NodeTable]
    """By player."""
    trust: Trust
    locks: list[LockedNode]
    """Of the whole solution."""

    def table(self, player: str) -> NodeTable:
        """The columns of a player."""
        return self.tables[player]

    def __repr__(self) -> str:
        return f"NodeView({self.line!r}, {self.board}, {self.player or self.kind})"

    def to_dict(self) -> dict[str, Any]:
        """Everything about the node as plain data; missing values are None."""
        data: dict[str, Any] = {
            "schema_version": SCHEMA_VERSION,
            "line": self.line,
            "kind": self.kind,
            "player": self.player,
            "board": self.board,
            "pot": self.pot,
            "stack": self.stack,
            "actions": self.actions,
            "frequencies": self.frequencies,
            **self.trust.to_dict(),
            "locks": [node.to_dict() for node in self.locks],
            "players": {
                name: {"average": table.averages(), "hands": table.hand_rows()}
                for name, table in self.tables.items()
            },
        }
        if self.player is not None:
            data["hands"] = self.tables[self.player].action_rows()
        return data


def view_of(node: NodePoint) -> NodeView:
    """Look at a node; whoever calls sees to it that its strategy is one throughout."""
    return NodeView(
        node.line,
        node.kind,
        node.player,
        node.board,
        node.pot,
        node.stack,
        node.stacks,
        node.actions,
        node.frequencies,
        {name: node.table(name) for name in PLAYERS},
        node.trust,
        node.locks,
    )


@dataclass(frozen=True)
class Trust:
    """Who comes to a node, and what its player could still gain there."""

    player: str | None
    """Who acts."""
    reach: dict[str, float]
    """By player: the share of his range that comes here by what he does himself."""
    regret: float | None
    """Percent of the pot; None where nobody acts or comes, or the file has no river."""

    @property
    def warnings(self) -> list[str]:
        """What to beware of, in words; empty where both come."""
        absent = [name for name, share in self.reach.items() if share < REACHED]
        if not absent:
            return []
        said = " and ".join(f"{share_words(self.reach[name])} of {name}'s range" for name in absent)
        return [f"hardly anybody comes here: {said}; next to nothing was learned", *self._gain()]

    def _gain(self) -> list[str]:
        if self.player is None or self.regret is None:
            return []
        return [f"{self.player} could still gain {self.regret:.3g} % of the pot from here"]

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"reach": self.reach, "regret": self.regret, "warnings": self.warnings}


def share_words(share: float) -> str:
    """A share that may be tiny, in percent.

    >>> share_words(0.0004), share_words(1.8e-7), share_words(0.0)
    ('0.04 %', '0.00002 %', 'none')
    """
    if share <= 0:
        return "none"
    if share < 1e-12:
        return "less than 0.0000000001 %"
    text = np.format_float_positional(100 * share, precision=1, fractional=False, trim="-")
    return f"{text} %"


def trust(plan: Plan, solved: Profile, place: Place, values: NodeValues) -> Trust:
    """How far a place can be trusted, given its values."""
    node = plan.spot.tree.nodes[place.node]
    shares = (
        float(place.reach[player].sum() / plan.game.hands[player].weight.sum())
        for player in (OOP, IP)
    )
    reach = dict(zip(PLAYERS, shares, strict=True))
    if node.kind not in (OOP, IP):
        return Trust(None, reach, None)
    return Trust(PLAYERS[node.kind], reach, _regret(plan, solved, place, values))


def _regret(plan: Plan, solved: Profile, place: Place, values: NodeValues) -> float | None:
    """What the player to act could gain by his best reply from here on, in percent of the pot.

    Against the opponent's range and strategy as they are, mean over his own range; locked hands
    stay locked. A small file does not know before its river what a best reply would do there.
    """
    if isinstance(solved, SmallStrategy) and place.level < len(plan.game.levels) - 1:
        return None
    player = plan.spot.tree.nodes[place.node].kind
    gain = best_ev(plan, solved, place, player) - values.players[player].ev
    mean = float(means(gain, values.players[player].weight)[0])
    # A best reply is never worse; in single precision the two may cross.
    return max(100 * mean / plan.spot.tree.pots[place.node], 0.0) if np.isfinite(mean) else None
