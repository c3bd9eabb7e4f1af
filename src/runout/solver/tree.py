"""The betting tree without cards: its nodes, and how many they are before it is grown.

Nodes are numbered breadth first, so that the children of a node stand side by side. A call (or two
checks) before the river leads to a deal, whose one child opens the next street.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, TypeVar

from runout.checks import shown
from runout.errors import NotationError, RunoutError
from runout.solver.betting import (
    DEAL,
    OOP,
    RIVER,
    SHOWDOWN,
    Action,
    Betting,
    Edits,
    Offer,
    Point,
    acted,
    actions_of,
    dealt,
)
from runout.solver.line import Choice, Line, steps_of
from runout.solver.sizes import WHOLE, Units

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

Here = TypeVar("Here", bound="Hashable")
MOST_NODES, MOST_STATES = 5_000_000, 30_000
"""Of a tree, and how many of them may differ: finding out takes a second at most."""
_FEWER = (
    "use fewer sizes, or set force_allin and merge (with TexasSolver's rules, a lower raise_limit)"
)

TREE_RULES = 1
"""Raised when the same settings give another tree than before."""


@dataclass(slots=True)
class Node:
    """A state and how it was reached; its line is read off its parents."""

    state: Point
    action: Action | None = None
    """What led here; None at the root and after a deal."""
    parent: int = -1
    above: Node | None = field(default=None, repr=False, compare=False)
    """The parent itself."""
    units: Units = field(default=WHOLE, repr=False)
    actions: list[Action] = field(default_factory=list)
    children: range = range(0)

    @property
    def kind(self) -> int:
        """Who acts, or what happens."""
        return self.state.kind

    @property
    def street(self) -> int:
        """The street, as the number of board cards."""
        return self.state.street

    @property
    def put(self) -> tuple[float, float]:
        """What each player has added since the root, in chips."""
        oop, ip = self.state.put
        return self.units.chips(oop), self.units.chips(ip)

    @property
    def front(self) -> float:
        """The bet faced on this street, in chips."""
        return self.units.chips(self.state.front)

    @property
    def own_front(self) -> float:
        """What the player to act has in front of him on this street, in chips."""
        put = self.state.put
        return self.units.chips(self.state.front - max(put) + put[self.kind])

    @property
    def all_in(self) -> bool:
        """Whether a player is all in."""
        return self.state.all_in

    @property
    def line(self) -> tuple[Action, ...]:
        """What was done so far, from the root on."""
        found: list[Action] = []
        node: Node | None = self
        while node is not None:
            if node.action is not None:
                found.append(node.action)
            node = node.above
        return tuple(reversed(found))


@dataclass(frozen=True)
class TreeSize:
    """How many nodes a tree has, known before it is grown."""

    nodes: int
    acting: Counter[tuple[int, int]]
    """Nodes where a player acts, by (street, player)."""
    actions: Counter[tuple[int, int]]
    """Actions of all these nodes."""
    showdowns: int
    """Of the largest subtree that the last card opens."""


class Tree:
    """A betting tree: how large it is, and its nodes, which are grown when they are asked for."""

    def __init__(self, betting: Betting) -> None:
        self.betting = betting
        self._edits = Edits(betting.added, betting.removed)
        self._known: dict[Point, tuple[list[Action], list[Point]]] = {}
        self.start = Point(OOP, betting.street, (0, 0), edits=self._edits.root)
        self.size = self._measured()
        for line in betting.added:
            if not self.leads_to(line):
                raise RunoutError(f"line {str(line)!r}: the tree does not lead there")

    @cached_property
    def nodes(self) -> list[Node]:
        """All nodes, the root first and the children of a node side by side."""
        units = self.betting.units
        nodes = [Node(self.start, units=units)]
        for number, node in enumerate(nodes):  # which grows while it is read
            if node.kind > DEAL:
                continue
            node.actions, states = self.after(node.state)
            node.children = range(len(nodes), len(nodes) + len(states))
            steps: list[Action | None] = [*node.actions] or [None]
            nodes += map(Node, states, steps, repeat(number), repeat(node), repeat(units))
        return nodes

    @cached_property
    def pots(self) -> list[float]:
        """The pot at every node, bets that have not been called included."""
        pot, chips = self.betting.pot_units, self.betting.units.chips
        return [float(chips(pot + sum(node.state.put))) for node in self.nodes]

    def stacks(self, node: Node) -> tuple[float, float]:
        """What each player has left at a node."""
        stack, chips = self.betting.stack_units, self.betting.units.chips
        oop, ip = node.state.put
        return float(chips(stack - oop)), float(chips(stack - ip))

    def final_rake(self, pot: float) -> float:
        """What the house takes of a final pot."""
        return min(self.betting.rake * pot, self.betting.rake_cap)

    def leads_to(self, line: Line) -> bool:
        """Whether a line is in the tree."""
        state = self.start
        for step in line.actions:
            actions, states = self._acting(state)
            if step not in actions:
                return False
            state = states[actions.index(step)]
        return True

    def line_of(self, text: str, *, new: bool = False) -> Line:
        """The line that a text means in this tree, cards left out.

        The last step of a `new` line may be one that the tree does not have: an amount or a size.
        """
        state, done = self.start, list[Action]()
        steps = steps_of(text)
        for number, step in enumerate(steps):
            actions, states = self._acting(state)
            choice = Choice(self.betting, self.opened(state), actions)
            try:
                if new and number == len(steps) - 1:
                    return Line((*done, choice.made(step.text, totals=step.totals)))
                meant = choice.meant(step.text, totals=step.totals)
            except RunoutError as error:
                reason = str(error).removeprefix(f"{shown(step.text)} ")
                raise NotationError("line", text, step.span, reason) from None
            done.append(actions[meant])
            state = states[meant]
        return Line(tuple(done)) if done else Line.parse(text)

    def opened(self, state: Point) -> Point:
        """The state after the cards that come first."""
        while state.kind == DEAL:
            state = self.after(state)[1][0]
        return state

    def _acting(self, state: Point) -> tuple[list[Action], list[Point]]:
        """What may be done once the cards are dealt; nothing at the end of the hand."""
        state = self.opened(state)
        return self.after(state) if state.kind < DEAL else ([], [])

    def after(self, state: Point) -> tuple[list[Action], list[Point]]:
        """What may be done in a state that goes on, and the states that this leads to."""
        known = self._known.get(state)
        if known is None:
            if state.kind == DEAL:
                known = ([], [dealt(state)])
            else:
                actions = actions_of(self.betting, self._edits, state)
                known = (actions, [acted(self.betting, self._edits, state, a) for a in actions])
            self._known[state] = known
        return known

    def offers(self, state: Point) -> list[Offer]:
        """Where the actions of a point come from, lines that are added and removed included."""
        lines = self._edits.added(state.edits)
        added = [Offer("add_lines", str(line), None, step) for step, line in lines]
        removed = {step: str(line) for step, line in self._edits.removed(state.edits)}
        return [
            offer
            if offer.action not in removed
            else offer._replace(action=None, why=f"remove_lines {removed[offer.action]!r}")
            for offer in [*self.betting.offers(state), *added]
        ]

    def last_first(self) -> list[Point]:
        """All points where the hand goes on, each behind those that follow it."""
        return _last_first(self.start, self._going_on, MOST_STATES) or []

    def _going_on(self, state: Point) -> list[Point]:
        return [after for after in self.after(state)[1] if after.kind <= DEAL]

    def _measured(self) -> TreeSize:
        """The size, or an error if the tree is too large; found in a bounded time."""
        ways = occurrences(self.start, self._going_on, MOST_STATES)
        if ways is None:
            raise RunoutError(
                f"the betting tree has more than {MOST_STATES:,} points that differ: {_FEWER}"
            )
        total = 1 + sum(count * len(self.after(state)[1]) for state, count in ways.items())
        if total > MOST_NODES:
            raise RunoutError(f"the betting tree has more than {MOST_NODES:,} nodes: {_FEWER}")
        acting, actions = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for state, count in ways.items():
            if state.kind < DEAL:
                acting[state.street, state.kind] += int(count)
                actions[state.street, state.kind] += int(count) * len(self._known[state][0])
        return TreeSize(int(total), acting, actions, self._most_showdowns(ways))

    def _most_showdowns(self, points: Iterable[Point]) -> int:
        """Of a subtree of the last street; points are given before those that follow them."""
        below: dict[Point, int] = {}
        for state in reversed(list(points)):
            following = self.after(state)[1]
            below[state] = sum(below.get(one, int(one.kind == SHOWDOWN)) for one in following)
        return max((count for state, count in below.items() if state.street == RIVER), default=1)


def occurrences(
    root: Here, after: Callable[[Here], Iterable[Here]], most: int
) -> dict[Here, float] | None:
    """How often each point stands in the tree of all ways from the root; None above `most` points.

    What follows a point depends on nothing else, so the ways to a point are the sum of the ways to
    those before it. They are floats: exact as long as a tree could be grown, and never too long.

    >>> occurrences(4, lambda n: [n - 1, n - 2] if n > 1 else [], most=100)
    {4: 1.0, 3: 1.0, 2: 2.0, 0: 2.0, 1: 3.0}
    """
    order = _last_first(root, after, most)
    if order is None:
        return None
    ways = dict.fromkeys(reversed(order), 0.0)
    ways[root] = 1.0
    for point, here in ways.items():
        for following in after(point):
            ways[following] += here
    return ways


def _last_first(
    root: Here, after: Callable[[Here], Iterable[Here]], most: int
) -> list[Here] | None:
    """All points, each behind those that follow it; the way down may be long, so no recursion."""
    order: list[Here] = []
    seen = {root}
    path: list[tuple[Here, Iterator[Here]]] = [(root, iter(after(root)))]
    while path:
        point, rest = path[-1]
        for following in rest:
            if following not in seen:
                seen.add(following)
                path.append((following, iter(after(following))))
                break
        else:
            order.append(point)
            path.pop()
        if len(seen) > most:
            return None
    return order
