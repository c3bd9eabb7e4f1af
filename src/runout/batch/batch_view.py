"""A report as a table in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from rich.console import RenderableType

    from runout.batch.report import Report


def table_of(report: Report, by: str | None = None) -> RenderableType:
    """The boards of a report, or means by a texture, with a last row over all."""
    shown = report.boards if by is None else report.by(by)
    first = ["board", "name"] if by is None else [by, "boards", "share"]
    if by is None and report.boards["spot"].n_unique() > 1:
        first = ["spot", *report.varied, *first]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in first:
        table.add_column(name, no_wrap=True)
    numbers = [f"{what}_{player}" for player in PLAYERS for what in ("ev", "equity", "eqr")]
    for name in numbers:
        what, _, player = name.partition("_")
        words = {"ev": "EV", "equity": "equity", "eqr": "EQR"}
        table.add_column(f"{player} {words[what]}", justify="right")
    for action in report.actions:
        table.add_column(action, justify="right")
        table.add_column("EV", justify="right")
    for row in shown.iter_rows(named=True):
        table.add_row(*(_word(name, row[name]) for name in first), *_numbers(report, row))
    total = report.total()
    table.add_section()
    empty = [""] * (len(first) - 1)
    table.add_row("all", *empty, *_numbers(report, total), style="bold")
    where = repr(report.line) if report.line else "the first action"
    acts = f", {report.player} acts" if report.player else ""
    return Group(Text(f"{report.name}: {where}{acts}"), table)


def _numbers(report: Report, row: dict[str, Any]) -> list[str]:
    found = []
    for player in PLAYERS:
        found.append(_number(row[f"ev_{player}"], ".2f"))
        found.append(_number(row[f"equity_{player}"], ".1%"))
        found.append(_number(row[f"eqr_{player}"], ".2f"))
    for action in report.actions:
        found += [_number(row[action], ".1%"), _number(row[f"EV {action}"], ".2f")]
    return found


def _word(name: str, value: object) -> str:
    return f"{value:.1%}" if name == "share" else str(value)


def _number(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)
