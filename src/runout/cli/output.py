"""What the commands share: the options of all, examples below their help, and printing."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from runout.colours import coloured
from runout.errors import RunoutError
from runout.reading import shown
from runout.replacing import check_replaceable, replacing, sweep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rich.console import Console

__all__ = [
    "Json",
    "Notation",
    "check_there",
    "check_writable",
    "coloured",
    "console",
    "examples",
    "naming",
    "print_json",
    "say",
    "tidy",
    "write_file",
]

_ENDINGS = {"--html": (".html", ".htm"), "--png": (".png",), "--svg": (".svg",)}

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Memory = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="The most to take, say 8GB. Default: RUNOUT_MEMORY, or all that is free.",
    ),
]
Notation = Annotated[
    str,
    typer.Option(
        "--to",
        metavar="text|pio|gtoplus|weights",
        show_default=False,
        help="Print only the range, in the notation of a program; weights are PioSOLVER's 1,326.",
    ),
]


def examples(*lines: str) -> str:
    """An epilog that shows commands to copy."""
    return "\n\n".join(["[bold]Examples[/bold]", *(f"$ {line}" for line in lines)])


def _reader_is_gone() -> None:
    """Rich would end the program here, with an exit code of its own; `main` has another."""
    raise BrokenPipeError


def console() -> Console:
    """Where results go; colours only on a terminal."""
    from rich.console import Console  # a third of what it takes to start a command

    out = Console(highlight=False, soft_wrap=True)
    out.on_broken_pipe = _reader_is_gone  # type: ignore[method-assign]
    if not out.is_terminal:
        out.width = 1000  # what is piped into a file or another program is never wrapped
    return out


class Result(Protocol):
    """What knows itself as plain data."""

    def to_dict(self) -> Mapping[str, Any]:
        """Ready for JSON."""
        ...


def print_json(result: Result) -> None:
    """A result as one JSON document on standard output; nothing is put together here."""
    sys.stdout.write(json.dumps(result.to_dict(), ensure_ascii=False, indent=2) + "\n")


def say(text: str) -> None:
    """A line on standard error; where it cannot be written, the work goes on without."""
    with suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


def check_there(file: str) -> None:
    """Refuse a file that is not there before any work is done."""
    # Those of Path fail on a name that is too long.
    if os.path.isdir(file):  # noqa: PTH112
        raise RunoutError(f"file {shown(file)}: it is a folder")
    if not os.path.isfile(file):  # noqa: PTH113
        there = os.path.exists(file)  # noqa: PTH110
        what = "it is no ordinary file" if there else "there is no such file"
        raise RunoutError(f"file {shown(file)}: {what}")


def check_writable(option: str, path: str | Path) -> None:
    """Refuse a file that could not be written, or has the wrong ending, before any work is done."""
    endings = _ENDINGS.get(option, ())
    if endings and Path(path).suffix.lower() not in endings:
        raise RunoutError(f"{option} {shown(path)}: name a file that ends in {endings[0]}")
    with naming(option):
        check_replaceable(path)


def write_file(option: str, path: Path, write: Callable[[Path], object]) -> None:
    """Let a file be written beside its place and put there; one that was there stays on failure."""
    with naming(option):
        try:
            with replacing(path) as partial:
                write(partial)
        except ValueError as error:  # of what makes the picture
            if isinstance(error, RunoutError):
                raise
            raise RunoutError(f"file {shown(path)}: {error}") from None
    say(f"{shown(path)[1:-1]} written\n")


@contextmanager
def naming(option: str) -> Iterator[None]:
    """Errors about a file, with the option that named it in front."""
    try:
        yield
    except RunoutError as error:
        raise RunoutError(f"{option} {str(error).removeprefix('file ')}") from None


def tidy(path: str | Path) -> None:
    """Remove what killed saves have left in the folder of a file that a command is about."""
    if str(path) != "-":
        with suppress(OSError, ValueError, RuntimeError):  # bad names are refused elsewhere
            sweep(Path(path).resolve().parent)
