"""What a batch keeps of a solution: its lines as one table, of ranges, classes and holdings."""

from __future__ import annotations

import io
from importlib.util import find_spec
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.batch.action_names import action_names
from runout.batch.lines import reached
from runout.combos import CLASS_NAMES, CLASS_OF
from runout.errors import RunoutError
from runout.holdings.grouping import grouped
from runout.solution.values import eqr_of, means
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from runout.solution.node import SolutionNode
    from runout.solution.node_table import NodeTable
    from runout.solution.solution import Solution

    Floats = NDArray[np.float64]

ALL, CLASS, HOLDING = "ranges", "classes", "holdings"
GROUPS = (ALL, CLASS, HOLDING)
"""What a row is about: the whole range, one of the 169 hand classes, or a made class and draw."""
OF_RANGE = ("ev", "equity", "realised_equity", "eqr")
ACTION_COLUMNS = ("frequency", "action_ev", "always_ev")
COLUMNS: dict[str, str] = {
    "line": "text",
    "node": "text",
    "dealt": "text",
    "runouts": "whole",
    "player": "text",
    "acts": "switch",
    "pot": "number",
    "reach": "number",
    "group": "text",
    "of": "text",
    "combos": "number",
    "share": "number",
    **dict.fromkeys(OF_RANGE, "number"),
    "action": "text",
    "label": "text",
    **dict.fromkeys(ACTION_COLUMNS, "number"),
    "exploitability": "number",
    "iterations": "whole",
    "seconds": "number",
}
"""The columns of an answer and what they hold; an answer without one of them is made again."""


def check_polars() -> None:
    """Refuse to begin where tables could not be written or read."""
    if find_spec("polars") is None:
        raise RunoutError("batch: tables need polars: pip install 'runout[batch]'")


def schema() -> dict[str, Any]:
    """The columns of an answer with their types in polars, which is loaded when it is needed."""
    import polars

    kinds = {
        "text": polars.String,
        "whole": polars.Int32,
        "switch": polars.Boolean,
        "number": polars.Float32,
    }
    return {name: kinds[kind] for name, kind in COLUMNS.items()}


def answer_of(solution: Solution, lines: Sequence[str]) -> bytes:
    """The table of all lines, as the bytes of a Parquet file."""
    table = _Table()
    summary = solution.summary()
    solved = {
        "exploitability": summary.exploitability_percent,
        "iterations": summary.iterations,
        "seconds": summary.seconds,
    }
    for line in lines:
        for node, count in reached(solution, line):
            for player in PLAYERS:
                same = {"line": line, "runouts": count, **_of_node(node, player), **solved}
                for rows in _rows_of(node, player):
                    table.add(same, rows)
    return table.parquet()


def _of_node(node: SolutionNode, player: str) -> dict[str, Any]:
    """What all rows of a player at a node have in common."""
    return {
        "node": node.line,
        "dealt": node.board[-2 * len(node.place.cards) :] if node.place.cards else "",
        "player": player,
        "acts": node.player == player,
        "pot": float(node.pot),
        "reach": float(node.reach[player]),
    }


def _rows_of(node: SolutionNode, player: str) -> list[dict[str, Any]]:
    """A player's rows at a node: his whole range, his hand classes, and what his hands are."""
    table, labels = node.table(player), _labels(node)
    holdings, names = grouped(node.board, table.combos, "cross")
    return [
        _grouped(table, labels, ALL, np.zeros(len(table), np.int64), [""]),
        _grouped(table, labels, CLASS, CLASS_OF[table.combos].astype(np.int64), list(CLASS_NAMES)),
        _grouped(table, labels, HOLDING, holdings, names),
    ]


def _labels(node: SolutionNode) -> list[str]:
    tree = node.cache.plan.spot.tree
    here = tree.nodes[node.place.node]
    return action_names(tree.betting, here.state, here.actions) if node.player else []


def _grouped(
    table: NodeTable, labels: list[str], group: str, numbers: NDArray[np.int64], names: list[str]
) -> dict[str, Any]:
    """Rows of the groups that hands are in, a row for each action that their player has.

    An action's EV is that of the hands that take it, and that of all hands if they always did.
    """
    own, count = table.columns, len(names)
    weight = table.counts if table.counts.any() else own["weight"]
    combos = np.bincount(numbers, own["weight"], count)
    there = np.flatnonzero(combos > 0) if group != ALL else np.array([0])

    def mean(column: Floats, counted: Floats) -> Floats:
        found: Floats = means(column, counted, numbers, count)[there]
        return found

    met = np.bincount(numbers, weight, count)[there]
    columns = {name: mean(own[name], table.counts) for name in OF_RANGE[:-1]}
    columns["eqr"] = eqr_of(columns["ev"], columns["equity"], table.pot)
    columns |= {"combos": combos[there], "share": met / (weight.sum() or 1.0)}
    actions: list[str | None] = [*table.actions] or [None]
    several = {name: np.tile(column, len(actions)) for name, column in columns.items()}
    several |= _of_actions(table, weight, mean, len(there))
    return {
        **several,
        "group": group,
        "of": [names[number] for number in there] * len(actions),
        "action": [action for action in actions for _ in there],
        "label": [label for label in (labels if table.actions else [None]) for _ in there],
    }


def _of_actions(table: NodeTable, weight: Floats, mean: Any, groups: int) -> dict[str, Floats]:  # noqa: ANN401
    """Of each action in turn, for all groups: how often it is taken, and what it is worth."""
    if not table.actions:
        return {name: np.full(groups, np.nan) for name in ACTION_COLUMNS}
    found: dict[str, list[Floats]] = {name: [] for name in ACTION_COLUMNS}
    for often, ev in zip(table.columns["frequency"], table.columns["action_ev"], strict=True):
        share = mean(often, weight) if weight.any() else np.full(groups, 1 / len(table.actions))
        found["frequency"].append(share)
        found["action_ev"].append(mean(ev, table.counts * np.nan_to_num(often)))
        found["always_ev"].append(mean(ev, table.counts))
    return {name: np.concatenate(columns) for name, columns in found.items()}


class _Table:
    """Rows that are put together piece by piece."""

    def __init__(self) -> None:
        self._pieces: dict[str, list[Any]] = {name: [] for name in COLUMNS}

    def add(self, same: dict[str, Any], rows: dict[str, Any]) -> None:
        """Append rows; what is one value rather than many is the same in all of them."""
        count = len(rows["of"])
        for name, kind in COLUMNS.items():
            value = rows[name] if name in rows else same[name]
            if not isinstance(value, list | np.ndarray):
                plain = np.nan if value is None else value
                value = [value] * count if kind == "text" else np.full(count, plain)
            self._pieces[name].append(value)

    def parquet(self) -> bytes:
        """All of them as the bytes of a Parquet file; what is missing is null."""
        import polars

        columns = {}
        for name, kind in schema().items():
            pieces = self._pieces[name]
            text = COLUMNS[name] == "text"
            values = list(chain(*pieces)) if text else np.concatenate(pieces)
            columns[name] = polars.Series(name, values).cast(kind)
        out = io.BytesIO()
        polars.DataFrame(columns).fill_nan(None).write_parquet(out, compression="zstd")
        return out.getvalue()
