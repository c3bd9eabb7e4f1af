"""What a question will take is foreseen by how much there is to count or to deal.

`python -m benchmarks foreseen` compares the seconds.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from runout.defaults import TIME_LIMIT
from runout.threads import thread_count
from runout.web.equity_question import EquityQuestion
from runout.web.studio_jobs import LONG

FLOP = "Td9c6h"  # no two suits are alike there
THREE_RANGES = ("22+,A2s+,KTs+,AJo+", "55+,A8s+,KTs+", "77+,ATs+,KQs")


def expected(*players: str, **more: Any) -> float:  # noqa: ANN401 - settings of all kinds
    question = EquityQuestion(players, **more)
    return question.expected_seconds(question.check())


def test_more_hands_and_boards_take_longer() -> None:
    first, second, third = THREE_RANGES
    turn = expected(first, second, third, board=FLOP + "2c", method="exact")
    flop = expected(first, second, third, board=FLOP, method="exact")
    wide = expected("random", "random", "random", board=FLOP, method="exact")
    for less, more in pairwise((expected("AhKh", "QQ", board=FLOP), turn, flop, wide)):
        assert less < more


def test_next_cards_are_counted_one_by_one() -> None:
    """All turns have twice the boards of a flop, 49 x 48 against 49 x 48 / 2, and all rivers those
    of the turn."""
    for board, boards in ((FLOP, 2), (FLOP + "2c", 1)):
        once, beside = (
            expected(*THREE_RANGES, board=board, method="exact", next_cards=cards)
            for cards in (False, True)
        )
        assert beside == pytest.approx((1 + boards) * once, rel=0.2)


def test_random_deals_take_until_a_limit() -> None:
    many = ["random"] * 9
    assert expected(*many) == TIME_LIMIT
    assert expected(*many, seconds=60) == 60
    assert expected(*many, samples=1000) < 0.1
    assert expected(*many, samples=10**12) > LONG
    assert expected(*many, samples=10**12, seconds=3) == 3
    assert expected(*many, precision=0.01) < 0.1
    for precision in (1e-7, 1e-200, 5e-324):  # which nothing else would end
        assert expected(*many, precision=precision) > LONG
    more = expected(*many, board=FLOP, samples=10**6, next_cards=True)
    assert more > 40 * TIME_LIMIT  # each card is dealt for as long as is usual


def test_auto_is_exact_where_that_is_quick() -> None:
    exact = expected(*THREE_RANGES, board=FLOP, method="exact")
    assert exact * thread_count(None) < 1
    assert expected(*THREE_RANGES, board=FLOP) == exact
    assert expected(*THREE_RANGES, board=FLOP, samples=10**12) == exact
    assert expected(*THREE_RANGES, board=FLOP, samples=10**12, method="monte_carlo") > LONG
