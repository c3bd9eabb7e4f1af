"""The table on the right: the combos of a hand class, or all hands, in the order asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rich.text import Text
from textual.widgets import DataTable

from runout.colours import SUIT_SHADES, coloured
from runout.solution.view.node_words import LOCKED, chips, percent

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout.explore.snapshot import Snapshot
    from runout.solution.view.hand_words import HandRow

Key = tuple[str, "Callable[[HandRow], float | None]"]


class Hands(DataTable[Text]):
    """Rows of hands: EV, equity, and how often each action is taken."""

    order = 0
    """Which column it is sorted by; the first is the hand itself."""
    _shot: Snapshot | None = None
    _hand_class: str | None = None

    def on_mount(self) -> None:
        """Rows, not cells, are pointed at."""
        self.cursor_type = "row"
        self.zebra_stripes = True

    def show(self, shot: Snapshot, hand_class: str | None) -> None:
        """Fill it anew."""
        self._shot, self._hand_class = shot, hand_class
        keys = self._keys()
        self.order = min(self.order, len(keys) - 1)
        self.clear(columns=True)
        for number, (title, _) in enumerate(keys):
            sign = "▾" if number == self.order else ""
            side: Literal["left", "right"] = "right" if number else "left"
            self.add_column(Text(f" {title}{sign}", justify=side), key=str(number))
        for row in self._sorted(keys[self.order][1]):
            self.add_row(*self._row(row))

    def _keys(self) -> list[Key]:
        """Titles of the columns, and what each is sorted by, the largest first."""
        assert self._shot is not None
        signs = [row.sign for row in self._shot.actions] if self._shot.acts else []
        return [
            ("hand", lambda row: row.combo.index),
            ("EV", lambda row: row.ev),
            *((sign, _frequency(number)) for number, sign in enumerate(signs)),
            ("equity", lambda row: row.equity),
            ("realised", lambda row: row.realised_equity),
            ("weight", lambda row: row.weight),
        ]

    def _sorted(self, key: Callable[[HandRow], float | None]) -> list[HandRow]:
        assert self._shot is not None
        rows = [row for row in self._shot.hands if self._hand_class in (None, row.combo.hand_class)]
        return sorted(rows, key=lambda row: _or_least(key(row)), reverse=True)

    def _row(self, row: HandRow) -> list[Text]:
        shares = [percent(value.frequency, 0) for value in row.actions]
        worth = [percent(share, 1) for share in (row.equity, row.realised_equity, row.weight)]
        texts = [chips(row.ev), *(text.removesuffix(" %") for text in shares + worth)]
        hand = coloured(row.combo, SUIT_SHADES, between="").append(LOCKED * row.locked)
        return [hand, *(Text(f" {text}", justify="right") for text in texts)]

    def sort_by(self, order: int) -> None:
        """Take another column to sort by."""
        if self._shot is not None:
            self.order = order % len(self._keys())
            self.show(self._shot, self._hand_class)

    def on_data_table_header_selected(self, event: DataTable.HeaderSelected) -> None:
        """A click on a title sorts by it."""
        self.sort_by(event.column_index)


def _frequency(number: int) -> Callable[[HandRow], float | None]:
    return lambda row: row.actions[number].frequency


def _or_least(value: float | None) -> float:
    return float("-inf") if value is None else value
