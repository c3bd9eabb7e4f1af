"""Charts by trial: every change of any one cell, valued as a chart of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from runout import blackjack as bj
from runout.blackjack.values import VALUES

if TYPE_CHECKING:
    from collections.abc import Iterator

LETTERS = {"hard": "SHDdRr", "soft": "SHDdRr", "pairs": "SHDdRrPQ-"}


def changed_rows(chart: bj.Chart) -> Iterator[tuple[str, bj.Chart]]:
    """One row at a time filled with one letter: columns do not touch each other."""
    for part, letters in LETTERS.items():
        for number, row in enumerate(getattr(chart, part)):
            for letter in letters:
                rows = list(getattr(chart, part))
                rows[number] = letter * len(row)
                yield f"{part} row {number}: {letter}", replace(chart, **{part: tuple(rows)})


def best_change(chart: bj.Chart, shoe: bj.Shoe, rules: bj.Rules) -> tuple[float, str]:
    """What the best change of one cell adds to the EV of a round, and which it is."""
    now = bj.table_ev(shoe, rules, chart).by_upcard
    found = (0.0, "none")
    for change, other in changed_rows(chart):
        then = bj.table_ev(shoe, rules, other).by_upcard
        for up, ev in then.items():
            gain = (ev - now[up]) * shoe.counts[VALUES.index(up)] / shoe.cards
            found = max(found, (gain, f"{change} against {up}"))
    return found
