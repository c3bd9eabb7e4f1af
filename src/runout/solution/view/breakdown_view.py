"""A range by what its hands are, on a terminal and as HTML: a line with a bar for each class."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from runout.colours import Colour, action_colours, css, ink
from runout.pages import data_file, render
from runout.solution.view.node_words import RANGE_COLOUR, chips, percent, split
from runout.solver.betting import letters

if TYPE_CHECKING:
    from runout.solution.breakdown import Breakdown, BreakdownRow

_TITLES = {
    "made": "made class",
    "draw": "best draw",
    "cross": "made class, best draw",
    "suit": "cards of a suit",
}
_BAR = 20  # columns of the longest bar
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


def breakdown_view(found: Breakdown, palette: str = "usual") -> Table:
    """The table: combos, share, values, and how often each action is taken."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    signs = letters(found.actions)
    table.add_column(title_of(found.by), no_wrap=True)
    for name in ("combos", "share", "", "equity", "EV", "EQR"):
        table.add_column(name, justify="right" if name else "left", no_wrap=True)
    for sign, name in zip(signs, found.actions, strict=True):
        table.add_column(f"{sign} {name}", justify="right", no_wrap=True)
    largest = max((row.share for row in found.rows), default=0.0)
    for row in found.rows:
        table.add_row(*_texts(row, _bar(found, row, signs, largest, palette)))
    table.add_row(*_texts(found.total, Text("")), style="bold")
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
