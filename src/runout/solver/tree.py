"""The betting tree without cards: who may do what, and what each line wins.

Nodes are numbered breadth first, so that the children of a node stand side by side. A call (or two
checks) before the river leads to a deal, whose one child opens the next street; once a player is
all in, the deals follow each other down to the showdown.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from runout.errors import RunoutError
from runout.solver.edits import NONE, Edits
from runout.solver.occurrences import occurrences
from runout.solver.sizes import Situation, Size, whole_chips

if TYPE_CHECKING:
    from runout.solver.line import Line

OOP, IP, DEAL, FOLD, SHOWDOWN = range(5)
"""Kinds of node; a node of kind OOP or IP is that player's turn."""
PLAYERS = ("oop", "ip")
FLOP, TURN, RIVER = 3, 4, 5
"""Streets, as the number of board cards."""
STREETS = {"flop": FLOP, "turn": TURN, "river": RIVER}
_ROUNDING = 1e-12  # sizes this close to the merging bound are on it
MOST_NODES, MOST_STATES = 5_000_000, 30_000
"""Of a tree, and how many of them may differ: finding out takes a second at most."""
_FEWER = (
    "use fewer sizes, or set force_allin and merge (with TexasSolver's rules, a lower raise_limit)"
)
MOST_ACTIONS = 32
"""At one node, as kMostActions of the kernels says."""


class Action(NamedTuple):
    """What a player does: a kind, and the chips in front of him afterwards for bets and raises."""

    order: int
    amount: int = 0

    def __str__(self) -> str:
        return f"{KINDS[self.order]} {self.amount}" if self.order >= BET else KINDS[self.order]


KINDS = ("fold", "check", "call", "bet", "raise", "all-in")
BET, RAISE, ALL_IN = 3, 4, 5
FOLDS, CHECK, CALL = Action(0), Action(1), Action(2)


@dataclass(frozen=True)
class BetSizes:
    """What one player may bet on one street."""

    bet: tuple[Size, ...] = ()
    raise_: tuple[Size, ...] = ()
    donk: tuple[Size, ...] = ()


@dataclass(frozen=True)
class Betting:
    """All that shapes the tree."""

    pot: int
    stack: int
    street: int
    sizes: dict[tuple[int, int], BetSizes]
    """Sizes by (street, player)."""
    rake: float = 0.0
    rake_cap: float = float("inf")
    add_allin: float = 0.0
    force_allin: float = 0.0
    merge: float = 0.0
    added: tuple[Line, ...] = ()
    removed: tuple[Line, ...] = ()

    def by_rule(self, node: State) -> list[Action]:
        """What the sizes let the player to act do; other rules than ours put theirs here."""
        return _by_rule(self, node)


class State(NamedTuple):
    """A point of the game, whatever led to it: all that decides how it goes on.

    `put` is what each player has added since the root.
    """

    kind: int
    street: int
    put: tuple[int, int]
    front: int = 0
    """The bet faced on this street."""
    increase: int = 0
    """By how much the last bet or raise went above the one before."""
    raises: int = -1
    """Raises made on the street; a bet is number 0."""
    led: bool = False
    """Whether out of position called on the street before."""
    all_in: bool = False
    edits: int = NONE
    """The point among the lines that are added and removed."""


@dataclass(slots=True)
class Node:
    """A state and how it was reached; its line is read off its parents."""

    state: State
    action: Action | None = None
    """What led here; None at the root and after a deal."""
    parent: int = -1
    above: Node | None = field(default=None, repr=False, compare=False)
    """The parent itself."""
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
    def put(self) -> tuple[int, int]:
        """What each player has added since the root."""
        return self.state.put

    @property
    def front(self) -> int:
        """The bet faced on this street."""
        return self.state.front

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


class Tree:
    """A betting tree: how large it is, and its nodes, which are grown when they are asked for."""

    def __init__(self, betting: Betting) -> None:
        self.betting = betting
        self._edits = Edits(betting.added, betting.removed)
        self._known: dict[State, tuple[list[Action], list[State]]] = {}
        self._root = State(OOP, betting.street, (0, 0), edits=self._edits.root)
        self.size = self._measured()
        for line in betting.added:
            if not self.leads_to(line):
                raise RunoutError(f"line {str(line)!r}: the tree does not lead there")

    @cached_property
    def nodes(self) -> list[Node]:
        """All nodes, the root first and the children of a node side by side."""
        nodes = [Node(self._root)]
        for number, node in enumerate(nodes):  # which grows while it is read
            if node.kind > DEAL:
                continue
            node.actions, states = self._after(node.state)
            node.children = range(len(nodes), len(nodes) + len(states))
            steps: list[Action | None] = [*node.actions] or [None]
            nodes += map(Node, states, steps, repeat(number), repeat(node))
        return nodes

    @cached_property
    def pots(self) -> list[float]:
        """The pot at every node, bets that have not been called included."""
        return [float(self.betting.pot + sum(node.put)) for node in self.nodes]

    def final_rake(self, pot: float) -> float:
        """What the house takes of a final pot."""
        return min(self.betting.rake * pot, self.betting.rake_cap)

    def leads_to(self, line: Line) -> bool:
        """Whether a line is in the tree."""
        state = self._root
        for step in line.actions:
            while state.kind == DEAL:
                state = self._after(state)[1][0]
            actions, states = self._after(state) if state.kind < DEAL else ([], [])
            if step not in actions:
                return False
            state = states[actions.index(step)]
        return True

    def _after(self, state: State) -> tuple[list[Action], list[State]]:
        """What may be done in a state that goes on, and the states that this leads to."""
        known = self._known.get(state)
        if known is None:
            if state.kind == DEAL:
                known = ([], [_dealt(state)])
            else:
                actions = _actions(self.betting, self._edits, state)
                known = (actions, [_acted(self.betting, self._edits, state, a) for a in actions])
            self._known[state] = known
        return known

    def _measured(self) -> TreeSize:
        """The size, or an error if the tree is too large; found in a bounded time."""
        ways = occurrences(
            self._root,
            lambda state: [after for after in self._after(state)[1] if after.kind <= DEAL],
            MOST_STATES,
        )
        if ways is None:
            raise RunoutError(
                f"the betting tree has more than {MOST_STATES:,} points that differ: {_FEWER}"
            )
        total = 1 + sum(count * len(self._after(state)[1]) for state, count in ways.items())
        if total > MOST_NODES:
            raise RunoutError(f"the betting tree has more than {MOST_NODES:,} nodes: {_FEWER}")
        acting, actions = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for state, count in ways.items():
            if state.kind < DEAL:
                acting[state.street, state.kind] += int(count)
                actions[state.street, state.kind] += int(count) * len(self._known[state][0])
        return TreeSize(int(total), acting, actions)


def _actions(betting: Betting, edits: Edits, state: State) -> list[Action]:
    """What the player to act may do, smallest first."""
    actions = betting.by_rule(state)
    for step, line in edits.added(state.edits):
        actions.append(_by_hand(betting, state, step, str(line)))
    for step, line in edits.removed(state.edits):
        if step not in actions:
            raise RunoutError(
                f"line {str(line)!r}: there is no {step} to remove, only "
                + ", ".join(str(action) for action in actions)
            )
        actions = [action for action in actions if action != step]
        if not actions:
            before = " / ".join(str(action) for action in line.actions[:-1])
            raise RunoutError(f"line {before!r}: nothing is left to do here")
    found = sorted(set(actions))
    if len(found) > MOST_ACTIONS:
        raise RunoutError(f"sizes: more than {MOST_ACTIONS} actions at one node; use fewer")
    return found


def _by_hand(betting: Betting, node: State, step: Action, line: str) -> Action:
    """An action that a line asks for, if the rules of poker allow it."""
    if step.order < BET:
        if step in passive(node):
            return step
        raise RunoutError(f"line {line!r}: cannot {step} here")
    most = betting.stack - max(node.put) + node.front
    if node.all_in or not node.front < step.amount <= most:
        raise RunoutError(f"line {line!r}: cannot {step} here (up to {most})")
    kind = ALL_IN if step.amount == most else RAISE if node.front else BET
    if step.order != kind:
        raise RunoutError(f"line {line!r}: write {Action(kind, step.amount)} for {step} here")
    return step


def passive(node: State) -> list[Action]:
    """What a player may always do: fold or call a bet, check without one."""
    return [FOLDS, CALL] if node.front else [CHECK]


def _by_rule(betting: Betting, node: State) -> list[Action]:
    actions = passive(node)
    if node.all_in or betting.stack == max(node.put):
        return actions
    at = Situation(
        pot=betting.pot + 2 * max(node.put),
        behind=betting.stack - max(node.put),
        faced=node.front,
        raises=max(node.raises, 0),
        streets=RIVER + 1 - node.street,
    )
    most = at.faced + at.behind
    sizes = betting.sizes[node.street, node.kind]
    wanted = sizes.raise_ if node.front else sizes.donk if node.led and sizes.donk else sizes.bet
    amounts = {amount for size in wanted if (amount := size.amount(at)) is not None}
    # Wherever it is small enough, also for a player without any size of his own.
    if at.behind <= whole_chips(at.pot * betting.add_allin):
        amounts.add(most)
    least = min(max(at.faced + node.increase, 1), most)
    clamped = {min(max(amount, least), most) for amount in amounts}
    forced = {most if _nearly_all_in(betting, at, amount) else amount for amount in clamped}
    kept = _merged(betting, at, sorted(forced))
    kind = RAISE if node.front else BET
    return actions + [Action(ALL_IN if amount == most else kind, amount) for amount in kept]


def _nearly_all_in(betting: Betting, at: Situation, amount: int) -> bool:
    """Whether so little stays behind after a call that the size becomes all-in."""
    pot = at.pot + 2 * (amount - at.faced)
    return at.faced + at.behind <= amount + whole_chips(pot * betting.force_allin)


def _merged(betting: Betting, at: Situation, amounts: list[int]) -> list[int]:
    """The amounts without those too close to the next larger one kept."""
    kept: list[int] = []
    for amount in reversed(amounts):
        if kept:
            larger = (kept[-1] - at.faced) / at.pot
            bound = (larger - betting.merge) / (1 + betting.merge)
            if (amount - at.faced) / at.pot >= bound * (1 - _ROUNDING):
                continue
        kept.append(amount)
    return kept[::-1]


def _dealt(state: State) -> State:
    """The state after a card."""
    street = state.street + 1
    kind = OOP if not state.all_in else SHOWDOWN if street == RIVER else DEAL
    return State(kind, street, state.put, led=state.led, all_in=state.all_in, edits=state.edits)


def _acted(betting: Betting, edits: Edits, state: State, action: Action) -> State:
    """The state that an action leads to."""
    if action == FOLDS:
        return State(FOLD, state.street, state.put)
    then = edits.after(state.edits, action) if state.edits else NONE
    if action.order >= BET:
        return _raised(betting, state, action, then)
    most = max(state.put)
    put = (most, most)
    if action == CHECK and state.kind == OOP:
        return State(IP, state.street, put, edits=then)
    if state.street == RIVER:
        return State(SHOWDOWN, RIVER, put)
    called = action == CALL and state.kind == OOP
    return State(DEAL, state.street, put, led=called, all_in=most == betting.stack, edits=then)


def _raised(betting: Betting, state: State, action: Action, edits: int) -> State:
    increase = action.amount - state.front
    own = max(state.put) + increase
    put = (own, state.put[1]) if state.kind == OOP else (state.put[0], own)
    return State(
        1 - state.kind,
        state.street,
        put,
        front=action.amount,
        increase=increase,
        raises=state.raises + 1,
        all_in=own == betting.stack,
        edits=edits,
    )
