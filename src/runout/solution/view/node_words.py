"""What a node says, in words and numbers. Terminal, page and browser all take it from here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from runout.colours import RANGE_COLOUR, Colour, action_colours, check_palette, heat_colour
from runout.solution.class_grid import CHANGE, LOSS, STRATEGY, class_grid
from runout.solution.node_locks import locked_words
from runout.solution.node_table import player_number
from runout.solver.betting import letters
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runout.solution.class_grid import ClassCell, ClassGrid
    from runout.solution.node_view import Placed, Shown

_MEASURED = {"ev": "EV, chips", "equity": "equity, %", "eqr": "EQR, %", "weight": "weight, %"}
LOCKED = "*"
"""Beside the name of a hand that plays as it was told."""
_LEAST = 0.005  # a share that rounds to no percent is not spoken of


@dataclass(frozen=True)
class ActionRow:
    """One action of a node over the whole range."""

    sign: str
    action: str
    colour: Colour
    frequency: float
    combos: float
    """Combos that take it."""
    ev: float | None
    """Mean over the hands that take it."""


@dataclass(frozen=True)
class PlayerRow:
    """One player's range at a node."""

    player: str
    combos: float
    ev: float | None
    equity: float | None
    realised_equity: float | None
    eqr: float | None
    """EV over pot times equity, of the range as a whole."""


@dataclass(frozen=True)
class Cell:
    """One hand class as it is shown."""

    name: str
    fill: float
    """Weight over the largest weight of the grid: how strong its colour is, 0 to 1."""
    weight: float
    """Share of the class that is in the range here."""
    parts: tuple[tuple[str, Colour, float], ...]
    """Sign, colour and share of each action; of the range as one where its player does not act."""
    ev: float | None
    equity: float | None
    acts: bool
    """Whether it has a strategy: its player acts, and it gets here."""
    locked: bool = False
    """Whether combos of it play as they were told."""
    scaled: bool = False
    """Whether its colours take as much of the cell as of it is in the range."""
    value: float | None = None
    """Of a heat map."""
    unit: str = ""
    """Of the value: chips or share; empty where the cell shows the strategy."""
    shade: Colour | None = None
    """Of the value."""
    signed: bool = False
    """Whether the value is a change, written with its sign."""

    @property
    def stripes(self) -> list[tuple[Colour, float]]:
        """Colours side by side, and how much of the cell each takes."""
        if self.unit:
            return [] if self.shade is None else [(self.shade, 1.0)]
        return [(colour, share) for _, colour, share in self.parts]


def chips(value: float | None) -> str:
    """Chips as they are shown: two decimals, fewer from a thousand up.

    >>> chips(12.3456), chips(4321.5), chips(None)
    ('12.35', '4321.5', '-')
    """
    if value is None:
        return "-"
    shown = f"{value:.{2 if abs(value) < 999.995 else 1}f}"
    return "0.00" if shown == "-0.00" else shown


def percent(share: float | None, decimals: int = 1) -> str:
    """A share in percent.

    >>> percent(0.4823), percent(1), percent(-0.0001), percent(None)
    ('48.2 %', '100.0 %', '0.0 %', '-')
    """
    if share is None:
        return "-"
    return f"{round(100 * share, decimals) + 0.0:.{decimals}f} %"  # there is no minus zero


def whole(value: float) -> str:
    """Chips of pots and stacks, without needless decimals.

    >>> whole(320.0), whole(7.5)
    ('320', '7.5')
    """
    return f"{value:.4f}".rstrip("0").rstrip(".")


def action_rows(node: Shown, palette: str = "usual") -> list[ActionRow]:
    """Every action of the player to act: how often, by how many combos, worth what."""
    if node.player is None:
        return []
    signs, colours = letters(node.actions), action_colours(node.actions, node.pot, palette)
    often, taken = node.frequencies.values(), node.table(node.player).taken()
    return [
        ActionRow(sign, action, colour, frequency, combos, ev)
        for sign, action, colour, frequency, (combos, ev) in zip(
            signs, node.actions, colours, often, taken, strict=True
        )
    ]


def player_rows(node: Shown) -> list[PlayerRow]:
    """Both players' ranges in a few numbers."""
    tables = {name: node.table(name) for name in PLAYERS}
    return [
        PlayerRow(name, float(table.columns["weight"].sum()), **table.averages())
        for name, table in tables.items()
    ]


def shown_player(node: Placed, player: str | None = None) -> str:
    """Whose hands a grid shows: the one named, or the one to act."""
    if player is not None:
        return PLAYERS[player_number(player)]
    return node.player or PLAYERS[0]


def cells(
    node: Shown,
    player: str | None = None,
    palette: str = "usual",
    *,
    what: str = STRATEGY,
    scaled: bool = False,
) -> list[list[Cell]]:
    """The 13×13 grid as it is shown."""
    name = shown_player(node, player)
    return grid_cells(node, class_grid(node, name, what), palette, scaled=scaled)


def grid_cells(
    node: Placed, grid: ClassGrid, palette: str = "usual", *, scaled: bool = False
) -> list[list[Cell]]:
    """The cells of a grid with their colours."""
    check_palette(palette)
    largest = max(cell.weight for cell in grid)
    acts = grid.player == node.player
    looks = (
        list(
            zip(letters(node.actions), action_colours(node.actions, node.pot, palette), strict=True)
        )
        if acts
        else []
    )
    made = [[_cell(cell, looks, acts, largest) for cell in row] for row in grid.rows]
    if grid.unit:
        limits = scale_of(grid)
        return [
            [_heated(cell, grid, limits, palette) for cell in row] for row in _paired(made, grid)
        ]
    return [[replace(cell, scaled=scaled) for cell in row] for row in made]


def _paired(made: list[list[Cell]], grid: ClassGrid) -> Iterator[list[tuple[Cell, ClassCell]]]:
    return (list(zip(*rows, strict=True)) for rows in zip(made, grid.rows, strict=True))


def scale_of(grid: ClassGrid) -> tuple[float, float]:
    """The two ends of the colours: of shares those that they can have, else what most cells have.

    A few cells may lie beyond: the nuts are worth so much more that all else would look alike.
    """
    low, high = grid.common
    if signed(grid.what):
        most = max(abs(low), abs(high))
        return -most, most
    fixed = {"equity": (0.0, 1.0), "eqr": (0.0, 2.0), "weight": (0.0, grid.limits[1])}
    return fixed.get(grid.what, (0.0 if _sided(grid.what) else low, high))


def signed(what: str) -> bool:
    """Whether the numbers of a grid are changes up or down."""
    return what.startswith(CHANGE) and what != f"{CHANGE} {STRATEGY}"


def _sided(what: str) -> str:
    """Where the colours of a grid end that begins at nothing."""
    if what in ("weight", f"{CHANGE} {STRATEGY}"):
        return "high"
    return "low" if what.startswith(LOSS) else ""


def _heated(
    pair: tuple[Cell, ClassCell], grid: ClassGrid, limits: tuple[float, float], palette: str
) -> Cell:
    """A cell with the number of a heat map and its colour."""
    cell, value = pair[0], pair[1].value
    if value is None:
        return replace(cell, unit=grid.unit)
    low, high = limits
    sided = _sided(grid.what)
    level = 0.0 if sided else 0.5  # of a grid in which all are alike
    along = (value - low) / (high - low) if high - low > 1e-9 else level
    shade = heat_colour(along, palette, one_sided=sided)
    return replace(cell, value=value, unit=grid.unit, shade=shade, signed=signed(grid.what))


def _cell(cell: ClassCell, looks: list[tuple[str, Colour]], acts: bool, largest: float) -> Cell:
    parts: tuple[tuple[str, Colour, float], ...] = ()
    if acts and cell.strategy:
        parts = tuple(
            (sign, colour, share)
            for (sign, colour), share in zip(looks, cell.strategy, strict=True)
        )
    elif cell.weight > 0:
        parts = (("", RANGE_COLOUR, 1.0),)
    fill = cell.weight / largest if largest > 0 else 0.0
    return Cell(
        cell.name,
        fill,
        cell.weight,
        parts,
        cell.ev,
        cell.equity,
        acts and bool(cell.strategy),
        cell.locked > 0,
    )


def title_of(cell: Cell, width: int) -> str:
    """The first line of a cell: its name, and the percentage of it that is in the range.

    A class that is not in the range is a dot.
    """
    if not cell.weight:
        return "·"
    name = name_in(cell, width)
    if cell.weight >= 1 - _LEAST:
        return name
    share = f"{100 * cell.weight:.0f}" if cell.weight >= _LEAST else "<1"
    room = width - len(name) - len(share)
    return f"{name}{' ' * min(room, 1)}{share}" if room >= 0 else name


def name_in(cell: Cell, width: int) -> str:
    """The name of a class in so many columns, with its star if there is room."""
    return named(cell) if len(named(cell)) <= width else cell.name


def named(cell: Cell) -> str:
    """The name of a class, with a star if hands of it are locked."""
    return cell.name + LOCKED * cell.locked


def number_in(value: float | None, unit: str, room: int, *, signed: bool = False) -> str:
    """A number of a heat map in so many columns, as exact as they allow; shares in percent.

    >>> number_in(12.345, "chips", 6), number_in(-1234.6, "chips", 6), number_in(0.526, "share", 3)
    ('12.35', '-1235', '53')
    """
    if value is None:
        return "-"
    shown = 100 * value if unit == "share" else value
    most = 1 if unit == "share" else 2
    sign = "+" if signed else "-"
    texts = [f"{shown:{sign}.{decimals}f}" for decimals in range(most, -1, -1)]
    texts = [text.lstrip("+-") if not float(text) else text for text in texts]
    return next((text for text in texts if len(text) <= room), _thousands(shown, room))


def _thousands(value: float, room: int) -> str:
    """A number in thousands or millions; nothing where there is no room for that either."""
    units = [(unit, sign) for unit, sign in ((1e3, "k"), (1e6, "M")) if abs(value) >= unit]
    texts = [f"{value / unit:.0f}{sign}" for unit, sign in units]
    return next((text for text in texts if len(text) <= room), "")


def signs_of(cell: Cell, width: int) -> str:
    """The second line: the commonest action with its percentage, then the signs of the others.

    Where the player does not act, the hand's equity.
    """
    if not cell.weight:
        return ""
    if cell.unit:
        return number_in(cell.value, cell.unit, width, signed=cell.signed)
    if not cell.acts:
        return "" if cell.equity is None else f"{100 * cell.equity:.0f}%"
    spoken = sorted((p for p in cell.parts if p[2] >= _LEAST), key=lambda p: -p[2])
    if not spoken:
        return ""
    signs = [sign for sign, _, _ in spoken]
    words = [_with_share(signs[0], spoken[0][2], width), *signs[1:]]
    while len("".join(words)) > width and len(words) > 1:
        words.pop()
    spaced = " ".join([words[0], "".join(words[1:])]).strip()
    return spaced if len(spaced) <= width else "".join(words)


def _with_share(sign: str, share: float, width: int) -> str:
    """A sign and its percentage, unless it is all or there is no room."""
    said = f"{sign}{':' * sign[-1].isdigit()}{100 * share:.0f}"
    return said if share < 1 - _LEAST and len(said) <= width else sign


def commonest(cell: Cell) -> tuple[str, Colour]:
    """Sign and colour of the action that a hand takes most often; no sign if it does not act."""
    if not cell.acts or not cell.parts:
        return "", RANGE_COLOUR
    sign, colour, _ = max(cell.parts, key=lambda part: part[2])
    return sign, colour


def in_words(cell: Cell, rows: list[ActionRow]) -> str:
    """All of a cell in one line."""
    if not cell.weight:
        return f"{cell.name}: not in the range"
    said = [f"{cell.name}"]
    if cell.weight < 1 - _LEAST:
        said[0] += f" ({percent(cell.weight)} of it)"
    if cell.acts:
        said += [
            f"{row.action} {percent(part[2])}"
            for row, part in zip(rows, cell.parts, strict=False)
            if part[2] >= 0.0005
        ]
    said.append(f"EV {chips(cell.ev)}, equity {percent(cell.equity)}")
    return f"{said[0]}: {', '.join(said[1:])}" + "; locked" * cell.locked


def split(shares: list[float], width: int) -> list[int]:
    """How many of so many columns each share gets; whatever is left goes to the largest remainders.

    >>> split([0.67, 0.33], 6), split([0.5, 0.26, 0.24], 6), split([0.0, 1.0], 6)
    ([4, 2], [3, 2, 1], [0, 6])
    """
    exact = [share * width / (sum(shares) or 1) for share in shares]
    columns = [int(part) for part in exact]
    order = sorted(range(len(exact)), key=lambda i: columns[i] - exact[i])
    for i in order[: width - sum(columns)]:
        columns[i] += 1
    return columns


def grid_words(what: str, player: str, *, acts: bool) -> str:
    """What the numbers or colours of a grid are.

    >>> grid_words("ev", "oop", acts=True), grid_words("loss call", "oop", acts=True)
    ("oop's EV, chips", 'what oop loses by call beside the best action, chips')
    """
    measure, _, action = what.partition(" ")
    if measure == CHANGE:
        return _change_words(action, player)
    if measure == STRATEGY:
        return f"{player}'s strategy" if acts else f"{player}'s range; numbers are equities"
    if measure == LOSS:
        return f"what {player} loses {f'by {action} ' * bool(action)}beside the best action, chips"
    return f"{player}'s {_MEASURED[measure]}"


def _change_words(what: str, player: str) -> str:
    if what == STRATEGY:
        return f"share of {player}'s hands that do something else, %"
    return f"{player}'s {_MEASURED.get(what, f'{what}, %')}: the second less the first"


def caution(node: Shown) -> list[str]:
    """What is to be said before the numbers of a node: nobody comes here, hands are locked."""
    said = [f"Beware: {'; '.join(node.trust.warnings)}"] if node.trust.warnings else []
    if node.locks:
        said.append(locked_words(len(node.locks)))
    table = node.table(node.player) if node.player else None
    if table is not None and table.locked.any():
        count = int(table.locked.sum())
        said.append(f"{count} hand{'s' * (count != 1)} of {node.player} locked here ({LOCKED})")
    return said


def place_words(node: Placed) -> str:
    """Pot, stacks and who acts, in one line."""
    oop, ip = (whole(node.stacks[name]) for name in PLAYERS)
    stacks = f"stacks {oop}" if oop == ip else f"stacks oop {oop}, ip {ip}"
    return f"pot {whole(node.pot)}, {stacks}; {what_next(node)}"


def chosen_words(node: Placed) -> list[str]:
    """Which hands are shown, where a condition has chosen them."""
    choice: str = getattr(node, "choice", "")
    return [choice] if choice else []


def what_next(node: Placed) -> str:
    """What happens at the node."""
    if node.player:
        return f"{node.player} to act"
    return {"deal": "a card is dealt", "fold": "the hand ends by a fold"}.get(node.kind, node.kind)


def line_words(node: Placed) -> str:
    """The line so far."""
    return node.line or "(start)"
