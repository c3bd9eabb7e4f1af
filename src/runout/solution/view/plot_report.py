"""The range report as a picture: equity curves with percentiles marked, and buckets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout.colours import PLAYER_COLOURS
from runout.errors import RunoutError
from runout.figures import PLAYER_LINES, drawing, light_grid
from runout.solution.view.node_words import caution, percent
from runout.solution.view.plots import node_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from runout.solution.node_view import Shown
    from runout.solution.range_report import RangeReport, RangeSide

_BAR = 0.42  # of a bucket
_MARKED = (10, 25, 50, 75, 90)  # percentiles: more would stand on each other


def plot_report(node: Shown, report: RangeReport) -> Figure:
    """Equity curves and buckets of both players."""
    if not any(side.curve for side in report.sides.values()):
        raise RunoutError(f"line {node.line!r}: no hand gets here, so there is nothing to draw")
    with drawing():
        figure, body = node_figure(node, 3.1, "both ranges", caution(node))
        curves, buckets = body.subplots(1, 2, width_ratios=[1.15, 1])
        _draw_curves(curves, report)
        _draw_buckets(buckets, report)
        handles = [_handle(side) for side in report.sides.values()]
        body.legend(handles=handles, loc="outside lower center", ncols=1, handlelength=3)
    return figure


def _draw_curves(axes: Axes, report: RangeReport) -> None:
    for side in report.sides.values():
        if side.curve:
            axes.stairs(
                [100 * equity for _, equity in side.curve],
                [0.0, *(100 * end for end, _ in side.curve)],
                baseline=None,
                color=PLAYER_COLOURS[side.player],
                linestyle=PLAYER_LINES[side.player],
                linewidth=1.6,
            )
    _mark(axes, report)
    axes.set(xlim=(0, 100), ylim=(-2, 104), xlabel="share of the range, %")
    axes.set_xticks([0, *_MARKED, 100])
    axes.set_yticks(range(0, 101, 25))
    axes.set_title("equity, %, best hands first")
    light_grid(axes)


def _mark(axes: Axes, report: RangeReport) -> None:
    """A point and its equity at each percentile; the higher of two is written above its point."""
    for place in _MARKED:
        found = [(s.percentiles[place], s.player) for s in report.sides.values() if s.percentiles]
        found.sort(reverse=True)
        for number, (equity, player) in enumerate(found):
            colour, above = PLAYER_COLOURS[player], number == 0
            axes.plot(place, 100 * equity, "o", color=colour, markersize=3.5)
            axes.annotate(
                f"{100 * equity:.0f}", (place, 100 * equity), (3, 3) if above else (-3, -3),
                textcoords="offset points", color=colour, fontsize=7, fontweight="bold",
                ha="left" if above else "right", va="bottom" if above else "top",
                annotation_clip=False,
            )  # fmt: skip


def _draw_buckets(axes: Axes, report: RangeReport) -> None:
    """Bars of both players side by side, by equity."""
    for number, side in enumerate(report.sides.values()):
        axes.bar(
            [bucket + (number - 0.5) * _BAR for bucket in range(report.buckets)],
            [100 * share for share in side.buckets],
            width=_BAR,
            color=PLAYER_COLOURS[side.player],
            hatch="" if number == 0 else "////",
            edgecolor="white",
            linewidth=0,
        )
    borders = range(report.buckets + 1)
    labels = [str(100 * number // report.buckets) for number in borders]
    axes.set_xticks([number - 0.5 for number in borders], labels)
    axes.set_xlabel("equity, %")
    axes.set_title("share of the range, %")
    axes.margins(y=0.08)
    light_grid(axes, "y")


def _handle(side: RangeSide) -> object:
    from matplotlib.lines import Line2D

    said = f"equity {percent(side.equity)}, nutted {percent(side.nutted)}"
    said = said if side.curve else "no hand gets here"
    colour, style = PLAYER_COLOURS[side.player], PLAYER_LINES[side.player]
    return Line2D([], [], color=colour, linestyle=style, label=f"{side.player}: {said}")
