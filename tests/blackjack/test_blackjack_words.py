"""Rules, shoes, cards and charts as text."""

import copy
import pickle
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runout import RunoutError
from runout import blackjack as bj
from runout.blackjack.card_values import parse_values
from runout.blackjack.strategy import HARD_TOTALS

RULES = st.builds(
    bj.Rules,
    decks=st.none() | st.integers(1, 8),
    h17=st.booleans(),
    hole=st.sampled_from(["PEEK", "ENHC", "OBO"]),
    double=st.sampled_from(["DOA", "D9", "D10"]),
    long_doubles=st.booleans(),
    soft_doubles=st.booleans(),
    das=st.booleans(),
    splits=st.integers(0, 3),
    rsa=st.booleans(),
    hsa=st.booleans(),
    surrender=st.sampled_from(["", "LS", "ES", "ES10", "ESA"]),
    pays=st.sampled_from(["3:2", "6:5", "1:1", "7:5", "2:1"]),
)


@given(rules=RULES)
def test_rules_round_trip(rules: bj.Rules) -> None:
    assert bj.Rules(str(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301 - our own bytes


@pytest.mark.parametrize("strategy", ["optimal", "basic"])
def test_values_of_a_table_go_to_other_processes(strategy: str) -> None:
    table = bj.table_ev(bj.Shoe(decks=1).without("5 5 T"), "1D H17 DAS", strategy, name="mine")
    for again in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table)):  # noqa: S301
        assert again == table
        assert again.strategy == "mine"
        assert again.deals() == table.deals()
        assert bj.table_ev(table.shoe, table.rules, again.plays).ev == table.ev


def test_rules_read_as_players_write_them() -> None:
    assert str(bj.Rules("8D S17 DAS SPL3 LS 3:2")) == "8D S17 DAS SPL3 LS 3:2"
    assert bj.Rules() == bj.Rules("S17 PEEK DOA DAS SPL3 3:2")
    assert bj.Rules("6d h17 enhc, 6:5") == bj.Rules(decks=6, h17=True, hole="ENHC", pays=1.2)
    assert bj.Rules("NOSPLIT").hands == 1
    assert bj.Rules("SPL3").ace_hands == 2
    assert bj.Rules("SPL3 RSA").ace_hands == 4
    assert bj.Rules("7:5").pays == Fraction(7, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("S17 H17", "'H17' contradicts 'S17'"),
        ("6D LS ES10", "'ES10' contradicts 'LS'"),
        ("NOSPLIT SPL3", "'SPL3' contradicts 'NOSPLIT'"),
        ("3:2 6:5", "'6:5' contradicts '3:2'"),
        ("4D 8D", "'8D' contradicts '4D'"),
        ("DOA D9", "'D9' contradicts 'DOA'"),
        ("9D", "'9D' is not a number of decks"),
        ("0:1", "'0:1' is not a payout"),
        ("S18", "'S18' is not a rule"),
    ],
)
def test_bad_rules_are_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(RunoutError, match=re.escape(message)):
        bj.Rules(text)


@pytest.mark.parametrize(
    "given", [{"decks": 9}, {"hole": "PEAK"}, {"pays": 0}, {"splits": 4}, {"h17": 1}, {"foo": 1}]
)
def test_bad_keywords_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(RunoutError, match=next(iter(given))):
        bj.Rules("", **given)


def test_keywords_must_not_contradict_the_text() -> None:
    with pytest.raises(RunoutError, match="contradicts"):
        bj.Rules("S17", h17=True)


def test_shoes() -> None:
    shoe = bj.Shoe(decks=8).without("5 5 6 T")
    assert shoe.counts == (32, 32, 32, 32, 30, 31, 32, 32, 32, 127)
    assert bj.Shoe(str(shoe)).counts == shoe.counts
    assert bj.Shoe("6D") == bj.Shoe(decks=6)
    assert bj.Shoe("4,4,4,4,4,4,4,4,4,16").counts == bj.Shoe(decks=1).counts
    assert bj.Shoe(counts={"A": 32, "10": 1, "K": 2}).counts == (32, *[0] * 8, 3)
    assert bj.Shoe(decks=1).without("K♦ Qd").counts[9] == 14


def test_suits_are_known_while_they_are_given() -> None:
    suited = bj.Shoe(decks=2).without("Kd K♦")
    assert suited.suited is not None
    assert sum(suited.suited) == suited.cards == 102
    assert suited.without("K").suited is None
    with pytest.raises(RunoutError, match="too many of Kd"):
        suited.without("Kd")


@pytest.mark.parametrize(
    "text", ["7X", "A=4 B=3", "A=4 A=4", "1,2,3", "9D", "0D", "A=4 2=4 T=99999", "A=-1"]
)
def test_bad_shoes_are_refused(text: str) -> None:
    with pytest.raises(RunoutError):
        bj.Shoe(text)


def test_bad_cards_are_pointed_at() -> None:
    with pytest.raises(RunoutError, match="'x9' is not a card"):
        parse_values("T6 x9")
    with pytest.raises(RunoutError, match="the shoe has 4 of A"):
        bj.Shoe(decks=1).without("A A A A A")


def test_hands_are_checked() -> None:
    shoe = bj.Shoe(decks=1)
    for hand, up, message in [
        ("T", "6", "two cards or more"),
        ("T T 5", "6", "25 points, which is bust"),
        ("AAAA", "A", "5 of A are needed"),
        ("T6", "T5", "the dealer shows one"),
    ]:
        with pytest.raises(RunoutError, match=re.escape(message)):
            bj.hand_ev(hand, up, shoe, "6D")
    only_tens = bj.Shoe(counts={"A": 1, "9": 2, "T": 9})
    with pytest.raises(RunoutError, match="sure to have a blackjack"):
        bj.hand_ev("99", "A", only_tens, "")


@pytest.mark.parametrize("rules", ["8D S17", "8D H17", "2D ENHC NDAS"])
def test_charts_round_trip(rules: str, tmp_path: Path) -> None:
    chart = bj.basic_strategy(rules)
    file = tmp_path / "mine.txt"
    file.write_text(f"# my chart\n{chart}\n")
    again = bj.Chart.load(file)
    assert (again.hard, again.soft, again.pairs) == (chart.hard, chart.soft, chart.pairs)
    assert again.name == "mine.txt"


def test_bad_charts_are_refused() -> None:
    good = str(bj.basic_strategy("8D")).splitlines()
    for line, message in [
        ("H 16 SSSSSHHRR", "9 plays"),
        ("H 16 SSSSSHHRRX", "'X' is no play"),
        ("H 22 SSSSSSSSSS", "'22' is no row"),
        ("hello", "is not a row"),
        ("H 16 PPPPPPPPPP", "'P' is no play"),
    ]:
        with pytest.raises(RunoutError, match=re.escape(message)):
            bj.Chart.parse("\n".join([line, *good]))
    with pytest.raises(RunoutError, match="row 'H 4' is missing"):
        bj.Chart.parse("\n".join(good[1:]))
    with pytest.raises(RunoutError, match="no-such-file"):
        bj.Chart.load("no-such-file")


def test_the_best_chart_of_a_shoe_game_is_the_standard_one() -> None:
    for words in ("8D S17 LS", "6D S17 LS", "8D H17 LS", "6D H17 LS"):
        made, standard = bj.chart(words).chart, bj.basic_strategy(words)
        assert made.pairs == standard.pairs
        assert made.soft[1:] == standard.soft[1:]  # soft 12 is a pair of aces
        for total, row, wanted in zip(HARD_TOTALS, made.hard, standard.hard, strict=True):
            # With three cards or more, 16 against a ten stands.
            assert row == (wanted.replace("RRR", "RrR") if total == 16 else wanted)


def test_no_chart_beats_the_best_one_and_the_optimum_beats_it() -> None:
    for words in ("1D H17 NDAS NOSPLIT", "2D S17 ENHC NOSPLIT ES", "1D D10 NDSOFT NOSPLIT LS"):
        rules = bj.Rules(words)
        shoe = bj.Shoe(decks=rules.decks)
        best = bj.table_ev(shoe, rules, bj.chart(rules).chart).ev
        assert best >= bj.table_ev(shoe, rules, bj.basic_strategy("8D")).ev
        assert best <= bj.table_ev(shoe, rules).ev


def test_a_chart_falls_back_where_the_rules_forbid() -> None:
    rules = bj.Rules("8D NOSPLIT")
    table = bj.table_ev(bj.Shoe(decks=8), rules, "basic")
    assert {deal.action for deal in table.deals()} <= {0, 1, 2}


def test_chart_cost_adds_up() -> None:
    for words in ("8D LS", "6D ENHC NOSPLIT", "2D ES SPL1"):
        rules = bj.Rules(words)
        shoe = bj.Shoe(decks=rules.decks)
        cells = bj.chart_cost("basic", shoe, rules)
        whole = bj.table_ev(shoe, rules).ev - bj.table_ev(shoe, rules, "basic").ev
        assert sum(cell.cost for cell in cells) == pytest.approx(whole, abs=1e-12)
        assert sum(cell.chance for cell in cells) == pytest.approx(1, abs=1e-12)


def test_early_surrender_makes_values_unconditional() -> None:
    shoe = bj.Shoe(decks=6)
    early, plain = (bj.hand_ev("T6", "A", shoe, words) for words in ("ES", ""))
    natural = 96 - 1
    chance = natural / (312 - 3)
    assert early.surrender == pytest.approx(-0.5)
    assert plain.hit is not None
    assert early.hit == pytest.approx(plain.hit * (1 - chance) - chance)
    assert bj.hand_ev("T6", "A", shoe, "ES10").surrender is None


@pytest.mark.parametrize(
    ("counts", "words", "message"),
    [
        ([0, 0, 0, 0, 0, 0, 0, 0, 4, 0], "NOSPLIT", "a draw to 99"),
        ([2, 4, 0, 0, 0, 0, 0, 0, 0, 0], "NOSPLIT", "a draw of the dealer"),
        ([0, 0, 0, 0, 0, 0, 0, 8, 0, 0], "SPL3", "split of 88"),
        ([1, 1, 1, 0, 0, 0, 0, 0, 0, 0], "NOSPLIT", "at least four"),
    ],
)
def test_shoes_that_run_out_are_refused(counts: list[int], words: str, message: str) -> None:
    with pytest.raises(RunoutError, match=message):
        bj.table_ev(bj.Shoe(counts=counts), words)
