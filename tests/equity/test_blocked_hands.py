"""Hands that block nearly all, or all, of what the others hold: absent or right, never noise."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, reject, settings
from hypothesis import strategies as st

from runout import Combo, EquityResult, Range, RunoutError, equity
from runout.cards import DECK, Card, parse_cards
from runout.combos import COMBOS, compatible_weight
from runout.equities import exact
from runout.equities.question import Question, ask
from tests.marks import kernels, levels
from tests.oracles import equity as oracle

pytestmark = [kernels, levels]

WEIGHTS = st.one_of(
    st.sampled_from([1.0, 0.1, 0.3, 1e-9, 1e-6, 3e-8]), st.floats(1e-9, 1, exclude_min=False)
)


@st.composite
def overlapping(draw: st.DrawFn) -> tuple[list[str], str]:
    """Two or three ranges over very few cards, and a turn or a river."""
    cards = draw(st.permutations(DECK))
    board = cards[: draw(st.sampled_from([4, 5, 5, 5]))]
    pool = cards[5 : 5 + draw(st.integers(6, 9))]
    hands = [f"{a}{b}" for i, a in enumerate(pool) for b in pool[i + 1 :]]
    players = [
        ",".join(
            f"{hand}:{draw(WEIGHTS)!r}"
            for hand in draw(st.lists(st.sampled_from(hands), min_size=1, max_size=6, unique=True))
        )
        for _ in range(draw(st.integers(2, 3)))
    ]
    return players, "".join(map(str, board))


NOTED = (
    [
        "7c4c:0.1,7s6h,Kh4c,8h4c,6h4s:0.1,6h4c",
        "Kh6h,8h7c,7s7c,7c6h,Kh4c,8h4s,7c4s,7s4c",
        "Kh7s,Kh7c,7s6h:0.1,Kh4c,7s4c",
    ],
    "5s2h3c7dAc",
)
BLOCKED_BY_TWO = (["AhKh,2c2d", "AhQh:.1,KhQs:.2,AhJs:.3,2h3h:1e-9"], "5s4h3c7dAc")


def by_oracle(question: Question) -> list[dict[oracle.Hand, oracle.Ended]]:
    ranges = [
        {(int(c.low), int(c.high)): Fraction(w) for c, w in Range.from_weights(player.weights)}
        for player in question.players
    ]
    return oracle.equity(ranges, question.board, question.dead)[2]


def assert_right(question: Question, way: str) -> None:
    """Every possible hand is there with the oracle's figures, and no other."""
    boards = exact.Way(way, 0.0, 1)
    totals = exact.count(question, boards, 1, None)
    for player, hands in enumerate(by_oracle(question)):
        expected = {Combo([DECK[card] for card in hand]).index: e for hand, e in hands.items()}
        dealt = totals.dealt[player]
        assert set(np.flatnonzero(dealt).tolist()) == set(expected)
        for index, (won, tied, pots, deals) in expected.items():
            for found, right in ((totals.won, won), (totals.tied, tied), (totals.share, pots)):
                chance = float(found[player, index] / dealt[index])
                assert 0 <= chance <= 1
                assert chance == pytest.approx(float(right / deals), abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(overlapping())
@example(NOTED)
@example(BLOCKED_BY_TWO)
def test_blocked_hands_agree_with_the_oracle(asked: tuple[list[str], str]) -> None:
    try:
        question = ask(asked[0], asked[1], "")
    except RunoutError:
        reject()  # nobody can be dealt a hand
    assert_right(question, "two" if len(asked[0]) == 2 else "three")


def _listed(result: EquityResult, player: int) -> list[str]:
    return [str(hand.combo) for hand in result.by_hand(player)]


def test_hands_that_cannot_be_dealt_are_absent() -> None:
    result = equity(*NOTED[0], board=NOTED[1])
    assert "Kh4c" not in _listed(result, 1)
    for player in range(3):
        for hand in result.by_hand(player):
            assert all(0 <= chance <= 1 for chance in (hand.win, hand.tie, hand.equity))


@pytest.mark.parametrize("board", ["", "2c3d5s", "2c3d5s7d8c"])
def test_two_ranges_before_the_flop_and_after(board: str) -> None:
    # One ace of hearts for three hands: 0.1 + 0.2 + 0.3 less its parts is not quite nothing.
    result = equity("AhKh,QdQc", "AhQh:.1,KhQs:.2,AhJs:.3,7h6h:1e-12", board=board)
    alone = equity("AhKh", "7h6h", board=board)
    by_hand = {str(hand.combo): hand for hand in result.by_hand(0)}
    assert by_hand["AhKh"].equity == pytest.approx(alone.players[0].equity, abs=1e-12)
    impossible = equity("AhKh,QdQc", "AhQh:.1,KhQs:.2,AhJs:.3", board=board)
    assert _listed(impossible, 0) == ["QdQc"]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, COMBOS - 1), WEIGHTS), min_size=1, max_size=6))
def test_compatible_weight_keeps_its_digits(held: list[tuple[int, float]]) -> None:
    weights = np.zeros(COMBOS)
    for index, weight in held:
        weights[index] = weight
    found = compatible_weight(weights)
    for index in {*(index for index, _ in held), 0, 1325}:
        cards = {*Combo.at(index)}
        apart = [Fraction(w) for i, w in dict(held).items() if not {*Combo.at(i)} & cards]
        right = float(sum(apart))
        assert found[index] == pytest.approx(right, rel=1e-10)
        assert (found[index] == 0) == (right == 0)


def test_a_flop_with_one_open_hand_among_many() -> None:
    # Three players who all but always hold the same two aces.
    hand: tuple[Card, ...] = parse_cards("AhAs")
    players = [f"{a}{b}:1" for a, b in [hand]] * 3
    rest = ["KdKc:1e-9", "QdQc:1e-9", "JdJc:1e-9"]
    result = equity(*(f"{p},{r}" for p, r in zip(players, rest, strict=True)), board="2c3d5s")
    aces = equity("AhAs", "QdQc", "JdJc", board="2c3d5s").players[0].equity
    by_hand = {str(one.combo): one.equity for one in result.by_hand(0)}
    assert by_hand["AsAh"] == pytest.approx(aces, rel=1e-9)
