"""The browser in the terminal, driven by keys."""

import asyncio
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

import runout.cli.show
from runout import RunoutError, Spot, solve
from runout.explore import app as app_module
from runout.explore.app import Explorer
from runout.explore.grid import Grid
from runout.explore.hands import Hands
from runout.explore.help import Help
from runout.explore.snapshot import Snapshot, View, snapshot
from runout.explore.steps import Actions, Pad
from runout.solution.node import SolutionNode
from runout.solution.solution import Solution

if TYPE_CHECKING:
    from runout.job import AnyJob

TURN = Spot("Td9d6hQc", 200, 900, "66+,A8s+,KQo:0.5", "QQ-22,AQs-A2s,ATo+", bets="60% a")

Walk = Callable[[Explorer, Pilot[None]], Awaitable[None]]


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(TURN, target=1)


def explore(solution: Solution, walk: Walk, size: tuple[int, int] = (80, 24)) -> None:
    """Open the browser, wait for the first node, and walk."""

    async def run() -> None:
        app = Explorer(solution)
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await walk(app, pilot)

    asyncio.run(run())


async def settled(pilot: Pilot[None]) -> None:
    """Wait until everything is computed and drawn."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, waiting after each."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def line(app: Explorer) -> str:
    assert app.shot is not None
    return app.shot.node.line


def shown(app: Explorer, place: str) -> bool:
    return bool(app.query_one(place).display)


def said(app: Explorer, place: str) -> str:
    return str(app.query_one(place, Static).render())


def test_walk_in_and_back(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        assert line(app) == ""
        await press(pilot, "enter")
        assert line(app) == "check"
        await press(pilot, "right", "down")
        assert line(app) == "check / bet 120"
        assert "pot 320, stacks oop 900, ip 780; oop to act" in said(app, "#where")
        await press(pilot, "backspace")
        assert line(app) == "check"
        await press(pilot, "up")
        assert line(app) == ""
        await press(pilot, "up", "backspace")
        assert line(app) == ""
        await press(pilot, "left", "enter")
        assert line(app) == "all-in 900"
        await press(pilot, "home")
        assert line(app) == ""

    explore(turn, walk)


def test_deal_a_card(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "enter")
        pad = app.query_one(Pad)
        assert pad.has_focus
        assert str(pad.card_at(pad.chosen)) == "As"
        expected = turn["check / check"].runouts()["As"].ev["oop"]
        assert pad._evs[pad.card_at(pad.chosen)] == pytest.approx(expected)
        assert len(pad._evs) == 48
        await press(pilot, "down", "right", "right")
        await press(pilot, "down", "right", "right")  # the ten and nine are on the board
        assert str(pad.card_at(pad.chosen)) == "8d"
        await press(pilot, "enter")
        assert line(app) == "check / check / 8d"
        assert app.query_one(Actions).has_focus

    explore(turn, walk)


def test_the_hand_ends(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await press(pilot, "right", "enter", "enter")
        assert line(app) == "bet 120 / fold"
        assert "ends by a fold" in said(app, "#over")
        await press(pilot, "enter", "backspace")
        assert line(app) == "bet 120"

    explore(turn, walk)


def test_jump_to_a_line(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await press(pilot, "slash")
        field = app.query_one("#line", Input)
        assert field.has_focus
        field.value = "check / bet 77"
        await press(pilot, "enter")
        assert line(app) == ""
        assert "'bet 77' is not one of the actions here (check, bet 120, all-in 900)" in said(
            app, "#error"
        )
        assert shown(app, "#line")
        field.value = "check / bet 120 / call / 7s"
        await press(pilot, "enter")
        assert line(app) == "check / bet 120 / call / 7s"
        assert not shown(app, "#line")
        assert not shown(app, "#error")
        assert app.query_one(Actions).has_focus
        await press(pilot, "slash", "escape")
        assert not shown(app, "#line")
        assert app.query_one(Actions).has_focus

    explore(turn, walk)


def test_grid_and_table(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        grid, table = app.query_one(Grid), app.query_one(Hands)
        everything = table.row_count
        assert everything == len(list(turn.root.range("oop")))
        await press(pilot, "tab")
        assert (grid.has_focus, grid.chosen) == (True, (0, 0))
        assert table.row_count == 6
        await press(pilot, "right", "right")
        assert [str(row[0]) for row in map(table.get_row_at, range(table.row_count))] == [
            "A♠Q♠", "A♥Q♥", "A♦Q♦",
        ]  # fmt: skip
        assert said(app, "#about").startswith("AQs: check ")
        await press(pilot, "left", "left", "left")
        assert grid.chosen == (0, 12)
        assert (table.row_count, said(app, "#about")) == (0, "A2s: not in the range")
        await press(pilot, "escape")
        assert table.row_count == everything

    explore(turn, walk)


def test_click_on_a_class(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await pilot.click(Grid, offset=(4 * 2 + 1, 0))
        await settled(pilot)
        assert app.query_one(Grid).chosen == (0, 2)
        assert app.query_one(Hands).row_count == 3

    explore(turn, walk)


def test_sort(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        table = app.query_one(Hands)
        await press(pilot, "s")
        evs = [float(str(table.get_row_at(i)[1])) for i in range(table.row_count)]
        assert evs == sorted(evs, reverse=True)
        await press(pilot, "s")
        checks = [float(str(table.get_row_at(i)[2])) for i in range(table.row_count)]
        assert checks == sorted(checks, reverse=True)
        await press(pilot, *"sssss", "s")
        hands = [str(table.get_row_at(i)[0]) for i in range(table.row_count)]
        assert hands[0] == "A♠A♥"

    explore(turn, walk)


def test_player_and_colours(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await press(pilot, "p")
        assert app.shot is not None
        assert (app.shot.player, app.shot.acts) == ("ip", False)
        assert app.query_one(Hands).row_count == len(list(turn.root.range("ip")))
        before = app.shot.actions[0].colour
        await press(pilot, "c")
        assert app.shot.actions[0].colour != before
        assert app.shot.player == "ip"
        await press(pilot, "c", "p")
        assert app.shot.actions[0].colour == before
        assert app.shot.acts

    explore(turn, walk)


def test_help(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await press(pilot, "question_mark")
        assert isinstance(app.screen, Help)
        await press(pilot, "escape")
        assert not isinstance(app.screen, Help)

    explore(turn, walk)


def test_keys_answer_while_numbers_are_computed(
    turn: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def slow(node: SolutionNode, view: View) -> Snapshot:
        if node.line:
            assert go_on.wait(30)
        return snapshot(node, view)

    monkeypatch.setattr(app_module, "snapshot", slow)

    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert "computing" in said(app, "#error")
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Help)
        await pilot.press("escape")
        go_on.set()
        await settled(pilot)
        assert line(app) == "check"

    explore(turn, walk)


@pytest.mark.parametrize("size", [(30, 8), (40, 12), (60, 18), (80, 24), (200, 60)])
def test_any_size_is_usable(turn: Solution, size: tuple[int, int]) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await press(pilot, "enter")
        assert line(app) == "check"
        app.query_one(Grid).focus()
        await press(pilot, "down", "right")
        await press(pilot, "backspace", "question_mark", "escape")
        assert line(app) == ""

    explore(turn, walk, size)


def test_where_there_is_no_room_for_the_table_the_class_is_told_below(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        app.query_one(Grid).focus()
        assert not shown(app, "#right")
        for _ in range(100):  # the grid learns of it in its own time
            if said(app, "#below").startswith("AA: "):
                break
            await settled(pilot)
        assert said(app, "#below").startswith("AA: ")

    explore(turn, walk, (50, 20))


def test_screenshot_has_the_words(turn: Solution, tmp_path: Path) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await pilot.pause(0.3)  # all that is known is drawn
        app.save_screenshot("shot.svg", str(tmp_path))

    explore(turn, walk, (120, 40))
    text = (tmp_path / "shot.svg").read_text("utf-8").replace("&#160;", " ")
    for words in ("pot 200, stacks 900; oop to act", "bet 120", "KQo", "equity"):
        assert words in text


def test_explore_needs_a_terminal_and_textual(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RunoutError, match="needs a terminal"):
        runout.cli.show.explore_solution("spot.runout", "", "usual")
    monkeypatch.setattr(runout.cli.show, "find_spec", lambda name: None)
    with pytest.raises(RunoutError, match=r"runout\[explore\]"):
        runout.cli.show.explore_solution("spot.runout", "", "usual")


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, *command: str) -> None:
        self._screen, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = os.environ | {"TERM": "xterm-256color"}
        self.process = subprocess.Popen(
            command, stdin=inside, stdout=inside, stderr=inside, env=environment
        )
        os.close(inside)
        self.shown = ""

    def wait_for(self, words: str) -> None:
        """Read until the words appear."""
        deadline = time.monotonic() + 60
        while words not in self.shown:
            assert time.monotonic() < deadline, self.shown[-2000:]
            if select.select([self._screen], [], [], 0.2)[0]:
                self.shown += os.read(self._screen, 65536).decode("utf-8", "replace")

    def press(self, keys: str) -> None:
        os.write(self._screen, keys.encode())

    def rest(self) -> str:
        """What is still shown until the command ends."""
        try:
            while read := os.read(self._screen, 65536):
                self.shown += read.decode("utf-8", "replace")
        except OSError:  # its end on Linux
            pass
        os.close(self._screen)
        return self.shown


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it(turn: Solution, tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C is a key there; signals come from somewhere else."""
    path = tmp_path / "spot.runout"
    turn.save(path)
    terminal = Terminal(sys.executable, "-m", "runout", "explore", str(path))
    terminal.wait_for("oop to act")
    terminal.process.send_signal(number)
    assert terminal.rest().rstrip().endswith("stopped")
    assert terminal.process.wait() == 130


@pytest.mark.parametrize("key", ["q", "\x03"])
def test_on_a_real_terminal(turn: Solution, tmp_path: Path, key: str) -> None:
    path = tmp_path / "spot.runout"
    turn.save(path)
    terminal = Terminal(sys.executable, "-m", "runout", "explore", str(path))
    terminal.wait_for("oop to act")
    terminal.press("\r")
    terminal.wait_for("ip to act")
    terminal.press(key)
    assert "Traceback" not in terminal.rest()
    assert terminal.process.wait(30) == 0


def test_what_is_computed_is_stopped_by_the_next_wish_and_by_the_end(turn: Solution) -> None:
    jobs: list[AnyJob] = []

    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        jobs.append(app._job)
        await press(pilot, "enter")
        assert jobs[0].stopped
        jobs.append(app._job)
        assert not jobs[1].stopped

    explore(turn, walk)
    assert jobs[1].stopped
