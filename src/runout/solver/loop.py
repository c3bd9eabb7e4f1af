"""The CFR loop. It knows a game, not poker: Kuhn and Leduc poker run through it in the tests."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, cast

import numpy as np

from runout import _core
from runout.solver.lock_store import Locks
from runout.solver.rule import DEFAULT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solver.game import Game
    from runout.solver.rule import Rule


class Loop:
    """A game being solved: players take turns to improve against the other's strategy.

    >>> from runout.solver.games import kuhn
    >>> loop = Loop(kuhn())
    >>> loop.run(500)
    >>> round(loop.root_value(0), 3)  # -1/18
    -0.056
    """

    def __init__(
        self, game: Game, *, rule: Rule = DEFAULT, threads: int = 1, compress: bool = False
    ) -> None:
        self.game = game
        self.rule = rule
        self.compress = compress
        self.engine = _core.Solver(game.compiled(), compress, threads)
        self.iterations = 0
        self.locks = Locks()

    def prepare(self) -> bool:
        """Start afresh if locks have changed: what was learned before belongs to another game."""
        self.check_resumable()
        with self.locks.guard:
            waiting, self.locks.waiting = self.locks.waiting, False
        if not waiting:
            return False
        self.engine.part()
        for numbers in self.engine.numbers():
            numbers[:] = 0
        self.locks.apply(self.engine)
        self.iterations = 0
        return True

    def frozen(self) -> Loop:
        """The same to be read, by any thread: it stays what it is now while this one goes on."""
        kept = copy(self)
        kept.engine = cast("_core.Solver", self.engine.reader())
        return kept

    def check_resumable(self) -> None:
        """Raise if there is not all that it takes to go on."""

    def step(self) -> None:
        """One iteration: both players."""
        discount = self.rule.discount(self.iterations)
        for player in (0, 1):
            self.engine.update(player, discount.positive, discount.negative, discount.average)
        self.iterations += 1

    def run(self, iterations: int) -> None:
        """So many iterations."""
        for _ in range(iterations):
            self.step()

    def root_hand_values(self, player: int, *, best: bool = False) -> NDArray[np.float64]:
        """Value of each hand at the root, times the opponent's compatible weight."""
        policy = "best" if best else "average"
        reach = self.game.weights[1 - player]
        return self.engine.values(player, policy, False, 0, 0, 0, reach).astype(np.float64)

    def root_value(self, player: int, *, best: bool = False) -> float:
        """Value of the game for a player: of the average strategy, or of the best reply to it."""
        values = self.root_hand_values(player, best=best)
        return float(values @ self.game.weights[player]) / self.game.deal_weight

    def exploitability(self, *, zero_sum: bool) -> float:
        """Mean of what the two players would gain by their best replies.

        In a zero-sum game the values of the average strategy cancel and need no pass of their own.
        """
        gain = self.root_value(0, best=True) + self.root_value(1, best=True)
        if not zero_sum:
            gain -= self.root_value(0) + self.root_value(1)
        return max(gain / 2, 0.0)
