"""Pickles and copies of solutions: all is in them, and nothing is shared."""

from __future__ import annotations

import copy
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from operator import attrgetter, methodcaller
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from runout import RunoutError, Spot, load, solve
from runout.solution import saving
from runout.solution.solution import Solution, SolveInterrupted
from runout.solver.loop import RULES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from runout.solver.loop import SolveProgress

RIVER = Spot("KsTd7h4c2s", 100, 300, "22+,A8s+,KTo+", "55+,ATs+,KQo", bets="33% a", raises="60%")
TURN = Spot("Td9d6hQc", 20, 60, "QQ,AdKd,8d7d,T9s:0.25", "JJ,KdQd,J8s", bets="60% a", raises="a")
LINE = "check / bet 12 / call / 2c"


def pickled(thing: Any) -> Any:  # noqa: ANN401
    """What comes out of a pickle."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301


WAYS: list[Callable[[Any], Any]] = [pickled, copy.copy, copy.deepcopy, methodcaller("copy")]
NAMES = ["pickle", "copy", "deepcopy", "method"]


def numbers_of(solution: Solution) -> list[Any]:
    """All that has been learned."""
    return [numbers[:].copy() for numbers in solution.loop.engine.numbers().values()]


def same(one: list[Any], other: list[Any]) -> bool:
    """Whether numbers are the same, bit for bit."""
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("again", WAYS, ids=NAMES)
@pytest.mark.parametrize("compress", [False, True])
def test_a_copy_goes_on_bit_for_bit(again: Callable[[Any], Any], compress: bool) -> None:
    rule = RULES["dcfr restarted"]
    settings: dict[str, Any] = {"compress": compress, "rule": rule, "threads": 1}
    first = solve(TURN, target=0, max_iterations=10, **settings)
    before, shown = numbers_of(first), first[LINE].to_dict()
    second = again(first)
    assert type(second) is Solution
    assert second.spot == TURN
    assert second.summary() == first.summary()
    assert second.history == first.history
    assert second[LINE].to_dict() == shown
    second.resume(target=0, max_iterations=20)
    assert same(numbers_of(first), before)
    assert first[LINE].to_dict() == shown
    assert first.summary().iterations == 10
    whole = solve(TURN, target=0, max_iterations=20, **settings)
    assert same(numbers_of(second), numbers_of(whole))
    first.resume(target=0, max_iterations=20)
    assert same(numbers_of(second), numbers_of(first))


@pytest.mark.parametrize("again", WAYS, ids=NAMES)
def test_locks_are_copied_and_are_not_shared(again: Callable[[Any], Any]) -> None:
    first = solve(RIVER, target=1)
    first.root.lock({"AsAd": {"check": 1}})
    waiting = again(first)
    for solution in (first, waiting):
        solution.resume(target=0.5)
        assert solution.root.strategy["AsAd"]["check"] == 1
    assert waiting.summary().ev == first.summary().ev
    applied = again(first)
    assert applied.root.locked == first.root.locked
    applied.root.unlock()
    applied.resume(target=0.5)
    assert first.root.locked
    assert first.resume(target=0.4).root.strategy["AsAd"]["check"] == 1


def test_a_copy_shows_what_the_original_shows_while_a_second_lock_waits() -> None:
    first = solve(RIVER, target=1)
    first.root.lock({"AsAd": {"check": 1}})
    first.resume(target=0.5)
    first.root.lock({"KcKd": {"check": 1}})
    second = first.copy()
    assert second.summary() == first.summary()
    assert second.root.to_dict() == first.root.to_dict()
    assert second.root.locked == first.root.locked
    same_end = [one.resume(target=0.5).summary().ev for one in (first, second)]
    assert same_end[0] == same_end[1]


@pytest.mark.parametrize("again", WAYS, ids=NAMES)
def test_solutions_of_small_files(again: Callable[[Any], Any], tmp_path: Path) -> None:
    solve(TURN, target=1).save(tmp_path / "small.runout", small=True)
    first = load(tmp_path / "small.runout")
    second = again(first)
    assert second.summary() == first.summary()
    assert second[LINE].to_dict() == first[LINE].to_dict()
    with pytest.raises(RunoutError, match="cannot be resumed"):
        second.resume()


def test_nodes_are_those_of_their_solution() -> None:
    solution = solve(TURN, target=1)
    node = solution[LINE]
    alone = pickled(node)
    assert (alone.line, alone.to_dict()) == (node.line, node.to_dict())
    assert copy.copy(node).cache is node.cache
    assert copy.deepcopy(node).cache is not node.cache
    # Whatever stands together is one solution afterwards, and is there once.
    together = pickle.dumps([solution, node, solution.root])
    assert len(together) < 1.1 * len(pickle.dumps(solution))
    other, inner, root = pickle.loads(together)  # noqa: S301
    assert inner.cache is root.cache
    inner.lock({"QsQd": {inner.actions[0]: 1}})
    other.resume(target=1)
    assert inner.strategy["QsQd"][inner.actions[0]] == 1
    assert other[LINE].strategy["QsQd"] == inner.strategy["QsQd"]
    assert solution[LINE].to_dict() == node.to_dict() == alone.to_dict()


@pytest.mark.parametrize("start", ["spawn", "forkserver"])
def test_solutions_go_to_other_processes_and_come_back(start: str) -> None:
    solution = solve(RIVER, target=1)
    with ProcessPoolExecutor(1, mp_context=get_context(start)) as pool:
        node = pool.submit(attrgetter("root"), solution).result()
        further = pool.submit(methodcaller("resume", target=0.3), solution).result()
    assert node.to_dict() == solution.root.to_dict()
    assert further.summary().exploitability_percent <= 0.3
    assert solution.summary().exploitability_percent > 0.3


def test_a_copy_waits_for_a_resume_to_end() -> None:
    solution = solve(RIVER, target=1)
    before = solution.summary().iterations
    begun, go_on = threading.Event(), threading.Event()

    def wait(_progress: SolveProgress) -> None:
        begun.set()
        go_on.wait(60)

    found: list[Solution] = []
    limits: dict[str, Any] = {"target": 0, "max_iterations": before + 20, "progress": wait}
    threads = [
        threading.Thread(target=solution.resume, kwargs=limits),
        threading.Thread(target=lambda: found.append(solution.copy())),
    ]
    threads[0].start()
    assert begun.wait(60)
    threads[1].start()
    assert solution.summary().iterations == before  # readers need not wait
    go_on.set()
    for thread in threads:
        thread.join()
    assert found[0].summary() == solution.summary()
    assert found[0].summary().iterations == before + 20


def test_what_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solve(RIVER, target=1)
    monkeypatch.setattr("runout.memory.free_memory", lambda: 1000)
    for again in WAYS:
        with pytest.raises(RunoutError, match=r"solution: a copy .* save it to a file"):
            again(solution)


def test_a_copy_keeps_to_the_memory_of_its_solution(tmp_path: Path) -> None:
    solution = solve(RIVER, target=1, memory="70MB")
    for again in WAYS:
        assert again(solution).loop.memory == 70_000_000
    solution.save(tmp_path / "river.runout")
    assert load(tmp_path / "river.runout", memory="70MB").loop.memory == 70_000_000
    with pytest.raises(RunoutError, match=r"loading it needs .*, but 1 kB of memory is allowed"):
        load(tmp_path / "river.runout", memory=1000)
    with pytest.raises(RunoutError, match=r"memory 'much': bytes, or a size such as"):
        load(tmp_path / "river.runout", memory="much")
    solution.loop.memory = 1000
    with pytest.raises(RunoutError, match=r"solution: a copy .* but 1 kB of memory is allowed"):
        solution.copy()


@pytest.mark.parametrize(
    "name",
    ["strategy", "ev_of", "realised_equity_of", "ev", "equity", "realised_equity", "eqr", "weight"],
)
def test_tables_of_hands_can_be_pickled(name: str) -> None:
    table = getattr(solve(RIVER, max_iterations=3)["check"], name)
    assert dict(pickled(table)) == dict(table)


def test_damaged_pickles_are_refused() -> None:
    solution = solve(RIVER, target=1)
    content = saving.packed(solution.root.cache)
    with pytest.raises(RunoutError, match="pickled solution: the file is cut off"):
        saving.unpacked(content[:-5])
    with pytest.raises(RunoutError, match="pickled solution: the file is damaged"):
        saving.unpacked(content[:-5] + b"other")
    with pytest.raises(RunoutError, match="threads 0: a whole number"):
        solution.copy(threads=0)


def test_an_interrupted_solve_can_be_pickled() -> None:
    solution = solve(RIVER, target=1)
    again = pickled(SolveInterrupted(solution))
    assert str(again) == str(SolveInterrupted(solution))
    assert again.solution.summary() == solution.summary()
