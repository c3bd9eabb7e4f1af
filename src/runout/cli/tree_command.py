"""`runout tree`: the betting tree of a spot, before anything is solved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from runout.cli.output import Json, check_writable, console, examples, print_json, write_file
from runout.cli.spots import (
    Board,
    Configuration,
    Dialect,
    Ip,
    Oop,
    SpotCards,
    SpotFile,
    print_notes,
    read_question,
)

app = typer.Typer()


@app.command(
    "tree",
    epilog=examples(
        "runout tree spot.toml",
        "runout tree spot.toml 'check / bet 60%' --depth 4",
        "runout tree spot.toml --html tree.html",
    ),
)
def tree_command(
    spot: SpotFile,
    line: Annotated[
        str,
        typer.Argument(metavar="[LINE]", show_default=False, help="Begin here; cards left out."),
    ] = "",
    depth: Annotated[
        int | None,
        typer.Option(help="So many actions deep. Default: as many as fit on a page."),
    ] = None,
    html: Annotated[str, typer.Option(metavar="FILE", help="Write a page for the browser.")] = "",
    board: Board = "",
    oop: Oop = "",
    ip: Ip = "",
    configuration: Configuration = "",
    dialect: Dialect = None,
    json: Json = False,
) -> None:
    """Show the betting tree of a spot before it is solved: sizes, where they come from, memory."""
    if html:
        check_writable("--html", html)
    question = read_question(spot, dialect, SpotCards(board, oop, ip, configuration))
    print_notes(question)
    view = question.spot.tree_view(line, depth)
    if html:
        page = view.to_html()
        write_file("--html", Path(html), lambda partial: partial.write_text(page, encoding="utf-8"))
    if json:
        print_json(view)
    elif not html:
        console().print(view)
