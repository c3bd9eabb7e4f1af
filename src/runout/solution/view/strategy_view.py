"""A node on a terminal: board, grid with cells split by action, legend, both players.

Colours say nothing that letters and numbers do not say too, so that a pipe loses nothing.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.style import Style
from rich.table import Table
from rich.text import Text

from runout.cards import RANK_COUNT, parse_cards
from runout.colours import EMPTY_CELL, WARNING, Colour, action_colours, coloured, css, ink
from runout.solution.class_grid import STRATEGY
from runout.solution.view import node_words as words
from runout.solver.betting import letters

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderableType, RenderResult

    from runout.solution.node_view import Placed, Shown
    from runout.solution.view.node_words import Cell

_WIDEST, _NARROWEST = 7, 3  # columns of a cell
_WITH_GAP = 4  # from this width on the last column stays empty
_PALEST = 0.3  # of the colour that is left of a hand that hardly ever gets here
_PLAIN_WIDTH = RANK_COUNT * _WIDEST


class StrategyGrid:
    """The 13×13 grid, each cell two lines: name and share of the range, and the actions."""

    def __init__(self, grid: list[list[Cell]]) -> None:
        self._grid = grid

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(_NARROWEST, min(_WIDEST, options.max_width // len(self._grid)))
        for row in self._grid:
            drawn = [cell_lines(cell, width) for cell in row]
            for lines in zip(*drawn, strict=True):
                yield Text("", no_wrap=True).join(lines)


def cell_lines(cell: Cell, width: int, *, marked: bool = False) -> tuple[Text, Text]:
    """A cell as two lines of text on its colours; a marked one stands out."""
    gap = int(width >= _WITH_GAP)
    lines = (words.title_of(cell, width - gap), words.signs_of(cell, width - gap))
    title, signs = (_painted(cell, line, width - gap, marked).append(" " * gap) for line in lines)
    return title, signs


def cell_line(cell: Cell, width: int, *, marked: bool = False) -> Text:
    """A cell as one line: its name on its colours, beside it the sign of its commonest action."""
    if cell.unit and cell.weight:
        name = words.name_in(cell, len("AKs")).ljust(len("AKs"))  # a share would touch the number
        number = words.signs_of(cell, width - len(name) - 1).rjust(width - len(name) - 1)
        return _painted(cell, name + number, max(width - 1, len(name)), marked).append(
            " " * (width > len(name))
        )
    room = min(2, width - len("AKs"))
    line = _painted(cell, words.title_of(cell, len("AKs")), width - room, marked)
    sign, colour = words.commonest(cell)
    short = sign if len(sign) < room else sign[-1:]  # bets differ by their last character
    return line.append(short.ljust(room)[:room], Style(color=css(colour)) if room else "")


def _painted(cell: Cell, text: str, width: int, marked: bool) -> Text:
    text = text.ljust(width) if cell.weight else text.center(width)
    line, at = Text(no_wrap=True), 0
    for style, length in _stripes(cell, width):
        line.append(text[at : at + length], style + Style(reverse=marked, bold=marked or None))
        at += length
    return line


def _stripes(cell: Cell, width: int) -> list[tuple[Style, int]]:
    """The looks of a cell from left to right, each with its columns."""
    if not cell.stripes:
        return [(Style(color="grey50"), width)]
    taken = round(cell.fill * width) if cell.scaled else width
    shades = [
        colour if cell.scaled or cell.unit else paler(colour, cell.fill)
        for colour, _ in cell.stripes
    ]
    columns = words.split([share for _, share in cell.stripes], taken)
    found = [
        (Style(color=css(ink(shade)), bgcolor=css(shade)), length)
        for shade, length in zip(shades, columns, strict=True)
    ]
    return [*found, (Style(), width - taken)]


def paler(colour: Colour, fill: float) -> Colour:
    """A colour that fades into the empty grid as fewer hands get here."""
    strength = _PALEST + (1 - _PALEST) * min(fill, 1.0)
    red, green, blue = (
        round(e + strength * (c - e)) for e, c in zip(EMPTY_CELL, colour, strict=True)
    )
    return red, green, blue


def heading(node: Placed) -> RenderableType:
    """Board, line, pot and stacks."""
    where = coloured(parse_cards(node.board)) + Text(f"  {words.line_words(node)}")
    return Group(where, Text(words.place_words(node)), *map(Text, words.chosen_words(node)))


def legend(node: Shown, palette: str = "usual") -> RenderableType:
    """Every action with its sign, frequency, combos and EV."""
    table = _table("", "action", "frequency", "combos", "EV")
    rows = words.action_rows(node, palette)
    for sign, row in zip(action_signs(node, palette), rows, strict=True):
        table.add_row(
            sign,
            row.action,
            words.percent(row.frequency),
            f"{row.combos:.1f}",
            words.chips(row.ev),
        )
    return table


def action_signs(node: Placed, palette: str = "usual") -> list[Text]:
    """The sign of every action on its colour."""
    colours = action_colours(node.actions, node.pot, palette)
    return [
        Text(f" {sign} ", Style(color=css(ink(colour)), bgcolor=css(colour)))
        for sign, colour in zip(letters(node.actions), colours, strict=True)
    ]


def players(node: Shown) -> RenderableType:
    """Both players' ranges: combos, EV, equity, realised equity, EQR."""
    table = _table("", "", "combos", "EV", "equity", "realised", "EQR")
    for row in words.player_rows(node):
        table.add_row(
            "▸" if row.player == node.player else "",
            row.player,
            f"{row.combos:.1f}",
            words.chips(row.ev),
            words.percent(row.equity),
            words.percent(row.realised_equity),
            words.percent(row.eqr),
        )
    return table


def _table(*titles: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for place, title in enumerate(titles):
        table.add_column(title, justify="left" if place < 2 else "right", no_wrap=True)
    return table


def cautions(node: Shown) -> list[RenderableType]:
    """Lines that warn, above the numbers; at the start every lock is told of."""
    listed = [f"  {lock}" for lock in node.locks] if not node.line else []
    return [*(Text(line, WARNING) for line in words.caution(node)), *map(Text, listed)]


def node_view(
    node: Shown,
    player: str | None = None,
    palette: str = "usual",
    *,
    what: str = STRATEGY,
    scaled: bool = False,
) -> RenderableType:
    """All of a node where hands are played: heading, grid, legend, both players."""
    name = words.shown_player(node, player)
    grid = words.cells(node, name, palette, what=what, scaled=scaled)
    parts: list[RenderableType] = [heading(node), *cautions(node), "", StrategyGrid(grid)]
    if name != node.player or what != STRATEGY:
        parts.append(Text(words.grid_words(what, name, acts=name == node.player)))
    if node.player is not None:
        parts += ["", legend(node, palette)]
    return Group(*parts, "", players(node))


def plain(node: Shown, player: str | None = None) -> str:
    """The same without colours, for `print`."""
    out = Console(
        file=io.StringIO(),
        width=_PLAIN_WIDTH,
        color_system=None,
        highlight=False,
        force_jupyter=False,
    )
    with out.capture() as captured:
        out.print(node_view(node, player))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
