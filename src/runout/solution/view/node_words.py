"""What a node says, in words and numbers. Terminal, page and browser all take it from here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runout.colours import Colour, action_colours
from runout.solution.node_table import player_number
from runout.solution.node_view import class_grid
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from runout.solution.node_view import ClassCell, Placed, Shown

RANGE_COLOUR: Colour = (70, 130, 150)
"""Of hands whose player does not act."""
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
    """Realised."""
    raw_equity: float | None
    eqr: float | None
    """EV over pot times raw equity, of the range as a whole."""


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

    >>> percent(0.4823), percent(1), percent(None)
    ('48.2 %', '100.0 %', '-')
    """
    return "-" if share is None else f"{100 * share:.{decimals}f} %"


def whole(value: float) -> str:
    """Chips of pots and stacks, without needless decimals.

    >>> whole(320.0), whole(7.5)
    ('320', '7.5')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


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


def cells(node: Shown, player: str | None = None, palette: str = "usual") -> list[list[Cell]]:
    """The 13×13 grid as it is shown."""
    name = shown_player(node, player)
    grid = class_grid(node, name)
    largest = max(cell.weight for row in grid for cell in row)
    acts = name == node.player
    looks = (
        list(
            zip(letters(node.actions), action_colours(node.actions, node.pot, palette), strict=True)
        )
        if acts
        else []
    )
    return [[_cell(cell, looks, acts, largest) for cell in row] for row in grid]


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
        cell.name, fill, cell.weight, parts, cell.ev, cell.equity, acts and bool(cell.strategy)
    )


def title_of(cell: Cell, width: int) -> str:
    """The first line of a cell: its name, and the percentage of it that is in the range.

    A class that is not in the range is a dot.
    """
    if not cell.weight:
        return "·"
    if cell.weight >= 1 - _LEAST:
        return cell.name
    share = f"{100 * cell.weight:.0f}" if cell.weight >= _LEAST else "<1"
    room = width - len(cell.name) - len(share)
    return f"{cell.name}{' ' * min(room, 1)}{share}" if room >= 0 else cell.name


def signs_of(cell: Cell, width: int) -> str:
    """The second line: the commonest action with its percentage, then the signs of the others.

    Where the player does not act, the hand's equity.
    """
    if not cell.weight:
        return ""
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
    return f"{said[0]}: {', '.join(said[1:])}"


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


def place_words(node: Placed) -> str:
    """Pot, stacks and who acts, in one line."""
    oop, ip = (whole(node.stacks[name]) for name in PLAYERS)
    stacks = f"stacks {oop}" if oop == ip else f"stacks oop {oop}, ip {ip}"
    return f"pot {whole(node.pot)}, {stacks}; {what_next(node)}"


def what_next(node: Placed) -> str:
    """What happens at the node."""
    if node.player:
        return f"{node.player} to act"
    return {"deal": "a card is dealt", "fold": "the hand ends by a fold"}.get(node.kind, node.kind)


def line_words(node: Placed) -> str:
    """The line so far."""
    return node.line or "(start)"


def letters(actions: list[str]) -> list[str]:
    """A short sign for each action, so that colour is never the only one.

    >>> letters(["fold", "call", "raise 300", "raise 600", "all-in 900"])
    ['F', 'C', 'R1', 'R2', 'A']
    """
    signs = {"fold": "F", "check": "X", "call": "C", "bet": "B", "raise": "R", "all-in": "A"}
    kinds = [action.partition(" ")[0] for action in actions]
    found = []
    for number, kind in enumerate(kinds):
        place = kinds[:number].count(kind) + 1
        found.append(signs[kind] + (str(place) if kinds.count(kind) > 1 else ""))
    return found
