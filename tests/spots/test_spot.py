"""What a spot takes: it can be written and read again; everything else is refused in our words."""

from __future__ import annotations

import copy
import json
import pickle
import time
import tomllib
from contextlib import suppress
from dataclasses import FrozenInstanceError, replace
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runout import Range, Spot, load, solve
from runout.cards import DECK, parse_cards
from runout.errors import NotationError, RunoutError
from runout.job import Job
from runout.solver import PlayerSizes, StreetSizes
from runout.solver.line import Line, steps_of
from runout.solver.spot import BETTING_RULES
from runout.solver.spot_data import MOST_CHARACTERS
from tests.fuzzing import rounds

RIVER: dict[str, Any] = {
    "board": "Td9d6hQc2c", "pot": 200, "stack": 900, "oop": "66+,A8s+", "ip": "QQ-22,ATo+",
}  # fmt: skip
HUGE = 10**5000
ODD: list[object] = [
    None, True, False, 0, -1, 1, 2.5, nan, inf, -inf, 1e308, 1e-320, HUGE, -HUGE, 1j, 2**63, 2**64,
    "", "x", "200", "\0", "\ud800", "é", " " * 3000, "9" * 5000, "1e400", "bet " + "9" * 5000,
    b"", b"AhKd", bytearray(b"x"), [], [1], [[[]]], (), (1, 2), {}, {"bet": 1}, {"bet": None},
    {1: 2}, {"oop": 5}, {"oop": {"bet": []}}, {"x": {}}, set(), frozenset({1}), range(3), slice(1),
    object(), type, int, len, lambda: 1, Ellipsis, NotImplemented, iter([]), Fraction(1, 3),
    Fraction(HUGE), Decimal("NaN"), Decimal("sNaN"), Decimal("1e999999"), np.int8(5), np.uint64(7),
    np.float32(nan), np.float64(0.5), np.bool_(True), np.array(5), np.array([1, 2]), np.array([]),
    np.str_("AA"), np.datetime64("2020-01-01"), Path("/nonexistent"), Path("\0"), Range("AA"),
    DECK[0], DECK, ValueError("x"), memoryview(b"x"), "x" * 300, "/" + "x" * 300,
]  # fmt: skip
"""Seventy things that somebody might pass."""


def in_our_words(error: BaseException) -> bool:
    """Whether an error is ours."""
    return isinstance(error, RunoutError)


# Writing and reading again

BLANKS = st.sampled_from([" ", "\n", ", ", "\t ", "\r\n", " \x0b", " \u2003"])
SIZE = st.sampled_from(["60%", "33.5%", "a", "ALLIN", "all-in", "100c", "e", "2e", "3e200%", ".5%"])
RAISE = st.one_of(SIZE, st.sampled_from(["2.5x", "3X", "20c3r"]))


@st.composite
def size_texts(draw: st.DrawFn, sizes: st.SearchStrategy[str]) -> str:
    """Sizes with all that may stand between them."""
    text = draw(st.sampled_from(["", "\n", " "]))
    for size in draw(st.lists(sizes, max_size=3)):
        text += size + draw(BLANKS)
    return text.rstrip(", ") if draw(st.booleans()) else text.rstrip(",\u2003 ") + "\n"


def numbers(most: float) -> st.SearchStrategy[Any]:
    """Numbers from 0 up as any kind of number."""
    whole = st.integers(0, int(most))
    part = st.floats(0, most)
    return st.one_of(
        whole, part, whole.map(np.int32), part.map(np.float64), part.map(np.float32),
        st.fractions(0, most), part.map(Decimal), part.map(Fraction),
    )  # fmt: skip


@st.composite
def street_tables(draw: st.DrawFn) -> dict[str, Any]:
    """Sizes of a street."""
    table: dict[str, Any] = {}
    own = {"bet": size_texts(SIZE), "raise": size_texts(RAISE)}
    for key, texts in own.items():
        if draw(st.booleans()):
            table[key] = draw(texts)
    if draw(st.booleans()):
        table["oop"] = draw(st.fixed_dictionaries({}, optional=own | {"donk": size_texts(SIZE)}))
    if draw(st.booleans()):
        table["ip"] = draw(st.fixed_dictionaries({}, optional=own))
    return table


@st.composite
def weighted_ranges(draw: st.DrawFn) -> Range | str:
    """Ranges as text or with any weights."""
    texts = ["random", "22+,A2s+", "0.5(KK+), AKs:0.123456789", "[5]77[/5]"]
    if draw(st.booleans()):
        return draw(st.sampled_from(texts))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    return Range.from_weights(np.minimum(random.uniform(size=1326) ** 20 + 1e-9, 1))


@st.composite
def arguments(draw: st.DrawFn) -> dict[str, Any]:
    """Everything that the constructor takes."""
    found: dict[str, Any] = {
        "board": draw(st.sampled_from(["Td9d6h", "t♦ 9d,6h Qc", "Td9d6hQc2c"])),
        "pot": draw(st.sampled_from([200, 200.0, np.int16(200), Fraction(200), Decimal("2E+2")])),
        "stack": draw(st.sampled_from([900, np.float32(900), Decimal("900.00")])),
        "oop": draw(weighted_ranges()),
        "ip": draw(weighted_ranges()),
        "rake": draw(numbers(0.99)),
        "rules": draw(st.sampled_from(["runout", "texassolver", *BETTING_RULES])),
    }
    found["board"] = draw(st.sampled_from([found["board"], parse_cards(found["board"])]))
    if draw(st.booleans()):
        found["rake_cap"] = draw(numbers(1e9))
    if found["rules"] != "runout":
        return found | {
            "bets": draw(st.sampled_from(["", "50%\n75%"])),
            "allin_threshold": draw(numbers(2)),
            "raise_limit": draw(st.sampled_from([1, 4, 3.0, np.int64(2)])),
        }
    found |= {name: draw(numbers(3)) for name in ("add_allin", "force_allin", "merge")}
    found |= {"bets": draw(size_texts(SIZE)), "raises": draw(size_texts(RAISE))}
    found |= {street: draw(street_tables()) for street in ("flop", "turn", "river")}
    if draw(st.booleans()):
        found["add_lines"] = draw(st.sampled_from([["Check/ bet 7 \n"], ("check / bet to (7)",)]))
    if draw(st.booleans()):
        found["remove_lines"] = ["bet\t120", " check //bet 60"]
    return found


@settings(max_examples=rounds(20), deadline=None)
@given(arguments())
def test_a_spot_reads_back_what_it_writes(given_: dict[str, Any]) -> None:
    spot = Spot(**given_)
    text = spot.to_toml()
    again = Spot.from_toml(text)
    assert again == spot
    assert again.to_toml() == text
    assert again.betting == spot.betting
    assert tomllib.loads(text) == json.loads(json.dumps(spot.to_dict())) == spot.to_dict()
    assert pickle.loads(pickle.dumps(spot)) == spot  # noqa: S301
    assert hash(again) == hash(spot)
    text.encode()  # as a file has it
    for name in ("pot", "stack", "rake", "rake_cap", "add_allin", "force_allin", "merge"):
        assert type(getattr(spot, name)) in (int, float, type(None))


def test_a_spot_with_odd_writing_is_saved_and_read(tmp_path: Path) -> None:
    odd: dict[str, Any] = {
        "bets": "60%\n  a", "rake_cap": Fraction(1, 3), "river": {"oop": {"bet": "\t50%\r\n"}},
        "add_lines": ["check / bet 7"], "raises": "2.5x\n",
    }  # fmt: skip
    spot = Spot(**RIVER, **odd)
    solution = solve(spot, max_iterations=2)
    solution.save(tmp_path / "odd.runout")
    assert load(tmp_path / "odd.runout").spot == spot
    assert (spot.bets, spot.rake_cap) == ("60% a", 1 / 3)
    assert spot.river == StreetSizes(oop=PlayerSizes(bet="50%"))


def test_a_spot_keeps_its_own_tables() -> None:
    table = {"bet": "60%"}
    spot = Spot(**RIVER, river=table)
    table["bet"] = "5%"
    assert spot.river == StreetSizes(bet="60%")


def test_none_is_no_size_wherever_sizes_are_written() -> None:
    some = {"bet": "60%", "oop": {"donk": ""}, "ip": {"raise": ""}}
    none = {"bet": "60%", "oop": {"donk": "none"}, "ip": {"raise": " None\n"}}
    spot = Spot(**RIVER, bets="none", raises=["none"], turn={"bet": "none"}, river=none)
    assert spot == Spot(**RIVER, turn={"bet": ""}, river=some)
    assert spot.tree.size == Spot(**RIVER, river=some).tree.size
    assert "none" not in spot.to_toml()
    text = spot.to_toml().replace("board", 'bets = "none"\nboard', 1)
    assert Spot.from_toml(text) == spot
    with pytest.raises(NotationError, match="'none' is not a size"):
        Spot(**RIVER, bets="60%, none")


def test_streets_are_typed_and_taken_in_either_form() -> None:
    typed = StreetSizes(bet="60%\n a", raise_="", oop=PlayerSizes(donk="33%"))
    spot = Spot(**RIVER, turn={"bet": "60% a", "raise": "", "oop": {"donk": "33%"}}, river=typed)
    assert spot.turn == spot.river == typed
    assert spot.flop == StreetSizes()
    assert (spot.river.bet, spot.river.raise_, spot.river.oop.donk) == ("60% a", "", "33%")
    assert repr(typed) == "StreetSizes(bet='60% a', raise_='', oop=PlayerSizes(donk='33%'))"
    assert Spot.from_dict(json.loads(json.dumps(spot.to_dict()))) == spot
    assert replace(spot, river={}).river == StreetSizes()
    assert len({spot, replace(spot), replace(spot, river={})}) == 2
    with pytest.raises(FrozenInstanceError):
        spot.river = typed  # type: ignore[misc]
    with pytest.raises(RunoutError, match=r"^ip\.donk: only oop can lead"):
        StreetSizes(ip=PlayerSizes(donk="33%"))
    with pytest.raises(RunoutError, match=r"^oop .*: a PlayerSizes is expected"):
        StreetSizes(oop={"bet": "33%"})  # type: ignore[arg-type]


def test_a_spot_pickles_small_without_its_tree() -> None:
    ranges = {"oop": "22+,A2s+,K9s+,QTs+,JTs,ATo+,KQo:0.5", "ip": "QQ-22,A2s+,KTs+,AJo+"}
    spot = Spot(**{**RIVER, **ranges, "board": "Td9d6h"}, bets="33% 75%", raises="60% a")
    before = pickle.dumps(spot)
    assert len(spot.tree.nodes) > 1000
    spot.estimate()
    assert pickle.dumps(spot) == before
    assert len(before) <= 4000
    again = pickle.loads(before)  # noqa: S301
    assert again == spot == copy.deepcopy(spot)
    assert again.tree.nodes == spot.tree.nodes


# What is refused


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pot": "200"}, "pot '200': chips above 0, up to 10,000,000"),
        ({"stack": True}, "stack True: chips above 0, up to 10,000,000"),
        ({"stack": HUGE}, "stack a whole number of 16,610 bits: chips above 0"),
        ({"rake_cap": True}, "rake_cap True: chips from 0 to"),
        ({"rake": nan}, "rake nan: a share of the pot from 0 to below 1"),
        ({"force_allin": 1e308}, r"force_allin 1e\+308: times the pot from 0 to"),
        ({"merge": "0.1"}, "merge '0.1': a share from 0 to"),
        ({"bets": 60}, "bets 60: a text such as '60% a'"),
        ({"river": {"bet": 5}}, "river.bet 5: a text such as"),
        ({"river": {"bet": None}}, "river.bet None: a text such as"),
        ({"river": {"oop": {"raise": 5}}}, "river.oop.raise 5: a text such as"),
        ({"river": {"oop": "60%"}}, "river.oop '60%': a table such as"),
        ({"river": {"bets": "60%"}}, "river: unknown key 'bets'; did you mean 'bet'"),
        ({"river": "60%"}, "river '60%': a table such as"),
        ({"turn": {"ip": {"donk": "5%"}}}, r"turn\.ip\.donk: only oop can lead"),
        ({"add_lines": {"check": 1}}, "add_lines {'check': 1}: a list of texts"),
        ({"add_lines": "check"}, "add_lines 'check': a list of texts"),
        ({"add_lines": ["bet " + "9" * 5000]}, "is not one of the actions here"),
        ({"rules": ["runout"]}, "rules .*: runout, "),
        ({"rules": "texassolver", "raise_limit": nan}, "raise_limit nan: a whole number"),
        ({"rules": "texassolver", "raise_limit": HUGE}, "raise_limit a whole number of"),
        ({"rules": "texassolver", "allin_threshold": inf}, "allin_threshold inf: a share"),
        ({"oop": "AA:1e-60,KK"}, "a weight of 1e-60 beside 1 cannot be resolved"),
    ],
)
def test_refused_spots(change: dict[str, Any], words: str) -> None:
    with pytest.raises(RunoutError, match=words):
        Spot(**(RIVER | {"bets": "60%"} | change))


@pytest.mark.parametrize("name", list(Spot.__dataclass_fields__))
def test_spots_of_odd_things_are_refused_in_our_words(name: str) -> None:
    for odd in ODD:
        try:
            spot = Spot(**(RIVER | {"bets": "60%"} | {name: odd}))
        except Exception as error:
            assert in_our_words(error), (name, odd)
        else:
            assert Spot.from_toml(spot.to_toml()) == spot


@pytest.mark.parametrize(
    "name",
    ["spot", "target", "max_iterations", "max_seconds", "threads", "compress", "progress",
     "job", "keep_on_interrupt", "isomorphism", "rule"],
)  # fmt: skip
def test_solves_of_odd_things_are_refused_in_our_words(name: str) -> None:
    job: Job[Any, Any] = Job()
    job.stop()
    spot = Spot("Td9d6hQc2c", 200, 900, "AsAh", "KsKh", bets="60%")
    for odd in ODD:
        if name == "progress" and callable(odd):
            continue
        try:
            solve(**({"spot": spot, "max_iterations": 0, "job": job} | {name: odd}))  # type: ignore[arg-type]
        except Exception as error:
            assert in_our_words(error), (name, odd)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("threads", 2.5, "threads 2.5: a whole number from 1 to 256"),
        ("max_iterations", nan, "max_iterations nan: a whole number from 0"),
        ("max_iterations", inf, "max_iterations inf: a whole number from 0"),
        ("target", nan, "target nan: percent of the pot from 0 up"),
        ("target", -1, "target -1: percent of the pot from 0 up"),
        ("max_seconds", nan, "max_seconds nan: a number above 0"),
        ("max_seconds", -1, "max_seconds -1: a number above 0"),
        ("compress", 1, "compress 1: True or False"),
        ("progress", 5, "progress 5: a function is expected"),
        ("job", 5, "job 5: a Job is expected"),
    ],
)
def test_refused_solves(name: str, value: Any, words: str) -> None:  # noqa: ANN401
    with pytest.raises(RunoutError, match=words):
        solve(Spot(**RIVER), **{name: value})


def test_other_callables_refuse_odd_things_in_our_words() -> None:
    spot = Spot(**RIVER, bets="60%")
    calls: list[Any] = [
        spot.with_line, spot.without_line, Spot.from_toml, Spot.from_dict, Line.parse,
        StreetSizes, StreetSizes.from_dict, lambda odd: StreetSizes(oop=odd),
        lambda odd: Spot.from_dict(spot.to_dict() | {"range": odd}),
        lambda odd: Spot.from_dict(spot.to_dict() | {"range": {"oop": "AA", "ip": odd}}),
    ]  # fmt: skip
    for call in calls:
        for odd in ODD:
            try:
                call(odd)
            except Exception as error:
                assert in_our_words(error), (call, odd)


# Files


def test_solve_takes_a_path(tmp_path: Path) -> None:
    path = tmp_path / "turn.toml"
    path.write_text(Spot(**RIVER, bets="60%").to_toml())
    for given_path in (path, str(path)):
        assert solve(given_path, max_iterations=0).spot == Spot(**RIVER, bets="60%")
    with pytest.raises(RunoutError, match=r"spot .*missing\.toml'?: No such file"):
        solve(tmp_path / "missing.toml")
    with pytest.raises(RunoutError, match=r"^spot 5: a Spot, or the path of one, is expected$"):
        solve(5)  # type: ignore[arg-type]
    with pytest.raises(RunoutError, match=r"No such file|not the name"):
        solve("pot = 5\n")
    with pytest.raises(RunoutError, match="NUL"):
        solve("turn\0.toml")
    with pytest.raises(RunoutError, match="too long"):
        solve("x" * 300)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5000,
        "a = " + "{a=" * 5000,
        "pot = " + "9" * 5000,
        "pot = 1" + "0" * 4200 + "\nstack=1\nboard='TdJd9h'\nrange.oop='AA'\nrange.ip='KK'",
        "a." * 200_000 + "a = 1",
        '"a b" . ' * 20_000 + "a = 1",
        "[" + "a." * 20_000 + "a]\n",
        "pot = nan\nstack = inf\nboard = 'TdJd9h'\nrange.oop = 'AA'\nrange.ip = 'KK'",
        "board = 1979-05-27\npot = 1\nstack = 1\nrange = {}",
        "x = 1\n" * 100_000,
    ],
)
def test_hostile_toml_is_refused_in_our_words(text: str) -> None:
    started = time.process_time()
    with pytest.raises(RunoutError, match=r"^(spot|pot)"):
        Spot.from_toml(text + "\n")
    assert time.process_time() - started < 10  # far below a second


# Time

PATTERNS = [
    " ", "\n", "/", " /", "a", "a ", "check/", "bet 1/", "bet ", "bet to ", "bet (", "1", "all-",
    "\0", "\\", '"', "''' ", "[", "[[", "{", "a.", "'a b' . ", "a=1\n", "a = [", "[[a]]\n",
    "# x\n", ",", "Ah ", "A", "AhKd", "1.", "\r\n", "board",
]  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_megabyte_of_anything_is_read_in_a_moment(pattern: str) -> None:
    text = pattern * (1_000_000 // len(pattern))
    short = f"bets = '''\n{pattern * (MOST_CHARACTERS * 4 // 5 // len(pattern))}\n"
    started = time.process_time()
    steps_of(text)
    calls: list[tuple[Any, str]] = [
        (Line.parse, text), (Line.parse, f"bet {text}"), (parse_cards, text),
        (Spot.from_toml, f"{text}\n="), (Spot.from_toml, short), (Spot.from_toml, short[10:]),
    ]  # fmt: skip
    for read, given_text in calls:
        with suppress(RunoutError):
            read(given_text)
    assert time.process_time() - started < 15  # under a second each; it was minutes


def test_steps_stand_where_they_are_written() -> None:
    text = " check /  bet 5//\traise 9 /"
    for step in steps_of(text):
        assert text[step.span.start : step.span.end] == step.text
    assert [step.text for step in steps_of(text)] == ["check", "bet 5", "raise 9"]
    with pytest.raises(NotationError, match="is no action"):
        Line.parse("check / bet")
