"""All that is shown of a node at once, computed away from the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runout.cards import DECK, Card, parse_cards
from runout.solution.class_grid import STRATEGY, grid_choices
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
    what: str = STRATEGY
    """What the grid shows."""
    scaled: bool = False
    """Whether strategy cells are filled by weight."""


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
    what: str
    """What the grid shows: as asked for, or the strategy where there is no such thing."""
    choices: list[str]
    """All that it can show here."""
    cautions: list[str]
    """What to beware of."""

    @property
    def acts(self) -> bool:
        """Whether the player shown is the one to act."""
        return self.player == self.acting


def snapshot(node: SolutionNode, view: View) -> Snapshot:
    """Compute it: up to two seconds at a flop."""
    seen = node.view()
    player = words.shown_player(seen, view.player)
    board = parse_cards(seen.board)
    choices = grid_choices(seen.actions if player == seen.player else [])
    what = view.what if view.what in choices else _like(view.what, choices)
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
        words.cells(seen, player, view.palette, what=what, scaled=view.scaled),
        [row for row in hand_rows(seen, player) if row.weight > 0],
        tuple(card for card in DECK if card not in board) if node.kind == "deal" else (),
        what,
        choices,
        words.caution(seen),
    )


def _like(what: str, choices: list[str]) -> str:
    """The loss of an action that is not there is that of the strategy, if there is one."""
    measure = what.partition(" ")[0]
    return measure if measure in choices else STRATEGY
