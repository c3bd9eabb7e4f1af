"""All that is shown of a node, as data: terminal, page, picture and JSON render the same object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from runout.cards import parse_cards
from runout.combos import CLASS_NAMES, CLASS_OF, CLASSES, holding
from runout.solution.node_table import given
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solution.node import SolutionNode
    from runout.solution.node_table import NodeTable

SIDE = 13


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


@dataclass(frozen=True, eq=False)
class NodeView:
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

    def table(self, player: str) -> NodeTable:
        """The columns of a player."""
        return self.tables[player]

    def to_dict(self) -> dict[str, Any]:
        """Everything about the node as plain data; missing values are None."""
        data: dict[str, Any] = {
            "line": self.line,
            "kind": self.kind,
            "player": self.player,
            "board": self.board,
            "pot": self.pot,
            "stack": self.stack,
            "actions": self.actions,
            "frequencies": self.frequencies,
            "players": {
                name: {"average": table.averages(), "hands": table.hand_rows()}
                for name, table in self.tables.items()
            },
        }
        if self.player is not None:
            data["hands"] = self.tables[self.player].action_rows()
        return data


def view_of(node: SolutionNode) -> NodeView:
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
    )


@dataclass(frozen=True)
class ClassCell:
    """One hand class of a player at a node."""

    name: str
    weight: float
    """Mean weight of the combos that the board leaves possible: 0 where the range has none."""
    strategy: tuple[float, ...]
    """Share of each action; empty if no hand gets here, or nobody acts."""
    ev: float | None
    equity: float | None
    """Realised equity."""


def class_grid(node: Shown, player: str | None = None) -> list[list[ClassCell]]:
    """Rows of cells from AA at the top left, of the player to act or of the one named."""
    table = node.table(player or node.player or PLAYERS[0])
    shares, ev, equity = (table.by_class(name) for name in ("frequency", "ev", "equity"))
    held, count = table.held(), _possible_combos(node.board)
    cells = [
        ClassCell(
            CLASS_NAMES[i],
            float(held[i] / count[i]) if count[i] else 0.0,
            tuple(shares[:, i].tolist()) if np.isfinite(shares[:, i]).all() else (),
            given(ev[i]),
            given(equity[i]),
        )
        for i in range(CLASSES)
    ]
    return [cells[SIDE * row : SIDE * (row + 1)] for row in range(SIDE)]


def _possible_combos(board: str) -> NDArray[np.intp]:
    """How many combos of each class the board leaves."""
    return np.bincount(CLASS_OF[~holding(parse_cards(board))], minlength=CLASSES)
