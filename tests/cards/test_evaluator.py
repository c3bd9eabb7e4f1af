import random
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from runout import Category, RunoutError, _core, evaluate, evaluate_many
from runout.cards import DECK, Card
from runout.evaluator import (
    FIVE_CARD_CLASSES,
    SEVEN_CARD_CLASSES,
    category_of,
    five_card_class,
)
from tests.marks import kernels, levels
from tests.oracles import hands as oracle

pytestmark = [kernels, levels]


def random_hands(count: int, size: int, seed: int) -> NDArray[np.uint8]:
    generator = np.random.default_rng(seed)
    return generator.random((count, 52)).argsort(axis=1)[:, :size].astype(np.uint8)


# Frequencies of the best five of seven cards: a classic, given for instance by Wikipedia, "Poker
# probability", section on 7-card hands (the royal flush counted as a straight flush).
SEVEN_CARD_FREQUENCIES = {
    Category.STRAIGHT_FLUSH: 41_584,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}

# The same for five cards, from the same source.
FIVE_CARD_FREQUENCIES = {
    Category.STRAIGHT_FLUSH: 40,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}


def test_all_seven_card_hands() -> None:
    counts = _core.count_seven_card_hands()
    assert len(counts) == SEVEN_CARD_CLASSES
    assert counts.sum() == 133_784_560
    assert (counts > 0).all()
    categories = category_of(np.arange(SEVEN_CARD_CLASSES), cards=7)
    for category, frequency in SEVEN_CARD_FREQUENCIES.items():
        assert counts[categories == category].sum() == frequency


def test_all_five_card_hands() -> None:
    hands = np.array(list(combinations(range(52), 5)), dtype=np.uint8)
    assert len(hands) == 2_598_960
    counts = np.bincount(evaluate_many(hands), minlength=FIVE_CARD_CLASSES)
    assert len(counts) == FIVE_CARD_CLASSES
    assert (counts > 0).all()
    categories = category_of(np.arange(FIVE_CARD_CLASSES), cards=5)
    for category, frequency in FIVE_CARD_FREQUENCIES.items():
        assert counts[categories == category].sum() == frequency


@pytest.mark.parametrize("size", [5, 6, 7])
def test_order_agrees_with_the_rule_book(size: int) -> None:
    hands = random_hands(4000, size, seed=size)
    scores = [oracle.score(hand) for hand in hands.tolist()]
    strengths = evaluate_many(hands).tolist()
    by_strength = sorted(range(len(hands)), key=lambda i: strengths[i])
    for weaker, stronger in pairwise(by_strength):
        assert (strengths[weaker] < strengths[stronger]) == (scores[weaker] < scores[stronger])
    assert category_of(strengths, size).tolist() == [category for category, _ in scores]


def test_hands_of_different_sizes_compare_on_one_scale() -> None:
    for size in (6, 7):
        for cards in random_hands(200, size, seed=size).tolist():
            hand = evaluate(cards)
            assert hand.strength == evaluate(hand.best).strength
            dense = int(evaluate_many([cards])[0])
            assert hand.strength == (five_card_class()[dense] if size == 7 else dense)
    assert (np.diff(five_card_class().astype(int)) > 0).all()


# One hand of each rare kind, so that no table entry of a corner case goes untested by chance.
@pytest.mark.parametrize(
    ("cards", "strength", "description"),
    [
        ("AhKhQhJhTh2c3d", 7461, "royal flush"),
        ("5h4h3h2hAhKhQc", 7452, "five-high straight flush"),
        ("9h8h7h6h5h4h3h", 7456, "nine-high straight flush"),
        ("KsKdKcKh2d2c2h", None, "four of a kind, kings, deuce kicker"),
        ("AsAdAcKhKdKc2h", None, "full house, aces full of kings"),
        ("KsKdKcTsTd2h3h", None, "full house, kings full of tens"),
        ("AhQh9h7h5h3h2h", None, "ace-high flush"),
        ("5h4d3c2sAh9d9s", None, "five-high straight"),
        ("AhKdQcJsTh9d8s", None, "ace-high straight"),
        ("6h6d6c2sAh9dKs", None, "three of a kind, sixes, ace-king kickers"),
        ("AhAdKcKsQhQd2s", None, "two pair, aces and kings, queen kicker"),
        ("AhAd9c8s6h4d3s", None, "pair of aces, nine-eight-six kickers"),
        ("9h8d7c5s4h3d2s", None, "nine high, eight-seven-five-four kickers"),
        ("7h5d4c3s2h", 0, "seven high, five-four-three-deuce kickers"),
    ],
)
def test_descriptions(cards: str, strength: int | None, description: str) -> None:
    hand = evaluate(cards)
    assert hand.description == description
    assert strength is None or hand.strength == strength


def test_best_five_are_the_cards_that_play() -> None:
    assert str(evaluate("5h4d3c2sAh9d9s")) == "5h 4d 3c 2s Ah: five-high straight"
    assert (
        str(evaluate("2c2d7h7s9c9dKh")) == "9d 9c 7s 7h Kh: two pair, nines and sevens, king kicker"
    )


@given(
    st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True),
    st.permutations(range(4)),
    st.randoms(),
)
def test_suits_and_order_do_not_matter(
    cards: list[Card], suits: list[int], generator: random.Random
) -> None:
    other = [4 * (card // 4) + suits[card % 4] for card in cards]
    generator.shuffle(other)
    assert evaluate(other) == evaluate(cards)


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 511, 512, 513, 1030])
def test_every_batch_length_gives_the_same_strengths(size: int, count: int) -> None:
    hands = random_hands(count, size, seed=count)
    one_by_one = [int(evaluate_many(hand[None, :])[0]) for hand in hands]
    assert evaluate_many(hands).tolist() == one_by_one


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32, np.int64, np.uint64])
def test_other_integers_and_layouts(dtype: type[np.integer]) -> None:
    hands = random_hands(100, 7, seed=1)
    expected = evaluate_many(hands).tolist()
    assert evaluate_many(hands.astype(dtype)).tolist() == expected
    assert evaluate_many(np.asfortranarray(hands)).tolist() == expected
    assert evaluate_many(hands.tolist()).tolist() == expected


@pytest.mark.parametrize(
    ("dtype", "bad"),
    [(np.uint8, 52), (np.uint8, 255), (np.int64, -1), (np.int64, 256), (np.uint64, 2**40)],
)
def test_ids_off_the_deck_are_refused(dtype: type[np.integer], bad: int) -> None:
    for row in (0, 511, 512, 999):
        hands = random_hands(1000, 7, seed=2).astype(dtype)
        hands[row, 3] = bad
        with pytest.raises(RunoutError, match=rf"row {row}, column 3: {bad} is not a card id"):
            evaluate_many(hands)


def test_repeated_cards_are_refused_when_asked() -> None:
    hands = random_hands(10, 7, seed=3)
    hands[4, 6] = hands[4, 0]
    assert len(evaluate_many(hands)) == 10
    with pytest.raises(RunoutError, match=r"row 4: .* has a card twice"):
        evaluate_many(hands, check=True)


@pytest.mark.parametrize(
    "hands",
    [[], [[1, 2, 3, 4]], [[0] * 8], [1, 2, 3, 4, 5], [[0.5] * 7], [["a"] * 7], [[True] * 7]],
)
def test_other_shapes_and_types_are_refused(hands: list[object]) -> None:
    with pytest.raises(RunoutError, match="hands: "):
        evaluate_many(np.array(hands))


@pytest.mark.parametrize("cards", ["", "AhKhQhJh", "AhKhQhJhTh9h8h7h", "AhAhKhQhJh", "junk"])
def test_bad_hands_are_refused(cards: str) -> None:
    with pytest.raises(RunoutError):
        evaluate(cards)


def test_hands_order_and_hash_by_strength() -> None:
    royal, quads, same_quads = (
        evaluate("AhKhQhJhTh"),
        evaluate("9h9d9c9s2h"),
        evaluate("9h9d9c9s2d"),
    )
    assert royal > quads
    assert quads == same_quads
    assert len({quads, same_quads, royal}) == 2
    assert max(quads, royal) is royal
    assert quads != "quads"


def test_level_is_one_that_this_machine_runs() -> None:
    assert _core.level() in _core.levels()
