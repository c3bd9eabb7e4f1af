"""What is seen of a solve while it runs: live on a terminal, now and then a line in a pipe."""

from __future__ import annotations

import resource
import sys
import time
from bisect import bisect_left
from dataclasses import dataclass, field
from math import ceil, log
from typing import TYPE_CHECKING, Any

from runout.cli.output import say
from runout.words import clock, size_text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

    from runout.solver.loop import Limits, SolveJob, SolveProgress

_BLOCKS = "▁▂▃▄▅▆▇█"
_CURVE_WIDTH = 40
_LEAST, _MOST_SPAN = 1e-9, 1e4  # percent; of a curve without a target to end at
_LOOK_EVERY = 0.1  # seconds
_FIRST_LINE, _LINE_EVERY = 2.0, 5.0
_RSS_UNIT = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss, in bytes


@dataclass
class SolveState:
    """A solve as far as it is known; the solving thread adds what it measures."""

    limits: Limits
    job: SolveJob
    started: float = field(default_factory=time.perf_counter)
    curve: list[tuple[int, float]] = field(default_factory=list)
    last: SolveProgress | None = None
    measured_at: float = 0.0

    def measured(self, progress: SolveProgress) -> None:
        """The solver has measured the exploitability."""
        self.curve.append((progress.iteration, progress.exploitability))
        self.last, self.measured_at = progress, time.perf_counter()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.started

    @property
    def remaining(self) -> float | None:
        """Seconds that are probably left, counted down between measurements."""
        if self.last is None or self.last.remaining is None:
            return None
        return max(0.0, self.last.remaining - (time.perf_counter() - self.measured_at))


class SolveDisplay:
    """Shows the state on standard error, and waits in between."""

    pause = _LOOK_EVERY

    def __init__(self, state: SolveState) -> None:
        self.state = state
        self._live: Live | None = None
        self._next_line = _FIRST_LINE

    def __enter__(self) -> SolveDisplay:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            console = Console(stderr=True, highlight=False)
            self._live = Live(console=console, auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._live is not None:
            self._live.stop()

    def refresh(self) -> None:
        """Show how it stands."""
        if self._live is not None:
            width = self._live.console.width
            self._live.update(live_view(self.state, width), refresh=True)
        elif self.state.elapsed >= self._next_line:
            self._next_line = self.state.elapsed + _LINE_EVERY
            say(progress_line(self.state) + "\n")


def progress_line(state: SolveState) -> str:
    """The state in one line."""
    parts = [f"iteration {state.job.count}"]
    if state.last is not None:
        parts.append(f"exploitability {state.last.exploitability:.3g} % of the pot")
    parts.append(f"{state.elapsed:.0f} s")
    if state.remaining is not None:
        parts.append(f"about {ceil(state.remaining)} s left")
    return ", ".join(parts)


def live_view(state: SolveState, width: int) -> RenderableType:
    """The state as a small table with the curve."""
    from rich.table import Table
    from rich.text import Text

    view: Any = Table.grid(padding=(0, 2))
    view.add_row(Text("iteration", "dim"), _iterations(state))
    view.add_row(Text("exploitability", "dim"), _exploitability(state))
    curve = sparkline(state.curve, state.limits.target, width - 20)
    view.add_row("", Text(curve, "cyan"))
    left = "…" if state.remaining is None else f"about {clock(state.remaining)}"
    view.add_row(Text("time", "dim"), f"{clock(state.elapsed)}, left {left}")
    view.add_row(Text("memory", "dim"), size_text(peak_memory()))
    stopping = "stopping after this iteration; Ctrl-C again to quit at once"
    view.add_row("", Text(stopping if state.job.stopped else "Ctrl-C stops and saves", "dim"))
    return view  # type: ignore[no-any-return]


def _iterations(state: SolveState) -> str:
    return f"{state.job.count} of at most {state.limits.max_iterations}"


def _exploitability(state: SolveState) -> str:
    goal = f"target {state.limits.target:g} %"
    if state.last is None:
        return f"not measured yet, {goal}"
    return f"{state.last.exploitability:.3g} % of the pot, {goal}"


def sparkline(curve: list[tuple[int, float]], floor: float, width: int = _CURVE_WIDTH) -> str:
    """Blocks for values by iteration on a logarithmic scale, the lowest one at the floor.

    >>> sparkline([(10, 100.0), (14, 1.0)], floor=0.1)
    '█▇▆▅▃'
    """
    if not curve:
        return ""
    values = [value for _, value in curve]
    least = floor if floor > 0 else max(min(values), max(values) / _MOST_SPAN, _LEAST)
    logs = [log(max(value, least) / least) for value in values]
    span = max(*logs, log(2))
    heights = _resampled([iteration for iteration, _ in curve], logs, min(width, _CURVE_WIDTH))
    return "".join(_BLOCKS[round(height / span * (len(_BLOCKS) - 1))] for height in heights)


def _resampled(iterations: list[int], values: list[float], width: int) -> list[float]:
    """The values at evenly spaced iterations, at most one for each, between those measured."""
    first, last = iterations[0], iterations[-1]
    columns = max(1, min(width, last - first + 1))
    points = [last - (last - first) * i / max(columns - 1, 1) for i in range(columns)][::-1]
    found = []
    for point in points:
        right = min(bisect_left(iterations, point), len(values) - 1)
        left = max(right - 1, 0)
        gap = iterations[right] - iterations[left]
        share = (point - iterations[left]) / gap if gap else 1.0
        found.append(values[left] + share * (values[right] - values[left]))
    return found


def peak_memory() -> int:
    """The most bytes that the process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _RSS_UNIT
