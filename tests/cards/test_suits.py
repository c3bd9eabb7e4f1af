from collections import Counter
from itertools import combinations
from pickle import dumps, loads

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import runout
from runout.cards import DECK, Card
from runout.combos import Combo
from runout.suits import RELABELLINGS, Board, canonical, flops, images, keeping, relabelled

boards = st.lists(st.sampled_from(DECK), min_size=1, max_size=5, unique=True)


def test_the_flops_are_all_flops_up_to_suits() -> None:
    by_hand = Counter(canonical(cards) for cards in combinations(DECK, 3))
    assert by_hand == {flop: flop.count for flop in flops()}
    assert len(by_hand) == 1755
    assert by_hand.total() == 22_100


@given(boards, st.sampled_from(RELABELLINGS))
def test_boards_that_differ_by_suits_alone_are_one(
    cards: list[Card], suits: tuple[int, ...]
) -> None:
    moved = [relabelled(card, suits) for card in cards]
    assert canonical(moved) == canonical(cards)
    assert canonical(moved).count == len(
        {frozenset(relabelled(card, s) for card in cards) for s in RELABELLINGS}
    )


@given(boards, boards)
def test_what_keeps_cards_keeps_them(one: list[Card], other: list[Card]) -> None:
    for suits in RELABELLINGS:
        kept = all({relabelled(c, suits) for c in cards} == set(cards) for cards in (one, other))
        assert (suits in keeping(one, other)) == kept


@given(st.permutations(DECK), st.sampled_from(RELABELLINGS))
def test_combos_move_with_their_cards(cards: list[Card], suits: tuple[int, ...]) -> None:
    combo = Combo(cards[:2])
    moved = Combo([relabelled(card, suits) for card in combo])
    assert images()[suits][combo.index] == moved.index


def test_weights_narrow_what_is_kept() -> None:
    weights = runout.Range("AhKh, AdKd").weights
    assert keeping((), weights=weights) == [(0, 1, 2, 3), (0, 2, 1, 3), (3, 1, 2, 0), (3, 2, 1, 0)]
    assert len(keeping(np.array([], dtype=int))) == 24


def test_a_board_works_wherever_a_board_does() -> None:
    flop = flops()[100]
    again = loads(dumps(flop))  # noqa: S301
    assert again == flop
    assert isinstance(again, Board)
    assert runout.equity("7c6c", "5d4d", board=flop).to_dict()["board"] == str(flop)


def test_cards_that_are_none_are_refused() -> None:
    with pytest.raises(runout.RunoutError, match="is not a card"):
        canonical("Ax")
