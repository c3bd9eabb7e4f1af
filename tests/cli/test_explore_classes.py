"""Classes of hands and conditions in the browser, driven by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input, Static

from runout import Spot, solve
from runout.explore.classes import Classes
from runout.explore.hands import Hands
from runout.explore.snapshot import View, snapshot
from tests.cli.test_explore import explore, press, settled

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from runout.explore.app import Explorer
    from runout.solution.solution import Solution

TURN = Spot("Td9d6hQc", 200, 300, "66+,A8s+,KdJd", "QQ-88,AQs-A9s", bets="60%")


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(TURN, max_iterations=20, threads=1)


async def condition(app: Explorer, pilot: Pilot[None], text: str) -> None:
    """Type a condition."""
    await press(pilot, "f")
    app.query_one("#filter", Input).value = text
    await press(pilot, "enter")


def combos(app: Explorer) -> float:
    assert app.shot is not None
    return sum(row.weight for row in app.shot.hands)


def _tables(app: Explorer) -> tuple[bool, bool]:
    """Whether hands are shown, and classes."""
    return app.query_one(Hands).display, app.query_one(Classes).display


def test_the_table_by_class(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        assert _tables(app) == (True, False)
        for by in ("made", "draw", "cross", "suit"):
            await press(pilot, "b")
            assert app.shot is not None
            assert app.shot.classes == turn.root.breakdown(by)
            assert app.query_one(Classes).row_count == len(app.shot.classes.rows) + 1
            assert _tables(app) == (False, True)
        await press(pilot, "b")
        assert _tables(app) == (True, False)

    explore(turn, walk)


def test_a_class_is_taken(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        everything = combos(app)
        await press(pilot, "b")
        app.query_one(Classes).focus()
        await press(pilot, "down", "enter")
        name = turn.root.breakdown("made").rows[1].name
        assert app.view.condition == f'made="{name}"'
        assert combos(app) == pytest.approx(turn.root.breakdown("made").rows[1].combos)
        assert app.query_one(Hands).display
        await press(pilot, "escape")
        assert not app.view.condition
        assert combos(app) == pytest.approx(everything)

    explore(turn, walk, (110, 40))


def test_a_condition_stays_while_walking(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        await condition(app, pilot, "made~pair and check>=0")
        assert app.shot is not None
        assert combos(app) == pytest.approx(turn.root.where("made~pair").combos)
        assert any("only oop's hands with made~pair" in said for said in app.shot.cautions)
        assert not app.query_one("#filter", Input).display
        await press(pilot, "enter")  # check
        assert combos(app) == pytest.approx(turn["check"].where("made~pair").combos)
        await press(pilot, "p")  # who does not act has no frequencies
        assert any("all hands: filter" in said for said in app.shot.cautions)
        assert combos(app) == pytest.approx(turn["check"].table("oop").columns["weight"].sum())
        await condition(app, pilot, "")
        assert not app.shot.cautions

    explore(turn, walk, (110, 40))


def test_a_wrong_condition_is_told(turn: Solution) -> None:
    async def walk(app: Explorer, pilot: Pilot[None]) -> None:
        before = combos(app)
        await condition(app, pilot, "made=")
        assert app.query_one("#filter", Input).display
        assert "a value is expected" in str(app.query_one("#error", Static).render())
        assert combos(app) == before
        await press(pilot, "escape")
        await settled(pilot)
        assert not app.query_one("#filter", Input).display

    explore(turn, walk)


def test_nothing_is_chosen(turn: Solution) -> None:
    shot = snapshot(turn.root, View(condition="made=quads", by="cross"))
    assert shot.hands == []
    assert shot.classes is not None
    assert shot.classes.rows == []
