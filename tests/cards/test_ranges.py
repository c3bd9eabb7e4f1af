import pickle
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from runout import Combo, NotationError, Range, RunoutError
from runout.cards import DECK, Card
from runout.combos import CLASS_NAMES, CLASS_SIZES, COMBOS
from runout.preflop import ranking


def classes(text: str) -> Range:
    """A range spelled out class by class."""
    return Range(",".join(text.split()))


Rule = Callable[[Card, Card], bool]


def by_rule(holds: Rule) -> Range:
    """The range of all combos (high card, low card) for which a predicate holds."""
    weights = np.zeros(COMBOS)
    for low, high in combinations(DECK, 2):
        if holds(high, low):
            weights[Combo((high, low)).index] = 1
    return Range.from_weights(weights)


# Combos by counting: a pair has 4 choose 2, a suited class 4, an offsuit class 12.
@pytest.mark.parametrize(
    ("text", "spelled_out", "combos"),
    [
        ("AA", "AA", 6),
        ("AK", "AKs AKo", 16),
        ("KA", "AKs AKo", 16),
        ("AKs", "AKs", 4),
        ("AKo", "AKo", 12),
        ("AhKh", "AhKh", 1),
        ("KhAh", "AhKh", 1),
        ("22+", "AA KK QQ JJ TT 99 88 77 66 55 44 33 22", 78),
        ("QQ+", "QQ KK AA", 18),
        ("ATs+", "ATs AJs AQs AKs", 16),
        ("AT+", "ATs AJs AQs AKs ATo AJo AQo AKo", 64),
        ("K2o+", "K2o K3o K4o K5o K6o K7o K8o K9o KTo KJo KQo", 132),
        ("T9s+", "T9s JTs QJs KQs AKs", 20),
        ("T8s+", "T8s T9s", 8),
        ("AK+", "AK", 16),
        ("A5s-A2s", "A5s A4s A3s A2s", 16),
        ("A2s-A5s", "A5s A4s A3s A2s", 16),
        ("99-66", "99 88 77 66", 24),
        ("66-99", "99 88 77 66", 24),
        ("66 – 99", "99 88 77 66", 24),
        ("JTs-87s", "JTs T9s 98s 87s", 16),
        ("87s-JTs", "JTs T9s 98s 87s", 16),
        ("J9o-86o", "J9o T8o 97o 86o", 48),
        ("K9-K7", "K9 K8 K7", 48),
        ("a10S 109 1010", "ATs T9 TT", 26),
    ],
)
def test_classes_and_runs(text: str, spelled_out: str, combos: int) -> None:
    assert Range(text) == classes(spelled_out)
    assert Range(text).combos == combos


def _ace_of_hearts(high: Card, low: Card) -> bool:
    return Card("Ah") in (high, low)


@pytest.mark.parametrize(
    ("text", "rule", "combos"),
    [
        ("random", lambda high, low: True, 1326),
        ("Ah", _ace_of_hearts, 51),
        ("A*", lambda high, low: high.rank == "A", 198),
        ("A*s", lambda high, low: high.rank == "A" and high.suit == low.suit, 48),
        ("A*o", lambda high, low: high.rank == "A" != low.rank and high.suit != low.suit, 144),
        ("AhXh", lambda high, low: _ace_of_hearts(high, low) and high.suit == low.suit, 12),
        ("AhXs", lambda high, low: _ace_of_hearts(high, low) and "s" in (high.suit, low.suit), 13),
        ("XhXh", lambda high, low: high.suit == low.suit == "h", 78),
        ("Xh", lambda high, low: "h" in (high.suit, low.suit), 585),
        ("XXs", lambda high, low: high.suit == low.suit, 312),
        ("XXo", lambda high, low: high.suit != low.suit and high.rank != low.rank, 936),
    ],
)
def test_open_cards(text: str, rule: Rule, combos: int) -> None:
    assert Range(text) == by_rule(rule)
    assert Range(text).combos == combos


@pytest.mark.parametrize(
    "texts",
    [
        ("random", "any", "all", "*", "X", "x", "XX", "**", "xX", "100%", "ANY", "Random"),
        ("Ah", "Ah*", "AhX", "Ahx", "A♥", "aH", "A♡*"),
        ("A*s", "AXs", "Axs", "*As", "a*S"),
        ("AhXh", "Ah*h", "XhAh", "A♥x♥"),
        ("AA,KK", "AA KK", "AA;KK", "AA\nKK", " AA ,, KK ; ", "KK+", "(AA)(KK)"),
        (
            "AA:0.5",
            "AA@50",
            "AA:50%",
            "[50]AA[/50]",
            "[50]AA[/]",
            "0.5(AA)",
            "50%(AA)",
            ".5(AA)",
            "AA : 0.5",
            "5e-1(AA)",
        ),
        ("AK,!AhKh", "AK ! AhKh", "AhKh,AK,!KhAh"),
    ],
)
def test_different_words_for_the_same(texts: tuple[str, ...]) -> None:
    for text in texts:
        assert Range(text) == Range(texts[0]), text


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("AA:0.5,KK", {"AsAh": 0.5, "KsKh": 1}),
        ("[50]AA,KK[/50],QQ", {"AsAh": 0.5, "KsKh": 0.5, "QsQh": 1}),
        ("40%(ATs+)", {"AsTs": 0.4, "AhKh": 0.4}),
        ("0.5(AA,0.5(KK:0.5),QQ)", {"AsAh": 0.5, "KsKh": 0.125, "QsQh": 0.5}),
        ("[50]AA,[50]KK[/50][/50]", {"AsAh": 0.5, "KsKh": 0.25}),
        ("0.5([20]AA[/20])", {"AsAh": 0.1}),
        ("22+:0.25", {"2s2h": 0.25}),
        ("15%:0.5", {"AsAh": 0.5}),
        ("AK,AKs:0.25", {"AsKs": 0.25, "AsKh": 1}),
        ("AKs:0.25,AK", {"AsKs": 1, "AsKh": 1}),
        ("AK,!AKs,AhKh:0.1", {"AsKs": 0, "AhKh": 0.1}),
        ("AK,!AKs", {"AsKs": 0, "AsKh": 1}),
        ("!AKs,AK", {"AsKs": 1, "AsKh": 1}),
    ],
)
def test_weights_and_order(text: str, weights: dict[str, float]) -> None:
    hands = Range(text)
    assert {combo: hands[combo] for combo in weights} == pytest.approx(weights, abs=1e-15)


def test_shares_take_whole_classes_from_the_top() -> None:
    order = [CLASS_NAMES[number] for number in ranking()]
    sizes = np.cumsum([CLASS_SIZES[number] for number in ranking()])
    for share in (0.1, 1, 2.5, 5, 10, 15, 33.3, 50, 80, 99.9):
        taken = len({combo.hand_class for combo, _ in Range(f"{share}%")})
        distance = abs(np.concatenate([[0], sizes]) - share * 13.26)
        assert distance[taken] == distance.min()
        assert Range(f"{share}%") == Range(",".join(order[:taken]))
    assert Range("5%-15%") == Range("15%") - Range("5%")
    assert Range("15%-5%") == Range("5% - 15%") == Range("5%-15%")
    assert Range("0%") == Range("")


def test_ranking_starts_and_ends_as_every_player_knows() -> None:
    # The order by equity against a random hand is published in many places, for instance by
    # Wizard of Odds, "Texas Hold'em two-player starting hands": AA first, 32o last.
    order = [CLASS_NAMES[number] for number in ranking()]
    assert order[:12] == [
        "AA",
        "KK",
        "QQ",
        "JJ",
        "TT",
        "99",
        "88",
        "AKs",
        "77",
        "AQs",
        "AJs",
        "AKo",
    ]
    assert order[-1] == "32o"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("QQ+,AKx", "AKx"),
        ("AA, AKk", "AKk"),
        ("AhAh", "AhAh"),
        ("AAs", "AAs"),
        ("AAo+", "AAo+"),
        ("AKh", "AKh"),
        ("AhK", "AhK"),
        ("AhKo", "AhKo"),
        ("KK,A", "A"),
        ("AhX+", "AhX+"),
        ("X*+", "X*+"),
        ("Kx-", "Kx-"),
        ("Kx-Tx", "Kx-Tx"),
        ("AKs-Q9s", "AKs-Q9s"),
        ("A5s-A2o", "A5s-A2o"),
        ("AA-AK", "AA-AK"),
        ("AA-KK-QQ", "-QQ"),
        ("AA:2", "AA:2"),
        ("AA:-1", "AA:-1"),
        ("AA:", "AA:"),
        ("AA@101", "AA@101"),
        ("AA:nan", "AA:nan"),
        ("AA:1e999", "AA:1e999"),
        ("AA@1e1000002", "AA@1e1000002"),
        ("AA@1e-99999999999", "AA@1e-99999999999"),
        ("[1e99999999999]AA", "[1e99999999999]"),
        ("KK,2(AA)", "2("),
        ("101%", "101%"),
        ("5%-150%", "5%-150%"),
        ("!AA:0.5", "!AA:0.5"),
        ("KK,!", "!"),
        ("[50]AA", "[50]"),
        ("AA[/50]", "[/50]"),
        ("[50]AA[/40]", "[/40]"),
        ("[50](AA[/50]", "[/50]"),
        ("(AA", "("),
        ("AA)", ")"),
        ("[150]AA[/150]", "[150]"),
        ("[x]AA", "[x]"),
        ("AA]", "]"),
        ("AKs\n,zz", "zz"),
        ("KſAs", "KſAs"),
        ("٢٢", "٢٢"),
    ],
)
def test_errors_point_at_the_token(text: str, part: str) -> None:
    with pytest.raises(NotationError) as caught:
        Range(text)
    assert text[caught.value.span.start : caught.value.span.end] == part
    assert "^" * len(part) in str(caught.value).splitlines()[-1]


PIECES = (
    "AA AK AKs 22+ T9s+ A5s-A2s 15% 5%-15% AhKh Ah A* AhXh random :0.5 @50 [50] [/50] 0.5( 40%( "
    "( ) ! , ; - + % . ♥ 1e-5"
)
TOKENS = st.sampled_from([*PIECES.split(), " "])


@given(
    st.one_of(
        st.text(),
        st.text("AKQJT98765432cdhsoXx*+-%:@[]()/!., 0123456789"),
        st.lists(TOKENS).map("".join),
    )
)
def test_junk_raises_only_its_own_error(text: str) -> None:
    try:
        hands = Range(text)
    except NotationError as error:
        assert text[error.span.start : error.span.end]
    else:
        assert ((hands.weights >= 0) & (hands.weights <= 1)).all()
        assert Range(str(hands)) == hands


@pytest.mark.parametrize(
    "unit",
    [
        "AA,",
        "(",
        "[50]",
        "AA:0.5 ",
        "!",
        "A",
        "5%-",
        " ",
        "-",
        "AA-",
        "0.5(AA",
        ":",
        "1",
        "10",
        "♥",
        "[",
        "]",
        "[/",
        "AA ",
    ],
)
def test_huge_input_is_read_in_linear_time(unit: str) -> None:
    # 200,000 units: quadratic work would take minutes.
    try:
        Range(unit * 200_000)
    except NotationError as error:
        assert len(str(error)) < 1000


def weight_arrays() -> st.SearchStrategy[NDArray[np.float64]]:
    """Ranges of whole classes, single combos and odd weights, with some cards missing."""
    values = st.sampled_from([0.0, 0.0, 1.0, 0.5, 1 / 3, 0.1, 1e-7, 5e-324])
    by_class = st.lists(values, min_size=169, max_size=169)
    singles = st.dictionaries(st.integers(0, COMBOS - 1), st.floats(0, 1))
    missing = st.lists(st.sampled_from(DECK), unique=True, max_size=5)

    def build(
        class_weights: list[float], combos: dict[int, float], dead: list[Card]
    ) -> NDArray[np.float64]:
        weights = np.array(
            [class_weights[CLASS_NAMES.index(Combo.at(i).hand_class)] for i in range(COMBOS)]
        )
        for index, weight in combos.items():
            weights[index] = weight
        return Range.from_weights(weights).without(dead).weights

    return st.builds(build, by_class, singles, missing)


@given(weight_arrays())
def test_texts_read_back_to_the_same_weights(weights: NDArray[np.float64]) -> None:
    hands = Range.from_weights(weights)
    assert Range(str(hands)) == hands
    assert Range(hands.to_pio()) == hands
    assert Range(hands.to_gtoplus()) == hands
    assert str(Range(str(hands))) == str(hands)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("any", "random"),
        ("any:0.5", "random:0.5"),
        ("AKs,AQs,AJs,ATs,AA,KK,22", "KK+,22,ATs+"),
        ("AK,AQs", "AQs+,AKo"),
        ("KK,QQ,JJ:0.5", "KK-QQ,JJ:0.5"),
        ("A2+", "A2+"),
        ("Ah", "Ah"),
        ("random,!Ah,!Kd", "random,!Kd,!Ah"),
        ("AKs,!AhKh", "AsKs,AdKd,AcKc"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    assert str(Range(text)) == canonical
    assert repr(Range(text)) == f"Range({canonical!r})"


def test_set_algebra() -> None:
    pairs, broadways = Range("22+"), Range("TT+,AT+,KT+,QT+,JT")
    assert (pairs | broadways).combos == 78 + 16 * 10
    assert pairs & broadways == Range("TT+")
    assert pairs - broadways == Range("99-22")
    assert pairs & "TT+" == Range("TT+")
    assert Range("AA:0.5") | Range("AA:0.25") == Range("AA:0.5")
    assert Range("AA") - Range("AA:0.25") == Range("AA:0.75")
    assert Range("AA") * 0.5 == 0.5 * Range("AA") == Range("AA:0.5")
    with pytest.raises(RunoutError, match=r"not in 0\.\.1"):
        Range("AA") * 2
    with pytest.raises(TypeError):
        Range("AA") | 5  # type: ignore[operator]


def test_membership() -> None:
    hands = Range("AK,!AhKh,QQ:0.5")
    assert "AsKs" in hands
    assert Combo("QsQh") in hands
    assert "AKo" in hands
    assert "AKs" not in hands
    assert Range("AKo,QQ") in hands
    with pytest.raises(NotationError):
        _ = "junk" in hands


def test_a_range_is_an_immutable_value() -> None:
    hands = Range("AA,KK:0.5")
    assert hands == Range("KK@50 AA")
    assert hash(hands) == hash(Range("KK@50 AA"))
    assert hands != Range("AA")
    assert hands != "AA,KK:0.5"
    assert pickle.loads(pickle.dumps(hands)) == hands  # noqa: S301
    with pytest.raises(ValueError, match="read-only"):
        hands.weights[0] = 1
    with pytest.raises(AttributeError, match="cannot be changed"):
        hands.weights = np.zeros(COMBOS)  # type: ignore[misc]
    assert dict(hands) == {combo: hands[combo] for combo, _ in hands}
    assert len(hands) == 12
    assert hands.combos == 9
    assert hands.percent == pytest.approx(900 / 1326)
    assert not Range("")


def test_removing_cards() -> None:
    assert Range("AA").without("Ah Ks").combos == 3
    assert Range("random").without("Ah Kd 7c").combos == 49 * 48 / 2
    assert Range("AA").without("") == Range("AA")


@pytest.mark.parametrize(
    "weights", [np.zeros(5), np.full(COMBOS, 2.0), np.full(COMBOS, np.nan), np.full(COMBOS, -0.1)]
)
def test_bad_weights_are_refused(weights: NDArray[np.float64]) -> None:
    with pytest.raises(RunoutError, match="weights: "):
        Range.from_weights(weights)


def test_views() -> None:
    hands = Range("AA, AKs, AKo:0.5, 22")
    grid = hands.grid()
    assert grid[0, 0] == grid[0, 1] == grid[12, 12] == 1
    assert grid[1, 0] == 0.5
    assert grid.sum() == 3.5
    html = hands._repr_html_()
    assert html.count("<td") == 169
    assert 'title="AKo: 50 %"' in html


# What other tools copy, and the same range spelled out.
@pytest.mark.parametrize(
    ("pasted", "spelled_out"),
    [
        # PioSOLVER
        ("AA,KK:0.5,AsKs,QhJd:1e-05", "AA KK:0.5 AsKs QhJd:0.00001"),
        # GTO+
        ("AA-JJ,[50.0]AKs,AQs[/50.0],AhKd", "AA KK QQ JJ AKs:0.5 AQs:0.5 AhKd"),
        ("[25.5]A5s-A3s,KTo[/25.5],22", "A5s:0.255 A4s:0.255 A3s:0.255 KTo:0.255 22"),
        # WASM Postflop and Desktop Postflop
        ("QQ+,AKs,A5s-A3s:0.75,AsKh:0.25", "AA KK QQ AKs A5s:0.75 A4s:0.75 A3s:0.75 AsKh:0.25"),
        ("JTs-87s,K5s-K4s", "JTs T9s 98s 87s K5s K4s"),
        # TexasSolver
        ("AA:1.0,KQo:0.25,KJ", "AA KQo:0.25 KJs KJo"),
        # GTO Wizard
        ("2d2c: 0.5,2h2c: 1", "2d2c:0.5 2h2c"),
        # PokerStove and Equilab
        ("TT+, AQs+, AhJh, KQo", "TT JJ QQ KK AA AQs AKs AhJh KQo"),
    ],
)
def test_ranges_of_other_tools(pasted: str, spelled_out: str) -> None:
    assert Range(pasted) == classes(spelled_out)


def pio_order() -> list[Combo]:
    """The order of PioSOLVER's hands, by two loops: 2d2c 2h2c 2h2d 2s2c ... AsAh."""
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    return [Combo(high + low) for i, high in enumerate(cards) for low in cards[:i]]


def test_weights_in_the_order_of_piosolver() -> None:
    order = pio_order()
    # Its documentation starts the list like this.
    assert [str(combo) for combo in order[:3]] == ["2d2c", "2h2c", "2h2d"]
    hands = Range("22+,A2s+:0.5,KQo:0.25,AhKd:0.125,7c2d:1e-05")
    numbers = [str(hands[combo]) for combo in order]
    assert Range(" ".join(numbers)) == hands
    assert Range("\n" + ",".join(numbers) + "\n") == hands
    assert Range(" ".join(["1"] * COMBOS)) == Range("random")


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        (["0.5"] * 1325, "'0.5' ends a list of 1,325 weights, but 1,326 are expected"),
        (["1"] * 1327, "ends a list of 1,327 weights"),
        (["0"] * 169, "ends a list of 169 weights"),
        (["0"] * 1325 + ["1.5"], "'1.5' is a weight outside 0 to 1"),
        (["0"] * 1325 + ["AA"], "'0' is not a hand"),
    ],
)
def test_bad_lists_of_weights(numbers: list[str], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Range(" ".join(numbers))


def test_pairs_are_no_list_of_weights() -> None:
    assert Range("22 33 44 55 66 77 88 99") == Range("99-22")


def test_small_weights_are_written_without_exponents() -> None:
    hands = Range("AA:0.00005, KhQh:0.0000001")
    assert str(hands) == "AA:0.00005,KhQh:0.0000001"
    assert Range(str(hands)) == hands == Range(hands.to_gtoplus())
