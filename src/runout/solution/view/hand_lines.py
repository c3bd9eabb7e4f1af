"""Hands of a node in a terminal: one with all its actions, or a line for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.console import Group
from rich.table import Table
from rich.text import Text

from runout.colours import coloured
from runout.solution.view.node_words import LOCKED, chips, percent
from runout.solution.view.strategy_view import action_signs

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

    from runout.solution.node_view import Placed
    from runout.solution.view.hand_words import HandRow, HandsView

_UNLIMITED = 10_000  # columns: what a table would take if there were room


def hands_table(seen: HandsView, node: Placed, palette: str) -> RenderableType:
    """The hands that are seen of a node."""
    return _one_hand(seen, node, palette) if len(seen.rows) == 1 else HandLines(seen.rows)


def _new_table(*titles: str, left: int) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for place, title in enumerate(titles):
        table.add_column(title, justify="left" if place < left else "right", no_wrap=True)
    return table


def _one_hand(seen: HandsView, node: Placed, palette: str) -> RenderableType:
    """What one hand is worth, and each of its actions on a line."""
    row = seen.rows[0]
    values = (
        f"EV {chips(row.ev)}, equity {percent(row.equity)}, "
        f"realised {percent(row.realised_equity)}, EQR {percent(row.eqr)}; weight {row.weight:.3g}"
    )
    first = Text(f"{seen.player} ").append_text(_named(row))
    if not row.actions:
        return Group(first, Text(values))
    table = _new_table("", "action", "frequency", "EV", "realised", left=2)
    for sign, value in zip(action_signs(node, palette), row.actions, strict=True):
        table.add_row(
            sign,
            value.action,
            percent(value.frequency),
            chips(value.ev),
            percent(value.realised_equity),
        )
    return Group(first, Text(values), "", table)


def _named(row: HandRow) -> Text:
    """A hand, with a star if it is locked."""
    return coloured(row.combo).append(LOCKED * row.locked)


@dataclass(frozen=True)
class HandLines:
    """A line for each combo; each action with its frequency and, after a slash, its EV.

    Actions that the terminal has no room for follow in tables below.
    """

    rows: list[HandRow]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = options.update_width(_UNLIMITED)
        left = list(range(len(self.rows[0].actions)))
        columns, least = self._VALUES, 0
        while left or not least:
            tables = {n: self._table(columns, left[:n]) for n in range(least, len(left) + 1)}
            widths = {
                n: console.measure(table, options=wide).maximum for n, table in tables.items()
            }
            shown = max((n for n in tables if widths[n] <= console.width), default=least)
            yield from ("",) * least
            yield tables[shown]
            left, columns, least = left[shown:], {}, 1

    _VALUES: ClassVar[dict[str, Callable[[HandRow], str]]] = {
        "weight": lambda row: f"{row.weight:.3g}",
        "EV": lambda row: chips(row.ev),
        "equity": lambda row: percent(row.equity),
        "realised": lambda row: percent(row.realised_equity),
        "EQR": lambda row: percent(row.eqr),
    }

    def _table(self, columns: dict[str, Callable[[HandRow], str]], actions: list[int]) -> Table:
        names = [self.rows[0].actions[a].action for a in actions]
        table = _new_table("hand", *columns, *names, left=1)
        for row in self.rows:
            taken = [row.actions[a] for a in actions]
            table.add_row(
                _named(row),
                *(text(row) for text in columns.values()),
                *(f"{percent(value.frequency)} / {chips(value.ev)}" for value in taken),
            )
        return table
