"""Showing equities: as text, in a notebook, as a plot."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from runout.cards import format_cards
from runout.colours import SEAT_COLOURS

if TYPE_CHECKING:
    from runout.equities.result import EquityResult, PlayerEquity


def headings(result: EquityResult) -> list[str]:
    """Column titles of the table."""
    error = [] if result.method == "exact" else ["± stderr"]
    return ["player", "hand", "equity", *error, "win", "tie", "lose"]


def cells(result: EquityResult, number: int) -> list[str]:
    """One row of the table, as text."""
    player = result.players[number]
    error = [] if result.method == "exact" else [f"± {100 * player.stderr:.3f}"]
    chances = (_percent(chance) for chance in (player.win, player.tie, player.lose))
    return [str(number + 1), shortened(player.hand), _percent(player.equity), *error, *chances]


def _percent(chance: float) -> str:
    return f"{100 * chance:.2f} %"


def shortened(hand: str, width: int = 40) -> str:
    """A hand's text that fits a table."""
    return hand if len(hand) <= width else hand[: width - 1] + "…"


def footer(result: EquityResult) -> str:
    """Board, dead cards and how the numbers came about, in one line."""
    parts = []
    if result.board:
        parts.append(f"board {format_cards(result.board)}")
    if result.dead:
        parts.append(f"dead {format_cards(result.dead)}")
    how = "exact" if result.method == "exact" else f"Monte Carlo, stopped by {result.stopped_by}"
    parts.append(f"{how}, {result.samples:,} deal{'s' * (result.samples != 1)}")
    return "; ".join(parts)


def plain_table(result: EquityResult) -> str:
    """The table for `print`."""
    rows = [headings(result), *(cells(result, i) for i in range(len(result.players)))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        padded = [
            text.ljust(width) if place == 1 else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(padded).rstrip())
    return "\n".join([*lines, footer(result)])


def html_table(result: EquityResult) -> str:
    """A table with a bar for each player."""
    head = "".join(f"<th>{escape(title)}</th>" for title in headings(result))
    rows = "".join(_html_row(result, i) for i in range(len(result.players)))
    caption = (
        f"<caption style='caption-side:bottom;text-align:left'>{escape(footer(result))}</caption>"
    )
    return f"<table><thead><tr>{head}<th></th></tr></thead><tbody>{rows}</tbody>{caption}</table>"


def _html_row(result: EquityResult, number: int) -> str:
    texts = "".join(f"<td>{escape(text)}</td>" for text in cells(result, number))
    return f"<tr>{texts}<td>{_html_bar(result.players[number], number)}</td></tr>"


def _html_bar(player: PlayerEquity, number: int) -> str:
    colour = SEAT_COLOURS[number % len(SEAT_COLOURS)]
    return (
        "<div style='width:160px;height:12px;background:#8883;border-radius:3px'>"
        f"<div style='width:{160 * player.equity:.1f}px;height:12px;background:{colour};"
        "border-radius:3px'></div></div>"
    )


def plot_equities(result: EquityResult) -> Any:  # noqa: ANN401 - matplotlib is optional
    """Equity over each player's range; a bar for each if all hands are known."""
    from runout.figures import drawing, new_figure

    with drawing():
        figure = new_figure(7, 4)
        axes = figure.subplots()
        if result.all_known:
            _draw_bars(axes, result)
        else:
            _draw_distributions(axes, result)
        axes.set_ylabel("equity, %")
        axes.set_title(footer(result), fontweight="normal")
    return figure


def _draw_bars(axes: Any, result: EquityResult) -> None:  # noqa: ANN401
    for number, player in enumerate(result.players):
        bar = axes.bar(
            [player.hand], [100 * player.equity], color=SEAT_COLOURS[number % len(SEAT_COLOURS)]
        )
        axes.bar_label(bar, fmt="%.2f %%")


def _draw_distributions(axes: Any, result: EquityResult) -> None:  # noqa: ANN401
    for number, player in enumerate(result.players):
        curve = result.distribution(number)
        label = f"{shortened(player.hand, 30)}: {100 * player.equity:.2f} %"
        shares, equities = [0.0, *(100 * curve[:, 0])], 100 * curve[:, 1]
        axes.stairs(
            equities,
            shares,
            baseline=None,
            label=label,
            color=SEAT_COLOURS[number % len(SEAT_COLOURS)],
        )
    axes.set_xlabel("share of the range, best hands first, %")
    axes.set_ylim(0, 100)
    axes.legend()
