"""The CFR loop. It knows a game, not poker: Kuhn and Leduc poker run through it in the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout.solver.engines import DEFAULT_ENGINE, engine_named
from runout.solver.lock_store import Locks
from runout.solver.rule import DEFAULT
from runout.solver.strategy import Strategy

if TYPE_CHECKING:
    from runout.solver.game import Game
    from runout.solver.rule import Rule


class Loop(Strategy):
    """A game being solved: players take turns to improve against the other's strategy.

    >>> from runout.solver.games import kuhn
    >>> loop = Loop(kuhn())
    >>> loop.run(500)
    >>> round(loop.root_value(0), 3)  # -1/18
    -0.056
    """

    def __init__(
        self,
        game: Game,
        *,
        engine: str = DEFAULT_ENGINE,
        rule: Rule = DEFAULT,
        threads: int = 1,
        compress: bool = False,
        memory: int | None = None,
    ) -> None:
        self.engine = engine_named(engine)(game, threads=threads, compress=compress)
        super().__init__(game, self.engine)
        self.rule = rule
        self.memory = memory
        """Bytes that it may take; None for what the environment allows."""
        self.iterations = 0
        self.locks = Locks()

    def prepare(self) -> bool:
        """Start afresh if locks have changed: what was learned before belongs to another game."""
        with self.locks.guard:
            waiting, self.locks.waiting = self.locks.waiting, False
        if not waiting:
            return False
        self.engine.reset()
        self.locks.apply(self.engine)
        self.iterations = 0
        return True

    def frozen(self) -> Strategy:
        """The strategy, for any thread: it stays what it is now while this one goes on."""
        return Strategy(self.game, self.engine.reader())

    def step(self) -> None:
        """One iteration: both players."""
        discount = self.rule.discount(self.iterations)
        for player in (0, 1):
            self.engine.update(player, discount)
        self.iterations += 1

    def run(self, iterations: int) -> None:
        """So many iterations."""
        for _ in range(iterations):
            self.step()
