"""The words of ranges as people write them, against the slow oracle and by hand."""

import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runout import NotationError, Range, RunoutError
from runout.ranges.hands import Plus
from runout.ranges.parser import read_range
from tests.oracles import ranges as oracle

RANK = st.sampled_from(oracle.RANKS)
SUIT = st.sampled_from("cdhs")
PLUS: list[Plus] = ["climb", "single"]


@st.composite
def hands(draw: st.DrawFn) -> str:
    """A class or two cards, the higher rank first."""
    high, low = sorted((draw(RANK), draw(RANK)), key=oracle.RANKS.index, reverse=True)
    if draw(st.booleans()):
        suits = draw(SUIT) + draw(SUIT)
        if high == low and suits[0] == suits[1]:
            suits = suits[0] + "cdhs"["cdhs".index(suits[0]) - 1]
        return high + suits[0] + low + suits[1]
    return high + low + ("" if high == low else draw(st.sampled_from(["", "s", "o"])))


@st.composite
def runs(draw: st.DrawFn) -> str:
    """A run with both ends, in either order."""
    start = draw(hands())
    plus: Plus = draw(st.sampled_from(PLUS))
    spelled = oracle._open_run(start, draw(st.sampled_from("+-")), plus)
    ends = [start, draw(st.sampled_from(spelled))]
    return "-".join(draw(st.permutations(ends)))


OPEN = st.builds("{}{}{}+".format, RANK, st.sampled_from("x*"), st.sampled_from(["", "s", "o"]))
WORDS = st.one_of(hands(), st.builds("{}{}".format, hands(), st.sampled_from("+-")), runs(), OPEN)
WEIGHTS = st.sampled_from(
    ["", "", ":0.5", ":1", ":0", ":50%", "@50", "@0.5", "@0.5%", "@1", "@1%", "@100", "@1.5", "@0"]
)


@st.composite
def tokens(draw: st.DrawFn) -> tuple[bool, str, str]:
    word, excluded = draw(WORDS), draw(st.sampled_from([False, False, True]))
    unweighted = excluded or word.endswith("-")
    return excluded, word, "" if unweighted else draw(WEIGHTS)


def weights_of(hands: Range) -> dict[oracle.Hand, Decimal]:
    return {frozenset(map(str, combo)): Decimal(repr(weight)) for combo, weight in hands}


@given(
    st.lists(st.lists(tokens(), min_size=1, max_size=5), min_size=1, max_size=3),
    st.sampled_from(PLUS),
    st.sampled_from([",", ", ", " ,", ";", "; "]),
)
def test_lists_of_words_agree_with_the_oracle(
    lists: list[list[tuple[bool, str, str]]], plus: Plus, separator: str
) -> None:
    text = " | ".join(
        separator.join(f"{'!' * excluded}{word}{weight}" for excluded, word, weight in one)
        for one in lists
    )
    hands = Range(text, plus=plus)
    assert weights_of(hands) == oracle.read(lists, plus)
    assert Range(str(hands)) == hands == Range(str(hands), plus="single")


@pytest.mark.parametrize(
    ("text", "combos", "spelled_out"),
    [
        ("Ax+", 198, "A*"),
        ("Kx+", 380, "A*,K*"),
        ("xK+", 380, "A*,K*"),
        ("Q*+", 546, "A*,K*,Q*"),
        ("2x+", 1326, "random"),
        ("Kxs+", 92, "A*s,K*s"),
        ("KXo+", 276, "A*o,K*o"),
        ("44-", 18, "44,33,22"),
        ("A5s-", 16, "A5s,A4s,A3s,A2s"),
        ("T9s-", 32, "T9s,98s,87s,76s,65s,54s,43s,32s"),
        ("44-;A5s-", 34, "44,33,22,A5s,A4s,A3s,A2s"),
        ("0.5(44-), AA", 15, "44:0.5,33:0.5,22:0.5,AA"),
        ("22+, !44-", 60, "55+"),
        ("8s8h+", 7, "8s8h,9s9h,TsTh,JsJh,QsQh,KsKh,AsAh"),
        ("8h8s-", 7, "8s8h,7s7h,6s6h,5s5h,4s4h,3s3h,2s2h"),
        ("9d8d-6d5d", 4, "9d8d,8d7d,7d6d,6d5d"),
        ("6d5d-9d8d", 4, "9d8d,8d7d,7d6d,6d5d"),
        ("AhAs-QhQs", 3, "AhAs,KhKs,QhQs"),
        ("AhAs-QsQh", 3, "AhAs,KhKs,QhQs"),
        ("AhKh-AhTh", 4, "AhKh,AhQh,AhJh,AhTh"),
        ("AhTh – AhKh", 4, "AhKh,AhQh,AhJh,AhTh"),
        ("ThAh-KhAh", 4, "AhKh,AhQh,AhJh,AhTh"),
        ("AhKs+", 1, "AhKs"),
        ("AhTs+", 4, "AhTs,AhJs,AhQs,AhKs"),
        ("10♥9♠+", 5, "Th9s,JhTs,QhJs,KhQs,AhKs"),
    ],
)
def test_runs(text: str, combos: float, spelled_out: str) -> None:
    assert Range(text).combos == combos
    assert Range(text) == Range(spelled_out)


@pytest.mark.parametrize(
    ("text", "single"),
    [
        ("T9s+", "T9s"),
        ("JTs+", "JTs"),
        ("98o+", "98o"),
        ("T9+", "T9"),
        ("32s+", "32s"),
        ("9d8d+", "9d8d"),
        ("T9s-", "T9s-T2s"),
        ("A5s+", "A5s-AKs"),
        ("T8s+", "T8s,T9s"),
        ("99+", "AA-99"),
        ("JTs-87s", "JTs,T9s,98s,87s"),
        ("AK+", "AK"),
    ],
)
def test_neighbours_alone(text: str, single: str) -> None:
    assert Range(text, plus="single") == Range(single)


def test_what_is_read_two_ways_is_told() -> None:
    text = "T9s+, !JTo+, 98s+:0.5 | T9s-, AK+, 99+, T8s+, Kx+, 32s-, 15%, 9d8d+"
    assert read_range(text).read_two_ways == ("T9s+", "JTo+", "98s+", "T9s-", "9d8d+")


@pytest.mark.parametrize("plus", ["up", "", None, 5, [], "CLIMB"])
def test_no_other_plus(plus: Plus) -> None:
    with pytest.raises(RunoutError, match=r"plus .*climb or single"):
        Range("T9s+", plus=plus)


@pytest.mark.parametrize(
    ("text", "part", "said"),
    [
        ("14.5%, 33+ A8s+ AJo+ KTs+ QJs", "14.5%", r"14\.5% \| .* leave it out"),
        ("14.5% 33+", "14.5%", r"14\.5% \| "),
        ("(14.5%) 33+", "14.5%", r"14\.5% \| "),
        ("5%-15%, 22", "5%-15%", r"5%-15% \| "),
        ("!55, 15%, AA", "15%", r"15% \| "),
        ("AA | 15%, KK", "15%", r"15% \| "),
        ("AKs 50%", "50%", "write AKs@50 for the weight"),
        ("AKs\n50%", "50%", "write AKs@50 for the weight"),
        ("AKs (50%)", "50%", "write AKs@50 for the weight"),
        ("22+ AKs 0.5%", "0.5%", "write AKs@0.5% for the weight"),
        ("AKs:0.5 50%", "50%", "put a comma before it"),
        ("AA, KK 5%-15%", "5%-15%", "put a comma before it"),
        ("AA@101", "AA@101", "outside 0% to 100%"),
        ("AA@1e9", "AA@1e9", "outside 0% to 100%"),
        ("AA:1e-400", "AA:1e-400", "too small"),
        ("AA@1e-400%", "AA@1e-400%", "too small"),
        ("1e-200(AA:1e-200)", "AA:1e-200", "too small"),
        ("44-:0.5", "-:0.5", "a dash that belongs to no run"),
        ("44 -, AA", "-", "a dash that belongs to no run"),
        ("44-@50", "-@50", "a dash that belongs to no run"),
        ("AA-KK-", "-", "a dash that belongs to no run"),
        ("15%-", "15%-", "go with '-'"),
        ("Kx-", "Kx-", "go with '-'"),
        ("A5s- 98s", "A5s- 98s", "is no run"),
        ("8s8s+", "8s8s+", "the same card twice"),
        ("AhKs-AsTh", "AhKs-AsTh", "mixes suits"),
        ("9d8d-6h5h", "9d8d-6h5h", "mixes suits"),
        ("AhAs-QhQd", "AhAs-QhQd", "mixes suits"),
        ("AhKh-AKs", "AhKh-AKs", "mixes suited"),
        ("AhKh-QhTh", "AhKh-QhTh", "is no run"),
        ("AsAh-AsKh", "AsAh-AsKh", "is no run"),
        ("| AA", "|", "both sides"),
        ("AA |", "|", "both sides"),
        ("AA || KK", "|", "both sides"),
        ("(AA | KK)", "|", "close '\\(' before it"),
    ],
)
def test_what_could_mean_something_else_is_refused(text: str, part: str, said: str) -> None:
    with pytest.raises(NotationError, match=said) as caught:
        Range(text)
    assert text[caught.value.span.start : caught.value.span.end] == part


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("14.5% | 33+ A8s+ AJo+ KTs+ QJs", Range("14.5%") | Range("33+, A8s+, AJo+, KTs+, QJs")),
        ("15%, !55", Range("15%") - Range("55")),
        ("AA, 15%", Range("15%") | Range("AA")),
        ("72o; 15%", Range("15%") | Range("72o")),
        ("72o, 5%-15%, 32o", (Range("15%") - Range("5%")) | Range("72o, 32o")),
        ("15%:0.5", 0.5 * Range("15%")),
        ("72o !15%", Range("72o")),
        ("AA:0.5 | AA:0.25", Range("AA:0.5")),
        ("22+ | KK:0.5, !AA", Range("22+")),
    ],
)
def test_shares_and_bars(text: str, same: Range) -> None:
    assert Range(text) == same


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("AA@0.5", 0.5),
        ("AA@1", 1),
        ("AA@1.0", 1),
        ("AA@0.5%", 0.005),
        ("AA@1%", 0.01),
        ("AA@1.5", 0.015),
        ("AA@2", 0.02),
        ("AA@50", 0.5),
        ("AA@100", 1),
        ("AA@0", 0),
        ("AA:0.5%", 0.005),
        ("[0.5]AA[/0.5]", 0.005),
        ("[1]AA[/1]", 0.01),
        ("0.5(AA)", 0.5),
        ("1%(AA)", 0.01),
        ("AA:1e-60", 1e-60),
        ("AA:0." + "3" * 5000, 1 / 3),
        ("AA@" + "0" * 5000 + "50", 0.5),
    ],
)
def test_numbers_after_hands(text: str, weight: float) -> None:
    assert Range(text)["AsAh"] == weight
    assert Range(str(Range(text))) == Range(text)


UNITS = [
    "AA,",
    "AA ",
    "@",
    "+",
    "(",
    ")",
    "(AA)",
    "[0.5]",
    "[0.5]AA[/0.5]",
    "[/",
    "[",
    "]",
    "1",
    "0",
    "10",
    "0.",
    ".",
    "1e",
    "1e-",
    "AA:0.5 ",
    "AA@50,",
    "!",
    "!AA,",
    "A",
    "5%-",
    "5%,",
    "-",
    "AA-",
    "44-,",
    "0.5(AA",
    ":",
    "♥",
    "T9s+;",
    "Kx+,",
    "x",
    "*",
    "%",
    ",",
    ";",
    "\n",
    "0.5,",
    "1e5 ",
    "1 (",
    "Ah",
    "9d8d-6d5d,",
    "\x00",
    "AA:",
    "A -",
]


@pytest.mark.parametrize(
    "unit",
    [*UNITS, " ", "|", "AA|", "AA:0.5|KK|", *(a + " " * 999 for a in ("A", "A-", "1", "!", "["))],
)
def test_a_megabyte_of_anything_is_soon_read_or_refused(unit: str) -> None:
    # Quadratic work would take minutes; the bound leaves room for a busy machine.
    for size in (240_000, 1_000_000):
        for start in ("", "AA,", "1"):
            began = time.process_time()
            try:
                Range(start + unit * (size // len(unit)))
            except NotationError as error:
                assert len(str(error)) < 1000
            assert time.process_time() - began < 3


@pytest.mark.parametrize(
    "text",
    [
        "A" + " " * 200_000 + "-A",
        "AA" + " " * 200_000 + ":0.5",
        "1" + " " * 200_000 + "(AA)",
        "[" + " " * 200_000 + "1]AA",
        "AA:0." + "1" * 200_000,
        "1" * 200_000 + "%",
        "AA@" + "9" * 200_000,
    ],
)
def test_long_gaps_and_numbers_take_linear_time(text: str) -> None:
    began = time.process_time()
    try:
        Range(text)
    except NotationError as error:
        assert len(str(error)) < 1000
    assert time.process_time() - began < 3
