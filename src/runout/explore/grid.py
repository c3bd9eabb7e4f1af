"""The grid on the left: 13×13 hand classes, one of them chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from runout.cards import RANK_COUNT
from runout.solution.view.strategy_view import cell_line, cell_lines

if TYPE_CHECKING:
    from textual.events import Click

    from runout.solution.view.node_words import Cell

_WIDEST, _NARROWEST = 7, 3


class Grid(Widget, can_focus=True):
    """Arrow keys choose a hand class; the cells are as large as there is room for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(0,-1)", show=False),
        Binding("right", "move(0,1)", show=False),
        Binding("up", "move(-1,0)", show=False),
        Binding("down", "move(1,0)", show=False),
    ]

    cells: reactive[list[list[Cell]]] = reactive(list)
    chosen: reactive[tuple[int, int] | None] = reactive(None)

    class Chosen(Message):
        """A hand class was chosen, or none."""

        def __init__(self, name: str | None) -> None:
            super().__init__()
            self.name = name

    def fit(self, width: int, height: int) -> None:
        """Take the cell size that leaves the rest of the screen enough room."""
        columns = max(_NARROWEST, min(_WIDEST, width // RANK_COUNT))
        rows = 2 if height >= 2 * RANK_COUNT and columns > _NARROWEST else 1
        self.styles.width = columns * RANK_COUNT
        self.styles.min_height = rows * RANK_COUNT
        self.styles.height = rows * RANK_COUNT
        self._cell = Size(columns, rows)
        self.refresh()

    _cell = Size(_NARROWEST, 1)

    def render(self) -> Text:
        """All cells."""
        lines: list[Text] = []
        for y, row in enumerate(self.cells):
            drawn = [self._drawn(cell, (y, x) == self.chosen) for x, cell in enumerate(row)]
            lines += [Text("", no_wrap=True).join(parts) for parts in zip(*drawn, strict=True)]
        return Text("\n", no_wrap=True).join(lines)

    def _drawn(self, cell: Cell, chosen: bool) -> tuple[Text, ...]:
        if self._cell.height == 1:
            return (cell_line(cell, self._cell.width, marked=chosen),)
        return cell_lines(cell, self._cell.width, marked=chosen)

    def watch_chosen(self, chosen: tuple[int, int] | None) -> None:
        """Tell the table; keep the cell in sight."""
        name = self.cells[chosen[0]][chosen[1]].name if chosen and self.cells else None
        self.post_message(self.Chosen(name))
        if chosen is not None and isinstance(self.parent, Widget):
            (y, x), (width, height) = chosen, self._cell
            self.parent.scroll_to_region(
                Region(x * width, y * height, width, height), animate=False
            )

    def on_focus(self) -> None:
        """Show where the keys are: on the first class of the range."""
        if self.chosen is None and self.cells:
            places = ((y, x) for y in range(RANK_COUNT) for x in range(RANK_COUNT))
            self.chosen = next(((y, x) for y, x in places if self.cells[y][x].weight), (0, 0))

    def action_move(self, down: int, right: int) -> None:
        """Choose a neighbour; from nothing, the first cell."""
        if self.cells:
            y, x = self.chosen or (-down, -right)
            self.chosen = ((y + down) % RANK_COUNT, (x + right) % RANK_COUNT)

    def on_click(self, event: Click) -> None:
        """Choose the class under the mouse; once more lets it go."""
        y, x = event.y // self._cell.height, event.x // self._cell.width
        if self.cells and y < RANK_COUNT and x < RANK_COUNT:
            self.chosen = None if self.chosen == (y, x) else (y, x)
