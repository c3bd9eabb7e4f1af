"""`runout engines`: what can solve on this machine, and how fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from runout.cli.output import Json, console, examples, print_json
from runout.solver.engine_report import engine_reports
from runout.words import seconds_text, size_text

if TYPE_CHECKING:
    from rich.text import Text

    from runout.solver.engine_report import EngineReport, EngineReports

app = typer.Typer()


@app.command("engines", epilog=examples("runout engines", "runout engines --seconds 0 --json"))
def engines_command(
    seconds: Annotated[
        float, typer.Option(help="How long to time them, all together; 0 for not at all.")
    ] = 10,
    json: Json = False,
) -> None:
    """Say which engines this machine has, with their memory and speed."""
    reports = engine_reports(seconds)
    if json:
        print_json(reports)
    else:
        _print(reports)


def _print(reports: EngineReports) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("engine", "memory", "an iteration", "numbers a second"):
        table.add_column(title, justify="left" if title in ("engine", "memory") else "right")
    for engine in reports.engines:
        table.add_row(engine.name, *_cells(engine))
    out = console()
    out.print(table)
    # Below the table, which a long line would make as wide as itself; brackets are no markup there.
    for engine in reports.engines:
        if engine.missing is not None:
            out.print(f"{engine.name}: {engine.missing}", markup=False)
    if any(engine.seconds_per_iteration for engine in reports.engines):
        out.print(f"timed on a flop of {reports.stored_numbers:,} numbers", markup=False)


def _cells(engine: EngineReport) -> tuple[Text, str, str]:
    from rich.text import Text

    if engine.free_bytes is None:
        return Text("not there"), "", ""
    memory = Text(f"{size_text(engine.free_bytes)} {engine.memory}")
    if engine.seconds_per_iteration is None or engine.numbers_per_second is None:
        return memory, "", ""
    rate = f"{engine.numbers_per_second / 1e6:,.0f} million"
    return memory, seconds_text(engine.seconds_per_iteration), rate
