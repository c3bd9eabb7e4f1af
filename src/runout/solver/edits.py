"""Lines that are added to a tree or taken out of it, found by the steps that lead to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runout.solver.line import Line
    from runout.solver.tree import Action

NONE = 0
"""The number of a point after which nothing is added or removed."""


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
