"""The columns of a node against slow, obvious sums, and what is given out of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from runout import Spot, solve
from runout.combos import CLASS_NAMES, Combo
from runout.solution.node_table import OF_HAND, NodeTable, given_all
from runout.solution.values import means


def _slow_mean(values: list[float], weights: list[float]) -> float | None:
    pairs = [(v, w) for v, w in zip(values, weights, strict=True) if math.isfinite(v) and w > 0]
    total = sum(w for _, w in pairs)
    return sum(v * w for v, w in pairs) / total if total > 0 else None


def _random_table(seed: int) -> NodeTable:
    rng = np.random.default_rng(seed)
    combos = np.sort(rng.choice(1326, 60, replace=False))
    columns = {name: rng.uniform(0, 1, 60) for name in OF_HAND}
    columns["ev"][rng.random(60) < 0.3] = np.nan
    columns["frequency"] = rng.dirichlet((1, 1), 60).T
    columns["action_ev"] = rng.uniform(-5, 5, (2, 60))
    columns["action_realised_equity"] = rng.uniform(0, 1, (2, 60))
    counts = rng.uniform(0, 2, 60) * (rng.random(60) < 0.7)
    met = rng.random(60) < 0.8
    return NodeTable("oop", 20.0, combos, ["check", "bet 10"], columns, counts, met, met)


@pytest.mark.parametrize("seed", range(5))
def test_means_are_over_all_hands_that_have_a_value(seed: int) -> None:
    """Over the range and over each class, also those hands that are not shown by themselves."""
    table = _random_table(seed)
    weights = table.counts.tolist()
    for name in ("ev", "equity"):
        column = table.columns[name].tolist()
        assert table.mean(name) == pytest.approx(_slow_mean(column, weights))
        by_class = given_all(table.by_class(name))
        for number, hand_class in enumerate(CLASS_NAMES):
            held = [Combo.at(int(number)) for number in table.combos]
            rows = [i for i, combo in enumerate(held) if combo.hand_class == hand_class]
            slow = _slow_mean([column[i] for i in rows], [weights[i] for i in rows])
            assert by_class[number] == (None if slow is None else pytest.approx(slow))
    for action, (combos, ev) in enumerate(table.taken()):
        often = table.columns["frequency"][action]
        assert combos == pytest.approx(float((often * table.columns["weight"]).sum()))
        slow = _slow_mean(table.columns["action_ev"][action].tolist(), (often * weights).tolist())
        assert ev == pytest.approx(slow)


def test_nothing_has_no_mean() -> None:
    """Without hands, without weight, without values."""
    nothing = np.empty(0)
    assert np.isnan(means(nothing, nothing)[0])
    assert np.isnan(means(np.ones(3), np.zeros(3))[0])
    assert np.isnan(means(np.full(3, np.nan), np.ones(3))[0])


def test_seldom_met_hands_are_withheld_but_keep_weight_and_strategy() -> None:
    """A missing value is None wherever it is given out."""
    table = _random_table(7)
    rows, actions = table.rows(), table.action_rows()
    for row, acts, met in zip(rows, actions, table.met, strict=True):
        assert (row["equity"] is None) == (not met)
        assert (row["EV check"] is None) == (not met)
        assert all((ev is None) == (not met) for ev in acts["ev"])
        assert row["weight"] is not None
        assert row["check"] + row["bet 10"] == pytest.approx(1)
        assert acts["strategy"] == [row["check"], row["bet 10"]]


def test_a_view_is_the_node_as_data() -> None:
    """All ways to give a node out have the same numbers."""
    spot = Spot("Td9d6hQc2c", pot=20, stack=50, oop="66+,A8s+", ip="QQ-22,ATo+", bets="60%")
    node = solve(spot, target=1).root
    view = node.view()
    assert view.to_dict() == node.to_dict()
    assert view.table("oop").rows() == node.rows() == node.rows("oop")
    assert node.hands("ip").rows() == view.to_dict()["players"]["ip"]["hands"]
    long = view.table("oop").long()
    assert long["hand"][::2] == [row["hand"] for row in node.rows()]
    np.testing.assert_array_equal(long["frequency"][::2], [row["check"] for row in node.rows()])
