"""`runout equity`: who is ahead, and by how much."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.cards import Card, parse_cards
from runout.equities import equity
from runout.equities.parts import EquityParts
from runout.errors import RunoutError
from runout.holdings.grouping import GROUPINGS
from runout.job import Job, attended

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.progress import Progress as Bar

    from runout.equities.classes import ClassEquity
    from runout.equities.details import HandEquity
    from runout.equities.result import EquityResult, Progress

_BAR_FROM = 0.5  # seconds after which a progress bar is shown


def show_equity(
    players: Sequence[str],
    options: dict[str, Any],
    parts: Parts,
    as_json: bool,
) -> None:
    """Answer the question and print the table and the parts asked for."""
    parts.check(len(players), parse_cards(options["board"]))
    with _ProgressBar() as bar:
        job: Job[Progress, EquityResult] = Job(equity, *players, **options)
        result = attended(job.listen(bar.show))
    with _waiting_for(parts):
        if parts.plot:
            _write_plot(result, Path(parts.plot))
        found = parts.of(result)
    if as_json:
        from runout.cli.output import print_json

        print_json(found)
    else:
        _print(found, parts)


@contextmanager
def _waiting_for(parts: Parts) -> Iterator[None]:
    """Say on a terminal what is still being counted."""
    if not sys.stderr.isatty() or not parts.wanted:
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(f"counting {', '.join(parts.wanted)} …"):
        yield


class Parts:
    """What was asked for beside the equities. Players count from 1, as on the screen."""

    def __init__(
        self,
        by_hand: int | None,
        by_next_card: bool,
        categories: bool,
        plot: str,
        by: str = "",
        *,
        outs: bool = False,
    ) -> None:
        self.by_hand = by_hand
        self.by_next_card = by_next_card
        self.categories = categories
        self.plot = plot
        self.by = by
        self.outs = outs

    def check(self, players: int, board: Sequence[Card]) -> None:
        """Refuse what cannot be shown before any work is done."""
        if self.by_hand is not None and not 1 <= self.by_hand <= players:
            raise RunoutError(f"--by-hand {self.by_hand}: there are players 1 to {players}")
        for option, asked in (("--by-next-card", self.by_next_card), ("--outs", self.outs)):
            if asked and len(board) not in (3, 4):
                raise RunoutError(
                    f"{option}: a flop or a turn is needed, not {len(board)} board cards"
                )
        if self.by:
            checks.choice("--by", self.by, GROUPINGS)
            if len(board) < 3:
                raise RunoutError("--by: hands have a class from the flop on; name a --board")
        if self.plot and not Path(self.plot).suffix:
            raise RunoutError(f"--plot {self.plot!r}: name a file such as equity.png or equity.svg")
        if self.plot:
            from runout.cli.output import check_writable

            check_writable("--plot", self.plot)

    @property
    def wanted(self) -> list[str]:
        """What is asked for, in words."""
        asked = {
            "hands": self.by_hand is not None,
            "next cards": self.by_next_card,
            "outs": self.outs,
            "hand classes": self.categories or bool(self.by),
            "the picture": bool(self.plot),
        }
        return [name for name, is_asked in asked.items() if is_asked]

    def of(self, result: EquityResult) -> EquityParts:
        """Compute what is asked for."""
        return EquityParts(
            result,
            None if self.by_hand is None else result.by_hand(self.by_hand - 1),
            result.by_next_card() if self.by_next_card else None,
            result.categories() if self.categories else None,
            [result.by_class(player, self.by) for player in range(len(result.players))]
            if self.by
            else None,
            [result.outs(player) for player in range(len(result.players))] if self.outs else None,
        )


def _write_plot(result: EquityResult, path: Path) -> None:
    """Write the picture; a file that was there stays if anything fails."""
    from runout.cli.output import write_file

    try:
        figure = result.plot()
    except ImportError as error:
        raise RunoutError(f"--plot: {error}") from None
    write_file("--plot", path, lambda partial: figure.savefig(partial, format=path.suffix[1:]))


class _ProgressBar:
    """A bar on standard error that appears when the answer takes a while."""

    def __init__(self) -> None:
        self._bar: Bar | None = None
        self._started = time.perf_counter()

    def __enter__(self) -> _ProgressBar:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, progress: Progress) -> None:
        if not sys.stderr.isatty() or time.perf_counter() - self._started < _BAR_FROM:
            return
        if self._bar is None:
            self._bar = _new_bar()
        self._bar.update(
            self._bar.task_ids[0],
            completed=progress.done,
            estimate=_estimate(progress),
            left=f"{max(0.0, progress.remaining):.0f} s left",
        )


def _new_bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn
    from rich.progress import Progress as Bar

    bar = Bar(
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[left]}"),
        TextColumn("{task.fields[estimate]}"),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task("equity", total=1.0, left="", estimate="")
    bar.start()
    return bar


def _estimate(progress: Progress) -> str:
    if progress.equities is None:
        return ""
    shown = "  ".join(f"{100 * equity:.2f}" for equity in progress.equities[:6])
    return f"{shown} ± {100 * (progress.stderr or 0):.3f}"


def _print(found: EquityParts, parts: Parts) -> None:
    from rich.table import Table
    from rich.text import Text

    from runout.cli.output import coloured, console
    from runout.colours import SEAT_COLOURS
    from runout.equities.equity_view import cells, footer, headings

    out, result = console(), found.result
    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in (*headings(result), ""):
        table.add_column(title, justify="left" if title in {"hand", ""} else "right")
    for number, player in enumerate(result.players):
        known = result.known_cards(number)
        row = [Text(cell) for cell in cells(result, number)]
        if known:
            row[1] = coloured(known)
        bar = Text("█" * round(20 * player.equity), SEAT_COLOURS[number % len(SEAT_COLOURS)])
        table.add_row(*row, bar)
    out.print(table)
    out.print(f"{footer(result)}, {result.seconds:.3f} s", markup=False)
    if found.by_hand is not None and parts.by_hand is not None:
        _print_hands(found.by_hand, parts.by_hand)
    if found.by_next_card is not None:
        _print_next_cards(found.by_next_card, len(result.players))
    for number, cards in enumerate(found.outs or (), start=1):
        count = f"{len(cards)} out{'s' * (len(cards) != 1)}"
        out.print(Text(f"player {number}: {count}  "), coloured(reversed(cards)), sep="")
    if found.categories is not None:
        _print_categories(found.categories)
    for number, rows in enumerate(found.by_class or (), start=1):
        _print_classes(rows, f"player {number} by {parts.by}")


def _print_hands(hands: list[HandEquity], player: int) -> None:
    from rich.table import Table

    from runout.cli.output import coloured, console

    table = Table(
        box=None, padding=(0, 2, 0, 0), title=f"player {player} by hand", title_justify="left"
    )
    for title in ("hand", "equity", "win", "tie", "weight"):
        table.add_column(title, justify="left" if title == "hand" else "right")
    for hand in hands:
        chances = (f"{100 * chance:.2f} %" for chance in (hand.equity, hand.win, hand.tie))
        table.add_row(coloured(hand.combo), *chances, f"{hand.weight:g}")
    console().print(table)


def _print_classes(rows: list[ClassEquity], title: str) -> None:
    from rich.table import Table

    from runout.cli.output import console

    table = Table(box=None, padding=(0, 2, 0, 0), title=title, title_justify="left")
    for name in ("hands", "combos", "share", "equity", "win", "tie"):
        table.add_column(name, justify="left" if name == "hands" else "right")
    for row in rows:
        chances = (f"{100 * chance:.2f} %" for chance in (row.share, row.equity, row.win, row.tie))
        table.add_row(row.name, f"{row.combos:.1f}", *chances)
    console().print(table)


def _print_next_cards(cards: dict[Card, tuple[float, ...]], players: int) -> None:
    from rich.table import Table

    from runout.cli.output import coloured, console

    table = Table(
        box=None, padding=(0, 2, 0, 0), title="equity after the next card", title_justify="left"
    )
    table.add_column("card")
    for number in range(players):
        table.add_column(str(number + 1), justify="right")
    for card, equities in reversed(cards.items()):
        table.add_row(coloured([card]), *(f"{100 * equity:.2f} %" for equity in equities))
    console().print(table)


def _print_categories(found: list[dict[str, float]]) -> None:
    from rich.table import Table

    from runout.cli.output import console

    table = Table(box=None, padding=(0, 2, 0, 0), title="final hands", title_justify="left")
    table.add_column("hand class")
    for number in range(len(found)):
        table.add_column(str(number + 1), justify="right")
    for name in reversed(found[0]):
        table.add_row(name, *(f"{100 * shares[name]:.3f} %" for shares in found))
    console().print(table)
