"""Writing ranges: the short canonical text, and the dialects of other tools.

Every text made here is read back by the parser to the very same weights.
"""

from __future__ import annotations

from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from runout.cards import ACE, DECK, RANK_COUNT, RANKS
from runout.combos import CLASS_NAMES, CLASS_OF, CLASSES, COMBOS_WITH, Combo, holding
from runout.ranges.parser import LIST_ORDER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Weights = NDArray[np.float64]
    Mask = NDArray[np.bool_]

_HIGH_TO_LOW = range(len(RANKS) - 1, -1, -1)


def canonical(weights: Weights) -> str:
    """Short text: runs of classes, single combos where a class is split, and weights below 1.

    A card whose 51 combos all weigh the same, nothing in most cases, may be better said once at the
    end (``random,!Ah``); the shorter of both ways is taken.
    """
    plain = _class_runs(weights, np.zeros(len(weights), dtype=bool))
    by_card = _uniform_cards(weights)
    if not by_card:
        return _join(plain)
    ignored = holding(by_card)
    last = [
        _weighted(str(DECK[card]), weight) if weight else f"!{DECK[card]}"
        for card, weight in by_card.items()
    ]
    return min(_join(plain), _join(_class_runs(weights, ignored) + last), key=len)


def pio(weights: Weights) -> str:
    """Every class by name, every combo of a split class, with ``:weight`` below 1."""
    return _join(_weighted(name, weight) for name, weight in _hands(weights))


def gtoplus(weights: Weights) -> str:
    """Hands of the same weight in one bracket, weights in percent, heaviest first."""
    by_weight = sorted(_hands(weights), key=lambda hand: -hand[1])
    parts = []
    for weight, group in groupby(by_weight, key=lambda hand: hand[1]):
        names = ",".join(name for name, _ in group)
        percent = _percent(weight)
        parts.append(names if weight == 1 else f"[{percent}]{names}[/{percent}]")
    return _join(parts)


def weight_list(weights: Weights) -> str:
    """The 1,326 weights as PioSOLVER stores them, in its order."""
    return " ".join(map(number_text, weights[LIST_ORDER].tolist()))


def _join(tokens: Sequence[str] | Iterator[str]) -> str:
    return ",".join(tokens)


def _weighted(name: str, weight: float) -> str:
    return name if weight == 1 else f"{name}:{number_text(weight)}"


def number_text(value: float) -> str:
    """The shortest text without an exponent, which others do not read, that gives this number."""
    return f"{int(value)}" if value == int(value) else format(Decimal(repr(float(value))), "f")


def _percent(weight: float) -> str:
    """The weight in percent, scaled as text so that it reads back as the same number."""
    return format(Decimal(repr(weight)).scaleb(2).normalize(), "f")


def _uniform_cards(weights: Weights) -> dict[int, float]:
    """Cards whose 51 combos all have one weight; none if there are too many to be worth a word."""
    by_card = weights[COMBOS_WITH]
    uniform = np.flatnonzero((by_card == by_card[:, :1]).all(axis=1))
    if len(uniform) > 16:
        return {}
    return {int(card): float(by_card[card, 0]) for card in uniform}


_BY_CLASS = np.argsort(CLASS_OF, kind="stable")
_CLASS_STARTS = np.searchsorted(CLASS_OF[_BY_CLASS], np.arange(CLASSES))


def _class_weights(weights: Weights, ignored: Mask) -> list[float | None]:
    """Weight of each class: None where its combos, less those ignored, differ or none is left."""
    lowest = np.minimum.reduceat(np.where(ignored, np.inf, weights)[_BY_CLASS], _CLASS_STARTS)
    highest = np.maximum.reduceat(np.where(ignored, -np.inf, weights)[_BY_CLASS], _CLASS_STARTS)
    return [
        low if low == high else None
        for low, high in zip(lowest.tolist(), highest.tolist(), strict=True)
    ]


def _split_combos(
    weights: Weights, by_class: list[float | None], ignored: Mask
) -> Iterator[tuple[str, float]]:
    """Combos of the classes that have no single weight, high classes first."""
    for number in range(CLASSES):
        if by_class[number] is None:
            for index in np.flatnonzero((number == CLASS_OF) & ~ignored)[::-1]:
                if weights[index] > 0:
                    yield str(Combo.at(int(index))), float(weights[index])


def _hands(weights: Weights) -> list[tuple[str, float]]:
    """Classes and combos with their weights: pairs, then the rows of the grid."""
    nothing = np.zeros(len(weights), dtype=bool)
    by_class = _class_weights(weights, nothing)
    pairs_first = sorted(range(CLASSES), key=lambda number: number % (RANK_COUNT + 1) != 0)
    whole = [
        (CLASS_NAMES[number], weight) for number in pairs_first if (weight := by_class[number])
    ]
    return whole + list(_split_combos(weights, by_class, nothing))


def _class_runs(weights: Weights, ignored: Mask) -> list[str]:
    """Tokens for the range, where the weights of ignored combos may come out as anything."""
    by_class = _class_weights(weights, ignored)
    if len(set(by_class)) == 1 and by_class[0]:
        return [_weighted("random", by_class[0])]
    tokens = _pair_runs([by_class[(RANK_COUNT + 1) * (ACE - rank)] for rank in _HIGH_TO_LOW][::-1])
    for high in range(ACE, 0, -1):
        row = ACE - high
        suited = [by_class[RANK_COUNT * row + ACE - low] for low in range(high)]
        offsuit = [by_class[RANK_COUNT * (ACE - low) + row] for low in range(high)]
        tokens += _kicker_runs(high, suited, offsuit)
    return tokens + [_weighted(*hand) for hand in _split_combos(weights, by_class, ignored)]


def _runs(by_rank: list[float | None]) -> list[tuple[int, int, float]]:
    """Maximal runs of equal weights above zero: (highest, lowest, weight), highest first."""
    runs = []
    at = len(by_rank) - 1
    for weight, group in groupby(reversed(by_rank)):
        length = len(list(group))
        if weight:
            runs.append((at, at - length + 1, weight))
        at -= length
    return runs


def _pair_runs(by_rank: list[float | None]) -> list[str]:
    tokens = []
    for top, bottom, weight in _runs(by_rank):
        first, last = 2 * RANKS[top], 2 * RANKS[bottom]
        rises = top == len(RANKS) - 1
        name = first if top == bottom else f"{last}+" if rises else f"{first}-{last}"
        tokens.append(_weighted(name, weight))
    return tokens


def _kicker_runs(high: int, suited: list[float | None], offsuit: list[float | None]) -> list[str]:
    """Runs of kickers under one high card; a run both suited and offsuit is written once."""
    suited_runs, offsuit_runs = _runs(suited), _runs(offsuit)
    both = [run for run in suited_runs if run in offsuit_runs]
    marked = [(run, "") for run in both]
    marked += [(run, "s") for run in suited_runs if run not in both]
    marked += [(run, "o") for run in offsuit_runs if run not in both]
    return [
        _weighted(_kicker_run(high, top, bottom, suffix), weight)
        for (top, bottom, weight), suffix in marked
    ]


def _kicker_run(high: int, top: int, bottom: int, suffix: str) -> str:
    first, last = (f"{RANKS[high]}{RANKS[low]}{suffix}" for low in (top, bottom))
    if top == bottom:
        return first
    return f"{last}+" if top == high - 1 else f"{first}-{last}"
