"""`runout solve`, `runout estimate` and `runout spot`: from a file to an equilibrium."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from runout.cli.options import Json, examples
from runout.defaults import MAX_ITERATIONS, TARGET

SpotFile = Annotated[
    str,
    typer.Argument(
        metavar="SPOT",
        show_default=False,
        help="A TOML file (runout spot new writes one), a TexasSolver command file, a saved "
        "solution, or - for standard input.",
    ),
]

Dialect = Annotated[
    str | None,
    typer.Option(
        metavar="console|gui",
        show_default=False,
        help="Whose tree a TexasSolver command file gets: that of the command-line program "
        "(default) or of the one with a window.",
    ),
]

app = typer.Typer()
spot_app = typer.Typer(no_args_is_help=True, help="Files that say what is to be solved.")
app.add_typer(spot_app, name="spot")


@app.command(
    "solve",
    epilog=examples(
        "runout spot new spot.toml && runout solve spot.toml --out spot.runout",
        "runout solve spot.toml --target 0.1 --max-seconds 600 --compress --json",
        "runout solve spot.runout --target 0.05 --out spot.runout",
    ),
)
def solve_command(
    spot: SpotFile,
    target: Annotated[
        float | None,
        typer.Option(
            help=f"Stop at this exploitability, in percent of the pot. Default: {TARGET}."
        ),
    ] = None,
    max_iterations: Annotated[
        int | None, typer.Option(help=f"Stop after so many iterations. Default: {MAX_ITERATIONS}.")
    ] = None,
    max_seconds: Annotated[
        float | None, typer.Option(help="Stop after so many seconds. Default: no limit.")
    ] = None,
    threads: Annotated[int | None, typer.Option(help="Default: all cores.")] = None,
    compress: Annotated[
        bool, typer.Option("--compress", help="16-bit numbers: half the memory, a little slower.")
    ] = False,
    memory: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="The most to take, say 8GB. Default: RUNOUT_MEMORY, or all that is free.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Save the solution, say spot.runout."),
    ] = None,
    small: Annotated[
        bool, typer.Option("--small", help="Save without the river, which is solved again on view.")
    ] = False,
    dialect: Dialect = None,
    json: Json = False,
) -> None:
    """Solve a spot: the strategy that nobody can exploit, and what it is worth.

    Ctrl-C stops and saves what there is, to --out or under the name of the spot.
    """
    from runout.cli.solve_run import show_solve

    given = {
        "target": target,
        "max_iterations": max_iterations,
        "max_seconds": max_seconds,
        "threads": threads,
        "compress": compress or None,
        "memory": memory,
    }
    settings = {name: value for name, value in given.items() if value is not None}
    show_solve(spot, dialect, settings, out, small=small, as_json=json)


@app.command("estimate", epilog=examples("runout estimate spot.toml"))
def estimate_command(spot: SpotFile, dialect: Dialect = None, json: Json = False) -> None:
    """Say what a solve will take in memory and time, without solving."""
    from runout.cli.spots import show_estimate

    show_estimate(spot, dialect, as_json=json)


@spot_app.command(
    "new", epilog=examples("runout spot new spot.toml", "runout spot new | runout solve -")
)
def new_command(
    file: Annotated[
        Path | None,
        typer.Argument(show_default=False, help="Where to write it; standard output by default."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Write an example that explains every setting and solves in a few seconds."""
    from runout.cli.spots import write_example

    write_example(file, force)
