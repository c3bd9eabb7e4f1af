"""`runout export`: a saved solution as JSON, CSV or Parquet."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from runout.cli.output import examples
from runout.errors import RunoutError
from runout.job import Job, attended
from runout.words import size_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runout.job import PartJob
    from runout.solution.solution import Solution

    Progress = Callable[[int, int], None]

app = typer.Typer()
FORMATS = ("json", "parquet", "csv")


@app.command(
    "export",
    epilog=examples(
        "runout export spot.runout",
        "runout export spot.runout --depth turn --out spot.json.gz",
        "runout export spot.runout --line 'check / bet 120 / call' --to csv --street river",
    ),
)
def export_command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", show_default=False, help="A saved solution.")
    ],
    to: Annotated[
        str, typer.Option(help="json, parquet or csv; else what --out ends in, else json.")
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(
            help="Where to write; a name that ends in .gz is compressed. "
            "Default: FILE with another ending."
        ),
    ] = None,
    depth: Annotated[str, typer.Option(help="json: the last street, flop, turn or river.")] = "",
    street: Annotated[
        str, typer.Option(help="csv, parquet: which street; default: the first.")
    ] = "",
    line: Annotated[
        str, typer.Option(help="Start after this line, such as 'check / bet 120'.")
    ] = "",
    condition: Annotated[
        str,
        typer.Option(
            "--filter",
            metavar="CONDITION",
            help="csv, parquet: only some hands, such as 'made=\"top pair\" and bet>=0.5'.",
        ),
    ] = "",
) -> None:
    """Write a solution for other programs: JSON as TexasSolver writes it with EVs, or tables."""
    kind = _format(to, out)
    _refuse_unused(kind, depth, street, condition)
    from runout.cli.output import check_there, check_writable
    from runout.cli.show import loaded

    check_there(str(file))
    target = out or file.with_suffix(f".{kind}")
    if os.path.exists(target) and os.path.samefile(target, file):  # noqa: PTH110, PTH121
        raise RunoutError(f"--out {str(out)!r}: that is the file to read")
    check_writable("--out" if out else "file", target)
    solution = loaded(str(file))
    with _progress(target) as progress:
        job = _writing(solution, kind, target, depth or "river", street or None, line, condition)
        _written(job.listen(lambda part: progress(*part)), kind)
    sys.stdout.write(f"{target} written ({size_text(target.stat().st_size)})\n")


def _format(to: str, out: Path | None) -> str:
    name = to.lower()
    if not name and out is not None:
        name = out.name.lower().removesuffix(".gz").rpartition(".")[2]
        if name not in FORMATS:
            raise RunoutError(
                f"--out {str(out)!r}: say what to write with --to (json, parquet, csv)"
            )
    name = name or "json"
    if name not in FORMATS:
        raise RunoutError(f"--to {to!r}: json, parquet or csv")
    if name == "parquet" and out is not None and out.name.endswith(".gz"):
        raise RunoutError(f"--out {str(out)!r}: Parquet is compressed already, leave out .gz")
    return name


def _refuse_unused(kind: str, depth: str, street: str, condition: str) -> None:
    if condition:
        from runout.filters import Filter

        Filter(condition)
        if kind == "json":
            raise RunoutError("--filter: it is for csv and parquet; json has all hands")
    if street and kind == "json":
        raise RunoutError("--street: it is for csv and parquet; json has --depth")
    if depth and kind != "json":
        raise RunoutError(f"--depth: it is for json; {kind} has --street")


def _writing(
    solution: Solution,
    kind: str,
    target: Path,
    depth: str,
    street: str | None,
    line: str,
    condition: str,
) -> PartJob:
    if kind == "json":
        return Job(solution.to_json, target, depth=depth, line=line)
    write = solution.to_csv if kind == "csv" else solution.to_parquet
    return Job(write, target, street=street, line=line, where=condition or None)


def _written(job: PartJob, kind: str) -> None:
    try:
        attended(job)
    except ImportError as error:
        raise RunoutError(f"--to {kind}: {error}") from error


@contextmanager
def _progress(target: Path) -> Iterator[Progress]:
    """A bar on a terminal, nothing in a pipe."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _done, _total: None
        return
    columns = (
        "{task.description}",
        BarColumn(),
        MofNCompleteColumn(),
        "nodes",
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(target.name, total=None)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield show
