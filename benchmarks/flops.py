"""How well a few flops stand for all: errors of equity, of its distribution and of textures.

``python -m benchmarks.flops FOLDER`` tells the same of how often is bet and of EV, from a batch of
all flops that was solved, such as ``examples/batch/three_bet.toml``.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from runout import Range, _core
from runout.batch import report
from runout.cards import DECK, card_bits
from runout.combos import holding
from runout.representatives import flops
from runout.suits import Board, images, keeping

Floats = NDArray[np.float64]

PAIRS = {
    "button v big blind": (
        "22+,A2s+,K2s+,Q4s+,J6s+,T6s+,96s+,85s+,75s+,64s+,53s+,43s,A2o+,K8o+,Q9o+,J9o+,T8o+,98o",
        "22-99,A2s-A9s,K2s-KTs,Q2s-QTs,J4s-JTs,T6s+,95s+,84s+,74s+,63s+,53s+,42s+,32s,"
        "A2o-ATo,K7o-KJo,Q8o-QJo,J8o+,T8o+,97o+,87o,76o,65o",
    ),
    "first seat v big blind": (
        "66+,A3s+,K9s+,Q9s+,JTs,T9s,ATo+,KJo+,QJo",
        "22-TT,A2s-AJs,K8s-KQs,Q9s+,J8s+,T8s+,97s+,86s+,75s+,64s+,54s,AJo,AQo,KQo",
    ),
    "small blind limps": (
        "22-99,A2s-A8s,K2s-K9s,Q2s-Q9s,J3s-J9s,T4s-T8s,95s+,84s+,74s+,63s+,53s+,"
        "A2o-A8o,K4o-K9o,Q6o-Q9o,J7o-J9o,T7o+,97o+,87o",
        "22-88,A2s-A7s,K2s-K8s,Q2s+,J2s+,T2s+,92s+,82s+,72s+,62s+,52s+,42s+,32s,"
        "A2o-A6o,K2o-K9o,Q2o-QTo,J4o+,T5o+,95o+,85o+,75o+,64o+,54o",
    ),
    "three-bet pot": (
        "TT-88,AQs-A9s,A5s,KQs-KTs,QJs,QTs,JTs,T9s,98s,AQo,JJ:0.5,AKs:0.3",
        "TT+:0.9,AJs+,A5s-A2s:0.6,KTs+,QTs+:0.7,JTs,T9s:0.4,AQo+,KQo:0.6,AJo:0.5",
    ),
    "four-bet pot": (
        "QQ+,AKs,AKo,AQs:0.4,A5s:0.6,A4s:0.5,KQs:0.2",
        "QQ-99,AKs:0.7,AQs,AJs,KQs,KJs:0.5,AKo:0.4,JTs:0.5",
    ),
}
NUMBERS = (25, 49, 95, 184)
_STEPS = 101  # of equity, in its distribution
_DRAWS = 2000  # of random flops


def table() -> Table:
    """Percentage points, mean over the pairs and the worst of them."""
    result = Table(title="n flops for all 1,755: error in percentage points, mean (worst)")
    for name in ("n", "mean equity", "distribution of equity", "share of a texture"):
        result.add_column(name, justify="right")
    places = {flop: number for number, flop in enumerate(flops())}
    seen = [_Pair(*texts) for texts in PAIRS.values()]
    for n in NUMBERS:
        chosen = flops(n)
        rows = np.array([places[flop] for flop in chosen])
        weights = np.array([flop.weight for flop in chosen])
        equity, spread = np.array([pair.errors(rows, weights) for pair in seen]).T
        textures = _texture_errors(rows, weights)
        cells = (f"{100 * e.mean():.2f} ({100 * e.max():.2f})" for e in (equity, spread, textures))
        result.add_row(str(n), *cells)
    return result


class _Pair:
    """The equities of two ranges on all flops."""

    def __init__(self, oop: str, ip: str) -> None:
        ranges = np.stack([Range(oop).weights, Range(ip).weights])
        counted = [_equities(ranges, flop) for flop in flops()]
        self._means = np.array([won / dealt for won, dealt, _ in counted])
        self._dealt = np.array([dealt for _, dealt, _ in counted])
        self._spread = np.array([spread for *_, spread in counted])
        every = np.arange(len(flops()))
        weights = np.array([flop.weight for flop in flops()])
        self._mean, self._curve = self._over(every, weights)

    def _over(self, rows: NDArray[np.intp], weights: Floats) -> tuple[float, Floats]:
        met = weights * self._dealt[rows]
        curve = np.cumsum(met @ self._spread[rows]) / met.sum()
        return float(met @ self._means[rows] / met.sum()), curve

    def errors(self, rows: NDArray[np.intp], weights: Floats) -> tuple[float, float]:
        """Of the mean equity, and the largest of the distribution."""
        mean, curve = self._over(rows, weights)
        return abs(mean - self._mean), float(np.abs(curve - self._curve).max())


def _equities(ranges: Floats, flop: Board) -> tuple[float, float, Floats]:
    """What the first range wins, how often it is dealt, and how its hands' equities lie."""
    board = card_bits(flop)
    live = card_bits(DECK) & ~board
    weights = np.ascontiguousarray(ranges * ~holding(flop))
    maps = np.array(keeping(flop), dtype=np.uint8)
    totals = _core.range_equity(weights, board, live, maps, "two", 1, _core.Control())
    dealt, share = (
        np.sum([sums[0][images()[suits]] for suits in keeping(flop)], axis=0)
        for sums in (totals.dealt, totals.share)
    )
    met = dealt > 0
    steps = (share[met] / dealt[met] * (_STEPS - 1)).astype(np.intp)
    spread = np.bincount(steps, dealt[met], _STEPS) / dealt.sum()
    return float(share.sum()), float(dealt.sum()), spread


def _texture_errors(rows: NDArray[np.intp], weights: Floats) -> Floats:
    names = ("pairing", "suits", "connection", "high", "broadways")
    words = [tuple(f"{name} {getattr(flop.texture, name)}" for name in names) for flop in flops()]
    known = sorted({word for several in words for word in several})
    marks = np.array([[word in several for word in known] for several in words], dtype=np.float64)
    every = np.array([flop.weight for flop in flops()])
    chosen: Floats = weights @ marks[rows] / weights.sum()
    errors: Floats = np.abs(chosen - every @ marks / every.sum())
    return errors


def solved_table(folder: str) -> Table:
    """Errors of the first line of a batch over all flops, beside those of as many at random."""
    found = report(folder)
    boards = {board: row for row, board in enumerate(found.boards["board"])}
    missing = [flop for flop in flops() if str(flop) not in boards]
    if missing:
        raise SystemExit(f"{folder}: {len(missing)} flops are missing")
    order = [boards[str(flop)] for flop in flops()]
    passive = next(action for action in found.actions if action in ("check", "fold"))
    values = {
        "how often is bet, points": 100 * (1 - found.boards[passive].to_numpy()[order]),
        "EV, % of the pot": 100
        * (found.boards[f"ev_{found.player}"] / found.boards["pot"]).to_numpy()[order],
    }
    result = Table(title=f"{found.name}: error of n flops for all 1,755 (of n at random)")
    for name in ("n", *values):
        result.add_column(name, justify="right")
    for n in NUMBERS:
        result.add_row(str(n), *(_solved_error(n, value) for value in values.values()))
    every = np.array([flop.weight for flop in flops()])
    means = (f"{np.average(value, weights=every):.2f}" for value in values.values())
    result.add_row("all: the mean", *means)
    return result


def _solved_error(n: int, values: Floats) -> str:
    places = {flop: number for number, flop in enumerate(flops())}
    every = np.array([flop.weight for flop in flops()])
    mean = np.average(values, weights=every)
    chosen = flops(n)
    own = np.average(
        values[[places[flop] for flop in chosen]], weights=[flop.weight for flop in chosen]
    )
    drawn = np.random.default_rng(1).choice(values, (_DRAWS, n), p=every / every.sum())
    random = np.sqrt(np.mean((drawn.mean(axis=1) - mean) ** 2))
    return f"{abs(own - mean):.2f} ({random:.2f})"


if __name__ == "__main__":
    Console().print(solved_table(sys.argv[1]))
