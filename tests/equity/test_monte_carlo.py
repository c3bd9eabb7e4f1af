"""Monte Carlo: unbiased, reproducible, and honest about its error."""

import _thread
import pickle
import signal
import threading
import time
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

from runout import Combo, equity, format_cards
from runout.combos import COMBOS
from runout.equities.exact import cheapest_way, count
from runout.equities.monte_carlo import RandomDeals
from runout.equities.question import ask
from tests.marks import kernels

if TYPE_CHECKING:
    from runout.equities.result import Progress

pytestmark = kernels

SPOTS = [
    (["AhKh", "QcQd"], "", ""),
    (["22+,A2s+,KTs+,AJo+", "TT+,AQs+,AQo+"], "", ""),
    (["22+:0.3,AK", "QQ:0.5,JTs,A*s"], "Ks7d2h", ""),
    (["Ah", "random"], "Ks7d2h", "Ac Ad"),
    (["7h6h", "AA,QQ", "AA"], "", ""),
    (["AK", "AK", "AK", "AK"], "Qs7d2h", ""),
    (["AA:0.2,KK", "KK:0.7,QQ", "QQ,AA:0.1"], "", ""),
    (["random", "22+", "AKs:0.5,AKo"], "9h8h2c3d", ""),
    (["JhTh", "random", "random"], "9h8h2c", "7h7c"),
    (["AhKh", "QcQd", "JsTs", "8d8c", "7h6h", "As5s"], "", ""),
    (["KsKd", "random"], "KcKh2c2d2h", ""),
]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("players", "board", "dead"), SPOTS)
def test_within_five_standard_errors_of_exact(
    players: list[str], board: str, dead: str, seed: int
) -> None:
    exact = equity(*players, board=board, dead=dead, method="exact")
    random = equity(
        *players, board=board, dead=dead, method="monte_carlo", samples=200_000, seed=seed
    )
    assert random.samples == 200_000
    assert random.stopped_by == "samples"
    for one, other in zip(exact.players, random.players, strict=True):
        assert abs(one.equity - other.equity) <= 5 * other.stderr + 1e-12
        assert abs(one.tie - other.tie) <= 5 * np.sqrt(one.tie * (1 - one.tie) / 200_000) + 1e-9
    assert sum(player.equity for player in random.players) == pytest.approx(1, abs=1e-12)


def test_overlapping_ranges_are_dealt_jointly() -> None:
    # Dealing one player after the other gives player 2 aces far too often; the design notes give
    # the equities of the joint distribution as near (.217, .203, .581).
    result = equity("7h6h", "AA,QQ", "AA", method="monte_carlo", samples=1_000_000, seed=3)
    expected = (0.217, 0.203, 0.581)
    assert [player.equity for player in result.players] == pytest.approx(expected, abs=0.002)


@pytest.mark.parametrize(
    "players",
    [["AA,KQs:0.4", "AA,KK", "KK:0.5,QJs,AA"], ["A*,K*", "A*,Q*:0.3", "AK:0.5,QQ,22+,98s"]],
    ids=["joined", "apart"],
)
def test_deal_frequencies_follow_the_joint_distribution(players: list[str]) -> None:
    """A chi-squared test of how often each hand of each player is dealt."""
    deals = 400_000
    question = ask(players, "Ks7d2h", "")
    simulation = RandomDeals(question, 11, 2)
    exact = count(question, cheapest_way(question), 2, None)
    for player in range(3):
        counted = np.zeros(COMBOS)
        for index, sums in simulation.by_hand(player, deals):
            counted[index] = sums.dealt
        joint = exact.dealt[player]
        expected = deals * joint / joint.sum()
        held = expected > 0
        assert (counted[~held] == 0).all()
        statistic = float(((counted - expected)[held] ** 2 / expected[held]).sum())
        freedom = int(held.sum()) - 1
        assert abs(statistic - freedom) < 5 * np.sqrt(2 * freedom)


def test_every_card_is_as_likely_on_the_board_as_it_should_be() -> None:
    exact = equity("AhKd", "random", board="Ks7d2h", method="exact")
    random = equity("AhKd", "random", board="Ks7d2h", method="monte_carlo", samples=500_000, seed=5)
    for one, other in zip(exact.categories(), random.categories(), strict=True):
        for name, share in one.items():
            assert other[name] == pytest.approx(share, abs=5 * np.sqrt(share / 500_000) + 1e-9)


def test_same_seed_same_answer_on_any_number_of_threads() -> None:
    def ask_with(threads: int, seed: int | None) -> list[float]:
        options = {"method": "monte_carlo", "samples": 150_001, "seed": seed, "threads": threads}
        result = equity("22+", "random", "AK:0.5,T9s", **options)  # type: ignore[arg-type]
        assert result.samples == 150_001
        return [player.wins for player in result.players]

    assert ask_with(1, 7) == ask_with(2, 7) == ask_with(3, 7)
    assert ask_with(1, 7) != ask_with(1, 8)
    assert ask_with(1, None) != ask_with(1, None)


def test_precision_and_hand_counts_are_reproducible() -> None:
    results = [
        equity("22+", "random", "AK", method="monte_carlo", precision=0.001, seed=1, threads=n)
        for n in (1, 2)
    ]
    assert results[0].samples == results[1].samples
    assert results[0].stopped_by == "precision"
    assert max(player.stderr for player in results[0].players) <= 0.001
    by_hand = [{h.combo: h.equity for h in result.by_hand(2)} for result in results]
    assert by_hand[0] == by_hand[1]
    exact = equity("AsKs", "random", "22+", method="monte_carlo", samples=300_000, seed=2)
    assert by_hand[0][Combo("AsKs")] == pytest.approx(exact.players[0].equity, abs=0.03)


def test_default_limits() -> None:
    result = equity("random", "random", "random", "random", seed=1)
    assert result.stopped_by == "precision"
    assert max(player.stderr for player in result.players) <= 0.0005
    timed = equity("random", "random", method="monte_carlo", time_limit=0.05, seed=1)
    assert timed.stopped_by == "time_limit"
    without = equity("random", "random", method="monte_carlo", precision=None, time_limit=0.05)
    assert without.stopped_by == "time_limit"


def test_an_almost_impossible_deal_stops_in_time() -> None:
    # Eight players share twenty cards: accepted deals are rare, but the clock is kept.
    players = ["TT+,AT+,KT+,QT+,JT"] * 8
    started = time.perf_counter()
    result = equity(*players, method="monte_carlo", time_limit=0.5, seed=1)
    assert time.perf_counter() - started < 5
    assert result.samples > 0
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-12)


def test_progress_is_reported() -> None:
    seen: list[Progress] = []
    equity("random", "random", "random", samples=3_000_000, seed=1, progress=seen.append)
    assert seen
    assert all(0 <= progress.done <= 1 for progress in seen)
    assert seen[-1].equities is not None
    exact_seen: list[Progress] = []
    equity("random", "random", "random", board="Ks7d2h", threads=1, progress=exact_seen.append)
    assert all(0 <= progress.done <= 1 for progress in exact_seen)


def test_ctrl_c_keeps_the_estimate() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.4, _thread.interrupt_main)
    timer.start()
    try:
        result = equity("random", "random", "random", samples=10**12, time_limit=20, seed=1)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    assert result.stopped_by == "interrupt"
    assert 0 < result.samples < 10**12


def test_many_players_with_one_card_are_dealt_without_rejection() -> None:
    cards = format_cards(range(23), " ").split()
    result = equity(*cards, method="monte_carlo", samples=50_000, seed=1)
    assert result.samples == 50_000
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-12)
    exact = equity("Ah", "Kd", "QQ", board="Ks7d2h", method="exact")
    random = equity("Ah", "Kd", "QQ", board="Ks7d2h", method="monte_carlo", samples=400_000, seed=2)
    for one, other in zip(exact.players, random.players, strict=True):
        assert abs(one.equity - other.equity) <= 5 * other.stderr
    by_hand = {hand.combo: hand.equity for hand in random.by_hand(0)}
    for hand in exact.by_hand(0):
        assert by_hand[hand.combo] == pytest.approx(hand.equity, abs=0.05)


def test_what_never_happened_is_not_impossible() -> None:
    result = equity(
        "KhKs", "AsAh:0.00001,2c2d", board="QcJd8s7h3c", method="monte_carlo", samples=8192, seed=1
    )
    assert result.players[0].stderr >= 1 / 8192


def test_tiny_weights_count_as_much_as_large_ones() -> None:
    tiny = equity("AA:1e-200,QQ:1e-180", "KK:1e-200", method="monte_carlo", samples=100_000, seed=1)
    assert tiny.players[0].equity == pytest.approx(equity("QQ", "KK").players[0].equity, abs=0.01)


def test_results_can_be_pickled() -> None:
    result = equity("22+", "random", "AK", method="monte_carlo", samples=10_000, seed=3)
    again = pickle.loads(pickle.dumps(result))  # noqa: S301
    assert again.by_hand(2) == result.by_hand(2)
    assert pickle.loads(pickle.dumps(equity("AK", "QQ"))).by_hand(0)  # noqa: S301


def test_counts_of_all_players_balance() -> None:
    result = equity(*["random"] * 23, method="monte_carlo", samples=20_000, seed=1)
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("samples", [1, 2, 1000, 300_000])
def test_equity_and_error_follow_from_wins_and_ties(samples: int) -> None:
    result = equity(
        "AhKh", "AsKd,QQ", board="Kc7s2d", method="monte_carlo", samples=samples, seed=3
    )
    assert result.samples == samples
    for player in result.players:
        share = (player.wins + player.ties / 2) / samples
        assert player.equity == pytest.approx(share, abs=1e-12)
        squares = (player.wins + player.ties / 4) / samples
        error = sqrt(max(squares - share**2, 0) / (samples - 1)) if samples > 1 else 0.5
        assert player.stderr == pytest.approx(max(error, 1 / samples) if samples > 1 else 0.5)
    assert sum(player.wins for player in result.players) + result.players[0].ties == samples
