"""Nodes as tables in files, CSV or Parquet: one row for each node, hand and action.

Whole streets are written piece by piece, so that their size does not matter.
"""

from __future__ import annotations

import csv
import io
import os
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import checks
from runout.cards import DECK, Card
from runout.errors import RunoutError
from runout.filters import Filter
from runout.remembered import Remembered
from runout.solution.hand_fields import matching
from runout.solution.json_export import cards_left
from runout.solution.node_table import OF_ACTION, OF_HAND, SCHEMA_VERSION, player_number, table_of
from runout.solver.betting import DEAL, IP, OOP
from runout.solver.spot import PLAYERS, STREETS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from os import PathLike
    from pathlib import Path

    from numpy.typing import NDArray

    from runout.solution.node import SolutionNode
    from runout.solution.node_point import NodePoint
    from runout.solution.node_table import NodeTable
    from runout.solution.node_view import Placed
    from runout.solution.solution import Solution
    from runout.solution.values import NodeValues, PlayerValues
    from runout.solver.plan import Plan

    Path_ = str | PathLike[str]
    Progress = Callable[[int, int], None]
    Columns = dict[str, Any]
    Floats = NDArray[np.float64]

TEXTS = ("line", "board", "player", "hand")
EXPORTED_COLUMNS = (*TEXTS, *OF_HAND, "action", *OF_ACTION)
EXPORTED_DECIMALS = 6
"""Of the numbers in CSV files; Parquet has them as they are."""
_METADATA = {"runout_schema_version": str(SCHEMA_VERSION)}
_ROWS_AT_ONCE = 50_000
_NODES_KEPT = 256


def node_tables(node: NodePoint, player: str | None = None) -> Iterator[Columns]:
    """The columns of a node: of the player to act, or named; of both where nobody acts."""
    if player is not None:
        player_number(player)
    names = PLAYERS if node.player is None else (node.player,)
    for name in names if player is None else (player,):
        yield table_columns(node, node.table(name))


def table_columns(node: Placed, table: NodeTable) -> Columns:
    """The columns of one player's hands; those of actions are empty unless it is his turn."""
    place = dict(zip(TEXTS[:3], (node.line, node.board, table.player), strict=True))
    columns: Columns = place | table.long()
    return {key: columns[key] for key in EXPORTED_COLUMNS}


class Street:
    """The action nodes of one street after a line, every card by itself."""

    def __init__(
        self, solution: Solution, street: str | None, line: str, where: str | None = None
    ) -> None:
        self._where = None if where is None else Filter(where)
        self._start = solution[line]
        self._plan: Plan = solution.plan
        self._nodes = solution.spot.tree.nodes
        first = self._nodes[self._start.place.node]
        if street is None:
            self._street = first.street + (first.kind == DEAL)
        else:
            self._street = STREETS[checks.choice("street", street, STREETS)]
        self._counts = self._count()
        self.count = self._counts[self._start.place.node]
        if not self.count:
            if street is None:
                raise RunoutError(f"line {line!r}: nobody acts after it, there is nothing to write")
            where = f"after line {line!r}" if line else "in this spot"
            raise RunoutError(f"street {street!r}: nobody acts there {where}")
        self._known: Remembered[tuple[int, int, int], tuple[int, NodeValues]]
        self._known = Remembered(_NODES_KEPT)

    def _count(self) -> list[int]:
        """How many nodes are to be written from each node of the tree on."""
        counts = [0] * len(self._nodes)
        for number in reversed(range(len(counts))):  # children stand behind their parents
            node = self._nodes[number]
            below = sum(counts[child] for child in node.children)
            acts = node.kind in (OOP, IP) and node.street == self._street
            counts[number] = below * cards_left(node) if node.kind == DEAL else below + acts
        return counts

    def tables(self, progress: Progress | None) -> Iterator[Columns]:
        """The columns of one node after the other."""
        checks.listener(progress)
        for done, node in enumerate(self._walk(self._start), start=1):
            assert node.player is not None
            number = player_number(node.player)
            combos, possible = self._plan.combos[number], node.possible(node.player)
            values = self._values(node)
            table = table_of(values, node.player, combos, possible, node.actions, node.pot)
            if self._where is not None:
                table = table.chosen(matching(table, node.board, self._where))
            yield table_columns(node, table)
            if progress is not None:
                progress(done, self.count)

    def _walk(self, start: SolutionNode) -> Iterator[SolutionNode]:
        """The nodes to write, each before those below it; lines may be long, so no recursion."""
        waiting = [start]
        while waiting:
            node = waiting.pop()
            here = self._nodes[node.place.node]
            steps: list[int | Card]
            if here.kind == DEAL:
                gone = {*self._plan.spot.cards, *node.place.cards}
                steps = [card for card in DECK if card not in gone]
            else:
                if here.street == self._street:
                    yield node
                wanted = enumerate(here.children)
                steps = [number for number, child in wanted if self._counts[child]]
            waiting += [node.after(step) for step in reversed(steps)]

    def _values(self, node: SolutionNode) -> NodeValues:
        """Values of a node; those of cards that differ by suits alone are computed once."""
        place = node.place
        key = (place.node, place.level, place.deal)
        symmetry, values = self._known.get(key, lambda: (place.symmetry, node.values))
        if symmetry == place.symmetry:
            return values
        return self._relabelled(values, symmetry, place.symmetry, self._nodes[place.node].kind)

    def _relabelled(self, values: NodeValues, of: int, wanted: int, actor: int) -> NodeValues:
        maps = [hands.maps for hands in self._plan.game.hands]
        order = [np.argsort(one[of])[one[wanted]] for one in maps]

        def player(one: PlayerValues, by: NDArray[np.intp]) -> PlayerValues:
            return replace(one, **{name: column[by] for name, column in vars(one).items()})

        return replace(
            values,
            players=(player(values.players[0], order[0]), player(values.players[1], order[1])),
            strategy=values.strategy[:, order[actor]],
            action_ev=values.action_ev[:, order[actor]],
            action_realised_equity=values.action_realised_equity[:, order[actor]],
        )


def write_csv(tables: Iterable[Columns], path: Path_) -> None:
    """Write tables to a CSV file, compressed if its name ends in ``.gz``."""
    from runout.replacing import replacing_file

    with replacing_file(path) as file:
        file.write(_lines([EXPORTED_COLUMNS]))
        for columns in tables:
            file.write(_lines(zip(*_written(columns), strict=True)))


def _lines(rows: Iterable[Iterable[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _written(columns: Columns) -> Iterator[list[Any]]:
    """Columns as CSV has them: rounded, and empty where there is no value."""
    size = len(columns["hand"])
    for column in columns.values():
        if isinstance(column, np.ndarray):
            numbers = (np.round(column, EXPORTED_DECIMALS) + 0.0).tolist()
            yield ["" if number != number else number for number in numbers]
        else:
            yield [column] * size if isinstance(column, str) else column


def write_parquet(tables: Iterable[Columns], path: Path_) -> None:
    """Write tables to a Parquet file, some at a time."""
    from runout.replacing import pieces, replacing

    try:
        import polars as pl
    except ImportError:
        raise ImportError("Parquet needs polars: pip install 'runout[frame]'") from None
    with replacing(path) as partial, pieces(partial) as folder:
        try:
            pl.scan_parquet(_write_parts(pl, tables, folder)).sink_parquet(
                partial, metadata=_METADATA
            )
        except pl.exceptions.ComputeError as error:
            raise _of_the_disk(error) from error


def _of_the_disk(error: Exception) -> Exception:
    """An error of polars as the system's that it comes from; itself if it comes from none."""
    found = re.search(r"\(os error (\d+)\)", str(error))
    return error if found is None else OSError(int(found[1]), os.strerror(int(found[1])))


def _write_parts(pl: Any, tables: Iterable[Columns], folder: Path) -> list[Path]:  # noqa: ANN401
    """Files of so many rows each; a Parquet file cannot be added to."""
    parts: list[Path] = []
    frames: list[Any] = []

    def flush() -> None:
        parts.append(folder / f"{len(parts)}.parquet")
        pl.concat(frames).write_parquet(parts[-1])
        frames.clear()

    for columns in tables:
        frames.append(_frame(pl, columns))
        if sum(len(frame) for frame in frames) >= _ROWS_AT_ONCE:
            flush()
    if frames:
        flush()
    return parts


def _frame(pl: Any, columns: Columns) -> Any:  # noqa: ANN401 - polars is not always there
    size = len(columns["hand"])
    data = {
        name: pl.Series(
            name,
            [column] * size if isinstance(column, str) else column,
            dtype=pl.Float64 if isinstance(column, np.ndarray) else pl.String,
        )
        for name, column in columns.items()
    }
    numbers = pl.col(pl.Float64)
    return pl.DataFrame(data).with_columns(numbers.fill_nan(None))
