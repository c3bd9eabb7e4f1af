"""What the solver reports, against the same strategy valued in double precision."""

from dataclasses import replace

import numpy as np
import pytest

from runout import Combo, Range, RunoutError, Spot, solve
from runout.cards import DECK, format_cards
from runout.solution.solution import Solution
from runout.solver.betting import IP, OOP
from tests.fuzzing import rounds, seed
from tests.marks import kernels
from tests.oracles.cfr import Oracle
from tests.oracles.solved import Means, means_below, strategy_of

pytestmark = kernels

SIZES = ("50%", "100%", "300%", "75% a", "33% 150%", "a")
RAISES = ("", "2.5x", "a", "3x a")


def random_range(generator: np.random.Generator, cards: list[int], hands: int) -> str:
    """Some hands of a few cards, so that many share one; weights from 1e-9 to 1."""
    pairs = [(a, b) for i, a in enumerate(cards) for b in cards[:i]]
    chosen = generator.choice(len(pairs), min(hands, len(pairs)), replace=False)
    exponents = generator.choice([0.0, -3.0, -6.0, -8.0, -9.0], len(chosen))
    exponents += generator.choice([0.0, 1.0]) * np.where(
        exponents < 0, generator.uniform(0, 1, len(chosen)), 0
    )
    return ",".join(
        f"{Combo(format_cards(DECK[c] for c in pairs[i]))}:{10**e:.3g}"
        for i, e in zip(chosen, exponents, strict=True)
    )


def random_spot(generator: np.random.Generator, street: int) -> Spot:
    """A small spot in which hands block each other, some of them hardly ever held."""
    while True:
        deck = generator.permutation(52).tolist()
        few = deck[street : street + int(generator.integers(5, 10))]
        hands = generator.integers(2, 6, 2)
        try:
            return Spot(
                format_cards(DECK[card] for card in deck[:street]),
                int(generator.integers(1, 200)),
                int(generator.integers(1, 800)),
                random_range(generator, few, int(hands[0])),
                random_range(generator, few, int(hands[1])),
                bets=str(generator.choice(SIZES)),
                raises=str(generator.choice(RAISES)) if street == 5 else "",
            )
        except RunoutError:  # no deal is possible
            continue


def solved(spot: Spot, iterations: int) -> Solution:
    """So many iterations, every card by itself."""
    return solve(spot, target=0, max_iterations=iterations, threads=1, isomorphism=False)


def hidden(spot: Spot) -> float:
    """The chips that rounding may hide: a few units in the last place of what is at stake."""
    return 3 * 2.0**-24 * float(spot.stack)


def check_totals(solution: Solution) -> None:
    """Exploitability and EV are those of the strategy, to a hundredth of what is promised."""
    spot, summary = solution.spot, solution.summary()
    oracle, strategy = Oracle(spot), strategy_of(solution)
    true = 100 * oracle.exploitability(strategy) / spot.pot
    off = hidden(spot)
    allowed = 2e-3 + 100 * off / spot.pot
    assert summary.exploitability_percent == pytest.approx(true, abs=allowed), spot
    assert sum(summary.ev) == pytest.approx(spot.pot, abs=1e-5 * spot.pot + off), spot
    for player in (OOP, IP):
        values = oracle.values(strategy, player, oracle.weights[1 - player])
        ev = oracle.mean(values, player) + spot.pot / 2
        assert summary.ev[player] == pytest.approx(ev, abs=1e-5 * spot.pot + off), spot


@pytest.mark.parametrize("stack", [1_000, 30_000, 1_000_000])
def test_deep_stacks_are_never_called_better_than_they_are(stack: int) -> None:
    generator = np.random.default_rng(seed(stack))
    for number in range(rounds(6)):
        spot = replace(random_spot(generator, 5), pot=1, stack=stack)
        solution = solved(spot, 1 + 40 * (number % 3))
        true = 100 * Oracle(spot).exploitability(strategy_of(solution)) / spot.pot
        assert solution.summary().exploitability_percent >= true - 0.01, spot


def test_values_that_are_half_a_unit_off_do_not_call_it_better() -> None:
    """Two hands that matter, and all-in: nothing averages their rounding out."""
    oop = "AsKd:0.001,KhKd:0.001,AsQd:0.000000001,KhQd:0.001,Kd4h:0.000001"
    for stack in (676, 2_000, 20_000, 2_000_000):
        spot = Spot("Tc2sKs5dAh", 2, stack, oop, "AsKd,KdQd:0.00000000913", bets="a")
        for iterations in (5, 10, 20):
            solution = solved(spot, iterations)
            true = 100 * Oracle(spot).exploitability(strategy_of(solution)) / spot.pot
            assert solution.summary().exploitability_percent >= true - 0.01, (stack, iterations)


def check_means(solution: Solution, cards_each: int) -> int:
    """Means are those over all hands and add up to the pot; how many were checked."""
    oracle, strategy = Oracle(solution.spot), strategy_of(solution)
    found = list(means_below(oracle, strategy, solution.root, cards_each))
    for expected in found:
        node = expected.node
        got = [node.hands(name).mean()["ev"] for name in ("oop", "ip")]
        where = f"{node.line!r} of {solution.spot}"
        off = 2e-5 * node.pot + hidden(solution.spot)
        assert got == pytest.approx(expected.ev, abs=off), where
        assert sum(ev for ev in got if ev is not None) == pytest.approx(node.pot, abs=off), where
        check_hands(expected, solution.spot)
    return len(found)


def check_hands(expected: Means, spot: Spot) -> None:
    """Every hand that is shown has its exact value."""
    off = 2e-5 * expected.node.pot + hidden(spot)
    for number in (OOP, IP):
        values = expected.node.values.players[number]
        there = np.isfinite(values.ev) & values.met
        np.testing.assert_allclose(values.ev[there], expected.by_hand[number][there], atol=off)


@pytest.mark.parametrize("street", [5, 4], ids=["river", "turn"])
def test_random_small_spots(street: int) -> None:
    for number in range(rounds({5: 40, 4: 2}[street])):
        generator = np.random.default_rng([seed(0), street, number])
        spot = random_spot(generator, street)
        solution = solved(spot, int(generator.choice([1, 10, 100, 400])))
        check_totals(solution)
        assert check_means(solution, cards_each=2) > 0


def test_lines_that_only_blocking_hands_take() -> None:
    """With a few whole hands a side, what carries the weight of a line may be hardly ever met."""
    for number in range(rounds(30)):
        generator = np.random.default_rng([seed(1), number])
        spot = random_spot(generator, 5)
        oop, ip = (Range.from_weights((weights > 0).astype(float)) for weights in spot.weights)
        solution = solved(replace(spot, oop=oop, ip=ip), 200)
        check_totals(solution)
        assert check_means(solution, cards_each=1) > 0


def test_lines_rarer_than_single_precision_knows() -> None:
    spot = Spot(
        "7cJc3h6cTh", 13, 431, "Qc2c:1e-6,AdJh:1e-8,QcJh",
        "Qc2c:1e-9,QcJh:1e-3,Jh5c:1e-8,Ad2c:1e-9", bets="33% 150%", raises="3x a",
    )  # fmt: skip
    for iterations in (30, 200, 500):
        assert check_means(solved(spot, iterations), cards_each=1) > 0


def test_storing_16_bits_keeps_hands_that_meet_little() -> None:
    spot = Spot("Kh4h6d9sQc", 10, 36, "Ts7d,6c4d:1e-7", "QdTs:1e-7,9d8c:1e-7,7d2s", bets="75% a")
    solution = solve(spot, target=0.05, compress=True, isomorphism=False)
    assert 100 * Oracle(spot).exploitability(strategy_of(solution)) / spot.pot <= 0.051


@pytest.mark.parametrize("weight", ["1e-6", "1e-8", "1e-19"])
@pytest.mark.parametrize("iterations", [10, 40])
def test_main_hands_that_block_each_other(weight: str, iterations: int) -> None:
    """All that is ever dealt is rare: in single precision, sums over the range hold none of it."""
    spot = Spot(
        "Kh4h6d9sQc", 10, 36, f"Ts7d,6c4d:{weight}", f"QdTs:{weight},9d8c:{weight},7d2s",
        bets="300%", raises="2.5x",
    )  # fmt: skip
    solution = solved(spot, iterations)
    check_totals(solution)
    assert check_means(solution, cards_each=1) > 0


@pytest.mark.parametrize("street", [5, 4])
def test_only_the_proportions_of_weights_matter(street: int) -> None:
    board = "Kh4h6d9sQc"[: 2 * street]
    oop, ip = Range("Ts7d,6c4d"), Range("QdTs,9d8c,7d2s")
    usual, tiny = (
        solved(Spot(board, 10, 36, oop * weight, ip * weight, bets="300%"), 10)
        for weight in (1, 1e-38)
    )
    check_totals(tiny)
    assert usual.summary().ev == tiny.summary().ev
    assert tiny.root.weight["Ts7d"] == 1e-38


def test_rare_spots_are_solved() -> None:
    spot = Spot(
        "Kh4h6d9sQc", 10, 36, "Ts7d,6c4d:1e-9", "QdTs:1e-9,9d8c:1e-9,7d2s", bets="300%",
        raises="2.5x",
    )  # fmt: skip
    solution = solve(spot, target=0.01)
    assert 100 * Oracle(spot).exploitability(strategy_of(solution)) / spot.pot <= 0.011


def test_weights_too_far_apart_are_refused() -> None:
    with pytest.raises(RunoutError, match=r"range ip: a weight of 1e-30 beside 0\.5 cannot be"):
        Spot("Kh4h6d9sQc", 10, 36, "AA", "QQ:0.5,JJ:1e-30", bets="50%")
