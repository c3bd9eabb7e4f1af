"""A strategy of a game as a whole: what it is worth, and how far it is from an equilibrium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from runout.solver.engine import Where

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solver.engine import Policy, Reader
    from runout.solver.game import Game

_ROOT = Where(0, 0, 0)


class Strategy:
    """A strategy to be read, wherever it is stored."""

    def __init__(self, game: Game, reader: Reader) -> None:
        self.game = game
        self.reader = reader

    def root_hand_values(self, player: int, *, best: bool = False) -> NDArray[np.float64]:
        """Value of each hand at the root, times the opponent's compatible weight."""
        reach = self.game.weights[1 - player]
        policy: Policy = "best" if best else "average"
        return self.reader.values(player, _ROOT, reach, policy=policy).astype(np.float64)

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
