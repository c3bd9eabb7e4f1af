"""What the studio foresees of questions and looks, beside what they take: which go to the queue."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rich.table import Table

from benchmarks.timing import best_cpu_seconds
from runout import Spot, solve
from runout.job import Job
from runout.solver.estimate import estimate
from runout.threads import thread_count
from runout.web.equity_question import EquityQuestion
from runout.web.node_sheet import node_sheet
from runout.web.solution_looks import PASSES

if TYPE_CHECKING:
    from collections.abc import Callable

_WITHIN = "1/8 to 8"
_RANGES = ("22+,A2s+,KTs+,AJo+", "55+,A8s+,KTs+", "77+,ATs+,KQs", "QQ-22,ATo+", "30%", "40%")
_FLOP = "Td9d6h"
_QUESTIONS = {
    "three ranges, flop": EquityQuestion(_RANGES[:3], _FLOP, method="exact"),
    "three ranges, flop, next cards": EquityQuestion(
        _RANGES[:3], _FLOP, method="exact", next_cards=True
    ),
    "three random hands, flop": EquityQuestion(("random",) * 3, _FLOP, method="exact"),
    "a hand and two ranges preflop": EquityQuestion(("AhKh", *_RANGES[1:3]), method="exact"),
    "four ranges, 3 million deals": EquityQuestion(
        _RANGES[:4], method="monte_carlo", samples=3_000_000
    ),
    "six ranges, flop, 3 million deals": EquityQuestion(
        _RANGES, _FLOP, method="monte_carlo", samples=3_000_000
    ),
}
_SPOT = Spot(_FLOP, 200, 900, "66+,A8s+,KTs+,QTs+", "QQ-22,ATo+,A2s+,K9s+", bets="60%")


def table() -> Table:
    """CPU seconds of all cores."""
    found = Table("what", "foreseen", "taken", "ratio", "allowed", title="Foreseen, CPU seconds")
    for what, question in _QUESTIONS.items():
        expected = question.expected_seconds(question.check()) * thread_count(None)
        _row(found, what, expected, partial(question.answered, job=Job()))
    solution = solve(_SPOT, target=0, max_iterations=5)
    pass_seconds = estimate(_SPOT).seconds_per_iteration

    def node() -> object:
        solution.root.cache.state.values.clear()
        return node_sheet(solution[""]).to_dict()

    def cards() -> object:
        solution.root.cache.state.values.clear()
        return solution["check / check"].runouts().to_dict()

    _row(found, "a node of a flop", PASSES["node"] * pass_seconds, node)
    _row(found, "its next cards", PASSES["cards"] * pass_seconds, cards)
    return found


def _row(found: Table, what: str, expected: float, work: Callable[[], object]) -> None:
    taken = best_cpu_seconds(work, runs=3)
    found.add_row(what, f"{expected:.3f}", f"{taken:.3f}", f"{expected / taken:.2f}", _WITHIN)
