"""Small questions, as programs ask them by the thousand, beside eval7 and treys, one thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import eval7
import numpy as np
import treys
from rich.table import Table

from benchmarks.timing import best_cpu_seconds
from runout import Range, equity, equity_many, evaluate, parse_cards
from runout.cards import DECK_SIZE

if TYPE_CHECKING:
    from collections.abc import Callable

HANDS = ("AhKh", "QcQd")
RIVER = "Ks7d2h9c3s"
SEVEN = "AhKhQdJs9c2c3d"
TIGHT = "TT+,AQs+,AQo+"
MANY = 200_000


def table() -> Table:
    """CPU microseconds a call, best of several."""
    _agree()
    result = Table(title="Small questions, CPU microseconds, one thread")
    for title in ("what", "runout", "at most", "peers"):
        result.add_column(title, justify="right" if title in {"runout", "at most"} else "left")
    for what, call, at_most, peers in _rows():
        ours = 1e6 * best_cpu_seconds(call, runs=15)
        theirs = [_peer(name, run, ours) for name, run in peers.items()]
        result.add_row(what, f"{ours:,.2f}", f"{at_most:g}", ", ".join(theirs))
    hands, boards = _rivers(MANY)
    rate = MANY / best_cpu_seconds(lambda: equity_many(hands, boards, threads=1))
    result.add_row("equity_many, rivers: million questions/s", f"{rate / 1e6:.2f}", "≥ 1", "")
    return result


def _peer(name: str, run: Callable[[], object], ours: float) -> str:
    theirs = 1e6 * best_cpu_seconds(run, runs=5)
    return f"{name} {theirs:,.1f} (×{theirs / ours:,.1f})"


def _rows() -> list[tuple[str, Callable[[], object], float, dict[str, Callable[[], object]]]]:
    cards, tight = parse_cards(SEVEN), Range(TIGHT)
    peer7, treys7 = _eval7(SEVEN), _treys(SEVEN)
    evaluator = treys.Evaluator()
    return [
        (
            "hand v hand, river, from text",
            lambda: equity(*HANDS, board=RIVER),
            40,
            {"eval7": _eval7_river},
        ),
        (
            "hand v hand, turn, from text",
            lambda: equity(*HANDS, board=RIVER[:8]),
            40,
            {"eval7": _eval7_turn, "treys": lambda: _treys_turn(evaluator)},
        ),
        (
            "evaluate, seven cards",
            lambda: evaluate(cards),
            3,
            {
                "eval7": lambda: eval7.evaluate(peer7),
                "treys": lambda: evaluator.evaluate(treys7[:5], treys7[5:]),
            },
        ),
        (
            "evaluate, text",
            lambda: evaluate(SEVEN),
            6,
            {
                "eval7": lambda: eval7.evaluate(_eval7(SEVEN)),
                "treys": lambda: _treys_text(evaluator),
            },
        ),
        (
            "Monte Carlo, 1,000 deals, hand v a ready range, flop",
            lambda: equity(
                HANDS[0], tight, board=RIVER[:6], method="monte_carlo", samples=1000, threads=1
            ),
            60,
            {"eval7": _eval7_deals(eval7.HandRange(TIGHT))},
        ),
        (
            "hand v random, flop, exact",
            lambda: equity(HANDS[0], "random", board=RIVER[:6], threads=1),
            4000,
            {},
        ),
    ]


def _agree() -> None:
    """The answers agree before anyone is timed."""
    assert _eval7_river() == equity(*HANDS, board=RIVER).players[0].equity
    on_turn = equity(*HANDS, board=RIVER[:8]).players[0].equity
    assert abs(_eval7_turn() - on_turn) < 1e-12
    assert abs(_treys_turn(treys.Evaluator()) - on_turn) < 1e-12
    hands, boards = _rivers(50)
    for row, question in enumerate(hands):
        one = equity(*question.tolist(), board=boards[row].tolist()).players[0].equity
        assert equity_many(hands, boards).equity[row, 0] == one


def _rivers(count: int) -> tuple[np.ndarray, np.ndarray]:
    order = np.random.default_rng(1).random((count, DECK_SIZE)).argsort(axis=1).astype(np.uint8)
    return np.ascontiguousarray(order[:, :4]).reshape(-1, 2, 2), order[:, 4:9].copy()


def _pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _eval7_river() -> float:
    (hero, _), board = [_eval7(hand) for hand in HANDS], _eval7(RIVER)
    return float(eval7.py_hand_vs_range_exact(hero, eval7.HandRange(HANDS[1]), board))


def _eval7_turn() -> float:
    """All rivers, one call of the evaluator for each hand: its exact function stops at the turn."""
    hands, turn = [_eval7(hand) for hand in HANDS], _eval7(RIVER[:8])
    live = [card for card in eval7.Deck().cards if card not in {*hands[0], *hands[1], *turn}]
    pots = 0.0
    for river in live:
        one, other = (eval7.evaluate([*hand, *turn, river]) for hand in hands)
        pots += (one > other) + (one == other) / 2
    return pots / len(live)


def _eval7(text: str) -> list[eval7.Card]:
    return [eval7.Card(card) for card in _pairs(text)]


def _eval7_deals(villain: object) -> Callable[[], object]:
    hero, board = _eval7(HANDS[0]), _eval7(RIVER[:6])
    return lambda: eval7.py_hand_vs_range_monte_carlo(hero, villain, board, 1000)


def _treys(text: str) -> list[int]:
    return [treys.Card.new(card) for card in _pairs(text)]


def _treys_text(evaluator: treys.Evaluator) -> int:
    cards = _treys(SEVEN)
    return int(evaluator.evaluate(cards[:5], cards[5:]))


def _treys_turn(evaluator: treys.Evaluator) -> float:
    """All rivers, one call of the evaluator for each hand."""
    hands, turn = [_treys(hand) for hand in HANDS], _treys(RIVER[:8])
    live = [card for card in treys.Deck.GetFullDeck() if card not in {*hands[0], *hands[1], *turn}]
    pots = 0.0
    for river in live:
        one, other = (evaluator.evaluate([*turn, river], hand) for hand in hands)
        pots += (one < other) + (one == other) / 2  # its smaller numbers are the better hands
    return pots / len(live)
