"""The betting tree without cards: who may do what, and what each line wins.

Nodes are numbered breadth first, so that the children of a node stand side by side. A call (or two
checks) before the river leads to a deal, whose one child opens the next street; once a player is
all in, the deals follow each other down to the showdown.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from runout.errors import RunoutError
from runout.solver.sizes import Situation, Size, whole_chips

if TYPE_CHECKING:
    from runout.solver.line import Line

OOP, IP, DEAL, FOLD, SHOWDOWN = range(5)
"""Kinds of node; a node of kind OOP or IP is that player's turn."""
FLOP, TURN, RIVER = 3, 4, 5
"""Streets, as the number of board cards."""
_ROUNDING = 1e-12  # sizes this close to the merging bound are on it
MOST_NODES = 5_000_000
MOST_ACTIONS = 32
"""At one node, as kMostActions of the kernels says."""


@dataclass(frozen=True, order=True)
class Action:
    """What a player does: a kind, and the chips in front of him afterwards for bets and raises."""

    order: int
    amount: int = 0

    def __str__(self) -> str:
        return f"{KINDS[self.order]} {self.amount}" if self.order >= BET else KINDS[self.order]


KINDS = ("fold", "check", "call", "bet", "raise", "all-in")
BET, RAISE, ALL_IN = 3, 4, 5
FOLDS, CHECK, CALL = Action(0), Action(1), Action(2)


@dataclass(frozen=True)
class StreetSizes:
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
    sizes: dict[tuple[int, int], StreetSizes]
    """Sizes by (street, player)."""
    rake: float = 0.0
    rake_cap: float = float("inf")
    add_allin: float = 0.0
    force_allin: float = 0.0
    merge: float = 0.0
    added: tuple[Line, ...] = ()
    removed: tuple[Line, ...] = ()

    def by_rule(self, node: Node) -> list[Action]:
        """What the sizes let the player to act do; other rules than ours put theirs here."""
        return _by_rule(self, node)


@dataclass
class Node:
    """One point of the game. `put` is what each player has added since the root."""

    kind: int
    street: int
    put: tuple[int, int]
    line: tuple[Action, ...]
    front: int = 0
    """The bet faced on this street."""
    increase: int = 0
    """By how much the last bet or raise went above the one before."""
    raises: int = -1
    """Raises made on the street; a bet is number 0."""
    led: bool = False
    """Whether out of position called on the street before."""
    all_in: bool = False
    actions: list[Action] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    parent: int = -1


class Tree:
    """The nodes of a betting tree, the root first."""

    def __init__(self, betting: Betting) -> None:
        self.betting = betting
        self.nodes: list[Node] = []
        root = Node(OOP, betting.street, (0, 0), ())
        self._queue: deque[Node] = deque()
        self._push(root)
        while self._queue:
            self._grow(self._queue.popleft())
        self._refuse_unused_lines()

    @cached_property
    def pots(self) -> list[float]:
        """The pot at every node, bets that have not been called included."""
        return [float(self.betting.pot + sum(node.put)) for node in self.nodes]

    def final_rake(self, pot: float) -> float:
        """What the house takes of a final pot."""
        return min(self.betting.rake * pot, self.betting.rake_cap)

    def _push(self, node: Node) -> int:
        self.nodes.append(node)
        self._queue.append(node)
        if len(self.nodes) > MOST_NODES:
            raise RunoutError(
                f"the betting tree has more than {MOST_NODES:,} nodes: use fewer sizes, or set "
                "force_allin and merge (with TexasSolver's rules, a lower raise_limit)"
            )
        return len(self.nodes) - 1

    def _grow(self, node: Node) -> None:
        number = len(self.nodes) - len(self._queue) - 1
        if node.kind in (FOLD, SHOWDOWN):
            return
        if node.kind == DEAL:
            children = [self._dealt(node)]
        else:
            node.actions = _actions(self.betting, node)
            children = [_after(node, action, self.betting) for action in node.actions]
        for child in children:
            child.parent = number
            node.children.append(self._push(child))

    def _dealt(self, node: Node) -> Node:
        street = node.street + 1
        kind = OOP if not node.all_in else SHOWDOWN if street == RIVER else DEAL
        return Node(kind, street, node.put, node.line, led=node.led, all_in=node.all_in)

    def _refuse_unused_lines(self) -> None:
        lines = {tuple(node.line) for node in self.nodes}
        for wanted in self.betting.added:
            if wanted.actions not in lines:
                raise RunoutError(f"line {str(wanted)!r}: the tree does not lead there")


def _actions(betting: Betting, node: Node) -> list[Action]:
    """What the player to act may do, smallest first."""
    actions = betting.by_rule(node)
    for line in betting.added:
        if (step := line.step_after(node.line)) is not None:
            actions.append(_by_hand(betting, node, step, str(line)))
    for line in betting.removed:
        if (step := line.step_after(node.line)) is not None and line.ends_with(node.line):
            if step not in actions:
                raise RunoutError(
                    f"line {str(line)!r}: there is no {step} to remove, only "
                    + ", ".join(str(action) for action in actions)
                )
            actions = [action for action in actions if action != step]
    if not actions:
        raise RunoutError(
            f"line {' / '.join(str(action) for action in node.line)!r}: nothing is left to do here"
        )
    if len(set(actions)) > MOST_ACTIONS:
        raise RunoutError(f"sizes: more than {MOST_ACTIONS} actions at one node; use fewer")
    return sorted(set(actions))


def _by_hand(betting: Betting, node: Node, step: Action, line: str) -> Action:
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


def passive(node: Node) -> list[Action]:
    """What a player may always do: fold or call a bet, check without one."""
    return [FOLDS, CALL] if node.front else [CHECK]


def _by_rule(betting: Betting, node: Node) -> list[Action]:
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
    if at.behind <= _share(at.pot, betting.add_allin):
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
    return at.faced + at.behind <= amount + _share(pot, betting.force_allin)


def _share(pot: int, share: float) -> int:
    """So much of a pot in whole chips, at most more than anybody can have."""
    return whole_chips(min(pot * share, 1e15))


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


def _after(node: Node, action: Action, betting: Betting) -> Node:
    """The node an action leads to."""
    line = (*node.line, action)
    player = node.kind
    if action == FOLDS:
        return Node(FOLD, node.street, node.put, line)
    if action.order >= BET:
        return _raised(node, action, line, betting)
    put = (max(node.put), max(node.put))
    if action == CHECK and player == OOP:
        return Node(IP, node.street, put, line)
    if node.street == RIVER:
        return Node(SHOWDOWN, RIVER, put, line)
    called = action == CALL and player == OOP
    return Node(DEAL, node.street, put, line, led=called, all_in=max(put) == betting.stack)


def _raised(node: Node, action: Action, line: tuple[Action, ...], betting: Betting) -> Node:
    put = list(node.put)
    put[node.kind] = max(node.put) + action.amount - node.front
    return Node(
        1 - node.kind,
        node.street,
        (put[0], put[1]),
        line,
        front=action.amount,
        increase=action.amount - node.front,
        raises=node.raises + 1,
        all_in=put[node.kind] == betting.stack,
    )
