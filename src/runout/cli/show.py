"""`runout show` and `runout explore`: look into a solution."""

from __future__ import annotations

from typing import Annotated

import typer

from runout.cli.options import Json, examples

app = typer.Typer()

File = Annotated[
    str, typer.Argument(metavar="FILE", show_default=False, help="A saved solution (.runout).")
]
Palette = Annotated[str, typer.Option(help="usual or colour-blind.")]


@app.command(
    "show",
    epilog=examples(
        "runout show spot.runout",
        "runout show spot.runout 'check / bet 120 / call / 7s'",
        "runout show spot.runout 'check / bet 120' --hand KsJs",
        "runout show spot.runout check --by-card",
        "runout show spot.runout --html spot.html",
    ),
)
def show_command(
    file: File,
    line: Annotated[
        str,
        typer.Argument(metavar="LINE", show_default=False, help="Such as 'check / bet 120'."),
    ] = "",
    hand: Annotated[
        str, typer.Option(metavar="HAND", help="One hand (AsKs), a class (AKs) or a range.")
    ] = "",
    by_card: Annotated[
        bool, typer.Option("--by-card", help="Every next card, after checks and calls from here.")
    ] = False,
    player: Annotated[
        str, typer.Option(metavar="oop|ip", help="Whose hands; default: who acts.")
    ] = "",
    html: Annotated[str, typer.Option(metavar="FILE", help="Write a page for the browser.")] = "",
    png: Annotated[str, typer.Option(metavar="FILE", help="Write a picture.")] = "",
    svg: Annotated[str, typer.Option(metavar="FILE", help="Write a picture.")] = "",
    palette: Palette = "usual",
    json: Json = False,
) -> None:
    """Show a node of a solution: strategy by hand, frequencies, EV and equity."""
    from runout.cli.solution_view import Asked, show_solution

    files = {"--html": html, "--png": png, "--svg": svg}
    show_solution(file, line, Asked(hand, by_card, player, palette, files), json)


@app.command("explore", epilog=examples("runout explore spot.runout"))
def explore_command(
    file: File,
    line: Annotated[
        str, typer.Argument(metavar="LINE", show_default=False, help="Where to start.")
    ] = "",
    palette: Palette = "usual",
) -> None:
    """Walk through a solution in the terminal, with the arrow keys."""
    from runout.cli.solution_view import explore_solution

    explore_solution(file, line, palette)
