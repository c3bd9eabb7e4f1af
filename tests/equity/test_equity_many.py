"""Many questions in one call are the same questions one by one."""

import _thread
import random
import threading
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runout import EquityTable, RunoutError, equity, equity_many
from runout.cards import DECK, format_cards
from tests.marks import kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

pytestmark = kernels


def questions(count: int, players: int, board: int, seed: int) -> tuple[list, list]:  # type: ignore[type-arg]
    generator = random.Random(seed)
    decks = [generator.sample(DECK, 2 * players + board) for _ in range(count)]
    hands = [[deck[2 * p : 2 * p + 2] for p in range(players)] for deck in decks]
    return hands, [deck[2 * players :] for deck in decks]


def assert_same(table: EquityTable, row: int, hands: list, board: list, dead: str = "") -> None:  # type: ignore[type-arg]
    one = equity(*hands, board=board, dead=dead, method="exact")
    for player, expected in enumerate(one.players):
        assert table.equity[row, player] == expected.equity
        assert table.win[row, player] == expected.win
        assert table.tie[row, player] == expected.tie
        assert table.lose[row, player] == expected.lose
        assert table.wins[row, player] == expected.wins
        assert table.ties[row, player] == expected.ties
    assert table.total[row] == one.total


@pytest.mark.parametrize("board", [0, 3, 4, 5])
@pytest.mark.parametrize("players", [2, 3, 6, 23])
def test_each_row_is_what_equity_gives(players: int, board: int) -> None:
    count = 3 if board == 0 and players > 2 else 20
    hands, boards = questions(count, players, board, seed=players + board)
    table = equity_many(np.array(hands), np.array(boards), threads=2)
    assert len(table) == count
    for row in range(count):
        assert_same(table, row, hands[row], boards[row])
    assert table.equity.sum(axis=1) == pytest.approx(np.ones(count))


def test_boards_of_all_lengths_together_and_dead_cards() -> None:
    hands = [["AhKh", "QcQd"], ["7h6h", "AsAd"], ["2c2d", "9c9d"], ["AhKh", "QcQd"]]
    boards = ["", "Ks7d2h", "Ks7d2h8s", "Ks7d2h8s5s"]
    table = equity_many(hands, boards, dead="Js Jc")
    for row, (question, board) in enumerate(zip(hands, boards, strict=True)):
        assert_same(table, row, question, [board][0], "Js Jc")  # type: ignore[arg-type]
    assert equity_many(hands[:1], None).total.tolist() == [1_712_304]


def test_one_board_for_all() -> None:
    hands = [["AhKh", "QcQd"], ["7h6h", "AsAd"]]
    board = "Ks7d2h9c3s"
    expected = equity_many(hands, [board, board])
    for given_board in (board, np.array(expected.boards[0]), list(expected.boards[0].tolist())):
        assert (equity_many(hands, given_board).equity == expected.equity).all()


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.int32, np.int64, np.uint64])
def test_any_integers_in_any_layout(dtype: type) -> None:
    hands, boards = questions(50, 2, 5, seed=1)
    expected = equity_many(hands, boards)
    wide: NDArray[np.integer] = np.asfortranarray(np.array(hands, dtype=dtype))
    other: NDArray[np.integer] = np.asfortranarray(np.array(boards, dtype=dtype))
    assert (equity_many(wide, other).equity == expected.equity).all()
    turned: NDArray[np.integer] = np.array(hands, dtype=dtype)[::-1]
    assert (equity_many(turned, boards[::-1]).equity == expected.equity[::-1]).all()


def test_the_table_keeps_its_questions() -> None:
    """Whoever asks in portions fills the same array again."""
    hands = np.array([[[50, 46], [40, 41]]], dtype=np.uint8)
    table = equity_many(hands)
    before = table.to_dict()
    hands[:] = [[[0, 1], [2, 3]]]
    assert table.to_dict() == before


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_threads_do_not_change_the_answer(threads: int) -> None:
    hands, boards = questions(2000, 3, 4, seed=2)
    one = equity_many(hands, boards, threads=1)
    other = equity_many(hands, boards, threads=threads)
    for name in ("wins", "ties", "pots", "total"):
        assert (getattr(one, name) == getattr(other, name)).all()


@pytest.mark.parametrize("boards", [None, "", (), [], np.zeros((2, 0), int), [None, ""]])
def test_no_boards_in_all_words_for_it(boards: object) -> None:
    hands = [["AhKh", "QcQd"], ["2c2d", "AsKs"]]
    first = equity("AhKh", "QcQd").players[0].equity
    assert equity_many(hands, boards).equity[0, 0] == first  # type: ignore[arg-type]


def test_masked_cards_are_not_taken_for_known_ones() -> None:
    hands = np.ma.array([[[50, 46], [40, 41]], [[0, 4], [8, 12]]])
    equity_many(hands)
    hands[1, 0, 1] = np.ma.masked
    with pytest.raises(RunoutError, match=r"^hands: question 1: a masked card, but all must be"):
        equity_many(hands)


def test_none_at_all() -> None:
    table = equity_many(np.zeros((0, 2, 2), dtype=int), np.zeros((0, 5), dtype=int))
    assert len(table) == 0
    assert table.equity.shape == (0, 2)
    assert table.to_dict()["equity"] == []


def test_columns_and_frames() -> None:
    table = equity_many([["AhKh", "QcQd"], ["7c2d", "AsAd"]], ["Ks7d2h9c3s", ""])
    columns = table.to_dict()
    assert columns["question"] == [0, 0, 1, 1]
    assert columns["player"] == [1, 2, 1, 2]
    assert columns["hand"] == ["AhKh", "QcQd", "7c2d", "AsAd"]
    assert columns["board"] == ["Ks7d2h9c3s", "Ks7d2h9c3s", "", ""]
    assert columns["boards"] == [1, 1, 1_712_304, 1_712_304]
    assert len(table.to_frame()) == 4
    assert repr(table) == "EquityTable(2 questions, 2 players)"


@pytest.mark.parametrize(
    ("hands", "boards", "message"),
    [
        ([["AhKh", "QcQd"], ["AhKh", "AhQd"]], None, "question 1: Ah is there twice"),
        ([["AhKh", "QcQd"]], ["Ah7d2h"], "question 0: Ah is there twice"),
        ([["AhKh", "QcQd"]], ["7d2h"], "question 0: a board of 2 cards"),
        ([["AhKh", "QcQd"]], ["7d2h9c3s5s6s"], "question 0: a board of 6 cards"),
        ([["AhKh", "QcQd"], ["AhK", "QcQd"]], None, "question 1: hand"),
        ([["AhKh", "QcQd"], ["Ah", "QcQd"]], None, "question 1: hand 'Ah': two cards, not 1"),
        ([["AhKh", "QcQd"], ["AhKh"]], None, "question 1: 1 hands, but 2"),
        ([["AhKh"]], None, "1 player, but 2 to 23"),
        ([["AhKh", "QcQd"]], ["", ""], "boards: 2 for 1 questions"),
        ([[[0, 1], [2, 52]]], None, "question 0: 52 is not a card id"),
        ([[[0, 1], [2, -1]]], None, "question 0: -1 is not a card id"),
        ([[[0, 1], [2, 3]]], [[4, 5, 99]], "question 0: 99 is not a card id"),
        ([[[0, 1], [2, 255]]], None, "question 0: 255 is not a card id"),
        ([[[0, 1], [2, 3]]], [[4, 5, 255]], "question 0: 255 is not a card id"),
        ([[0, 1], [2, 3]], None, "hands"),
        ([[[0, 1, 2], [3, 4, 5]]], None, "hands: shape"),
        ([[[0.5, 1], [2, 3]]], None, "question 0"),
        ([[[True, False], [True, False]]], None, "question 0"),
        ("AhKh", None, "a list is expected"),
        (5, None, "hands"),
        (None, None, "hands"),
        ([["AhKh", None]], None, "question 0"),
        ([None], None, "question 0"),
        ([["AhKh", "QcQd"]], 5, "boards"),
        ([["AhKh", "QcQd"]], [[[1, 2, 3]]], "boards: shape"),
        (np.zeros((3, 24, 2), dtype=int), None, "24 players"),
        (np.zeros((3, 2, 2), dtype=float), None, "question 0"),
    ],
)
def test_what_is_refused(hands: object, boards: object, message: str) -> None:
    with pytest.raises(RunoutError, match=message):
        equity_many(hands, boards)  # type: ignore[arg-type]


def test_dead_cards_are_refused_in_hands_and_must_leave_enough() -> None:
    with pytest.raises(RunoutError, match="question 0: Kh is a dead card"):
        equity_many([["AhKh", "QcQd"]], dead="Kh")
    hands, _ = questions(1, 23, 0, seed=1)
    left = [card for card in DECK if not any(card in hand for hand in hands[0])]
    with pytest.raises(RunoutError, match="53 cards"):
        equity_many(hands, dead=left[:2])


ids = st.integers(-2, 260)


@settings(max_examples=200)
@given(
    st.lists(st.lists(st.lists(ids, max_size=3), max_size=4), max_size=3), st.lists(ids, max_size=6)
)
def test_odd_input_never_crashes(hands: list, board: list) -> None:  # type: ignore[type-arg]
    try:
        table = equity_many(hands, board)
    except RunoutError:
        return
    assert np.isfinite(table.equity).all()


def test_ctrl_c_ends_a_question_of_minutes() -> None:
    hands, _ = questions(100_000, 6, 0, seed=3)
    started = time.perf_counter()
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        equity_many(np.array(hands), threads=2)
    assert time.perf_counter() - started < 60


def test_hands_in_the_words_of_players() -> None:
    by_text = equity_many([["Ah Kh", "Q♣Q♦"]], ["Ks, 7d 2h"])
    assert format_cards(by_text.hands[0, 0]) == "AhKh"
    assert_same(by_text, 0, ["AhKh", "QcQd"], ["Ks", "7d", "2h"])
