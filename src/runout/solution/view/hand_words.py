"""One hand or hand class at a node: what each of its combos does and is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout.cards import looks_like_cards
from runout.combos import Combo
from runout.errors import RunoutError
from runout.ranges import Range
from runout.solution.node_table import OF_ACTION, SCHEMA_VERSION
from runout.solution.view.node_words import shown_player

if TYPE_CHECKING:
    from runout.solution.node_view import Shown


@dataclass(frozen=True)
class ActionValue:
    """One action of one hand."""

    action: str
    frequency: float | None
    ev: float | None
    realised_equity: float | None


@dataclass(frozen=True)
class HandRow:
    """One combo at a node; missing values are None."""

    combo: Combo
    weight: float
    ev: float | None
    equity: float | None
    realised_equity: float | None
    eqr: float | None
    actions: tuple[ActionValue, ...]
    """Empty where its player does not act."""
    locked: bool = False
    """Whether it plays as it was told."""

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        return {
            "hand": str(self.combo),
            "weight": self.weight,
            "equity": self.equity,
            "realised_equity": self.realised_equity,
            "ev": self.ev,
            "eqr": self.eqr,
            "actions": [vars(action) for action in self.actions],
            "locked": self.locked,
        }


def hand_rows(node: Shown, player: str | None = None) -> list[HandRow]:
    """Every hand of a player that the board leaves possible, the highest first."""
    table = node.table(shown_player(node, player))
    columns = [table.given(name) for name in ("weight", "ev", "equity", "realised_equity", "eqr")]
    by_action = zip(*(table.given(name) for name in OF_ACTION), strict=True)
    rows = [
        HandRow(
            Combo.at(int(number)),
            weight,
            ev,
            equity,
            realised,
            eqr,
            tuple(map(ActionValue, table.actions, *of_actions)),
            locked,
        )
        for number, weight, ev, equity, realised, eqr, of_actions, locked in zip(
            table.combos, *columns, by_action, table.locked.tolist(), strict=True
        )
    ]
    return sorted(rows, key=lambda row: row.combo, reverse=True)


def rows_of_hand(node: Shown, hand: str, player: str | None = None) -> list[HandRow]:
    """The combos meant by two cards such as AsKs, a class such as AKs, or any range."""
    name = shown_player(node, player)
    wanted = {Combo(hand)} if looks_like_cards(hand, most=2) else {c for c, _ in Range(hand)}
    rows = [row for row in hand_rows(node, name) if row.combo in wanted]
    if not rows:
        raise RunoutError(f"hand {hand}: not among {name}'s hands here")
    return rows


@dataclass(frozen=True)
class HandsView:
    """What is shown of some hands at a node."""

    line: str
    board: str
    pot: float
    player: str
    """Whose hands."""
    rows: list[HandRow]
    warnings: list[str]
    """Why not to trust them; empty where both players come here."""

    def to_dict(self) -> dict[str, Any]:
        """The hands and where they are, as plain data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "line": self.line,
            "board": self.board,
            "pot": self.pot,
            "player": self.player,
            "hands": [row.to_dict() for row in self.rows],
            "warnings": self.warnings,
        }


def hands_view(node: Shown, hand: str, player: str | None = None) -> HandsView:
    """The combos meant by a hand, a class or a range, with where they are."""
    name = shown_player(node, player)
    rows = rows_of_hand(node, hand, name)
    return HandsView(node.line, node.board, node.pot, name, rows, node.trust.warnings)
