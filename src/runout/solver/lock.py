"""A lock as a spot names it: a line, the hands that it holds for, and what they do there.

Locks belong to the spot, as lines that are added do: they change the game that is solved, so that a
file, a pickle or a question sent elsewhere says all of it. What a solution has locked since is its
own, and is kept with its strategy.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.cards import Card, looks_like_cards, parse_cards
from runout.combos import holding
from runout.errors import NotationError, RunoutError
from runout.ranges import Range
from runout.solver.betting import DEAL
from runout.solver.line import Choice, steps_of
from runout.solver.sizes import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from runout.solver.betting import Action, Point
    from runout.solver.line import Step
    from runout.solver.spot import Spot

Shares = Mapping[str, float] | tuple[tuple[str, float], ...]
_KEYS = ("line", "hands", "play", "frequencies")
_ROUNDING = 1e-6
MOST_LOCKS = 10_000


@dataclass(frozen=True)
class Lock:
    """What hands do at a node, whatever would be best.

    With `play` every one of the hands does the same; with `frequencies` the hands together take
    actions so often, as near as can be to how they would play in the game without such locks.
    Without `hands` it is the whole range.

    >>> Lock("check / bet 120", "KK+", play={"fold": 1}).to_dict()
    {'line': 'check / bet 120', 'hands': 'KK+', 'play': {'fold': 1.0}}
    """

    line: str = ""
    hands: Range | str | None = None
    play: Shares = ()
    frequencies: Shares = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "line", checks.text("line", self.line, "'check / bet 120'"))
        if self.hands is not None and not isinstance(self.hands, Range):
            object.__setattr__(self, "hands", Range(checks.text("hands", self.hands, "'KK+, AQ'")))
        for name in ("play", "frequencies"):
            object.__setattr__(self, name, _shares(name, getattr(self, name)))
        if bool(self.play) == bool(self.frequencies):
            raise RunoutError(
                f"line {checks.shown(self.line)}: play or frequencies, one of them, is expected"
            )
        total = sum(self.shares.values())
        if total > 1 + _ROUNDING or (self.play and total < 1 - _ROUNDING):
            name = "play" if self.play else "frequencies"
            most = "1" if self.play else "at most 1"
            raise RunoutError(
                f"line {checks.shown(self.line)}: {name}: "
                f"the shares sum to {total:g}, not to {most}"
            )

    @property
    def shares(self) -> dict[str, float]:
        """How often each action is taken, whichever way it is meant."""
        return dict(self.play or self.frequencies)

    def to_dict(self) -> dict[str, Any]:
        """The lock as plain data; what says nothing is left out."""
        data: dict[str, Any] = {"line": self.line}
        if self.hands is not None:
            data["hands"] = str(self.hands)
        return data | {("play" if self.play else "frequencies"): self.shares}

    @classmethod
    def from_dict(cls, data: object) -> Lock:
        """A lock from plain data, as `to_dict` gives it."""
        if not isinstance(data, Mapping):
            raise RunoutError(f"{checks.shown(data)}: a table with line and play is expected")
        checks.known_keys("lock", data, _KEYS)
        if "line" not in data:
            raise RunoutError('line is missing; the first decision is line = ""')
        return cls(**data)


def _shares(name: str, given: object) -> tuple[tuple[str, float], ...]:
    if isinstance(given, tuple):
        given = dict(given)
    if not isinstance(given, Mapping):
        raise RunoutError(f"{name} {checks.shown(given)}: write {{fold = 1}}")
    return tuple(
        (
            checks.text(name, action, "'bet 120'"),
            checks.number(f"{name}: {action}", share, 0, 1, what="a share"),
        )
        for action, share in given.items()
    )


def locks_given(value: object) -> tuple[Lock, ...]:
    """The locks in a list, each as a lock or as plain data; errors say which one it is."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, list | tuple):
        raise RunoutError(f"lock {checks.shown(value)}: a list of tables with line and play")
    found: list[Lock] = []
    for number, one in enumerate(value, start=1):
        if number > MOST_LOCKS:
            raise RunoutError(f"lock: more than {MOST_LOCKS:,} of them")
        with naming_lock(number):
            found.append(one if isinstance(one, Lock) else Lock.from_dict(one))
    return tuple(found)


@contextmanager
def naming_lock(number: int) -> Iterator[None]:
    """Errors of a lock, with its number in front."""
    try:
        yield
    except NotationError as error:
        kind = f"lock {number}: {error.kind}"
        raise NotationError(kind, error.text, error.span, error.reason) from None
    except RunoutError as error:
        raise RunoutError(f"lock {number}: {error}") from None


def read_locks(source: str | PathLike[str]) -> tuple[Lock, ...]:
    """The locks in a TOML file of ``[[lock]]`` tables, or in its text; of a spot, those it has."""
    from runout.solver.spot_data import read_toml

    data = read_toml(source)
    if "lock" not in data:
        raise RunoutError("locks: no [[lock]] is in it")
    return locks_given(data["lock"])


def settled(spot: Spot, locks: tuple[Lock, ...]) -> tuple[Lock, ...]:
    """The locks with lines and actions in full words, if the spot has all of them."""
    found = []
    for number, lock in enumerate(locks, start=1):
        with naming_lock(number):
            found.append(_settled(spot, lock))
    return tuple(found)


def _settled(spot: Spot, lock: Lock) -> Lock:
    state, words = spot.tree.start, list[str]()
    cards = list(spot.cards)
    for step in steps_of(lock.line):
        try:
            if state.kind == DEAL:
                card = _card(step, cards)
                cards.append(card)
                words.append(str(card))
                state = spot.tree.after(state)[1][0]
            else:
                action, state = _acted(spot, state, step)
                words.append(str(action))
        except RunoutError as error:
            reason = str(error).removeprefix(f"{checks.shown(step.text)} ")
            raise NotationError("line", lock.line, step.span, reason) from None
    line = " / ".join(words)
    if state.kind >= DEAL:
        raise RunoutError(f"line {line!r}: nobody acts here, so there is nothing to lock")
    named = _named(spot, state, lock, line)
    _check_hands(spot, state, cards, lock, line)
    play = "play" if lock.play else "frequencies"
    settled: dict[str, Any] = {"line": line, play: named}
    return replace(lock, **settled)


def _card(step: Step, gone: list[Card]) -> Card:
    if not looks_like_cards(step.text, most=1):
        raise RunoutError(f"{checks.shown(step.text)} is no card, but a card is dealt here")
    (card,) = parse_cards(step.text)
    if card in gone:
        raise RunoutError(f"{checks.shown(step.text)} is already on the board")
    return card


def _acted(spot: Spot, state: Point, step: Step) -> tuple[Action, Point]:
    if state.kind > DEAL:
        raise RunoutError(f"{checks.shown(step.text)} comes after the end of the hand")
    actions, states = spot.tree.after(state)
    number = Choice(spot.betting, state, actions).meant(step.text, totals=step.totals)
    return actions[number], states[number]


def _named(spot: Spot, state: Point, lock: Lock, line: str) -> dict[str, float]:
    """The shares by actions in full words; each is named once."""
    actions, _ = spot.tree.after(state)
    choice, named = Choice(spot.betting, state, actions), dict[str, float]()
    for text, share in lock.shares.items():
        try:
            action = str(actions[choice.meant(text)])
        except RunoutError as error:
            raise RunoutError(f"line {line!r}: {error}") from None
        if action in named:
            raise RunoutError(f"line {line!r}: {action} is named twice")
        named[action] = share
    return named


def _check_hands(spot: Spot, state: Point, cards: list[Card], lock: Lock, line: str) -> None:
    if lock.hands is None:
        return
    wanted = lock.hands if isinstance(lock.hands, Range) else Range(lock.hands)
    possible = (spot.weights[state.kind] > 0) & ~holding(cards)
    if not (possible & (wanted.weights > 0)).any():
        player = PLAYERS[state.kind]
        raise RunoutError(
            f"line {line!r}: {checks.shown(str(wanted))} is not among {player}'s hands here"
        )
