"""Measuring: CPU time of all threads of the process, best of several runs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def best_cpu_seconds(call: Callable[[], object], *, runs: int = 7, at_least: float = 0.02) -> float:
    """CPU seconds of one call: the best of several runs, each long enough for the clock."""
    repeats, seconds = 1, _cpu_seconds(call, 1)
    while seconds < at_least:
        repeats *= 2
        seconds = _cpu_seconds(call, repeats)
    return min(_cpu_seconds(call, repeats) for _ in range(runs)) / repeats


def _cpu_seconds(call: Callable[[], object], repeats: int) -> float:
    started = time.process_time()
    for _ in range(repeats):
        call()
    return time.process_time() - started
