"""The strategy grid as a picture: cells split by action, and beside them what the range does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout.cards import RANK_COUNT
from runout.colours import EMPTY, INK, MUTED, PALE, RANGE_COLOUR, WHITE, Colour, css, ink
from runout.solution.view.node_words import (
    LOCKED,
    Cell,
    action_rows,
    chips,
    grid_cells,
    named,
    number_in,
    percent,
    player_rows,
    signs_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure

    from runout.solution.class_grid import ClassGrid
    from runout.solution.node_view import Shown

_GAP = 0.03  # between cells, in cells
_PALEST = 0.25  # how much colour the rarest hands keep
_ALONE = 0.95  # a share beside which no other colour reaches the text
_LETTERS = 6  # of the small line in a cell
_ROW = 0.21  # inches between the lines beside the grid
_SIDE_WIDTH = 1.95
_GRID_WIDTH = 5.45
_LONG_CHIPS = 1e5  # from here on without decimals


def draw_strategy(
    body: SubFigure, node: Shown, grid: ClassGrid, palette: str, *, scaled: bool
) -> None:
    """Fill a part of a figure with the grid and its legend."""
    left, side = body.subplots(1, 2, width_ratios=[_GRID_WIDTH, _SIDE_WIDTH])
    rows = grid_cells(node, grid, palette, scaled=scaled)
    draw_cells(left, rows)
    _draw_side(side, node, grid, rows, palette)


def draw_cells(axes: Axes, rows: list[list[Cell]]) -> None:
    """The 13×13 cells with their colours and texts."""
    from matplotlib.collections import PolyCollection

    axes.set(xlim=(0, RANK_COUNT), ylim=(RANK_COUNT, 0), aspect="equal", anchor="NW")
    axes.axis("off")
    boxes, colours = [], []
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            for box, colour in _stripes(cell, x, y):
                boxes.append(box)
                colours.append(colour)
            _write_cell(axes, cell, x + 0.5, y)
    # Edges of the same colour, or thin lines of background would show between the stripes.
    axes.add_collection(
        PolyCollection(boxes, facecolors=colours, edgecolors="face", linewidths=0.15)
    )


def _stripes(cell: Cell, x: float, y: float) -> list[tuple[list[tuple[float, float]], str]]:
    """Rectangles of a cell and their colours, from left to right."""
    parts = [(colour, share) for colour, share in cell.stripes if share > 0.001]
    found = []
    if not cell.weight or not parts or cell.scaled:
        found.append((_box(x + _GAP, x + 1 - _GAP, y), EMPTY))
    total, left = sum(share for _, share in parts), x + _GAP
    for colour, share in parts if cell.weight else ():
        right = left + (1 - 2 * _GAP) * share / total
        height = cell.fill if cell.scaled else 1.0
        found.append((_box(left, right, y, height), css(_ground(cell, colour))))
        left = right
    return found


def _box(left: float, right: float, y: float, height: float = 1.0) -> list[tuple[float, float]]:
    bottom = y + 1 - _GAP
    top = bottom - height * (1 - 2 * _GAP)
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _ground(cell: Cell, colour: Colour) -> Colour:
    """The colour of a cell as it is drawn."""
    return colour if cell.scaled or cell.unit else _faded(colour, cell.fill)


def _faded(colour: Colour, fill: float) -> Colour:
    """A colour on white, paler the fewer of the hands get here."""
    kept = _PALEST + (1 - _PALEST) * fill
    red, green, blue = (round(255 - kept * (255 - part)) for part in colour)
    return red, green, blue


def _write_cell(axes: Axes, cell: Cell, x: float, y: float) -> None:
    if not cell.weight:
        axes.text(x, y + 0.5, cell.name, color=PALE, fontsize=7, ha="center", va="center")
        return
    colour, share = max(cell.stripes, key=lambda stripe: stripe[1], default=((255,) * 3, 1.0))
    ground = _ground(cell, colour)
    if cell.scaled and cell.fill < _ALONE:  # the text stands on the empty part too
        ground, share = WHITE, 0.0
    _write(axes, x, y + 0.36, named(cell), ground, share, fontsize=7.6, fontweight="bold")
    _write(axes, x, y + 0.73, signs_of(cell, _LETTERS), ground, share, fontsize=6)


def _write(
    axes: Axes, x: float, y: float, text: str, ground: Colour, share: float, **words: object
) -> None:
    """Text that can be read on the cell's commonest colour, and around it where others show."""
    from matplotlib.patheffects import withStroke

    written = axes.text(x, y, text, color=css(ink(ground)), ha="center", va="center", **words)  # type: ignore[arg-type]
    if share < _ALONE:
        written.set_path_effects([withStroke(linewidth=1.3, foreground=css(ground))])


def _draw_side(
    axes: Axes, node: Shown, grid: ClassGrid, rows: list[list[Cell]], palette: str
) -> None:
    """The actions with their frequencies, both players' numbers, and how to read the grid."""
    axes.axis("off")
    axes.set(xlim=(0, _SIDE_WIDTH), ylim=(_GRID_WIDTH, 0), anchor="NW")
    name, y = grid.player, 0.1
    paleness = "paler: fewer of the hands get here"
    if grid.unit:
        axes.text(0, y, "lowest and highest", fontweight="bold", va="center")
        for cell in _ends(rows):
            y += _ROW
            said = f"{number_in(cell.value, cell.unit, 9)}{' %' * (cell.unit == 'share')}"
            _write_action(axes, y, cell.shade or WHITE, "", cell.name, said)
        notes, paleness = ["below the name: the number"], "mean over the hands that get here"
    elif name == node.player:
        axes.text(0, y, f"{name} to act", fontweight="bold", va="center")
        axes.text(_SIDE_WIDTH, y, "how often", color=MUTED, ha="right", va="center", fontsize=7.5)
        for row in action_rows(node, palette):
            y += _ROW
            _write_action(axes, y, row.colour, row.sign, row.action, percent(row.frequency))
        notes = ["below the name: commonest", "action, its percentage, others"]
    else:
        axes.text(0, y, f"in {name}'s range", fontweight="bold", va="center")
        largest = max(cell.weight for row in rows for cell in row)
        for fill, said in ((1.0, f"{percent(largest)} of the class"), (0.0, "next to nothing")):
            y += _ROW
            _write_action(axes, y, _faded(RANGE_COLOUR, fill), "", said, "")
        notes = ["below the name: equity"]
    y = _write_players(axes, node, y + 2 * _ROW)
    if any(cell.scaled for row in rows for cell in row):
        paleness = "height: share of the hands that get here"
    locked = [f"{LOCKED}: locked hands"] * any(cell.locked for row in rows for cell in row)
    for number, note in enumerate([*notes, paleness, *locked]):
        axes.text(0, y + _ROW * (1.3 + 0.75 * number), note, color=MUTED, fontsize=6.8, va="center")


def _ends(rows: list[list[Cell]]) -> list[Cell]:
    """The cells with the lowest and the highest number."""
    known = sorted((c for row in rows for c in row if c.shade), key=lambda c: c.value or 0.0)
    return known[:1] + known[-1:] * (len(known) > 1)


def _write_action(axes: Axes, y: float, colour: Colour, sign: str, action: str, often: str) -> None:
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle((0, y - 0.075), 0.24, 0.15, facecolor=css(colour), linewidth=0))
    axes.text(
        0.12, y, sign, color=css(ink(colour)), fontsize=7, fontweight="bold",
        ha="center", va="center",
    )  # fmt: skip
    axes.text(0.32, y, action, va="center")
    axes.text(_SIDE_WIDTH, y, often, ha="right", va="center")


def _write_players(axes: Axes, node: Shown, y: float) -> float:
    """A small table of both ranges; where it ends."""
    ends = (0.72, 1.38, _SIDE_WIDTH)
    for end, title in zip(ends, ("combos", "EV", "equity"), strict=True):
        axes.text(end, y, title, color=MUTED, ha="right", va="center", fontsize=7.5)
    for row in player_rows(node):
        y += _ROW
        axes.text(0, y, row.player, fontweight="bold", va="center", color=INK)
        for end, said in zip(
            ends, (_combos(row.combos), _short(row.ev), percent(row.equity)), strict=True
        ):
            axes.text(end, y, said, ha="right", va="center")
    return y


def _short(ev: float | None) -> str:
    """Chips that fit into their column."""
    return chips(ev) if ev is None or abs(ev) < _LONG_CHIPS else f"{ev:.0f}"


def _combos(count: float) -> str:
    """Combos to a tenth; a line that is hardly ever taken has fewer."""
    return "< 0.1" if 0 < count < 0.05 else f"{count:.1f}"
