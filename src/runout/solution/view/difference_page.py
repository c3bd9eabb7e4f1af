"""Two nodes beside each other as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runout.cards import parse_cards
from runout.colours import css, ink
from runout.pages import data_file, render
from runout.solution.class_grid import STRATEGY
from runout.solution.view import node_words as words
from runout.solution.view.difference_view import (
    action_table,
    class_table,
    hand_table,
    player_table,
    unmatched_words,
)

if TYPE_CHECKING:
    from runout.solution.difference import NodeDifference
    from runout.solution.view.node_words import Cell

    Filled = dict[str, Any]

_HANDS = 40


def difference_page(change: NodeDifference, what: str = "", palette: str = "usual") -> str:
    """A page with everything in it: heading, difference grids, tables."""
    usual = [STRATEGY] if change.acts else []
    usual += ["ev", "equity", "weight", *(action.name for action in change.actions)]
    wanted = list(dict.fromkeys(([what] if what else []) + usual))
    tables = {
        "both players": player_table(change),
        "what is done": action_table(change) if change.actions else [],
        f"{change.player}'s hands by what they are": class_table(change),
        f"{change.player}'s hands that changed most": hand_table(change, _HANDS),
    }
    page = render(
        "difference_page.html",
        title=" | ".join(change.names),
        style=data_file("strategy_page.css"),
        nodes=[_node(change, number) for number in (0, 1)],
        grids=[_grid(change, name, palette) for name in wanted],
        tables={title: rows for title, rows in tables.items() if rows},
        unmatched=unmatched_words(change),
        script=data_file("difference_page.js"),
    )
    return page + "\n"


def _node(change: NodeDifference, number: int) -> Filled:
    view = (change.first, change.second)[number]
    return {
        "name": change.names[number],
        "cards": parse_cards(view.board),
        "line": words.line_words(view),
        "words": words.place_words(view),
        "cautions": words.caution(view),
    }


def _grid(change: NodeDifference, what: str, palette: str) -> Filled:
    grid = change.grid(what)
    rows = words.grid_cells(change.second, grid, palette)
    return {
        "name": {"ev": "EV", "strategy": "all actions"}.get(what, what),
        "words": words.grid_words(grid.what, change.player, acts=True),
        "rows": [[_cell(cell) for cell in row] for row in rows],
    }


def _cell(cell: Cell) -> Filled:
    shade = cell.shade if cell.weight else None
    return {
        "name": words.named(cell),
        "text": words.signs_of(cell, 5) if shade else "",
        "style": f"--heat:{css(shade)};--heat-ink:{css(ink(shade))}" if shade else "",
    }
