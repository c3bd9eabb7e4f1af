"""The nodes of a betting tree by the lines that lead to them."""

from collections.abc import Iterator

from runout import Spot
from runout.solver.betting import DEAL, IP, OOP
from runout.solver.tree import Node

CARD = "#"
"""Stands for a card in a line."""


def nodes_by_line(spot: Spot) -> Iterator[tuple[list[str], Node]]:
    """Every node with its line from the start on, cards included."""
    todo: list[tuple[list[str], int]] = [([], 0)]
    while todo:
        steps, number = todo.pop()
        node = spot.tree.nodes[number]
        yield steps, node
        words = [CARD] if node.kind == DEAL else [str(action) for action in node.actions]
        todo += [([*steps, word], child) for word, child in zip(words, node.children, strict=True)]


def actions_by_line(spot: Spot) -> dict[str, str]:
    """What may be done after every line, cards left out; the first line is ``root``."""
    return {
        " / ".join(step for step in steps if step != CARD) or "root": ", ".join(
            str(action) for action in node.actions
        )
        for steps, node in nodes_by_line(spot)
        if node.kind in (OOP, IP)
    }
