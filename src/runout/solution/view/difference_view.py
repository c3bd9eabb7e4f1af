"""Two nodes beside each other on a terminal."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from runout.cards import parse_cards
from runout.colours import WARNING, coloured
from runout.solution.view import node_words as words
from runout.solution.view.strategy_view import StrategyGrid
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from rich.console import RenderableType

    from runout.solution.difference import NodeDifference, Pair

HANDS_LISTED = 12
"""How many of those that changed most are listed."""
_WIDTH = 110


def difference_view(
    change: NodeDifference, what: str = "", palette: str = "usual"
) -> RenderableType:
    """All of a difference."""
    grid = change.grid(what)
    parts: list[RenderableType] = [*_headings(change), "", table_of(player_table(change))]
    if change.actions:
        parts += ["", table_of(action_table(change)), *map(Text, unmatched_words(change))]
    said = words.grid_words(grid.what, change.player, acts=True)
    parts += ["", StrategyGrid(words.grid_cells(change.second, grid, palette)), Text(said)]
    parts += ["", table_of(class_table(change))]
    if change.hands:
        parts += ["", Text(f"{change.player}'s hands that changed most")]
        parts.append(table_of(hand_table(change)))
    return Group(*parts)


def _headings(change: NodeDifference) -> list[Text]:
    lines = []
    for name, view in zip(change.names, (change.first, change.second), strict=True):
        line = Text(f"{name}: ", "bold").append_text(coloured(parse_cards(view.board)))
        lines.append(line.append(f"  {words.line_words(view)}; {words.place_words(view)}"))
        lines += [Text(f"   {said}", WARNING) for said in words.caution(view)]
    return lines


def unmatched_words(change: NodeDifference) -> list[str]:
    """Actions and hands without a counterpart, in words."""
    lines = []
    for name, actions, hands in zip(change.names, change.unmatched, change.only, strict=True):
        if actions:
            lines.append(f"only in {name}: {', '.join(actions)}")
        if hands:
            more = ", …" if len(hands) > HANDS_LISTED else ""
            listed = ", ".join(hands[:HANDS_LISTED]) + more
            lines.append(f"{len(hands)} hands only in {name}: {listed}")
    return lines


Rows = list[list[str]]
"""A table as texts, its titles first."""


def player_table(change: NodeDifference) -> Rows:
    """Both players' EV and equity at both nodes."""
    first, second = change.names
    rows = [["", *(f"EV {n}" for n in change.names), "change", "of the pot", "change"]]
    rows[0] += [f"equity {first}", f"equity {second}", "change", "combos"]
    for player in PLAYERS:
        pairs = change.players[player]
        ev, share, equity, combos = (
            pairs[name] for name in ("ev", "ev_percent", "equity", "combos")
        )
        pot = " → ".join("-" if one is None else f"{one:.1f} %" for one in share)
        rows.append(
            [
                player,
                *(words.chips(value) for value in ev),
                _step(ev, 1, 2),
                pot,
                _step(share, 1, 1, " %"),
                *(words.percent(value) for value in equity),
                _step(equity, 100, 1, " %"),
                " → ".join(f"{count or 0:.1f}" for count in combos),
            ]
        )
    return rows


def action_table(change: NodeDifference) -> Rows:
    """How often each action is taken at both nodes, and what it is worth."""
    first, second = change.names
    rows = [["action", first, second, "change", f"EV {first}", f"EV {second}", "change"]]
    for action in change.actions:
        often, ev = action.frequency, action.ev
        rows.append(
            [
                action.name,
                *(words.percent(value) for value in often),
                _step(often, 100, 1, " %"),
                *(words.chips(value) for value in ev),
                _step(ev, 1, 2),
            ]
        )
    return rows


def class_table(change: NodeDifference) -> Rows:
    """By made class: share of the range, EV, and what is done."""
    names = [action.name for action in change.actions]
    rows = [["made", "share, %", f"EV {' → '.join(change.names)}", "change", *names]]
    for group in change.classes:
        shares = [_arrow(pair) for pair in group.strategy]
        ev = " → ".join(words.chips(value) for value in group.ev)
        rows.append([group.name, _arrow(group.share, 1), ev, _step(group.ev, 1, 2), *shares])
    return rows


def hand_table(change: NodeDifference, count: int = HANDS_LISTED) -> Rows:
    """The hands that changed most."""
    names = [action.name for action in change.actions]
    rows = [["hand", "changed", f"EV {' → '.join(change.names)}", "change", *names]]
    for hand in change.hands[:count]:
        shares = [_arrow(pair) for pair in hand.strategy]
        ev = " → ".join(words.chips(value) for value in hand.ev)
        moved = f"{100 * hand.change if change.acts else hand.change:.0f} %"
        rows.append([hand.hand, moved, ev, _step(hand.ev, 1, 2), *shares])
    return rows


def _step(pair: Pair, times: float, decimals: int, unit: str = "") -> str:
    """How much more the second is, with its sign."""
    if pair[0] is None or pair[1] is None:
        return "-"
    text = f"{times * (pair[1] - pair[0]):+.{decimals}f}"
    return (text.lstrip("+-") if not float(text) else text) + unit


def _arrow(pair: Pair, decimals: int = 0) -> str:
    """Two shares in percent."""
    return " → ".join("-" if one is None else f"{100 * one:.{decimals}f}" for one in pair)


def table_of(rows: Rows) -> Table:
    """Texts as a table, numbers to the right."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for number, title in enumerate(rows[0]):
        table.add_column(title, justify="right" if number else "left", no_wrap=True)
    for row in rows[1:]:
        table.add_row(*row)
    return table


def plain_difference(change: NodeDifference) -> str:
    """The same without colours, for `print`."""
    out = Console(
        file=io.StringIO(), width=_WIDTH, color_system=None, highlight=False, force_jupyter=False
    )
    with out.capture() as captured:
        out.print(difference_view(change))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
