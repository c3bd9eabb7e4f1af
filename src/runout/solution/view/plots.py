"""Pictures of a solution: a node's strategy and values, its next cards, how the solve went."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import checks
from runout.cards import parse_cards
from runout.checks import shown
from runout.colours import (
    INK,
    MUTED,
    PLAYER_COLOURS,
    SUIT_COLOURS,
    action_colours,
    check_palette,
    css,
)
from runout.errors import RunoutError
from runout.figures import PLAYER_LINES, drawing, figure_under, light_grid
from runout.solution.class_grid import STRATEGY, class_grid
from runout.solution.view.node_words import (
    caution,
    chips,
    chosen_words,
    grid_words,
    percent,
    place_words,
    shown_player,
)
from runout.solution.view.plot_strategy import draw_strategy
from runout.solver.spot import PLAYERS
from runout.words import seconds_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure
    from numpy.typing import NDArray

    from runout.solution.node import SolutionNode
    from runout.solution.node_table import NodeTable
    from runout.solution.node_view import Placed, Shown
    from runout.solution.runouts import Runout, Runouts
    from runout.solution.solution import Solution

    Floats = NDArray[np.float64]

WIDTH = 7.4  # inches: the text of a page
LETTERS_PER_INCH = 15
_SUITS, _SLOTS = "shdc", 5  # bars of a rank, and the room they take with the gap after them
_WHAT = {
    "ev": "EV, chips",
    "equity": "equity, %",
    "realised_equity": "realised equity, %",
    "frequencies": "how often, %",
}


def plot_strategy(
    node: Shown,
    palette: str = "usual",
    player: str | None = None,
    *,
    what: str = STRATEGY,
    scaled: bool = False,
) -> Figure:
    """The 13×13 grid, each cell split by action or coloured by a number."""
    check_palette(palette)
    scaled = checks.switch("scaled", scaled)
    name = shown_player(node, player)
    grid = class_grid(node, name, what)
    with drawing():
        headline = f"{name}'s {'strategy' if name == node.player else 'range'}"
        headline = headline if what == STRATEGY else grid_words(what, name, acts=True)
        figure, body = node_figure(node, 5.3, headline, caution(node))
        draw_strategy(body, node, grid, palette, scaled=scaled)
    return figure


def node_figure(
    node: Placed, height: float, headline: str, more: list[str] | None = None
) -> tuple[Figure, SubFigure]:
    """A figure that says in its header where in the game it is, and what to beware of."""
    words = [node.line, place_words(node), *chosen_words(node), *(more or ())]
    lines = [line for said in words for line in wrap(said, int(WIDTH * LETTERS_PER_INCH))]
    return figure_under(WIDTH, height, parse_cards(node.board), headline, lines)


def plot_distribution(node: Shown) -> Figure:
    """Equity, EV and EQR of both players over their ranges, best hands first."""
    tables = {name: node.table(name) for name in PLAYERS}
    if not any(np.isfinite(table.columns["ev"]).any() for table in tables.values()):
        raise RunoutError(f"line {node.line!r}: no hand gets here, so there is nothing to draw")
    with drawing():
        figure, body = node_figure(node, 2.75, "both ranges, best hands first", caution(node))
        axes = body.subplots(1, 3)
        for table in tables.values():
            _draw_curve(axes[0], table, 100 * table.columns["equity"])
            _draw_curve(axes[1], table, table.columns["ev"])
            _draw_curve(axes[2], table, table.columns["eqr"])
        _label_curves(axes, node, list(tables.values()))
        handles = [_line_handle(node, name) for name in PLAYERS]
        body.legend(handles=handles, loc="outside lower center", ncols=2, handlelength=3)
    return figure


def _draw_curve(axes: Axes, table: NodeTable, values: Floats) -> None:
    known = np.isfinite(values) & (table.counts > 0)
    if not known.any():
        return
    order = np.argsort(-values[known], kind="stable")
    weight = table.counts[known][order]
    edges = np.concatenate([[0.0], 100 * np.cumsum(weight) / weight.sum()])
    axes.stairs(
        values[known][order],
        edges,
        baseline=None,
        color=PLAYER_COLOURS[table.player],
        linestyle=PLAYER_LINES[table.player],
        linewidth=1.6,
    )


def _label_curves(axes: NDArray[Any], node: Shown, tables: list[NodeTable]) -> None:
    titles = ("equity, %", "EV, chips", "EQR: EV / (pot × equity)")
    for panel, title in zip(axes, titles, strict=True):
        panel.set_title(title)
        panel.set_xlim(0, 100)
        panel.set_xticks(range(0, 101, 25))
        panel.set_xlabel("share of the range, %")
        light_grid(panel)
    axes[0].set_ylim(-2, 102)
    axes[0].set_yticks(range(0, 101, 25))
    axes[1].ticklabel_format(axis="y", style="plain", useOffset=False)
    axes[1].set_ylim(*_chip_limits(tables, node.pot))
    most = _most_eqr(tables)
    axes[2].set_ylim(-0.02 * most, most)
    axes[2].axhline(1, color=MUTED, linewidth=0.8, zorder=1)


def _chip_limits(tables: list[NodeTable], pot: float) -> tuple[float, float]:
    """From the lowest EV, or 0, to the highest, or the pot."""
    known = _known(tables, "ev")
    low, high = min(0.0, float(known.min())), max(pot, float(known.max()))
    room = 0.02 * (high - low)
    return low - room, high + room


def _known(tables: list[NodeTable], name: str) -> Floats:
    """All values of a column that exist, of both players."""
    column = np.concatenate([table.columns[name] for table in tables])
    known: Floats = column[np.isfinite(column)]
    return known


def _most_eqr(tables: list[NodeTable]) -> float:
    """Where the axis of EQR ends: hands with next to no equity may have any EQR at all."""
    known = _known(tables, "eqr")
    return float(np.clip(1.15 * np.quantile(known, 0.98), 1.5, 4.0)) if len(known) else 2.0


def _line_handle(node: Shown, name: str) -> Any:  # noqa: ANN401 - a line of matplotlib
    from matplotlib.lines import Line2D

    mean = node.table(name).averages()
    eqr = mean["eqr"]
    means = (
        f"equity {percent(mean['equity'])}, EV {chips(mean['ev'])}, "
        f"EQR {'-' if eqr is None else f'{eqr:.2f}'}"
    )
    said = means if mean["ev"] is not None else "no hand gets here"
    colour, style = PLAYER_COLOURS[name], PLAYER_LINES[name]
    return Line2D([], [], color=colour, linestyle=style, label=f"{name}: {said}")


def plot_runouts(node: SolutionNode, what: str = "ev", palette: str = "usual") -> Figure:
    """A bar for each next card: EV or equity of both players, or what is done after it."""
    check_palette(palette)
    if not isinstance(what, str) or what not in _WHAT:
        raise RunoutError(f"what {shown(what)}: one of {', '.join(_WHAT)}")
    runouts = node.runouts()
    if what == "frequencies" and not any(r.frequencies for r in runouts.values()):
        raise RunoutError(f"line {runouts.line!r}: nobody acts after the card")
    with drawing():
        deal = node.passively()
        if what == "frequencies":
            figure, body = node_figure(deal, 2.9, "what is done after the next card", caution(deal))
            axes = body.subplots()
            _draw_shares(axes, body, runouts, palette)
            panels = [axes]
        else:
            figure, body = node_figure(deal, 4.1, "after the next card", caution(deal))
            panels = list(body.subplots(2, 1, sharex=True))
            for panel, name in zip(panels, PLAYERS, strict=True):
                _draw_values(panel, runouts, name, what)
                _draw_mean(panel, deal, name, what)
        for panel in panels:
            _label_cards(panel, runouts, panel is panels[-1])
            light_grid(panel, "y")
    return figure


def _place(card: str) -> int:
    """Where a card's bar stands: ranks from the ace down, suits side by side."""
    return _SLOTS * "AKQJT98765432".index(card[0]) + _SUITS.index(card[1])


def _value(runout: Runout, name: str, what: str) -> float | None:
    value: float | None = getattr(runout, what)[name]
    return value if value is None or what == "ev" else 100 * value


def _draw_values(axes: Axes, runouts: Runouts, name: str, what: str) -> None:
    found = {card: _value(runout, name, what) for card, runout in runouts.items()}
    bars = {card: value for card, value in found.items() if value is not None}
    axes.bar(
        [_place(card) for card in bars],
        list(bars.values()),
        width=0.86,
        color=[SUIT_COLOURS[card[1]] for card in bars],
    )
    axes.set_title(f"{name}: {_WHAT[what]}")
    axes.margins(y=0.08)
    axes.ticklabel_format(axis="y", style="plain", useOffset=False)


def _draw_mean(axes: Axes, deal: SolutionNode, name: str, what: str) -> None:
    mean = deal.table(name).averages()[what]
    if mean is None:
        return
    height, said = (mean, chips(mean)) if what == "ev" else (100 * mean, percent(mean))
    axes.axhline(height, color=INK, linewidth=0.9, linestyle=(0, (4, 2)))
    axes.annotate(
        f"mean\n{said}", (1, height), (4, 0), ("axes fraction", "data"),
        textcoords="offset points", va="center", fontsize=7.5, annotation_clip=False,
    )  # fmt: skip


def _draw_shares(axes: Axes, body: SubFigure, runouts: Runouts, palette: str) -> None:
    from matplotlib.patches import Patch

    actions = list(next(r.frequencies for r in runouts.values() if r.frequencies))
    colours = [css(colour) for colour in action_colours(actions, runouts.pot, palette)]
    below = np.zeros(len(runouts))
    for action, colour in zip(actions, colours, strict=True):
        shares = np.array([100 * r.frequencies.get(action, 0.0) for r in runouts.values()])
        places = [_place(card) for card in runouts]
        axes.bar(places, shares, bottom=below, width=0.86, color=colour)
        below += shares
    axes.set_ylim(0, 100)
    axes.set_title(_WHAT["frequencies"])
    handles = [Patch(color=c, label=a) for a, c in zip(actions, colours, strict=True)]
    body.legend(handles=handles[::-1], loc="outside right upper")


def _label_cards(axes: Axes, runouts: Runouts, labelled: bool) -> None:
    """Suits below the bars, ranks below the suits."""
    places = {card: _place(card) for card in runouts}
    ranks: dict[str, list[int]] = {}
    for card, place in places.items():
        ranks.setdefault(card[0], []).append(place)
    axes.set_xlim(min(places.values()) - 1, max(places.values()) + 1)
    axes.set_xticks([sum(bars) / len(bars) for bars in ranks.values()], list(ranks))
    axes.tick_params(axis="x", pad=12, labelsize=9, labelbottom=labelled)
    for card, place in places.items() if labelled else ():
        axes.annotate(
            parse_cards(card)[0].symbol[-1], (place, 0), (0, -2), axes.get_xaxis_transform(),
            textcoords="offset points", color=SUIT_COLOURS[card[1]], fontsize=6.5,
            ha="center", va="top", annotation_clip=False,
        )  # fmt: skip


def plot_convergence(solution: Solution) -> Figure:
    """Exploitability by iteration, on logarithmic scales."""
    curve = [(i, percent) for i, percent in solution.history.curve if i > 0 and percent > 0]
    if not curve:
        raise RunoutError("nothing was measured yet: let the solve run for some iterations")
    iterations, values = zip(*curve, strict=True)
    seconds = solution.history.seconds
    with drawing():
        said = (
            f"{iterations[-1]} iterations, {seconds_text(seconds)}: {values[-1]:.3g} % of the pot"
        )
        figure, body = figure_under(5.2, 3.0, solution.spot.cards, "exploitability", [said])
        axes = body.subplots()
        axes.loglog(iterations, values, color=PLAYER_COLOURS["ip"], marker="o", markersize=3)
        axes.set_xlabel("iteration")
        axes.set_ylabel("percent of the pot")
        light_grid(axes)
        _plain_numbers(axes)
        axes.annotate(
            f"{values[-1]:.3g} %", (iterations[-1], values[-1]), (7, 0),
            textcoords="offset points", va="center", fontweight="bold", annotation_clip=False,
        )  # fmt: skip
    return figure


def _plain_numbers(axes: Axes) -> None:
    """Numbers as people write them, at 1, 2 and 5 of every decade."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(LogLocator(base=10, subs=(1, 2, 5)))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
