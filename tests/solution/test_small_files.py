"""Small files: earlier streets as they were, rivers solved again."""

from pathlib import Path

import numpy as np
import pytest

from runout import RunoutError, Spot, _core, load, solve
from runout.solution import small
from runout.solution.node_locks import lock
from runout.solution.small import River, SmallReader, SmallStrategy
from runout.solution.solution import Solution
from runout.solution.values import as_asked, node_values, strategy_at
from runout.solver.betting import IP, OOP
from runout.solver.cpu import compiled
from tests.marks import kernels
from tests.oracles.cfr import Array
from tests.oracles.solved import range_mean

pytestmark = kernels

TURN = Spot("Td9d6hQc", 20, 60, "QQ,AdKd,8d7d,T9s,A5s", "JJ,KdQd,J8s,ATs,76s", bets="60% a")
FLOP = Spot("6c6h2d", 10, 25, "99-66,AQs,KQs:0.5,A2s", "TT-77,AJs,QJs", bets="75%", raises="a")
RAKED = Spot.from_toml("rake = 0.05\nrake_cap = 3\n" + FLOP.to_toml())
RIVER = Spot("KsTd7h4c2s", 100, 300, "22+,A8s+,KTo+", "55+,ATs+,KQo", bets="33% a", raises="60%")


def strategy(solution: Solution, line: str) -> Array:
    place = solution[line].place
    node = solution.spot.tree.nodes[place.node]
    found = strategy_at(solution.solved, place).astype(np.float64)
    return as_asked(solution.plan, place, node.kind, found)


def rivers(solution: Solution) -> list[River]:
    reader = solution.solved.reader
    assert isinstance(reader, SmallReader)
    return reader.rivers


def both(spot: Spot, folder: Path, target: float = 0.1) -> tuple[Solution, Solution]:
    """A solution and what a small file keeps of it."""
    full = solve(spot, target=target)
    full.save(folder / "small.runout", small=True)
    return full, load(folder / "small.runout")


@pytest.fixture(scope="module", params=[TURN, FLOP, RAKED], ids=["turn", "flop", "raked"])
def pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Solution, Solution]:
    return both(request.param, tmp_path_factory.mktemp("small"))


def test_summary_is_kept(pair: tuple[Solution, Solution]) -> None:
    full, kept = (solution.summary() for solution in pair)
    assert kept.iterations == full.iterations
    assert kept.exploitability == full.exploitability
    assert kept.ev == pytest.approx(full.ev, abs=1e-3)
    assert kept.frequencies == pytest.approx(full.frequencies, abs=1e-4)
    assert kept.memory_bytes < full.memory_bytes
    assert pair[1].history.curve == pair[0].history.curve


@pytest.mark.parametrize("line", ["", "check", "check / check / 2c", "check / check / 2h / check"])
def test_earlier_streets_are_kept(pair: tuple[Solution, Solution], line: str) -> None:
    full, kept = pair
    if full.spot is TURN and "2" in line:
        line = "check / all-in 60"
    assert strategy(kept, line) == pytest.approx(strategy(full, line), abs=1e-4)
    one, other = (node_values(s.plan, s.solved, s[line].place) for s in pair)
    assert other.action_ev == pytest.approx(one.action_ev, abs=0.02, nan_ok=True)
    for player in (OOP, IP):
        assert other.players[player].ev == pytest.approx(
            one.players[player].ev, abs=0.02, nan_ok=True
        )
        assert other.players[player].reach == pytest.approx(one.players[player].reach, abs=1e-4)


def test_rivers_are_solved_again(pair: tuple[Solution, Solution]) -> None:
    full, kept = pair
    start = "check / check / 3s" if full.spot is TURN else "check / check / 2h / check / check / 3s"
    for line in (start, f"{start} / check"):
        one, other = (node_values(s.plan, s.solved, s[line].place) for s in pair)
        pot = full.spot.tree.pots[full[line].place.node]
        for player in (OOP, IP):
            gains = [range_mean(side.players[player], "ev") for side in (one, other)]
            # Hands that are indifferent may check a little more or less often.
            assert gains[1] == pytest.approx(gains[0], abs=0.02 * pot)
        assert other.strategy[:, ~np.isnan(other.strategy[0])].sum(axis=0) == pytest.approx(1)
    (river,) = rivers(kept)
    most = 0.0005 * full.spot.tree.pots[full[start].place.node]
    assert river.loop.exploitability(zero_sum=full.spot.rake == 0) <= most


def test_the_turn_is_what_its_rivers_are_worth(tmp_path: Path) -> None:
    """The mean over all rivers of what they are worth when solved again is the value kept."""
    _, kept = both(TURN, tmp_path, target=0.02)
    line = "check / check"
    above = node_values(kept.plan, kept.solved, kept["check"].place)
    total = count = 0.0
    for card in (c for c in kept.plan.game.levels[1].card):
        place = kept[f"{line} / {small_card(int(card))}"].place
        values = node_values(kept.plan, kept.solved, place).players[IP]
        weight = float(values.weight.sum())
        mean = range_mean(values, "ev")
        assert mean is not None
        copies = float(kept.plan.game.levels[1].copies[kept.plan.game.levels[1].card == card][0])
        # Weights are for scaled reach: bring them back to one scale.
        scale = float(place.reach[OOP].max())
        total += copies * weight * scale * mean
        count += copies * weight * scale
    reach = kept["check"].place.reach
    own = np.nan_to_num(above.strategy[0] * reach[IP])
    compatible = kept.plan.game.compatible_weight(IP, reach[OOP])
    expected = float(np.nansum(own * compatible * above.action_ev[0]) / (own * compatible).sum())
    assert total / count == pytest.approx(expected, abs=0.02)


def small_card(number: int) -> str:
    return f"{'23456789TJQKA'[number >> 2]}{'cdhs'[number & 3]}"


def test_small_solutions_cannot_go_on(tmp_path: Path) -> None:
    _, kept = both(TURN, tmp_path, target=5)
    kept.save(tmp_path / "again.runout", small=True)
    assert (tmp_path / "again.runout").read_bytes() == (tmp_path / "small.runout").read_bytes()
    with pytest.raises(RunoutError, match="a small file has no river"):
        kept.resume(max_iterations=1)
    with pytest.raises(RunoutError, match="a small file has no river"):
        kept.root.lock("QQ", {"check": 1.0})
    with pytest.raises(RunoutError, match="a small file has no river"):
        kept.root.unlock()
    with pytest.raises(RunoutError, match=r"a\.runout: the solution is without its river"):
        kept.save(tmp_path / "a.runout")


def test_a_river_spot_has_nothing_to_leave_out(tmp_path: Path) -> None:
    full, kept = both(RIVER, tmp_path, target=1)
    assert not isinstance(kept.solved, SmallStrategy)
    assert kept.summary() == full.summary()
    kept.resume(target=0.5)


def test_locked_rivers_stay_locked(tmp_path: Path) -> None:
    full = solve(TURN, target=5)
    line = "check / check / 3s"
    actions = len(full.spot.tree.nodes[full[line].place.node].actions)
    table = np.full((actions, len(full.plan.combos[OOP])), np.nan)
    table[:, ::2] = np.array([0.25, 0.75, 0])[:, None]
    now = lock(full.plan, full.loop.locks, full[line].place, table)
    full.resume(target=0.3)
    full.save(tmp_path / "a.runout", small=True)
    kept = load(tmp_path / "a.runout")
    found = strategy(kept, line)[:, now]
    assert np.array_equal(found, strategy(full, line)[:, now])
    assert np.array_equal(found, np.repeat([[0.25], [0.75], [0]], now.sum(), axis=1))


def test_few_rivers_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small, "_RIVERS_KEPT", 2)
    _, kept = both(TURN, tmp_path, target=5)
    for card in ("2c", "2d", "2h", "2c"):
        strategy(kept, f"check / check / {card}")
    assert len(rivers(kept)) == 2


def test_nobody_gets_there(tmp_path: Path) -> None:
    """A river that a player never reaches has a strategy, but no values."""
    full = solve(TURN, target=5)
    table = np.zeros((3, len(full.plan.combos[OOP])))
    table[0] = 1  # OOP always checks
    lock(full.plan, full.loop.locks, full.root.place, table)
    full.resume(target=1)
    full.save(tmp_path / "a.runout", small=True)
    kept = load(tmp_path / "a.runout")
    values = node_values(kept.plan, kept.solved, kept["bet 12 / call / 2c"].place)
    assert np.isnan(values.players[IP].ev).all()
    shares = strategy(kept, "bet 12 / call / 2c")
    assert np.isfinite(shares).all()


def test_memory_is_checked_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both(TURN, tmp_path, target=5)
    monkeypatch.setattr("runout.memory.free_memory", lambda: 1000)
    with pytest.raises(RunoutError, match="loading it needs"):
        load(tmp_path / "small.runout")


def test_a_flipped_byte_is_noticed(tmp_path: Path) -> None:
    both(TURN, tmp_path, target=5)
    path = tmp_path / "small.runout"
    good = path.read_bytes()
    for place in np.random.default_rng(5).integers(0, len(good), 60).tolist():
        bad = bytearray(good)
        bad[place] ^= 4
        path.write_bytes(bad)
        with pytest.raises(RunoutError, match=r"small\.runout: (the file is|not a file)"):
            load(path)


def test_the_engine_without_river_checks_what_it_is_given(tmp_path: Path) -> None:
    _, kept = both(TURN, tmp_path, target=5)
    plan = compiled(kept.plan.game)
    plan.without_last = True
    engine = _core.Solver(plan, False, 1)
    with pytest.raises(ValueError, match="not stored"):
        engine.update(0, 1, 1, 1, 1, 0, 0)
    with pytest.raises(ValueError, match="not stored"):
        engine.leaf_values(0)
    with pytest.raises(ValueError, match="not stored"):
        kept.solved.root_value(0, best=True)
    with pytest.raises(ValueError, match="no such place"):
        engine.strategy(1, 0, 0, False)
    with pytest.raises(ValueError, match="each leaf and hand"):
        engine.set_leaf_values(0, False, np.zeros(3, np.int16), np.zeros(3, np.float32))
    with pytest.raises(ValueError, match="each action and hand"):
        engine.set_strategy(0, 0, 0, np.zeros(3, np.float32))
