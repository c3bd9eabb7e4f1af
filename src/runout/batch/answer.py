"""What a batch keeps of a solution: its lines as one table, whole ranges and hand classes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.batch.lines import reached
from runout.combos import CLASS_NAMES
from runout.solution.values import frequencies
from runout.solver.spot import PLAYERS

if TYPE_CHECKING:
    from runout.solution.node import SolutionNode
    from runout.solution.node_table import NodeTable
    from runout.solution.solution import Solution

ALL, CLASS = "ranges", "classes"
GROUPS = (ALL, CLASS)
"""What a row is about: the whole range, or one of the 169 hand classes."""
OF_RANGE = ("ev", "equity", "realised_equity", "eqr")
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
    **dict.fromkeys(OF_RANGE, "number"),
    "action": "text",
    "frequency": "number",
    "action_ev": "number",
    "exploitability": "number",
    "iterations": "whole",
    "seconds": "number",
}
"""The columns of an answer and what they hold."""


def answer_of(solution: Solution, lines: tuple[str, ...]) -> bytes:
    """The table of all lines, as the bytes of a Parquet file."""
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    summary = solution.summary()
    solved = {
        "exploitability": summary.exploitability_percent,
        "iterations": summary.iterations,
        "seconds": summary.seconds,
    }
    for line in lines:
        for node, count in reached(solution, line):
            for player in PLAYERS:
                _add(columns, line, node, count, player, solved)
    return parquet(columns)


def _add(
    columns: dict[str, list[Any]],
    line: str,
    node: SolutionNode,
    count: int,
    player: str,
    solved: dict[str, Any],
) -> None:
    """Append a player's rows at a node: his whole range, then his hand classes."""
    table = node.table(player)
    first = len(columns["line"])
    _add_range(columns, table)
    _add_classes(columns, table)
    rows = len(columns["group"]) - first
    dealt = node.board[-2 * len(node.place.cards) :] if node.place.cards else ""
    same = {
        "line": line,
        "node": node.line,
        "dealt": dealt,
        "runouts": count,
        "player": player,
        "acts": node.player == player,
        "pot": float(node.pot),
        "reach": float(node.reach[player]),
        **solved,
    }
    for name, value in same.items():
        columns[name] += [value] * rows


def _add_range(columns: dict[str, list[Any]], table: NodeTable) -> None:
    averages = table.averages()
    actions: list[str | None] = [*table.actions] or [None]
    taken = table.taken() if table.actions else [(None, None)]
    combos = float(table.columns["weight"].sum())
    own = table.columns
    often: list[float | None] = [None]
    if table.actions:
        often = [*frequencies(table.actions, own["frequency"], own["weight"], table.counts)]
    for action, share, (_, ev) in zip(actions, often, taken, strict=True):
        row = {
            "group": ALL,
            "of": "",
            "combos": combos,
            **{name: averages[name] for name in OF_RANGE},
            "action": action,
            "frequency": share,
            "action_ev": ev,
        }
        for name, value in row.items():
            columns[name].append(value)


def _add_classes(columns: dict[str, list[Any]], table: NodeTable) -> None:
    held = table.held()
    present = np.flatnonzero(held > 0)
    by_class = {name: table.by_class(name)[present] for name in OF_RANGE}
    actions: list[str | None] = [*table.actions] or [None]
    often = table.by_class("frequency")[:, present] if table.actions else None
    evs = table.by_class("action_ev")[:, present] if table.actions else None
    names = [CLASS_NAMES[number] for number in present]
    for number, action in enumerate(actions):
        columns["group"] += [CLASS] * len(names)
        columns["of"] += names
        columns["combos"] += held[present].tolist()
        for name, values in by_class.items():
            columns[name] += values.tolist()
        columns["action"] += [action] * len(names)
        nothing = np.full(len(names), np.nan)
        columns["frequency"] += (nothing if often is None else often[number]).tolist()
        columns["action_ev"] += (nothing if evs is None else evs[number]).tolist()


def parquet(columns: dict[str, list[Any]]) -> bytes:
    """Columns as the bytes of a Parquet file; what is missing is null."""
    import polars

    kinds = {
        "text": polars.String,
        "whole": polars.Int32,
        "switch": polars.Boolean,
        "number": polars.Float32,
    }
    schema = {name: kinds[kind] for name, kind in COLUMNS.items()}
    frame = polars.DataFrame(columns, schema=schema, strict=False).fill_nan(None)
    out = io.BytesIO()
    frame.write_parquet(out, compression="zstd")
    return out.getvalue()
