"""Means over boards as one would take them by hand, board by board and hand by hand."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from runout.combos import Combo

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from runout.solution.node import SolutionNode


def weighted(values: Sequence[float | None], weights: Sequence[float]) -> float | None:
    """The mean of what is there."""
    known = [(v, w) for v, w in zip(values, weights, strict=True) if v is not None]
    total = sum(w for _, w in known)
    return sum(v * w for v, w in known) / total if total > 0 else None


def hand_rows(node: SolutionNode, player: str) -> list[dict[str, Any]]:
    """Every hand of a player at a node: how often it is met, what it does and gets."""
    table, rows = node.table(player), []
    total = float(table.counts.sum())
    for i, combo in enumerate(table.combos):
        row: dict[str, Any] = {
            "class": Combo.at(int(combo)).hand_class,
            "met": float(table.counts[i]) / total,
        }
        row |= {name: float(table.columns[name][i]) for name in ("ev", "equity")}
        row["often"] = [float(often[i]) for often in table.columns["frequency"]]
        row["worth"] = [float(worth[i]) for worth in table.columns["action_ev"]]
        if row["met"] > 0:
            rows.append(row)
    return rows


def of_hands(rows: list[dict[str, Any]], is_in: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Some hands of a node together; each counts as often as it is met."""
    own = [row for row in rows if is_in(row)]
    share = sum(row["met"] for row in own)

    def mean(value: Callable[[dict[str, Any]], float]) -> float:
        return float(sum(row["met"] * value(row) for row in own) / share)

    def of_action(name: str, number: int) -> float:
        return mean(lambda row: row[name][number])

    actions = range(len(own[0]["often"]))
    assert not any(isnan(worth) for row in own for worth in row["worth"])
    taking = [sum(row["met"] * row["often"][a] for row in own) for a in actions]
    return {
        "share": share,
        "ev": mean(lambda row: row["ev"]),
        "equity": mean(lambda row: row["equity"]),
        "often": [of_action("often", a) for a in actions],
        "always": [of_action("worth", a) for a in actions],
        "worth": [
            sum(row["met"] * row["often"][a] * row["worth"][a] for row in own) / taking[a]
            if taking[a] > 0
            else None
            for a in actions
        ],
    }


def best_tree_score(questions: list[list[bool]], scores: list[list[float]], depth: int) -> float:
    """The best sum of scores of any tree of a depth: every tree is tried."""
    actions = range(len(scores[0]))

    def best(boards: list[int], left: int) -> float:
        leaf = max(sum(scores[b][a] for b in boards) for a in actions)
        if left == 0:
            return leaf
        found = [leaf]
        for question in questions:
            parts = [[b for b in boards if question[b] is answer] for answer in (True, False)]
            if all(parts):
                found.append(sum(best(part, left - 1) for part in parts))
        return max(found)

    return best(list(range(len(scores))), depth)
