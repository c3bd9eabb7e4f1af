"""One hand or hand class at a node: what each of its combos does and is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout.cards import looks_like_cards
from runout.combos import Combo
from runout.errors import RunoutError
from runout.ranges import Range
from runout.solution.hand_table import given
from runout.solution.player_tables import player_number
from runout.solution.view.node_words import shown_player

if TYPE_CHECKING:
    from runout.solution.node import SolutionNode


@dataclass(frozen=True)
class ActionValue:
    """One action of one hand."""

    action: str
    frequency: float | None
    ev: float | None
    equity: float | None
    """Realised."""


@dataclass(frozen=True)
class HandRow:
    """One combo at a node; missing values are None."""

    combo: Combo
    weight: float
    ev: float | None
    equity: float | None
    raw_equity: float | None
    eqr: float | None
    actions: tuple[ActionValue, ...]
    """Empty where its player does not act."""

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        return {
            "hand": str(self.combo),
            "weight": self.weight,
            "equity": self.equity,
            "raw_equity": self.raw_equity,
            "ev": self.ev,
            "eqr": self.eqr,
            "actions": [vars(action) for action in self.actions],
        }


def hand_rows(node: SolutionNode, player: str | None = None) -> list[HandRow]:
    """Every hand of a player that the board leaves possible, the highest first."""
    name = shown_player(node, player)
    values, combos = node.values.players[player_number(name)], node.combos(name)
    columns = (values.ev, values.equity, values.raw_equity, values.eqr)
    ev, equity, raw, eqr = (values.shown(column) for column in columns)
    rows = [
        HandRow(
            combos[i],
            float(values.reach[i]),
            given(ev[i]),
            given(equity[i]),
            given(raw[i]),
            given(eqr[i]),
            _actions(node, i) if name == node.player else (),
        )
        for i in node.possible(name)
    ]
    return sorted(rows, key=lambda row: row.combo, reverse=True)


def _actions(node: SolutionNode, hand: int) -> tuple[ActionValue, ...]:
    values = node.values
    assert node.player is not None
    met = values.players[player_number(node.player)].met[hand]
    return tuple(
        ActionValue(
            action,
            given(values.strategy[number, hand]),
            given(values.action_ev[number, hand]) if met else None,
            given(values.action_equity[number, hand]) if met else None,
        )
        for number, action in enumerate(node.actions)
    )


def rows_of_hand(node: SolutionNode, hand: str, player: str | None = None) -> list[HandRow]:
    """The combos meant by two cards such as AsKs, a class such as AKs, or any range."""
    name = shown_player(node, player)
    wanted = {Combo(hand)} if looks_like_cards(hand, most=2) else {c for c, _ in Range(hand)}
    rows = [row for row in hand_rows(node, name) if row.combo in wanted]
    if not rows:
        raise RunoutError(f"hand {hand}: not among {name}'s hands here")
    return rows
