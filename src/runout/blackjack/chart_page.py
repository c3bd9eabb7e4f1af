"""Charts as pictures: HTML for notebooks and files, SVG for print."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from runout.blackjack.strategy import LETTERS
from runout.blackjack.values import UPCARDS
from runout.blackjack.view import deviation_lines, legend, sections

if TYPE_CHECKING:
    from runout.blackjack.charts import ChartResult

COLOURS = {
    "H": "#f3d36b",
    "S": "#e58b85",
    "D": "#7fb8e6",
    "d": "#a9d0f0",
    "R": "#d5d5d5",
    "r": "#e8e8e8",
    "P": "#93d19a",
    "Q": "#bfe3c3",
    "-": "#ffffff",
}
assert COLOURS.keys() == LETTERS.keys()

_CELL, _HEAD = 24, 40  # pixels: a cell, and the width of the row titles


def chart_html(result: ChartResult) -> str:
    """One table for each part of the chart, a legend, and the deviations."""
    tables = "".join(_html_section(title, rows) for title, rows in sections(result.chart))
    meanings = "; ".join(f"<b>{letter}</b> {text}" for letter, text in legend(result.chart))
    notes = "".join(f"<li>{escape(line)}</li>" for line in deviation_lines(result))
    return (
        f"<div><p>{escape(str(result.rules))}</p>"
        f"<div style='display:flex;gap:1.5em;align-items:start'>{tables}</div>"
        f"<p>{meanings}</p><ul>{notes}</ul></div>"
    )


def _html_section(title: str, rows: list[tuple[str, str]]) -> str:
    head = "".join(f"<th>{up}</th>" for up in UPCARDS)
    body = "".join(
        f"<tr><th>{name}</th>{''.join(_html_cell(letter) for letter in row)}</tr>"
        for name, row in rows
    )
    return f"<table><tr><th>{title}</th>{head}</tr>{body}</table>"


def _html_cell(letter: str) -> str:
    style = f"background:{COLOURS[letter]};color:#222;text-align:center;width:1.6em"
    return f"<td style='{style}' title='{LETTERS[letter]}'>{letter}</td>"


def html_page(result: ChartResult) -> str:
    """A whole page, to open in a browser."""
    title = escape(f"Blackjack: {result.rules}")
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        f"<title>{title}</title></head>"
        f"<body style='font-family:sans-serif'>{chart_html(result)}</body></html>\n"
    )


def chart_svg(result: ChartResult) -> str:
    """The parts of the chart side by side, with the legend below."""
    parts = sections(result.chart)
    width = len(parts) * (_HEAD + 11 * _CELL)
    height = max(len(rows) for _, rows in parts) * _CELL + 4 * _CELL
    drawn = "".join(
        _svg_section(title, rows, i * (_HEAD + 11 * _CELL)) for i, (title, rows) in enumerate(parts)
    )
    meanings = "; ".join(f"{letter} {text}" for letter, text in legend(result.chart))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' "
        f"font-family='sans-serif' font-size='13' text-anchor='middle'>"
        f"<text x='4' y='16' text-anchor='start'>{escape(str(result.rules))}</text>{drawn}"
        f"<text x='4' y='{height - 8}' text-anchor='start'>{escape(meanings)}</text></svg>\n"
    )


def _svg_section(title: str, rows: list[tuple[str, str]], left: int) -> str:
    parts = [_svg_text(left + _HEAD // 2, 0, title)]
    parts += [
        _svg_text(left + _HEAD + i * _CELL + _CELL // 2, 0, up) for i, up in enumerate(UPCARDS)
    ]
    for y, (name, row) in enumerate(rows, 1):
        parts.append(_svg_text(left + _HEAD // 2, y, name))
        for x, letter in enumerate(row):
            at = left + _HEAD + x * _CELL
            parts.append(
                f"<rect x='{at}' y='{_CELL + y * _CELL}' width='{_CELL - 1}' "
                f"height='{_CELL - 1}' fill='{COLOURS[letter]}'/>"
            )
            parts.append(_svg_text(at + _CELL // 2, y, letter))
    return "".join(parts)


def _svg_text(x: int, row: int, text: str) -> str:
    return f"<text x='{x}' y='{_CELL + row * _CELL + 17}'>{escape(text)}</text>"
