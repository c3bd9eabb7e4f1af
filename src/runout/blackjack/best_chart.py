"""The best strategy that looks at totals only.

Each cell of a chart stands for many hands. A cell is decided by the values of its hands, each
weighed by how often it is reached, and both depend on the other cells; so the chart is improved,
all cells at once, until it stays the same. Pairs have one composition each and are decided by their
own values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from runout import _core
from runout.blackjack.hands import hand_table
from runout.blackjack.strategy import HARD_TOTALS, SOFT_TOTALS, Chart
from runout.blackjack.table import value_table
from runout.blackjack.values import UPCARDS, VALUES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from runout.blackjack.table import TableEV

_MOST_ROUNDS = 12
_HARDLY = 1e-15  # the weight of hands that the chart never reaches

_Values = tuple["NDArray[np.float64]", ...]  # stand, hit, double, reached: (hands, upcards)


@dataclass(frozen=True)
class _First:
    """First hands: (hands, upcards), 0 where not dealt."""

    chance: NDArray[np.float64]
    split: NDArray[np.float64]
    surrender: NDArray[np.float64]


def best_chart(optimum: TableEV) -> Chart:
    """The chart with the highest EV for the shoe and rules of an optimum."""
    first = _first_hands(optimum)
    doubles = _core.blackjack_doubles(optimum.rules.kernel).astype(bool) & (hand_table().size == 2)
    values = _values(optimum._table)
    rules = optimum.rules.replace(splits=0)
    table = _core.BlackjackTable(optimum.shoe.array, rules.kernel)
    made = None
    for _ in range(_MOST_ROUNDS):
        better = _improved(values, first, doubles, made)
        if better == made:
            break
        made = better
        plays = made.plays(rules)
        value_table(table, optimum.shoe, plays)
        values = _values(table)
    assert made is not None
    return made


def _values(table: _core.BlackjackTable) -> _Values:
    return tuple(values.reshape(-1, 10) for values in table.hand_values())


def _first_hands(optimum: TableEV) -> _First:
    shape = (len(hand_table().size), 10)
    chance, split, surrender = np.zeros(shape), np.full(shape, -9.0), np.full(shape, -9.0)
    rows = optimum.deals()
    at = rows[:, 1].astype(int), rows[:, 0].astype(int)
    looked = 1 - rows[:, 3] if optimum.rules.hole != "ENHC" else 1.0
    chance[at] = rows[:, 2] * looked
    split[at] = np.nan_to_num(rows[:, 7], nan=-9.0)
    surrender[at] = np.nan_to_num(rows[:, 8], nan=-9.0)
    return _First(chance, split, surrender)


def _improved(
    values: _Values, first: _First, doubles: NDArray[np.bool_], now: Chart | None
) -> Chart:
    stand, hit, double, reached = values
    table = hand_table()
    longer = np.where((table.size > 2)[:, None], reached, 0) + _HARDLY * (table.size > 2)[:, None]
    # Pairs that are split do not weigh in the row of their total.
    split_now = np.zeros_like(first.chance, dtype=bool)
    if now is not None:
        columns = [UPCARDS.index(value) for value in VALUES]
        letters = np.array([list(row) for row in now.pairs])[:, columns]
        split_now = (table.pair >= 0)[:, None] & np.isin(letters[table.pair], ["P", "Q"])
    weight = np.where(split_now, 0, first.chance) + _HARDLY * (table.size == 2)[:, None]
    doubled = np.where(doubles[:, None], double, -9.0)

    def row(total: int, soft: bool) -> str:
        cell = (table.total == total) & (table.soft == soft) & (table.size >= 2)
        sums = [
            (weight[cell] * option[cell]).sum(axis=0)
            for option in (stand, hit, doubled, first.surrender)
        ]
        later = [(longer[cell] * option[cell]).sum(axis=0) for option in (stand, hit)]
        return "".join(_letter(up, sums, later) for up in (VALUES.index(up) for up in UPCARDS))

    hard = tuple(row(total, soft=False) for total in HARD_TOTALS)
    soft = tuple(row(total, soft=True) for total in SOFT_TOTALS)
    pairs = tuple(
        "".join(
            _pair_letter(v, VALUES.index(up), values, first, doubles, hard, soft) for up in UPCARDS
        )
        for v in range(10)
    )
    return Chart(hard, soft, pairs, "best chart")


def _letter(up: int, sums: list[NDArray[np.float64]], later: list[NDArray[np.float64]]) -> str:
    """The letter of one cell from the weighed values of its first hands and of its longer ones."""
    stand, hit, double, surrender = (option[up] for option in sums)
    stand_later, hit_later = (option[up] for option in later)
    stands_later = (stand_later, stand) > (hit_later, hit)  # some cells have no longer hands
    rest = max(stand_later, hit_later)
    options = {
        "S": stand + stand_later,
        "H": hit + hit_later,
        "d" if stands_later else "D": double + rest,
        "r" if stands_later else "R": surrender + rest,
    }
    return max(options, key=lambda letter: options[letter])


def _pair_letter(
    value: int,
    up: int,
    values: _Values,
    first: _First,
    doubles: NDArray[np.bool_],
    hard: tuple[str, ...],
    soft: tuple[str, ...],
) -> str:
    counts = tuple(2 if i == value else 0 for i in range(10))
    hand, column = hand_table().numbers[counts], UPCARDS.index(VALUES[up])
    if first.chance[hand, up] == 0:
        return "-"
    row = soft[0] if value == 0 else hard[2 * (value + 1) - HARD_TOTALS.start]
    stand, hit, double = (option[hand, up] for option in values[:3])
    letter = row[column]
    plain = stand if letter in "Sdr" else hit
    if letter in "Dd" and doubles[hand]:
        plain = double
    split, surrender = first.split[hand, up], first.surrender[hand, up]
    if surrender > max(plain, split):
        return "Q" if split > plain else "-" if letter in "Rr" else "R" if hit > stand else "r"
    return "P" if split > plain else "-"
