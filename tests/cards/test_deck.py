"""A deck to deal from: every card once, the same seed the same cards, from any thread."""

import copy
import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from runout import Card, Combo, Deck, RunoutError
from runout.cards import DECK


def test_every_card_comes_once() -> None:
    for count in (1, 2, 5, 13, 52):
        deck = Deck(seed=3)
        dealt = [card for _ in range(52 // count) for card in deck.deal(count)]
        assert len(dealt) == len(set(dealt)) == 52 // count * count
        assert sorted([*dealt, *deck.remaining]) == list(DECK)
        assert len(deck) == 52 - len(dealt)


def test_the_same_seed_deals_the_same_cards() -> None:
    assert Deck(7).deal(52) == Deck(7).deal(52)
    assert Deck(7).deal(52) != Deck(8).deal(52)
    assert Deck().deal(52) != Deck().deal(52)
    one, by_one = Deck(7).deal(9), Deck(7)
    assert one == tuple(card for _ in range(9) for card in by_one.deal())


def test_every_order_is_as_likely() -> None:
    """Chi-square of the first two cards over 40,000 shuffles: 1,325 degrees, 51 each way."""
    deck, seen = Deck(seed=11), Counter[int]()
    for _ in range(40_000):
        deck.shuffle()
        seen[Combo(deck.deal(2)).index] += 1
    expected = 40_000 / 1326
    chi_square = sum((seen[index] - expected) ** 2 / expected for index in range(1326))
    assert abs(chi_square - 1325) < 5 * (2 * 1325) ** 0.5


def test_cards_that_are_elsewhere_are_never_dealt() -> None:
    deck = Deck(seed=5)
    deck.remove("AhKh")
    deck.remove([Card("2c")])
    for _ in range(3):
        assert {"Ah", "Kh", "2c"}.isdisjoint(map(str, deck.deal(49)))
        deck.shuffle()
    assert len(deck) == 49
    assert "Ah" not in deck
    assert "As" in deck
    assert Card("As") in deck
    with pytest.raises(RunoutError, match="deck: Ah not in the deck"):
        deck.remove("As Ah")
    assert "As" in deck  # all of them or none


def test_dealt_cards_come_back_when_shuffled() -> None:
    deck = Deck(seed=5)
    gone = deck.deal(10)
    with pytest.raises(RunoutError, match="not in the deck"):
        deck.remove(gone[:1])
    deck.shuffle()
    assert len(deck) == 52


@pytest.mark.parametrize(
    ("dealt", "asked", "said"),
    [
        (50, 3, "3 cards to deal, but 2 are left"),
        (51, 2, "2 cards to deal, but 1 is left"),
        (52, 1, "1 card to deal, but none are left"),
    ],
)
def test_an_empty_deck_says_so(dealt: int, asked: int, said: str) -> None:
    deck = Deck(seed=1)
    deck.deal(dealt)
    with pytest.raises(RunoutError, match=said):
        deck.deal(asked)
    assert len(deck.deal(52 - dealt)) == 52 - dealt  # nothing was lost
    assert deck.deal(0) == ()


def test_copies_deal_on_alike_and_apart() -> None:
    deck = Deck(seed=2)
    deck.remove("Ah")
    deck.deal(5)
    copies = [copy.copy(deck), copy.deepcopy(deck), pickle.loads(pickle.dumps(deck))]  # noqa: S301
    cards = deck.deal(46)
    for one in copies:
        assert one.deal(46) == cards
        one.shuffle()
        assert len(one) == 51
    deck.shuffle()
    assert deck.deal(51) == copies[0].deal(51)


def test_no_card_is_dealt_to_two_threads() -> None:
    for seed in range(20):
        deck = Deck(seed)
        with ThreadPoolExecutor(8) as pool:
            dealt = [card for hand in pool.map(deck.deal, [2] * 26) for card in hand]
        assert sorted(dealt) == list(DECK)
