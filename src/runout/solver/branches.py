"""The betting tree before it is solved: decisions, where sizes come from, what branches cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.cards import format_cards
from runout.errors import RunoutError
from runout.solver.betting import (
    ALL_IN,
    BET,
    DEAL,
    MERGED,
    STREETS,
    Action,
    Offer,
    Point,
    situation_at,
)
from runout.solver.estimate import estimate, shape_of
from runout.solver.sizes import PLAYERS, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from runout.solver.spot import Spot
    from runout.solver.tree import Tree

Counts = Counter[tuple[int, int]]
_NAMES = {street: name for name, street in STREETS.items()}
_READABLE = 120  # decisions on a screen, if nothing else is asked for
MOST_SHOWN = 20_000
"""Decisions that one view holds."""
MOST_DEPTH = 200


@dataclass(frozen=True)
class Maker:
    """A size as the spot has it, and what changed it."""

    setting: str
    """bet, raise or donk, add_allin, add_lines."""
    written: str
    why: str = ""
    """What changed or dropped it: force_allin, merge, the stack, the least raise …"""
    asked: float | None = None
    """The chips that it says, where something changed or dropped it."""
    into: str = ""
    """The larger action that it fell together with."""

    def to_dict(self) -> dict[str, Any]:
        """The size as plain data; what says nothing is left out."""
        given = {"setting": self.setting, "written": self.written, "why": self.why}
        rest = {"asked": self.asked, "into": self.into}
        return given | {key: value for key, value in rest.items() if value}

    def __str__(self) -> str:
        name = f"{self.setting} {self.written}".strip()
        if not self.why:
            return name
        changed = f"{self.why} {self.into}".strip()
        return f"{name} = {self.asked} ({changed})" if self.asked else f"{name} ({changed})"


@dataclass(frozen=True)
class Option:
    """One action: its size, what made it, and all that comes after it."""

    action: str
    percent: float | None
    """Of the pot after calling; None where nothing is bet."""
    all_in: bool
    made_by: tuple[Maker, ...]
    nodes: dict[str, int]
    """Decisions after it, by street."""
    bytes: int
    """Memory that they take."""
    ends: str
    """fold or showdown, where the hand ends with it; empty where it goes on."""
    after: Branch | None = None
    """The next decision; None at an end, and beyond the depth that was asked for."""

    def to_dict(self) -> dict[str, Any]:
        """The action as plain data."""
        return {
            "action": self.action,
            "percent": self.percent,
            "all_in": self.all_in,
            "made_by": [one.to_dict() for one in self.made_by],
            "nodes": self.nodes,
            "bytes": self.bytes,
            "ends": self.ends or None,
            "after": None if self.after is None else self.after.to_dict(),
        }


@dataclass(frozen=True)
class Branch:
    """One decision: who acts, what may be done, and which sizes were dropped."""

    line: str
    street: str
    player: str
    pot: float
    to_call: float
    stack: float
    """What the player has left."""
    options: tuple[Option, ...]
    dropped: tuple[Maker, ...]

    def to_dict(self) -> dict[str, Any]:
        """The decision and those after it as plain data."""
        return {
            "line": self.line,
            "street": self.street,
            "player": self.player,
            "pot": self.pot,
            "to_call": self.to_call,
            "stack": self.stack,
            "options": [option.to_dict() for option in self.options],
            "dropped": [one.to_dict() for one in self.dropped],
        }


@dataclass(frozen=True)
class TreeView:
    """A betting tree as it is shown: counts by street, and the decisions from a line on."""

    board: str
    pot: float
    stack: float
    chip: float
    rules: str
    streets: dict[str, dict[str, int]] = field(repr=False)
    """By street: nodes, actions, deals and bytes."""
    bytes: int
    depth: int
    """How many actions deep it is shown."""
    deepest: int
    """How many there are on the longest line from here."""
    start: Branch = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        given = ("board", "pot", "stack", "chip", "rules", "streets", "bytes", "depth", "deepest")
        return {name: getattr(self, name) for name in given} | {"start": self.start.to_dict()}

    def __str__(self) -> str:
        from runout.solver.tree_view import plain_text

        return plain_text(self)

    def __rich__(self) -> RenderableType:
        from runout.solver.tree_view import rich_view

        return rich_view(self)

    def _repr_html_(self) -> str:
        from runout.solver.tree_view import html_part

        return html_part(self)

    def to_html(self) -> str:
        """A page of its own."""
        from runout.solver.tree_view import html_page

        return html_page(self)


def view_tree(spot: Spot, line: str = "", depth: int | None = None) -> TreeView:
    """The decisions of a spot after a line, so many actions deep."""
    if depth is not None:
        depth = checks.whole("depth", depth, 1, MOST_DEPTH, what="actions")
    checks.text("line", line, "'check / bet 120'")
    return _Viewer(spot).view(line, depth)


class _Viewer:
    """Walks the points of a tree and counts what comes after each."""

    def __init__(self, spot: Spot) -> None:
        self._spot, self._tree = spot, spot.tree
        shape = shape_of(spot)
        self._size = estimate(spot)
        first = len(spot.cards)
        self._numbers = {
            (first + level, player): deals * shape.hands[player]
            for level, deals in enumerate(shape.deals)
            for player in (0, 1)
        }
        self._deals = dict(zip(self._size.nodes, shape.deals, strict=True))
        self._nodes: dict[Point, Counts] = {}
        self._actions: dict[Point, Counts] = {}
        self._deep: dict[Point, int] = {}
        self._count()

    def _count(self) -> None:
        """What comes at and after each point: nodes and actions by street and player."""
        for state in self._tree.last_first():
            actions, states = self._tree.after(state)
            nodes, numbers, deep = Counts(), Counts(), 0
            if state.kind < DEAL:
                nodes[state.street, state.kind] += 1
                numbers[state.street, state.kind] += len(actions)
                deep = 1
            after = [one for one in states if one.kind <= DEAL]
            for one in after:
                nodes += self._nodes[one]
                numbers += self._actions[one]
            self._nodes[state], self._actions[state] = nodes, numbers
            self._deep[state] = deep + max((self._deep[one] for one in after), default=0)

    def view(self, line: str, depth: int | None) -> TreeView:
        spot, tree = self._spot, self._tree
        state, done = tree.start, list[str]()
        if line.strip():
            for action in tree.line_of(line).actions:
                state = tree.opened(state)
                actions, states = tree.after(state)
                state = states[actions.index(action)]
                done.append(str(action))
        state = tree.opened(state)
        if state.kind > DEAL:
            raise RunoutError(f"line {' / '.join(done)!r}: the hand is over, nobody acts here")
        deepest = self._deep[state]
        shown = self._readable(state, deepest) if depth is None else min(depth, deepest)
        if self._shown(state, shown) > MOST_SHOWN:
            raise RunoutError(
                f"depth {shown}: more than {MOST_SHOWN:,} decisions; take fewer, or begin at a line"
            )
        return TreeView(
            format_cards(spot.cards),
            spot.pot,
            spot.stack,
            spot.betting.chip,
            spot.rules,
            self._streets(),
            self._size.float32_bytes,
            shown,
            deepest,
            self._branch(state, done, shown),
        )

    def _streets(self) -> dict[str, dict[str, int]]:
        found = {}
        for name in self._size.nodes:
            street = STREETS[name]
            numbers = self._actions[self._tree.start]
            here = Counts({key: count for key, count in numbers.items() if key[0] == street})
            found[name] = {
                "nodes": self._size.nodes[name],
                "actions": sum(here.values()),
                "deals": self._deals[name],
                "bytes": self._bytes(here),
            }
        return found

    def _bytes(self, actions: Counts) -> int:
        """Memory of so many actions: their share of all that the solve takes."""
        numbers = sum(count * self._numbers[key] for key, count in actions.items())
        return round(self._size.float32_bytes * numbers / self._size.stored_numbers)

    def _levels(self, state: Point) -> Iterator[int]:
        """How many decisions are shown with each depth, until it is too many."""
        here, total = Counter([state]), 0
        while here and total <= MOST_SHOWN:
            total += sum(here.values())
            yield total
            after = Counter[Point]()
            for one, count in here.items():
                for following in self._tree.after(one)[1]:
                    opened = self._tree.opened(following)
                    if opened.kind < DEAL:
                        after[opened] += count
            here = after

    def _shown(self, state: Point, depth: int) -> int:
        last = 0
        for number, total in enumerate(self._levels(state), start=1):
            last = total
            if number == depth:
                break
        return last

    def _readable(self, state: Point, deepest: int) -> int:
        """The depth that fits on a screen or two."""
        fits = sum(1 for total in self._levels(state) if total <= _READABLE)
        return min(max(fits, 1), deepest, MOST_DEPTH)

    def _branch(self, state: Point, done: list[str], depth: int) -> Branch:
        tree, units = self._tree, self._tree.betting.units
        actions, states = tree.after(state)
        at = situation_at(tree.betting, state)
        offers = tree.offers(state)
        put = state.put
        options = []
        for action, after in zip(actions, states, strict=True):
            made = tuple(_maker(one, tree) for one in offers if one.action == action)
            options.append(self._option(action, after, at.pot, at.faced, made, done, depth))
        kept = [action for action in actions if action.order >= BET]
        dropped = tuple(
            _maker(one, tree, kept)
            for one in offers
            if one.action is None or one.action not in actions
        )
        return Branch(
            " / ".join(done),
            _NAMES[state.street],
            PLAYERS[state.kind],
            units.chips(tree.betting.pot_units + sum(put)),
            units.chips(max(put) - put[state.kind]),
            units.chips(tree.betting.stack_units - put[state.kind]),
            tuple(options),
            dropped,
        )

    def _option(
        self,
        action: Action,
        after: Point,
        pot: int,
        faced: int,
        made: tuple[Maker, ...],
        done: list[str],
        depth: int,
    ) -> Option:
        amount = self._tree.betting.units.count(action.amount) or 0
        percent = plain(round(100 * (amount - faced) / pot, 1)) if action.order >= BET else None
        opened = self._tree.opened(after)
        goes_on = opened.kind < DEAL
        nodes, numbers = self._nodes.get(after, Counts()), self._actions.get(after, Counts())
        following = None
        if goes_on and depth > 1:
            following = self._branch(opened, [*done, str(action)], depth - 1)
        return Option(
            str(action),
            percent,
            action.order == ALL_IN,
            made,
            _by_street(nodes),
            self._bytes(numbers),
            "" if goes_on else "fold" if action.order == 0 else "showdown",
            following,
        )


def _by_street(nodes: Counts) -> dict[str, int]:
    found: dict[str, int] = {}
    for (street, _), count in sorted(nodes.items()):
        found[_NAMES[street]] = found.get(_NAMES[street], 0) + count
    return found


def _maker(offer: Offer, tree: Tree, kept: list[Action] | None = None) -> Maker:
    """A size in words; one that was merged names the action that stayed."""
    asked, into = None, ""
    if offer.why and offer.asked is not None:
        asked = tree.betting.units.chips(offer.asked)
    if offer.why == MERGED and asked is not None and kept:
        larger = [action for action in kept if action.amount >= asked] or kept[-1:]
        into = f"into {min(larger, key=lambda action: action.amount)}"
    return Maker(offer.setting, offer.written, offer.why, asked, into)
