"""Counting, side bets and the simulator."""

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from runout import RunoutError
from runout import blackjack as bj
from runout.blackjack.card_values import VALUES
from runout.blackjack.counting import conditional_shoes
from tests.marks import kernels

if TYPE_CHECKING:
    from runout.blackjack.simulation import RoundsSoFar

pytestmark = kernels


def test_effects_of_removal_cancel_for_a_fixed_strategy() -> None:
    shoe = bj.Shoe(decks=6)
    effects = bj.effects_of_removal("6D LS", strategy="basic")
    mean = sum(effects[value] * n for value, n in zip(VALUES, shoe.counts, strict=True))
    assert mean == pytest.approx(0, abs=1e-12)
    assert max(effects, key=lambda value: effects[value]) == "5"
    assert min(effects, key=lambda value: effects[value]) == "A"


def test_betting_correlation() -> None:
    effects = bj.effects_of_removal("6D LS")
    assert bj.betting_correlation(list(effects.values()), effects) == pytest.approx(1)
    assert 0.95 < bj.betting_correlation("hi-lo", effects) < 0.98
    with pytest.raises(RunoutError, match="the same"):
        bj.betting_correlation([1] * 10, effects)
    with pytest.raises(RunoutError, match="not a system"):
        bj.betting_correlation("hi-low", effects)


def test_conditional_shoes_have_the_count() -> None:
    for tags in ("hi-lo", "omega-2"):
        for true_count in (-5, 0, 3.5):
            shoes = conditional_shoes(bj.Shoe(decks=6), tags, true_count, 156)
            numbers = bj.counting.tags_of(tags)
            left = [sum(n * t for n, t in zip(s.counts, numbers, strict=True)) for s in shoes]
            assert -sum(left) / len(left) / 3 == pytest.approx(true_count, abs=0.1)


# Hi-Lo, six decks, S17, DAS: the indices that Schlesinger gives, which are rounded.
@pytest.mark.parametrize(
    ("hand", "up", "play", "instead", "published"),
    [
        ("T6", "T", "stand", "hit", 0),
        ("T5", "T", "stand", "hit", 4),
        ("TT", "5", "split", "stand", 5),
        ("TT", "6", "split", "stand", 4),
        ("64", "T", "double", "hit", 4),
        ("T2", "3", "stand", "hit", 2),
        ("T2", "2", "stand", "hit", 3),
        ("65", "A", "double", "hit", 1),
        ("54", "2", "double", "hit", 1),
        ("T3", "3", "stand", "hit", -2),
    ],
)
def test_published_indices(hand: str, up: str, play: str, instead: str, published: int) -> None:
    index = bj.index_play(hand, up, play, instead, "6D S17").index
    assert index == pytest.approx(published, abs=1)


def test_indices_of_plays_that_never_change() -> None:
    assert bj.index_play("TT", "T", "hit", "stand", "6D").index is None
    assert bj.insurance_index("6D") == pytest.approx(3, abs=0.2)
    with pytest.raises(RunoutError, match="no double"):
        bj.index_play("T2", "3", "double", "hit", "6D D9")
    with pytest.raises(RunoutError, match="'fold'"):
        bj.index_play("T2", "3", "fold", "hit", "6D")


def test_stakes_and_ruin() -> None:
    assert bj.kelly(0.013, 1.3) == pytest.approx(0.01)
    assert bj.kelly(-0.01, 1.3) == 0
    assert bj.risk_of_ruin(-0.01, 1.3, 1000) == 1
    assert bj.risk_of_ruin(0.01, 1.3, 0) == 1
    assert bj.risk_of_ruin(0.01, 1.3, 300) == pytest.approx(math.exp(-6 / 1.3))
    with pytest.raises(RunoutError):
        bj.kelly(0.01, 0)


def _deals(shoe: bj.Shoe, size: int) -> list[tuple[int, ...]]:
    assert shoe.suited is not None
    cards = [card for card, n in enumerate(shoe.suited) for _ in range(n)]
    return list(combinations(cards, size))


def test_side_bets_against_counting_every_deal() -> None:
    removed = " ".join(f"{rank}{suit}" for rank in "23456789T" for suit in "cdhs")
    shoe = bj.Shoe(decks=1).without(f"{removed} Ac")
    pairs = [(a, b) for a, b in _deals(shoe, 2) if a >> 2 == b >> 2]
    red = {1, 2}
    same = [p for p in pairs if (p[0] & 3 in red) == (p[1] & 3 in red)]
    found = bj.side_bet("perfect-pairs", shoe)
    deals = len(_deals(shoe, 2))
    assert found.chances["coloured"] == pytest.approx(len(same) / deals)
    assert found.chances["mixed"] == pytest.approx((len(pairs) - len(same)) / deals)
    assert found.chances["perfect"] == 0

    three = _deals(shoe, 3)
    flushes = [d for d in three if len({c & 3 for c in d}) == 1]
    found = bj.side_bet("21+3", shoe)
    suited = found.chances["flush"] + found.chances["straight flush"]
    assert suited == pytest.approx(len(flushes) / len(three))
    trips = [d for d in three if len({c >> 2 for c in d}) == 1]
    assert found.chances["trips"] == pytest.approx(len(trips) / len(three))


def test_side_bets_as_published() -> None:
    # Perfect Pairs at 25:1, 12:1, 6:1 costs 6.11 % with six decks and 4.10 % with eight.
    assert bj.side_bet("perfect-pairs", bj.Shoe(decks=6)).ev == pytest.approx(-0.0611, abs=5e-5)
    assert bj.side_bet("perfect-pairs", bj.Shoe(decks=8)).ev == pytest.approx(-0.0410, abs=5e-5)
    insurance = bj.side_bet("insurance", bj.Shoe(decks=8)).ev
    assert insurance == pytest.approx(bj.insurance(bj.Shoe(decks=8)))


def test_bad_side_bets_are_refused() -> None:
    shoe = bj.Shoe(decks=8)
    with pytest.raises(RunoutError, match="not one of"):
        bj.side_bet("lucky", shoe)
    with pytest.raises(RunoutError, match="suits are not known"):
        bj.side_bet("21+3", shoe.without("K"))
    with pytest.raises(RunoutError, match="has no 'pair'"):
        bj.side_bet("21+3", shoe, {"pair": 3})
    with pytest.raises(RunoutError, match="too few of A"):
        bj.insurance(bj.Shoe(counts={"2": 9}))


@pytest.mark.parametrize(
    ("words", "strategy"),
    [
        ("8D S17 LS", "basic"),
        ("6D H17 SPL2 RSA HSA NDAS", "basic"),
        ("2D ENHC SPL1 D9 6:5", "basic"),
        ("1D S17 ES", "optimal"),
        ("1D H17 DANY", "optimal"),
        ("6D ENHC LS NDSOFT", "optimal"),
    ],
)
def test_the_simulator_agrees_with_the_exact_value(words: str, strategy: str) -> None:
    rules = bj.Rules(words)
    shoe = bj.Shoe(decks=rules.decks)
    exact = bj.table_ev(shoe, rules, strategy)
    result = bj.simulate(shoe, rules, strategy, rounds=4_000_000, penetration=None, seed=3)
    assert abs(result.ev - exact.ev) < 4 * result.stderr
    assert result.split == pytest.approx(exact.outcome.split, abs=4e-4)
    flat = bj.table_ev(shoe, rules.replace(splits=0), strategy)
    alone = bj.simulate(shoe, rules.replace(splits=0), strategy, rounds=2_000_000, seed=5)
    assert flat.variance is not None
    assert abs(alone.variance - flat.variance) < 0.02


def test_simulations_do_not_depend_on_threads() -> None:
    shoe = bj.Shoe(decks=6)
    one, three = (bj.simulate(shoe, "6D", rounds=900_000, seed=9, threads=n) for n in (1, 3))
    assert one == three
    assert one != bj.simulate(shoe, "6D", rounds=900_000, seed=10)


def test_the_cut_card_costs() -> None:
    """Each of a fixed number of rounds is worth the first; a cut card gives bad shoes more."""
    shoe = bj.Shoe(decks=1)
    first = bj.table_ev(shoe, "1D NOSPLIT", "basic").ev
    fixed = bj.simulate(shoe, "1D NOSPLIT", rounds=20_000_000, rounds_per_shoe=6, seed=1)
    cut = bj.simulate(shoe, "1D NOSPLIT", rounds=20_000_000, penetration=0.7, seed=1)
    assert fixed.rounds == 6 * fixed.shoes
    assert abs(fixed.ev - first) < 4 * fixed.stderr
    assert cut.ev < first - 4 * cut.stderr
    assert cut.ev < fixed.ev - 3 * math.hypot(cut.stderr, fixed.stderr)


@pytest.mark.parametrize(
    "how",
    [
        {"penetration": None},
        {"penetration": 0.8},
        {"penetration": 0.8, "count": "hi-lo", "bets": {-20: 1, 1: 8, 3: 40}},
    ],
)
def test_errors_are_the_spread_over_seeds(how: dict[str, Any]) -> None:
    shoe, seeds = bj.Shoe(decks=6), range(300)
    runs = [bj.simulate(shoe, "6D", rounds=20_000, seed=seed, **how) for seed in seeds]
    for name in ("ev", "variance", "win_rate"):
        error = "stderr" if name == "ev" else f"{name}_stderr"
        spread = np.std([getattr(run, name) for run in runs], ddof=1)
        said = np.mean([getattr(run, error) for run in runs])
        # The spread of 300 runs is known to 4 %.
        assert said == pytest.approx(spread, rel=0.16)


def test_a_counter_who_spreads_wins() -> None:
    shoe = bj.Shoe(decks=6)
    bets = {-20: 0, -1: 1, 1: 4, 2: 8, 3: 12}
    result = bj.simulate(shoe, "6D LS", rounds=4_000_000, penetration=0.8, count="hi-lo", bets=bets)
    assert result.win_rate > 4 * result.win_rate_stderr
    shares = [share for share, _ in result.by_count.values()]
    assert sum(shares) == pytest.approx(1)
    assert result.by_count[4][1] > result.by_count[0][1] > result.by_count[-4][1]


def test_bad_simulations_are_refused() -> None:
    shoe = bj.Shoe(decks=6)
    for given, message in [
        ({"rounds": 0}, "rounds 0"),
        ({"penetration": 1.5}, "penetration"),
        ({"threads": -3}, "threads -3"),
        ({"rounds_per_shoe": 0}, "rounds_per_shoe 0"),
        ({"bets": {1: 2}}, "name the count"),
        ({"bets": {1: -2}, "count": "hi-lo"}, "0 or more"),
    ]:
        with pytest.raises(RunoutError, match=message):
            bj.simulate(shoe, "6D", **given)  # type: ignore[arg-type]
    with pytest.raises(RunoutError, match="empty shoe"):
        bj.simulate(bj.Shoe(counts=[1, 1, 1, 1, 1, 0, 0, 0, 0, 0]), "", penetration=None)


def test_a_simulation_tells_how_far_it_has_come() -> None:
    heard: list[RoundsSoFar] = []
    result = bj.simulate(bj.Shoe(decks=6), "6D", rounds=8_000_000, seed=2, progress=heard.append)
    assert len(heard) >= 2
    assert [one.rounds for one in heard] == sorted({one.rounds for one in heard})
    assert heard[0].stderr > heard[-1].stderr
    last = heard[-1]
    assert (last.done, last.rounds, last.ev, last.stderr) == (
        1.0, result.rounds, result.ev, result.stderr,
    )  # fmt: skip
