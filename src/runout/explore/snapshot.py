"""All that is shown of a node at once, computed away from the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runout.cards import DECK, Card, parse_cards
from runout.errors import RunoutError
from runout.solution.breakdown import breakdown_of
from runout.solution.class_grid import STRATEGY, grid_choices
from runout.solution.selection import select
from runout.solution.view import node_words as words
from runout.solution.view.hand_words import HandRow, hand_rows

if TYPE_CHECKING:
    from runout.solution.breakdown import Breakdown
    from runout.solution.node import SolutionNode
    from runout.solution.node_view import NodeView


WAITING = "locks have changed; r solves the game with them"


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
    by: str = ""
    """What the hands of the table are grouped by; empty for each by itself."""
    condition: str = ""
    """Of the hands that are shown; empty for all."""


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
    classes: Breakdown | None
    """The hands by what they are, where that is asked for."""

    @property
    def acts(self) -> bool:
        """Whether the player shown is the one to act."""
        return self.player == self.acting


def snapshot(node: SolutionNode, view: View) -> Snapshot:
    """Compute it: up to two seconds at a flop."""
    whole = node.view()
    player = words.shown_player(whole, view.player)
    seen, refused = _chosen(whole, view.condition, player)
    board = parse_cards(seen.board)
    choices = grid_choices(seen.actions if player == seen.player else [])
    what = view.what if view.what in choices else _like(view.what, choices)
    waiting = [WAITING] if node.cache.solved.locks.waiting else []
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
        [*words.chosen_words(seen), *refused, *words.caution(seen), *waiting],
        breakdown_of(seen, player, view.by) if view.by else None,
    )


def _chosen(seen: NodeView, condition: str, player: str) -> tuple[NodeView, list[str]]:
    """The hands that a condition chooses; all, and why, where it asks for what is not there."""
    if not condition:
        return seen, []
    try:
        return select(seen, condition, player), []
    except RunoutError as error:
        return seen, [f"all hands: {str(error).splitlines()[0]}"]


def _like(what: str, choices: list[str]) -> str:
    """The loss of an action that is not there is that of the strategy, if there is one."""
    measure = what.partition(" ")[0]
    return measure if measure in choices else STRATEGY
