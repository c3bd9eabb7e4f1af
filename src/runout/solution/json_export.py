"""A solution as JSON, in the shape that TexasSolver writes, with EVs and equities added.

The file is written as the tree is walked, so that its size does not matter. Cards that differ by
suits alone are written each by itself, but their passes are made once.
"""

from __future__ import annotations

import math
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from runout import checks
from runout.cards import DECK, DECK_SIZE, Card
from runout.combos import holding
from runout.errors import RunoutError
from runout.remembered import Remembered
from runout.solution.node_table import hand_names, table_of_actions
from runout.solver.betting import ALL_IN, BET, DEAL, FOLDS, IP, KINDS, OOP, RAISE, Action
from runout.solver.spot import PLAYERS, STREETS
from runout.solver.texas_tree import CONSOLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from os import PathLike

    from numpy.typing import NDArray

    from runout.solution.node import SolutionNode
    from runout.solution.node_cache import NodeCache, Steps
    from runout.solution.solution import Solution
    from runout.solution.values import ActionValues, Place
    from runout.solver.tree import Node

    Progress = Callable[[int, int], None]
    _Begun = tuple[Iterator[tuple[str, Steps]], bytes]
    """The nodes to write below one that is begun, by name, and what ends it."""
    _Hands = tuple[NDArray[np.intp], NDArray[np.intp], list[str]]
    """The combos of hands, their rows in the range, and their names."""

FORMAT, FORMAT_VERSION = "runout-solution", 2
SHARE_DECIMALS = 6
"""Of probabilities and equities."""
_CACHE_BYTES = 48 << 20
_NUMBERS = {OOP: 1, IP: 0}
MEANING = {
    "player": "0 is in position, 1 is out of position",
    "actions": "in chips; a raise is what is raised to on the street, or with the rules "
    "texassolver-console the chips added now; an all-in is a bet or raise",
    "strategy": "how often each hand takes each action, in the order of actions",
    "evs": "chips won or lost over the whole hand if the action is taken, the starting pot counted "
    "half to each player: EV - half the starting pot - chips put in since the root",
    "equities": "realised equities: the share of the final pot that the hand takes if the action "
    "is taken, folds counted whole",
    "null": "the hand does not get here, or meets no hand that does",
    "childrens": "nodes where somebody acts or a card is dealt; after a fold or a showdown there "
    "is none",
    "dealcards": "left out where nobody acts any more, and where the file ends",
}


def write_json(
    solution: Solution,
    path: str | PathLike[str],
    *,
    depth: str = "river",
    line: str = "",
    progress: Progress | None = None,
) -> None:
    """Write the subtree after a line, up to and with a street, to a file."""
    from runout.replacing import replacing_file

    checks.listener(progress)
    start = solution[line]
    last = last_street(solution, start, depth)
    total = count_nodes(solution.spot.tree.nodes, start.place.node, last)
    if not total:
        raise RunoutError(f"line {line!r}: nobody acts after it, there is nothing to write")
    with replacing_file(path) as file:
        writer = _Writer(start, last, file, total, progress)
        writer.write(start.steps, _header(solution, start, depth))
        file.write(b"\n")


def last_street(solution: Solution, start: SolutionNode, depth: str) -> int:
    """The number of the last street to write."""
    depth = checks.choice("depth", depth, STREETS)
    node = solution.spot.tree.nodes[start.place.node]
    first = node.street + (node.kind == DEAL)
    if STREETS[depth] < first:
        where = f"the first node after line {start.line!r}" if start.line else "the spot"
        name = next(name for name, number in STREETS.items() if number == first)
        raise RunoutError(f"depth {depth!r}: {where} is on the {name}")
    return STREETS[depth]


def count_nodes(nodes: list[Node], number: int, last: int) -> int:
    """How many action nodes there are from a node of the tree on, every card counted."""
    counts = [0] * len(nodes)
    for at in range(len(nodes) - 1, number - 1, -1):  # children stand behind their parents
        node = nodes[at]
        if node.kind in (OOP, IP):
            counts[at] = 1 + sum(counts[child] for child in node.children)
        elif node.kind == DEAL and not _ends(node, last):
            counts[at] = cards_left(node) * counts[node.children[0]]
    return counts[number]


def cards_left(node: Node) -> int:
    """How many cards may be dealt at a deal."""
    return DECK_SIZE - node.street


def _ends(node: Node, last: int) -> bool:
    """Whether nothing is written after a deal: the street is too late, or nobody acts any more."""
    return node.all_in or node.street >= last


def _header(solution: Solution, start: SolutionNode, depth: str) -> dict[str, Any]:
    from runout import __version__

    summary = solution.summary()
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "runout_version": __version__,
        "spot": solution.spot.to_toml(),
        "board": start.board,
        "line": start.line,
        "depth": depth,
        "iterations": summary.iterations,
        "exploitability": {
            "chips": summary.exploitability,
            "percent": summary.exploitability_percent,
        },
        "meaning": MEANING,
    }


def action_name(node: Node, action: Action, *, added: bool = False) -> str:
    """An action as the file writes it; `added` names a raise by the chips that it adds now.

    >>> from runout import Spot
    >>> root = Spot("Td9d6hQc2c", 200, 900, "66+", "QQ-22", bets="60% a").tree.nodes[0]
    >>> [action_name(root, action) for action in root.actions]
    ['CHECK', 'BET 120.000000', 'BET 900.000000']
    """
    if action.order < BET:
        return KINDS[action.order].upper()
    order = action.order if action.order != ALL_IN else RAISE if node.front else BET
    amount = action.amount - node.own_front if added else action.amount
    return f"{KINDS[order].upper()} {amount:.6f}"


def in_file_order(node: Node) -> list[int]:
    """The numbers of a node's actions as the file lists them: folding is last."""
    return sorted(range(len(node.actions)), key=lambda number: node.actions[number] == FOLDS)


def chip_decimals(pot: float) -> int:
    """To how many decimals EVs are written: to a millionth of the starting pot, 2 to 6 decimals.

    >>> chip_decimals(200), chip_decimals(6), chip_decimals(2_000_000)
    (4, 6, 2)
    """
    return min(max(6 - math.floor(math.log10(pot)), 2), 6)


class _Writer:
    """Walks the tree and writes what it comes by."""

    def __init__(
        self,
        start: SolutionNode,
        last: int,
        file: IO[bytes],
        total: int,
        progress: Progress | None,
    ) -> None:
        import orjson

        self._dumps = orjson.dumps
        self._cache: NodeCache = start.cache
        self._plan = start.cache.plan
        self._nodes = self._plan.spot.tree.nodes
        self._added = self._plan.spot.rules == CONSOLE
        self._last = last
        self._file = file
        self._total = total
        self._done = 0
        self._progress = progress
        self._chips = chip_decimals(float(self._plan.spot.pot))
        self._alike = len(self._plan.symmetries) > 1
        self._known: Remembered[tuple[int, int, int], ActionValues] = Remembered(
            _CACHE_BYTES, lambda values: 3 * values.ev.nbytes
        )
        self._hands_here: dict[int, tuple[tuple[Card, ...], _Hands]] = {}

    def write(self, steps: Steps, header: dict[str, Any]) -> None:
        """One node and everything below it. Lines may be long, so it does not call itself."""
        begun = [self._begin(steps, header)]
        separator = b""
        while begun:
            below, end = begun[-1]
            following = next(below, None)
            if following is None:
                begun.pop()
                self._file.write(end)
                separator = b","
            else:
                name, after = following
                self._file.write(separator + self._dumps(name) + b":")
                begun.append(self._begin(after, {}))
                separator = b""

    def _begin(self, steps: Steps, header: dict[str, Any]) -> _Begun:
        """Write a node as far as the object of the nodes that follow it."""
        place = self._cache.place(steps)
        node = self._nodes[place.node]
        if node.kind != DEAL:
            return self._begin_action(steps, place, node, header)
        if _ends(node, self._last):
            fields = header | {"node_type": "chance_node", "deal_number": 0}
            self._file.write(self._dumps(fields)[:-1])
            return iter(()), b"}"
        return self._begin_deal(steps, place, node, header)

    def _begin_deal(self, steps: Steps, place: Place, node: Node, header: dict[str, Any]) -> _Begun:
        fields = header | {"node_type": "chance_node", "deal_number": cards_left(node)}
        self._file.write(self._dumps(fields)[:-1] + b',"dealcards":{')
        gone = {*self._plan.spot.cards, *place.cards}
        return ((str(card), (*steps, card)) for card in DECK if card not in gone), b"}}"

    def _begin_action(
        self, steps: Steps, place: Place, node: Node, header: dict[str, Any]
    ) -> _Begun:
        order = in_file_order(node)
        names = [action_name(node, node.actions[number], added=self._added) for number in order]
        fields = header | {
            "node_type": "action_node",
            "player": _NUMBERS[node.kind],
            "actions": names,
            **self._tables(steps, place, node, dict(zip(names, order, strict=True))),
        }
        self._file.write(self._dumps(fields)[:-1] + b',"childrens":{')
        self._count()
        below = (
            (name, (*steps, number))
            for name, number in zip(names, order, strict=True)
            if self._nodes[node.children[number]].kind in (OOP, IP, DEAL)
        )
        return below, b"}}"

    def _count(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)

    def _tables(
        self, steps: Steps, place: Place, node: Node, actions: dict[str, int]
    ) -> dict[str, Any]:
        combos, rows, hands = self._possible(place, node.kind)
        table = table_of_actions(
            self._values(steps, place),
            PLAYERS[node.kind],
            combos,
            self._plan.game.hands[node.kind].maps[place.symmetry][rows],
            actions,
            self._plan.spot.tree.pots[place.node],
        )
        paid = float(self._plan.spot.pot) / 2 + node.put[node.kind]
        columns = {
            "strategy": (table.columns["frequency"], SHARE_DECIMALS),
            "evs": (table.columns["action_ev"] - paid, self._chips),
            "equities": (np.clip(table.columns["action_realised_equity"], 0, 1), SHARE_DECIMALS),
        }
        return {
            key: {"actions": table.actions, key: _by_hand(hands, column, decimals)}
            for key, (column, decimals) in columns.items()
        }

    def _values(self, steps: Steps, place: Place) -> ActionValues:
        """Values on the solved deal; cards that differ by suits alone share them."""
        if not self._alike:
            return self._cache.actions(steps)
        key = (place.node, place.level, place.deal)
        return self._known.get(key, lambda: self._cache.actions(steps))

    def _possible(self, place: Place, player: int) -> _Hands:
        """The hands of a player that the board leaves possible."""
        known = self._hands_here.get(player)
        if known is None or known[0] != place.cards:
            combos = self._plan.combos[player]
            rows = np.flatnonzero(~holding(place.cards)[combos])
            known = (place.cards, (combos[rows], rows, hand_names()[combos[rows]].tolist()))
            self._hands_here[player] = known
        return known[1]


def _by_hand(hands: list[str], table: NDArray[np.float64], decimals: int) -> dict[str, list[float]]:
    """A table (actions, hands) as plain data. A missing value is NaN, which is written as null."""
    return dict(zip(hands, (np.round(table.T, decimals) + 0.0).tolist(), strict=True))
