"""Hand against hand before the flop, exactly, from a table.

The table holds wins and losses out of 1,712,304 boards for each of the 47,008 matchups that differ
up to the names of suits: all wins, then all losses, in three bytes each.
``python -m runout.preflop`` counts them anew and writes the file.
"""

from __future__ import annotations

import os
import sys
import time
from functools import cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from runout import _core
from runout.cards import DECK_SIZE
from runout.combos import CLASS_NAMES, CLASS_OF, COMBOS, compatible_matrix

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

BOARDS = comb(DECK_SIZE - 4, 5)
"""Boards that two hands leave in the deck: 1,712,304."""

_BYTES = 3  # of a number in the file

OPPONENTS = comb(DECK_SIZE - 2, 2)
"""Hands that one hand leaves in the deck: 1,225."""

_TABLE = os.path.join(os.path.dirname(__file__), "data", "preflop.u24")  # noqa: PTH118, PTH120
"""The table; a plain text, because loading `pathlib` takes longer than reading the file."""


@cache
def wins_matrix() -> NDArray[np.uint32]:
    """Boards on which the row's combo beats the column's, 0 where they share a card: (1326, 1326).

    >>> from runout.combos import Combo
    >>> hero, villain = Combo("AhKh").index, Combo("QcQd").index
    >>> int(wins_matrix()[hero, villain]), int(wins_matrix()[villain, hero])
    (787966, 917606)
    """
    wins, losses = _read_table(_TABLE)
    matrix = _core.expand_matchups(wins, losses).reshape(COMBOS, COMBOS)
    matrix.flags.writeable = False
    return matrix


def _read_table(path: str) -> NDArray[np.uint32]:
    """Wins and losses of each matchup: (2, 47008)."""
    numbers = np.fromfile(path, dtype=np.uint8).reshape(2, -1, _BYTES)
    table = np.zeros((*numbers.shape[:2], 4), dtype=np.uint8)
    table[..., :_BYTES] = numbers
    return table.view("<u4")[..., 0]


@cache
def equity_against_random() -> NDArray[np.float64]:
    """Equity of each of the 169 classes against a random hand, in the order of the grid.

    >>> float(equity_against_random()[0].round(6))  # two aces
    0.852037
    """
    wins = wins_matrix()
    won, lost = (wins.sum(axis=axis, dtype=np.int64) for axis in (1, 0))
    ahead_by = np.zeros(len(CLASS_NAMES))
    ahead_by[CLASS_OF] = won - lost  # the same for all combos of a class
    equity: NDArray[np.float64] = 0.5 + ahead_by / (2 * OPPONENTS * BOARDS)
    equity.flags.writeable = False
    return equity


@cache
def ranking() -> tuple[int, ...]:
    """Numbers of the 169 classes from the best to the worst against a random hand.

    >>> [CLASS_NAMES[number] for number in ranking()[:6]]
    ['AA', 'KK', 'QQ', 'JJ', 'TT', '99']
    """
    return tuple(int(number) for number in np.argsort(-equity_against_random(), kind="stable"))


def preflop_ranking() -> list[tuple[str, float]]:
    """The 169 classes with their equity against a random hand, best first.

    >>> [(name, round(equity, 4)) for name, equity in preflop_ranking()[:2]]
    [('AA', 0.852), ('KK', 0.824)]
    """
    equities = equity_against_random()
    return [(CLASS_NAMES[number], float(equities[number])) for number in ranking()]


def preflop_matrix() -> NDArray[np.float64]:
    """Exact heads-up equity of each class (row) against each class (column): (169, 169).

    Rows and columns are in the order of `runout.combos.CLASS_NAMES`, AA first.

    >>> float(preflop_matrix()[0, 14].round(6))  # AA against KK
    0.819461
    """
    wins = _by_classes(wins_matrix().astype(np.float64))
    deals = BOARDS * _by_classes(compatible_matrix())
    equity: NDArray[np.float64] = 0.5 + (wins - wins.T) / (2 * deals)
    return equity


def _by_classes(by_combo: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums over the combos of each pair of classes."""
    order = np.argsort(CLASS_OF, kind="stable")
    starts = np.searchsorted(CLASS_OF[order], np.arange(len(CLASS_NAMES)))
    rows = np.add.reduceat(by_combo[order], starts, axis=0)
    sums: NDArray[np.float64] = np.add.reduceat(rows[:, order], starts, axis=1)
    return sums


def _write_table(path: Path) -> None:
    from runout.replacing import replacing

    counted = np.array(_core.count_matchups(), dtype="<u4")
    with replacing(path) as partial:
        counted[..., None].view(np.uint8)[..., :_BYTES].tofile(partial)


def _main() -> None:
    from pathlib import Path

    from runout.words import seconds_text

    path = Path(sys.argv[1] if len(sys.argv) > 1 else _TABLE)
    started = time.perf_counter()
    _write_table(path)
    sys.stdout.write(
        f"{path}: 47,008 matchups, {path.stat().st_size:,} bytes, "
        f"{seconds_text(time.perf_counter() - started)}\n"
    )


if __name__ == "__main__":
    _main()
