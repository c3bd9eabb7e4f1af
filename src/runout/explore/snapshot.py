"""All that is shown of a node at once, computed away from the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runout.cards import DECK, Card, parse_cards
from runout.solution.view import node_words as words
from runout.solution.view.hand_words import HandRow, hand_rows

if TYPE_CHECKING:
    from runout.solution.node import SolutionNode


@dataclass(frozen=True)
class View:
    """How a node is looked at."""

    player: str | None = None
    """Whose hands; None for those of the player to act."""
    palette: str = "usual"


@dataclass(frozen=True)
class Snapshot:
    """What is on the screen. Everything slow has been done when it exists."""

    node: SolutionNode
    view: View
    kind: str
    acting: str | None
    player: str
    """Whose hands are shown."""
    board: tuple[Card, ...]
    line: str
    place: str
    actions: list[words.ActionRow]
    players: list[words.PlayerRow]
    cells: list[list[words.Cell]]
    hands: list[HandRow]
    """Those that get here."""
    cards: tuple[Card, ...]
    """That may be dealt here; empty elsewhere."""

    @property
    def acts(self) -> bool:
        """Whether the player shown is the one to act."""
        return self.player == self.acting


def snapshot(node: SolutionNode, view: View) -> Snapshot:
    """Compute it: up to two seconds at a flop."""
    seen = node.view()
    player = words.shown_player(seen, view.player)
    board = parse_cards(seen.board)
    return Snapshot(
        node,
        view,
        seen.kind,
        seen.player,
        player,
        board,
        words.line_words(seen),
        words.place_words(seen),
        words.action_rows(seen, view.palette),
        words.player_rows(seen),
        words.cells(seen, player, view.palette),
        [row for row in hand_rows(seen, player) if row.weight > 0],
        tuple(card for card in DECK if card not in board) if node.kind == "deal" else (),
    )
