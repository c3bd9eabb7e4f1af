"""Whole solves against the solutions of an independent public solver."""

from typing import Any

import pytest

from runout import solve
from runout.solution.solution import Solution
from tests.marks import kernels, slow, whole_solve
from tests.solver_reference import REFERENCE, reference_spot

pytestmark = kernels


@whole_solve
@pytest.mark.parametrize(
    ("name", "target", "allowed"),
    [
        ("river_two_sizes", 0.02, 0.2),
        ("turn_basic", 0.05, 0.2),
        ("flop_paired_rake", 0.1, 0.5),
    ],
)
def test_reference_spots(name: str, target: float, allowed: float) -> None:
    case, spot = REFERENCE[name], reference_spot(name)
    solution = solve(spot, target=target)
    check_reference(solution, case, target, allowed)


@whole_solve
def test_wide_reference_flop_before_it_is_solved() -> None:
    case, spot = REFERENCE["flop_wide"], reference_spot("flop_wide")
    solution = solve(spot, max_iterations=1)
    for number, name in enumerate(("oop", "ip")):
        equity = solution.summary().equity[number]
        assert equity == pytest.approx(case[name]["equity"], abs=1e-6)
    for node in case["nodes"]:
        assert solution[node["line"]].actions == node["actions"]


@whole_solve
@pytest.mark.parametrize(
    "name", [pytest.param("flop_wide", marks=slow), "turn_deep", "flop_monotone"]
)
def test_values_of_reference_spots(name: str) -> None:
    # Game values differ by at most twice the sum of the two exploitabilities.
    case, spot = REFERENCE[name], reference_spot(name)
    summary, apart = solve(spot, target=0.5).summary(), 0.5 + case["exploitability_percent_of_pot"]
    for number, player in enumerate(("oop", "ip")):
        expected = case[player]
        assert summary.ev[number] == pytest.approx(expected["ev"], abs=2 * apart / 100 * spot.pot)
        assert summary.equity[number] == pytest.approx(expected["equity"], abs=1e-6)


def check_reference(
    solution: Solution, case: dict[str, Any], target: float, allowed: float
) -> None:
    spot, summary = solution.spot, solution.summary()
    assert summary.exploitability_percent <= target
    root = solution.root
    for number, name in enumerate(("oop", "ip")):
        assert summary.ev[number] == pytest.approx(case[name]["ev"], abs=allowed / 100 * spot.pot)
        assert summary.equity[number] == pytest.approx(case[name]["equity"], abs=1e-6)
        values = root.values.players[number]
        hands = {str(combo): i for i, combo in enumerate(root.combos(name))}
        for hand, expected in case[name]["hands"].items():
            i = hands[hand]
            assert values.weight[i] == pytest.approx(expected["weight"], rel=1e-5)
            assert values.equity[i] == pytest.approx(expected["equity"], abs=1e-5)
            assert values.ev[i] == pytest.approx(expected["ev"], abs=0.01 * spot.pot)
    for node in case["nodes"]:
        if node["determined"]:
            frequencies = list(solution[node["line"]].frequencies.values())
            assert frequencies == pytest.approx(node["frequencies"], abs=0.03)
