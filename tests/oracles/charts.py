"""Charts by trial: every change of any one cell, valued as a chart of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout import blackjack as bj
from runout.blackjack.card_values import VALUES

if TYPE_CHECKING:
    from collections.abc import Iterator

LETTERS = {"hard": "SHDdRr", "soft": "SHDdRr", "pairs": "SHDdRrPQ-"}


def with_row(chart: bj.Chart, part: str, number: int, row: str) -> bj.Chart:
    """The chart with another row in one of its parts."""
    parts = {name: list(getattr(chart, name)) for name in LETTERS}
    parts[part][number] = row
    hard, soft, pairs = (tuple(parts[name]) for name in LETTERS)
    return bj.Chart(hard, soft, pairs)


def changed_rows(chart: bj.Chart) -> Iterator[tuple[str, bj.Chart]]:
    """One row at a time filled with one letter: columns do not touch each other."""
    for part, letters in LETTERS.items():
        for number, row in enumerate(getattr(chart, part)):
            for letter in letters:
                changed = with_row(chart, part, number, letter * len(row))
                yield f"{part} row {number}: {letter}", changed


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
