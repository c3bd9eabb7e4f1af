"""The range report as a panel of the page of a node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runout.colours import PLAYER_COLOURS
from runout.solution.view.node_words import percent

if TYPE_CHECKING:
    from runout.solution.range_report import RangeReport, RangeSide

    Filled = dict[str, Any]

WIDTH, HEIGHT = 300, 120  # of the curves, in units of their picture


def report_panel(report: RangeReport) -> Filled | None:
    """What the panel is filled with; None where neither range has a hand."""
    sides = list(report.sides.values())
    if not any(side.curve for side in sides):
        return None
    most = max(share for side in sides for share in side.buckets) or 1.0
    return {
        "sides": [_side(side, report.places) for side in sides],
        "places": [f"top {place} %" for place in report.places],
        "buckets": [_bucket(number, sides, most) for number in reversed(range(report.buckets))],
        "width": WIDTH,
        "height": HEIGHT,
    }


def _side(side: RangeSide, places: tuple[int, ...]) -> Filled:
    return {
        "player": side.player,
        "colour": PLAYER_COLOURS[side.player],
        "dash": "" if side.player == "oop" else "6 2",
        "equity": percent(side.equity),
        "nutted": percent(side.nutted),
        "places": [percent(side.percentiles.get(place), 0) for place in places],
        "path": _path(side),
        "marks": [
            (f"{WIDTH * place / 100:.1f}", f"{HEIGHT * (1 - equity):.1f}", f"{100 * equity:.0f}")
            for place, equity in side.percentiles.items()
        ],
    }


def _path(side: RangeSide) -> str:
    """The curve as steps of an SVG path."""
    steps: list[str] = []
    left = 0.0
    for end, equity in side.curve:
        y = HEIGHT * (1 - equity)
        steps.append(f"{'L' if steps else 'M'}{WIDTH * left:.1f},{y:.1f}H{WIDTH * end:.1f}")
        left = end
    return "".join(steps)


def _bucket(number: int, sides: list[RangeSide], most: float) -> Filled:
    count = len(sides[0].buckets)
    low, high = 100 * number // count, 100 * (number + 1) // count
    bars = [
        {
            "text": f"{100 * side.buckets[number]:.1f}",
            "width": f"{100 * side.buckets[number] / most:.1f}",
            "colour": PLAYER_COLOURS[side.player],
        }
        for side in sides
    ]
    return {"equity": f"{low}–{high} %", "bars": bars}
