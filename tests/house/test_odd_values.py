"""Everything public, given odd things one by one: our own errors, or TypeError in our words."""

from __future__ import annotations

import inspect
import linecache
import math
import signal
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import runout
from runout import Range, RunoutError, Spot, solve
from runout.checks import shown
from tests.house.odd_values import ODD
from tests.house.public_calls import (
    OBJECTS,
    OPERATORS,
    RIVER,
    SCRIPT,
    chart,
    good_arguments,
    methods,
    own_names,
    public_functions,
    tries,
)

if TYPE_CHECKING:
    from types import FrameType

FUNCTIONS = dict(public_functions())
SECONDS = 20  # of processor time for any one question; all take far less
# At the first node of a river nobody can do these, whatever is given; a job starts once.
REFUSED_HERE = {"call", "deal", "fold", "raise_to", "runouts", "plot_runouts", "all_in", "start"}

WITH_NAN = {"values", "view", "deals"}  # arrays in which what is missing is NaN, by their pages


@pytest.fixture(autouse=True)
def _folder_of_good_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder in which everything has something to read, and where odd names may be written."""
    monkeypatch.chdir(tmp_path)
    solve(Spot(**RIVER), max_iterations=1).save("good.runout")
    Path("good.chart").write_text(str(chart()))
    Path("good.txt").write_text(SCRIPT)


@contextmanager
def _in_time() -> Iterator[None]:
    """Fail, rather than hang, after many seconds of processor time."""

    def late(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"not done after {SECONDS} s")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _raised_by_us(error: BaseException) -> bool:
    """Whether an error comes from a `raise` of the package, not from within Python."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    ours = Path(runout.__file__).parent in Path(last.filename).parents
    return ours and linecache.getline(last.filename, last.lineno or 0).strip().startswith("raise")


def _in_our_words(error: Exception, operator: str = "") -> bool:
    if isinstance(error, RunoutError):
        return 0 < len(str(error)) < 2000
    refused = operator in OPERATORS and "not supported between" in str(error)
    return isinstance(error, TypeError) and (refused or _raised_by_us(error))


def _numbers(answer: object, depth: int = 4) -> Iterator[float]:
    """The numbers in an answer, as deep as people look."""
    if isinstance(answer, float):
        yield answer
    elif isinstance(answer, np.ndarray) and answer.dtype.kind == "f":
        yield from answer.ravel()[:3000].tolist()
    elif depth and isinstance(answer, Mapping) and type(answer) is dict:
        for value in answer.values():
            yield from _numbers(value, depth - 1)
    elif depth and isinstance(answer, list | tuple):
        for value in answer[:3000]:
            yield from _numbers(value, depth - 1)
    elif depth and is_dataclass(answer):
        for one in fields(answer):
            if not one.name.startswith("_"):
                yield from _numbers(getattr(answer, one.name), depth - 1)


def _too_long(name: str, odd: Any) -> bool:  # noqa: ANN401
    """What is allowed and takes hours, or is a function that fails by itself."""
    if name == "rounds":
        return isinstance(odd, int | np.integer) and bool(odd > 10**6)
    return name in ("progress", "listener", "work") and callable(odd)


def _walk(name: str, function: Callable[..., Any]) -> list[str]:
    """What went wrong with each parameter in turn."""
    wrong = []
    for parameter, call in tries(name, function):
        for odd in ODD:
            if _too_long(parameter, odd):
                continue
            what = f"{name}({parameter}={shown(odd)})"
            try:
                with _in_time():
                    answer = call(odd)
            except Exception as error:
                if not _in_our_words(error, name.rpartition(".")[2]):
                    wrong.append(f"{what}: {type(error).__name__}: {str(error)[:100]}")
            else:
                if any(math.isnan(number) for number in _numbers(answer)):
                    wrong.append(f"{what}: {answer!r:.200}")
    return wrong


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str) -> None:
    places, names = good_arguments(name)
    FUNCTIONS[name](*places, **names)
    assert not _walk(name, FUNCTIONS[name])


@pytest.mark.parametrize("label", OBJECTS)
def test_methods(label: str) -> None:
    wrong = []
    for name, function in methods(label, OBJECTS[label]()):
        method = name.rpartition(".")[2]
        _, names = good_arguments(name)
        if method not in REFUSED_HERE and method not in OPERATORS and ", " not in label:
            function(**names)
        wrong += _walk(name, function)
    assert not wrong


@pytest.mark.parametrize("label", OBJECTS)
def test_what_is_asked_without_arguments(label: str) -> None:
    thing = OBJECTS[label]()
    for name in own_names(type(thing)):
        static = inspect.getattr_static(type(thing), name, None)
        try:
            answer = getattr(thing, name)
            if inspect.isfunction(static) and not inspect.signature(answer).parameters:
                answer = answer()
        except RunoutError:
            assert label.startswith("SolutionNode") or (label, name) == ("Job", "run"), name
            continue
        nans = any(math.isnan(number) for number in _numbers(answer))
        assert not nans or name in WITH_NAN, name
    assert str(thing)
    assert repr(thing)


def test_texts_and_numbers_stand_on_either_side() -> None:
    assert ("AA" | Range("KK")) == (Range("KK") | "AA") == Range("KK+")
    assert ("KK+" - Range("AA")) == Range("KK")
    assert ("KK+" & Range("AA")) == Range("AA")
    assert np.float64(0.5) * Range("AA") == Range("AA") * np.float64(0.5) == Range("AA:0.5")
    for factor in (-1, float("nan"), float("inf"), 10**400):
        with pytest.raises(RunoutError, match="factor"):
            Range("AA") * factor
