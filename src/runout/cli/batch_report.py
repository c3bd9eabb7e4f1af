"""What `runout batch report` shows: boards, textures, hands, rules, or two runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runout.cli.output import check_writable, console, print_json, write_file
from runout.errors import RunoutError

if TYPE_CHECKING:
    from runout.batch.report import Report

_WAYS = ("by", "hands", "against", "rules")
_FILES = ("csv", "parquet", "html")


@dataclass(frozen=True)
class ReportAsked:
    """The options of the command."""

    folder: str
    line: str | None = None
    spot: str | None = None
    by: str | None = None
    where: str | None = None
    sort: str | None = None
    hand: str = ""
    hands: str | None = None
    against: str | None = None
    rules: int | None = None
    best: str = "often"
    csv: str | None = None
    parquet: str | None = None
    html: str | None = None
    json: bool = False


def show_report(asked: ReportAsked) -> None:
    """Print what is asked for, and write the files that are named."""
    _check(asked)
    report = _chosen(asked, asked.folder)
    found, rows = _looked_at(asked, report)
    _write(asked, rows, report)
    if asked.json:
        print_json(found)
    elif asked.rules is not None:
        console().print(str(found), markup=False)
    else:
        console().print(found)


def _check(asked: ReportAsked) -> None:
    ways = [f"--{name}" for name in _WAYS if getattr(asked, name) is not None]
    if len(ways) > 1:
        raise RunoutError(f"{ways[0]} and {ways[1]}: one way to look at a time")
    if asked.hands is not None and asked.hand:
        raise RunoutError("--hands and --hand: all hands, or one")
    if asked.rules is not None and (asked.csv or asked.parquet):
        raise RunoutError("--rules: they are words, not a table; take --json")
    for name in _FILES:
        if (path := getattr(asked, name)) is not None:
            check_writable(f"--{name}", path)


def _chosen(asked: ReportAsked, folder: str) -> Report:
    from runout.batch.report import report

    found = report(folder, asked.line, asked.spot, hand=asked.hand)
    return found if asked.where is None else found.where(asked.where)


def _looked_at(asked: ReportAsked, report: Report) -> tuple[Any, Any]:
    """What is shown, and its rows for files."""
    if asked.hands is not None:
        from runout.batch.hands_report import hands

        found = hands(asked.folder, asked.line, asked.spot, by=asked.hands, among=report)
        found = found if asked.sort is None else found.sorted(asked.sort)
        return found, found.rows
    if asked.against is not None:
        both = report.beside(_other(asked))
        both = both if asked.sort is None else both.sorted(asked.sort)
        return both, both.boards
    if asked.rules is not None:
        return report.rules(asked.rules, best=asked.best), None
    if asked.by is not None:
        grouped = report.grouped(asked.by)
        grouped = grouped if asked.sort is None else grouped.sorted(asked.sort)
        return grouped, grouped.rows
    report = report if asked.sort is None else report.sorted(asked.sort)
    return report, report.boards


def _other(asked: ReportAsked) -> Report:
    """The second run: the same line of it, of the same spot if it has one of that name."""
    from runout.batch.opened import OpenBatch
    from runout.batch.report import report

    assert asked.against is not None
    spots = OpenBatch(asked.against).spots
    spot = asked.spot if asked.spot in spots else None
    return report(asked.against, asked.line, spot, hand=asked.hand)


def _write(asked: ReportAsked, rows: Any, report: Report) -> None:  # noqa: ANN401 - a polars frame
    if asked.csv is not None:
        write_file("--csv", Path(asked.csv), rows.write_csv)
    if asked.parquet is not None:
        write_file("--parquet", Path(asked.parquet), rows.write_parquet)
    if asked.html is not None:
        from runout.batch.batch_page import batch_page

        lines = None if asked.line is None else (report.line,)
        page = batch_page(asked.folder, lines, asked.spot, where=asked.where)
        write_file("--html", Path(asked.html), lambda path: path.write_text(page, "utf-8"))
