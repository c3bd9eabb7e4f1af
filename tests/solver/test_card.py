"""The GPU behind CuPy, with a CuPy that only pretends: its stream and who uses it."""

from __future__ import annotations

import copy
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from runout import RunoutError, solve
from runout.solver.cuda.card import GpuCard
from runout.solver.engines import ENGINES
from tests.engines.emulated import EmulatedEngine
from tests.engines.fake_cupy import FakeCupy, FakeEvent, FakeStream, with_fake_cupy
from tests.solver.test_cuda import TURN, numbers_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout import Solution

_A_WHILE = 0.2  # seconds for a thread to do what it must not do


@pytest.fixture(autouse=True)
def cupy(monkeypatch: pytest.MonkeyPatch) -> FakeCupy:
    monkeypatch.setitem(ENGINES, EmulatedEngine.name, EmulatedEngine)
    return with_fake_cupy(monkeypatch)


def in_a_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


# Who has the stream


def test_a_solve_on_the_card_is_that_of_the_emulation() -> None:
    one, other = (
        numbers_of(solve(TURN, target=0, max_iterations=12, engine=engine).loop)
        for engine in ("cuda", EmulatedEngine.name)
    )
    for key, numbers in one.items():
        np.testing.assert_array_equal(numbers, other[key])


def test_what_others_do_meanwhile_is_not_recorded() -> None:
    """Neither launched into the graph nor, by waiting for the stream, the end of it."""
    card, ours, theirs = GpuCard(0), list[int](), list[int]()
    others: list[threading.Thread] = []

    def launched(to: list[int]) -> None:
        with card._here():
            FakeStream.current().do(lambda: to.append(1))

    def other() -> None:
        launched(theirs)
        card.download(card.zeros(4, np.float32))
        card.wait()
        card.pace()

    def work() -> None:
        launched(ours)
        others.append(in_a_thread(other))
        others[0].join(_A_WHILE)
        assert others[0].is_alive()
        launched(ours)

    again = card.recorded(work)
    others[0].join()
    assert (len(ours), len(theirs)) == (0, 1)
    again()
    assert (len(ours), len(theirs)) == (2, 1)


def test_who_waits_for_its_pace_lets_others_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    card, done = GpuCard(0), threading.Event()
    card.pace()
    monkeypatch.setattr(FakeEvent, "synchronize", lambda event: done.wait())
    waiting = in_a_thread(card.pace)
    card.zeros(4, np.float32)
    waiting.join(_A_WHILE)
    assert waiting.is_alive()
    done.set()
    waiting.join()


def test_two_solves_in_two_threads() -> None:
    """Each comes out as if it were alone."""

    def numbers() -> dict[str, Any]:
        return numbers_of(solve(TURN, target=0, max_iterations=12, engine="cuda").loop)

    alone, found = numbers(), list[dict[str, Any]]()
    threads = [in_a_thread(lambda: found.append(numbers())) for _ in range(3)]
    for thread in threads:
        thread.join()
    assert len(found) == 3
    for one in found:
        for key in alone:
            np.testing.assert_array_equal(one[key], alone[key])


def test_solutions_are_read_while_another_is_made() -> None:
    """On the same card, in as many threads as like: each sees what one alone sees."""
    solution = solve(TURN, target=0, max_iterations=6, engine="cuda")
    expected, found, done = looked_at(solution), list[bool](), threading.Event()

    def read() -> None:
        while not done.is_set() or not found:
            found.append(looked_at(copy.copy(solution)) == expected)

    alone = numbers_of(solve(TURN, target=0, max_iterations=40, engine="cuda").loop)
    readers = [in_a_thread(read) for _ in range(3)]
    beside = numbers_of(solve(TURN, target=0, max_iterations=40, engine="cuda").loop)
    done.set()
    for reader in readers:
        reader.join()
    assert found
    assert all(found)
    for key, numbers in alone.items():
        np.testing.assert_array_equal(beside[key], numbers)


def looked_at(solution: Solution) -> list[object]:
    """What nodes of several streets say."""
    lines = ("", "check", "check / check / 2c", "check / check / 2c / check")
    return [(solution[line] if line else solution.root).to_dict() for line in lines]


def test_a_forked_process_cannot_read_what_the_card_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solve(TURN, target=0, max_iterations=2, engine="cuda")
    numbers = solution.root.ev
    with monkeypatch.context() as child:
        child.setattr("os.getpid", lambda: -1)
        for ask in (lambda: solution["check"].ev, lambda: solution.resume(max_iterations=4)):
            with pytest.raises(RunoutError, match=r"(a|this) (forked process|process was forked)"):
                ask()
    assert solution.root.ev == numbers
    assert solution.resume(target=0, max_iterations=4).summary().iterations == 4


def test_a_failure_ends_what_is_recorded() -> None:
    card = GpuCard(0)

    def work() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        card.recorded(work)
    card.wait()
    card.recorded(lambda: None)()
