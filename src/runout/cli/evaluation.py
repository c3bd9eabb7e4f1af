"""`runout eval`: what hands are, and which of them wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout.comparison import Comparison, compare

if TYPE_CHECKING:
    from collections.abc import Sequence


def show_hands(texts: Sequence[str], board_text: str, as_json: bool) -> None:
    """Evaluate each hand with the board and print them, best first."""
    found = compare(texts, board_text)
    if as_json:
        from runout.cli.output import print_json

        print_json(found)
    else:
        _print_table(found)


def _print_table(found: Comparison) -> None:
    from rich.table import Table

    from runout.cli.output import coloured, console

    out = console()
    if found.board:
        out.print("board", coloured(found.board))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    compared = len(found.hands) > 1
    for one in sorted(found.hands, key=lambda one: one.rank):
        place = [f"{one.rank}."] if compared else []
        table.add_row(*place, coloured(one.cards), coloured(one.hand.best), one.hand.description)
    out.print(table)
