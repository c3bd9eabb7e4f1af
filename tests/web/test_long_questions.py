"""What a question will take is foreseen well enough to know whether it goes to the queue."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from runout import Spot, solve
from runout.job import Job
from runout.solver.estimate import estimate
from runout.threads import thread_count
from runout.web.equity_question import EquityQuestion
from runout.web.node_sheet import node_sheet
from runout.web.solution_looks import PASSES
from tests.web.conftest import TURN

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout.solution.solution import Solution

WRONG = 8.0
"""By what an estimate may be wrong either way on a machine that does other things, too."""
RANGES = ("22+,A2s+,KTs+,AJo+", "55+,A8s+,KTs+", "77+,ATs+,KQs", "QQ-22,ATo+", "30%", "40%")


def cpu_seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


@pytest.mark.parametrize(
    ("players", "more"),
    [
        (3, {"board": "Td9d6h", "method": "exact", "next_cards": True}),
        (4, {"method": "monte_carlo", "samples": 3_000_000}),
        (6, {"board": "Td9d6h", "method": "monte_carlo", "samples": 3_000_000}),
    ],
)
def test_equities(players: int, more: dict[str, Any]) -> None:
    question = EquityQuestion(RANGES[:players], **more)
    expected = question.expected_seconds(question.check()) * thread_count(None)
    taken = cpu_seconds(lambda: question.answered(job=Job()))
    assert taken / WRONG < expected < taken * WRONG


@pytest.fixture(scope="module")
def flop() -> Solution:
    return solve(Spot.from_dict({**TURN, "board": "Td9d6h"}), target=0, max_iterations=5)


@pytest.mark.parametrize("what", ["node", "cards"])
def test_looks(flop: Solution, what: str) -> None:
    looks: dict[str, Callable[[], object]] = {
        "node": lambda: node_sheet(flop[""]).to_dict(),
        "cards": lambda: flop["check / check"].runouts().to_dict(),
    }
    expected = PASSES[what] * estimate(flop.spot).seconds_per_iteration
    taken = cpu_seconds(looks[what])
    assert taken / WRONG < expected < taken * WRONG
