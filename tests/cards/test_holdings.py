"""Hands by what they are: cases written from the table of the documentation, and an oracle."""

from __future__ import annotations

import pickle
import random
import threading
from itertools import combinations

import numpy as np
import pytest

from runout import Combo, Holding, NotationError, RunoutError, describe, format_cards
from runout.combos import COMBO_CARDS, COMBOS
from runout.holdings.board_holdings import NO_HAND, holdings_on
from runout.holdings.draws import Draw
from runout.holdings.holding import holding_at
from runout.holdings.made import Made
from runout.suits import RELABELLINGS, images, relabelled
from tests.fuzzing import rounds, seed
from tests.marks import slow
from tests.oracles import holdings as oracle
from tests.oracles.hands import score

# By row of the table: hand, board, and how it is said.
CASES = {
    "straight flush": [
        ("9h8h", "7h6h5h", "straight flush"),
        ("Ah5h", "4h3h2h", "straight flush"),
        ("Jh2c", "Th9h8h7h6h", "straight flush"),
        ("Jh9c", "Th9h8h7h", "straight flush"),
        ("AcKd", "Th9h8h7h6h", "ace high, plays the board"),
        ("5h5c", "Th9h8h7h6h", "nothing, plays the board"),
    ],
    "quads": [
        ("KsKd", "KhKc2s", "quads"),
        ("Kd2s", "KsKhKc", "quads"),
        ("As7d", "KsKhKdKc2s", "ace high"),
        ("AsAd", "KsKhKdKc2s", "ace high"),
        ("3s3d", "KsKhKdKc2s", "nothing"),
        ("JdTd", "KsKhKdKcQs", "nothing, plays the board"),
        ("AhQh", "KsKhKdKcAs", "ace high, plays the board"),
        ("7s7d", "7h7c2d2s", "quads"),
        ("2h2c", "KsKhKd2s2d", "quads"),
    ],
    "full house": [
        ("2s2d", "7h7d2c", "full house"),
        ("7s2d", "7h7d2c", "full house"),
        ("AsAd", "KsKhKd", "full house"),
        ("7d4c", "KsKhKd7s2h", "full house"),
        ("8s8d", "KsKhKd7s7h", "full house"),
        ("As7d", "KsKhKd7s7h", "ace high, plays the board"),
        ("2s2d", "KsKhKd7s7h", "nothing, plays the board"),
        ("QsJs", "QhQdJhJc", "full house"),
        ("4c4h", "9h9s4d", "full house"),
        ("7c7d", "KhKsQdQc7h", "full house"),
    ],
    "flush": [
        ("AhQh", "Kh7h2h", "nut flush"),
        ("Ah3h", "Kh7h2h", "nut flush"),
        ("Qh3h", "Kh7h2h", "flush, 2nd best"),
        ("Jh3h", "Kh7h2h", "flush, 3rd best"),
        ("4h3h", "Kh7h2h", "flush, 9th best"),
        ("JhTh", "9h8h2h", "flush, 4th best"),
        ("AhAs", "Kh7h4h2h", "nut flush"),
        ("Qh2s", "Kh7h4h2h", "flush, 2nd best"),
        ("AhAs", "KhQh9h7h4h", "nut flush"),
        ("5h2c", "KhQh9h7h4h", "flush, 6th best"),
        ("3h3c", "KhQh9h7h4h", "nothing, plays the board"),
        ("Ah3c", "QhJhTh9h2c", "nut flush"),  # though every king of hearts beats it
        ("7h7c", "QhJhTh9h2c", "flush, 2nd best"),  # the king and the eight are straight flushes
        ("AhQh", "Kh7h2h2c", "nut flush"),  # a full house does not change which flush it is
    ],
    "straight": [
        ("9c8d", "7h6s5d", "nut straight"),
        ("8c4d", "7h6s5d", "straight, 2nd best"),
        ("4c3d", "7h6s5d", "straight, 3rd best"),
        ("6c4d", "5h3s2d", "nut straight"),
        ("Ac4d", "5h3s2d", "straight, 2nd best"),
        ("5c4d", "Ah3s2d", "nut straight"),
        ("AcKd", "QhJsTd", "nut straight"),
        ("9c8d", "QhJsTd", "straight, 3rd best"),
        ("JcTd", "9h8s7d6c", "nut straight"),
        ("Tc2d", "9h8s7d6c", "straight, 2nd best"),
        ("5c2d", "9h8s7d6c", "straight, 3rd best"),
        ("9c8d", "9s7h6s5d", "straight, 2nd best"),
        ("Tc2d", "9h8s7d6c5h", "straight, 2nd best"),
        ("AcKd", "9h8s7d6c5h", "ace high, plays the board"),
        ("4c4d", "9h8s7d6c5h", "nothing, plays the board"),
        ("KcKd", "AhKsQdJcTh", "king high, plays the board"),
        ("9h8h", "7h6h5d", "nut straight; flush draw"),
        ("9h8h", "7h6s5d", "nut straight; backdoor flush draw"),
    ],
    "set / trips": [
        ("7c7d", "Kh7s2d", "set"),
        ("9c9d", "9h8sTc", "set"),  # the board alone is three to a straight
        ("7h7c", "KhTh7s", "set; backdoor flush draw"),
        ("Ac7c", "7h7s2d", "trips"),
        ("9c8c", "9h9s4dKd", "trips"),
        ("AcQd", "7h7s7d", "ace high; two overcards"),
        ("AcQd", "7h7s7d5c2h", "ace high"),
        ("4c3d", "7h7s7dAcKh", "nothing, plays the board"),
    ],
    "two pair": [
        ("Kc7d", "Kh7s2d", "two pair, top two"),
        ("Kc2c", "Kh7s2d", "two pair, top and bottom"),
        ("7c2c", "Kh7s2d", "two pair"),
        ("9c8c", "Ah9s8d2h", "two pair"),
        ("Ac2c", "Ah9s8d2h", "two pair, top and bottom"),
        ("Tc8d", "Th8s7c", "two pair, top two"),
        ("Kc7d", "Kh7s2d2c", "two pair, top two"),
        ("7c6c", "7d6s2hKdKs", "second pair"),
        ("Kc2c", "Kh9s9d2h", "top pair, weak kicker"),
        ("Ac7c", "KhKsQdQc7h", "ace high"),
    ],
    "overpair, underpair": [
        ("AcAd", "Kh7s2d", "overpair"),
        ("AcAd", "KhKsQdQc7h", "overpair"),
        ("5c5s", "Kh7s6d", "underpair; backdoor straight draw"),
        ("3c3s", "Kh9h7s5d", "underpair"),
        ("5c5d", "Kh7s7d", "underpair"),
        ("9c9s", "Kh7h2d", "second pair"),
        ("9c9d", "Kh7s7d", "second pair"),
        ("3c3s", "Kh7h2d", "third pair"),
        ("JcJd", "KhKsQd7c2h", "third pair"),
        ("6c6s", "KhQh9s5d", "low pair"),
        ("8c8d", "KhKsQdQc7h", "nothing"),
        ("5c5d", "KhKsQdQc7h", "nothing, plays the board"),
    ],
    "top, second, third, low pair": [
        ("KcAd", "Kh7s2d", "top pair, top kicker"),
        ("KcQd", "Kh7s2d", "top pair, good kicker"),
        ("Kc9d", "Kh7s2d", "top pair, weak kicker"),
        ("AcKd", "Ah7s2d", "top pair, top kicker"),
        ("AcTd", "Ah7s2d", "top pair, good kicker"),
        ("AcQd", "AhKs7d2c", "top pair, top kicker"),
        ("AcJd", "AhKs7d2c", "top pair, good kicker"),
        ("AcTd", "AhKsKdQc2h", "top pair, weak kicker"),
        ("AcQd", "AhKsKd7c2h", "top pair, top kicker"),
        ("KcQd", "Kh7s7d", "top pair, good kicker"),
        ("JcTd", "Jh9s8c", "top pair, good kicker; open-ended"),
        ("7c6d", "Kh7s2d", "second pair"),
        ("Ac7c", "KhKs7d", "second pair"),
        ("Ac2c", "Kh7s2d", "third pair"),
        ("2c3d", "Kh9s7d2h", "low pair"),
    ],
    "ace high, king high, nothing": [
        ("AcKd", "8h7s3c2d9h", "ace high"),
        ("AhKh", "Qh7h2c4d3s", "ace high"),
        ("Kc9d", "Ah7s2h", "king high"),
        ("Qc2d", "Kh8s7c", "nothing"),
    ],
    "flush draw": [
        ("AhQh", "Kh7h2c", "ace high; nut flush draw, backdoor straight draw"),
        ("QhJh", "Kh7h2c", "nothing; flush draw, backdoor straight draw"),
        ("Kh3h", "Ah7h2c", "king high; nut flush draw, backdoor straight draw"),
        ("AhKc", "Qh7h2h", "ace high; nut flush draw, two overcards, backdoor straight draw"),
        ("JcTd", "Qh7h2h", "nothing; backdoor straight draw"),
        ("AcKd", "Qh7h4h2h", "ace high; two overcards"),
        ("AhKh", "Qh7h4d2c", "ace high; nut flush draw, two overcards"),
    ],
    "open-ended, double gutshot, gutshot": [
        ("JcTd", "9h8s2c", "nothing; open-ended, two overcards"),
        ("JcTd", "KsQh2c", "nothing; open-ended"),
        ("5c4d", "Kc3h2s", "nothing; open-ended"),
        ("AcKd", "QhJs2c", "ace high; gutshot, two overcards"),
        ("Ac4d", "Kc3h2s", "ace high; gutshot"),
        ("Kc9d", "JhTs7c", "king high; double gutshot"),
        ("9c5d", "Jh8s7c", "nothing; double gutshot"),
        ("9c2d", "8h6s5c3h", "nothing; double gutshot"),
        ("Qc2d", "Jh9s8c", "nothing; gutshot"),
        ("AcKd", "9h8s7d6c", "ace high; two overcards"),
        ("Jc2d", "9h8s7d6c", "nothing; gutshot"),
        ("4c2d", "9h8s7d6c", "nothing"),
    ],
    "combo draw": [
        ("JhTh", "9h8h2c", "nothing; combo draw, flush draw, open-ended, two overcards"),
        ("Ah5h", "9c4h3h", "ace high; combo draw, nut flush draw, gutshot"),
        ("Th9h", "Tc8h7h", "top pair, weak kicker; combo draw, flush draw, open-ended"),
    ],
    "backdoor": [
        ("AhKh", "Th9h2c", "ace high; nut flush draw, two overcards, backdoor straight draw"),
        ("AhKh", "Qh7s2c", "ace high; two overcards, backdoor flush draw, backdoor straight draw"),
        ("AhKc", "Qh7h2s", "ace high; two overcards, backdoor flush draw, backdoor straight draw"),
        ("QcTd", "Ah7s2c", "nothing; backdoor straight draw"),
        ("Kc4d", "Ah7s2c", "king high; backdoor straight draw"),
        ("Jc9d", "Ah7s2h", "nothing; backdoor straight draw"),
        ("AcQd", "Kh7s7d", "ace high; backdoor straight draw"),
        ("Kc2d", "7h6s5c", "king high"),  # with a four and a three the board has the straight
        ("KcTd", "7h6s5c", "king high; two overcards, backdoor straight draw"),
    ],
    "two overcards": [
        ("AcKd", "8h8s3c", "ace high; two overcards"),
        ("KcQd", "Jh7s7d", "king high; two overcards, backdoor straight draw"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("row", CASES)
def test_hands_picked_from_the_table(row: str) -> None:
    wrong = {}
    for hand, board, said in CASES[row]:
        found = str(describe(hand, board=board))
        if found != said:
            wrong[hand, board] = (found, said)
    assert not wrong


def _boards(size: int, count: int) -> list[tuple[int, ...]]:
    """Random boards, half of them of few ranks and suits, where the corners are."""
    rng = random.Random(seed(12) + size)
    near = [card for card in range(52) if card % 4 < 3 and 16 <= card < 44]
    decks = (range(52), near)
    return [tuple(rng.sample(decks[number % 2], size)) for number in range(count)]


def _as_said(board: tuple[int, ...]) -> list[tuple[object, ...]]:
    """All hands of a board by the oracle: class, detail, draws, suited cards."""
    found: list[tuple[object, ...]] = []
    hands = [hand for hand in combinations(range(52), 2) if not set(hand) & set(board)]
    made = [oracle.made(hand, board) for hand in hands]
    scores = {"straight": oracle.straight_of, "flush": oracle.top_of_flush}
    places = {
        name: sorted({top(h, board) for h, m in zip(hands, made, strict=True) if m == name})[::-1]
        for name, top in scores.items()
    }
    for hand, name in zip(hands, made, strict=True):
        detail: object = None
        if name in scores:
            detail = 1 + places[name].index(scores[name](hand, board))
        elif name == "two pair":
            detail = oracle.two_pair(hand, board)
        elif name == "top pair":
            detail = oracle.kicker(hand, board)
        plays = len(board) == 5 and score(hand + board) == score(board)
        draws, suited = oracle.draws(hand, board, name), oracle.suited(hand, board)
        found.append((name, detail, frozenset(draws), suited, plays))
    return found


def _as_found(board: tuple[int, ...]) -> list[tuple[object, ...]]:
    """The same by the package."""
    on_board = holdings_on(board)
    found: list[tuple[object, ...]] = []
    for index in np.flatnonzero(on_board.possible):
        holding = holding_at(on_board, Combo.at(int(index)), format_cards(board))
        detail = holding.kicker or holding.two_pair or holding.place
        suited = int(on_board.suited[index])
        draws = frozenset(holding.draws)
        found.append((holding.made, detail, draws, suited, holding.plays_the_board))
    return found


def _compare(size: int, count: int) -> None:
    for board in _boards(size, count):
        hands = [Combo.at(int(index)) for index in np.flatnonzero(holdings_on(board).possible)]
        both = zip(hands, _as_found(board), _as_said(board), strict=True)
        wrong = [(str(hand), found, said) for hand, found, said in both if found != said]
        assert not wrong, (format_cards(board), wrong[:5])


@pytest.mark.parametrize(("size", "count"), [(3, 8), (4, 4), (5, 2)])
def test_every_hand_of_random_boards(size: int, count: int) -> None:
    _compare(size, rounds(count))


@slow
@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_hand_of_many_random_boards(size: int) -> None:
    _compare(size, rounds(200))


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_nut_flush_or_straight_is_beaten_by_no_other(size: int) -> None:
    """The place of a flush goes by its highest hole card: nobody else can hold that one."""
    for board in _boards(size, rounds(6)):
        on_board = holdings_on(board)
        for kind in (Made.FLUSH, Made.STRAIGHT):
            members = np.flatnonzero(on_board.made == kind)
            hands = [tuple(int(card) for card in COMBO_CARDS[index]) for index in members]
            scores = {hand: score(hand + board) for hand in hands}
            for index, hand in list(zip(members, hands, strict=True))[::7]:
                others = [other for other in hands if not {*other} & {*hand}]
                beaten = any(scores[other] > scores[hand] for other in others)
                assert beaten == (on_board.detail[index] > 1), (format_cards(board), hand)


def test_suits_may_be_relabelled() -> None:
    for size in (3, 4, 5):
        for board in _boards(size, rounds(4)):
            here = holdings_on(board)
            for suits in RELABELLINGS[1:]:
                there = holdings_on([relabelled(card, suits) for card in board])
                image = images()[suits]
                for name in ("made", "detail", "draws", "suited", "plays_the_board"):
                    assert (getattr(there, name)[image] == getattr(here, name)).all()


def test_all_combos_of_a_board() -> None:
    flop = holdings_on("Th9h2c")
    assert flop.possible.sum() == 1176
    assert (flop.made[~flop.possible] == NO_HAND).all()
    assert (flop.main_draw[~flop.possible] == NO_HAND).all()
    assert flop.made[flop.possible].max() == Made.NOTHING
    assert len(flop.made) == COMBOS
    assert holdings_on("2c 9h Th") is flop  # in any order
    with pytest.raises(ValueError, match="read-only"):
        flop.made[0] = 1


def test_the_best_draw_puts_a_hand_in_one_class() -> None:
    flop = holdings_on("9h8h2c")
    order = list(Draw)
    assert order[flop.main_draw[Combo("JhTh").index]] is Draw.COMBO_DRAW
    assert order[flop.main_draw[Combo("AhKh").index]] is Draw.NUT_FLUSH_DRAW
    assert order[flop.main_draw[Combo("JcTd").index]] is Draw.OPEN_ENDED
    assert flop.main_draw[Combo("9c9d").index] == len(order)


def test_a_holding_as_data() -> None:
    holding = describe(Combo("AhKh"), "Th 9h 2c")
    assert holding == describe(["Kh", "Ah"], board=["Th", "9h", "2c"])
    assert holding.to_dict() == {
        "hand": "AhKh",
        "board": "Th9h2c",
        "made": "ace high",
        "kicker": None,
        "two_pair": None,
        "place": None,
        "draws": ["nut flush draw", "flush draw", "two overcards", "backdoor straight draw"],
        "plays_the_board": False,
    }
    assert pickle.loads(pickle.dumps(holding)) == holding  # noqa: S301
    assert describe("9c8d", "7h6s5d").nut
    assert describe("2c3c", "AhKhQhJhTh").plays_the_board
    with pytest.raises(AttributeError):
        holding.made = "quads"  # type: ignore[misc]
    assert isinstance(holding, Holding)


@pytest.mark.parametrize(
    ("hand", "board", "message"),
    [
        ("AhKh", "Th9h", "2 cards, but a board has 3, 4 or 5 here"),
        ("AhKh", "Th9h2c3c4c5c", "6 cards"),
        ("AhKh", "Ah9h2c", "hand AhKh: Ah is on the board Ah9h2c"),
        ("AhKhQh", "Th9h2c", "two cards expected, 3 given"),
        ("AhAh", "Th9h2c", "appears twice"),
        ("AKs", "Th9h2c", "is not a card"),
        ("AhKh", "Th9h2x", "is not a card"),
        (5, "Th9h2c", "cards 5"),
        ("AhKh", None, "cards None"),
    ],
)
def test_what_is_no_hand_or_board(hand: str, board: str, message: str) -> None:
    with pytest.raises(RunoutError, match=message) as caught:
        describe(hand, board)
    at_a_place = "not a card" in message or "twice" in message
    assert isinstance(caught.value, NotationError) == at_a_place


def test_any_number_of_threads() -> None:
    boards = _boards(4, 40)
    found: list[list[int]] = []

    def ask() -> None:
        found.append([int(holdings_on(board).draws.sum()) for board in boards])

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert all(one == found[0] for one in found)
