"""Walking through a solution by the texts of actions and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout.cards import parse_cards
from runout.solver.place import Place, acted, dealt, root_place
from runout.solver.tree import DEAL

if TYPE_CHECKING:
    from runout.solver.solution import Solution


def place_at(solution: Solution, line: str = "") -> Place:
    """The place after actions and cards, such as ``check / bet 12 / 2c``."""
    place = root_place(solution.plan)
    for step in filter(None, line.split(" / ")):
        node = solution.spot.tree.nodes[place.node]
        if node.kind == DEAL:
            place = dealt(solution.plan, place, parse_cards(step)[0])
        else:
            number = [str(action) for action in node.actions].index(step)
            place = acted(solution._loop, place, node, number)
    return place
