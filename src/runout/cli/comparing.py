"""`runout compare`: a node of two solutions, or two nodes of one, beside each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from runout.cli.output import Json, check_writable, console, examples, print_json, write_file
from runout.cli.show import Palette, loaded
from runout.colours import check_palette
from runout.errors import RunoutError
from runout.solution.difference import compare
from runout.solution.matching import counterpart
from runout.solution.view.difference_view import difference_view

if TYPE_CHECKING:
    from runout.solution.difference import NodeDifference

app = typer.Typer()


@app.command(
    "compare",
    epilog=examples(
        "runout compare usual.runout locked.runout check",
        "runout compare small-bets.runout big-bets.runout 'check / bet 60'",
        "runout compare spot.runout spot.runout 'bet 60' --other 'bet 120'",
        "runout compare a.runout b.runout --grid ev --png change.png",
    ),
)
def compare_command(
    first: Annotated[
        str, typer.Argument(metavar="A", show_default=False, help="A saved solution (.runout).")
    ],
    second: Annotated[
        str, typer.Argument(metavar="B", show_default=False, help="Another, or the same.")
    ],
    line: Annotated[
        str,
        typer.Argument(
            metavar="LINE",
            show_default=False,
            help="In A; in B too, actions matched by kind and order where amounts differ.",
        ),
    ] = "",
    other: Annotated[
        str, typer.Option(metavar="LINE", help="Another line for B.", show_default=False)
    ] = "",
    player: Annotated[
        str, typer.Option(metavar="oop|ip", help="Whose hands; default: who acts.")
    ] = "",
    grid: Annotated[
        str,
        typer.Option(
            metavar="WHAT",
            help="What the difference grid shows: strategy, ev, equity, eqr, weight, an action.",
        ),
    ] = "",
    html: Annotated[str, typer.Option(metavar="FILE", help="Write a page for the browser.")] = "",
    png: Annotated[str, typer.Option(metavar="FILE", help="Write a picture.")] = "",
    svg: Annotated[str, typer.Option(metavar="FILE", help="Write a picture.")] = "",
    palette: Palette = "usual",
    json: Json = False,
) -> None:
    """Compare a node of two solutions: EV, frequencies, hands that changed most.

    Locked against unlocked, two bet sizes, two boards. Actions are matched by kind and order; what
    has no counterpart is listed.
    """
    check_palette(palette)
    if player not in ("", "oop", "ip"):
        raise RunoutError(f"--player {player!r}: oop or ip")
    files = {option: path for option, path in _files(html, png, svg) if path}
    for option, path in files.items():
        check_writable(option, path)
    change = _difference((first, second), line, other, player or None)
    change.grid(grid)  # refused before anything is written
    for option, path in files.items():
        _write(option, Path(path), change, grid, palette)
    if json:
        print_json(change)
    elif not files:
        console().print(difference_view(change, grid, palette))


def _files(html: str, png: str, svg: str) -> list[tuple[str, str]]:
    return [("--html", html), ("--png", png), ("--svg", svg)]


def _difference(
    files: tuple[str, str], line: str, other: str, player: str | None
) -> NodeDifference:
    """The difference of the two nodes that are meant; one file is read once."""
    first = loaded(files[0])
    second = first if Path(files[0]).resolve() == Path(files[1]).resolve() else loaded(files[1])
    node = first[line]
    there = second[other] if other else counterpart(node, second.root)
    return compare(node, there, player=player, names=_names(files))


def _names(files: tuple[str, str]) -> tuple[str, str]:
    """What the two are called: their files, if those differ."""
    first, second = (Path(file).name.removesuffix(".runout") for file in files)
    return ("A", "B") if first == second else (first, second)


def _write(option: str, path: Path, change: NodeDifference, grid: str, palette: str) -> None:
    """Write a page or a picture; a file that was there stays if anything fails."""
    if option == "--html":
        from runout.solution.view.difference_page import difference_page

        page = difference_page(change, grid, palette)
        write_file(option, path, lambda partial: partial.write_text(page, encoding="utf-8"))
        return
    try:
        figure = change.plot(grid, palette)
    except ImportError as error:
        raise RunoutError(f"{option}: {error}") from None
    write_file(option, path, lambda partial: figure.savefig(partial, format=option[2:]))
