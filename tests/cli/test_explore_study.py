"""The browser: grids of numbers, warnings, locks that are set, cleared and solved, new sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from runout import RunoutError, Spot, load, solve
from runout.explore.grid import Grid
from runout.explore.snapshot import WAITING, View, snapshot
from runout.solution.node_locks import read_lock
from runout.solver.loop import SolveProgress
from tests.cli.test_explore import explore, line, press, said, settled, shown

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from runout.explore.app import Explorer
    from runout.solution.solution import Solution
    from runout.solver.loop import SolveJob

TURN = Spot("Td9d6hQc", 200, 900, "66+,A8s+,KQo:0.5", "QQ-22,AQs-A2s,ATo+", bets="60% a")


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(TURN, target=1)


@pytest.mark.parametrize("size", [(130, 50), (60, 20)])
def test_a_new_size_is_taken_at_once(turn: Solution, size: tuple[int, int]) -> None:
    """And again when it is as before, and while the help is open."""

    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        before = app.query_one(Grid).size
        fits = (7 if size[0] > 100 else 4) * 13
        for keys in ((), ("question_mark",)):
            await press(pilot, *keys)
            await pilot.resize_terminal(*size)
            await pilot.pause()
            if keys:
                await press(pilot, "escape")
            assert app.query_one(Grid).size.width == fits
            assert shown(app, "#right") == (size[0] > 66)
            await pilot.resize_terminal(80, 24)
            await pilot.pause()
            assert app.query_one(Grid).size == before

    explore(turn, walk)


def test_the_grid_shows_one_thing_after_the_other(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        seen = []
        for _ in range(8):
            await press(pilot, "g")
            assert app.shot is not None
            seen.append(app.shot.what)
        assert seen[:5] == ["ev", "equity", "eqr", "weight", "loss"]
        assert seen[5:] == ["loss check", "loss bet 120", "loss all-in 900"]
        await press(pilot, "g")
        assert app.shot is not None
        assert app.shot.what == "strategy"
        await press(pilot, "G")
        assert app.shot.what == "loss all-in 900"
        assert "what oop loses by all-in 900" in said(app, "#about")
        await press(pilot, "p")  # who does not act loses nothing
        assert app.shot.what == "strategy"
        await press(pilot, "p", "w")
        assert app.shot.what == "loss all-in 900"
        await press(pilot, "g")
        assert all(cell.scaled for row in app.shot.cells for cell in row)

    explore(turn, walk)


def test_a_node_nobody_reaches_warns() -> None:
    spot = Spot("2c3d7h9sJc", 100, 100, "JJ,KK", "44", bets="a", raises="a")
    solution = solve(spot, target=0.01)

    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        assert not shown(app, "#caution")
        await press(pilot, "enter", "right", "enter")
        assert line(app) == "check / all-in 100"
        assert shown(app, "#caution")
        assert "hardly anybody comes here" in said(app, "#caution")

    explore(solution, walk)


async def write(app: Explorer, pilot: Pilot[None], text: str) -> None:
    app.query_one("#lock", Input).value = text
    await press(pilot, "enter")


def test_lock_solve_and_unlock() -> None:
    solution = solve(TURN, target=1)

    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "right", "enter")
        assert line(app) == "check / bet 120"
        assert app.shot is not None
        before = app.shot.node.ev["AA"]
        app.query_one(Grid).chosen = (0, 0)
        await press(pilot, "l")
        field = app.query_one("#lock", Input)
        assert (field.display, field.value) == (True, "AA = ")
        await write(app, pilot, "AA = jump")
        assert shown(app, "#error")
        assert "jump" in said(app, "#error")
        await write(app, pilot, "AA, KK = 25% fold, 75% call")
        assert not field.display
        assert WAITING in said(app, "#caution")
        assert app.shot.cells[0][0].locked
        await press(pilot, "r")
        await settled(pilot)
        assert WAITING not in said(app, "#caution")
        assert app.shot.node.strategy["AA"] == pytest.approx({"fold": 0.25, "call": 0.75})
        assert app.shot.node.ev["AA"] != before
        await press(pilot, "u")
        assert app.shot.node.locked.combos == 0
        assert WAITING in said(app, "#caution")
        await press(pilot, "r")
        await settled(pilot)
        assert WAITING not in said(app, "#caution")

    explore(solution, walk)
    assert solution.locks == []


def test_escape_stops_the_solve(turn: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = []

    def resume(*, job: SolveJob, **settings: object) -> None:
        del settings
        job.report(SolveProgress(7, 1.25, 0.1, None))
        while not job.wait(0.01) and not job.stopped:
            pass
        stopped.append(job.stopped)

    monkeypatch.setattr(turn, "resume", resume)

    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await pilot.pause(0.2)
        first = app.solving
        assert first is not None
        assert "iteration 7, exploitability 1.25 % of the pot" in said(app, "#error")
        await pilot.press("r")
        assert app.solving is first  # one at a time
        await pilot.press("escape")
        await settled(pilot)
        assert app.solving is None

    explore(turn, walk)
    assert stopped == [True]


def test_a_small_file_cannot_be_locked(tmp_path: Path) -> None:
    solve(TURN, max_iterations=5, target=0).save(tmp_path / "small.runout", small=True)

    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await press(pilot, "l")
        await write(app, pilot, "AA = check")
        assert "cannot be resumed or locked" in said(app, "#error")
        await press(pilot, "escape", "r")
        await settled(pilot)
        assert "cannot be resumed" in said(app, "#error")
        assert app.solving is None

    explore(load(tmp_path / "small.runout"), walk)


def test_what_is_asked_for_and_not_there_is_the_strategy(turn: Solution) -> None:
    assert snapshot(turn["check / bet 120"], View(what="loss bet 120")).what == "loss"
    assert snapshot(turn["check / check"], View(what="loss call")).what == "strategy"


@pytest.mark.parametrize("text", ["", "AA", "= call", "AA =", "AA = call,", "AA = call, call"])
def test_locks_that_are_none(text: str) -> None:
    with pytest.raises(RunoutError, match="lock"):
        read_lock(text)
