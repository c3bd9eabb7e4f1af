"""Ranges from tables, lists and arrays, and what is asked of them."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runout import Combo, Range, RunoutError, evaluate
from runout.combos import CLASS_NAMES, COMBOS

MIXED = Range("22+:0.5, AhKd:0.25, 76s, random:0.125, T9o:0.3333333333333333")


@pytest.mark.parametrize(
    ("hands", "text"),
    [
        ({"AA": 1, "AKs": 0.5}, "AA,AKs:0.5"),
        ({"22+": 1, "77": 0.25}, "22+,77:0.25"),
        ({"22+": 1, "77": 0}, "22+,!77"),
        ({"AA:0.5, KK": 0.5}, "AA:0.25,KK:0.5"),
        ({Combo("AhKh"): 0.5, "KhAh": np.float32(0.25)}, "AhKh:0.25"),
        ({}, ""),
        (["AA", "KQs"], "AA,KQs"),
        (("22+", "77:0.25"), "22+,77:0.25"),
        ([Combo("AhKh"), "AA:0.5"], "AhKh,AA:0.5"),
        ({"KK", "AA"}, "KK+"),
        (iter(["AA", "KK"]), "KK+"),
        ((text for text in ["AA"]), "AA"),
        ([Range("AA:0.5"), "KK"], "AA:0.5,KK"),
        (np.array(["AA", "KK"]), "KK+"),
        (Combo("AhKh"), "AhKh"),
        (Range("AA:0.5"), "AA:0.5"),
        ([], ""),
        ([0.5] * COMBOS, "random:0.5"),
        (np.ones(COMBOS, np.int8), "random"),
        (np.ones((13, 13)), "random"),
        ([[1] + [0] * 12] + [[0] * 13] * 12, "AA"),
    ],
)
def test_made_of(hands: Any, text: str) -> None:  # noqa: ANN401
    assert Range(hands) == Range(text)


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ({"AKx": 1}, "'AKx' is not a hand"),
        ({"AA": 1.5}, "weight of 'AA' 1.5: a number from 0 to 1"),
        ({"AA": "1"}, "weight of 'AA' '1': a number"),
        ({"AA": True}, "weight of 'AA' True: a number"),
        ({"AA": float("nan")}, "weight of 'AA' nan"),
        ({"": 1}, "'' names no hand"),
        ({5: 1}, "range 5: a text"),
        ({"AA:1e-200": 1e-200}, "too small"),
        (["AA", None], "range None: a text"),
        (["!AA"], "'!AA' names no hand"),
        ([1, 2], r"shape \(2,\), but \(1326,\) or \(13, 13\)"),
        ([1.5] * COMBOS, "1.5 for 2d2c is not in 0..1"),
        (np.full((13, 13), -1.0), "-1.0 for 2d2c is not in 0..1"),
        ([1j] * COMBOS, "is expected"),
        (5, "range 5: a text such as"),
        (b"AA", "range b'AA': a text such as"),
        (iter(["AA"] * 20_000), "more than 10,000 hands"),
    ],
)
def test_what_is_no_range(hands: Any, said: str) -> None:  # noqa: ANN401
    with pytest.raises(RunoutError, match=said):
        Range(hands)


WEIGHTS = st.floats(0, 1, allow_subnormal=False) | st.sampled_from([0.0, 1.0, 0.5, 1e-300])


@given(st.dictionaries(st.sampled_from(CLASS_NAMES), WEIGHTS, max_size=30))
def test_tables_are_texts(table: dict[str, float]) -> None:
    made = Range(table)
    assert made == Range(",".join(f"{name}:{weight!r}" for name, weight in table.items()))
    assert all(abs(made[name] - weight) <= 1e-15 * weight for name, weight in table.items())
    assert Range(made.grid()).grid() == pytest.approx(made.grid(), rel=1e-14, abs=0)
    assert Range(dict(iter(made))) == made == Range(made.weights)


def test_every_way_of_copying_gives_the_same() -> None:
    for made in (Range({"AA": 0.5}), Range(["AA", "KQs"]), Range(np.full(COMBOS, 0.25)), MIXED):
        again = [copy.copy(made), copy.deepcopy(made), Range(made)]
        again.append(pickle.loads(pickle.dumps(made)))  # noqa: S301
        assert all(one == made and hash(one) == hash(made) for one in again)
    weights = np.full(COMBOS, 0.25)
    made = Range(weights)
    weights[:] = 1
    assert made == Range("random:0.25")  # what it was made of stays the caller's
    assert not made.weights.flags.writeable


def test_weights_of_classes_and_of_hands() -> None:
    some = Range("AhKh, AsKs:0.5, QQ, AKo:0.5")
    assert some["AhKh"] == some["KhAh"] == some["Ah Kh"] == some[Combo("AhKh")] == 1
    assert some["AKs"] == some["aks"] == some["KAs"] == 1.5 / 4
    assert some["AK"] == (1.5 + 6) / 16
    assert some["QQ+"] == 6 / 18
    assert some["KK"] == 0
    for number, name in enumerate(CLASS_NAMES):
        assert MIXED[name] == pytest.approx(MIXED.grid().ravel()[number], rel=1e-15)


@pytest.mark.parametrize("hands", ["AKs:0.5", "", "AKx", "!AA", "Ah", "AhAh", 5, None, "AhKhQh"])
def test_no_weight_of_what_is_no_hand(hands: Any) -> None:  # noqa: ANN401
    with pytest.raises(RunoutError):
        MIXED[hands]


def test_samples_come_by_their_weights() -> None:
    """Chi-square over the hands of a mixed range, and none that it does not have."""
    drawn = Range("22+:0.5, AKs, 76s:0.125").sample(50_000, seed=4)
    hands = dict(Range("22+:0.5, AKs, 76s:0.125"))
    total, counts = sum(hands.values()), dict.fromkeys(hands, 0)
    for combo in drawn:
        counts[combo] += 1
    chi_square = sum(
        (counts[combo] - 50_000 * weight / total) ** 2 / (50_000 * weight / total)
        for combo, weight in hands.items()
    )
    freedom = len(hands) - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_samples_by_seed() -> None:
    assert MIXED.sample(100, seed=1) == MIXED.sample(100, seed=1) != MIXED.sample(100, seed=2)
    assert MIXED.sample(100) != MIXED.sample(100)
    assert MIXED.sample(0) == []
    assert Range("AhKh:1e-300").sample(2) == [Combo("AhKh")] * 2
    for wrong in ({"n": -1}, {"n": 1.5}, {"n": 10**9}, {"seed": -1}, {"seed": "x"}):
        with pytest.raises(RunoutError, match=next(iter(wrong))):
            MIXED.sample(**wrong)
    with pytest.raises(RunoutError, match="empty"):
        Range("").sample(1)


def test_small_weights_may_be_left_out_of_texts() -> None:
    some = Range("AA, KK:0.5, QQ:0.01, AhKh:0.009")
    for write in (some.to_text, some.to_pio, some.to_gtoplus, some.to_weight_list):
        assert Range(write()) == some
        assert Range(write(min_weight=0.01)) == Range("AA, KK:0.5, QQ:0.01")
        assert Range(write(min_weight=1)) == Range("AA")
        for wrong in (-0.1, 1.1, float("nan"), "0.5"):
            with pytest.raises(RunoutError, match="min_weight"):
                write(min_weight=wrong)  # type: ignore[arg-type]


def _random_range(rng: random.Random) -> Range:
    """Whole classes, single hands and weights of any length."""
    weights = np.zeros(COMBOS)
    values = [1.0, 0.5, rng.random(), rng.random() * 1e-5, 1 / 3]
    for _ in range(rng.randrange(30)):
        named = Range(rng.choice(CLASS_NAMES)).weights > 0
        weights[named] = rng.choice([*values, 0.0])
    for _ in range(rng.randrange(40)):
        weights[rng.randrange(COMBOS)] = rng.choice([*values, 0.0])
    return Range.from_weights(weights)


def test_every_text_reads_back() -> None:
    rng = random.Random(8)
    for _ in range(60):
        made = _random_range(rng)
        for text in (made.to_text(), made.to_pio(), made.to_gtoplus(), made.to_weight_list()):
            assert Range(text) == made


def test_hands_on_a_board() -> None:
    assert evaluate("AhKh", board="QhJhTh") == evaluate("AhKhQhJhTh")
    assert evaluate(["Ah", "Kh"], "Qh Jh Th 2c 3d").cards == evaluate("AhKhQhJhTh2c3d").cards
    assert evaluate("AhKhQhJhTh", board="").description == "royal flush"
    with pytest.raises(RunoutError, match="hand 'AhKh': Ah is already on the board"):
        evaluate("AhKh", board="QhAhTh")
    with pytest.raises(RunoutError, match="4 cards"):
        evaluate("AhKh", board="QhJh")
    with pytest.raises(RunoutError, match="8 cards"):
        evaluate("AhKhQc", board="QhJh2c3c4c")
