"""Flops that stand for all: their weights, and how well they do it."""

from copy import copy
from pickle import dumps, loads

import numpy as np
import pytest
from numpy.typing import NDArray

import runout
from runout import flops
from runout.combos import CLASSES
from runout.representatives import _TABLE


def test_all_flops_are_theirs_by_count() -> None:
    assert len(flops()) == len(flops(1755)) == 1755
    assert sum(flop.weight for flop in flops()) == 22_100


@pytest.mark.parametrize("n", [1, 2, 25, 49, 95])
def test_weights_add_up(n: int) -> None:
    chosen = flops(n)
    assert len(set(chosen)) == n
    assert sum(flop.weight for flop in chosen) == pytest.approx(22_100)
    assert min(flop.weight for flop in chosen) > 0
    assert list(chosen) == sorted(chosen, key=lambda flop: -flop.weight)
    assert set(chosen) <= set(flops())


def test_copies_keep_their_weight() -> None:
    flop = flops(25)[3]
    for again in (loads(dumps(flop)), copy(flop)):  # noqa: S301 - our own bytes
        assert again == flop
        assert again.weight == flop.weight


def test_more_flops_are_nearer_to_all() -> None:
    """Shares of textures that were not asked for one by one: two cards of one rank and suit."""

    def shares(n: int | None) -> NDArray[np.float64]:
        chosen = flops(n)
        weights = np.array([flop.weight for flop in chosen])
        marks = [[seen == name for name in names] for seen in (f.texture.name for f in chosen)]
        share: NDArray[np.float64] = weights @ np.array(marks, dtype=float) / weights.sum()
        return share

    names = sorted({flop.texture.name for flop in flops()})
    errors = [np.abs(shares(n) - shares(None)).sum() for n in (5, 25, 95)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 0.5 * errors[0]


def test_mean_equity_is_nearly_that_of_all_flops() -> None:
    """Pairs of classes that the choice knows nothing of: aces and suited connectors, weighted."""
    with np.load(_TABLE) as table:
        equity = table["equity"] / 255
    places = {flop: number for number, flop in enumerate(flops())}
    rng = np.random.default_rng(3)
    every = np.array([flop.weight for flop in flops()])
    chosen = flops(49)
    weights = np.array([flop.weight for flop in chosen])
    rows = equity[[places[flop] for flop in chosen]]
    by_chance = rng.choice(1755, (200, 49), p=every / every.sum())
    for _ in range(5):
        share = rng.dirichlet(np.full(CLASSES, 0.1))
        true = every @ (equity @ share) / every.sum()
        mine = weights @ (rows @ share) / weights.sum()
        random = np.abs((equity @ share)[by_chance].mean(axis=1) - true)
        assert abs(mine - true) < np.median(random)


def test_the_table_is_what_equities_are() -> None:
    with np.load(_TABLE) as table:
        equity = table["equity"]
    for number in (100, 301, 700, 1100, 1500, 1750):
        flop = flops()[number]
        for place, name in ((0, "AA"), (1, "AKs"), (CLASSES - 1, "22")):
            hands = runout.equity(name, "random", board=flop).by_hand(0)
            mean = sum(hand.equity for hand in hands) / len(hands)
            assert equity[number, place] == pytest.approx(255 * mean, abs=0.51)


@pytest.mark.parametrize("n", [0, 1756, 2.5, "25", True])
def test_other_numbers_of_flops_are_refused(n: object) -> None:
    with pytest.raises(runout.RunoutError, match="n "):
        flops(n)  # type: ignore[arg-type]
