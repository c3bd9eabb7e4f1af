"""Two nodes beside each other: locked against unlocked, two bet sizes, two boards.

Actions are matched by kind and order: the first bet with the first bet, the second raise with the
second raise. What has no counterpart is listed, and counts as a change.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.alike import Alike
from runout.cards import RANK_COUNT
from runout.checks import shown
from runout.combos import CLASS_NAMES, CLASS_OF, CLASSES, Combo
from runout.errors import RunoutError
from runout.holdings.made import Made
from runout.solution.breakdown import breakdown_of
from runout.solution.class_grid import (
    CHANGE,
    MEASURES,
    STRATEGY,
    ClassCell,
    ClassGrid,
    class_grid,
)
from runout.solution.matching import match_actions
from runout.solution.node import SolutionNode
from runout.solution.node_table import given, player_number
from runout.solution.values import means
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solution.breakdown import BreakdownRow
    from runout.solution.node_table import NodeTable
    from runout.solution.node_view import NodeView

    Floats = NDArray[np.float64]
    Pair = tuple[float | None, float | None]
    """The value of the first node and that of the second."""

_LEAST_WEIGHT = 0.01
"""Of the most common hand: rarer hands are no news, however much they changed."""
_OF_PLAYER = ("combos", "ev", "ev_percent", "equity", "realised_equity", "eqr")


@dataclass(frozen=True)
class ActionChange:
    """An action of both nodes, or of one that the other does not have."""

    first: str | None
    second: str | None
    frequency: Pair
    ev: Pair
    """Mean over the hands that take it."""

    @property
    def name(self) -> str:
        """What it is called: one name, or both."""
        if self.first == self.second or self.second is None:
            return self.first or ""
        return self.second if self.first is None else f"{self.first} | {self.second}"


@dataclass(frozen=True)
class GroupChange:
    """Hands of one made class: their share of the range, EV, and what they do."""

    name: str
    share: Pair
    ev: Pair
    strategy: tuple[Pair, ...]
    """In the order of the actions of the difference."""


@dataclass(frozen=True)
class HandChange:
    """One hand that both nodes have."""

    hand: str
    weight: Pair
    ev: Pair
    strategy: tuple[Pair, ...]
    """In the order of the actions of the difference; empty where nobody acts."""
    change: float
    """Share of the hand that does something else; where nobody acts, the EV in percent of the pot
    by which it changed."""


@dataclass(frozen=True, eq=False, repr=False)
class NodeDifference(Alike):
    """What changed from one node to another."""

    first: NodeView
    second: NodeView
    names: tuple[str, str]
    player: str
    """Whose hands."""
    actions: tuple[ActionChange, ...]
    players: dict[str, dict[str, Pair]]
    """By player: combos, EV in chips and in percent of the pot, equities, EQR."""
    classes: tuple[GroupChange, ...]
    """By made class, the strongest first."""
    hands: tuple[HandChange, ...]
    """Those that both nodes have, the most changed first."""
    only: tuple[list[str], list[str]]
    """Hands that only the first, and only the second node has."""

    @property
    def unmatched(self) -> tuple[list[str], list[str]]:
        """Actions of the first and of the second node without a counterpart."""
        first = [a.first for a in self.actions if a.first and not a.second]
        second = [a.second for a in self.actions if a.second and not a.first]
        return first, second

    def grid(self, what: str = "") -> ClassGrid:
        """The change of every hand class.

        ``strategy`` is the share of it that does something else; ``ev``, ``equity``, ``eqr``,
        ``weight`` and any action are the second value less the first. If nothing is named, the
        strategy, or the EV where the player does not act at both nodes.
        """
        if not isinstance(what, str):
            raise RunoutError(f"grid {shown(what)}: strategy, ev, equity, eqr, weight or an action")
        return _grid(self, what or (STRATEGY if self.acts else "ev"))

    def to_dict(self) -> dict[str, Any]:
        """The difference as plain data: a value is a pair, of the first node and of the second."""
        return {
            "nodes": [_place(self.first, self.names[0]), _place(self.second, self.names[1])],
            "player": self.player,
            "actions": [vars(action) for action in self.actions],
            "unmatched": list(self.unmatched),
            "players": self.players,
            "classes": [vars(group) for group in self.classes],
            "hands": [vars(hand) for hand in self.hands],
            "only": list(self.only),
            "grid": self.grid().to_dict(),
        }

    @property
    def acts(self) -> bool:
        """Whether the player acts at both nodes."""
        return all(view.player == self.player for view in (self.first, self.second))

    def __repr__(self) -> str:
        nodes = zip(self.names, (self.first.line, self.second.line), strict=True)
        return f"NodeDifference({', '.join(f'{n}: {line!r}' for n, line in nodes)}, {self.player})"

    def __str__(self) -> str:
        from runout.solution.view.difference_view import plain_difference

        return plain_difference(self)

    def plot(self, what: str = "", palette: str = "usual") -> Any:  # noqa: ANN401 - a figure
        """The difference grid as a matplotlib figure."""
        from runout.solution.view.plot_difference import plot_difference

        return plot_difference(self, what, palette)


def compare(
    first: SolutionNode,
    second: SolutionNode,
    *,
    player: str | None = None,
    names: tuple[str, str] = ("A", "B"),
) -> NodeDifference:
    """Compare two nodes of one or two solutions: what both players get, and what hands do.

    `player` is whose hands; the one to act at the first node if not named.

    >>> from runout import Spot, compare, solve
    >>> spot = Spot("Td9d6hQc2c", 200, 900, "66+,A8s+", "QQ-22,ATo+", bets="60%")
    >>> solution = solve(spot, target=1)
    >>> locked = solution.copy()
    >>> hands = locked["check / bet 120"].lock("66+,A8s+", {"call": 1.0})
    >>> difference = compare(solution["check"], locked.resume(target=1)["check"])
    >>> difference.players["ip"]["ev"][1] > difference.players["ip"]["ev"][0]
    True
    """
    for name, node in (("first", first), ("second", second)):
        if not isinstance(node, SolutionNode):
            raise RunoutError(f"{name} {shown(node)}: a node of a solution is expected")
    if player is not None:
        player = PLAYERS[player_number(player)]
    if not (isinstance(names, tuple | list) and len(names) == 2):
        raise RunoutError(f"names {shown(names)}: two names are expected")
    if not all(isinstance(name, str) for name in names):
        raise RunoutError(f"names {shown(names)}: two names are expected")
    return difference(first.view(), second.view(), player, (names[0], names[1]))


def difference(
    first: NodeView, second: NodeView, player: str | None, names: tuple[str, str]
) -> NodeDifference:
    """What changed from one view to another."""
    name = player or first.player or second.player or PLAYERS[0]
    tables = (first.table(name), second.table(name))
    matches = match_actions(tables[0].actions, tables[1].actions)
    hands, only = _hands(tables, matches)
    actions = _actions((first, second), tables, matches)
    return NodeDifference(
        first,
        second,
        names,
        name,
        actions,
        {one: _means(first.table(one), second.table(one)) for one in PLAYERS},
        _groups((first, second), name, actions),
        hands,
        only,
    )


def _place(view: NodeView, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "line": view.line,
        "board": view.board,
        "pot": view.pot,
        "player": view.player,
        "actions": view.actions,
        **view.trust.to_dict(),
    }


def _means(first: NodeTable, second: NodeTable) -> dict[str, Pair]:
    values = []
    for table in (first, second):
        average = table.averages()
        ev = average["ev"]
        share = None if ev is None else 100 * ev / table.pot
        combos = float(table.columns["weight"].sum())
        values.append({"combos": combos, "ev_percent": share, **average})
    return {name: (values[0][name], values[1][name]) for name in _OF_PLAYER}


def _pick(values: list[Any], number: int | None, missing: Any) -> Any:  # noqa: ANN401
    return missing if number is None else values[number]


def _actions(
    views: tuple[NodeView, NodeView],
    tables: tuple[NodeTable, NodeTable],
    matches: list[tuple[int | None, int | None]],
) -> tuple[ActionChange, ...]:
    often = [list(view.frequencies.values()) for view in views]
    evs = [[ev for _, ev in table.taken()] if table.actions else [] for table in tables]
    return tuple(
        ActionChange(
            _pick(tables[0].actions, a, None),
            _pick(tables[1].actions, b, None),
            (_pick(often[0], a, None), _pick(often[1], b, None)),
            (_pick(evs[0], a, None), _pick(evs[1], b, None)),
        )
        for a, b in matches
    )


def _aligned(table: NodeTable, numbers: list[int | None], shares: Floats) -> Floats:
    """Shares by action in the order of the matches; nothing for an action that is not there."""
    rows = [np.zeros(shares.shape[1]) if n is None else shares[n] for n in numbers]
    if not table.actions:
        return np.full((len(numbers), shares.shape[1]), np.nan)
    return np.array(rows).reshape(len(numbers), shares.shape[1])


def _strategies(
    tables: tuple[NodeTable, NodeTable], matches: list[tuple[int | None, int | None]]
) -> tuple[Floats, Floats]:
    """What the hands of both do, (actions, hands), the actions in the order of the matches."""
    sides = zip(tables, zip(*matches, strict=True), strict=True) if matches else []
    both = [_aligned(t, list(numbers), t.columns["frequency"]) for t, numbers in sides]
    empty = [np.empty((0, len(table))) for table in tables]
    first, second = both or empty
    return first, second


def _pairs(first: Floats, second: Floats) -> tuple[Pair, ...]:
    return tuple((given(a), given(b)) for a, b in zip(first, second, strict=True))


def _hands(
    tables: tuple[NodeTable, NodeTable], matches: list[tuple[int | None, int | None]]
) -> tuple[tuple[HandChange, ...], tuple[list[str], list[str]]]:
    """The hands of both, most changed first, and those of one alone; rare ones come last."""
    strategies = _strategies(tables, matches)
    rows = [
        {int(c): i for i, c in enumerate(t.combos) if t.columns["weight"][i] > 0} for t in tables
    ]
    only = [[str(Combo.at(c)) for c in rows[i] if c not in rows[1 - i]] for i in (0, 1)]
    found = []
    for combo, a in rows[0].items():
        b = rows[1].get(combo)
        if b is not None:
            does = tuple(side[:, i] for side, i in zip(strategies, (a, b), strict=True))
            found.append(_hand(tables, combo, (a, b), (does[0], does[1])))
    most = [float(table.columns["weight"].max(initial=0.0)) for table in tables]

    def order(hand: HandChange) -> tuple[bool, float]:
        share = [(w or 0.0) / (m or 1.0) for w, m in zip(hand.weight, most, strict=True)]
        return min(share) < _LEAST_WEIGHT, -abs(hand.change)

    return tuple(sorted(found, key=order)), (only[0], only[1])


def _hand(
    tables: tuple[NodeTable, NodeTable],
    combo: int,
    at: tuple[int, int],
    does: tuple[Floats, Floats],
) -> HandChange:
    weight, ev = (
        tuple(given(t.shown(name)[i]) for t, i in zip(tables, at, strict=True))
        for name in ("weight", "ev")
    )
    change = float(np.abs(does[1] - does[0]).sum() / 2) if len(does[0]) else np.nan
    if not np.isfinite(change):
        before, after = (
            np.nan if e is None else 100 * e / t.pot for e, t in zip(ev, tables, strict=True)
        )
        change = float(np.nan_to_num(after - before))
    return HandChange(
        str(Combo.at(combo)), (weight[0], weight[1]), (ev[0], ev[1]), _pairs(*does), change
    )


def _groups(
    views: tuple[NodeView, NodeView],
    player: str,
    actions: tuple[ActionChange, ...],
) -> tuple[GroupChange, ...]:
    """Made classes that one of the two has."""
    first, second = (
        {row.name: row for row in breakdown_of(view, player, "made").rows} for view in views
    )
    found = []
    for name in filter(lambda name: name in first or name in second, map(str, Made)):
        a, b = first.get(name), second.get(name)
        found.append(
            GroupChange(
                name,
                (a.share if a else 0.0, b.share if b else 0.0),
                (a.ev if a else None, b.ev if b else None),
                tuple((_often(a, act.first), _often(b, act.second)) for act in actions),
            )
        )
    return tuple(found)


def _often(row: BreakdownRow | None, action: str | None) -> float | None:
    """How often hands take an action; None without hands or without such an action."""
    return None if row is None or action is None else row.frequencies.get(action)


def _grid(change: NodeDifference, what: str) -> ClassGrid:
    """Cells with what changed in them; empty where one of the two has no such hand."""
    tables = (change.first.table(change.player), change.second.table(change.player))
    values, unit = _class_changes(change, tables, what)
    grids = [class_grid(view, change.player) for view in (change.first, change.second)]
    cells = []
    for name, value in zip(CLASS_NAMES, values, strict=True):
        a, b = (grid[name] for grid in grids)
        known = given(value) if a.weight and b.weight else None
        weight = max(a.weight, b.weight)
        cells.append(ClassCell(name, weight, (), b.ev, b.equity, known, max(a.locked, b.locked)))
    rows = [cells[RANK_COUNT * row : RANK_COUNT * (row + 1)] for row in range(RANK_COUNT)]
    first, second = change.first, change.second
    return ClassGrid(
        second.line,
        second.board,
        second.pot,
        change.player,
        f"{CHANGE} {what}",
        unit,
        [],
        rows,
        [*first.trust.warnings, *second.trust.warnings],
    )


def _class_changes(
    change: NodeDifference, tables: tuple[NodeTable, NodeTable], what: str
) -> tuple[Floats, str]:
    """The change of each class, and its unit."""
    matches = match_actions(tables[0].actions, tables[1].actions)
    both = _strategies(tables, matches)
    by_class = [_by_class(t, does) for t, does in zip(tables, both, strict=True)]
    if what == STRATEGY:
        if not change.acts:
            raise RunoutError(f"grid {what!r}: {change.player} does not act at both nodes")
        moved: Floats = np.abs(by_class[1] - by_class[0]).sum(axis=0) / 2
        return moved, "share"
    if what in MEASURES and MEASURES[what] and what != "loss":
        first, second = (
            class_grid(view, change.player, what) for view in (change.first, change.second)
        )
        pairs = zip(first, second, strict=True)
        return np.array([_less(b.value, a.value) for a, b in pairs]), MEASURES[what]
    for number, action in enumerate(change.actions):
        if what in (action.name, action.first, action.second):
            return by_class[1][number] - by_class[0][number], "share"
    known = ["strategy", "ev", "equity", "eqr", "weight", *(a.name for a in change.actions)]
    raise RunoutError(f"grid {shown(what)}: one of {', '.join(known)}")


def _by_class(table: NodeTable, does: Floats) -> Floats:
    """What each hand class does: (actions, classes)."""
    classes = CLASS_OF[table.combos]
    rows = [means(row, table.counts, classes, CLASSES) for row in does]
    return np.array(rows).reshape(len(rows), CLASSES)


def _less(second: float | None, first: float | None) -> float:
    return np.nan if first is None or second is None else second - first
