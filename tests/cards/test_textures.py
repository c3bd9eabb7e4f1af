"""Textures, against words read off the cards one by one."""

from itertools import combinations

import pytest

import runout
from runout.cards import DECK, RANKS, Card
from runout.suits import Board, canonical, flops
from runout.textures import texture

STRAIGHTS = ["A2345", *(RANKS[i : i + 5] for i in range(9))]


def straight_is_possible(cards: Board) -> bool:
    ranks = {str(card)[0] for card in cards}
    return any(len(ranks & set(straight)) >= 3 for straight in STRAIGHTS)


def open_ended_is_possible(cards: Board) -> bool:
    """Whether two more cards make four in a row that both ends complete."""
    ranks = {str(card)[0] for card in cards}
    rows = [RANKS[i : i + 4] for i in range(9)]  # 2345 to TJQK: an ace is missing on both sides
    return any(len(ranks & set(row)) >= 2 for row in rows)


@pytest.mark.parametrize(
    ("board", "name"),
    [
        ("Ks7s2h", "king-high two-tone"),
        ("JhTc9d", "connected jack-high rainbow"),
        ("5s5d2c", "paired five-high rainbow"),
        ("AsAhAd", "trips ace-high rainbow"),
        ("Ah2h3h", "connected ace-high monotone"),
        ("AhKhQd7s", "connected ace-high two-tone"),
        ("9h9d4s4c", "two pair nine-high rainbow"),
        ("9h9d4h4c2h", "two pair nine-high three of a suit"),
        ("9h9d9s4c4h", "full house nine-high two-tone"),
    ],
)
def test_names_are_what_players_say(board: str, name: str) -> None:
    assert texture(board).name == name


def test_every_flop_looks_as_its_cards_do() -> None:
    for flop in flops():
        seen = flop.texture
        ranks, suits = [card // 4 for card in flop], {card % 4 for card in flop}
        assert seen.high == RANKS[max(ranks)]
        assert seen.pairing == {3: "unpaired", 2: "paired", 1: "trips"}[len(set(ranks))]
        assert seen.suits == {3: "rainbow", 2: "two-tone", 1: "monotone"}[len(suits)]
        assert seen.straight_possible == straight_is_possible(flop)
        open_ended = open_ended_is_possible(flop)
        assert seen.connection == (
            "connected"
            if seen.straight_possible
            else "semi-connected"
            if open_ended
            else "disconnected"
        )
        assert seen.broadways == sum(str(card)[0] in "TJQKA" for card in flop)


def test_shares_of_textures_are_known() -> None:
    """Counted by formula: 13 x 4 monotone choices of 286, and so on."""
    by_suits = {
        word: sum(flop.count for flop in flops() if flop.texture.suits == word)
        for word in ("monotone", "two-tone", "rainbow")
    }
    assert by_suits == {"monotone": 4 * 286, "two-tone": 12 * 13 * 78, "rainbow": 4 * 13**3}


def test_a_texture_needs_a_board() -> None:
    with pytest.raises(runout.RunoutError, match="2 cards"):
        texture("AhKh")


def test_suits_do_not_matter() -> None:
    for cards in list(combinations(DECK[::5], 4)):
        assert texture(cards) == texture(canonical(cards))
    assert canonical([Card("2c"), Card("7c"), Card("Kc")]).name == "K72 monotone"
