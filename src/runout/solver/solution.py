"""The solution: a summary, and the strategy and value of every hand at every node."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.combos import Combo
from runout.errors import RunoutError
from runout.solver.place import Place, board_text, find_place, root_place
from runout.solver.solving import Clock, Limits, SolveProgress, run, timed
from runout.solver.tree import IP, OOP, Action
from runout.solver.values import NodeValues, node_values, raw_equity

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from numpy.typing import NDArray

    from runout.solver.loop import Loop
    from runout.solver.plan import Plan
    from runout.solver.spot import Spot

_NAMES = ("oop", "ip")


@dataclass(frozen=True)
class Summary:
    """A solve in a few numbers. EVs are in chips, equities raw showdown equities of the ranges."""

    iterations: int
    exploitability: float
    """In chips."""
    exploitability_percent: float
    """In percent of the starting pot."""
    ev: tuple[float, float]
    equity: tuple[float, float]
    seconds: float
    cpu_seconds: float
    stored_numbers: int
    memory_bytes: int
    actions: tuple[str, ...]
    """What the first player may do."""
    frequencies: tuple[float, ...]
    """How often he does it."""

    def to_dict(self) -> dict[str, Any]:
        """The summary as plain data, ready for JSON."""
        return {
            "iterations": self.iterations,
            "exploitability": {
                "chips": self.exploitability,
                "percent": self.exploitability_percent,
            },
            "ev": dict(zip(_NAMES, self.ev, strict=True)),
            "equity": dict(zip(_NAMES, self.equity, strict=True)),
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "stored_numbers": self.stored_numbers,
            "memory_bytes": self.memory_bytes,
            "root": {"actions": list(self.actions), "frequencies": list(self.frequencies)},
        }

    def __str__(self) -> str:
        root = ", ".join(
            f"{action} {100 * often:.1f} %"
            for action, often in zip(self.actions, self.frequencies, strict=True)
        )
        return (
            f"{self.iterations} iterations, exploitability {self.exploitability_percent:.3f} % of "
            f"the pot\nEV oop {self.ev[0]:.2f}, ip {self.ev[1]:.2f}\n{root}"
        )


class Solution:
    """A solved spot. `at` opens any node; `resume` goes on solving."""

    def __init__(
        self, spot: Spot, plan: Plan, loop: Loop, exploitability: float, clock: Clock
    ) -> None:
        self.spot = spot
        self.plan = plan
        self._loop = loop
        self._exploitability = exploitability
        self._clock = clock

    def __repr__(self) -> str:
        percent = 100 * self._exploitability / self.spot.pot
        return (
            f"Solution({self.spot.board}, {self._loop.iterations} iterations, "
            f"exploitability {percent:.3f} %)"
        )

    def resume(
        self,
        *,
        target: float = 0.3,
        max_iterations: int = 1000,
        max_seconds: float | None = None,
        progress: Callable[[SolveProgress], None] | None = None,
    ) -> Solution:
        """Go on from here, as if it had never stopped; iterations count from the very start."""
        limits = Limits(target, max_iterations, max_seconds)
        with timed(self._clock):
            self._exploitability = run(self._loop, self.spot, limits, progress)
        return self

    def save(
        self,
        path: str | PathLike[str],
        *,
        small: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Write it to a file that `runout.load` reads; a `small` one leaves the river out."""
        from runout.solver.saving import save

        save(self, path, small=small, progress=progress)

    def summary(self) -> Summary:
        """The solve in a few numbers."""
        half = self.spot.pot / 2
        root = self.at()
        return Summary(
            self._loop.iterations,
            self._exploitability,
            100 * self._exploitability / self.spot.pot,
            (self._loop.root_value(OOP) + half, self._loop.root_value(IP) + half),
            (self._range_equity(OOP), self._range_equity(IP)),
            self._clock.seconds,
            self._clock.cpu_seconds,
            self.plan.game.stored_numbers,
            self._loop.engine.bytes,
            tuple(str(action) for action in root.actions),
            tuple(root.frequencies),
        )

    def _range_equity(self, player: int) -> float:
        game, place = self.plan.game, root_place(self.plan)
        other = game.hands[1 - player].weight
        weight = game.hands[player].weight * game.compatible_weight(player, other)
        equity = raw_equity(self.plan, place, player)
        return float(np.where(weight > 0, weight * equity, 0.0).sum() / weight.sum())

    def at(self, line: str = "") -> SolutionNode:
        """The node that a line leads to, such as ``check / bet 120 / call / 4d``.

        >>> from runout import Spot, solve
        >>> spot = Spot("Td9d6hQc2c", 200, 900, "66+,A8s+", "QQ-22,ATo+", bets="60%")
        >>> node = solve(spot, target=1).at("check")
        >>> node.player, [str(action) for action in node.actions]
        ('ip', ['check', 'bet 120'])
        """
        place = find_place(self.plan, self._loop, line)
        node = self.spot.tree.nodes[place.node]
        if node.kind not in (OOP, IP):
            raise RunoutError(f"line {line!r}: nobody acts there; name a card, or a shorter line")
        return SolutionNode(self.plan, self._loop, place)


class SolutionNode:
    """A node where a player acts. Values are computed when they are first asked for."""

    def __init__(self, plan: Plan, loop: Loop, place: Place) -> None:
        self._plan = plan
        self._loop = loop
        self._place = place
        self._node = plan.spot.tree.nodes[place.node]

    @property
    def player(self) -> str:
        """Who acts: oop or ip."""
        return _NAMES[self._node.kind]

    @property
    def board(self) -> str:
        """The board, as it was asked for."""
        return board_text(self._plan, self._place)

    @property
    def pot(self) -> float:
        """The pot, bets that have not been called included."""
        return self._plan.spot.tree.pots[self._place.node]

    @property
    def actions(self) -> list[Action]:
        """What the player may do."""
        return self._node.actions

    @cached_property
    def values(self) -> NodeValues:
        """All values as arrays, by hand in the order of `combos`; missing ones are NaN."""
        return node_values(self._plan, self._loop, self._place)

    def combos(self, player: str) -> list[Combo]:
        """The hands of a player's range that the first board leaves possible."""
        return [Combo.at(int(index)) for index in self._plan.combos[_number(player)]]

    @cached_property
    def frequencies(self) -> list[float]:
        """How often each action is taken, over all hands that get here."""
        weight = self.values.players[self._node.kind].weight
        total = weight.sum()
        if not total > 0:
            return [1 / len(self.actions)] * len(self.actions)
        mixed = np.nansum(self.values.strategy * weight, axis=1) / total
        return [float(often) for often in mixed]

    def to_dict(self) -> dict[str, Any]:
        """Everything about the node as plain data; missing values are None."""
        values = self.values
        return {
            "player": self.player,
            "board": self.board,
            "pot": self.pot,
            "actions": [str(action) for action in self.actions],
            "frequencies": self.frequencies,
            "players": {name: self._player_dict(number) for number, name in enumerate(_NAMES)},
            "hands": [
                {
                    "hand": str(combo),
                    "strategy": _given(values.strategy[:, i]),
                    "ev": _given(values.action_ev[:, i]),
                    "realised_equity": _given(values.action_realised[:, i]),
                }
                for i, combo in enumerate(self.combos(self.player))
            ],
        }

    def to_frame(self) -> Any:  # noqa: ANN401 - polars or pandas, whichever is installed
        """One row for each hand of the player to act: strategy and EV of each action."""
        from runout.frames import data_frame

        rows = []
        for row in self.to_dict()["hands"]:
            named = {"hand": row["hand"]}
            for action, often, ev in zip(self.actions, row["strategy"], row["ev"], strict=True):
                named |= {str(action): often, f"EV {action}": ev}
            rows.append(named)
        return data_frame(rows)

    def _player_dict(self, player: int) -> dict[str, Any]:
        values = self.values.players[player]
        columns = (values.ev, values.realised, values.equity, values.eqr)
        names = ("ev", "realised_equity", "equity", "eqr")
        rows = zip(
            self.combos(_NAMES[player]), values.reach.tolist(), *map(_given, columns), strict=True
        )
        return {
            "average": {
                name: values.mean(column) for name, column in zip(names, columns, strict=True)
            },
            "hands": [
                {
                    "hand": str(combo),
                    "reach": reach,
                    **dict(zip(names, numbers, strict=True)),
                }
                for combo, reach, *numbers in rows
            ],
        }

    def __repr__(self) -> str:
        actions = ", ".join(
            f"{action} {100 * often:.1f} %"
            for action, often in zip(self.actions, self.frequencies, strict=True)
        )
        return f"SolutionNode({self.board}, {self.player}: {actions})"


def _number(player: str) -> int:
    if player not in _NAMES:
        raise RunoutError(f"player {player!r}: oop or ip")
    return _NAMES.index(player)


def _given(values: NDArray[np.float64]) -> list[float | None]:
    """Values as they are given out: None where there is none."""
    return [float(value) if np.isfinite(value) else None for value in values]
