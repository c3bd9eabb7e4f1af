"""Equity beside eval7, phevaluator, poker-equity and pokerkit, one thread.

What a user may rely on stands in the third column; peers are measured in the same run.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import eval7
import phevaluator
import poker_equity
import pokerkit
from rich.table import Table

from benchmarks.timing import best_cpu_seconds
from runout import equity, preflop_matrix
from runout.cards import DECK_SIZE
from runout.equities.monte_carlo import RandomDeals
from runout.equities.question import ask
from runout.equities.stopping import stopping_rule

if TYPE_CHECKING:
    from collections.abc import Callable

RANGE = "22+,A2s+,KTs+,AJo+"
TIGHT = "TT+,AQs+,AQo+"
SIX = ("AhKh", "QcQd", "JsTs", "8d8c", "7h6h", "As5s")
THREE_RANGES = (RANGE, "22+,AT+,KQ,QJs,JTs", "A2s+,K9s+,QTs+,22+,AJo+")
RIVER = "Ks7d2h9c3s"


def _by_hand(*players: str, board: str = "") -> Callable[[], object]:
    """Equities with those of every hand, as the sweep and the table give them."""
    return lambda: equity(*players, board=board, threads=1, method="exact")


def table() -> Table:
    """CPU milliseconds a call, best of several."""
    result = Table(title="Exact equity, CPU milliseconds, one thread")
    for title, justify in (
        ("what", "left"),
        ("runout", "right"),
        ("at most", "right"),
        ("peers", "left"),
    ):
        result.add_column(title, justify=justify)  # type: ignore[arg-type]
    for what, call, at_most, peers in _exact_rows():
        milliseconds = 1000 * best_cpu_seconds(call, runs=5)
        shown = ", ".join(_peer(name, run, milliseconds) for name, run in peers.items())
        result.add_row(what, f"{milliseconds:.3f}", f"{at_most:g}", shown)
    result.add_section()
    for row in _chance_rows():
        result.add_row(*row)
    return result


def _peer(name: str, run: Callable[[], object], ours: float) -> str:
    theirs = 1000 * best_cpu_seconds(run, runs=2)
    return f"{name} {theirs:,.2f} (×{theirs / ours:,.0f})"


def _poker_equity(*hands: str, board: str = "") -> Callable[[], object]:
    return lambda: poker_equity.exact_from_text("holdem", list(hands), board)


def _phevaluator_on_flop() -> float:
    """AhKh against QcQd on Ks7d2h: all 990 runouts, one call of the evaluator for each hand."""
    hands, flop = ([50, 46], [40, 41]), [47, 21, 2]
    live = [card for card in range(DECK_SIZE) if card not in (*hands[0], *hands[1], *flop)]
    pots = 0.0
    for rest in combinations(live, 2):
        one, other = (phevaluator.evaluate_cards(*hand, *flop, *rest) for hand in hands)
        pots += (one < other) + (one == other) / 2  # its smaller numbers are the better hands
    return pots / 990


def _exact_rows() -> list[tuple[str, Callable[[], object], float, dict[str, Callable[[], object]]]]:
    # The answers agree before anyone is timed.
    for hands in (SIX[:2], SIX[:3], SIX):
        theirs = poker_equity.exact_from_text("holdem", list(hands))["players"]
        for player, peer in zip(equity(*hands).players, theirs, strict=True):
            assert abs(player.equity - peer["equity"]) < 1e-12
    on_flop = equity("AhKh", "QcQd", board="Ks7d2h").players[0].equity
    assert abs(_phevaluator_on_flop() - on_flop) < 1e-12

    return [
        (
            "two hands preflop, AhKh v QcQd",
            lambda: equity("AhKh", "QcQd"),
            0.2,
            {"poker-equity": _poker_equity("AhKh", "QcQd")},
        ),
        ("range v range preflop", _by_hand(RANGE, TIGHT), 20, {}),
        ("random v random preflop", _by_hand("random", "random"), 20, {}),
        ("the 169 × 169 matrix", preflop_matrix, 50, {}),
        (
            "two hands, flop",
            _by_hand("AhKh", "QcQd", board="Ks7d2h"),
            1,
            {
                "poker-equity": _poker_equity("AhKh", "QcQd", board="Ks 7d 2h"),
                "phevaluator": _phevaluator_on_flop,
            },
        ),
        ("random v random, flop", _by_hand("random", "random", board="Ks7d2h"), 40, {}),
        ("random v random, turn", _by_hand("random", "random", board="Ks7d2h9c"), 3, {}),
        ("random v random, river", _by_hand("random", "random", board=RIVER), 0.3, {}),
        (
            "three hands preflop",
            _by_hand(*SIX[:3]),
            5,
            {"poker-equity": _poker_equity(*SIX[:3])},
        ),
        ("six hands preflop", _by_hand(*SIX), 5, {"poker-equity": _poker_equity(*SIX)}),
        ("three ranges, flop", _by_hand(*THREE_RANGES, board="Ks7d2h"), 1000, {}),
        ("three random hands, flop", _by_hand(*["random"] * 3, board="Ks7d2h"), 1000, {}),
    ]


def _chance_rows() -> list[tuple[str, str, str, str]]:
    rows = []
    for what, players, at_least in (
        ("two ranges", [RANGE, TIGHT], 30),
        ("a range and 5 random", [RANGE, *["random"] * 5], 15),
        ("8 random players", ["random"] * 8, 9),
    ):
        rate = _deals_per_second(players)
        title = f"Monte Carlo, million deals/s: {what}"
        rows.append((title, f"{rate / 1e6:.1f}", f"≥ {at_least}", _peer_rates(players, rate)))
    return rows


def _deals_per_second(players: list[str], deals: int = 4_000_000) -> float:
    simulation = RandomDeals(ask(players, "", ""), 1, 1)
    return deals / best_cpu_seconds(lambda: simulation.run(stopping_rule(deals)))


def _peer_rates(players: list[str], ours: float) -> str:
    if players != [RANGE, TIGHT]:
        return ""
    rates = {
        "poker-equity, two fixed hands": 100_000 / best_cpu_seconds(_poker_equity_deals, runs=3),
        "eval7, a hand against the second range": 100_000 / best_cpu_seconds(_eval7_deals, runs=3),
        "pokerkit": 200 / best_cpu_seconds(_pokerkit_deals, runs=1),
    }
    return "; ".join(
        f"{name} {rate / 1e6:.3g} (×{ours / rate:,.0f})" for name, rate in rates.items()
    )


def _poker_equity_deals() -> object:
    return poker_equity.chunk_from_text(
        "holdem", ["AhKh", "QcQd"], samples=100_000, seed=1, threads=1
    )


def _eval7_deals() -> object:
    hero = [eval7.Card("Ah"), eval7.Card("Kh")]
    return eval7.py_hand_vs_range_monte_carlo(hero, eval7.HandRange(TIGHT), [], 100_000)


def _pokerkit_deals() -> object:
    ranges = [pokerkit.parse_range(text.replace(",", ";")) for text in (RANGE, TIGHT)]
    deck, kinds = pokerkit.Deck.STANDARD, (pokerkit.StandardHighHand,)
    return pokerkit.calculate_equities(ranges, (), 2, 5, deck, kinds, sample_count=200)
