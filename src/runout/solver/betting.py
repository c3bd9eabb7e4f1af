"""Betting without cards: what may be done at a point of a game, and where that leads.

A call (or two checks) before the river leads to a deal; once a player is all in, the deals follow
each other down to the showdown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from runout.errors import RunoutError
from runout.solver.sizes import Facing, Size, Units

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
LIMIT, LEAST, STACK = "raise limit", "least raise", "stack"
FORCED, MERGED, THRESHOLD, CALLED = "force_allin", "merge", "allin_threshold", "no more than a call"
BELOW = "less than twice the gap"
"""What changes or drops a size."""
NONE = 0
"""The number of a point after which nothing is added or removed."""


class Action(NamedTuple):
    """What a player does: a kind, and the chips in front of him afterwards for bets and raises."""

    order: int
    amount: float = 0

    def __str__(self) -> str:
        return f"{KINDS[self.order]} {self.amount}" if self.order >= BET else KINDS[self.order]


KINDS = ("fold", "check", "call", "bet", "raise", "all-in")
BET, RAISE, ALL_IN = 3, 4, 5
FOLDS, CHECK, CALL = Action(0), Action(1), Action(2)


def letters(actions: list[str]) -> list[str]:
    """A short sign for each action, so that colour is never the only one.

    >>> letters(["fold", "call", "raise 300", "raise 600", "all-in 900"])
    ['F', 'C', 'R1', 'R2', 'A']
    """
    signs = {"fold": "F", "check": "X", "call": "C", "bet": "B", "raise": "R", "all-in": "A"}
    kinds = [action.partition(" ")[0] for action in actions]
    found = []
    for number, kind in enumerate(kinds):
        place = kinds[:number].count(kind) + 1
        found.append(signs[kind] + (str(place) if kinds.count(kind) > 1 else ""))
    return found


class Offer(NamedTuple):
    """One size at one point: the setting it comes from, and what became of it."""

    setting: str
    """bet, raise or donk, add_allin, or add_lines."""
    written: str
    """The size as it is written."""
    asked: int | None
    """What it says, in units in front of the player; None where it does not apply."""
    action: Action | None
    """What it has become; None if it was dropped."""
    why: str = ""
    """What changed or dropped it."""


@dataclass(frozen=True)
class BetSizes:
    """What one player may bet on one street."""

    bet: tuple[Size, ...] = ()
    raise_: tuple[Size, ...] = ()
    donk: tuple[Size, ...] | None = None
    """None: he leads with his bet sizes."""


@dataclass(frozen=True)
class Betting:
    """All that shapes the tree; amounts are chips."""

    pot: float
    stack: float
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
    chip: float = 1
    """What sizes are rounded to."""

    @cached_property
    def units(self) -> Units:
        """What the tree counts in."""
        return Units.of(self.pot, self.stack, self.chip)

    @cached_property
    def pot_units(self) -> int:
        """The pot at the root, in units."""
        return self.units.count(self.pot) or 0

    @cached_property
    def stack_units(self) -> int:
        """The stacks at the root, in units."""
        return self.units.count(self.stack) or 0

    def sizes_at(self, state: Point) -> tuple[str, tuple[Size, ...]]:
        """Which sizes hold for the player to act, and what they are."""
        sizes = self.sizes[state.street, state.kind]
        if state.front:
            return "raise", sizes.raise_
        if state.led and sizes.donk is not None:
            return "donk", sizes.donk
        return "bet", sizes.bet

    def offers(self, state: Point) -> list[Offer]:
        """What becomes of each size where a player acts; other rules than ours put theirs here."""
        return offers_at(self, state)

    def by_rule(self, state: Point) -> list[Action]:
        """What the sizes let the player to act do."""
        offers = self.offers(state)
        return passive(state) + [offer.action for offer in offers if offer.action is not None]


class Point(NamedTuple):
    """A point of the game, whatever led to it: all that decides how it goes on.

    `put` is what each player has added since the root. Amounts are in units of the betting.
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
    most = betting.stack_units - max(node.put) + node.front
    amount = betting.units.count(step.amount)
    if node.all_in or not 0 < step.amount <= betting.units.chips(most):
        amount = 0
    if amount is None or (amount % betting.units.coin and amount != most):
        raise RunoutError(f"line {line!r}: {step} is no multiple of the chip, {betting.chip}")
    if not node.front < amount:
        raise RunoutError(f"line {line!r}: cannot {step} here (up to {betting.units.chips(most)})")
    kind = ALL_IN if amount == most else RAISE if node.front else BET
    if step.order != kind:
        raise RunoutError(f"line {line!r}: write {Action(kind, step.amount)} for {step} here")
    return step


def passive(node: Point) -> list[Action]:
    """What a player may always do: fold or call a bet, check without one."""
    return [FOLDS, CALL] if node.front else [CHECK]


def situation_at(betting: Betting, state: Point) -> Facing:
    """What the sizes of a point depend on."""
    return Facing(
        pot=betting.pot_units + 2 * max(state.put),
        behind=betting.stack_units - max(state.put),
        faced=state.front,
        raises=max(state.raises, 0),
        streets=RIVER + 1 - state.street,
        units=betting.units,
    )


def offers_at(betting: Betting, state: Point) -> list[Offer]:
    """What the sizes of a spot come to by our own rules, in the order in which they are written."""
    if state.all_in or max(state.put) == betting.stack_units:
        return []
    at = situation_at(betting, state)
    setting, sizes = betting.sizes_at(state)
    asked = [(setting, size.text, size.amount(at)) for size in sizes]
    # Wherever it is small enough, also for a player without any size of his own.
    if betting.add_allin and at.behind <= at.units.rounded(at.pot, betting.add_allin):
        asked.append(("add_allin", "", at.faced + at.behind))
    found = [_within(betting, state, at, amount) for _, _, amount in asked]
    kept = _merged(betting, at, sorted({amount for amount, _ in found if amount is not None}))
    kind = RAISE if state.front else BET
    offers = []
    for (name, text, wanted), (amount, why) in zip(asked, found, strict=True):
        action = None
        if amount in kept and amount is not None:
            order = ALL_IN if amount == at.faced + at.behind else kind
            action = Action(order, at.units.chips(amount))
        merged = amount is not None and action is None
        offers.append(Offer(name, text, wanted, action, MERGED if merged else why))
    return offers


def _within(
    betting: Betting, state: Point, at: Facing, amount: int | None
) -> tuple[int | None, str]:
    """An amount as the rules of poker and the threshold have it, and what changed it."""
    if amount is None:
        return None, LIMIT
    most = at.faced + at.behind
    least = min(max(at.faced + state.increase, at.units.coin), most)
    within = min(max(amount, least), most)
    if _nearly_all_in(betting, at, within):
        return most, FORCED if within < most else STACK if amount > most else ""
    return within, LEAST if amount < within else ""


def _nearly_all_in(betting: Betting, at: Facing, amount: int) -> bool:
    """Whether so little stays behind after a call that the size becomes all-in."""
    if not betting.force_allin:
        return amount == at.faced + at.behind
    pot = at.pot + 2 * (amount - at.faced)
    return at.faced + at.behind <= amount + at.units.rounded(pot, betting.force_allin)


def _merged(betting: Betting, at: Facing, amounts: list[int]) -> list[int]:
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
    all_in = most == betting.stack_units
    return Point(DEAL, state.street, put, led=called, all_in=all_in, edits=then)


def _raised(betting: Betting, state: Point, action: Action, edits: int) -> Point:
    front = betting.units.count(action.amount) or 0
    increase = front - state.front
    own = max(state.put) + increase
    put = (own, state.put[1]) if state.kind == OOP else (state.put[0], own)
    return Point(
        1 - state.kind,
        state.street,
        put,
        front=front,
        increase=increase,
        raises=state.raises + 1,
        all_in=own == betting.stack_units,
        edits=edits,
    )
