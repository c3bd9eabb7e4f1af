"""Many ranges on one screen: grids of 13 by 7 characters, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING

from rich.color import Color
from rich.console import Group
from rich.style import Style
from rich.table import Table
from rich.text import Text

from runout.cards import ACE, RANK_COUNT
from runout.ranges.grid import cell_colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

    from runout.ranges.library import Listed
    from runout.ranges.range import Range

_SHADES = "·░▒▓█"
_WIDTH = 24  # of a grid with its name
_WIDEST = 100


@dataclass(frozen=True)
class SmallGrid:
    """A range in a few lines: two rows of the grid in one where there are colours, else shades."""

    hands: Range

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        weights = self.hands.grid().tolist()
        if console.color_system is None:
            yield from (Text("".join(map(_shade, row))) for row in weights)
            return
        for top in range(0, RANK_COUNT, 2):
            line = Text()
            for column in range(RANK_COUNT):
                upper = _ink(top, column, weights[top][column])
                lower = _ink(top + 1, column, weights[top + 1][column]) if top < ACE else None
                line.append("▀", Style(color=upper, bgcolor=lower))
            yield line


def _ink(row: int, column: int, weight: float) -> Color:
    return Color.from_rgb(*cell_colour(row, column, weight))


def _shade(weight: float) -> str:
    """A sign for a weight: nothing and everything only for those themselves."""
    return _SHADES[0 if weight == 0 else 4 if weight == 1 else min(3, ceil(3 * weight))]


def small_grids(ranges: Sequence[Listed]) -> RenderableType:
    """Ranges with their names, folder by folder."""
    parts: list[RenderableType] = []
    for folder, group in groupby(ranges, key=lambda one: one.entry.file.parent):
        parts += [*("",) * bool(parts), Text(str(folder), "dim"), _SideBySide(list(group))]
    return Group(*parts)


@dataclass(frozen=True)
class _SideBySide:
    """As many ranges in a row as there is room for."""

    ranges: Sequence[Listed]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        fit = max(1, min(options.max_width, _WIDEST) // _WIDTH)
        for start in range(0, len(self.ranges), fit):
            row = Table.grid(padding=(0, 2, 0, 0))
            cells = [_named(one) for one in self.ranges[start : start + fit]]
            for _ in cells:
                row.add_column(width=_WIDTH - 2)
            row.add_row(*cells)
            yield from ("", row)


def _named(one: Listed) -> RenderableType:
    name, hands = Text(f"@{one.entry.name}", "bold", overflow="fold"), one.hands
    if hands is None:
        return Group(name, Text(one.error.partition("\n")[0], "red", overflow="fold"))
    return Group(name, SmallGrid(hands), Text(f"{hands.combos:,.6g} combos, {hands.percent:.1f} %"))
