"""Ranges as PioSOLVER stores them: 1,326 weights, in the order 2d2c 2h2c 2h2d 2s2c ... AsAh."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from runout.combos import COMBO_CARDS, COMBOS
from runout.errors import NotationError, Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NUMBER = r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?"
_LIST = re.compile(rf"[\s,;]*{_NUMBER}(?:[\s,;]+{_NUMBER})*[\s,;]*")
# Only 22 to 99 are hands too, so that a list of hands never comes near this.
_FEWEST = 100
# The higher card counts first, then the lower; both in the order of card ids.
_ORDER = np.lexsort((COMBO_CARDS[:, 0], COMBO_CARDS[:, 1]))


def weight_list(text: str) -> NDArray[np.float64] | None:
    """The weights in the order of combo indices; None if the text is not a long list of numbers."""
    if len(text) < 2 * _FEWEST - 1 or _LIST.fullmatch(text) is None:
        return None
    numbers = list(re.finditer(_NUMBER, text))
    if len(numbers) < _FEWEST:
        return None
    if len(numbers) != COMBOS:
        reason = f"ends a list of {len(numbers):,} weights, but {COMBOS:,} are expected"
        raise NotationError("range", text, Span(*numbers[-1].span()), reason)
    for number in numbers:
        if float(number[0]) > 1:
            raise NotationError("range", text, Span(*number.span()), "is a weight outside 0 to 1")
    weights = np.zeros(COMBOS)
    weights[_ORDER] = [float(number[0]) for number in numbers]
    return weights


def written(weights: NDArray[np.float64]) -> str:
    """The weights in PioSOLVER's order, as `weight_list` reads them."""
    from runout.ranges.text import number_text

    return " ".join(map(number_text, weights[_ORDER].tolist()))
