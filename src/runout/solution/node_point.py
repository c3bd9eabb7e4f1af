"""Where a node is, and the numbers of its hands: all that the rest is made of."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import Card, format_cards
from runout.combos import COMBOS, Combo, holding
from runout.errors import RunoutError
from runout.ranges import Range
from runout.solution.hand_table import PlayerTables
from runout.solution.node_cache import whole
from runout.solution.node_locks import LockedNode, locked, locked_nodes
from runout.solution.node_table import player_number, table_of
from runout.solution.node_view import view_of
from runout.solution.values import frequencies, range_weights
from runout.solver.betting import DEAL, FOLD, IP, OOP, SHOWDOWN
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solution.node_cache import NodeCache, Steps
    from runout.solution.node_table import NodeTable
    from runout.solution.node_view import NodeView, Trust
    from runout.solution.values import NodeValues, Place
    from runout.solver.tree import Node

    Floats = NDArray[np.float64]

_WEIGHT_DECIMALS = 7
_KINDS = {OOP: "action", IP: "action", DEAL: "deal", FOLD: "fold", SHOWDOWN: "showdown"}


class NodePoint:
    """A point of the game and what every hand does and is worth there, as arrays and columns."""

    def __init__(self, cache: NodeCache, steps: Steps = ()) -> None:
        self._cache = cache
        self._steps = steps

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._cache, self._steps)

    def __eq__(self, other: object) -> bool:
        """Whether it is the same point of the same solution."""
        if not isinstance(other, NodePoint):
            return NotImplemented
        return self._cache is other._cache and self._steps == other._steps

    def __hash__(self) -> int:
        return hash((id(self._cache), self._steps))

    @property
    def cache(self) -> NodeCache:
        """Where its values come from, for those who need the arrays."""
        return self._cache

    @property
    def steps(self) -> Steps:
        """What was done so far, as numbers of actions and cards."""
        return self._steps

    @property
    def place(self) -> Place:
        """Where it is among the nodes and deals that were solved."""
        return self._cache.place(self._steps)

    @property
    def _node(self) -> Node:
        return self._cache.plan.spot.tree.nodes[self.place.node]

    @property
    def kind(self) -> str:
        """Whether it is an ``action``, a ``deal``, a ``fold`` or a ``showdown``."""
        return _KINDS[self._node.kind]

    @property
    def player(self) -> str | None:
        """Who acts: oop or ip; None where nobody does."""
        return PLAYERS[self._node.kind] if self.kind == "action" else None

    @property
    def line(self) -> str:
        """What was done so far, as text; empty at the root."""
        nodes = self._cache.plan.spot.tree.nodes
        words, number = [], 0
        for step in self._steps:
            node = nodes[number]
            words.append(str(step if isinstance(step, Card) else node.actions[step]))
            number = node.children[0 if isinstance(step, Card) else step]
        return " / ".join(words)

    @property
    def board(self) -> str:
        """The board, with the cards that were asked for."""
        return format_cards((*self._cache.plan.spot.cards, *self.place.cards))

    @property
    def pot(self) -> float:
        """The pot, bets that have not been called included."""
        return self._cache.plan.spot.tree.pots[self.place.node]

    @property
    def stacks(self) -> dict[str, float]:
        """What each player has left."""
        return dict(zip(PLAYERS, self._cache.plan.spot.tree.stacks(self._node), strict=True))

    @property
    def stack(self) -> float:
        """What the player to act has left; where nobody acts, the smaller of the two stacks."""
        return self.stacks[self.player] if self.player else min(self.stacks.values())

    @property
    def actions(self) -> list[str]:
        """What the player may do, smallest first; empty where nobody acts."""
        return [str(action) for action in self._node.actions]

    @property
    def values(self) -> NodeValues:
        """All values as arrays, by hand in the order of `combos`; missing ones are NaN.

        Hands that are hardly ever met have theirs here; `PlayerValues.shown` leaves them out.
        """
        return self._cache.values(self._steps)

    def combos(self, player: str) -> list[Combo]:
        """The hands of a player's range that the first board leaves possible."""
        return [Combo.at(int(i)) for i in self._cache.plan.combos[player_number(player)]]

    def possible(self, player: str) -> NDArray[np.intp]:
        """Which of them the board here leaves possible."""
        combos = self._cache.plan.combos[player_number(player)]
        return np.flatnonzero(~holding(self.place.cards)[combos])

    def range(self, player: str) -> Range:
        """A player's range here: the weight of each hand times how often it comes this way.

        ``to_pio()`` of it is text that other tools read. Weights have seven decimals, more where
        hardly anybody comes this way; what is beyond them is rounding.
        """
        number = player_number(player)
        reach, _ = range_weights(self._cache.plan, self.place, number)
        weights = np.zeros(COMBOS)
        if largest := reach.max():
            decimals = _WEIGHT_DECIMALS - math.ceil(math.log10(largest))
            weights[self._cache.plan.combos[number]] = np.clip(reach.round(decimals), 0.0, 1.0)
        return Range.from_weights(weights)

    @property
    @whole
    def frequencies(self) -> dict[str, float]:
        """How often each action is taken, over all hands that get here."""
        if self.player is None:
            return {}
        reach, counts = range_weights(self._cache.plan, self.place, self._node.kind)
        often = frequencies(self.actions, self._cache.strategy(self._steps), reach, counts)
        return dict(zip(self.actions, often, strict=True))

    @whole
    def hands(self, player: str) -> PlayerTables:
        """A player's hands, whether it is his turn or not."""
        return PlayerTables(self.table(player), self.values.players[player_number(player)])

    @whole
    def table(self, player: str) -> NodeTable:
        """The columns of a player's hands that the board leaves possible."""
        number = player_number(player)
        combos, possible = self._cache.plan.combos[number], self.possible(player)
        acts = player == self.player
        locked = self._locked_hands() if acts and self._cache.solved.locks else None
        actions = self.actions if acts else []
        return table_of(self.values, player, combos, possible, actions, self.pot, locked)

    @whole
    def view(self) -> NodeView:
        """All that is shown of it, as data."""
        return view_of(self)

    @property
    def trust(self) -> Trust:
        """Who comes here, what could still be gained, and warnings in words."""
        return self._cache.trust(self._steps)

    @property
    def reach(self) -> dict[str, float]:
        """By player, the share of his range that comes here by what he does himself.

        Under a thousandth, nothing was learned here about that player.
        """
        return self.trust.reach

    @property
    def regret(self) -> float | None:
        """What the player to act could still gain by his best reply from here on.

        In percent of the pot, against the range and strategy that the opponent has here. None where
        nobody acts, where no hand comes, before the river of a small file, and while locks wait.
        """
        return self.trust.regret

    @property
    def locked(self) -> Range:
        """The hands of the player to act that are locked here."""
        number = player_number(self._acting())
        weights = np.zeros(COMBOS)
        weights[self._cache.plan.combos[number][self._locked_hands()]] = 1.0
        return Range.from_weights(weights)

    @property
    def locks(self) -> list[LockedNode]:
        """All nodes of the solution where hands are locked."""
        locks = self._cache.solved.locks
        return locked_nodes(self._cache.plan, locks) if locks else []

    def _locked_hands(self) -> NDArray[np.bool_]:
        """Which hands of the player to act are locked here."""
        table = locked(self._cache.plan, self._cache.solved.locks, self.place)
        hands: NDArray[np.bool_] = np.isfinite(table[0])
        return hands

    def _acting(self) -> str:
        if self.player is None:
            raise RunoutError(
                f"line {self.line!r}: nobody acts here; ask node.hands('oop') or node.hands('ip')"
            )
        return self.player
