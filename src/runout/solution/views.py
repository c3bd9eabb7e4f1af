"""What is known about the nodes of a solution: places and values, computed once and remembered."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import Card
from runout.solution.place import Place, acted, as_asked, dealt, root_place, strategy_at
from runout.solution.values import ActionValues, NodeValues, action_values, node_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.solver.loop import Loop
    from runout.solver.plan import Plan

Steps = tuple[int | Card, ...]
"""From the root on: the number of an action where a player acts, a card where one is dealt."""

_MOST_PLACES, _MOST_VALUES = 8192, 512


class Views:
    """Places and values of a solution by steps; forgotten when the strategy changes."""

    def __init__(self, plan: Plan, loop: Loop) -> None:
        self.plan = plan
        self.loop = loop
        self._places: OrderedDict[Steps, Place] = OrderedDict()
        self._values: OrderedDict[Steps, NodeValues] = OrderedDict()

    def place(self, steps: Steps) -> Place:
        """Where the steps lead."""
        if steps not in self._places:
            self._places[steps] = self._found(steps)
            if len(self._places) > _MOST_PLACES:
                self._places.popitem(last=False)
        return self._places[steps]

    def _found(self, steps: Steps) -> Place:
        if not steps:
            return root_place(self.plan)
        before, step = self.place(steps[:-1]), steps[-1]
        if isinstance(step, Card):
            return dealt(self.plan, before, step)
        return acted(self.loop, before, self.plan.spot.tree.nodes[before.node], step)

    def strategy(self, steps: Steps) -> NDArray[np.float64]:
        """The strategy of the player to act there, by hand of the cards asked for."""
        place = self.place(steps)
        node = self.plan.spot.tree.nodes[place.node]
        solved = strategy_at(self.loop, place, node).astype(np.float64)
        return as_asked(self.plan, place, node.kind, solved)

    def values(self, steps: Steps) -> NodeValues:
        """What every hand is worth there."""
        if steps not in self._values:
            self._values[steps] = node_values(self.plan, self.loop, self.place(steps))
            if len(self._values) > _MOST_VALUES:
                self._values.popitem(last=False)
        return self._values[steps]

    def actions(self, steps: Steps) -> ActionValues:
        """What the player to act does and gets there; not remembered, for those who see it all."""
        return action_values(self.plan, self.loop, self.place(steps))

    def forget(self) -> None:
        """The strategy has changed."""
        self._places.clear()
        self._values.clear()
