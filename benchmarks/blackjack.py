"""Blackjack: exact values, charts and simulation beside what is allowed."""

from __future__ import annotations

import resource
import time
from functools import partial

from rich.table import Table

from benchmarks.timing import best_cpu_seconds
from runout import blackjack as bj

ROUNDS = 4_000_000
# Eight decks played down in various ways: at random, rich and poor in tens, and far down.
DEPLETED = (
    (28, 27, 20, 22, 25, 23, 24, 26, 25, 92),
    (15, 16, 11, 10, 12, 14, 13, 12, 13, 50),
    (24, 23, 25, 22, 24, 26, 25, 24, 23, 104),
    (30, 20, 20, 20, 20, 20, 28, 30, 30, 120),
    (20, 30, 30, 30, 30, 30, 28, 26, 26, 80),
    (9, 9, 8, 12, 13, 8, 8, 8, 8, 41),
)


def table() -> Table:
    """CPU time of one thread, best of several; eight decks unless a row says otherwise."""
    shoe = bj.Shoe(decks=8)
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
    for words in ("NOSPLIT", "SPL1 DAS", "SPL3 DAS"):
        ratios = _depleted_beside_full(shoe, words)
        shown = f"{min(ratios):.2f} to {max(ratios):.2f}"
        result.add_row(f"depleted shoe / full shoe, {words}", shown, "1")
    add("hand EV, slowest of those with small cards", _slowest_hand(shoe), 3)
    add("whole chart, SPL3 LS", best_cpu_seconds(lambda: bj.chart("8D SPL3 LS")), 150)
    removal = best_cpu_seconds(lambda: bj.effects_of_removal("8D SPL3"), runs=3)
    add("effects of removal", removal, 1200)

    for how, penetration in (("to a cut card", 0.75), ("shuffled every round", None)):
        play = partial(bj.simulate, shoe, "8D", rounds=ROUNDS, threads=1, penetration=penetration)
        rate = play().rounds / best_cpu_seconds(play, runs=5) / 1e6
        result.add_row(f"simulation {how}, million rounds/s", f"{rate:.1f}", "≥ 20")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    result.add_row("memory of the process, MB", f"{peak:.0f}", "100")
    return result


def _depleted_beside_full(full: bj.Shoe, words: str, runs: int = 25) -> list[float]:
    """CPU time of each depleted shoe beside the full one: best of runs that take turns."""
    shoes = [full, *(bj.Shoe(counts=list(counts)) for counts in DEPLETED)]
    best = [float("inf")] * len(shoes)
    for _ in range(runs):
        for i, shoe in enumerate(shoes):
            started = time.process_time()
            bj.table_ev(shoe, words)
            best[i] = min(best[i], time.process_time() - started)
    return [seconds / best[0] for seconds in best[1:]]


def _slowest_hand(shoe: bj.Shoe) -> float:
    hands = [one + other for one in "A23" for other in "A23456789T"]
    return max(
        best_cpu_seconds(partial(bj.hand_ev, hand, up, shoe, "SPL3"), runs=3, at_least=0.0)
        for hand in hands
        for up in "A2T"
    )
