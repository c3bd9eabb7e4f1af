"""Many calls while a solve runs; how fast they are is measured by `make bench`."""

from __future__ import annotations

from benchmarks.web_load import measured

SECONDS = 20


def test_mixed_calls_while_a_solve_runs() -> None:
    load = measured(SECONDS, rate=25)
    assert load.failures == []
    assert load.calls >= 25 * SECONDS
    first, last = load.memory
    assert last <= 1.3 * first  # of a minute at most; ten are held to 1.1
