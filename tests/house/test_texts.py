"""All texts that are read: mutated at random, and a megabyte of anything."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runout import Range, RunoutError, Spot, equity, format_cards, load, parse_cards
from runout import blackjack as bj
from runout.cli.app import app
from runout.filters import Filter
from runout.solver.line import Line
from runout.solver.script import parse_script, read_script
from runout.solver.sizes import parse_sizes
from tests.fuzzing import rounds, seed
from tests.house.public_calls import RIVER, SCRIPT, chart

Reader = Callable[[str], object]
SHOE = bj.Shoe(decks=1)


def _counts(text: str) -> tuple[int, ...]:
    """What a shoe holds; the suits of its cards are not written."""
    return tuple(bj.Shoe(text).counts)


def _shoe_text(counts: tuple[int, ...]) -> str:
    return str(bj.Shoe(counts=counts))


# How a text is read, how what was read is written (None: not at all), and texts that are good.
TEXTS: dict[str, tuple[Reader, Callable[[Any], str] | None, list[str]]] = {
    "range": (Range, str, ["AA,KK:0.5,A5s-A2s", "22+,T9s+,AhKh", "[50]QQ+[/50],AKo", "15%"]),
    "cards": (parse_cards, format_cards, ["AhKd 7c", "A♥, 10d", "2c3c4c5c6c"]),
    "line": (Line.parse, str, ["check / bet 120 / raise 500", "bet 60/all-in 900"]),
    "filter": (Filter, str, ['made="top pair" and not (bet>=0.5 or ev<3)', "draw~'flush draw'"]),
    "sizes": (lambda text: parse_sizes(text, raises=True), None, ["60% 2.5x a", "33%, 100c 3e"]),
    "script": (parse_script, None, [SCRIPT]),
    "spot": (Spot.from_toml, Spot.to_toml, [Spot(**RIVER).to_toml()]),
    "rules": (bj.Rules, str, ["6D H17 DAS LS 6:5", "8D ENHC NOSPLIT", "1D S17 D10 RSA"]),
    "shoe": (_counts, _shoe_text, ["6D", "A=4 2=4 T=16", "AsKd 5c", "A=0", "4,4,4,4,4,4,4,4,4,16"]),
    "chart": (bj.Chart.parse, str, [str(chart())]),
    "hand": (lambda text: bj.hand_ev(text, "T", SHOE, "1D NOSPLIT"), None, ["T6", "A 2 3", "8,8"]),
    "tags": (lambda text: bj.betting_correlation(text, {"5": 0.001}), None, ["hi-lo", "ko"]),
    "player": (lambda text: equity(text, "QsQd", board="2c3c4d5d"), None, ["AhKh", "AA", "Ah"]),
}
COMMANDS = [
    ["eval", "AhKh", "QcQd", "--board", "2h 7h 9c"],
    ["range", "AA,KK:0.5", "--json"],
    ["equity", "AhKh", "QQ+", "--board", "Kd 7s 2c 3c", "--method", "exact"],
    ["blackjack", "hand", "T6", "T", "--rules", "1D NOSPLIT"],
]
PIECES = [
    *",;:+-=%/@ \n\t\0é♥()[]#'\"", "..", "1e9", "nan", "9" * 40, "-1", "0.", "e", "x", "A", "Ah",
    "22+", "\ud800", "٣", "²", "to", "all-in", "[[", "= ", "''' ",
]  # fmt: skip


def _mutated(text: str, rng: random.Random) -> str:
    """A text with a few things cut, put in, doubled or moved."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        one, other = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        near = min(other, one + rng.choice([1, 2, 5]))
        match rng.randrange(5):
            case 0:
                text = text[:one] + text[near:]
            case 1:
                text = text[:one] + rng.choice(PIECES) + text[one:]
            case 2:
                text = text[:one] + rng.choice(PIECES) + text[near:]
            case 3:
                text = text[:other] + text[one:other] + text[other:]
            case _:
                text = text[one:other] + text[:one] + text[other:]
    return text


@pytest.mark.parametrize("kind", TEXTS)
def test_mutated_texts(kind: str) -> None:
    read, write, good = TEXTS[kind]
    rng = random.Random(seed(20) + len(kind))
    started = time.process_time()
    slow = kind in ("hand", "player", "chart", "spot")
    tries = max(len(good), rounds(60 if slow else 300))
    understood = 0
    for number in range(tries):
        text = good[number % len(good)] if number < len(good) else _mutated(rng.choice(good), rng)
        try:
            found = read(text)
        except RunoutError as error:
            assert 0 < len(str(error)) < 2000, text
            continue
        understood += 1
        if write is not None:
            assert read(write(found)) == found, text
    assert understood >= len(good)
    assert time.process_time() - started < 10 + tries  # a second for each, which is generous


def test_mutated_commands(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(seed(21))
    for _ in range(rounds(40)):
        command = list(rng.choice(COMMANDS))
        which = rng.randrange(1, len(command))
        command[which] = _mutated(command[which], rng)
        try:
            app(command, standalone_mode=False)
        except (RunoutError, SystemExit):
            pass
        except Exception as error:  # wrong options, which the command line refuses itself
            assert type(error).__module__.startswith(("typer", "click")), command
        capsys.readouterr()


PATTERNS = [*"A9/[=,#\0% \n", "Ah", "AA,", "1.", "bet ", "a="]


@pytest.mark.parametrize("kind", TEXTS)
def test_a_megabyte_of_anything(kind: str) -> None:
    read = TEXTS[kind][0]
    for pattern in PATTERNS:
        text = pattern * (1_000_000 // len(pattern))
        started = time.process_time()
        with suppress(RunoutError):
            # Spots are told from paths by their line ends.
            read(text if kind != "spot" else f"{text}\n=")
        assert time.process_time() - started < 5, pattern  # far below a second on most machines


# What an adversary broke, one by one


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Range("AA:" + "9" * 5000),
        lambda: Line.parse("bet " + "9" * 5000),
        lambda: parse_sizes("9" * 5000 + "%", raises=False),
        lambda: bj.Shoe("A=" + "9" * 5000),
        lambda: bj.Rules("9" * 5000 + "D"),
        lambda: parse_script(SCRIPT.replace("200", "9" * 5000)),
        lambda: Spot.from_toml("pot = " + "9" * 5000 + "\n"),
        lambda: Spot.from_toml("a = " + "[" * 100_000 + "\n"),
        lambda: Spot(**RIVER | {"oop": "AA:1e-60,KK"}),
        lambda: Spot(**RIVER | {"rules": "texassolver", "raise_limit": float("nan")}),
        lambda: bj.Shoe("A=4 \0 2=4"),
        lambda: bj.Shoe("A=4 \x1b[0m"),
        lambda: Spot(**RIVER | {"force_allin": 1e308}),
        lambda: load("a\0b"),
        lambda: read_script("a\0b"),
        lambda: bj.Chart.load("a\0b"),
        lambda: Spot.from_toml(Path("a\0b")),
        lambda: load("x" * 300),
        lambda: bj.Chart.load("x" * 300),
        lambda: load("/"),
    ],
)
def test_what_was_broken_is_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(RunoutError):
        ask()


def test_what_was_broken_works() -> None:
    small: Any = np.int8(5)

    def dealt(given: int) -> object:
        settings: Any = {"board": "2c 3c 4d", "method": "monte_carlo", "samples": 1000}
        return equity("AhKh", "QQ", seed=given, **settings).players

    def played(given: int) -> object:
        return bj.simulate(SHOE, "1D", chart(), rounds=100, penetration=1e-320, seed=given)

    assert dealt(small) == dealt(5)
    assert played(small) == played(5)
