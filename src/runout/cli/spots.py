"""The SPOT of a command: read from a file or standard input; `runout estimate`, `runout spot`."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from runout.cli.output import (
    Json,
    check_writable,
    coloured,
    console,
    examples,
    print_json,
    tidy,
    write_file,
)
from runout.defaults import TARGET
from runout.errors import RunoutError
from runout.reading import looks_like_json, opened_for_reading, read_all
from runout.replacing import replacing_file
from runout.solution.files import looks_saved, opened
from runout.solver.engines import AUTO, ENGINES, engine_named
from runout.solver.estimate import USUAL_ITERATIONS, Outlook, outlook
from runout.solver.spot import PLAYERS, Spot
from runout.words import seconds_text, size_text

if TYPE_CHECKING:
    from runout.solver.lock import Lock
    from runout.solver.script import Script

SpotFile = Annotated[
    str,
    typer.Argument(
        metavar="SPOT",
        show_default=False,
        help="A TOML file (runout spot new writes one), a TexasSolver command file, a WASM "
        "Postflop configuration, a saved solution, or - for standard input.",
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

Board = Annotated[str, typer.Option(help="The board, instead of the file's.", show_default=False)]
Oop = Annotated[
    str,
    typer.Option(
        metavar="RANGE", help="Out of position's range, instead of the file's.", show_default=False
    ),
]
Ip = Annotated[
    str,
    typer.Option(metavar="RANGE", help="In position's range, likewise.", show_default=False),
]
Configuration = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Which configuration of a WASM Postflop export, if it holds several.",
        show_default=False,
    ),
]

Engine = Annotated[
    str | None,
    typer.Option(
        metavar="|".join((*ENGINES, AUTO)),
        help="Cores or GPU. Default: a GPU if one is there, the spot fits and it pays.",
    ),
]

app = typer.Typer()
spot_app = typer.Typer(no_args_is_help=True, help="Files that say what is to be solved.")
app.add_typer(spot_app, name="spot")
# Comments and then ``name =`` or a table: TOML, whatever follows.
_SETTING = re.compile(r"\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*+[ \t]*(?:\[|[\w.-]+[ \t]*=)")
_START = 64  # bytes that tell what a file is


@app.command("estimate", epilog=examples("runout estimate spot.toml"))
def estimate_command(
    spot: SpotFile,
    board: Board = "",
    oop: Oop = "",
    ip: Ip = "",
    configuration: Configuration = "",
    dialect: Dialect = None,
    engine: Engine = None,
    json: Json = False,
) -> None:
    """Say what a solve will take in memory and time, without solving."""
    cards = SpotCards(board, oop, ip, configuration)
    show_estimate(spot, dialect, cards, engine=engine or AUTO, as_json=json)


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
    write_example(file, force)


@spot_app.command(
    "convert",
    epilog=examples(
        "runout spot convert script.txt --out spot.toml",
        "runout spot convert srp.json --board 'Ks 7d 2h' --oop @bb --ip @btn --out spot.toml",
    ),
)
def convert_command(
    spot: SpotFile,
    board: Board = "",
    oop: Oop = "",
    ip: Ip = "",
    configuration: Configuration = "",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write it.")
    ] = None,
    dialect: Dialect = None,
) -> None:
    """Write any spot as TOML: a command file, a configuration, what a solution was solved from."""
    if out is not None:
        check_writable("--out", out)
    question = read_question(spot, dialect, SpotCards(board, oop, ip, configuration))
    print_notes(question)
    text = question.spot.to_toml()
    if out is None:
        sys.stdout.write(text)
        return
    write_file("--out", out, lambda partial: partial.write_text(text, encoding="utf-8"))


class SpotCards(NamedTuple):
    """What is given on the command line before what a file says, or where it says nothing."""

    board: str = ""
    oop: str = ""
    ip: str = ""
    configuration: str = ""

    def of_configuration(self, text: str) -> Spot:
        """The spot of an export of WASM Postflop, which has no cards."""
        for name in ("board", *PLAYERS):
            if not getattr(self, name):
                raise RunoutError(f"a configuration has no cards, give --{name}")
        chosen = self.configuration or None
        return Spot.from_wasm_postflop(text, self.board, self.oop, self.ip, chosen)

    def on(self, spot: Spot) -> Spot:
        """A spot with what is given instead of its own."""
        if self.configuration:
            raise RunoutError(
                f"--configuration {self.configuration!r}: only for exports of WASM Postflop"
            )
        given: dict[str, Any] = {
            name: getattr(self, name) for name in ("board", *PLAYERS) if getattr(self, name)
        }
        return replace(spot, **given) if given else spot


NO_CARDS = SpotCards()


@dataclass
class SolveQuestion:
    """What is to be solved, and how as far as the file says."""

    name: str
    """What a file made from it is called, without an ending."""
    spot: Spot
    settings: dict[str, Any] = field(default_factory=dict)
    """Arguments of `solve` that the file sets."""
    script: Script | None = None
    saved: Path | None = None
    """The file of a solution to go on with."""
    compress: bool = False
    """Whether that solution is stored in 16-bit numbers."""
    is_file: bool = False
    """Whether it was read from a spot file, beside which a solution may be kept."""
    locks: tuple[Lock, ...] = ()
    """What is locked beside what the spot says, for a solution to go on with."""


def read_question(
    source: str, dialect: str | None = None, cards: SpotCards = NO_CARDS
) -> SolveQuestion:
    """The spot that a file describes, with other cards if they are given; ``-`` is standard input.

    A command file is read for the build of TexasSolver that `dialect` names.
    """
    tidy(source)
    name = "spot" if source == "-" else Path(source).stem
    shown = "standard input" if source == "-" else source
    content = _content(source)
    if looks_saved(content):
        _refuse_dialect(dialect)
        if any(cards):
            raise RunoutError(f"{shown}: a saved solution has its own board and ranges")
        return _saved_question(name, source)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise RunoutError(f"{shown}: neither a spot nor a saved solution") from None
    try:
        if script := _script(text, dialect):
            return SolveQuestion(name, cards.on(script.spot), script.arguments, script)
        _refuse_dialect(dialect)
        if looks_like_json(text):
            return SolveQuestion(name, cards.of_configuration(text), is_file=source != "-")
        spot = cards.on(Spot.from_toml(text + "\n"))
        return SolveQuestion(name, spot, is_file=source != "-")
    except RunoutError as error:
        raise RunoutError(f"{shown}: {str(error).removeprefix('spot: ')}") from None


def _saved_question(name: str, source: str) -> SolveQuestion:
    """The spot in a saved solution, whose numbers are left where they are."""
    if source == "-":
        raise RunoutError("standard input: a saved solution is read from a file, give its name")
    path = Path(source)
    with opened(path) as file:
        return SolveQuestion(name, file.spot(), saved=path, compress=file.header.compress)


def _refuse_dialect(dialect: str | None) -> None:
    if dialect is not None:
        raise RunoutError(f"--dialect {dialect}: only for command files of TexasSolver")


def _script(text: str, dialect: str | None) -> Script | None:
    """The commands of TexasSolver in a text; None if it has none."""
    if _SETTING.match(text):
        return None
    from runout.solver.script import looks_like_script, parse_script

    return parse_script(text, dialect=dialect or "console") if looks_like_script(text) else None


def print_notes(question: SolveQuestion) -> None:
    """Say what was left out of a command file, on standard error."""
    if question.script is not None:
        sys.stderr.write("".join(f"{note}\n" for note in question.script.notes))


def _content(source: str) -> bytes:
    """All of a text; of a saved solution, which may be large, only the start."""
    if source == "-":
        if sys.stdin is None:
            raise RunoutError("standard input: it is closed")
        return read_all(sys.stdin.buffer, "standard input")
    with opened_for_reading(source, "spot") as file:
        start = file.read(_START)
        return start if looks_saved(start) else start + read_all(file, f"spot {source!r}")


def estimate_text(found: Outlook) -> str:
    """What a solve will take, in two lines."""
    spot, size, most = found.spot, found.size, found.room
    nodes = ", ".join(f"{count:,} on the {street}" for street, count in size.nodes.items())
    runouts = list(size.runouts.values())[-1]
    return (
        f"{spot.board}, pot {spot.pot}, stack {spot.stack}: nodes {nodes}; {runouts:,} "
        f"runout{'s' * (runouts != 1)}\n"
        f"{size.stored_numbers:,} numbers, {size_text(found.needed_bytes)} of memory "
        f"({size_text(most.bytes)} {most.why}), "
        f"{seconds_text(size.seconds_per_iteration / found.cores)} an iteration"
    )


def show_estimate(
    source: str,
    dialect: str | None,
    cards: SpotCards = NO_CARDS,
    *,
    engine: str = AUTO,
    as_json: bool,
) -> None:
    """Print what a solve will take."""
    question = read_question(source, dialect, cards)
    print_notes(question)
    found = outlook(question.spot, engine=engine, compress=question.compress)
    if as_json:
        print_json(found)
        return
    _print_estimate(found)


def _print_estimate(found: Outlook) -> None:
    from rich.table import Table

    out = console()
    spot, size, most = found.spot, found.size, found.room
    hands = (f"{name} {count}" for name, count in found.hands.items())
    cores = f"{found.cores} core{'s' * (found.cores != 1)}"
    on_cores = engine_named(found.engine).threads_help
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_row("board", coloured(spot.cards))
    table.add_row("pot, stack", f"{spot.pot}, {spot.stack}")
    table.add_row("hands", ", ".join(hands))
    for street, nodes in size.nodes.items():
        runouts = size.runouts[street]
        dealt = f", each on {runouts:,} deals that differ by more than suits" if runouts > 1 else ""
        table.add_row(street, f"{nodes:,} node{'s' * (nodes != 1)}{dealt}")
    table.add_row("numbers", f"{size.stored_numbers:,} (actions of hands at nodes)")
    table.add_row(
        "memory", f"{size_text(size.float32_bytes)} of {size_text(most.bytes)} {most.why}"
    )
    table.add_row("", f"{size_text(size.compressed_bytes)} with --compress")
    where = "one core" if on_cores else f"the engine {found.engine}"
    table.add_row("an iteration", f"{seconds_text(size.seconds_per_iteration)} of {where}")
    table.add_row(
        f"to {TARGET} %",
        f"about {seconds_text(found.seconds)} on {cores if on_cores else where} "
        f"({USUAL_ITERATIONS} iterations)",
    )
    out.print(table)
    if found.refusal is not None:
        out.print(found.refusal, style="red", markup=False)


def write_example(file: Path | None, force: bool) -> None:
    """Write the commented example to a file or to standard output."""
    text = files("runout").joinpath("data", "spot.toml").read_text(encoding="utf-8")
    if file is None:
        sys.stdout.write(text)
        return
    if not force and os.path.lexists(file):
        raise RunoutError(f"{file}: it exists; --force replaces it")
    with replacing_file(file, plain=True) as out:
        out.write(text.encode())
    sys.stdout.write(f"{file} written; next: runout solve {file}\n")
