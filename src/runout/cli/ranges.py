"""`runout range`: a range as a grid and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from runout.cli.output import console, print_json
from runout.errors import RunoutError
from runout.ranges.notations import in_notation
from runout.ranges.noted_range import noted_range

if TYPE_CHECKING:
    from runout.ranges.hands import Plus
    from runout.ranges.noted_range import RangeReading


def show_range(text: str, remove: str, plus: str, to: str, as_json: bool) -> None:
    """Print the range less the removed cards."""
    if plus not in ("climb", "single"):
        raise RunoutError(f"--plus {plus!r}: climb or single is expected")
    if to and as_json:
        raise RunoutError("--to and --json: ask for one of them at a time")
    found = noted_range(text, remove, cast("Plus", plus))
    if as_json:
        print_json(found)
    elif to:
        print_text(in_notation(found.hands, to, "--to"))
    else:
        print_range(found)


def print_range(found: RangeReading) -> None:
    """The grid of a range, its text and how it was read."""
    out = console()
    out.print(found.hands)
    for line in (str(found.hands), *found.notes):
        out.print(line, markup=False)


def print_text(text: str) -> None:
    """A range as text, and nothing but that."""
    console().print(text, markup=False)
