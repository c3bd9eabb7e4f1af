"""A minute of many calls while a solve runs; ten are held to tighter figures by `make bench`."""

from __future__ import annotations

from benchmarks.web_load import RATE, measured

SECONDS = 60
PATIENCE = 5.0  # seconds: other tests run beside it


def test_mixed_calls_while_a_solve_runs() -> None:
    load = measured(SECONDS)
    assert load.failures == []
    assert load.calls >= RATE * SECONDS
    assert load.quantile(0.99) <= PATIENCE
    first, last = load.memory
    assert last <= 1.2 * first  # of half a minute; ten are held to 1.1
