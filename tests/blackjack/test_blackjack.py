"""The engine against the shared values, the slow oracle and its own laws."""

import json
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runout import blackjack as bj
from runout.blackjack.card_values import VALUES
from tests.marks import slow, whole_solve
from tests.oracles import blackjack as oracle

REFERENCE: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "data" / "blackjack.json").read_text(encoding="utf-8")
)
NAMES = "-A23456789T"
WORDS = {"nosplit": "NOSPLIT", "nodas": "NDAS", "65": "6:5", "es": "ES", "full": "", "ls": "LS"}


def rules_of_tag(row: dict[str, Any]) -> bj.Rules:
    words = [WORDS.get(part, part.upper()) for part in row["tag"].split("_")]
    return bj.Rules(" ".join(words), h17=row["h17"], decks=row["decks"])


@pytest.mark.parametrize("row", REFERENCE["overall"], ids=lambda r: f"{r['decks']}D {r['tag']}")
def test_table_ev_of_full_shoes(row: dict[str, Any]) -> None:
    rules = rules_of_tag(row)
    table = bj.table_ev(bj.Shoe(decks=row["decks"]), rules)
    within = 1e-12 if rules.splits == 0 else 1e-11
    assert table.ev == pytest.approx(row["ev"], abs=within)
    for value, ev in zip(VALUES, row["by_upcard_A_to_T"], strict=True):
        assert table.by_upcard[value] == pytest.approx(ev, abs=within)


@pytest.mark.parametrize("row", REFERENCE["no_hole_card_and_early_surrender"])
def test_no_hole_card_and_early_surrender(row: dict[str, Any]) -> None:
    table = bj.table_ev(bj.Shoe(decks=row["decks"]), rules_of_tag(row))
    assert table.ev == pytest.approx(row["ev"], abs=1e-11)


@pytest.mark.parametrize("row", [*REFERENCE["fixed_chart"], *REFERENCE["fixed_chart_with_splits"]])
def test_the_standard_chart_on_a_full_shoe(row: dict[str, Any]) -> None:
    surrender = "LS" if row["ls"] else ""
    rules = bj.Rules(decks=8, h17=row["h17"], surrender=surrender, splits=row["max_hands"] - 1)
    fixed = bj.table_ev(bj.Shoe(decks=8), rules, bj.basic_strategy(rules))
    assert fixed.ev == pytest.approx(row["ev_td_fixed"], abs=1e-12)
    assert bj.table_ev(bj.Shoe(decks=8), rules).ev == pytest.approx(row["ev_cd_optimal"], abs=1e-12)
    for name, chance in row.get("outcome_probs", {}).items():
        if name not in ("ev", "sum"):
            assert getattr(fixed.outcome, name) == pytest.approx(chance, abs=1e-12)
    if rules.splits == 0:
        assert fixed.variance == pytest.approx(row["variance"], abs=1e-12)
    else:
        assert fixed.variance is None


@pytest.mark.parametrize("row", REFERENCE["depleted"], ids=lambda row: str(row["cards"]))
def test_depleted_shoes(row: dict[str, Any]) -> None:
    shoe = bj.Shoe(counts=row["shoe_A_to_T"])
    rules = bj.Rules(h17=row["h17"], surrender="LS" if row["ls"] else "")
    table = rules.replace(splits=0)
    assert bj.table_ev(shoe, table).ev == pytest.approx(row["ev_cd_nosplit"], abs=1e-12)
    assert bj.table_ev(shoe, table, "basic").ev == pytest.approx(row["ev_td_nosplit"], abs=1e-12)
    assert bj.table_ev(shoe, rules).ev == pytest.approx(row["ev_cd_spl3_das_cdz"], abs=1e-11)


@pytest.mark.parametrize("row", REFERENCE["small_shoe_exact"], ids=lambda row: str(row["name"]))
def test_small_shoes_with_splits(row: dict[str, Any]) -> None:
    given = row["rules"]
    rules = bj.Rules(
        splits=int(given["hands"]) - 1,
        rsa=int(given["ace_hands"]) > 2,
        h17="h17" in given,
        surrender="LS" if "ls" in given else "",
    )
    exact = Fraction(int(row["ev_num"]), int(row["ev_den"]))
    assert bj.table_ev(bj.Shoe(counts=row["shoe"]), rules).ev == pytest.approx(
        float(exact), abs=1e-13
    )


def test_cells_of_one_deck() -> None:
    shoe = bj.Shoe(decks=1)
    for cell in REFERENCE["cells_1D_S17_SPL3_DAS"]:
        hand = "".join(NAMES[card] for card in cell["hand"])
        found = bj.hand_ev(hand, NAMES[cell["up"]], shoe, "SPL3 DAS")
        if "stand_natural" in cell:
            assert (found.best, found.stand, found.hit) == ("stand", cell["stand_natural"], None)
            continue
        for action in ("stand", "hit", "double", "split"):
            wanted = cell.get(action)
            value = getattr(found, action)
            assert value == (None if wanted is None else pytest.approx(wanted, abs=1e-12))
        assert found.ev == max(value for _, value in found.ranked())


@pytest.mark.parametrize("table", REFERENCE["dealer_1D"], ids=lambda table: str(table["name"]))
def test_dealer(table: dict[str, Any]) -> None:
    shoe = bj.Shoe(counts=table["shoe_A_to_T"])
    for up, row in table["rows"].items():
        found = bj.dealer(NAMES[int(up)], shoe, bj.Rules(h17=table["h17"]))
        assert sum(found.values()) == pytest.approx(1, abs=1e-14)
        for end, chance in found.items():
            assert chance == pytest.approx(row[end], abs=1e-14)


SMALL = (2, 0, 2, 0, 2, 2, 0, 4, 0, 10)


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("NOSPLIT", oracle.Rules()),
        ("NOSPLIT H17 D9 LS", oracle.Rules(h17=True, double="D9", surrender="LS")),
        ("NOSPLIT DANY", oracle.Rules(long_doubles=True)),
        ("NOSPLIT D9 DANY", oracle.Rules(double="D9", long_doubles=True)),
        ("NOSPLIT D10 NDSOFT 6:5", oracle.Rules(double="D10", pays=Fraction(6, 5))),
        ("NOSPLIT NDSOFT", oracle.Rules(soft_doubles=False)),
        ("NOSPLIT ES", oracle.Rules(surrender="ES")),
        ("NOSPLIT ENHC LS", oracle.Rules(peek=False, surrender="LS")),
        ("ENHC SPL1", oracle.Rules(peek=False, hands=2, ace_hands=2)),
        ("SPL1 NDAS", oracle.Rules(das=False, hands=2, ace_hands=2)),
        ("SPL1 HSA H17", oracle.Rules(h17=True, hit_split_aces=True, hands=2, ace_hands=2)),
        pytest.param("SPL2 RSA", oracle.Rules(hands=3, ace_hands=3), marks=slow),
    ],
)
def test_the_slow_oracle_agrees(words: str, plain: oracle.Rules) -> None:
    exact = oracle.table_ev(SMALL, plain)
    assert bj.table_ev(bj.Shoe(counts=SMALL), words).ev == pytest.approx(float(exact), abs=1e-12)


def shoes(least: int = 0, most: int = 12) -> st.SearchStrategy[bj.Shoe]:
    counts = st.lists(st.integers(least, most), min_size=9, max_size=9)
    return st.builds(lambda low, tens: bj.Shoe(counts=[*low, tens]), counts, st.integers(4, 40))


@given(shoe=shoes(1), h17=st.booleans())
@settings(max_examples=25)
def test_dealer_rows_sum_to_one(shoe: bj.Shoe, h17: bool) -> None:
    for up in VALUES:
        row = bj.dealer(up, shoe, bj.Rules(h17=h17))
        assert sum(row.values()) == pytest.approx(1, abs=1e-12)
        assert min(row.values()) >= 0


@pytest.mark.parametrize("words", ["NOSPLIT LS", "SPL3 LS", "SPL2 RSA HSA H17", "ENHC SPL1 ES10"])
def test_a_fixed_strategy_is_worth_the_mean_over_the_next_card(words: str) -> None:
    shoe = bj.Shoe(decks=1).without("2 9 T")
    rules = bj.Rules(words)
    for strategy in (bj.basic_strategy(rules), bj.table_ev(shoe, rules).plays):
        mean = sum(
            count / shoe.cards * bj.table_ev(shoe.without(value), rules, strategy).ev
            for value, count in zip(VALUES, shoe.counts, strict=True)
        )
        assert mean == pytest.approx(bj.table_ev(shoe, rules, strategy).ev, abs=1e-13)


@whole_solve
@given(shoe=shoes(2))
@settings(max_examples=12)
def test_options_never_hurt(shoe: bj.Shoe) -> None:
    def ev(words: str) -> float:
        table = bj.table_ev(shoe, words)
        outcome = table.outcome
        chances = [outcome.win, outcome.lose, outcome.push, outcome.dwin, outcome.dlose]
        chances += [outcome.dpush, outcome.pbj, outcome.dbj, outcome.surrender, outcome.split]
        assert sum(chances) == pytest.approx(1, abs=1e-12)
        return table.ev

    base = ev("NOSPLIT D10")
    assert base <= ev("NOSPLIT D9") + 1e-13 <= ev("NOSPLIT") + 2e-13 <= ev("NOSPLIT DANY") + 3e-13
    assert ev("NOSPLIT NDSOFT") <= ev("NOSPLIT") + 1e-13
    assert ev("NOSPLIT") <= ev("NOSPLIT LS") + 1e-13
    assert ev("NOSPLIT") <= ev("NOSPLIT ES10") + 1e-13 <= ev("NOSPLIT ES") + 2e-13
    assert ev("NOSPLIT 6:5") <= ev("NOSPLIT 7:5") <= ev("NOSPLIT 3:2")
    assert ev("NOSPLIT ENHC") <= ev("NOSPLIT") + 1e-13
    assert ev("SPL3 OBO") == ev("SPL3")
    assert bj.table_ev(shoe, "NOSPLIT", "basic").ev <= ev("NOSPLIT") + 1e-13


@pytest.mark.parametrize(
    "counts",
    [
        [8] * 9 + [0],
        [0] + [8] * 8 + [30],
        [0] * 9 + [30],
        [0] * 4 + [40] + [0] * 5,
        [30] + [0] * 9,
        [4] + [0] * 8 + [60],
    ],
    ids=["no tens", "no aces", "tens only", "fives only", "aces only", "aces and tens"],
)
@pytest.mark.parametrize("words", ["NOSPLIT LS", "SPL3 RSA ES", "SPL1 ENHC H17"])
def test_odd_shoes_have_values(counts: list[int], words: str) -> None:
    table = bj.table_ev(bj.Shoe(counts=counts), words)
    assert -2 < table.ev < 8
    assert not any(math.isnan(value) for value in table.by_upcard.values())


def test_odd_shoes_agree_with_the_oracle() -> None:
    for counts in ([2, 0, 3, 4, 0, 3, 6, 4, 3, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 12]):
        exact = oracle.table_ev(tuple(counts), oracle.Rules(surrender="LS"))
        found = bj.table_ev(bj.Shoe(counts=counts), "NOSPLIT LS")
        assert found.ev == pytest.approx(float(exact), abs=1e-12)


def test_21_is_hit_where_that_leads_to_a_better_double() -> None:
    shoe, words = bj.Shoe("A=1 2=30"), "H17 ENHC DANY NDSOFT NOSPLIT"
    value = bj.hand_ev("A22222", "2", shoe, words)
    assert value.best == "hit"
    assert (value.hit, value.stand) == pytest.approx((2, 1))
    plain = oracle.Rules(h17=True, peek=False, long_doubles=True, soft_doubles=False)
    exact = oracle.table_ev(shoe.counts, plain)
    assert float(exact) == pytest.approx(1.871, abs=1e-3)
    assert bj.table_ev(shoe, words).ev == pytest.approx(float(exact), abs=1e-12)
    # The plays that were found are worth what was found, and are what the simulator plays.
    plays = bj.table_ev(shoe, words).plays
    assert bj.table_ev(shoe, words, plays).ev == pytest.approx(float(exact))
    dealt = bj.simulate(shoe, words, "optimal", rounds=100_000, penetration=None)
    assert dealt.ev == pytest.approx(float(exact), abs=5 * dealt.stderr)


@st.composite
def low_shoes(draw: st.DrawFn) -> tuple[int, ...]:
    """Aces and small cards, of which 21 is made in many steps."""
    counts = [draw(st.integers(1, 3)), *[0] * 9]
    for rank in draw(st.lists(st.integers(1, 5), min_size=1, max_size=2, unique=True)):
        counts[rank] = draw(st.integers(4, 10))
    counts[draw(st.integers(6, 9))] += draw(st.integers(0, 3))
    return tuple(counts)


OPTIONS = st.builds(
    oracle.Rules,
    h17=st.booleans(),
    peek=st.booleans(),
    double=st.sampled_from(["DOA", "D9", "D10"]),
    long_doubles=st.sampled_from([True, True, False]),
    soft_doubles=st.booleans(),
    das=st.booleans(),
    surrender=st.sampled_from(["", "LS"]),
)


def _agrees(shoe: tuple[int, ...], plain: oracle.Rules) -> None:
    rules = bj.Rules(
        h17=plain.h17,
        hole="PEEK" if plain.peek else "ENHC",
        double=plain.double,
        long_doubles=plain.long_doubles,
        soft_doubles=plain.soft_doubles,
        das=plain.das,
        splits=plain.hands - 1,
        surrender=plain.surrender,
    )
    try:
        exact = float(oracle.table_ev(shoe, plain))
    except oracle.EmptyShoeError:
        with pytest.raises(bj.EmptyShoeError):
            bj.table_ev(bj.Shoe(counts=shoe), rules)
    else:
        assert bj.table_ev(bj.Shoe(counts=shoe), rules).ev == pytest.approx(exact, abs=1e-12)


@given(shoe=low_shoes(), plain=OPTIONS)
@settings(max_examples=20)
def test_every_legal_action_is_considered(shoe: tuple[int, ...], plain: oracle.Rules) -> None:
    _agrees(shoe, plain)


@slow
@given(shoe=low_shoes(), plain=OPTIONS, hands=st.sampled_from([1, 2]))
@settings(max_examples=60)
def test_every_legal_action_is_considered_also_after_splits(
    shoe: tuple[int, ...], plain: oracle.Rules, hands: int
) -> None:
    _agrees(shoe, replace(plain, hands=hands, ace_hands=hands))


@st.composite
def tiny_shoes(draw: st.DrawFn) -> tuple[int, ...]:
    ranks = draw(st.lists(st.integers(0, 9), min_size=1, max_size=3, unique=True))
    counts = [0] * 10
    for rank in ranks:
        counts[rank] = draw(st.integers(1, 5))
    return tuple(counts)


@given(
    shoe=tiny_shoes(),
    play=st.sampled_from(
        [
            ("NOSPLIT", oracle.Rules()),
            ("NOSPLIT ENHC H17", oracle.Rules(peek=False, h17=True)),
            ("SPL1", oracle.Rules(hands=2, ace_hands=2)),
            ("SPL2 RSA HSA", oracle.Rules(hands=3, ace_hands=3, hit_split_aces=True)),
            ("SPL3 ES", oracle.Rules(hands=4, ace_hands=2, surrender="ES")),
        ]
    ),
)
@settings(max_examples=150)
def test_tiny_shoes_are_refused_exactly_where_play_runs_out(
    shoe: tuple[int, ...], play: tuple[str, oracle.Rules]
) -> None:
    words, plain = play
    if sum(shoe) < 4:
        return
    try:
        exact = float(oracle.table_ev(shoe, plain))
    except oracle.EmptyShoeError:
        with pytest.raises(bj.EmptyShoeError, match="can meet an empty shoe"):
            bj.table_ev(bj.Shoe(counts=shoe), words)
    else:
        assert bj.table_ev(bj.Shoe(counts=shoe), words).ev == pytest.approx(exact, abs=1e-12)


def test_results_show_themselves() -> None:
    shoe = bj.Shoe(decks=6)
    table = bj.table_ev(shoe, "6D LS")
    hand = bj.hand_ev("88", "T", shoe, "6D LS")
    side = bj.side_bet("21+3", shoe)
    chart = bj.chart("6D")
    simulation = bj.simulate(shoe, "6D", rounds=10_000, count="hi-lo")
    for result in (table, hand, side, chart, simulation):
        assert "<" in result._repr_html_()
        assert len(str(result).splitlines()) > 3
        assert result.to_frame().shape[0] > 0
        json.dumps(result.to_dict())
