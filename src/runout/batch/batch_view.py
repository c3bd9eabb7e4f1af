"""Reports as tables in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from runout.batch.report_columns import CHANGE_OF, EV, OTHER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from runout.batch.hands_report import HandsReport
    from runout.batch.report import GroupedReport, Report
    from runout.batch.side_by_side import SideBySide

_NONE = "–"
_WORDS = {"ev": "EV", "equity": "equity", "eqr": "EQR"}


def table_of(report: Report, by: GroupedReport | None = None) -> RenderableType:
    """The boards of a report, or means by a texture, with means and spread over all below."""
    shown = report.boards if by is None else by.rows
    first = ["board", "name"] if by is None else [by.column, "boards", "share"]
    if by is None and _several(report):
        first = ["spot", *report.varied, *first]
    numbers = [f"{what}_{player}" for player in report.players for what in _WORDS]
    for action in report.actions:
        numbers += [action, EV + action]
    rows = [_row(row, first, numbers) for row in shown.iter_rows(named=True)]
    empty = [""] * (len(first) - 1)
    total, spread = report.total(), report.spread()
    below = [["all", *empty, *(_cell(name, total[name]) for name in numbers)]]
    below += [
        [word, *empty, *(_cell(name, spread[name][word]) for name in numbers)]
        for word in ("least", "most", "deviation")
    ]
    titles = [*first, *(_title(name) for name in numbers)]
    return Group(Text(_heading(report)), _table(titles, len(first), rows, below))


def hands_table(report: HandsReport) -> RenderableType:
    """A row for each hand."""
    first, numbers = ["of", "share", "boards"], ["ev", "equity", "eqr"]
    for action in report.actions:
        numbers += [action, EV + action]
    rows = [_row(row, first, numbers) for row in report.rows.iter_rows(named=True)]
    titles = ["hand", *first[1:], *(_title(name) for name in numbers)]
    said = f"{report.name}: {_place(report.line)}, {report.player}'s hands over all boards"
    return Group(Text(said + _with(report.condition)), _table(titles, len(first), rows))


def side_by_side_table(both: SideBySide) -> RenderableType:
    """The boards of both with what changes, then means over all of them."""
    first, player = [*both.keys, "name"], both.first.player
    shown = [*([f"ev_{player}"] if player else []), *both.first.actions]
    shown = [name for name in shown if name in both.columns]
    rows = [
        [
            *(_word(name, row[name]) for name in first),
            *(_cell(n, row[prefix + n]) for n in shown for prefix in ("", OTHER, CHANGE_OF)),
        ]
        for row in both.boards.iter_rows(named=True)
    ]
    titles = [*first, *(title for name in shown for title in (_title(name), "second", "change"))]
    means = [
        [name if name.startswith(EV) else _title(name), *(_cell(name, v) for v in values.values())]
        for name, values in both.total().items()
    ]
    said = f"first {both.first.name}: {_place(both.first.line)}{_with(both.first.condition)}"
    other = f"second {both.second.name}: {_place(both.second.line)}"
    which = zip(both.alone, ("first", "second"), strict=True)
    notes = [Text(f"{n} boards are only in the {word}") for n, word in which if n]
    total = _table(["all", "first", "second", "change"], 1, means)
    boards = _table(titles, len(first), rows)
    return Group(Text(said), Text(other), *notes, boards, Text(""), total)


def _table(
    titles: Sequence[str],
    words: int,
    rows: Sequence[Sequence[str]],
    below: Sequence[Sequence[str]] = (),
) -> Table:
    """A table as wide as it needs, so many columns of words first; the last rows stand apart."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, title in enumerate(titles):
        width = max(len(text) for text in [title, *(row[number] for row in (*rows, *below))])
        table.add_column(title, no_wrap=True, min_width=width)
        if number >= words:
            table.columns[-1].justify = "right"
    for row in rows:
        table.add_row(*row)
    for number, row in enumerate(below):
        table.add_row(*row, style="dim" if number else "bold")
    return table


def _row(row: dict[str, Any], first: Sequence[str], numbers: Sequence[str]) -> list[str]:
    words = [_word(name, row[name]) for name in first]
    return words + [_cell(name, row[name]) for name in numbers]


def _several(report: Report) -> bool:
    columns = ["spot", *report.varied]
    return bool(report.boards.select(columns).unique().height > 1)


def _title(name: str) -> str:
    """What stands above a column: an action's EV beside its frequency needs no more than EV."""
    if name.startswith(EV):
        return EV.strip()
    what, _, player = name.rpartition("_")
    if what == "realised_equity":
        return f"{player} realised"
    if what in _WORDS:
        return f"{player} {_WORDS[what]}"
    return _WORDS.get(name, name)


def _word(name: str, value: Any) -> str:  # noqa: ANN401 - whatever a column holds
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.1%}" if name == "share" else f"{value:g}"
    return _NONE if value is None else str(value)


def _cell(name: str, value: float | None) -> str:
    if value is None:
        return _NONE
    return f"{value:.2f}" if name.startswith(("ev", EV, "eqr")) else f"{value:.1%}"


def _heading(report: Report) -> str:
    acts = f", {report.player} acts" if report.player else ""
    holding = f", with {report.hand}" if report.hand else ""
    return f"{report.name}: {_place(report.line)}{acts}{holding}{_with(report.condition)}"


def _with(condition: str) -> str:
    return f"; boards with {condition}" if condition else ""


def _place(line: str) -> str:
    return repr(line) if line else "the first action"
