from itertools import combinations
from pathlib import Path

import numpy as np

import runout
from runout import Combo, evaluate_many
from runout.combos import CLASS_SIZES, COMBO_CARDS
from runout.preflop import BOARDS, equity_against_random, wins_matrix


def test_every_pair_of_hands_has_a_result_exactly_if_no_card_is_shared() -> None:
    wins = wins_matrix().astype(np.int64)
    cards = COMBO_CARDS
    shared = (cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    assert ((wins == 0) == shared).all()
    assert (wins + wins.T <= BOARDS).all()


def test_a_sample_of_the_table_is_recomputed() -> None:
    generator = np.random.default_rng(20)
    wins = wins_matrix()
    for _ in range(6):
        dealt = generator.permutation(52)[:4]
        hero, villain = Combo(dealt[:2].tolist()), Combo(dealt[2:].tolist())
        left = np.setdiff1d(np.arange(52, dtype=np.uint8), dealt)
        boards = left[np.array(list(combinations(range(48), 5)), dtype=np.uint8)]
        strength = [
            evaluate_many(
                np.hstack([boards, np.tile(np.array(list(combo), np.uint8), (BOARDS, 1))])
            )
            for combo in (hero, villain)
        ]
        assert wins[hero.index, villain.index] == np.count_nonzero(strength[0] > strength[1])
        assert wins[villain.index, hero.index] == np.count_nonzero(strength[0] < strength[1])


def test_equities_against_a_random_hand_average_to_one_half() -> None:
    average = np.average(equity_against_random(), weights=CLASS_SIZES)
    assert np.isclose(average, 0.5, rtol=0, atol=1e-14)


def test_the_table_is_small() -> None:
    table = Path(runout.__file__).parent / "data" / "preflop.u24"
    assert table.stat().st_size < 1_000_000
