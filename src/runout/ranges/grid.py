"""Showing ranges: the 13×13 grid in a terminal and in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.style import Style
from rich.text import Text

from runout.cards import RANK_COUNT
from runout.colours import EMPTY_CELL, GREY, OFFSUIT, PAIR, SUITED, WHITE, Colour, css
from runout.combos import CLASS_NAMES

if TYPE_CHECKING:
    from rich.console import RenderableType

    from runout.ranges.range import Range

_CELL = 5


def cell_colour(row: int, column: int, weight: float) -> Colour:
    """Red, green and blue of a cell, the fuller the more of its class there is."""
    full = PAIR if row == column else SUITED if row < column else OFFSUIT
    red, green, blue = (round(e + weight * (f - e)) for e, f in zip(EMPTY_CELL, full, strict=True))
    return red, green, blue


def _label(name: str, weight: float) -> str:
    """What a cell says where there is no colour: the name, the percentage or a dot."""
    if weight == 0:
        return "·"
    return name if weight >= 0.9995 else f"{max(1, round(100 * weight))}%"


def summary(hands: Range) -> str:
    """Combos and share of all hands, in one line."""
    return f"{hands.combos:,.6g} combos, {hands.percent:.2f} % of hands"


def rich_grid(hands: Range) -> RenderableType:
    """The grid for a terminal: colours where there are some, percentages for partial weights."""
    grid = hands.grid()
    lines = []
    for row in range(RANK_COUNT):
        line = Text()
        for column in range(RANK_COUNT):
            weight = float(grid[row, column])
            red, green, blue = cell_colour(row, column, weight)
            style = Style(
                color="bright_white" if weight else "grey42",
                bgcolor=f"rgb({red},{green},{blue})",
            )
            line.append(_label(CLASS_NAMES[RANK_COUNT * row + column], weight).center(_CELL), style)
        lines.append(line)
    return Group(*lines, Text(summary(hands)))


def html_grid(hands: Range) -> str:
    """The grid as an HTML table with its styles inline."""
    cells = [
        [_html_cell(row, column, float(weight)) for column, weight in enumerate(weights)]
        for row, weights in enumerate(hands.grid())
    ]
    rows = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    caption = f'<caption style="caption-side:bottom;text-align:left">{summary(hands)}</caption>'
    return (
        f'<table style="border-collapse:separate;border-spacing:1px;font:11px sans-serif">{rows}'
        f"{caption}</table>"
    )


def _html_cell(row: int, column: int, weight: float) -> str:
    name = CLASS_NAMES[RANK_COUNT * row + column]
    colour = "rgb({},{},{})".format(*cell_colour(row, column, weight))
    ink = css(WHITE if weight else GREY)
    style = f"width:34px;height:24px;padding:0;text-align:center;color:{ink};background:{colour}"
    return f'<td title="{name}: {100 * weight:.4g} %" style="{style}">{name}</td>'
