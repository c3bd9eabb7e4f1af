import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runout import Card, Combo, NotationError, RunoutError, format_cards, parse_cards
from runout.cards import DECK
from runout.combos import CLASS_NAMES, CLASS_OF, CLASS_SIZES, COMBO_CARDS, COMBOS, pair_index


def test_ids_run_from_deuce_of_clubs_to_ace_of_spades() -> None:
    assert [str(card) for card in DECK[:5]] == ["2c", "2d", "2h", "2s", "3c"]
    assert Card("2c") == 0
    assert Card("As") == 51
    assert all(Card(str(card)) == card and Card(card.symbol) == card for card in DECK)


@pytest.mark.parametrize(
    "text", ["Th", "th", "TH", "tH", "10h", "10H", "T♥", "10♥", "T♥\ufe0f", "T♡"]
)
def test_a_card_is_written_in_many_ways(text: str) -> None:
    assert Card(text) == Card("Th")


@pytest.mark.parametrize(
    "text", ["AhKd7c", "Ah Kd 7c", "Ah,Kd,7c", " Ah; Kd\n7c ", "AhKd 7c", "ah, kD  7C,", "A♥K♦7♣"]
)
def test_lists_need_no_separators(text: str) -> None:
    assert format_cards(parse_cards(text)) == "AhKd7c"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("AhXd", "Xd"),
        ("Ah 1d", "1d"),
        ("AhK", "K"),
        ("Ah Kd Ah", "Ah"),
        ("Ahh", "h"),
        ("Ah/Kd", "/"),
        ("2x3c4c", "2x"),
        ("ſ", "ſ"),
    ],
)
def test_errors_name_the_offending_part(text: str, part: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    span = caught.value.span
    assert text[span.start : span.end] == part
    assert repr(part) in str(caught.value)
    caret_line = str(caught.value).splitlines()[-1]
    assert caret_line == "  " + " " * span.start + "^" * len(part)


def test_long_texts_are_cut_around_the_error() -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards("Ah " * 3 + " " * 500 + "zz" + " " * 500)
    assert max(map(len, str(caught.value).splitlines())) < 250


def test_iterables_of_cards_texts_and_ids() -> None:
    assert parse_cards([Card("Ah"), "Kd", 0]) == (50, 45, 0)
    with pytest.raises(RunoutError, match="Ah appears twice"):
        parse_cards([Card("Ah"), 50])
    with pytest.raises(RunoutError, match="52"):
        parse_cards([52])
    with pytest.raises(RunoutError, match="one card expected"):
        Card("AhKh")


@given(st.lists(st.sampled_from(DECK), unique=True), st.sampled_from(["", " ", ", ", ";\n"]))
def test_text_round_trips(cards: list[Card], separator: str) -> None:
    assert list(parse_cards(format_cards(cards, separator))) == cards


@given(st.text())
def test_junk_raises_only_its_own_error(text: str) -> None:
    try:
        parse_cards(text)
    except NotationError as error:
        assert "cards" in str(error)


def test_errors_and_cards_survive_pickling() -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards("AhXd")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301
    assert pickle.loads(pickle.dumps(DECK)) == DECK  # noqa: S301


def test_combo_indices_follow_the_formula() -> None:
    assert [pair_index(low, high) for low, high in COMBO_CARDS.tolist()] == list(range(COMBOS))
    for index in range(COMBOS):
        assert Combo.at(index).index == index
        assert Combo(str(Combo.at(index))) == Combo.at(index)


def test_classes_are_numbered_as_the_grid_is_drawn() -> None:
    assert [CLASS_NAMES[number] for number in (0, 1, 13, 14, 12, 156, 168)] == [
        "AA", "AKs", "AKo", "KK", "A2s", "A2o", "22",
    ]  # fmt: skip
    assert CLASS_SIZES.sum() == COMBOS
    assert {Combo.at(i).hand_class for i in range(COMBOS)} == set(CLASS_NAMES)
    for text, name in [("AhKh", "AKs"), ("2c3d", "32o"), ("TsTd", "TT")]:
        assert CLASS_NAMES[CLASS_OF[Combo(text).index]] == name


@pytest.mark.parametrize("text", ["Ah", "AhKhQh", "AhAh", "hello", ""])
def test_a_combo_is_two_different_cards(text: str) -> None:
    with pytest.raises(RunoutError):
        Combo(text)
