"""All that is shown of a node, as data: terminal, page, picture and JSON render the same object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from runout.alike import Alike
from runout.solution.node_table import SCHEMA_VERSION
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from runout.solution.locked_nodes import LockedNode
    from runout.solution.node_point import NodePoint
    from runout.solution.node_table import NodeTable
    from runout.solution.trust import Trust


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
