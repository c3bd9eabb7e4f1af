"""Blackjack: exact values, charts and simulation beside what is allowed."""

from __future__ import annotations

import resource
from functools import partial

from rich.table import Table

from benchmarks.timing import best_cpu_seconds
from runout import blackjack as bj

ROUNDS = 4_000_000


def table() -> Table:
    """CPU time of one thread, best of several; eight decks unless a row says otherwise."""
    shoe, depleted = bj.Shoe(decks=8), bj.Shoe(counts=[28, 27, 20, 22, 25, 23, 24, 26, 25, 92])
    # The values are right before anything is timed.
    assert abs(bj.table_ev(shoe, "NOSPLIT").ev - -0.010009458851097101) < 1e-12
    assert abs(bj.table_ev(shoe, "SPL3").ev - -0.004305806289703673) < 1e-11

    result = Table(title="Blackjack, one thread")
    for title in ("what", "ms", "allowed"):
        result.add_column(title, justify="left" if title == "what" else "right")

    def add(what: str, seconds: float, allowed: float) -> None:
        result.add_row(what, f"{1000 * seconds:.2f}", f"{allowed:g}")

    for words, allowed in (("NOSPLIT", 15), ("SPL1 DAS", 30), ("SPL3 DAS", 120)):
        add(f"table EV, {words}", best_cpu_seconds(partial(bj.table_ev, shoe, words)), allowed)
    add(
        "table EV, SPL3 DAS, 312 odd cards",
        best_cpu_seconds(partial(bj.table_ev, depleted, "SPL3")),
        120,
    )
    add("hand EV, slowest of those with small cards", _slowest_hand(shoe), 3)
    add("whole chart, SPL3 LS", best_cpu_seconds(lambda: bj.chart("8D SPL3 LS")), 150)
    removal = best_cpu_seconds(lambda: bj.effects_of_removal("8D SPL3"), runs=3)
    add("effects of removal", removal, 1200)

    seconds = best_cpu_seconds(
        lambda: bj.simulate(shoe, "8D", rounds=ROUNDS, threads=1, penetration=0.75), runs=5
    )
    rounds = bj.simulate(shoe, "8D", rounds=ROUNDS, threads=1).rounds
    result.add_row("simulation, million rounds/s", f"{rounds / seconds / 1e6:.1f}", "≥ 20")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    result.add_row("memory of the process, MB", f"{peak:.0f}", "100")
    return result


def _slowest_hand(shoe: bj.Shoe) -> float:
    hands = [one + other for one in "A23" for other in "A23456789T"]
    return max(
        best_cpu_seconds(partial(bj.hand_ev, hand, up, shoe, "SPL3"), runs=3, at_least=0.0)
        for hand in hands
        for up in "A2T"
    )
