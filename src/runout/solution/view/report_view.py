"""The range report on a terminal: nutted hands, percentiles, curves and buckets of both players."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.style import Style
from rich.table import Table
from rich.text import Text

from runout.cards import parse_cards
from runout.colours import PLAYER_COLOURS, WARNING, coloured
from runout.solution.view.node_words import percent

if TYPE_CHECKING:
    from rich.console import RenderableType

    from runout.solution.range_report import RangeReport, RangeSide

_BAR = 20  # columns of the fullest bucket
_CURVE = 50  # columns of a whole range
_LEVELS = "▁▂▃▄▅▆▇█"
_WIDTH = 100


def report_view(report: RangeReport) -> RenderableType:
    """All of a report."""
    where = coloured(parse_cards(report.board)) + Text(f"  {report.line or '(start)'}")
    said = "; ".join(report.trust.warnings)
    cautions = [Text(f"Beware: {said}", WARNING)] if said else []
    above: list[RenderableType] = [where, *cautions, ""]
    return Group(*above, _numbers(report), "", *_curves(report), "", _buckets(report))


def _numbers(report: RangeReport) -> Table:
    """Equity, nutted hands, and the equity at some places of the range."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    titles = ["", "combos", "equity", "nutted", *(f"top {place} %" for place in report.places)]
    for number, title in enumerate(titles):
        table.add_column(title, justify="right" if number else "left", no_wrap=True)
    for side in report.sides.values():
        places = (percent(side.percentiles.get(place), 0) for place in report.places)
        values = (f"{side.combos:.1f}", percent(side.equity), percent(side.nutted))
        table.add_row(side.player, *values, *places)
    return table


def _curves(report: RangeReport) -> list[Text]:
    """The equity of each part of a range, the best hands on the left."""
    lines = [Text("equity over the range, best hands first")]
    for side in report.sides.values():
        style = Style(color=PLAYER_COLOURS[side.player])
        lines.append(Text(f"{side.player:<4}").append(_curve(side), style))
    return lines


def _curve(side: RangeSide) -> str:
    heights, at = [], 0
    for column in range(_CURVE if side.curve else 0):
        while at < len(side.curve) - 1 and side.curve[at][0] < (column + 0.5) / _CURVE:
            at += 1
        heights.append(side.curve[at][1])
    return "".join(_LEVELS[min(int(height * len(_LEVELS)), 7)] for height in heights)


def _buckets(report: RangeReport) -> Table:
    """A line for each bucket, the best first, with a bar for each player."""
    oop, ip = report.sides.values()
    most = max(*oop.buckets, *ip.buckets) or 1.0
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("equity", justify="right", no_wrap=True)
    table.add_column(oop.player, justify="right", no_wrap=True)
    table.add_column(ip.player, justify="left", no_wrap=True)
    for number in reversed(range(report.buckets)):
        low, high = 100 * number // report.buckets, 100 * (number + 1) // report.buckets
        left, right = oop.buckets[number], ip.buckets[number]
        table.add_row(
            f"{low}–{high} %",
            Text(f"{_share(left)} ").append(_bar(left / most), PLAYER_COLOURS[oop.player]),
            Text(_bar(right / most), PLAYER_COLOURS[ip.player]).append(f" {_share(right)}", ""),
        )
    return table


def _share(share: float) -> str:
    return f"{100 * share:.1f}" if share else "·"


def _bar(share: float) -> str:
    return "█" * round(_BAR * share)


def plain_report(report: RangeReport) -> str:
    """The same without colours, for `print`."""
    out = Console(
        file=io.StringIO(), width=_WIDTH, color_system=None, highlight=False, force_jupyter=False
    )
    with out.capture() as captured:
        out.print(report_view(report))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
