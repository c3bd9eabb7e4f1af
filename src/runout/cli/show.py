"""`runout show` and `runout explore`: look into a solution."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from runout import checks
from runout.cli.output import (
    Json,
    check_there,
    check_writable,
    console,
    examples,
    print_json,
    tidy,
    write_file,
)
from runout.colours import check_palette
from runout.errors import RunoutError
from runout.job import interrupts
from runout.solution.class_grid import STRATEGY, ClassGrid, check_measure, class_grid
from runout.solution.runouts import Runouts
from runout.solution.view.hand_words import HandsView, hands_view
from runout.solution.view.strategy_view import (
    cautions,
    heading,
    node_view,
    players,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import RenderableType

    from runout.solution.breakdown import Breakdown
    from runout.solution.node import SolutionNode
    from runout.solution.node_view import NodeView
    from runout.solution.range_report import RangeReport
    from runout.solution.solution import Solution


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
        "runout show spot.runout 'check / bet 120' --grid 'loss call'",
        "runout show spot.runout 'check / bet 120' --report",
        "runout show spot.runout 'check / bet 120' --range pio",
        "runout show spot.runout --by made",
        "runout show spot.runout --filter 'made=\"top pair\" and bet>=0.5'",
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
    grid: Annotated[
        str,
        typer.Option(
            metavar="WHAT",
            help="What the grid shows: strategy, ev, equity, eqr, weight, loss, 'loss call'.",
        ),
    ] = "strategy",
    scaled: Annotated[
        bool, typer.Option("--scaled", help="Fill strategy cells by their weight in the range.")
    ] = False,
    report: Annotated[
        bool, typer.Option("--report", help="Both ranges: nutted hands, equity buckets and curves.")
    ] = False,
    notation: Annotated[
        str,
        typer.Option(
            "--range",
            metavar="text|pio|gtoplus|weights",
            show_default=False,
            help="Print only the player's range here, in the notation of a program.",
        ),
    ] = "",
    min_weight: Annotated[
        float, typer.Option(help="With --range: leave out hands of less than this weight.")
    ] = 0.0,
    by: Annotated[
        str,
        typer.Option(
            metavar="made|draw|suit|cross",
            help="The range by made class, best draw, cards of a suit, or class and draw.",
        ),
    ] = "",
    condition: Annotated[
        str,
        typer.Option(
            "--filter",
            metavar="CONDITION",
            help='Only some hands, such as \'made="top pair" and draw~"flush draw" and bet>=0.5\'.',
        ),
    ] = "",
    html: Annotated[str, typer.Option(metavar="FILE", help="Write a page for the browser.")] = "",
    png: Annotated[str, typer.Option(metavar="FILE", help="Write a picture.")] = "",
    svg: Annotated[str, typer.Option(metavar="FILE", help="Write a picture.")] = "",
    palette: Palette = "usual",
    json: Json = False,
) -> None:
    """Show a node of a solution: strategy by hand, frequencies, EV and equity."""
    files = {"--html": html, "--png": png, "--svg": svg}
    if min_weight and not notation:
        raise RunoutError("--min-weight: only with --range")
    if notation:
        other = {"--hand": hand, "--by-card": by_card, "--report": report} | files
        other |= {"--grid": grid != STRATEGY, "--by": by, "--filter": condition}
        if others := [option for option, given in other.items() if given]:
            raise RunoutError(f"--range: not together with {' or '.join(others)}")
        show_node_range(file, line, player, notation, min_weight, json)
        return
    asked = Asked(
        hand,
        by_card,
        player,
        palette,
        grid,
        scaled,
        report,
        by=by,
        condition=condition,
        files=files,
    )
    show_solution(file, line, asked, json)


@app.command("explore", epilog=examples("runout explore spot.runout"))
def explore_command(
    file: File,
    line: Annotated[
        str, typer.Argument(metavar="LINE", show_default=False, help="Where to start.")
    ] = "",
    palette: Palette = "usual",
) -> None:
    """Walk through a solution in the terminal, with the arrow keys."""
    explore_solution(file, line, palette)


@dataclass(frozen=True)
class Asked:
    """What to show of a node, and the files to write."""

    hand: str = ""
    by_card: bool = False
    player: str = ""
    palette: str = "usual"
    grid: str = STRATEGY
    """What the grid shows."""
    scaled: bool = False
    report: bool = False
    """Both ranges beside each other."""
    by: str = ""
    """What hands are grouped by; empty for none."""
    condition: str = ""
    """Of the hands that are shown; empty for all."""
    files: dict[str, str] = field(default_factory=dict)
    """By option."""

    def check(self) -> None:
        """Refuse what cannot be shown before anything is read."""
        check_palette(self.palette)
        if self.player not in ("", "oop", "ip"):
            raise RunoutError(f"--player {self.player!r}: oop or ip")
        check_measure(self.grid)
        if self.grid != STRATEGY and (self.hand or self.by_card or self.report or self.by):
            raise RunoutError("--grid: not together with --hand, --by-card, --report or --by")
        wanted = {
            "--hand": self.hand,
            "--by-card": self.by_card,
            "--report": self.report,
            "--by": self.by,
        }
        named = [option for option, asked in wanted.items() if asked]
        if len(named) > 1:
            raise RunoutError(f"{' and '.join(named)}: ask for one of them at a time")
        if self.by:
            from runout.holdings.grouping import GROUPINGS

            checks.choice("--by", self.by, GROUPINGS)
        if self.condition:
            from runout.filters import Filter

            Filter(self.condition)
            if self.by_card or self.report:
                raise RunoutError("--filter: not together with --by-card or --report")
        for option, path in self.files.items():
            if path:
                check_writable(option, path)

    def look(self, node: SolutionNode) -> NodeView:
        """The node with all hands, or with those asked for."""
        if self.condition:
            return node.where(self.condition, self.player or None)
        return node.view()


def show_solution(file: str, line: str, asked: Asked, as_json: bool) -> None:
    """Print a node of a saved solution, or write it to files."""
    asked.check()
    node = loaded(file)[line]
    for option, path in asked.files.items():
        if path:
            _write(option, Path(path), node, asked)
    if as_json:
        print_json(_seen(node, asked))
    elif not any(asked.files.values()):
        console().print(_as_text(node, asked))


def show_node_range(
    file: str, line: str, player: str, notation: str, min_weight: float, as_json: bool
) -> None:
    """Print a player's range at a node of a saved solution."""
    from runout.ranges import Range
    from runout.ranges.notations import in_notation
    from runout.solution.node_range import node_range

    Asked(player=player).check()
    in_notation(Range(), notation, "--range")  # before anything is read
    checks.number("--min-weight", min_weight, 0, 1)
    seen = node_range(loaded(file)[line], player or None, notation, min_weight)
    if as_json:
        print_json(seen)
    else:
        console().print(seen.text, markup=False)


def explore_solution(file: str, line: str, palette: str) -> None:
    """Walk through a saved solution in the terminal."""
    check_palette(palette)
    if find_spec("textual") is None:
        raise RunoutError("explore needs Textual: pip install 'runout[explore]'")
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise RunoutError("explore needs a terminal; runout show prints a node")
    from runout.explore.app import Explorer

    solution = loaded(file)
    browser = Explorer(solution, solution[line], palette)
    with interrupts(browser.interrupt):
        browser.run()
    if browser.interrupted:
        raise KeyboardInterrupt
    if browser.return_code:
        sys.exit(browser.return_code)


def loaded(file: str) -> Solution:
    """The solution of a file; a large one takes a while, which a terminal is told."""
    check_there(file)
    tidy(file)
    from rich.console import Console

    from runout.solution.solution import load

    with Console(stderr=True).status(f"reading {file} …") if sys.stderr.isatty() else nullcontext():
        return load(file)


def _seen(
    node: SolutionNode, asked: Asked
) -> Runouts | HandsView | ClassGrid | RangeReport | NodeView | Breakdown:
    """What is shown, as data: next cards, both ranges, some hands, a grid, or the whole node."""
    if asked.by_card:
        return node.runouts()
    if asked.report:
        return node.report()
    if asked.by:
        return _classes(node, asked)
    seen = asked.look(node)
    if asked.hand:
        return hands_view(seen, asked.hand, asked.player or None)
    if asked.grid != STRATEGY:
        return class_grid(seen, asked.player or None, asked.grid)
    return seen


def _as_text(node: SolutionNode, asked: Asked) -> RenderableType:
    from rich.console import Group

    if asked.report:
        from runout.solution.view.report_view import report_view

        return report_view(node.report())
    whole = asked.look(node)
    if asked.by:
        from runout.solution.view.breakdown_view import breakdown_view

        found = _classes(node, asked)
        title, table = f"{found.player}'s range", breakdown_view(found, asked.palette)
        return Group(heading(whole), *cautions(whole), "", title, table)
    seen = _seen(node, asked)
    if isinstance(seen, Runouts):
        return Group(heading(node), *cautions(node.passively()), "", _next_cards(seen, asked))
    if isinstance(seen, HandsView):
        from runout.solution.view.hand_lines import hands_table

        return Group(heading(node), *cautions(node), "", hands_table(seen, node, asked.palette))
    alone = not (asked.player or asked.condition)
    if node.player is None and alone and asked.grid == STRATEGY:
        cards = (_next_cards(node.runouts(), asked), "") if node.kind == "deal" else ()
        return Group(heading(whole), *cautions(whole), "", *cards, players(whole))
    player = asked.player or None
    return node_view(whole, player, asked.palette, what=asked.grid, scaled=asked.scaled)


def _classes(node: SolutionNode, asked: Asked) -> Breakdown:
    """A range by what its hands are."""
    return node.breakdown(asked.by, asked.player or None, asked.condition or None)


def _next_cards(runouts: Runouts, asked: Asked) -> RenderableType:
    from runout.solution.view.runouts_view import runouts_view

    return runouts_view(runouts, asked.palette)


def _write(option: str, path: Path, node: SolutionNode, asked: Asked) -> None:
    """Write a page or a picture; a file that was there stays if anything fails."""
    if option == "--html":
        from runout.solution.view.strategy_page import html_page

        page = html_page(
            node,
            asked.player or None,
            asked.palette,
            by_card=asked.by_card,
            what=asked.grid,
            report=asked.report,
            by=asked.by or None,
            where=asked.condition or None,
        )
        write_file(option, path, lambda partial: partial.write_text(page, encoding="utf-8"))
        return
    try:
        figure = _figure(node, asked)
    except ImportError as error:
        raise RunoutError(f"{option}: {error}") from None
    write_file(option, path, lambda partial: figure.savefig(partial, format=option[2:]))


def _figure(node: SolutionNode, asked: Asked) -> Figure:
    """The picture of what would be printed: both ranges, next cards, classes, or the grid."""
    from runout.solution.view.plots import plot_strategy

    if asked.report:
        return node.plot_report()
    if asked.by:
        return _classes(node, asked).plot(asked.palette)
    other = asked.player or asked.grid != STRATEGY or asked.condition
    if asked.by_card or (node.kind == "deal" and not other):
        return node.plot_runouts(palette=asked.palette)
    player = asked.player or None
    seen = asked.look(node)
    return plot_strategy(seen, asked.palette, player, what=asked.grid, scaled=asked.scaled)
