"""Betting without cards: what may be done at a point of a game, and where that leads.

A call (or two checks) before the river leads to a deal; once a player is all in, the deals follow
each other down to the showdown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from runout.errors import RunoutError
from runout.solver.sizes import Situation, Size, whole_chips

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runout.solver.line import Line

OOP, IP, DEAL, FOLD, SHOWDOWN = range(5)
"""Kinds of node; a node of kind OOP or IP is that player's turn."""
FLOP, TURN, RIVER = 3, 4, 5
"""Streets, as the number of board cards."""
STREETS = {"flop": FLOP, "turn": TURN, "river": RIVER}
_ROUNDING = 1e-12  # sizes this close to the merging bound are on it
MOST_ACTIONS = 32
"""At one node, as kMostActions of the kernels says."""
NONE = 0
"""The number of a point after which nothing is added or removed."""


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

    def by_rule(self, node: Point) -> list[Action]:
        """What the sizes let the player to act do; other rules than ours put theirs here."""
        return _by_rule(self, node)


class Point(NamedTuple):
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


class Edits:
    """Points on the way to what is added and removed, by number; the root is the first."""

    def __init__(self, added: Iterable[Line], removed: Iterable[Line]) -> None:
        self._below: dict[tuple[int, Action], int] = {}
        self._added: dict[int, list[tuple[Action, Line]]] = {}
        self._removed: dict[int, list[tuple[Action, Line]]] = {}
        self._count = 0
        added, removed = tuple(added), tuple(removed)
        self.root = self._new() if added or removed else NONE
        for line in added:
            for point, step in self._steps(line):
                self._added.setdefault(point, []).append((step, line))
        for line in removed:
            point, step = list(self._steps(line))[-1]
            self._removed.setdefault(point, []).append((step, line))

    def _new(self) -> int:
        self._count += 1
        return self._count

    def _steps(self, line: Line) -> list[tuple[int, Action]]:
        """The points that a line passes, and what it does there."""
        found = []
        point = self.root
        for step in line.actions:
            found.append((point, step))
            if (point, step) not in self._below:
                self._below[point, step] = self._new()
            point = self._below[point, step]
        return found

    def after(self, point: int, step: Action) -> int:
        """The point after a step."""
        return self._below.get((point, step), NONE)

    def added(self, point: int) -> list[tuple[Action, Line]]:
        """What is added at a point, and the line that asks for it."""
        return self._added.get(point, [])

    def removed(self, point: int) -> list[tuple[Action, Line]]:
        """What is taken away at a point, and the line that asks for it."""
        return self._removed.get(point, [])


def actions_of(betting: Betting, edits: Edits, state: Point) -> list[Action]:
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


def _by_hand(betting: Betting, node: Point, step: Action, line: str) -> Action:
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


def passive(node: Point) -> list[Action]:
    """What a player may always do: fold or call a bet, check without one."""
    return [FOLDS, CALL] if node.front else [CHECK]


def _by_rule(betting: Betting, node: Point) -> list[Action]:
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


def dealt(state: Point) -> Point:
    """The state after a card."""
    street = state.street + 1
    kind = OOP if not state.all_in else SHOWDOWN if street == RIVER else DEAL
    return Point(kind, street, state.put, led=state.led, all_in=state.all_in, edits=state.edits)


def acted(betting: Betting, edits: Edits, state: Point, action: Action) -> Point:
    """The state that an action leads to."""
    if action == FOLDS:
        return Point(FOLD, state.street, state.put)
    then = edits.after(state.edits, action) if state.edits else NONE
    if action.order >= BET:
        return _raised(betting, state, action, then)
    most = max(state.put)
    put = (most, most)
    if action == CHECK and state.kind == OOP:
        return Point(IP, state.street, put, edits=then)
    if state.street == RIVER:
        return Point(SHOWDOWN, RIVER, put)
    called = action == CALL and state.kind == OOP
    return Point(DEAL, state.street, put, led=called, all_in=most == betting.stack, edits=then)


def _raised(betting: Betting, state: Point, action: Action, edits: int) -> Point:
    increase = action.amount - state.front
    own = max(state.put) + increase
    put = (own, state.put[1]) if state.kind == OOP else (state.put[0], own)
    return Point(
        1 - state.kind,
        state.street,
        put,
        front=action.amount,
        increase=increase,
        raises=state.raises + 1,
        all_in=own == betting.stack,
        edits=edits,
    )
