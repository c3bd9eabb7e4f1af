"""A node as the page of results reads it: columns of all hands, and the decisions that led there.

Columns instead of rows, numbers to six digits and groups by number keep an answer small. The page
makes grids, means, breakdowns and curves of them by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.holdings.board_holdings import holdings_on
from runout.holdings.grouping import DRAW_CLASSES, MADE_NAMES
from runout.solution.node_table import OF_HAND, given_all
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solution.node import SolutionNode
    from runout.solution.node_table import NodeTable
    from runout.solution.node_view import NodeView

    Floats = NDArray[np.float64]

DIGITS = 6


@dataclass(frozen=True)
class Decision:
    """One step of the way to a node: where it was taken, and what it was."""

    line: str
    kind: str
    player: str | None
    board: str
    pot: float
    stacks: dict[str, float]
    actions: list[str]
    frequencies: dict[str, float]
    taken: str | None
    """The action or the card; None at the node itself."""


@dataclass(frozen=True, eq=False, repr=False)
class NodeSheet:
    """Everything about a node, and how one gets there."""

    view: NodeView
    strip: tuple[Decision, ...]
    """From the start to the node itself."""

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data; missing values are None."""
        view = self.view
        named = ("line", "kind", "player", "board", "pot", "stack", "stacks", "actions")
        return {
            **{name: getattr(view, name) for name in named},
            "frequencies": view.frequencies,
            **view.trust.to_dict(),
            "locks": [node.to_dict() for node in view.locks],
            "strip": [vars(decision) for decision in self.strip],
            "made_names": list(MADE_NAMES),
            "draw_names": list(DRAW_CLASSES),
            "players": {name: _columns(view.table(name), view.board) for name in PLAYERS},
        }


def node_sheet(node: SolutionNode) -> NodeSheet:
    """The sheet of a node."""
    with node.cache.pinned():
        return NodeSheet(node.view(), tuple(_decisions(node)))


def _decisions(node: SolutionNode) -> list[Decision]:
    nodes = nodes_to(node)
    taken = [*(after.line.rpartition(" / ")[2] for after in nodes[1:]), None]
    return [_decision(here, step) for here, step in zip(nodes, taken, strict=True)]


def _decision(node: SolutionNode, taken: str | None) -> Decision:
    return Decision(
        node.line, node.kind, node.player, node.board, node.pot, node.stacks, node.actions,
        node.frequencies, taken,
    )  # fmt: skip


def nodes_to(node: SolutionNode) -> list[SolutionNode]:
    """The nodes from the start to a node, both included."""
    start = type(node)(node.cache)
    return [start.after(*node.steps[:count]) for count in range(len(node.steps) + 1)]


def _columns(table: NodeTable, board: str) -> dict[str, Any]:
    """The hands of a player by column; those of actions where it is his turn."""
    on_board = holdings_on(board)
    columns: dict[str, Any] = {"average": table.averages(), "hands": table.hands}
    columns |= {name: _given(table.shown(name)) for name in OF_HAND}
    columns["count"] = _given(table.counts)
    columns["made"] = on_board.made[table.combos].tolist()
    columns["draw"] = on_board.main_draw[table.combos].tolist()
    columns["suit"] = on_board.suited[table.combos].tolist()
    if table.actions:
        columns["strategy"] = _given(table.shown("frequency"))
        columns["action_ev"] = _given(table.shown("action_ev"))
        columns["locked"] = table.locked.tolist()
    return columns


def _given(values: Floats) -> list[Any]:
    return given_all(rounded(np.asarray(values, dtype=np.float64)))


def rounded(values: Floats, digits: int = DIGITS) -> Floats:
    """Numbers to so many significant digits; what is no number stays.

    >>> rounded(np.array([123.456789, 0.000123456789, 0.0, np.nan]), 4).tolist()
    [123.5, 0.0001235, 0.0, nan]
    """
    known = np.isfinite(values) & (values != 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        places = digits - 1 - np.floor(np.log10(np.abs(values)))
        places = np.where(known, np.clip(places, -300, 300), 0)
        up, down = 10.0 ** np.maximum(places, 0), 10.0 ** np.maximum(-places, 0)
        short: Floats = np.round(values * up / down) / up * down
    return np.where(known, short, values)
