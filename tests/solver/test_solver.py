"""The solver against the oracle, toy games, reference solutions and its own laws."""

import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runout import Card, Combo, Range, RunoutError, Spot, solve
from runout.cards import DECK, format_cards
from runout.combos import COMBOS
from runout.job import Job
from runout.solution.node import SolutionNode
from runout.solution.solution import Solution
from runout.solver.betting import IP, OOP
from runout.solver.engine import Where
from runout.solver.estimate import refuse_too_large
from runout.solver.games import kuhn, leduc
from runout.solver.loop import RULES, Loop, SolveProgress
from runout.solver.plan import Game, make_plan
from tests.marks import kernels, whole_solve, without_kernels
from tests.oracles.cfr import Oracle, Strategy
from tests.oracles.solved import range_mean, strategy_of
from tests.solver_reference import reference_spot

pytestmark = kernels

TURN = Spot(
    "Td9d6hQc", 20, 60, "QQ,AdKd,8d7d,T9s,A5s", "JJ,KdQd,J8s,ATs,76s", bets="60% a", raises="a"
)
RIVER = Spot(
    "KsTd7h4c2s", 100, 300, "22+,A8s+,KTo+", "55+,ATs+,KQo,65s", bets="33% 75% a", raises="60% a"
)
FLOP = Spot("6c6h2d", 10, 25, "99-66,AQs,KQs:0.5,A2s", "TT-77,AJs,QJs", bets="75%", raises="a")


# Kuhn (1950); the value of Leduc poker stands in many papers, for instance Lanctot et al. (2009).
@pytest.mark.parametrize(("game", "value"), [(kuhn, -1 / 18), (leduc, -0.0856)])
def test_toy_games(game: Callable[[], Game], value: float) -> None:
    loop = Loop(game())
    loop.run(6000)
    assert loop.exploitability(zero_sum=False) < 2e-4  # a ten-thousandth of the pot of 2
    assert loop.root_value(0) == pytest.approx(value, abs=2e-4)
    assert loop.root_value(0) + loop.root_value(1) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_converges(rule: str) -> None:
    loop = Loop(leduc(), rule=RULES[rule])
    loop.run(1500)
    assert loop.exploitability(zero_sum=True) < 0.02


@pytest.mark.parametrize("rake", [0.0, 0.05])
@pytest.mark.parametrize("spot", [RIVER, TURN], ids=["river", "turn"])
def test_values_agree_with_the_oracle(spot: Spot, rake: float) -> None:
    spot = Spot.from_toml(
        spot.to_toml() if not rake else f"rake = {rake}\nrake_cap = 3\n" + spot.to_toml()
    )
    solution = solve(spot, target=0, max_iterations=40, threads=1, isomorphism=False)
    oracle, strategy = Oracle(spot), strategy_of(solution)
    for player in (OOP, IP):
        for best in (False, True):
            expected = oracle.values(strategy, player, oracle.weights[1 - player], best=best)
            got = solution.loop.root_hand_values(player, best=best)
            scale = spot.pot * oracle.weights[1 - player].sum()
            np.testing.assert_allclose(got, expected, atol=2e-6 * scale)
    expected_exploitability = oracle.exploitability(strategy)
    assert solution.summary().exploitability == pytest.approx(expected_exploitability, abs=1e-3)


def test_equilibrium_agrees_with_the_oracle() -> None:
    oracle = Oracle(RIVER)
    strategy = oracle.solve(400)
    values = oracle.values(strategy, 0, oracle.weights[1])
    ev = oracle.mean(values, 0) + RIVER.pot / 2
    bound = 2 * (oracle.exploitability(strategy) + 0.05)
    assert solve(RIVER, target=0.05).summary().ev[0] == pytest.approx(ev, abs=bound)


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(reference_spot("turn_basic"), target=1)


@pytest.fixture(scope="module")
def flop() -> Solution:
    return solve(FLOP, target=1)


def check_sums(node: SolutionNode, rake: float) -> None:
    """EVs add up to the pot less rake, equities to one."""
    oop, ip = node.values.players
    evs = [range_mean(player, "ev") for player in (oop, ip)]
    if None in evs:
        return
    total = sum(ev for ev in evs if ev is not None)
    assert node.pot - rake - 1e-4 * node.pot <= total <= node.pot * (1 + 1e-4)
    for column in ("equity", "realised_equity"):
        means = [range_mean(player, column) for player in (oop, ip)]
        assert sum(mean for mean in means if mean is not None) == pytest.approx(1, rel=1e-4)


LINES = [
    "",
    "check",
    "check / bet 120",
    "bet 216 / raise 540",
    "check / check / 4d",
    "check / check / 4d / check / bet 120",
    "check / bet 120 / call / As",
    "check / bet 120 / call / As / bet 220",
    "bet 120 / call / 2c / check",
]


@pytest.mark.parametrize("line", LINES)
def test_values_add_up(turn: Solution, line: str) -> None:
    check_sums(turn[line], 0)


@pytest.mark.parametrize("line", LINES)
def test_one_step_consistency(turn: Solution, line: str) -> None:
    """A node's value is that of its children, for both players."""
    node = turn[line]
    actor, other = node._node.kind, 1 - node._node.kind
    values = node.values
    own, their = values.players[actor], values.players[other]
    mixed = np.nansum(values.strategy * values.action_ev, axis=0)
    known = np.isfinite(own.ev)
    np.testing.assert_allclose(mixed[known], own.ev[known], atol=1e-4 * node.pot)
    total, seen = 0.0, 0.0
    for action, often in node.frequencies.items():
        child = turn.spot.tree.nodes[node._node.children[node.actions.index(action)]]
        below = turn[f"{line} / {action}".strip(" /")]
        mean = range_mean(below.values.players[other], "ev")
        own_mean = below.values.players[actor]
        added = child.put[actor] - node._node.put[actor]
        place = node.actions.index(action)
        good = np.isfinite(own_mean.ev) & np.isfinite(values.action_ev[place])
        np.testing.assert_allclose(
            values.action_ev[place][good], own_mean.ev[good] - added, atol=1e-3 * node.pot
        )
        if mean is not None:
            total += often * mean
            seen += often
    if seen > 1 - 1e-6:
        assert range_mean(their, "ev") == pytest.approx(total, abs=1e-3 * node.pot)


def test_folding_is_worth_nothing(turn: Solution) -> None:
    node = turn["check / bet 120"]
    assert node.actions[0] == "fold"
    fold = node.values.action_ev[0]
    assert set(fold[np.isfinite(fold)]) == {0.0}


def test_isomorphism_changes_nothing() -> None:
    # Where actions are worth exactly the same, rounding decides, so that longer runs drift apart.
    on = solve(FLOP, target=0, max_iterations=2, threads=1)
    off = solve(FLOP, target=0, max_iterations=2, threads=1, isomorphism=False)
    assert len(on.plan.symmetries) == 2
    assert off.plan.game.stored_numbers > on.plan.game.stored_numbers
    assert on.summary().ev == pytest.approx(off.summary().ev, abs=2e-3)
    assert on.summary().exploitability == pytest.approx(off.summary().exploitability, abs=1e-2)
    for line in ("check", "check / check / Qh", "check / check / Qc / check / check / Jh"):
        a, b = on[line].values, off[line].values
        for mine, theirs in zip(a.players, b.players, strict=True):
            np.testing.assert_allclose(mine.ev, theirs.ev, atol=2e-3 * FLOP.pot)
            np.testing.assert_allclose(mine.equity, theirs.equity, atol=1e-5)
        np.testing.assert_allclose(a.strategy, b.strategy, atol=1e-3)


@whole_solve
def test_isomorphism_keeps_the_solution() -> None:
    on, off = (solve(FLOP, target=0.5, isomorphism=wanted).summary() for wanted in (True, False))
    assert on.ev == pytest.approx(off.ev, abs=2 * (0.5 + 0.5) / 100 * FLOP.pot)


def test_isomorphic_cards_answer_as_themselves(flop: Solution) -> None:
    club, heart = flop["check / check / Qc"], flop["check / check / Qh"]
    assert (club.board, heart.board) == ("6c6h2dQc", "6c6h2dQh")
    assert club.frequencies == pytest.approx(heart.frequencies)
    combos = [str(combo) for combo in club.combos("oop")]
    ah, ac = combos.index("AhQh"), combos.index("AcQc")
    assert math.isnan(club.values.players[0].ev[ac])
    assert club.values.players[0].ev[ah] == heart.values.players[0].ev[ac]


@pytest.mark.parametrize("threads", [2, 3, 5, 16])
@pytest.mark.parametrize("spot", [FLOP, TURN], ids=["flop", "turn"])
def test_threads_change_nothing(spot: Spot, threads: int) -> None:
    one, more = (Loop(make_plan(spot).game, threads=n) for n in (1, threads))
    for loop in (one, more):
        loop.run(12)
    for name, numbers in one.engine.numbers().items():
        assert np.array_equal(numbers[:], more.engine.numbers()[name][:])
    assert one.exploitability(zero_sum=True) == more.exploitability(zero_sum=True)


def test_resume_goes_on_bit_for_bit() -> None:
    whole = solve(TURN, target=0, max_iterations=37)
    parts = solve(TURN, target=0, max_iterations=11).resume(target=0, max_iterations=37)
    assert whole.summary().ev == parts.summary().ev
    one, other = (s.loop.engine.strategy(Where(0, 0, 0)) for s in (whole, parts))
    assert np.array_equal(one, other)


@whole_solve
@pytest.mark.parametrize("spot", [TURN, FLOP], ids=["turn", "flop"])
def test_compression_keeps_the_answer(spot: Spot) -> None:
    plain, short = (solve(spot, target=0.3, compress=c, threads=1) for c in (False, True))
    assert short.summary().memory_bytes < 0.6 * plain.summary().memory_bytes
    assert short.summary().ev == pytest.approx(plain.summary().ev, abs=5e-4 * spot.pot)
    assert short.summary().exploitability_percent <= 0.3


def test_progress_and_stop() -> None:
    seen: list[SolveProgress] = []

    def watch(progress: SolveProgress) -> None:
        seen.append(progress)
        if len(seen) == 2:
            job.stop()

    job: Job[SolveProgress, Solution] = Job()
    solution = solve(TURN, target=0, progress=watch, job=job)
    assert solution.summary().stopped_by == "stop"
    assert [progress.iteration for progress in seen] == [10, solution.summary().iterations]
    assert seen[-1].exploitability < seen[0].exploitability
    assert seen[-1].elapsed > 0


def test_what_ended_it() -> None:
    assert solve(TURN, target=50).summary().stopped_by == "target"
    assert solve(TURN, target=0, max_iterations=2).summary().stopped_by == "iterations"
    assert solve(TURN, target=0, max_seconds=1e-9).summary().stopped_by == "time_limit"


def test_limits() -> None:
    assert solve(TURN, target=0, max_iterations=3).summary().iterations == 3
    assert solve(TURN, target=0, max_seconds=0.01).summary().iterations < 1000
    assert solve(TURN, max_iterations=0).summary().frequencies == pytest.approx([1 / 3] * 3)
    for bad in ({"target": -1}, {"max_iterations": -1}, {"max_seconds": 0}, {"threads": 0}):
        with pytest.raises(RunoutError, match=next(iter(bad))):
            solve(TURN, **bad)  # type: ignore[arg-type]


def test_summary_is_plain_data(turn: Solution) -> None:
    data = json.loads(json.dumps(turn.summary().to_dict(), allow_nan=False))
    assert set(data) == {
        "iterations", "exploitability", "ev", "equity", "seconds", "cpu_seconds",
        "stored_numbers", "memory_bytes", "root", "stopped_by", "engine", "locks", "locks_wait",
    }  # fmt: skip
    assert data["stored_numbers"] == 1_359_513
    assert data["root"]["actions"][0] == "check"


def test_a_node_as_a_frame(turn: Solution) -> None:
    node = turn["check"]
    frame = node.to_frame()
    assert frame.columns[:8] == [
        "hand", "weight", "equity", "realised_equity", "ev", "eqr", "check", "EV check"
    ]  # fmt: skip
    assert frame.height == len(node.combos("ip"))


def test_missing_values_are_none(turn: Solution) -> None:
    data = turn["check / check / Ah"].to_dict()
    assert json.dumps(data, allow_nan=False)
    hands = {row["hand"]: row for row in data["players"]["oop"]["hands"]}
    assert "AhKh" not in hands  # the ace is on the board
    assert hands["AsKs"]["ev"] is not None


@without_kernels
def test_monte_carlo_play_out_agrees() -> None:
    """Both strategies fixed, hands and cards dealt at random: the mean winnings are the EVs."""
    solution = solve(TURN, target=0, max_iterations=25, isomorphism=False)
    oracle, strategy = Oracle(TURN), strategy_of(solution)
    generator = np.random.default_rng(1)
    joint = oracle.weights[0][:, None] * oracle.apart * oracle.weights[1][None, :]
    deals = generator.choice(joint.size, size=10_000, p=(joint / joint.sum()).ravel())
    winnings = np.array(
        [play(oracle, strategy, divmod(int(d), joint.shape[1]), generator) for d in deals]
    )
    error = winnings.std() / math.sqrt(len(winnings))
    assert winnings.mean() == pytest.approx(solution.loop.root_value(0), abs=4 * error)


def play(
    oracle: Oracle, strategy: Strategy, hands: tuple[int, int], generator: np.random.Generator
) -> float:
    """Winnings of oop in one hand."""
    number = 0
    cards: tuple[int, ...] = ()
    while (node := oracle.tree.nodes[number]).children:
        if node.kind in (OOP, IP):
            mix = strategy(number, cards)[:, hands[node.kind]]
            number = node.children[generator.choice(len(mix), p=mix / mix.sum())]
        else:
            held = {*oracle.hands[0][hands[0]], *oracle.hands[1][hands[1]]}
            left = sorted(set(range(52)) - {*oracle.board, *cards} - held)
            cards, number = (*cards, int(generator.choice(left))), node.children[0]
    return float(oracle.matrix(number, cards, 0)[hands])


EDGES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "no overlap": ("AA,KK", "QQ,JJ", {}),
    "every hand shared": ("QQ,AKs", "QQ,AKs", {}),
    "one against one": ("AsAh", "KsKh", {}),
    "zero-weight hands": ("AA,KK:0,QQ:0.5", "JJ,TT:0", {}),
    "shallow": ("AA,76s", "KK,A5s", {"stack": 1}),
    "deep": ("AA,76s", "KK,A5s", {"stack": 100_000}),
    "all rake": ("AA,76s", "KK,A5s", {"rake": 0.9}),
}


@pytest.mark.parametrize("name", EDGES)
@pytest.mark.parametrize("board", ["8c8d3h2s", "8c8d3h2s9s"])
def test_odd_ranges(name: str, board: str) -> None:
    oop, ip, more = EDGES[name]
    spot = Spot(
        **{
            "board": board,
            "pot": 10,
            "stack": 30,
            "oop": oop,
            "ip": ip,
            "bets": "50% a",
            "raises": "3x",
            **more,
        }
    )
    solution = solve(spot, target=0.5, max_iterations=400)
    check_sums(solution.root, float(spot.pot) * spot.rake)
    json.dumps(solution.root.to_dict(), allow_nan=False)


def test_board_that_plays_for_everyone() -> None:
    spot = Spot("AsKsQsJsTs", 100, 200, "22+,76s", "33+,65s", bets="50% a", raises="a")
    summary = solve(spot, target=0.01).summary()
    assert summary.ev == pytest.approx((50, 50), abs=0.05)
    assert summary.equity == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize("board", ["8c7d3h", "8c7d3h2s", "8c7d3h2s9s"])
def test_all_in_on_each_street(board: str) -> None:
    """With one bet for all the chips and no fold the EV is the equity of a pot of 70."""
    spot = Spot(board, 10, 30, "AA,98s", "KK,65s", bets="a")
    shoved = spot.without_line("check").without_line("all-in 30 / fold")
    solution = solve(shoved, target=0.1)
    assert solution.summary().iterations <= 10
    equity = solution.summary().equity[0]
    assert solution.summary().ev[0] == pytest.approx(70 * equity - 30, abs=1e-3)


def test_lines_that_leave_no_call_still_solve() -> None:
    spot = RIVER.without_line("bet 33 / call").without_line("check / check")
    oracle = Oracle(spot)
    solution = solve(spot, target=0, max_iterations=30, isomorphism=False)
    strategy = strategy_of(solution)
    for player in (0, 1):
        expected = oracle.values(strategy, player, oracle.weights[1 - player])
        got = solution.loop.root_hand_values(player)
        np.testing.assert_allclose(got, expected, atol=1e-3 * spot.pot)


def test_questions_about_places(turn: Solution) -> None:
    for line, message in (
        ("check / jump", "is not one of the actions here"),
        ("check / check / bet 5", "a card is dealt here"),
        ("check / check / Td", "already on the board"),
        ("check / bet 120 / fold / check", "after the end"),
    ):
        with pytest.raises(RunoutError, match=message):
            turn[line]
    assert turn["all-in"].player == "ip"
    with pytest.raises(RunoutError, match="oop or ip"):
        turn.root.combos("hero")


def test_a_spot_that_does_not_fit_is_refused() -> None:
    spot = reference_spot("flop_wide")
    with pytest.raises(
        RunoutError, match=r"needs 1\.\d\d GB.* would save .*compress=True would save"
    ):
        refuse_too_large(spot, compress=False, memory=10**9)
    refuse_too_large(spot, compress=True, memory=10**9)


@pytest.mark.parametrize(
    ("board", "oop", "ip"),
    [
        ("Td9d6dQd", "AsKs", "QhQs"),
        ("Td9d6d", "AsKs", "QhQs"),
        ("Ts9d6cQc", "AA,KQs", "TT,AKs"),
        ("2s2d6c7h", "AKs,88", "QQ,AJs"),
    ],
)
def test_a_few_hands_against_a_few(board: str, oop: str, ip: str) -> None:
    # Whole subtrees are not reached by any hand for a while, and have to be right all the same.
    spot = Spot(board, 200, 900, oop, ip, bets="60%", raises="2.5x")
    assert solve(spot, target=0.01).summary().exploitability_percent < 0.01


def test_every_suit_by_itself_takes_its_memory() -> None:
    spot = Spot("9s6s2s", 10, 25, "99-66,AQs,A2s", "TT-77,AJs,QJs", bets="75%")
    alike = spot.estimate().float32_bytes
    refuse_too_large(spot, compress=False, memory=alike)
    with pytest.raises(RunoutError, match="isomorphism=True would save"):
        refuse_too_large(spot, compress=False, isomorphism=False, memory=alike)


def test_estimate_knows_what_the_engine_stores() -> None:
    for spot in (TURN, FLOP, RIVER):
        estimate, summary = spot.estimate(), solve(spot, max_iterations=1).summary()
        assert estimate.stored_numbers == summary.stored_numbers
        assert summary.memory_bytes <= estimate.float32_bytes


def random_range(draw: st.DrawFn, cards: list[Card]) -> Range:
    hands = [(a, b) for i, a in enumerate(cards) for b in cards[i + 1 :]]
    weights = np.zeros(COMBOS)
    for hand in draw(st.lists(st.sampled_from(hands), min_size=1, max_size=12, unique=True)):
        weights[Combo(hand).index] = draw(st.sampled_from([1.0, 0.5, 0.125]))
    return Range.from_weights(weights)


@st.composite
def small_spots(draw: st.DrawFn) -> Spot | None:
    cards = draw(st.permutations(DECK))
    board = cards[: draw(st.sampled_from([3, 4, 5, 5]))]
    pool = [*cards[5:14], *board[:1]]
    size = st.sampled_from(["", "50%", "33% 120%", "a", "e", "7c a", "2e50%"])
    raises = st.sampled_from(["", "2.5x", "60% a", "10c2r", "e"])
    try:
        return Spot(
            format_cards(board),
            draw(st.integers(1, 60)),
            draw(st.integers(1, 90)),
            random_range(draw, pool),
            random_range(draw, pool),
            bets=draw(size),
            raises=draw(raises),
            river={"oop": {"donk": draw(size)}},
            rake=draw(st.sampled_from([0.0, 0.0, 0.05])),
            rake_cap=draw(st.sampled_from([None, 0, 2])),
            add_allin=draw(st.sampled_from([0, 1.5])),
            force_allin=draw(st.sampled_from([0, 0.15])),
            merge=draw(st.sampled_from([0, 0.1])),
        )
    except RunoutError as error:
        assert "blocks it" in str(error) or "no deal is possible" in str(error)
        return None


@settings(max_examples=min(25, settings().max_examples))
@given(spot=small_spots())
def test_random_spots(spot: Spot | None) -> None:
    if spot is None:
        return
    solution = solve(spot, target=1, max_iterations=1000, threads=1)
    summary = solution.summary()
    assert summary.exploitability_percent <= 1
    node = solution.root
    check_sums(node, spot.rake * spot.pot + (spot.rake > 0) * 2 * spot.stack * spot.rake)
    json.dumps([node.to_dict(), summary.to_dict()], allow_nan=False)
    assert Spot.from_toml(spot.to_toml()).tree.nodes == spot.tree.nodes


def test_plan_without_symmetry_deals_every_card() -> None:
    plan = make_plan(FLOP, isomorphism=False)
    assert [len(deals) for deals in plan.game.levels] == [1, 49, 49 * 48]
    assert make_plan(FLOP).game.levels[1].copies.sum() == 49
