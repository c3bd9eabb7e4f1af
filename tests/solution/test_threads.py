"""Any thread, any process, any moment: readers, resumes, forks, exits, too little memory."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from runout import RunoutError, SolveInterrupted, Spot, equity, load, solve
from runout.memory import Room, room
from runout.remembered import Remembered
from runout.solver.cpu import CpuEngine
from runout.solver.engine import Where
from tests.marks import address_space, busy_fork, kernels

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from runout.solution.solution import Solution

pytestmark = kernels

FLOP = Spot("Td9d6h", 100, 300, "JJ,AKs,87s,A5s", "99,QJs,KQs,AJs", bets="60%")
LINES = (
    "",
    "check",
    "check / bet 60",
    "check / check / 2c",
    "check / check / Qs / bet 60",
    "check / bet 60 / call / 7h / check",
    "check / check / 2c / check / check / Ah",
    "bet 60 / call / Jc / check / bet 132",
    "bet 60 / call / 4s / check / check / 4c / check",
)
LOOKS: tuple[Callable[[Solution, str], object], ...] = (
    lambda solution, line: solution[line].to_dict(),
    lambda solution, line: solution[line].hands("oop").mean(),
    lambda solution, line: dict(solution[line].hands("ip").ev),
    lambda solution, line: solution[line].frequencies,
    lambda solution, line: solution[line].range("ip"),
)
BEFORE, AFTER = 4, 9  # iterations


def solved(compress: bool = False) -> Solution:
    return solve(FLOP, target=0, max_iterations=BEFORE, threads=3, compress=compress)


def no_room_for_two(limit: int | None = None, *, held: int = 0) -> Room:
    """Memory for a solve, but not for its strategy twice."""
    return Room(0, "free") if held else room(limit)


def seen(solution: Solution, line: str) -> dict[str, Any]:
    """All about a node, from several looks at it."""
    looks = (look(solution, line) for look in LOOKS)
    return {f"look {number}": found for number, found in enumerate(looks)}


def in_threads(count: int, work: Callable[[int], object]) -> None:
    """Do something in so many threads at once; an error in any of them is raised here."""
    errors: list[BaseException] = []
    start = threading.Barrier(count)

    def run(number: int) -> None:
        try:
            start.wait()
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


@pytest.mark.parametrize("kind", ["fresh", "compressed", "full file", "small file"])
def test_eight_threads_see_what_one_sees(kind: str, tmp_path: Path) -> None:
    first = solved(compress=kind == "compressed")
    copies: list[Solution] = [first, solved(compress=kind == "compressed")]
    if "file" in kind:
        first.save(tmp_path / "spot.runout", small="small" in kind)
        copies = [load(tmp_path / "spot.runout", threads=2) for _ in range(2)]
    expected = {line: seen(copies[0], line) for line in LINES}
    summary = copies[0].summary().to_dict()["ev"]

    def read(number: int) -> None:
        for i in np.random.default_rng(number).permutation(len(LINES)):
            assert seen(copies[1], LINES[i]) == expected[LINES[i]]
        assert copies[1].summary().to_dict()["ev"] == summary

    in_threads(8, read)


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("memory", [True, False])
def test_readers_see_the_old_or_the_new_strategy(
    memory: bool, compress: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not memory:
        monkeypatch.setattr(CpuEngine, "room", staticmethod(no_room_for_two))
    other, solution = solved(compress), solved(compress)
    lines = LINES[1:6]
    old = {line: seen(other, line) for line in lines}
    other.resume(target=0, max_iterations=AFTER)
    new = {line: seen(other, line) for line in lines}
    assert all(old[line] != new[line] for line in lines)
    met = {"old": 0, "new": 0}
    over = threading.Event()

    def work(number: int) -> None:
        if number == 0:
            solution.resume(target=0, max_iterations=AFTER)
            over.set()
            return
        random = np.random.default_rng(number)
        while True:
            last = over.is_set()
            line, look = lines[random.integers(len(lines))], int(random.integers(len(LOOKS)))
            found, key = LOOKS[look](solution, line), f"look {look}"
            assert found in (old[line][key], new[line][key])
            met["new" if found == new[line][key] else "old"] += 1
            if last:
                assert found == new[line][key]
                break

    in_threads(4, work)
    assert met["new"] >= 3
    assert met["old"] > 0 or not memory


def test_readers_are_not_held_up_by_a_resume() -> None:
    solution = solved()
    before = seen(solution, "check")
    looks: list[dict[str, Any]] = []

    def look(_: object) -> None:  # in another thread, for which the resume waits here
        in_threads(1, lambda _: looks.append(seen(solution, "check")))
        looks.append(seen(solution, "check"))
        assert solution.summary().iterations == BEFORE
        assert len(solution.history.curve) == curve

    curve = len(solution.history.curve)
    solution.resume(target=0, max_iterations=AFTER, progress=look)
    assert len(looks) >= 2
    assert all(found == before for found in looks)
    assert seen(solution, "check") != before
    assert solution.summary().iterations == AFTER
    assert len(solution.history.curve) > curve


def test_without_memory_the_resuming_thread_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CpuEngine, "room", staticmethod(no_room_for_two))
    solution = solved()

    def look(_: object) -> None:
        with pytest.raises(RunoutError, match="is being resumed"):
            seen(solution, "check")
        assert f"{BEFORE} iterations" in repr(solution)

    solution.resume(target=0, max_iterations=AFTER, progress=look)
    assert solution.summary().iterations == AFTER
    with (
        solution.root.cache.pinned(),
        pytest.raises(RunoutError, match="still reading"),
    ):
        solution.resume(target=0, max_iterations=AFTER + 1)
    seen(solution, "check")


def test_what_fails_half_way_leaves_a_whole_strategy() -> None:
    solution, other = solved(), solved()

    def fail(_: object) -> None:
        raise KeyError

    with pytest.raises(KeyError):
        solution.resume(target=0, max_iterations=AFTER, progress=fail)
    done = solution.summary().iterations
    assert BEFORE < done <= AFTER
    other.resume(target=0, max_iterations=done)
    assert seen(solution, "check") == seen(other, "check")
    assert solution.summary().exploitability == other.summary().exploitability
    assert solution.summary().stopped_by == "stop"


def test_what_fails_between_two_measurements_is_measured() -> None:
    solution, other = solved(), solved()
    solution["check"].lock("99", {"check": 1.0})  # what was measured before is of another game

    def fail(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        solution.resume(target=0, checkpoint=fail)
    assert not isinstance(caught.value, SolveInterrupted)
    summary = solution.summary()
    assert summary.stopped_by == "interrupt"
    assert solution.history.curve[-1] == (summary.iterations, summary.exploitability_percent)
    other["check"].lock("99", {"check": 1.0})
    other.resume(target=0, max_iterations=summary.iterations)
    assert summary.exploitability == other.summary().exploitability


def without_marks(seen: Any) -> Any:  # noqa: ANN401 - lists and tables of anything
    """What was seen, apart from what is said of locks, and of regret, which waits for them."""
    if isinstance(seen, dict):
        said = ("locked", "locks", "locks_wait", "regret")
        return {key: without_marks(value) for key, value in seen.items() if key not in said}
    return [without_marks(one) for one in seen] if isinstance(seen, list) else seen


def test_locks_come_with_the_new_strategy() -> None:
    solution = solved()
    before = seen(solution, "check")
    in_threads(4, lambda i: solution["check"].lock(("99", "QJs", "KQs", "AJs")[i], {"check": 1.0}))
    assert solution["check"].locked == solution["check"].range("ip")
    assert seen(solution, "check") != before  # the hands that will be locked are marked
    assert without_marks(seen(solution, "check")) == without_marks(before)

    def look(_: object) -> None:
        assert without_marks(seen(solution, "check")) == without_marks(before)

    solution.resume(target=0, max_iterations=AFTER, progress=look)
    assert solution["check"].frequencies["check"] == pytest.approx(1)


def test_a_save_waits_for_a_resume(tmp_path: Path) -> None:
    solution, other = solved(), solved()
    other.resume(target=0, max_iterations=AFTER)
    other.save(tmp_path / "other.runout")
    under_way = threading.Event()

    def work(number: int) -> None:
        if number == 0:
            solution.resume(target=0, max_iterations=AFTER, progress=lambda _: under_way.set())
        else:
            under_way.wait()
            solution.save(tmp_path / "saved.runout")

    in_threads(2, work)
    one, two = (load(tmp_path / name) for name in ("saved.runout", "other.runout"))
    numbers = one.loop.engine.numbers()
    for name, found in two.loop.engine.numbers().items():
        assert np.array_equal(numbers[name][:], found[:])
    assert one.summary().iterations == AFTER


def test_arrays_outlive_their_solver() -> None:
    solution = solved()
    numbers = solution.loop.engine.numbers()
    before = numbers["averages"][:].copy()
    solution.resume(target=0, max_iterations=AFTER)
    assert np.array_equal(numbers["averages"][:], before)
    reader = solution.loop.engine.reader()
    strategy = reader.strategy(Where(0, 0, 0))
    del solution
    assert np.array_equal(reader.strategy(Where(0, 0, 0)), strategy)
    assert np.isfinite(numbers["regrets"][:]).all()


def test_remembered_by_many_threads() -> None:
    known: Remembered[int, int] = Remembered(5)

    def ask(number: int) -> None:
        random = np.random.default_rng(number)
        for key in random.integers(0, 12, 2000).tolist():
            assert known.get(key, lambda key=key: 10 * key + 1) == 10 * key + 1  # type: ignore[misc]

    in_threads(8, ask)
    assert len(known) <= 5 + 8
    assert all(value % 10 == 1 for value in known.values())


def test_equity_in_many_threads() -> None:
    expected = equity("AhKh", "QQ+,AKs", "JJ", board="Kd7s2c").players

    def ask(_: int) -> None:
        assert equity("AhKh", "QQ+,AKs", "JJ", board="Kd7s2c", threads=3).players == expected

    in_threads(8, ask)


# In processes of their own

_IMPORTS = """
import os, resource, signal, sys, threading, time
from runout import Spot, _core, equity, load, solve
from runout import blackjack as bj
"""
_START = f"""{_IMPORTS}
spot = Spot("Td9d6hQc", 100, 300, "JJ-TT,AKs,87s,A5s", "99,QJs,KQo,AJs", bets="60%")
"""


def run_python(text: str, *arguments: str, start: str = _START) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", start + textwrap.dedent(text), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


_FORK = """
solution = solve(spot, target=0, max_iterations=20, threads=3)
mean = solution["check"].hands("oop").mean()
busy = sys.argv[1]
going = threading.Event()
def read():
    while True:
        for card in "2c 3c 4c 5c 7c 8c Jc Kc Ac".split():
            going.set()
            solution[f"check / check / {card}"].hands("oop").mean()
            solution.root.cache.state.values.clear()
def resume():
    going.set()
    solution.resume(target=0, max_iterations=10**6)
if busy != "idle":
    for _ in range(3 if busy == "reading" else 1):
        threading.Thread(target=read if busy == "reading" else resume, daemon=True).start()
    going.wait()

def child():
    assert solution["check"].hands("oop").mean() == mean
    solution["check / check / 2c / bet 60"].to_dict()
    if busy == "resuming":
        try:
            solution.resume(target=0, max_iterations=30)
        except ValueError as error:
            assert "forked" in str(error)
        else:
            raise AssertionError("resumed from half an iteration")
    else:
        solution.resume(target=0, max_iterations=30)
        assert solution.summary().iterations == 30
    assert solve(spot, target=0, max_iterations=20, threads=2)["check"].hands("oop").mean() == mean
    assert 0.8 < equity("AA", "KK", threads=2).players[0].equity < 0.85
    bj.simulate(bj.Shoe(decks=6), "6D", rounds=100_000, threads=2)

for _ in range(3):
    pid = os.fork()
    if pid == 0:
        signal.alarm(30)
        try:
            child()
            del solution
        except BaseException:
            import traceback
            traceback.print_exc()
            os._exit(1)
        sys.exit(0) if busy == "idle" else os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
    time.sleep(0.01)
os._exit(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
@pytest.mark.parametrize(
    "busy",
    ["idle", pytest.param("reading", marks=busy_fork), pytest.param("resuming", marks=busy_fork)],
)
def test_after_a_fork(busy: str) -> None:
    done = run_python(_FORK, busy)
    assert done.returncode == 0, done.stderr


_EXIT = """
sys.setswitchinterval(1e-6)  # also in the middle of making arrays, threads hand on
class SlowBoard:
    def __getitem__(self, index):  # read by C++ code, in the middle of which it hands on
        time.sleep(0.01)
        return [20, 30, 40][index]
def work():
    while True:
        if sys.argv[1] == "solve":
            solve(spot, target=0, max_iterations=50, threads=2)
        elif sys.argv[1] == "read":
            solution.root.cache.state.values.clear()
            solution["check"].hands("oop").mean()
        elif sys.argv[1] == "equity":
            equity("AA,KK", "QQ,AKs", "JJ-99", threads=2)
        elif sys.argv[1] == "deal":
            equity("AA", "random", "random", method="monte_carlo", samples=10**6, threads=2)
        elif sys.argv[1] == "chart":
            bj.chart("6D DANY")
        elif sys.argv[1] == "convert":
            _core.hands_equity([(0, 1), (2, 3)], SlowBoard(), [])
        else:
            bj.simulate(bj.Shoe(decks=6), "6D", rounds=10**6, threads=2)
solution = solve(spot, target=0, max_iterations=5, threads=2)
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
time.sleep(float(sys.argv[2]))
"""


@pytest.mark.parametrize(
    "what", ["solve", "read", "equity", "deal", "simulate", "chart", "convert"]
)
def test_leaving_while_a_daemon_thread_works(what: str) -> None:
    for delay in (0.1, 0.237):
        done = run_python(_EXIT, what, str(delay))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


_LITTLE = """
solution = solve(spot, target=0, max_iterations=5, threads=2)
expected = equity("random", "random", board="2c3d5h", threads=2).players
dealt = equity("AA", "random", "random", method="monte_carlo", samples=300_000, seed=1).players
rounds = bj.simulate(bj.Shoe(decks=6), "6D", rounds=500_000, seed=1, threads=2)
wide = Spot("Td9d6hQc", 100, 900, "22+,A2s+,K9s+", "22+,A2s+,K9s+", bets="60%", raises="3x")
mean = solve(wide, target=0, max_iterations=2, threads=2)["check"].hands("oop").mean()

def ask(what):
    if what == "equity":
        return equity("random", "random", board="2c3d5h", threads=16).players == expected
    if what == "deal":
        return equity("AA", "random", "random", method="monte_carlo", samples=300_000, seed=1,
                      threads=16).players == dealt
    if what == "simulate":
        return bj.simulate(bj.Shoe(decks=6), "6D", rounds=500_000, seed=1, threads=16) == rounds
    if what == "resume":
        return solution.resume(target=0, max_iterations=8).summary().iterations == 8
    solved = solve(wide, target=0, max_iterations=2, threads=16)
    return solved["check"].hands("oop").mean() == mean

def limited(what, more):
    pages = int(open("/proc/self/statm").read().split()[0])
    most = pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    hog = []
    try:
        while not more:  # what the heap has left is used up, but for a little
            hog.append(bytearray(50_000))
    except MemoryError:
        del hog[-3:]
    try:
        return 0 if ask(what) else 1
    except MemoryError:
        return 2
    except BaseException as error:
        os.write(2, f"{what} with {more} bytes more: {error!r}".encode())
        return 3

outcomes = set()
for what in sys.argv[1:]:
    for more in (0, 1, 10**6, 3 * 10**6, 10**7, 3 * 10**7, 10**8, 10**10):
        pid = os.fork()
        if pid == 0:
            signal.alarm(30)
            os._exit(limited(what, more))
        status = os.waitpid(pid, 0)[1]
        assert status in (0, 2 << 8), f"{what} with {more} bytes more: status {status:#x}"
        outcomes.add((what, status >> 8))
print(sorted(outcomes))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="address space is limited by Linux")
@address_space
@pytest.mark.parametrize("what", ["equity", "deal", "simulate", "solve", "resume"])
def test_too_little_address_space_is_a_memory_error(what: str) -> None:
    done = run_python(_LITTLE, what)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str([(what, 0), (what, 2)])


_FIRST = """
def ask(what):
    if what == "spot":
        Spot("Td9d6h", 100, 900, "22+", "22+,A2s+", bets="60%")
    elif what == "equity":
        equity("random", "random", "random", board="2c3d4h", threads=2)
    elif what == "details":
        equity("22+,A2s+", "random", board="2c3d4h").outs(0)
    else:
        equity(*["random"] * 4, samples=1000, method="monte_carlo").by_hand(0)

for more in range(5, 50, 5):
    pid = os.fork()
    if pid == 0:
        pages = int(open("/proc/self/statm").read().split()[0])
        most = pages * resource.getpagesize() + more * 10**6
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        try:
            ask(sys.argv[1])
        except MemoryError:
            pass
        except BaseException as error:
            os.write(2, f"{more} MB more: {error!r}".encode())
            os._exit(1)
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0, f"{more} MB more"
"""


@pytest.mark.skipif(sys.platform != "linux", reason="address space is limited by Linux")
@address_space
@pytest.mark.parametrize("what", ["spot", "equity", "details", "deal"])
def test_too_little_address_space_for_the_first_question(what: str) -> None:
    """Libraries that make room when they are first used must not end the process instead."""
    done = run_python(_FIRST, what, start=_IMPORTS)
    assert done.returncode == 0, done.stderr
