"""The table on the right when hands are grouped: a row for each class of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.message import Message
from textual.widgets import DataTable

from runout.solution.view.breakdown_view import title_of
from runout.solution.view.node_words import chips, percent

if TYPE_CHECKING:
    from runout.explore.snapshot import Snapshot
    from runout.solution.breakdown import Breakdown, BreakdownRow

_FIELDS = {"made": ("made",), "draw": ("draw",), "cross": ("made", "draw")}


class Classes(DataTable[Text]):
    """Rows of classes: combos, EV, and how often each action is taken."""

    class Taken(Message):
        """A class was taken: the condition of its hands."""

        def __init__(self, condition: str) -> None:
            super().__init__()
            self.condition = condition

    _found: Breakdown | None = None

    def on_mount(self) -> None:
        """Rows, not cells, are pointed at."""
        self.cursor_type = "row"
        self.zebra_stripes = True

    def show(self, shot: Snapshot) -> None:
        """Fill it anew."""
        self._found = found = shot.classes
        self.clear(columns=True)
        if found is None:
            return
        signs = [row.sign for row in shot.actions] if found.actions else []
        self.add_column(Text(title_of(found.by)))
        for title in ("combos", "EV", *signs, "equity", "EQR", "share"):
            self.add_column(Text(f" {title}", justify="right"))
        for row in [*found.rows, found.total]:
            self.add_row(*_texts(row))

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Enter on a row chooses its hands; on the last one, all."""
        if self._found is not None:
            rows = self._found.rows
            name = rows[event.cursor_row].name if event.cursor_row < len(rows) else ""
            self.post_message(self.Taken(condition_of(self._found.by, name)))


def condition_of(by: str, name: str) -> str:
    """The condition that chooses the hands of a class.

    >>> condition_of("cross", "top pair, flush draw"), condition_of("suit", "4 of a suit")
    ('made="top pair" and draw="flush draw"', 'suit=4')
    """
    if not name:
        return ""
    if by == "suit":
        return f"suit={name.partition(' ')[0]}"
    names = name.split(", ")
    pairs = zip(_FIELDS[by], names, strict=True)
    return " and ".join(f'{field}="{value}"' for field, value in pairs)


def _texts(row: BreakdownRow) -> list[Text]:
    shares = [percent(share, 0).removesuffix(" %") for share in row.frequencies.values()]
    worth = [percent(share).removesuffix(" %") for share in (row.equity, row.eqr, row.share)]
    texts = [f"{row.combos:.1f}", chips(row.ev), *shares, *worth]
    return [Text(row.name), *(Text(f" {text}", justify="right") for text in texts)]
