"""What the page of results reads of a node."""

import numpy as np
import pytest

from runout import Solution, Spot, solve
from runout.holdings.grouping import grouped
from runout.web.node_sheet import node_sheet, rounded

LINE = "check / bet 120 / call / 2c"


@pytest.fixture(scope="module")
def solution() -> Solution:
    spot = Spot("Td9d6hQc", 200, 900, "66+,A8s+", "QQ-22,ATo+", bets="60%")
    return solve(spot, max_iterations=3)


def _numbers(values: list[float | None]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(values, dtype=np.float64)


def test_columns_are_those_of_the_node(solution: Solution) -> None:
    sheet, view = node_sheet(solution[LINE]).to_dict(), solution[LINE].view()
    whole = view.to_dict()
    for name in ("line", "kind", "player", "board", "pot", "actions", "frequencies", "warnings"):
        assert sheet[name] == whole[name]
    for player, columns in sheet["players"].items():
        rows = whole["players"][player]["hands"]
        assert columns["hands"] == [row["hand"] for row in rows]
        for name in ("weight", "equity", "ev", "eqr"):
            given = _numbers([row[name] for row in rows])
            assert _numbers(columns[name]) == pytest.approx(given, rel=1e-5, nan_ok=True)
        met = np.isfinite(_numbers(columns["ev"]))
        mean = np.average(_numbers(columns["ev"])[met], weights=_numbers(columns["count"])[met])
        assert mean == pytest.approx(columns["average"]["ev"], rel=1e-3)
    acting = sheet["players"]["oop"]
    assert np.sum(acting["strategy"], axis=0) == pytest.approx(1, abs=1e-5)
    assert np.array(acting["strategy"]).T.tolist() == [
        pytest.approx(row["strategy"], rel=1e-5) for row in whole["hands"]
    ]
    assert "strategy" not in sheet["players"]["ip"]


def test_groups_are_those_of_the_breakdown(solution: Solution) -> None:
    sheet, table = node_sheet(solution[LINE]).to_dict(), solution[LINE].table("ip")
    columns = sheet["players"]["ip"]
    for name in ("made", "draw"):
        numbers, names = grouped(solution[LINE].board, table.combos, name)
        assert columns[name] == numbers.tolist()
        assert sheet[f"{name}_names"] == names
    assert {f"{count} of a suit" for count in columns["suit"]} == {
        row.name for row in solution[LINE].breakdown("suit", "ip").rows
    }


def test_the_strip_tells_the_way(solution: Solution) -> None:
    strip = node_sheet(solution[LINE]).to_dict()["strip"]
    assert [step["taken"] for step in strip] == ["check", "bet 120", "call", "2c", None]
    assert [step["player"] for step in strip] == ["oop", "ip", "oop", None, "oop"]
    assert strip[2]["frequencies"] == solution["check / bet 120"].frequencies
    assert [step["line"] for step in node_sheet(solution.root).to_dict()["strip"]] == [""]


def test_numbers_are_rounded_to_six_digits() -> None:
    generator = np.random.default_rng(3)
    values = generator.normal(size=500) * 10.0 ** generator.integers(-12, 9, 500)
    assert rounded(values).tolist() == [float(f"{value:.6g}") for value in values]
    assert rounded(np.array([0.0, np.inf])).tolist() == [0.0, np.inf]
