"""A few flops that stand for all: which, and how much each one counts.

A flop is described by what 169 hand classes are worth on it against a random hand, by how far the
turn moves that, and by its texture. The flops that are chosen, with their weights, are those whose
energy distance to all 22,100 is smallest: it is zero only where two distributions are the same, and
has nothing to tune but the scales of the descriptions. They are found one by one, each the flop
that then helps most, and exchanged as long as an exchange helps. Nothing of it is random.

``python -m runout.representatives`` computes the equities anew and writes the table.
"""

from __future__ import annotations

import sys
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from runout import checks
from runout.cards import DECK, RANKS, card_bits
from runout.combos import CLASS_OF, CLASSES, COMBOS, holding
from runout.suits import Board, images, keeping
from runout.suits import flops as all_flops
from runout.textures import CONNECTIONS, PAIRINGS, SUITINGS, texture
from runout.threads import cores
from runout.words import seconds_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_TABLE = Path(__file__).parent / "data" / "flops.npz"
_UNITS = {"equity": 255, "swing": 510}
"""Steps of a number in the table, which are bytes."""
_SCALES = {"equity": 1.0, "swing": 1.0, "texture": 0.5}
_MOST_EXCHANGED = 300  # flops; where more are chosen an exchange gains next to nothing
_EXCHANGES = 200
_LEAST_GAIN = 1e-7
_NOISE = 1e-9  # added to the diagonal, so that rounding leaves the sums solvable


class Representative(Board):
    """A flop that stands for more than those which differ from it by suits."""

    _weight: float

    @classmethod
    def of(cls, board: Board, weight: float) -> Representative:
        """A board with the number of flops that it stands for."""
        made = cls(board)
        made._weight = weight
        return made

    @property
    def weight(self) -> float:
        """How many of the 22,100 flops it stands for."""
        return self._weight


def flops(n: int | None = None) -> tuple[Board, ...]:
    """The 1,755 flops that differ by more than suits, or `n` that represent them, by weight.

    The weights are numbers of flops, 22,100 in all.

    >>> len(flops()), [str(flop) for flop in flops(3)]
    (1755, ['AsQs9s', 'Ks8s4h', 'Js7s6h'])
    """
    everyone = all_flops()
    if n is None:
        return everyone
    if checks.whole("n", n, 1, len(everyone)) == len(everyone):
        return everyone
    return _chosen(n)


@cache
def _chosen(n: int) -> tuple[Board, ...]:
    counts = np.array([flop.count for flop in all_flops()], dtype=np.float64)
    alike = _alike()
    target = alike @ (counts / counts.sum())
    chosen = _exchanged(alike, target, _greedy(alike, target, n))
    weights = _weights(alike[np.ix_(chosen, chosen)], target[chosen])
    weights *= counts.sum() / weights.sum()
    order = np.argsort(-weights, kind="stable")
    return tuple(Representative.of(all_flops()[chosen[i]], float(weights[i])) for i in order)


@cache
def _alike() -> Floats:
    """How alike any two flops are: the kernel of the energy distance, about their mean."""
    points = np.hstack([_SCALES[name] * table for name, table in _descriptions().items()])
    squares = (points**2).sum(axis=1)
    apart = np.sqrt(np.maximum(squares[:, None] + squares - 2 * points @ points.T, 0))
    lengths = np.sqrt(squares)
    alike: Floats = lengths[:, None] + lengths - apart + 10  # that the weights add up to one
    return alike


def _descriptions() -> dict[str, Floats]:
    """Points that describe the flops, about their mean and with a mean square of one."""
    counts = np.array([flop.count for flop in all_flops()], dtype=np.float64)
    share = counts / counts.sum()
    combos = np.sqrt(np.bincount(CLASS_OF, minlength=CLASSES) / COMBOS)
    with np.load(_TABLE) as tables:
        found = {name: tables[name] / unit * combos for name, unit in _UNITS.items()}
    found["texture"] = _texture_marks()
    about = {name: table - share @ table for name, table in found.items()}
    return {name: table / np.sqrt(share @ (table**2).sum(axis=1)) for name, table in about.items()}


def _texture_marks() -> Floats:
    """A column for each word of texture, one where it holds."""
    rows = []
    for flop in all_flops():
        seen = texture(flop)
        words = (
            (seen.pairing, PAIRINGS),
            (seen.suits, SUITINGS),
            (seen.connection, CONNECTIONS),
            (seen.high, RANKS),
            (seen.broadways, range(4)),
        )
        rows.append([float(word == one) for word, known in words for one in known])
    return np.array(rows)


def _greedy(alike: Floats, target: Floats, n: int) -> list[int]:
    """Flops one by one, each the one that, with the best weights, then helps most."""
    factor = np.zeros((len(alike), n))
    left, open_ = target.copy(), np.diag(alike) + _NOISE
    chosen: list[int] = []
    for step in range(n):
        gain = left**2 / np.maximum(open_, _NOISE)
        gain[chosen] = -1
        best = int(np.argmax(gain))
        chosen.append(best)
        column = alike[:, best] - factor[:, :step] @ factor[best, :step]
        column = column / np.sqrt(max(open_[best], _NOISE))
        left = left - column * (left[best] / np.sqrt(max(open_[best], _NOISE)))
        open_ = open_ - column**2
        factor[:, step] = column
    return chosen


def _exchanged(alike: Floats, target: Floats, chosen: list[int]) -> list[int]:
    """The same after exchanging one flop for another as long as that helps.

    What an exchange gains follows for all pairs at once from the inverse over those chosen.
    """
    if len(chosen) > _MOST_EXCHANGED:
        return chosen
    chosen = list(chosen)
    for _ in range(_EXCHANGES):
        among = alike[np.ix_(chosen, chosen)] + _NOISE * np.eye(len(chosen))
        inverse = np.linalg.inv(among)
        shares = alike[:, chosen] @ inverse
        weights, pivots = inverse @ target[chosen], np.diag(inverse)
        open_ = np.diag(alike) + _NOISE - (shares * alike[:, chosen]).sum(axis=1)
        left = target - shares @ target[chosen]
        without = left[:, None] + shares * weights / pivots
        gain = without**2 / np.maximum(open_[:, None] + shares**2 / pivots, 100 * _NOISE)
        gain -= weights**2 / pivots
        gain[chosen] = -1
        new, old = np.unravel_index(np.argmax(gain), gain.shape)
        if gain[new, old] < _LEAST_GAIN * float(target.mean()):
            break
        chosen[int(old)] = int(new)
    return chosen


def _weights(among: Floats, target: Floats) -> Floats:
    """The weights of least distance; those that would fall below a hundredth of the mean stay."""
    least = 0.01 / len(target)
    weights, free = np.full(len(target), least), np.ones(len(target), dtype=bool)
    noise = _NOISE * np.eye(len(target))
    while free.any():
        wanted = target[free] - among[np.ix_(free, ~free)] @ weights[~free]
        solved = np.linalg.solve((among + noise)[np.ix_(free, free)], wanted)
        if (solved >= least).all():
            weights[free] = solved
            break
        free[np.flatnonzero(free)[solved < least]] = False
    return weights


def write_table() -> None:
    """Compute the equities of all hand classes on all flops, and how far a turn moves them."""
    found = {name: np.zeros((len(all_flops()), CLASSES), np.uint8) for name in _UNITS}
    for number, flop in enumerate(all_flops()):
        possible = ~holding(flop)
        equity = _equities(tuple(flop))
        squares, turns = np.zeros(COMBOS), np.zeros(COMBOS)
        for card in set(DECK) - set(flop):
            after = ~holding((*flop, card))
            squares += np.where(after, _equities((*flop, card)) ** 2, 0)
            turns += after
        swing = np.sqrt(np.maximum(squares / np.maximum(turns, 1) - equity**2, 0))
        combos = np.maximum(np.bincount(CLASS_OF, possible, CLASSES), 1)
        for name, values in (("equity", equity), ("swing", swing)):
            mean = np.bincount(CLASS_OF, np.where(possible, values, 0), CLASSES) / combos
            found[name][number] = np.round(mean * _UNITS[name])
    np.savez_compressed(_TABLE, equity=found["equity"], swing=found["swing"])


def _equities(board: tuple[int, ...]) -> Floats:
    """Equity of every combo against a random hand; zero where the board blocks it."""
    from runout import _core

    weights = np.stack([~holding(board)] * 2).astype(np.float64)
    bits = card_bits(board)
    live = card_bits(DECK) & ~bits
    same = keeping(board)
    maps = np.array(same, dtype=np.uint8)
    totals = _core.range_equity(weights, bits, live, maps, "two", cores(), _core.Control())
    # One runout was counted of those that suits alone tell apart, so hands are summed over suits.
    share, dealt = (
        sum(sums[0][images()[suits]] for suits in same) for sums in (totals.share, totals.dealt)
    )
    equity: Floats = share / np.maximum(dealt, _NOISE)
    return equity


if __name__ == "__main__":
    began = time.perf_counter()
    write_table()
    sys.stdout.write(f"{_TABLE.name} written in {seconds_text(time.perf_counter() - began)}\n")
