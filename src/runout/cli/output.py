"""What the commands share in printing: JSON, cards in four colours."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from rich.console import Console

from runout.card_colours import coloured
from runout.errors import RunoutError
from runout.replacing import replacing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["check_folder", "coloured", "console", "print_json", "write_file"]


class _Output(Console):
    """A console that leaves it to `main` what to do when the reader of a pipe is gone."""

    def on_broken_pipe(self) -> None:
        """Rich would end the program here, with an exit code of its own."""
        raise BrokenPipeError


def console() -> Console:
    """Where results go; colours only on a terminal."""
    out = _Output(highlight=False, soft_wrap=True)
    if not out.is_terminal:
        out.width = 1000  # what is piped into a file or another program is never wrapped
    return out


def print_json(result: object) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(result, ensure_ascii=False, indent=2) + "\n")


def check_folder(option: str, path: Path) -> None:
    """Refuse a file whose folder does not exist before any work is done."""
    if not path.parent.is_dir():
        raise RunoutError(f"{option} {str(path)!r}: there is no folder {str(path.parent)!r}")


def write_file(option: str, path: Path, write: Callable[[Path], object]) -> None:
    """Let a file be written beside its place and put there; one that was there stays on failure."""
    try:
        with replacing(path) as partial:
            write(partial)
    except (ValueError, OSError) as error:
        if isinstance(error, RunoutError):
            raise RunoutError(f"{option}: {error}") from None
        reason = error.strerror if isinstance(error, OSError) else error
        raise RunoutError(f"{option} {str(path)!r}: {reason}") from None
