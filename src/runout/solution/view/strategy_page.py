"""A node as HTML: a part for notebooks, and a whole page that needs nothing but a browser.

The page shows both players' ranges; a click on a hand class lists its combos. Here is what the
templates are filled with; how it looks is in ``data/strategy_*.html``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from runout.cards import Card, parse_cards
from runout.colours import css, ink
from runout.pages import data_file, render
from runout.solution.class_grid import LOSS, MEASURES, STRATEGY, class_grid, grid_choices
from runout.solution.view import node_words as words
from runout.solution.view.breakdown_view import breakdown_filled
from runout.solution.view.hand_words import hand_rows
from runout.solution.view.report_page import report_panel
from runout.solution.view.runouts_view import RANKS_DOWN, SUITS_DOWN, measures
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from runout.solution.breakdown import Breakdown
    from runout.solution.node import SolutionNode
    from runout.solution.node_view import Shown
    from runout.solution.runouts import Runouts
    from runout.solution.view.hand_words import HandRow
    from runout.solution.view.node_words import ActionRow, Cell
    from runout.solution.view.runouts_view import Measure

    Filled = dict[str, Any]

_OF_BOTH = [name for name in MEASURES if name != LOSS]
"""What can be shown of a player who does not act, too."""


def html_page(
    node: SolutionNode,
    player: str | None = None,
    palette: str = "usual",
    *,
    by_card: bool = False,
    what: str = STRATEGY,
    report: bool = False,
    by: str | None = None,
    where: str | None = None,
) -> str:
    """A page with everything in it: styles, data, and the script that shows combos.

    Hands are grouped by made class and draw, or `by` one thing; `where` chooses some of a player's.
    """
    with node.cache.pinned():
        whole = node.view()
        seen = whole if where is None else node.where(where, player)
        runouts = node.runouts() if by_card or node.kind == "deal" else None
        first = words.shown_player(seen, player)
        kinds = ("made", "draw") if by is None else (by,)
        found = [
            node.breakdown(kind, name, where if name == first else None)
            for name in PLAYERS
            for kind in kinds
        ]
        both = node.report()
    what = class_grid(seen, first, what).what  # refused here if there is no such thing
    page = render(
        "strategy_page.html",
        title=f"{seen.board} {words.line_words(seen)}",
        first=first,
        what=what,
        choices=_choices(seen),
        report=report_panel(both),
        opened=report,
        grids=[_grid(seen, name, palette) for name in PLAYERS],
        classes=_classes(found, palette),
        cards=None if runouts is None else _next_cards(runouts, palette),
        data=_data(seen, palette),
        script=data_file("strategy_page.js"),
        **_around(seen, palette),
    )
    return page + "\n"


def node_html(node: Shown, player: str | None = None, palette: str = "usual") -> str:
    """Heading, grid, legend and both players, for notebooks."""
    grid = _grid(node, words.shown_player(node, player), palette)
    return render("strategy_part.html", grid=grid, **_around(node, palette))


def _around(node: Shown, palette: str) -> Filled:
    """What stands around the grids: heading, legend, both players."""
    place = {
        "cards": parse_cards(node.board),
        "line": words.line_words(node),
        "words": words.place_words(node),
        "chosen": words.chosen_words(node),
    }
    return {
        "style": data_file("strategy_page.css"),
        "place": place,
        "actions": [_action(row) for row in words.action_rows(node, palette)],
        "players": _players(node),
        "cautions": words.caution(node),
    }


def _classes(found: list[Breakdown], palette: str) -> list[Filled]:
    """Both ranges by what their hands are; by draw only where there is one."""
    kinds = {one.by for one in found}
    return [
        {"player": one.player, "found": breakdown_filled(one, palette)}
        for one in found
        if len(one.rows) > 1 or len(kinds) == 1 or one.by == "made"
    ]


def _choices(node: Shown) -> list[Filled]:
    """What the grid can show, and how it is called on its button."""
    names = {"ev": "EV", "eqr": "EQR", LOSS: "EV lost"}
    return [
        {
            "what": what,
            "name": names.get(what, what.replace(LOSS, "EV lost by")),
            "of": "" if what in _OF_BOTH else node.player or "",
        }
        for what in grid_choices(node.actions)
    ]


def _grid(node: Shown, player: str, palette: str) -> Filled:
    """13×13 cells, split by action from left to right and filled by weight."""
    rows, acts = words.action_rows(node, palette), player == node.player
    return {
        "player": player,
        "acts": acts,
        "what": "strategy" if acts else "range, with equities",
        "rows": [[_cell(cell, rows) for cell in row] for row in words.cells(node, player, palette)],
    }


def _cell(cell: Cell, rows: list[ActionRow]) -> Filled:
    return {
        "name": cell.name,
        "named": words.named(cell),
        "words": words.in_words(cell, rows),
        "signs": words.signs_of(cell, 6),
        "fill": f"{100 * min(cell.fill, 1):.0f}",
        "split": _split(cell) if cell.parts else "",
    }


def _split(cell: Cell) -> str:
    """The actions of a cell side by side, as a CSS gradient with hard borders."""
    stops, at = [], 0.0
    for _, colour, share in cell.parts:
        if share > 0:
            stops.append(f"{css(colour)} {100 * at:.1f}% {100 * (at + share):.1f}%")
            at += share
    return f"linear-gradient(90deg,{','.join(stops)})"


def _action(row: ActionRow) -> Filled:
    return {
        "sign": row.sign,
        "action": row.action,
        "colour": css(row.colour),
        "ink": css(ink(row.colour)),
        "width": f"{100 * row.frequency:.2f}",
        "texts": [words.percent(row.frequency), f"{row.combos:.1f}", words.chips(row.ev)],
    }


def _players(node: Shown) -> list[Filled]:
    return [
        {
            "player": row.player,
            "acts": row.player == node.player,
            "texts": [
                f"{row.combos:.1f}",
                words.chips(row.ev),
                words.percent(row.equity),
                words.percent(row.realised_equity),
                words.percent(row.eqr),
            ],
        }
        for row in words.player_rows(node)
    ]


def _next_cards(runouts: Runouts, palette: str) -> Filled:
    found = [_heat(measure) for measure in measures(runouts, palette)]
    return {"line": runouts.line, "ranks": RANKS_DOWN, "measures": found}


def _heat(measure: Measure) -> Filled:
    rows = [
        {
            "suit": suit,
            "symbol": Card("A" + suit).symbol[-1],
            "cells": [_heat_cell(measure, Card(rank + suit)) for rank in RANKS_DOWN],
        }
        for suit in SUITS_DOWN
    ]
    return {"title": measure.title, "rows": rows}


def _heat_cell(measure: Measure, card: Card) -> Filled | None:
    """A card's number on its colour; None if it cannot be dealt."""
    value = measure.values.get(card)
    if value is None:
        return None
    colour = measure.colour(value)
    return {"colour": css(colour), "ink": css(ink(colour)), "text": measure.text(value)}


def _data(node: Shown, palette: str) -> str:
    """Actions and combos by hand class of both players, for the script of the page."""
    actions = [
        {
            "sign": row.sign,
            "action": row.action,
            "colour": css(row.colour),
            "ink": css(ink(row.colour)),
        }
        for row in words.action_rows(node, palette)
    ]
    hands = {name: _by_class(hand_rows(node, name)) for name in PLAYERS}
    heats = {name: _heats(node, name, palette) for name in PLAYERS}
    data = {"actions": actions, "hands": hands, "heats": heats}
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("</", "<\\/")


def _heats(node: Shown, player: str, palette: str) -> Filled:
    """Every grid of numbers: what it is, and text, colour and ink of each cell in order."""
    acts, found = player == node.player, {}
    for what in grid_choices(node.actions if acts else [])[1:]:
        rows = words.cells(node, player, palette, what=what)
        cells = [_heated(cell) for row in rows for cell in row]
        found[what] = {"title": words.grid_words(what, player, acts=acts), "cells": cells}
    return found


def _heated(cell: Cell) -> list[str] | None:
    if cell.shade is None or not cell.weight:
        return None
    return [words.signs_of(cell, 5), css(cell.shade), css(ink(cell.shade))]


def _by_class(rows: list[HandRow]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in rows:
        if row.weight > 0:
            actions = [[_short(a.frequency), _short(a.ev)] for a in row.actions]
            values = [_short(row.weight), *map(_short, (row.ev, row.equity, row.realised_equity))]
            hand = [str(row.combo), *values, actions, row.locked]
            found.setdefault(row.combo.hand_class, []).append(hand)
    return found


def _short(value: float | None) -> float | None:
    """A number with the digits that are shown."""
    return None if value is None else round(value, 4)
