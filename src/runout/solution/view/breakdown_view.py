"""A range by what its hands are, on a terminal and as HTML: a line with a bar for each class."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from runout.colours import RANGE_COLOUR, Colour, action_colours, css, ink
from runout.pages import data_file, render
from runout.solution.view.node_words import chips, percent, split
from runout.solver.betting import letters

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import ConsoleOptions, RenderableType, RenderResult

    from runout.solution.breakdown import Breakdown, BreakdownRow

_TITLES = {
    "made": "made class",
    "draw": "best draw",
    "cross": "made class, best draw",
    "suit": "cards of a suit",
}
_BAR = 20  # columns of the longest bar
_BAR_PLACE = 3  # among the columns of the table
_UNLIMITED = 10_000  # columns: what a table would take if there were room
_PLAIN_WIDTH = 160


def title_of(by: str) -> str:
    """What the classes are."""
    return _TITLES[by]


def bar_parts(
    found: Breakdown, row: BreakdownRow, palette: str = "usual"
) -> list[tuple[str, Colour, float]]:
    """The actions of a class in its bar: name, colour and share; one where nobody acts."""
    if not found.actions:
        return [("range", RANGE_COLOUR, 1.0)]
    colours = action_colours(found.actions, found.pot, palette)
    return list(zip(found.actions, colours, row.frequencies.values(), strict=True))


def breakdown_view(found: Breakdown, palette: str = "usual") -> RenderableType:
    """The table: combos, share, values, and how often each action is taken."""
    return _Lines(found, palette)


@dataclass(frozen=True)
class _Lines:
    """A line for each class; actions stand in a table below where there is no room beside."""

    found: Breakdown
    palette: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        count = 7 + len(self.found.actions)
        everything = self._table(range(count))
        wide = options.update_width(_UNLIMITED)
        if console.measure(everything, options=wide).maximum <= options.max_width:
            yield everything
            return
        yield self._table([place for place in range(7) if place != _BAR_PLACE])
        if self.found.actions:
            yield ""
            yield self._table([0, *range(7, count)])

    def _table(self, places: Iterable[int]) -> Table:
        """Some of the columns, by their places."""
        found, signs, chosen = self.found, letters(self.found.actions), list(places)
        actions = [f"{sign} {name}" for sign, name in zip(signs, found.actions, strict=True)]
        titles = [title_of(found.by), "combos", "share", "", "equity", "EV", "EQR", *actions]
        table = Table(box=None, padding=(0, 2, 0, 0))
        for place in chosen:
            side: Literal["left", "right"] = "left" if place in (0, _BAR_PLACE) else "right"
            table.add_column(titles[place], justify=side, no_wrap=True)
        largest = max((row.share for row in found.rows), default=0.0)
        for row in found.rows:
            texts = _texts(row, _bar(found, row, signs, largest, self.palette))
            table.add_row(*(texts[place] for place in chosen))
        whole = _texts(found.total, Text(""))
        table.add_row(*(whole[place] for place in chosen), style="bold")
        return table


def _texts(row: BreakdownRow, bar: Text) -> list[Text | str]:
    values = [percent(row.equity), chips(row.ev), percent(row.eqr)]
    often = [percent(share) for share in row.frequencies.values()]
    return [row.name, f"{row.combos:.1f}", percent(row.share), bar, *values, *often]


def _bar(
    found: Breakdown, row: BreakdownRow, signs: list[str], largest: float, palette: str
) -> Text:
    """As long as the class is large; each action has its letter, so that a pipe loses nothing.

    Bets differ by the last character of their signs.
    """
    width = max(1, round(_BAR * row.share / largest)) if largest else 0
    parts = bar_parts(found, row, palette)
    columns = split([share for _, _, share in parts], width)
    line = Text(no_wrap=True)
    for (_, colour, _), sign, length in zip(parts, signs or ["█"], columns, strict=True):
        style = Style(color=css(ink(colour) if signs else colour), bgcolor=css(colour))
        line.append(sign[-1] * length, style)
    return line


def plain_breakdown(found: Breakdown) -> str:
    """The same without colours, for `print`."""
    out = Console(
        file=io.StringIO(), width=_PLAIN_WIDTH, color_system=None, highlight=False,
        force_jupyter=False,
    )  # fmt: skip
    with out.capture() as captured:
        out.print(breakdown_view(found))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def breakdown_html(found: Breakdown, palette: str = "usual") -> str:
    """The same for notebooks."""
    return render(
        "breakdown_part.html",
        style=data_file("strategy_page.css"),
        found=breakdown_filled(found, palette),
    )


def breakdown_filled(found: Breakdown, palette: str = "usual") -> dict[str, object]:
    """What the template of a breakdown is filled with."""
    largest = max((row.share for row in found.rows), default=0.0) or 1.0
    rows = [
        {
            "name": row.name,
            "texts": [str(text) for text in _texts(row, Text(""))[1:3]],
            "values": [str(text) for text in _texts(row, Text(""))[4:]],
            "width": f"{100 * row.share / largest:.2f}",
            "parts": [
                {"colour": css(colour), "width": f"{100 * share:.2f}", "words": name}
                for name, colour, share in bar_parts(found, row, palette)
            ],
        }
        for row in [*found.rows, found.total]
    ]
    titles = ["combos", "share", "", "equity", "EV", "EQR", *found.actions]
    return {
        "title": f"{found.player} by {title_of(found.by)}",
        "first": title_of(found.by),
        "titles": titles,
        "rows": rows[:-1],
        "total": rows[-1],
    }
