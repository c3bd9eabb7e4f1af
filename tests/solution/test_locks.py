"""Locks: kept to the letter, exploited by the opponent, the same however suits are treated."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runout import RunoutError, Spot, load, solve
from runout.combos import Combo
from runout.solution.frequencies import with_frequencies
from runout.solution.node_locks import lock, locked, unlock
from runout.solution.solution import Solution
from runout.solution.values import as_asked, node_values, strategy_at
from runout.solver.betting import IP, OOP
from runout.solver.engine import Where
from runout.solver.loop import DEFAULT
from tests.oracles.cfr import Array

# OOP holds a bluff catcher that beats half of IP's hands and only checks; IP may bet half the pot.
CLAIRVOYANT = Spot("2c3d7h9sJc", 100, 1000, "KK", "AA,QQ", river={"ip": {"bet": "50%"}})
TURN = Spot("Td9d6hQc", 20, 60, "QQ,AdKd,8d7d,T9s,A5s", "JJ,KdQd,J8s,ATs,76s", bets="60%")
FLOP = Spot("6c6h2d", 10, 25, "99-66,AQs,KQs:0.5,A2s", "TT-77,AJs,QJs", bets="75%", raises="a")


def table_at(solution: Solution, line: str, hands: dict[str, list[float]]) -> Array:
    """A table for `lock`; the hand "all" stands for all of them."""
    node = solution.spot.tree.nodes[solution[line].place.node]
    combos = [str(Combo.at(int(i))) for i in solution.plan.combos[node.kind]]
    table = np.full((len(node.actions), len(combos)), np.nan)
    for name, probabilities in hands.items():
        columns = range(len(combos)) if name == "all" else [combos.index(name)]
        table[:, columns] = np.array(probabilities)[:, None]
    return table


def lock_at(solution: Solution, line: str, hands: dict[str, list[float]]) -> list[str]:
    """Lock hands; the names of those that are locked."""
    place = solution[line].place
    now = lock(solution.plan, solution.loop.locks, place, table_at(solution, line, hands))
    player = solution.spot.tree.nodes[place.node].kind
    return [str(Combo.at(int(i))) for i in solution.plan.combos[player][now]]


def strategy(solution: Solution, line: str) -> Array:
    place = solution[line].place
    node = solution.spot.tree.nodes[place.node]
    found = strategy_at(solution.loop, place).astype(np.float64)
    return as_asked(solution.plan, place, node.kind, found)


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize(
    ("answer", "ev"),
    [
        # Calls everything: aces bet and win 150, queens check and lose.
        ([0.0, 1.0], (25, 75)),
        # Folds everything: IP always bets and takes the pot.
        ([1.0, 0.0], (0, 100)),
        # Calls a tenth: a bluff is worth 0.9 * 100 - 0.1 * 50, a bet with aces 90 + 0.1 * 150.
        ([0.9, 0.1], (5, 95)),
    ],
)
def test_the_opponent_exploits_a_lock(
    answer: list[float], ev: tuple[float, float], compress: bool
) -> None:
    solution = solve(CLAIRVOYANT, target=0.05, compress=compress)
    # Of twelve hands the six aces and two queens bet; the other queens give up.
    assert solution.summary().ev == pytest.approx((100 / 3, 200 / 3), abs=0.2)
    assert len(lock_at(solution, "check / bet 50", {"all": answer})) == 6
    solution.resume(target=0.05)
    assert solution.summary().exploitability_percent <= 0.05
    assert solution.summary().ev == pytest.approx(ev, abs=0.1)
    kept = strategy(solution, "check / bet 50")
    assert np.array_equal(kept, np.repeat(np.array(answer, dtype=np.float32)[:, None], 6, axis=1))
    assert unlock(solution.plan, solution.loop.locks, solution["check / bet 50"].place).all()
    solution.resume(target=0.05)
    assert solution.summary().ev == pytest.approx((100 / 3, 200 / 3), abs=0.2)
    assert len(solution.loop.locks) == 0


def test_free_hands_make_up_for_locked_ones() -> None:
    """If a third of the catchers always folds, the others call more, up to the same frequency."""
    solution = solve(CLAIRVOYANT, target=0.05, isomorphism=False)
    names = lock_at(solution, "check / bet 50", {"KdKc": [1, 0], "KsKh": [1, 0]})
    assert names == ["KdKc", "KsKh"]
    solution.resume(target=0.02)
    calls = strategy(solution, "check / bet 50")[1]
    assert sorted(calls)[:2] == [0, 0]
    assert calls.mean() == pytest.approx(2 / 3, abs=0.03)  # pot / (pot + bet)
    assert solution.summary().ev == pytest.approx((100 / 3, 200 / 3), abs=0.2)


@pytest.mark.parametrize("compress", [False, True])
def test_locking_all_hands_to_one_action_is_a_smaller_tree(compress: bool) -> None:
    solution = solve(TURN, target=5, compress=compress)
    assert [str(action) for action in TURN.tree.nodes[0].actions] == ["check", "bet 12"]
    lock_at(solution, "", {"all": [1, 0]})
    solution.resume(target=0.1)
    smaller = solve(TURN.without_line("bet 12"), target=0.1)
    assert solution.summary().ev == pytest.approx(smaller.summary().ev, abs=0.02)
    assert solution.summary().exploitability_percent <= 0.1


def test_locked_hands_keep_their_strategy_on_every_street() -> None:
    solution = solve(FLOP, target=0.3)
    before = solution.summary().ev
    lines = ("check", "check / check / Kc", "check / check / Kc / check / check / 4h")
    kept = []
    for line in lines:
        place = solution[line].place
        player = FLOP.tree.nodes[place.node].kind
        mixed = np.array([0.25, 0.75] if player == OOP else [0.7, 0.3])
        current = strategy(solution, line)
        table = np.full(current.shape, np.nan)
        table[:, ::3] = mixed[:, None]
        now = lock(solution.plan, solution.loop.locks, place, table)
        assert now[::3].any()
        kept.append((line, now, mixed))
    # Nothing has changed yet: the old solution can still be looked at.
    assert solution.summary().ev == before
    solution.resume(target=0.2)
    assert solution.summary().exploitability_percent <= 0.2
    for line, now, mixed in kept:
        found = strategy(solution, line)
        possible = found.sum(axis=0) > 0
        assert found[:, now & possible] == pytest.approx(
            np.repeat(mixed[:, None], (now & possible).sum(), axis=1), abs=1e-7
        )
        free = found[:, ~now & possible]
        assert np.abs(free - mixed[:, None]).max() > 0.1


def test_a_locked_player_cannot_gain() -> None:
    free = solve(TURN, target=0.05).summary().ev
    for player, line in ((IP, "bet 12"), (OOP, "check / bet 12")):
        solution = solve(TURN, target=5)
        lock_at(solution, line, {"all": [0.5, 0.5]})
        ev = solution.resume(target=0.05).summary().ev
        assert ev[1 - player] >= free[1 - player] + 0.01
        assert sum(ev) == pytest.approx(20)


def test_best_replies_respect_locks() -> None:
    """The exploitability of a locked game is that of a game in which the hand has no choice."""
    solution = solve(CLAIRVOYANT, target=0.05)
    loop = solution.loop
    lock_at(solution, "check / bet 50", {"all": [0.9, 0.1]})
    solution.resume(target=0.01)
    half = CLAIRVOYANT.pot / 2
    assert loop.root_value(OOP, best=True) == pytest.approx(5 - half, abs=0.1)
    loop.engine.unlock()
    # Free to choose, OOP would call everything: 150 from queens, minus 50 from aces.
    assert loop.root_value(OOP, best=True) == pytest.approx(0.5 * 150 - 0.5 * 50 - half, abs=1)


def test_suits_that_are_alike_are_locked_alike() -> None:
    solution = solve(FLOP, target=1)
    assert len(solution.plan.symmetries) == 2  # clubs and hearts
    names = lock_at(solution, "", {"AcQc": [1, 0], "AsQs": [0, 1]})
    assert set(names) == {"AcQc", "AhQh", "AsQs"}
    different: dict[str, list[float]] = {
        "AcQc": [0.6, 0.4],
        "AhQh": [0.4, 0.6],
        "KcQc": [1, 0],
        "KhQh": [0, 1],
    }
    with pytest.raises(RunoutError, match=r"KcQc and KhQh differ, but on 6c6h2d their suits"):
        lock_at(solution, "", different)
    nearly = {"KcQc": [0.501, 0.499], "KhQh": [0.499, 0.501]}
    lock_at(solution, "", nearly)
    both = locked(solution.plan, solution.loop.locks, solution.root.place)
    assert (both == 0.5).all(axis=0).sum() == 2
    # On a club turn the two suits differ, and what is locked there is locked on a heart turn too.
    assert lock_at(solution, "check / check / Kc", {"AcQc": [1, 0]}) == ["AcQc"]
    place = solution["check / check / Kh"].place
    hearts = np.isfinite(locked(solution.plan, solution.loop.locks, place)[0])
    assert [str(Combo.at(int(i))) for i in solution.plan.combos[OOP][hearts]] == ["AhQh"]


def test_isomorphism_changes_no_locked_solution() -> None:
    # Where actions are worth exactly the same, rounding decides, so that longer runs drift apart.
    few: dict[str, Any] = {"target": 0, "max_iterations": 2}
    alike, apart = (solve(FLOP, **few, isomorphism=way) for way in (True, False))
    for solution in (alike, apart):
        lock_at(solution, "", {"AcQc": [0, 1], "AhQh": [0, 1], "AsQs": [1, 0]})
    lock_at(alike, "check / check / Kh", {"AhQh": [0, 1]})
    lock_at(apart, "check / check / Kh", {"AhQh": [0, 1]})
    lock_at(apart, "check / check / Kc", {"AcQc": [0, 1]})
    alike.resume(**few)
    apart.resume(**few)
    assert alike.summary().ev == pytest.approx(apart.summary().ev, abs=2e-3)
    for line in ("", "check", "check / check / Kh", "check / check / Kc"):
        one, other = (node_values(s.plan, s.loop, s[line].place).players for s in (alike, apart))
        for player in (OOP, IP):
            assert one[player].ev == pytest.approx(other[player].ev, abs=0.02, nan_ok=True)


def test_locks_are_saved(tmp_path: Path) -> None:
    whole, part = (solve(FLOP, target=5, compress=True) for _ in range(2))
    for solution in (whole, part):
        lock_at(solution, "check", {"all": [0.3, 0.7]})
        lock_at(solution, "check / check / Kc", {"AcQc": [1 / 3, 2 / 3]})
    whole.resume(target=0, max_iterations=40)
    part.save(tmp_path / "waiting.runout")
    part = load(tmp_path / "waiting.runout")
    assert part.loop.iterations > 0
    part.resume(target=0, max_iterations=20)
    assert part.loop.iterations == 20
    part.save(tmp_path / "locked.runout")
    loaded = load(tmp_path / "locked.runout")
    loaded.resume(target=0, max_iterations=40)
    one, other = (s.loop.engine.numbers() for s in (loaded, whole))
    assert one.keys() == other.keys()
    assert all(np.array_equal(one[name][:], other[name][:]) for name in one)
    assert strategy(loaded, "check / check / Kc") == pytest.approx(
        strategy(whole, "check / check / Kc")
    )
    assert len(loaded.loop.locks) == 2


def test_locks_add_up_and_are_taken_back() -> None:
    solution = solve(TURN, target=5)
    place = solution.root.place
    assert not np.isfinite(locked(solution.plan, solution.loop.locks, place)).any()
    lock_at(solution, "", {"QsQh": [1, 0]})
    both = lock_at(solution, "", {"QhQd": [0, 1], "QsQh": [0.5, 0.5]})
    assert set(both) == {"QsQh", "QhQd"}
    assert np.nanmax(locked(solution.plan, solution.loop.locks, place), axis=1) == pytest.approx(
        [0.5, 1]
    )
    assert unlock(solution.plan, solution.loop.locks, place).sum() == 2
    assert not unlock(solution.plan, solution.loop.locks, place).any()


@pytest.mark.parametrize("bad", [[0.5, 0.6], [-0.5, 1.5], [0, 0], [np.nan, 1], [np.inf, 0]])
def test_bad_probabilities(bad: list[float]) -> None:
    solution = solve(TURN, max_iterations=0)
    with pytest.raises(RunoutError, match=r"lock of QsQh: probabilities .*sum to 1"):
        lock_at(solution, "", {"QsQh": bad})
    assert not solution.loop.locks.waiting


def test_the_engine_checks_what_it_is_given() -> None:
    engine = solve(TURN, max_iterations=0).loop.engine
    hands, even = np.array([0], dtype=np.int32), np.full((2, 1), 0.5, dtype=np.float32)
    for place in ((-1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, -1), (0, 0, 10_000), (1, 0, 0)):
        with pytest.raises(ValueError, match="no such place"):
            engine.lock(Where(*place), hands, even)
        with pytest.raises(ValueError, match="no such place"):
            engine.strategy(Where(*place))
    for number in (-1, 10_000):
        with pytest.raises(ValueError, match="no such hand"):
            engine.lock(Where(0, 0, 0), np.array([number], dtype=np.int32), even)
    with pytest.raises(ValueError, match="each action and locked hand"):
        engine.lock(Where(0, 0, 0), hands, np.full((3, 1), 0.5, dtype=np.float32))
    with pytest.raises(ValueError, match="from 0 to 1"):
        engine.lock(Where(0, 0, 0), hands, np.full((2, 1), np.nan, dtype=np.float32))
    with pytest.raises(ValueError, match="player 0 or 1"):
        engine.update(2, DEFAULT.discount(0))


MONOTONE = Spot("9s6s2s", 10, 25, "99-66,AQs,A2s", "TT-77,AJs,QJs", bets="75%", raises="a")


def test_what_suits_share_is_locked_in_spite_of_rounding() -> None:
    """Strategies of hands that are the same up to the suits differ in their last digits."""
    solution = solve(MONOTONE, target=1)
    assert len(solution.plan.symmetries) == 6
    before = {}
    for line in ("", "check", "check / check / Ks", "check / bet 8 / call / 2c"):
        node = solution[line]
        before[line] = strategy(solution, line)
        assert node.lock().combos > 3
    solution.resume(target=1)
    for line, probabilities in before.items():
        fixed = np.isfinite(locked(solution.plan, solution.loop.locks, solution[line].place)[0])
        assert strategy(solution, line)[:, fixed] == pytest.approx(
            probabilities[:, fixed], abs=1e-3
        )


@pytest.mark.parametrize("line", ["", "check", "check / check / Kc / check"])
def test_locked_frequencies(line: str) -> None:
    solution = solve(MONOTONE, target=1)
    place = solution[line].place
    plan, player = solution.plan, MONOTONE.tree.nodes[place.node].kind
    weight = place.reach[player] * plan.game.compatible_weight(player, place.reach[1 - player])
    weight = as_asked(plan, place, player, weight)
    solution[line].lock_frequencies({"check": 0.35})
    table = locked(plan, solution.loop.locks, place)
    assert np.array_equal(np.isfinite(table[0]), weight > 0)
    often = np.nan_to_num(table) @ weight / weight.sum()
    assert often == pytest.approx([0.35, 0.65], abs=1e-5)
    solution.resume(target=2)
    fixed = weight > 0
    assert strategy(solution, line)[:, fixed] == pytest.approx(table[:, fixed], abs=1e-6)


def test_frequencies_are_met() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        strategy = rng.dirichlet([0.3, 0.5, 0.2], size=40).T
        weight = rng.random(40)
        fitted = with_frequencies(strategy, weight, {0: 0.5, 2: 0.1})
        assert fitted.sum(axis=0) == pytest.approx(np.ones(40))
        assert fitted @ weight / weight.sum() == pytest.approx([0.5, 0.4, 0.1], abs=1e-6)
        # Least relative entropy: odds between two actions change alike for every hand.
        odds = (fitted[0] / fitted[1]) / (strategy[0] / strategy[1])
        assert odds == pytest.approx(np.full(40, odds[0]), rel=1e-6)


def test_frequencies_of_actions_that_nobody_takes() -> None:
    strategy = np.array([[1.0, 1.0, 0.5], [0.0, 0.0, 0.5], [0.0, 0.0, 0.0]])
    fitted = with_frequencies(strategy, np.array([1.0, 1.0, 2.0]), {2: 0.25})
    assert fitted @ np.array([0.25, 0.25, 0.5]) == pytest.approx([0.5625, 0.1875, 0.25], abs=1e-6)
    assert (fitted[2] > 0).all()


def test_frequencies_against_pure_hands() -> None:
    strategy = np.array([[1.0, 0.5, 1.0], [0.0, 0.5, 0.0]])
    for often in (0.0, 0.1, 0.9, 1.0):
        fitted = with_frequencies(strategy, np.ones(3), {1: often})
        assert fitted.sum(axis=0) == pytest.approx(np.ones(3))
        assert fitted[1].mean() == pytest.approx(often, abs=1e-5)
        assert fitted[1, 0] <= fitted[1, 1] + 1e-9


def test_frequencies_without_an_action_that_a_rare_hand_always_takes() -> None:
    strategy = np.array([[1.0, 0.0], [0.0, 1.0]])
    fitted = with_frequencies(strategy, np.array([1e-7, 1.0]), {0: 0.0})
    assert fitted == pytest.approx(np.array([[0.0, 0.0], [1.0, 1.0]]), abs=1e-6)


def test_frequencies_leave_missing_hands_free() -> None:
    strategy = np.array([[1.0, np.nan, 0.5], [0.0, np.nan, 0.5]])
    fitted = with_frequencies(strategy, np.array([1.0, 0.0, 1.0]), {0: 0.8})
    assert np.isnan(fitted[:, 1]).all()
    assert fitted[0, [0, 2]].mean() == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({0: 1.2}, "from 0 to 1"),
        ({0: -0.1}, "from 0 to 1"),
        ({0: 0.6, 1: 0.6}, "together at most 1"),
        ({0: 0.6, 1: 0.3}, "sum to 1"),
    ],
)
def test_bad_frequencies(wanted: dict[int, float], message: str) -> None:
    strategy = np.array([[1.0, 0.5], [0.0, 0.5]])
    with pytest.raises(RunoutError, match=message):
        with_frequencies(strategy, np.array([1.0, 1.0]), wanted)
