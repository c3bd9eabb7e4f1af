"""A player's range at a node, as text for other programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout.checks import number
from runout.errors import RunoutError
from runout.ranges.notations import in_notation
from runout.solution.view.node_words import shown_player

if TYPE_CHECKING:
    from runout.ranges import Range
    from runout.solution.node import SolutionNode


@dataclass(frozen=True)
class NodeRange:
    """What a player holds at a node, in one notation."""

    line: str
    board: str
    player: str
    notation: str
    text: str
    hands: Range

    def to_dict(self) -> dict[str, Any]:
        """The range and where it is, as plain data."""
        return {
            "line": self.line,
            "board": self.board,
            "player": self.player,
            "notation": self.notation,
            "range": self.text,
            "combos": self.hands.combos,
        }


def node_range(
    node: SolutionNode, player: str | None, notation: str, min_weight: float = 0.0
) -> NodeRange:
    """The range of a player here; hands of less than a weight are left out."""
    name = shown_player(node, player)
    least = number("min_weight", min_weight, 0, 1)
    hands = node.range(name).at_least(least)
    if not hands:
        raise RunoutError(f"range: no hand of {name} comes here")
    text = in_notation(hands, notation)
    return NodeRange(node.line, node.board, name, notation, text, hands)
