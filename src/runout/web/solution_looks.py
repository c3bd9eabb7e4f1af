"""What a page looks at in a solution: nodes, cards, breakdowns, curves, ranges, differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runout.errors import RunoutError
from runout.solution.difference import compare
from runout.solution.node_range import node_range
from runout.threads import thread_count
from runout.web.node_sheet import node_sheet
from runout.web.problems import ProblemError

if TYPE_CHECKING:
    from runout.solution.node import SolutionNode
    from runout.web.studio import Studio

PASSES = {"node": 4, "cards": 8, "compare": 8}
"""Over the whole game, at most, in a look."""
LOOKS = ("node", "cards", "breakdown", "distribution", "range", "compare", "summary")


def look(studio: Studio, what: str, asked: dict[str, Any]) -> dict[str, Any]:
    """One of `LOOKS`, as plain data."""
    if what not in LOOKS:
        raise ProblemError(404, f"look {what!r}: one of {', '.join(LOOKS)}")
    if what == "compare":
        return _compare(studio, asked)
    if what == "summary":
        return studio.open.get(asked["id"]).solution.summary().to_dict()
    node = _node(studio, asked["id"], asked.get("line", ""))
    if what == "node":
        return node_sheet(node).to_dict()
    if what == "cards":
        return node.runouts().to_dict()
    if what == "breakdown":
        return _breakdown(node, asked)
    if what == "distribution":
        return node.report().to_dict()
    return node_range(node, asked.get("player"), asked["notation"], asked["min_weight"]).to_dict()


def _breakdown(node: SolutionNode, asked: dict[str, Any]) -> dict[str, Any]:
    """With the names of the hands, where a condition has chosen some."""
    player, condition = asked.get("player"), asked.get("filter")
    data = node.breakdown(asked["by"], player, condition).to_dict()
    return data | ({"hands": node.where(condition, player).chosen.hands} if condition else {})


def _node(studio: Studio, identity: str, line: str) -> SolutionNode:
    return studio.open.get(identity).solution[line]


def _compare(studio: Studio, asked: dict[str, Any]) -> dict[str, Any]:
    first = _node(studio, asked["a"], asked.get("line", ""))
    second = _node(studio, asked["b"], asked.get("other_line") or asked.get("line", ""))
    found = compare(first, second, player=asked.get("player"))
    data = found.to_dict()
    for what in ("", "ev"):
        try:
            grid = found.grid(what).to_dict()
        except RunoutError:
            continue
        data.setdefault("grids", {})[what or "strategy"] = grid
    return data


def expected_seconds(studio: Studio, what: str, identity: str) -> float:
    """What a look will take on all cores, at most: passes over the whole game."""
    return PASSES.get(what, 4) * studio.open.get(identity).seconds / thread_count(None)
