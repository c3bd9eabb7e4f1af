"""A node as HTML: a part for notebooks, and a whole page that needs nothing but a browser.

The page shows both players' ranges; a click on a hand class lists its combos.
"""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from runout.cards import Card, parse_cards
from runout.solution.view import node_words as words
from runout.solution.view.hand_words import hand_rows
from runout.solution.view.palette import css, ink
from runout.solution.view.runouts_view import RANKS_DOWN, SUITS, measures
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from runout.solution.node import SolutionNode
    from runout.solution.node_view import Shown
    from runout.solution.runouts import Runouts
    from runout.solution.view.hand_words import HandRow
    from runout.solution.view.node_words import ActionRow, Cell
    from runout.solution.view.runouts_view import Measure


_HINT = "Point at a hand class to see its combos; click, or walk with the arrow keys, to keep it."


def html_page(
    node: SolutionNode, player: str | None = None, palette: str = "usual", *, by_card: bool = False
) -> str:
    """A page with everything in it: styles, data, and the script that shows combos."""
    with node.cache.pinned():
        seen = node.view()
        runouts = node.runouts() if by_card or node.kind == "deal" else None
    return _page(seen, runouts, words.shown_player(seen, player), palette)


def _page(node: Shown, runouts: Runouts | None, first: str, palette: str) -> str:
    title = escape(f"{node.board} {words.line_words(node)}")
    cards = "" if runouts is None else _next_cards(runouts, palette)
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{title}</title><style>{_file('strategy_page.css')}</style></head>\n"
        f"<body class='runout'>{_heading(node, _theme_button())}<main><section>"
        f"<div class='panel'>{_tabs(node, first)}{_both_grids(node, first, palette)}</div>{cards}"
        f"</section><section>{_numbers(node, palette)}<div class='panel' id='detail' "
        f"aria-live='polite'><p class='hint'>{_HINT}</p></div></section></main>\n"
        f"<script type='application/json' id='hands'>{_data(node, palette)}</script>\n"
        f"<script>{_file('strategy_page.js')}</script></body></html>\n"
    )


def node_html(node: Shown, player: str | None = None, palette: str = "usual") -> str:
    """Heading, grid, legend and both players, for notebooks."""
    return (
        f"<div class='runout'><style>{_file('strategy_page.css')}</style>{_heading(node)}"
        f"<main><section>{_grid(node, words.shown_player(node, player), palette)}</section>"
        f"<section>{_numbers(node, palette)}</section></main></div>"
    )


def _file(name: str) -> str:
    return (files("runout") / "data" / name).read_text(encoding="utf-8")


def _theme_button() -> str:
    return "<button class='theme' aria-label='dark or light' title='dark or light'>◐</button>"


def _heading(node: Shown, more: str = "") -> str:
    cards = "".join(_card(card) for card in parse_cards(node.board))
    return (
        f"<header><div class='board'>{cards}</div><div class='where'>"
        f"<h1>{escape(words.line_words(node))}</h1>"
        f"<p>{escape(words.place_words(node))}</p></div>{more}</header>"
    )


def _card(card: Card) -> str:
    return f"<span class='playing {card.suit}'>{card.symbol}</span>"


def _tabs(node: Shown, first: str) -> str:
    buttons = "".join(
        f"<button value='{name}' aria-pressed='{str(name == first).lower()}'>{name}"
        f"{' acts' * (name == node.player)}</button>"
        for name in PLAYERS
    )
    return f"<div class='tabs' role='group' aria-label='whose hands'>{buttons}</div>"


def _both_grids(node: Shown, first: str, palette: str) -> str:
    return "".join(
        f"<div data-range='{name}'{' hidden' * (name != first)}>{_grid(node, name, palette)}</div>"
        for name in PLAYERS
    )


def _grid(node: Shown, player: str, palette: str) -> str:
    """A table of 13×13 cells, split by action from left to right and filled by weight."""
    rows = words.action_rows(node, palette)
    body = "".join(
        f"<tr>{''.join(_cell(cell, player, rows) for cell in row)}</tr>"
        for row in words.cells(node, player, palette)
    )
    what = "strategy" if player == node.player else "range, with equities"
    table = f"<table class='grid' aria-label='{player}: {what}'>{body}</table>"
    return f"<div class='gridbox'>{table}</div>"


def _cell(cell: Cell, player: str, rows: list[ActionRow]) -> str:
    about = (
        f"title='{escape(words.in_words(cell, rows))}' "
        f"data-hand='{cell.name}' data-player='{player}'"
    )
    if not cell.parts:
        return f"<td {about}><b>{cell.name}</b></td>"
    return (
        f"<td class='in' {about} style='--fill:{100 * min(cell.fill, 1):.0f}%;"
        f"--split:{_split(cell)}'><b>{cell.name}</b><span>{words.signs_of(cell, 6)}</span></td>"
    )


def _split(cell: Cell) -> str:
    """The actions of a cell side by side, as a CSS gradient with hard borders."""
    stops, at = [], 0.0
    for _, colour, share in cell.parts:
        if share > 0:
            stops.append(f"{css(colour)} {100 * at:.1f}% {100 * (at + share):.1f}%")
            at += share
    return f"linear-gradient(90deg,{','.join(stops)})"


def _numbers(node: Shown, palette: str) -> str:
    """The legend with frequencies, and both players' ranges."""
    return _legend(words.action_rows(node, palette)) + _players(node)


def _legend(rows: list[ActionRow]) -> str:
    if not rows:
        return ""
    bar = "".join(
        f"<i style='width:{100 * row.frequency:.2f}%;background:{css(row.colour)}'></i>"
        for row in rows
    )
    body = "".join(
        f"<tr><td><span class='sign' style='background:{css(row.colour)};"
        f"color:{css(ink(row.colour))}'>{row.sign}</span>{escape(row.action)}</td>"
        f"<td>{words.percent(row.frequency)}</td><td>{row.combos:.1f}</td>"
        f"<td>{words.chips(row.ev)}</td></tr>"
        for row in rows
    )
    return (
        f"<div class='panel legend'><div class='stack'>{bar}</div><table class='numbers'>"
        f"{_titles('action', 'frequency', 'combos', 'EV')}{body}</table></div>"
    )


def _players(node: Shown) -> str:
    body = "".join(
        f"<tr{' class=acts' * (row.player == node.player)}><td>{row.player}</td>"
        f"<td>{row.combos:.1f}</td><td>{words.chips(row.ev)}</td>"
        f"<td>{words.percent(row.equity)}</td><td>{words.percent(row.raw_equity)}</td>"
        f"<td>{words.percent(row.eqr)}</td></tr>"
        for row in words.player_rows(node)
    )
    titles = _titles("player", "combos", "EV", "equity", "raw equity", "EQR")
    table = f"<table class='numbers'>{titles}{body}</table>"
    return f"<div class='panel players'><div class='scroll'>{table}</div></div>"


def _titles(*titles: str) -> str:
    return f"<tr>{''.join(f'<th scope=col>{title}</th>' for title in titles)}</tr>"


def _next_cards(runouts: Runouts, palette: str) -> str:
    grids = "".join(_heat(measure) for measure in measures(runouts, palette))
    return (
        f"<div class='panel cards'><h2>next card after {escape(runouts.line)}</h2>"
        f"<div class='scroll'>{grids}</div></div>"
    )


def _heat(measure: Measure) -> str:
    head = "".join(f"<th scope=col>{rank}</th>" for rank in RANKS_DOWN)
    body = "".join(
        f"<tr><th scope=row class={suit}>{Card('A' + suit).symbol[-1]}</th>"
        f"{''.join(_heat_cell(measure, Card(rank + suit)) for rank in RANKS_DOWN)}</tr>"
        for suit in SUITS
    )
    table = f"<table class='heat'><tr><th></th>{head}</tr>{body}</table>"
    return f"<h2>{escape(measure.title)}</h2>{table}"


def _heat_cell(measure: Measure, card: Card) -> str:
    value = measure.values.get(card)
    if value is None:
        return "<td class='gone'>·</td>"
    colour = measure.colour(value)
    style = f"background:{css(colour)};color:{css(ink(colour))}"
    return f"<td style='{style}'>{measure.text(value)}</td>"


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
    text = json.dumps({"actions": actions, "hands": hands}, separators=(",", ":"), allow_nan=False)
    return text.replace("</", "<\\/")


def _by_class(rows: list[HandRow]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in rows:
        if row.weight > 0:
            actions = [[_short(a.frequency), _short(a.ev)] for a in row.actions]
            values = [_short(row.weight), *map(_short, (row.ev, row.equity, row.raw_equity))]
            found.setdefault(row.combo.hand_class, []).append([str(row.combo), *values, actions])
    return found


def _short(value: float | None) -> float | None:
    """A number with the digits that are shown."""
    return None if value is None else round(value, 4)
