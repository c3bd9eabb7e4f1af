"""Update rules beside each other: iterations to an exploitability, and CPU seconds of one thread.

`python -m benchmarks rules` measures what `build/rules.json` does not hold yet, spot after spot; it
may be stopped and run again. Rounding alone moves the exploitability of an iteration by a tenth, so
the number of iterations is read off a line through what was measured around the target; seconds are
so many times the mean of an iteration there, without those in which exploitability is measured.
"""

from __future__ import annotations

import json
import time
from math import exp, log
from pathlib import Path
from statistics import fmean, linear_regression
from typing import TYPE_CHECKING

from rich.table import Table

from benchmarks.varied_spots import CHOSEN_ON, HELD_OUT
from runout.replacing import replacing
from runout.solver.loop import RULES, Loop
from runout.solver.plan import make_plan

if TYPE_CHECKING:
    from runout import Spot
    from runout.solver.loop import Rule

COMPARED = ("dcfr rising", "dcfr ahead")
"""The first is what the others are set against."""
TARGETS = (0.3, 0.1)  # percent of the pot
_AROUND = 1.6  # times the target, and its inverse
_MOST_ITERATIONS = 1500
_KEPT = Path("build/rules.json")

Measured = dict[str, list[list[float]]]
"""By rule and spot: for each target iterations and CPU seconds."""


def table() -> Table:
    """Iterations and seconds of each rule, and the geometric means of their ratios."""
    spots, measured = CHOSEN_ON | HELD_OUT, _measured()
    targets = " and ".join(f"{target} %" for target in TARGETS)
    result = Table(title=f"Iterations and CPU seconds to {targets}")
    result.add_column("spot")
    for rule in COMPARED:
        result.add_column(rule, justify="right")
    for spot in spots:
        row = [measured[_key(rule, spot)] for rule in COMPARED]
        result.add_row(
            spot, *("; ".join(f"{one:.0f}, {cpu:.2f} s" for one, cpu in found) for found in row)
        )
    for what, unit in enumerate(("iterations", "seconds")):
        for title, some in (("chosen on", CHOSEN_ON), ("held out", HELD_OUT)):
            ratios = (_ratios(measured, rule, some, what) for rule in COMPARED)
            result.add_row(f"mean ratio of {unit}, {title}", *ratios)
    return result


def _ratios(measured: Measured, rule: str, spots: dict[str, Spot], what: int) -> str:
    shown = []
    for number in range(len(TARGETS)):
        ratios = [
            log(
                measured[_key(rule, spot)][number][what]
                / measured[_key(COMPARED[0], spot)][number][what]
            )
            for spot in spots
        ]
        shown.append(f"{exp(fmean(ratios)):.2f} (worst {exp(max(ratios)):.2f})")
    return " ".join(shown)


def _measured() -> Measured:
    """All measurements, those that are missing made and kept one by one."""
    found: Measured = json.loads(_KEPT.read_text()) if _KEPT.exists() else {}
    for name, spot in (CHOSEN_ON | HELD_OUT).items():
        for rule in COMPARED:
            if _key(rule, name) in found:
                continue
            found[_key(rule, name)] = _to_targets(spot, RULES[rule])
            _KEPT.parent.mkdir(exist_ok=True)
            with replacing(_KEPT) as part:
                part.write_text(json.dumps(found, indent=1))
    return found


def _key(rule: str, spot: str) -> str:
    return f"{RULES[rule]} on {spot}"


def _to_targets(spot: Spot, rule: Rule) -> list[list[float]]:
    points, seconds = _curve(spot, rule)
    found = [_crossing(points, log(target)) for target in TARGETS]
    return [[iterations, iterations * seconds] for iterations in found]


def _curve(spot: Spot, rule: Rule) -> tuple[list[tuple[float, float]], float]:
    """Logarithms of iterations and exploitability, until that is well below all targets.

    Beside them, the CPU seconds of an iteration.
    """
    loop, points, wait, spent = Loop(make_plan(spot).game, rule=rule, threads=1), [], 16, 0.0
    while loop.iterations < _MOST_ITERATIONS:
        started = time.process_time()
        loop.run(wait)
        spent += time.process_time() - started
        chips = loop.exploitability(zero_sum=spot.rake == 0)
        percent = 100 * chips / float(spot.pot)
        points.append((log(loop.iterations), log(percent)))
        if percent < min(TARGETS) / _AROUND:
            break
        wait = max(2, loop.iterations // (12 if percent > 0.5 else 25))
    return points, spent / loop.iterations


def _crossing(points: list[tuple[float, float]], target: float) -> float:
    near = [point for point in points if abs(point[1] - target) <= log(_AROUND)]
    reached = [at for at, percent in points if percent <= target]
    if len(near) < 3 or not reached:
        return exp(reached[0]) if reached else float(_MOST_ITERATIONS)
    slope, start = linear_regression(*zip(*near, strict=True))
    return exp((target - start) / slope) if slope < 0 else exp(reached[0])
