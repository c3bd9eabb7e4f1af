"""A solution down to some depth as one piece of data, for a page that needs no server.

Nodes are those of `NodeSheet`, by their lines, with the columns that a grid and its hands need and
numbers to three digits, EVs to five where that can be sent; packed, so that a few thousand nodes
are a file.
"""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

import runout
from runout import checks
from runout.cards import DECK, DECK_SIZE, parse_cards
from runout.errors import RunoutError
from runout.holdings.board_holdings import holdings_on
from runout.holdings.grouping import DRAW_CLASSES, MADE_NAMES
from runout.job import Job
from runout.solution.node_table import given_all
from runout.solver.betting import DEAL, RIVER, STREETS
from runout.solver.spot import PLAYERS
from runout.web.answers_json import to_bytes
from runout.web.node_sheet import rounded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runout.job import PartJob
    from runout.solution.node import SolutionNode
    from runout.solution.node_table import NodeTable
    from runout.solution.solution import Solution

MOST_BYTES = 20_000_000
"""Of a file that is sent to somebody's phone."""
DEPTH, MOST_STEPS = 3, 40
_DIGITS = 3
_EV_DIGITS = 5, 3  # the most with which the file can be sent
_PAGE_BYTES = 300_000  # that are left for the page around the data


@dataclass(frozen=True)
class SolutionBook:
    """The nodes of a solution, packed."""

    depth: int
    nodes: int
    packed: str
    """Base64 of the gzip of JSON: format, name, spot, summary, depth, digits, nodes by line."""


def solution_book(
    solution: Solution,
    name: str,
    depth: int = DEPTH,
    job: PartJob | None = None,
    *,
    street: str = "river",
) -> SolutionBook:
    """All nodes up to so many steps from the first, an action or a card each, and to a street."""
    depth = checks.whole("depth", depth, 0, MOST_STEPS, what="steps")
    job = Job.counting(job, None)
    last = STREETS[checks.choice("street", street, tuple(STREETS))]
    total = book_nodes(solution, depth, last)
    head = {
        "format": "runout-book",
        "version": 1,
        "runout": runout.__version__,
        "name": name,
        "spot": solution.spot.to_dict(),
        "summary": solution.summary().to_dict(),
        "depth": depth,
        "made_names": list(MADE_NAMES),
        "draw_names": list(DRAW_CLASSES),
    }
    name_of_depth = street if depth == MOST_STEPS else str(depth)
    count = job.counter("book")
    in_vain = 0
    with solution.root.cache.pinned():
        for digits in _EV_DIGITS:
            packer = _Packer(name_of_depth, head | {"digits": digits})
            try:
                for level, node in _walk(solution.root, depth, last):
                    packer.add(node.line, _page(node, digits), level)
                    count(in_vain + packer.nodes, in_vain + total)
                return SolutionBook(depth, total, packer.text())
            except _TooLargeError:
                if digits == _EV_DIGITS[-1]:
                    raise
                in_vain += packer.nodes
    raise AssertionError("the last digits fit or are refused")


def book_nodes(solution: Solution, depth: int, last: int = RIVER) -> int:
    """How many nodes there are up to so many steps and cards on the board, every card counted."""
    nodes = solution.spot.tree.nodes
    level, total = {0: 1}, 1
    for _ in range(depth):
        after: dict[int, int] = {}
        for number, times in level.items():
            node = nodes[number]
            if node.kind == DEAL and node.street >= last:
                continue
            cards = DECK_SIZE - node.street if node.kind == DEAL else 1
            for child in node.children:
                after[child] = after.get(child, 0) + times * cards
        total += sum(after.values())
        level = after
    return total


class _TooLargeError(RunoutError):
    """More than may be sent."""


class _Packer:
    """A book that is packed as it comes, up to what may be sent."""

    def __init__(self, depth: str, head: dict[str, Any]) -> None:
        self._depth = depth  # in steps, or a street
        self._packer = zlib.compressobj(6, wbits=31)  # gzip, which browsers unpack
        self._parts: list[bytes] = []
        self._size = 0
        self.nodes = 0
        self._add(to_bytes(head)[:-1] + b',"nodes":{', 0)

    def add(self, line: str, page: dict[str, Any], level: int) -> None:
        """One node more."""
        comma = b"," if self.nodes else b""
        self.nodes += 1
        self._add(comma + to_bytes(line) + b":" + to_bytes(page), level)

    def _add(self, text: bytes, level: int) -> None:
        part = self._packer.compress(text)
        self._parts.append(part)
        self._size += len(part)
        if self._size * 4 / 3 > MOST_BYTES - _PAGE_BYTES:
            fits = max(level - 1, 0)
            raise _TooLargeError(
                f"depth {self._depth}: the file would be larger than {MOST_BYTES // 1_000_000} MB; "
                f"at most {fits} {'step fits' if fits == 1 else 'steps fit'}"
            )

    def text(self) -> str:
        """All of it."""
        last = self._packer.compress(b"}}") + self._packer.flush()
        return base64.b64encode(b"".join([*self._parts, last])).decode("ascii")


def _walk(root: SolutionNode, depth: int, last: int) -> Iterator[tuple[int, SolutionNode]]:
    """Nodes with their depth, those nearer to the first before all others."""
    level = [root]
    for steps in range(depth + 1):
        for node in level:
            yield steps, node
        if steps < depth:
            level = [after for node in level for after in _after(node, last)]


def _after(node: SolutionNode, last: int) -> Iterator[SolutionNode]:
    if node.kind == "deal":
        gone = parse_cards(node.board)
        if len(gone) >= last:
            return
        for card in reversed(DECK):
            if card not in gone:
                yield node.after(card)
    for number in range(len(node.actions)):
        yield node.after(number)


def _page(node: SolutionNode, ev_digits: int) -> dict[str, Any]:
    """What is kept of a node."""
    data: dict[str, Any] = {
        "kind": node.kind,
        "player": node.player,
        "board": node.board,
        "pot": node.pot,
        "stacks": node.stacks,
    }
    tables = {name: node.table(name) for name in PLAYERS}
    data["averages"] = {name: _averages(table) for name, table in tables.items()}
    if node.kind in ("fold", "showdown"):  # there are many, and nothing is left to look at by hand
        return data
    if node.kind == "action":
        shares = {action: round(often, 4) for action, often in node.frequencies.items()}
        data |= {"actions": node.actions, "frequencies": shares}
    return data | {
        "reach": node.trust.reach,
        "players": {name: _columns(table, node.board, ev_digits) for name, table in tables.items()},
    }


def _averages(table: NodeTable) -> dict[str, float | None]:
    """Means over a range, which its rounded hands would miss."""
    found = table.averages()
    known = np.array([np.nan if mean is None else mean for mean in found.values()])
    return dict(zip(found, given_all(rounded(known)), strict=True))


def _columns(table: NodeTable, board: str, ev_digits: int) -> dict[str, Any]:
    """The hands of a player that come there."""
    there, on_board = table.chosen(table.columns["weight"] > 0), holdings_on(board)
    data: dict[str, Any] = {"hands": "".join(there.hands)}
    for name in ("weight", "equity"):
        data[name] = given_all(rounded(there.shown(name), _DIGITS))
    data["ev"] = given_all(rounded(there.shown("ev"), ev_digits))
    data["count"] = given_all(rounded(there.counts, _DIGITS))
    data["made"] = on_board.made[there.combos].tolist()
    data["draw"] = on_board.main_draw[there.combos].tolist()
    data["suit"] = on_board.suited[there.combos].tolist()
    if table.actions:
        data["strategy"] = given_all(rounded(there.shown("frequency"), _DIGITS))
        data["action_ev"] = given_all(rounded(there.shown("action_ev"), ev_digits))
    return data
