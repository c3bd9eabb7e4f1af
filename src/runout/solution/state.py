"""One strategy of a solution, whole, and who may look at it while the solution is solved on."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from runout.errors import RunoutError
from runout.remembered import Remembered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runout.cards import Card
    from runout.solution.place import Place
    from runout.solution.trust import Trust
    from runout.solution.values import NodeValues
    from runout.solver.engine import Profile
    from runout.solver.loop import History

    Steps = tuple[int | Card, ...]

_MOST_PLACES, _MOST_VALUES = 8192, 512


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
