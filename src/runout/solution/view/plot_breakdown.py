"""A range by what its hands are, as a picture: a bar for each class, split by action."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from runout.cards import parse_cards
from runout.colours import INK, MUTED, css
from runout.errors import RunoutError
from runout.figures import drawing, figure_under, light_grid
from runout.solution.view.breakdown_view import bar_parts, title_of
from runout.solution.view.node_words import chips, percent, whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from runout.solution.breakdown import Breakdown

_WIDTH = 7.4  # inches: the text of a page
_LETTERS = 110  # of a line of the header
_ROW = 0.24
_LEAST_HEIGHT = 1.2


def plot_breakdown(found: Breakdown, palette: str = "usual") -> Figure:
    """A bar for each class as long as its share of the range, with equity and EV beside it."""
    if not found.rows:
        raise RunoutError(f"line {found.line!r}: no hand gets here, so there is nothing to draw")
    with drawing():
        height = max(_LEAST_HEIGHT, _ROW * len(found.rows) + 0.8)
        headline = f"{found.player} by {title_of(found.by)}"
        figure, body = figure_under(
            _WIDTH, height, parse_cards(found.board), headline, _header(found)
        )
        axes = body.subplots()
        _draw_bars(axes, found, palette)
        _write_values(axes, found)
        if found.actions:
            handles, labels = axes.get_legend_handles_labels()
            body.legend(handles, labels, loc="outside lower center", ncols=min(len(labels), 6))
    return figure


def _header(found: Breakdown) -> list[str]:
    """Where it is, which hands, and what to beware of."""
    said = [f"{found.line or '(start)'}; pot {whole(found.pot)}"]
    if found.condition is not None:
        said.append(f"only hands with {found.condition}: {found.total.combos:.1f} combos")
    if found.warnings:
        said.append(f"Beware: {'; '.join(found.warnings)}")
    return [line for text in said for line in wrap(text, _LETTERS)]


def _draw_bars(axes: Axes, found: Breakdown, palette: str) -> None:
    places = range(len(found.rows))
    left = [0.0] * len(found.rows)
    by_row = [bar_parts(found, row, palette) for row in found.rows]
    for parts in zip(*by_row, strict=True):
        lengths = [
            100 * row.share * share for row, (_, _, share) in zip(found.rows, parts, strict=True)
        ]
        name, colour, _ = parts[0]
        axes.barh(places, lengths, left=left, height=0.74, color=css(colour), label=name)
        left = [start + length for start, length in zip(left, lengths, strict=True)]
    axes.set_yticks(places, [row.name for row in found.rows])
    axes.set_ylim(len(found.rows) - 0.5, -0.9)
    axes.set_xlabel("share of the range, %")
    axes.set_xlim(0, 1.02 * max([*left, 1e-9]))
    light_grid(axes, "x")


def _write_values(axes: Axes, found: Breakdown) -> None:
    """Numbers to the right of the bars, in columns."""
    columns = {
        "combos": [f"{row.combos:.1f}" for row in found.rows],
        "equity": [percent(row.equity) for row in found.rows],
        "EV": [chips(row.ev) for row in found.rows],
        "EQR": [percent(row.eqr) for row in found.rows],
    }
    for number, (title, texts) in enumerate(columns.items(), start=1):
        for place, text in enumerate([title, *texts]):
            axes.annotate(
                text, (1, place - 1 if place else -0.75), (48 * number, 0),
                ("axes fraction", "data"), textcoords="offset points", ha="right", va="center",
                color=INK if place else MUTED, fontsize=7.5, annotation_clip=False,
            )  # fmt: skip
