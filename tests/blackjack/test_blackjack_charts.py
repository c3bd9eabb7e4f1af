"""The best chart: no change of any one cell makes it better."""

import random

import numpy as np
import pytest

from runout import blackjack as bj
from runout.blackjack.best_chart import _Column
from runout.blackjack.card_values import UPCARDS, VALUES
from runout.blackjack.hand_numbers import all_hands
from runout.blackjack.strategy import TOTAL_LETTERS, letter_actions
from tests.marks import slow, whole_solve
from tests.oracles.charts import LETTERS, best_change, with_row

RULES = ("1D H17 DAS", "2D ENHC NDAS SPL1 LS", "1D D9 DANY HSA RSA ES", "6D NOSPLIT")
MORE_RULES = (
    *("1D", "1D NDAS", "1D H17 NDAS LS", "1D D10 NDAS", "1D ENHC", "1D DANY", "1D SPL1 6:5"),
    *("1D H17 NOSPLIT", "1D ES RSA", "1D D9 HSA", "2D", "2D H17", "2D H17 NDAS D10", "2D LS RSA"),
    *(
        "2D ENHC ES10",
        "2D DANY H17 NDSOFT",
        "2D OBO ESA SPL2",
        "3D H17 HSA NDAS",
        "4D",
        "4D NDAS LS",
    ),
    *("4D ENHC HSA RSA", "5D D9 DANY", "6D H17", "6D ENHC NDAS", "6D LS D10 DANY", "6D ES"),
    *("7D NDSOFT SPL1", "8D", "8D H17 LS RSA HSA", "8D NDAS ENHC ES"),
)
SHOES = (
    "A=4 2=4 3=4 4=4 5=1 6=2 7=4 8=4 9=4 T=16",
    "A=9 2=2 3=3 4=2 5=1 6=2 7=3 8=4 9=4 T=8",
    "A=1 2=9 3=9 4=9 5=9 6=9 7=2 8=1 9=1 T=5",
)


def _is_best(rules: bj.Rules, shoe: bj.Shoe) -> None:
    gain, change = best_change(bj.chart(rules, shoe).chart, shoe, rules)
    assert gain < 1e-9, change


@whole_solve
@pytest.mark.parametrize("words", RULES)
def test_no_change_of_one_cell_gains(words: str) -> None:
    rules = bj.Rules(words)
    _is_best(rules, bj.Shoe(decks=rules.decks))


@slow
@pytest.mark.parametrize("words", MORE_RULES)
def test_no_change_of_one_cell_gains_under_many_rules(words: str) -> None:
    rules = bj.Rules(words)
    _is_best(rules, bj.Shoe(decks=rules.decks))


@slow
@pytest.mark.parametrize("counts", SHOES)
@pytest.mark.parametrize("words", ["", "DANY HSA", "ENHC LS H17"])
def test_no_change_of_one_cell_gains_with_odd_shoes(counts: str, words: str) -> None:
    _is_best(bj.Rules(words), bj.Shoe(counts))


def _random_chart(rng: random.Random) -> bj.Chart:
    def rows(part: str, size: int) -> tuple[str, ...]:
        return tuple("".join(rng.choices(LETTERS[part], k=10)) for _ in range(size))

    return bj.Chart(rows("hard", 18), rows("soft", 10), rows("pairs", 10))


@pytest.mark.parametrize("words", ["1D SPL3 RSA HSA LS", "2D NDAS ENHC ES DANY", "1D D9 SPL1"])
def test_gains_of_single_cells_are_those_of_whole_charts(words: str) -> None:
    """In a chart of random letters, where every kind of hand is held somewhere."""
    rng = random.Random(words)
    rules = bj.Rules(words)
    shoe, made = bj.Shoe(decks=rules.decks), _random_chart(rng)
    now = bj.table_ev(shoe, rules, made).by_upcard
    columns = {
        up: "".join(row[i] for row in made.totals + made.pairs) for i, up in enumerate(UPCARDS)
    }
    scores = {}
    for up, letters in columns.items():
        column = _Column(shoe, rules, letter_actions(rules), VALUES.index(up))
        scores[up] = column._scores(column.values(letters), letters)
    for cell in rng.sample(range(28), 8):
        part, number = ("hard", cell) if cell < 18 else ("soft", cell - 18)
        for code, letter in enumerate(TOTAL_LETTERS):
            other = with_row(made, part, number, letter * 10)
            then = bj.table_ev(shoe, rules, other).by_upcard
            for up, letters in columns.items():
                before = scores[up][TOTAL_LETTERS.index(letters[cell]), cell]
                gain = scores[up][code, cell] - before
                assert then[up] - now[up] == pytest.approx(gain, abs=1e-10), (cell, letter, up)


def test_single_deck_as_published() -> None:
    """The Wizard of Odds and others give -0.044 to -0.046 % for this game."""
    made = bj.chart("1D H17 DAS").chart
    assert made.letter("hard", 16, "T") == "H"
    ev = bj.table_ev(bj.Shoe(decks=1), "1D H17 DAS", made).ev
    assert 100 * ev == pytest.approx(-0.045, abs=0.0015)
    assert bj.table_ev(bj.Shoe(decks=1), "1D H17 DAS", "basic").ev == ev


def test_pairs_may_stand() -> None:
    assert bj.chart("1D").chart.letter("pair", "7", "T") == "S"


def test_a_double_of_a_chart_holds_for_longer_hands_where_they_may_double() -> None:
    made = bj.basic_strategy("6D")
    three = np.array([2, 3, 6]) - 1
    counts = np.zeros(10, int)
    counts[three] = 1
    hand = all_hands().numbers[tuple(counts)]
    plays = {
        words: made.plays(bj.Rules(words)).before[hand, 5] for words in ("", "DANY", "D9 DANY")
    }
    assert plays == {"": 1, "DANY": 2, "D9 DANY": 2}
    assert bj.chart("6D DANY").chart.letter("hard", 11, "6") == "D"
    lower, higher = (bj.table_ev(bj.Shoe(decks=6), w, made).ev for w in ("6D", "6D DANY"))
    assert higher > lower
