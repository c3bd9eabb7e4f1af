"""Grids of numbers: the same values in data, terminal, page and picture, against slow means."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from matplotlib.text import Text

from runout import RunoutError, Spot, solve
from runout.combos import CLASS_NAMES, Combo
from runout.solution.class_grid import class_grid, grid_choices
from runout.solution.view import node_words as words
from runout.solution.view.strategy_page import html_page
from runout.solution.view.strategy_view import cell_line, cell_lines
from tests.exports.test_show import drawn
from tests.headless import browsed

if TYPE_CHECKING:
    from pathlib import Path

    from runout.solution.node import SolutionNode
    from runout.solution.solution import Solution

LINE = "check / bet 120"


@pytest.fixture(scope="module")
def turn() -> Solution:
    spot = Spot("Td9d6hQc", 200, 900, "66+,A8s+,KQo:0.5", "QQ-22,AQs-A2s,ATo+", bets="60% a")
    return solve(spot, target=1)


def _slow(node: SolutionNode, hand_class: str, what: str) -> float | None:
    """The mean over the combos of a class, hand by hand."""
    table = node.table("oop")
    rows = [i for i, c in enumerate(table.combos) if Combo.at(int(c)).hand_class == hand_class]
    column = {name: table.columns[name] for name in ("ev", "equity", "weight")}
    values = table.columns["action_ev"]

    def mean(of: dict[int, float]) -> float:
        total = sum(table.counts[i] for i in rows if table.counts[i] > 0)
        return float(sum(table.counts[i] * of[i] for i in rows if table.counts[i] > 0) / total)

    if not rows or not any(table.counts[i] > 0 for i in rows):
        return None
    ev, equity = (mean({i: float(column[n][i]) for i in rows}) for n in ("ev", "equity"))
    if what == "loss call":
        return mean({i: float(max(values[:, i]) - values[1, i]) for i in rows})
    if what == "loss":
        often = table.columns["frequency"]
        return mean(
            {i: float(max(values[:, i]) - (often[:, i] * values[:, i]).sum()) for i in rows}
        )
    return {"ev": ev, "equity": equity, "eqr": ev / (node.pot * equity)}[what]


@pytest.mark.parametrize("what", ["ev", "equity", "eqr", "loss", "loss call"])
def test_values_are_means_over_the_class(turn: Solution, what: str) -> None:
    node = turn[LINE]
    grid = node.grid(what)
    assert (grid.what, grid.player) == (what, "oop")
    for name in CLASS_NAMES:
        slow = _slow(node, name, what)
        fast = grid[name].value
        assert fast == (None if slow is None else pytest.approx(slow, abs=1e-4)), name
    assert grid.limits == (min(v for v in _known(grid.to_dict())), max(_known(grid.to_dict())))


def _known(data: dict[str, object]) -> list[float]:
    rows = json.loads(json.dumps(data))["cells"]
    return [cell["value"] for row in rows for cell in row if cell["value"] is not None]


def test_what_is_lost_is_never_less_than_nothing(turn: Solution) -> None:
    node = turn[LINE]
    for name in CLASS_NAMES:
        lost = [node.grid(f"loss {action}")[name].value for action in node.actions]
        assert all(value is None or value >= 0 for value in lost)


def test_weights_are_shares_of_the_class(turn: Solution) -> None:
    grid = turn.root.grid("weight")
    assert grid["KQo"].value == pytest.approx(0.5)
    assert grid["72o"].value is None
    assert grid["QQ"].value == pytest.approx(1)  # three queens are left, and all are in it


def test_actions_are_named_as_in_a_line(turn: Solution) -> None:
    assert turn.root.grid("loss bet").what == "loss bet 120"
    assert turn.root.grid("loss all-in").what == "loss all-in 900"
    assert turn.root.grid("loss all-in 900").what == "loss all-in 900"


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("evs", "grid 'evs': one of strategy, ev, equity"),
        ("ev call", "only a loss is that of an action"),
        ("loss raise 300", "not one of the actions here"),
        (7, "grid 7"),
    ],
)
def test_what_is_not_there_is_refused(turn: Solution, what: str, message: str) -> None:
    with pytest.raises(RunoutError, match=re.escape(message)):
        turn.root.grid(what)


def test_the_other_player_loses_nothing(turn: Solution) -> None:
    with pytest.raises(RunoutError, match="ip does not act here"):
        turn.root.grid("loss", "ip")
    assert grid_choices([]) == ["strategy", "ev", "equity", "eqr", "weight"]
    assert turn.root.grid("ev", "ip").player == "ip"
    with pytest.raises(RunoutError, match="player"):
        turn.root.grid("ev", "me")


def test_terminal_says_the_numbers(turn: Solution) -> None:
    node = turn[LINE]
    value = node.grid("ev")["AA"].value
    cells = words.cells(node, what="ev")
    first, second = cell_lines(cells[0][0], 7)
    assert first.plain.startswith("AA")
    assert second.plain.strip() == f"{value:.2f}"
    assert cell_line(cells[0][0], 7).plain.split() == ["AA", f"{value:.0f}"]
    lines = drawn(words.grid_words("ev", "oop", acts=True))
    assert lines == ["oop's EV, chips"]


@pytest.mark.parametrize("width", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("what", ["strategy", "ev", "equity", "loss"])
def test_cells_keep_to_their_width(turn: Solution, what: str, width: int) -> None:
    for scaled in (False, True):
        for row in words.cells(turn[LINE], what=what, scaled=scaled):
            for cell in row:
                assert {line.cell_len for line in cell_lines(cell, width)} == {width}
                assert cell_line(cell, width).cell_len == width


def test_scaled_cells_are_filled_by_weight(turn: Solution) -> None:
    """Half of the combos: half of the columns have a colour."""
    cell = next(c for row in words.cells(turn.root, scaled=True) for c in row if c.name == "KQo")
    title, _ = cell_lines(cell, 7)
    painted = sum(
        span.end - span.start
        for span in title.spans
        if getattr(span.style, "bgcolor", None) is not None
    )
    assert painted == 3


def test_numbers_fit_their_room() -> None:
    assert [words.number_in(1234567.8, "chips", room) for room in (9, 7, 5, 2)] == [
        "1234567.8",
        "1234568",
        "1235k",
        "1M",
    ]
    assert words.number_in(-0.001, "chips", 6) == "0.00"
    assert words.number_in(None, "chips", 6) == "-"
    assert words.number_in(12345678.0, "chips", 1) == ""


def test_page_has_every_grid(turn: Solution) -> None:
    node = turn[LINE]
    page = html_page(node, what="loss call")
    data = json.loads(re.search(r"id='hands'>(.*?)</script>", page, re.DOTALL)[1])  # type: ignore[index]
    assert list(data["heats"]["oop"]) == grid_choices(node.actions)[1:]
    assert list(data["heats"]["ip"]) == grid_choices([])[1:]
    cell = data["heats"]["oop"]["ev"]["cells"][0]
    assert float(cell[0]) == pytest.approx(node.grid("ev")["AA"].value, abs=0.06)
    assert "value='loss call' data-of='oop' aria-pressed='true'" in page
    with pytest.raises(RunoutError, match="not one of the actions"):
        html_page(node, what="loss bet 7")


@pytest.mark.parametrize("what", ["strategy", "loss call"])
def test_page_opens_with_the_grid_asked_for(turn: Solution, what: str, tmp_path: Path) -> None:
    """As its script leaves it in a browser."""
    page = tmp_path / "page.html"
    page.write_text(html_page(turn[LINE], what=what), encoding="utf-8")
    shown = browsed(page.as_uri())
    pressed = re.findall(
        r"<button value=\"([^\"]*)\" data-of=\"[^\"]*\" aria-pressed=\"true\"", shown
    )
    assert pressed == [what]
    assert ('class="in heat"' in shown) == (what != "strategy")


def test_picture_says_the_numbers(turn: Solution) -> None:
    node = turn[LINE]
    figure = node.plot(what="equity", player="ip")
    texts = {text.get_text() for text in figure.findobj(Text)}
    value = class_grid(node, "ip", "equity")["JJ"].value
    assert value is not None
    assert f"{100 * value:.1f}" in texts
    assert "lowest and highest" in texts
    scaled = {text.get_text() for text in node.plot(scaled=True).findobj(Text)}
    assert "height: share of the hands that get here" in scaled
