"""The evaluator beside eval7 and phevaluator, on the same random seven-card hands."""

from __future__ import annotations

import eval7
import numpy as np
import phevaluator
from rich.table import Table

from benchmarks.timing import best_cpu_seconds
from runout import _core, evaluate_many
from runout.cards import DECK_SIZE, format_cards, parse_cards

HANDS = 1_000_000
PEER_HANDS = 20_000


def _order(values: list[int]) -> list[int]:
    return np.unique(values, return_inverse=True)[1].tolist()  # type: ignore[no-any-return]


def table() -> Table:
    """Hands a second, one thread, and the enumeration of all hands."""
    generator = np.random.default_rng(1)
    hands = generator.random((HANDS, DECK_SIZE)).argsort(axis=1)[:, :7].astype(np.uint8)
    few = hands[:PEER_HANDS]
    cards7 = [[eval7.Card(str(card)) for card in parse_cards(row.tolist())] for row in few]
    ids = few.tolist()

    # The peers agree about which hand is better before anyone is timed.
    ours = _order(evaluate_many(few).tolist())
    assert _order([eval7.evaluate(cards) for cards in cards7]) == ours
    assert _order([-phevaluator.evaluate_cards(*row) for row in ids]) == ours
    assert int(_core.count_seven_card_hands().sum()) == 133_784_560
    assert format_cards(ids[0])

    rows = {
        "runout.evaluate_many": HANDS / best_cpu_seconds(lambda: evaluate_many(hands)),
        "eval7.evaluate": PEER_HANDS
        / best_cpu_seconds(lambda: [eval7.evaluate(cards) for cards in cards7], runs=3),
        "phevaluator.evaluate_cards": PEER_HANDS
        / best_cpu_seconds(lambda: [phevaluator.evaluate_cards(*row) for row in ids], runs=3),
    }
    enumeration = best_cpu_seconds(_core.count_seven_card_hands)

    result = Table(title=f"Seven-card hands, one thread (kernels: {_core.level()})")
    result.add_column("what")
    result.add_column("million hands/s", justify="right")
    result.add_column("of ours", justify="right")
    ours_rate = rows["runout.evaluate_many"]
    for name, rate in rows.items():
        result.add_row(name, f"{rate / 1e6:,.2f}", f"1/{ours_rate / rate:,.0f}")
    result.add_row(
        f"all 133,784,560 hands in {enumeration:.3f} s", f"{133.78456 / enumeration:,.0f}", ""
    )
    return result
