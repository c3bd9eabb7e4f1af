"""Charts as pictures: HTML for notebooks and files, SVG for print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runout.blackjack.blackjack_view import deviation_lines, legend, sections
from runout.blackjack.card_values import UPCARDS
from runout.blackjack.strategy import LETTERS
from runout.colours import LETTER_COLOURS
from runout.pages import render

if TYPE_CHECKING:
    from runout.blackjack.charts import ChartResult

assert LETTER_COLOURS.keys() == LETTERS.keys()

_CELL, _HEAD = 24, 40  # pixels: a cell, and the width of the row titles


def chart_html(result: ChartResult) -> str:
    """One table for each part of the chart, a legend, and the deviations."""
    return render("chart.html", **_filled(result))


def html_page(result: ChartResult) -> str:
    """A whole page, to open in a browser."""
    return render("chart_page.html", **_filled(result)) + "\n"


def _filled(result: ChartResult) -> dict[str, Any]:
    return {
        "rules": str(result.rules),
        "sections": sections(result.chart),
        "upcards": UPCARDS,
        "colours": LETTER_COLOURS,
        "meanings": LETTERS,
        "legend": legend(result.chart),
        "notes": deviation_lines(result),
    }


def chart_svg(result: ChartResult) -> str:
    """The parts of the chart side by side, with the legend below."""
    parts = sections(result.chart)
    words: list[dict[str, Any]] = []
    boxes: list[dict[str, Any]] = []
    for number, (title, rows) in enumerate(parts):
        _draw(title, rows, number * (_HEAD + 11 * _CELL), words, boxes)
    drawn = render(
        "chart.svg",
        width=len(parts) * (_HEAD + 11 * _CELL),
        height=max(len(rows) for _, rows in parts) * _CELL + 4 * _CELL,
        rules=str(result.rules),
        meanings="; ".join(f"{letter} {text}" for letter, text in legend(result.chart)),
        boxes=boxes,
        words=words,
    )
    return drawn + "\n"


def _draw(
    title: str,
    rows: list[tuple[str, str]],
    left: int,
    words: list[dict[str, Any]],
    boxes: list[dict[str, Any]],
) -> None:
    """Add a part of the chart: boxes, and the words that stand on them."""

    def write(x: int, row: int, text: str) -> None:
        words.append({"x": x, "y": _CELL + row * _CELL + 17, "text": text})

    write(left + _HEAD // 2, 0, title)
    for i, up in enumerate(UPCARDS):
        write(left + _HEAD + i * _CELL + _CELL // 2, 0, up)
    for y, (name, row) in enumerate(rows, 1):
        write(left + _HEAD // 2, y, name)
        for x, letter in enumerate(row):
            at = left + _HEAD + x * _CELL
            boxes.append(
                {"x": at, "y": _CELL + y * _CELL, "size": _CELL - 1, "fill": LETTER_COLOURS[letter]}
            )
            write(at + _CELL // 2, y, letter)
