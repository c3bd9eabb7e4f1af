"""The difference of two nodes as a picture: the difference grid, and beside it what changed."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from runout.cards import parse_cards
from runout.colours import MUTED, check_palette
from runout.figures import drawing, figure_under
from runout.solution.view import node_words as words
from runout.solution.view.difference_view import action_table, player_table
from runout.solution.view.plot_strategy import draw_cells
from runout.solution.view.plots import LETTERS_PER_INCH, WIDTH

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from runout.solution.difference import NodeDifference
    from runout.solution.node_view import NodeView

_GRID, _SIDE, _ROW = 4.9, 2.5, 0.2  # inches


def plot_difference(change: NodeDifference, what: str = "", palette: str = "usual") -> Figure:
    """The difference grid of the player compared."""
    check_palette(palette)
    grid = change.grid(what)
    with drawing():
        lines = [
            part
            for name, view in zip(change.names, (change.first, change.second), strict=True)
            for part in wrap(_said(name, view), int(WIDTH * LETTERS_PER_INCH))
        ]
        headline = words.grid_words(grid.what, change.player, acts=True)
        board = parse_cards(change.second.board)
        figure, body = figure_under(WIDTH, _GRID, board, headline, lines)
        left, side = body.subplots(1, 2, width_ratios=[_GRID, _SIDE])
        rows = words.grid_cells(change.second, grid, palette)
        draw_cells(left, rows)
        _draw_side(side, change)
    return figure


def _said(name: str, view: NodeView) -> str:
    place = f"{name}: {view.board}  {words.line_words(view)}; {words.place_words(view)}"
    return ". ".join([place, *words.caution(view)])


def _draw_side(axes: Axes, change: NodeDifference) -> None:
    """What both players get, and how often each action is taken."""
    axes.axis("off")
    axes.set(xlim=(0, _SIDE), ylim=(_GRID, 0), anchor="NW")
    players, actions = player_table(change), action_table(change)
    y = _table(axes, 0.1, ["EV", *change.names, "change"], [row[:4] for row in players[1:]])
    if change.actions:
        titles = ["action", *change.names, "change"]
        y = _table(axes, y + 1.6 * _ROW, titles, [row[:4] for row in actions[1:]])
    notes = ["grid: mean over the hands of the class", "empty: one of the two has no such hand"]
    for number, note in enumerate(notes):
        y_note = y + _ROW * (1.5 + 0.75 * number)
        axes.text(0, y_note, note, color=MUTED, fontsize=6.8, va="center")


def _table(axes: Axes, y: float, titles: list[str], rows: list[list[str]]) -> float:
    """A small table; where it ends. Names that are long stand above their numbers."""
    ends = (0.0, 1.18, 1.82, _SIDE)
    for end, title in zip(ends, titles, strict=True):
        side = "left" if not end else "right"
        short = title if len(title) < 12 else f"{title[:10]}…"
        axes.text(end, y, short, color=MUTED, ha=side, va="center", fontsize=7.5)
    for row in rows:
        y += _ROW
        if len(row[0]) > 9:
            axes.text(0, y, row[0], fontweight="bold", va="center", fontsize=7.5)
            y += 0.85 * _ROW
        else:
            axes.text(0, y, row[0], fontweight="bold", va="center", fontsize=7.5)
        for end, text in zip(ends[1:], row[1:], strict=True):
            axes.text(end, y, text, ha="right", va="center", fontsize=7.5)
    return y
