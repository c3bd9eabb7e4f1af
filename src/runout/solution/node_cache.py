"""What is known about the nodes of a solution, for any number of threads.

Whoever reads sees one strategy throughout: a resumed solution goes on with a copy of it, and what
it has learned takes the place of the old strategy at once, when it is done. Those who are reading
then finish with the old one. Where memory does not hold both, readers wait until it is done.
"""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar
from weakref import WeakSet

import numpy as np

from runout.cards import Card
from runout.errors import RunoutError
from runout.remembered import Remembered
from runout.solution.node_view import trust
from runout.solution.values import (
    ActionValues,
    NodeValues,
    Place,
    acted,
    action_values,
    as_asked,
    dealt,
    node_values,
    root_place,
    strategy_at,
)
from runout.solver.loop import Loop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from runout.solution.node_view import Trust
    from runout.solution.small import SmallStrategy
    from runout.solver.engine import Profile
    from runout.solver.loop import History
    from runout.solver.plan import Plan

Steps = tuple[int | Card, ...]
"""From the root on: the number of an action where a player acts, a card where one is dealt."""

_MOST_PLACES, _MOST_VALUES = 8192, 512
_everyone: WeakSet[NodeCache] = WeakSet()


class State:
    """A strategy, its measure, and what has been asked of it."""

    def __init__(
        self, strategy: Profile, iterations: int, exploitability: float, history: History
    ) -> None:
        self._strategy: Profile | None = strategy
        self.iterations = iterations
        self.exploitability = exploitability
        self.history = history
        self.places: Remembered[Steps, Place] = Remembered(_MOST_PLACES)
        self.values: Remembered[Steps, NodeValues] = Remembered(_MOST_VALUES)
        self.trust: Remembered[Steps, Trust] = Remembered(_MOST_VALUES)

    @property
    def strategy(self) -> Profile:
        """The strategy as it was then."""
        if self._strategy is None:
            raise RunoutError("solution: it was being resumed when this process was forked")
        return self._strategy

    def let_go(self) -> None:
        """Without the strategy: there is no memory for it beside the one that is being learned."""
        self._strategy = None


class Gate:
    """Readers come and go; whoever shuts it waits for those inside, and keeps others out."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._shut_by: int | None = None

    @contextmanager
    def inside(self) -> Iterator[None]:
        """As a reader; waits while it is shut."""
        with self._changed:
            if self._shut_by == threading.get_ident():
                raise RunoutError(
                    "solution: it is being resumed, and there is no memory to keep the strategy "
                    "from before; look at it when that is done"
                )
            self._changed.wait_for(lambda: self._shut_by is None)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextmanager
    def shut(self) -> Iterator[None]:
        """Alone."""
        try:
            with self._changed:
                self._shut_by = threading.get_ident()
                self._changed.wait_for(lambda: self._inside == 0)
            yield
        finally:
            with self._changed:
                self._shut_by = None
                self._changed.notify_all()


class NodeCache:
    """Places and values of a solution by steps."""

    def __init__(
        self, plan: Plan, solved: Loop | SmallStrategy, exploitability: float, history: History
    ) -> None:
        self.plan = plan
        self.solved = solved
        self.publish(exploitability, history)
        self._here = threading.local()
        self._changing: int | None = None
        self._torn = False
        self._make_locks()
        _everyone.add(self)

    def _make_locks(self) -> None:
        self._turn = threading.RLock()
        self._gate = Gate()
        self.solved.locks.guard = threading.Lock()

    @property
    def loop(self) -> Loop:
        """What can go on learning."""
        if not isinstance(self.solved, Loop):
            raise RunoutError(
                "a small file has no river: this solution cannot be resumed or locked; "
                "load a full file, or solve the spot again"
            )
        return self.solved

    # One strategy, whole

    @contextmanager
    def pinned(self) -> Iterator[State]:
        """One strategy for all that this thread reads meanwhile."""
        pinned: State | None = getattr(self._here, "state", None)
        if pinned is not None:
            yield pinned
            return
        with self._gate.inside():
            state = self._here.state = self.state
            try:
                yield state
            finally:
                self._here.state = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Alone among those who change the solution or need all that it has learned."""
        with self._turn:
            if self._torn:
                raise RunoutError(
                    "solution: it was being resumed when this process was forked; here it can "
                    "neither be resumed nor saved"
                )
            yield

    @contextmanager
    def changing(self) -> Iterator[Loop]:
        """The loop may learn; `publish` at the end shows what it has learned."""
        with self.turn():
            loop = self.loop
            before, self._changing = self._changing, threading.get_ident()
            try:
                with self._apart(loop):
                    yield loop
            finally:
                self._changing = before

    @contextmanager
    def _apart(self, loop: Loop) -> Iterator[None]:
        """Readers keep the strategy if memory holds it twice; else they stay outside."""
        needed = loop.engine.bytes
        if needed <= loop.engine.room(loop.memory, held=needed).bytes:
            try:
                loop.engine.part()
            except MemoryError:
                pass
            else:
                yield
                return
        if getattr(self._here, "state", None) is not None:
            raise RunoutError("solution: it cannot be resumed by who is still reading it")
        with self._gate.shut():
            self.state.let_go()
            yield

    def publish(self, exploitability: float, history: History) -> None:
        """From now on, what the loop has learned is the strategy."""
        self.state = State(self.solved.frozen(), self.solved.iterations, exploitability, history)
        """The strategy as it is now. Whoever needs more than one look at it takes `pinned`."""

    def _start_in_child(self) -> None:
        """Other threads, with the locks they held and what they were learning, are not here."""
        self._make_locks()
        self._torn = self._changing not in (None, threading.get_ident())

    # What there is to see

    def place(self, steps: Steps) -> Place:
        """Where the steps lead."""
        with self.pinned() as state:
            return state.places.get(steps, lambda: self._found(state, steps))

    def _found(self, state: State, steps: Steps) -> Place:
        if not steps:
            return root_place(self.plan)
        known = len(steps) - 1
        while known and steps[:known] not in state.places:
            known -= 1
        for count in range(known, len(steps) - 1):  # one by one: a line may be too long to recurse
            self.place(steps[:count])
        before, step = self.place(steps[:-1]), steps[-1]
        if isinstance(step, Card):
            return dealt(self.plan, before, step)
        return acted(state.strategy, before, self.plan.spot.tree.nodes[before.node], step)

    def strategy(self, steps: Steps) -> NDArray[np.float64]:
        """The strategy of the player to act there, by hand of the cards asked for."""
        with self.pinned() as state:
            place = self.place(steps)
            node = self.plan.spot.tree.nodes[place.node]
            solved = strategy_at(state.strategy, place).astype(np.float64)
            return as_asked(self.plan, place, node.kind, solved)

    def values(self, steps: Steps) -> NodeValues:
        """What every hand is worth there."""
        with self.pinned() as state:
            return state.values.get(
                steps, lambda: node_values(self.plan, state.strategy, self.place(steps))
            )

    def trust(self, steps: Steps) -> Trust:
        """Who comes there, and what its player could still gain.

        While locks wait to be solved around, nobody knows what he could gain in that game.
        """
        with self.pinned() as state:
            found = state.trust.get(steps, lambda: self._trust(state, steps))
            return replace(found, regret=None) if self.solved.locks.waiting else found

    def _trust(self, state: State, steps: Steps) -> Trust:
        place, values = self.place(steps), self.values(steps)
        return trust(self.plan, state.strategy, place, values)

    def actions(self, steps: Steps) -> ActionValues:
        """What the player to act does and gets there; not remembered, for those who see it all."""
        with self.pinned() as state:
            return action_values(self.plan, state.strategy, self.place(steps))


class _Viewed(Protocol):
    @property
    def cache(self) -> NodeCache: ...


Self = TypeVar("Self", bound=_Viewed)
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def whole(
    method: Callable[Concatenate[Self, Arguments], Result],
) -> Callable[Concatenate[Self, Arguments], Result]:
    """Let a method see one strategy throughout."""

    @wraps(method)
    def pinned(self: Self, /, *arguments: Arguments.args, **settings: Arguments.kwargs) -> Result:
        with self.cache.pinned():
            return method(self, *arguments, **settings)

    return pinned


def _start_in_child() -> None:
    for known in list(_everyone):
        known._start_in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_in_child)
