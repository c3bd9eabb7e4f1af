"""`runout range`: a range as a grid and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from runout.errors import RunoutError
from runout.ranges.reading import noted_range

if TYPE_CHECKING:
    from runout.ranges.hands import Plus


def show_range(text: str, remove: str, plus: str, as_json: bool) -> None:
    """Print the range less the removed cards."""
    if plus not in ("climb", "single"):
        raise RunoutError(f"--plus {plus!r}: climb or single is expected")
    found = noted_range(text, remove, cast("Plus", plus))
    if as_json:
        from runout.cli.output import print_json

        print_json(found)
    else:
        from runout.cli.output import console

        out = console()
        out.print(found.hands)
        out.print(str(found.hands), markup=False)
        for note in found.notes:
            out.print(note, markup=False)
