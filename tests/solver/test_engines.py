"""What every engine has to do, asked of all that are here and of those of the tests.

What one answers is compared with what the plain one does: slow, obvious, and unlike the others.
"""

from __future__ import annotations

import os
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from runout import RunoutError, Spot, load, solve
from runout.solver.betting import IP, OOP
from runout.solver.engine import PAYOFFS, Policy, Reader, Where
from runout.solver.engines import AUTO, DEFAULT_ENGINE, ENGINES, engine_named
from runout.solver.estimate import shape_of
from runout.solver.games import kuhn, leduc
from runout.solver.loop import Discount, Loop
from runout.solver.plan import make_plan
from tests.engines.emulated import EmulatedEngine
from tests.engines.plain import PlainEngine
from tests.marks import kernels, levels, without_kernels
from tests.oracles.cfr import Oracle
from tests.oracles.solved import strategy_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from runout.solver.plan import Game

pytestmark = [kernels, levels]

RIVER = Spot("KsTd7h4c2s", 100, 300, "99+,AKs,76s", "JJ+,KQs:0.5,98s", bets="33% a", raises="60%")
RAKED = Spot("KsTd7h4c2s", 100, 300, "99+,AKs", "JJ+,KQs", bets="50%", rake=0.05, rake_cap=3)
TURN = Spot("Td9d6hQc", 20, 60, "QQ:0.3,AdKd,8d7d", "JJ,KdQd,J8s:0.7", bets="60%", raises="a")
ALIKE = Spot("6s6h2s2h", 20, 30, "AsKs,AhKh,AcKc,77", "QQ,8s7s,8h7h", bets="a")
FLOP = Spot("6s6h2d", 10, 10, "AsKs,AhKh,7s7h", "QcQd,8s7s,8h7h", bets="a")
TIED = Spot("6s6h2d", 10, 10, "AsKs,AhKh,7s7h", "QcQd,AcKd,7c7d", bets="a", rake=0.1, rake_cap=2)
SPOTS = {"river": RIVER, "raked": RAKED, "turn": TURN, "alike": ALIKE, "flop": FLOP, "tied": TIED}
THREADS = (1, 2, 3, 16)
ROOT = Where(0, 0, 0)
GPU = "RUNOUT_GPU" in os.environ
"""Asks engines of a GPU alone, and they must be there."""
HERE = [name for name in ENGINES if engine_named(name).missing() is None]
COMPARED = (
    [name for name in ENGINES if engine_named(name).gpus] if GPU else [*HERE, EmulatedEngine.name]
)
PLAIN = pytest.param(PlainEngine.name, marks=without_kernels)
TRIED = COMPARED if GPU else [*COMPARED, PLAIN]
compared = pytest.mark.parametrize("engine", COMPARED)
"""With the plain one."""
POLICIES: tuple[Policy, Policy] = ("average", "best")


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for made in (PlainEngine, EmulatedEngine):
        monkeypatch.setitem(ENGINES, made.name, made)


@pytest.fixture(params=TRIED)
def engine(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(params=SPOTS)
def spot(request: pytest.FixtureRequest) -> Spot:
    return SPOTS[request.param]


def game_of(spot: Spot) -> Game:
    return make_plan(spot).game


def places(game: Game) -> list[Where]:
    """All places where somebody acts, some of them where there are many deals."""
    tree, found = game.tree, []
    for level, deals in enumerate(game.levels):
        for deal in range(0, len(deals), 1 + len(deals) // 8):
            nodes = np.flatnonzero((tree.level == level) & (tree.kind <= IP))
            found += [Where(level, deal, int(node)) for node in nodes]
    return found


def strategies(reader: Reader, game: Game) -> list[NDArray[np.float32]]:
    return [reader.strategy(where).copy() for where in places(game)]


def same(one: Sequence[NDArray[Any]], other: Sequence[NDArray[Any]]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def both(
    one: Loop, other: Loop
) -> Iterator[tuple[Where, NDArray[np.float32], NDArray[np.float32]]]:
    """The strategies of two at all places."""
    for where in places(one.game):
        yield where, one.reader.strategy(where), other.reader.strategy(where)


def against_plain(engine: str, game: Game) -> tuple[Loop, Loop]:
    """An engine and the plain one, before their first iteration."""
    return Loop(game, engine=engine), Loop(game, engine=PlainEngine.name)


def lock_half(
    loop: Loop, where: Where = ROOT
) -> tuple[Where, NDArray[np.int32], NDArray[np.float32]]:
    """Every other hand of a node, the first, plays its last action three times in four."""
    count = len(loop.game.hands[int(loop.game.tree.kind[where.node])].weight)
    actions = int(loop.game.tree.children[where.node])
    hands = np.arange(0, count, 2, dtype=np.int32)
    shares = np.full((actions, len(hands)), 0.25 / (actions - 1), dtype=np.float32)
    shares[-1] = 0.75
    loop.engine.lock(where, hands, shares)
    return where, hands, shares


# What it is


def test_an_engine_has_the_name_it_is_listed_by(engine: str) -> None:
    assert engine_named(engine).name == engine
    assert engine_named(engine).missing() is None


# Games with known answers


def test_kuhn(engine: str) -> None:
    loop = Loop(kuhn(), engine=engine)
    loop.run(300)
    assert loop.root_value(0) == pytest.approx(-1 / 18, abs=1e-3)
    assert loop.exploitability(zero_sum=True) < 2e-3


def test_leduc(engine: str) -> None:
    loop = Loop(leduc(), engine=engine)
    loop.run(150)
    assert loop.root_value(0) == pytest.approx(-0.0856, abs=5e-3)
    assert loop.exploitability(zero_sum=True) < 0.02


# The same answers as another


@compared
def test_engines_agree(engine: str, spot: Spot) -> None:
    game = game_of(spot)
    fast, plain = against_plain(engine, game)
    for loop in (fast, plain):
        loop.run(1)
    for where, a, b in both(fast, plain):
        assert a.shape == b.shape
        np.testing.assert_allclose(a, b, atol=1e-4, err_msg=str(where))
    some = places(game)
    for where in some[:: 1 + len(some) // 3]:
        for player, policy, payoff in product((OOP, IP), POLICIES, PAYOFFS):
            reach = game.weights[1 - player]
            a, b = (
                loop.reader.values(player, where, reach, policy=policy, payoff=payoff)
                for loop in (fast, plain)
            )
            atol = 1e-5 * float(reach.sum()) * (float(spot.pot) if payoff == "chips" else 1)
            np.testing.assert_allclose(a, b, atol=atol, err_msg=str(where))


@compared
@pytest.mark.parametrize("name", ["river", "raked", "turn", "alike"])
def test_engines_go_on_alike(engine: str, name: str) -> None:
    """From the second iteration on, a regret of nothing is above or below zero by rounding."""
    loops = against_plain(engine, game_of(SPOTS[name]))
    for loop in loops:
        loop.run(2)
    apart = np.concatenate([np.abs(a - b).max(axis=0) for _, a, b in both(*loops)])
    assert (apart > 1e-4).mean() < 0.01


def test_two_strategies_at_a_time_average_as_one_by_one(engine: str) -> None:
    game = game_of(TURN)
    pairs, singles = (Loop(game, engine=engine) for _ in range(2))
    pairs.run(20)
    for iteration in range(20):
        found, kept = pairs.rule.discount(iteration), iteration / (iteration + 1)
        singles.engine.iterate(
            Discount(found.positive, found.negative, kept**pairs.rule.gamma, ahead=found.ahead)
        )
    assert found.average == 1
    for a, b in zip(strategies(pairs.reader, game), strategies(singles.reader, game), strict=True):
        np.testing.assert_allclose(a, b, atol=1e-5)


@pytest.mark.parametrize("name", ["river", "raked", "turn"])
def test_values_are_those_of_the_oracle(engine: str, name: str) -> None:
    spot = SPOTS[name]
    solution = solve(spot, target=0, max_iterations=4, isomorphism=False, engine=engine)
    oracle, strategy = Oracle(spot), strategy_of(solution)
    for player in (OOP, IP):
        for best in (False, True):
            reach = oracle.weights[1 - player] / oracle.weights[1 - player].max()
            expected = oracle.values(strategy, player, reach, best=best)
            got = solution.solved.root_hand_values(player, best=best)
            np.testing.assert_allclose(got, expected, atol=1e-5 * float(spot.pot) * reach.sum())


def test_rake_is_what_both_lose(engine: str) -> None:
    raked, free = (
        solve(spot, target=0, max_iterations=10, engine=engine).summary().ev
        for spot in (RAKED, Spot.from_dict(RAKED.to_dict() | {"rake": 0}))
    )
    assert sum(free) == pytest.approx(100, abs=1e-3)
    assert sum(raked) == pytest.approx(97, abs=1e-3)


def test_suits_that_are_alike(engine: str) -> None:
    """Isomorphism changes nothing but the work."""
    one, other = (
        solve(ALIKE, target=0, max_iterations=20, isomorphism=way, engine=engine)
        for way in (True, False)
    )
    assert len(one.plan.game.levels[1]) < len(other.plan.game.levels[1])
    assert one.summary().ev == pytest.approx(other.summary().ev, abs=0.02)
    assert one.summary().frequencies == pytest.approx(other.summary().frequencies, abs=0.02)


# Locks


def test_locked_hands_play_as_told(engine: str) -> None:
    game = game_of(RIVER)
    loop = Loop(game, engine=engine)
    where, hands, shares = lock_half(loop)
    for _ in range(2):
        loop.run(5)
        found = loop.engine.strategy(where)
        np.testing.assert_allclose(found[:, hands], shares, atol=1e-6)
        assert np.abs(found[:, 1::2] - shares[:, :1]).max() > 0.01
        loop.engine.reset()
        loop.iterations = 0
    loop.engine.unlock()
    loop.run(5)
    assert np.abs(loop.engine.strategy(where)[:, hands] - shares).max() > 0.01


def test_locked_hands_have_no_better_reply(engine: str) -> None:
    game = game_of(RIVER)
    loop, free = Loop(game, engine=engine), Loop(game, engine=engine)
    _, hands, _ = lock_half(loop)
    for one in (loop, free):
        one.run(5)
    best, own = (loop.root_hand_values(OOP, best=best) for best in (True, False))
    assert (best >= own - 1e-3).all()
    unlocked = free.root_hand_values(OOP, best=True)
    assert (best[hands] < unlocked[hands] - 1).any()


@compared
def test_engines_agree_on_locks(engine: str) -> None:
    loops = against_plain(engine, game_of(RIVER))
    for loop in loops:
        lock_half(loop)
        loop.run(1)
    for where, a, b in both(*loops):
        np.testing.assert_allclose(a, b, atol=1e-4, err_msg=str(where))


@compared
@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("name", ["river", "turn"])
def test_locked_hands_hand_up_what_their_locks_are_worth(
    engine: str, name: str, *, compress: bool
) -> None:
    """Not what they would play if they were free: hands above learn from it."""
    game = game_of(SPOTS[name])
    loop, plain = Loop(game, engine=engine, compress=compress), Loop(game, engine=PlainEngine.name)
    for one in (loop, plain):
        for where in places(game):
            if where != ROOT:
                lock_half(one, where)
        one.run(2)  # what the first has taught is played in the second
    found, right = (one.engine.strategy(ROOT) for one in (loop, plain))
    np.testing.assert_allclose(found, right, atol=5e-3 if compress else 1e-4)


# However many threads


@compared
@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("name", ["turn", "flop"])
def test_threads_change_nothing(engine: str, name: str, *, compress: bool) -> None:
    """Bit for bit: all that is stored, strategies, values."""
    game = game_of(SPOTS[name])
    loops = [Loop(game, engine=engine, threads=count, compress=compress) for count in THREADS]
    for loop in loops:
        loop.run(3)
    one, *more = (answers(loop) for loop in loops)
    assert all(same(one, other) for other in more)


def answers(loop: Loop) -> list[NDArray[Any]]:
    """All that an engine says of a strategy."""
    engine, values = loop.engine, loop.root_hand_values
    return [
        *(numbers[:] for numbers in engine.numbers().values()),
        *strategies(engine, loop.game),
        *(values(player, best=best) for player in (OOP, IP) for best in (False, True)),
        *engine.leaf_values(),
    ]


# What is learned, kept and forgotten


def test_reset_forgets_all(engine: str) -> None:
    game = game_of(TURN)
    loop, fresh = Loop(game, engine=engine), Loop(game, engine=engine)
    loop.run(3)
    loop.engine.reset()
    assert same(strategies(loop.reader, game), strategies(fresh.reader, game))
    loop.iterations = 0
    for one in (loop, fresh):
        one.run(2)
    assert same(strategies(loop.reader, game), strategies(fresh.reader, game))


def test_numbers_out_and_in(engine: str) -> None:
    game = game_of(TURN)
    loop, other = Loop(game, engine=engine), Loop(game, engine=engine)
    loop.run(3)
    shape = shape_of(TURN)
    kinds = engine_named(engine).arrays(shape, compress=False)
    numbers = loop.engine.numbers()
    assert {name: (one.dtype.str, len(one)) for name, one in numbers.items()} == kinds
    with other.engine.filling() as arrays:
        assert list(arrays) == list(kinds)
        for name, array in arrays.items():
            array[:] = numbers[name][:]
    other.iterations = loop.iterations
    for one in (loop, other):
        one.run(2)
    assert same(strategies(loop.reader, game), strategies(other.reader, game))


def test_readers_keep_what_they_saw(engine: str) -> None:
    game = game_of(TURN)
    loop = Loop(game, engine=engine)
    loop.run(2)
    reader, before = loop.engine.reader(), strategies(loop.reader, game)
    loop.engine.part()
    loop.run(1)
    assert same(strategies(reader, game), before)
    assert not same(strategies(loop.reader, game), before)
    loop.engine.reset()
    assert same(strategies(reader, game), before)


def test_several_places_at_once(engine: str) -> None:
    game = game_of(TURN)
    loop = Loop(game, engine=engine)
    loop.run(1)
    for above in (where for where in places(game) if where.deal == 0):
        first, count = int(game.tree.first[above.node]), int(game.tree.children[above.node])
        there = [above._replace(node=node) for node in range(first, first + count)]
        for player in (OOP, IP):
            reach = game.weights[1 - player]
            found = loop.reader.both_values(player, there, reach)
            assert found.shape == (2, len(there), len(game.weights[player]))
            for worth, payoff in zip(found, PAYOFFS, strict=True):
                for row, where in zip(worth, there, strict=True):
                    one = loop.reader.values(player, where, reach, payoff=payoff)
                    np.testing.assert_allclose(row, one, atol=1e-4 * reach.sum())


def test_hands_of_the_board_do_nothing(engine: str) -> None:
    game = game_of(TURN)
    loop = Loop(game, engine=engine)
    loop.run(1)
    for where, found in zip(places(game), strategies(loop.reader, game), strict=True):
        cards = game.hands[int(game.tree.kind[where.node])].cards
        held = (cards == game.levels[where.level].card[where.deal]).any(axis=1)
        assert (found[:, held] == 0).all()
        np.testing.assert_allclose(found[:, ~held].sum(axis=0), 1, atol=1e-5)


@pytest.mark.parametrize("compress", [False, True])
def test_the_cost_is_not_less_than_it_takes(engine: str, spot: Spot, *, compress: bool) -> None:
    cost = engine_named(engine).cost(shape_of(spot))
    loop = Loop(game_of(spot), engine=engine, compress=compress)
    assert 0 < loop.engine.bytes <= (cost.compressed_bytes if compress else cost.bytes)
    assert cost.seconds_per_iteration > 0


# All of a solution


def test_files_name_their_engine(engine: str, tmp_path: Path) -> None:
    whole, part = (solve(TURN, target=0, max_iterations=count, engine=engine) for count in (3, 2))
    part.save(tmp_path / "part.runout")
    loaded = load(tmp_path / "part.runout")
    assert loaded.loop.engine.name == engine
    assert loaded.resume(target=0, max_iterations=3).summary().ev == whole.summary().ev
    written = (tmp_path / "part.runout").read_bytes()
    assert f'"engine": "{engine}"'.encode() in written
    assert f'"layout": "{engine_named(engine).layout}"'.encode() in written


def test_small_files(engine: str, tmp_path: Path) -> None:
    """Earlier streets are kept, rivers solved again: by itself, or by one that suits them."""
    full = solve(TURN, target=0, max_iterations=3, engine=engine)
    full.save(tmp_path / "small.runout", small=True)
    suited = DEFAULT_ENGINE if engine_named(engine).for_large_games else engine
    for asked, reading in ((engine, engine), (AUTO, suited)):
        kept = load(tmp_path / "small.runout", engine=asked).summary()
        assert kept.engine == reading
        assert kept.ev == pytest.approx(full.summary().ev, abs=1e-2)
        assert kept.frequencies == pytest.approx(full.summary().frequencies, abs=1e-4)


@compared
def test_engines_agree_on_leaf_values(engine: str) -> None:
    game = game_of(TURN)
    loops = against_plain(engine, game)
    for loop in loops:
        loop.run(1)
    for one, other in zip(*(loop.engine.leaf_values() for loop in loops), strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, atol=1e-4)


def test_engines_that_are_not_there() -> None:
    for name in ("opencl", "", None, 3):
        with pytest.raises(RunoutError, match="engine"):
            solve(RIVER, max_iterations=0, engine=name)  # type: ignore[arg-type]
