"""Ranges from what is no text: tables of weights, several hands, arrays of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from itertools import islice
from numbers import Number
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.cards import RANK_COUNT
from runout.checks import number, shown
from runout.combos import CLASS_OF, COMBOS, Combo
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Weights = NDArray[np.float64]
    Reader = Callable[[Any], Weights]
    """The weights of a text, or of a range itself."""

_MOST = 10_000  # hands in a list, which may have no end
_GRID = (RANK_COUNT, RANK_COUNT)
_ALLOWED = (
    "a text such as 'QQ+, AKs', a table such as {'QQ+': 1, 'AKs': 0.5}, a list of texts, "
    f"{COMBOS:,} weights or {RANK_COUNT} × {RANK_COUNT} of them"
)


def given_weights(hands: object, read: Reader) -> Weights:
    """The 1,326 weights of a table, a list of hands or numbers."""
    if isinstance(hands, Combo):
        return _of_combo(hands)
    if isinstance(hands, Mapping):
        return _of_table(hands, read)
    if isinstance(hands, np.ndarray):
        return _of_numbers(hands) if hands.dtype.kind != "U" else _of_list(hands.ravel(), read)
    if isinstance(hands, bytes | bytearray | memoryview) or not isinstance(hands, Iterable):
        raise RunoutError(f"range {shown(hands)}: {_ALLOWED} is expected")
    if isinstance(hands, list | tuple) and hands and isinstance(hands[0], Number | list | tuple):
        return _of_numbers(hands)
    return _of_list(hands, read)


def _of_combo(combo: Combo) -> Weights:
    weights = np.zeros(COMBOS)
    weights[combo.index] = 1
    return weights


def _of_table(table: Mapping[Any, Any], read: Reader) -> Weights:
    """Hands and their weights; as in a text, what comes later replaces what came before."""
    weights = np.zeros(COMBOS)
    for hands, given in table.items():
        weight = number(f"range: weight of {shown(_named(hands))}", given, 0, 1)
        own = _of_one(hands, read)
        held = own > 0
        scaled = own[held] * weight
        if weight and not scaled.all():
            raise RunoutError(f"range: weight of {shown(_named(hands))}: too small for its hands")
        weights[held] = scaled
    return weights


def _of_list(several: Iterable[Any], read: Reader) -> Weights:
    """Hands one after the other; those of a set, which has no order, by their texts."""
    listed = list(islice(several, _MOST + 1))
    if len(listed) > _MOST:
        raise RunoutError(f"range: more than {_MOST:,} hands in a list")
    if isinstance(several, Set):
        listed.sort(key=str)
    weights = np.zeros(COMBOS)
    for hands in listed:
        own = _of_one(hands, read)
        weights[own > 0] = own[own > 0]
    return weights


def _of_one(hands: object, read: Reader) -> Weights:
    if isinstance(hands, Combo):
        return _of_combo(hands)
    own = read(hands)
    if not own.any():
        raise RunoutError(f"range: {shown(hands)} names no hand")
    return own


def _named(hands: object) -> object:
    return str(hands) if isinstance(hands, Combo) else hands


def _of_numbers(numbers: Any) -> Weights:  # noqa: ANN401 - whatever it is, it is looked at
    """A weight for each combo in the order of indices, or for each class in that of the grid."""
    try:
        weights = real_numbers(numbers)
    except (TypeError, ValueError, OverflowError):
        raise RunoutError(f"range {shown(numbers)}: {_ALLOWED} is expected") from None
    if weights.shape == _GRID:
        return checked_weights(weights.ravel()[CLASS_OF])
    if weights.shape != (COMBOS,):
        raise RunoutError(
            f"range: numbers of shape {weights.shape}, but ({COMBOS},) or {_GRID} is expected"
        )
    return checked_weights(weights)


def real_numbers(weights: Any) -> Weights:  # noqa: ANN401
    """An own array of real numbers; NumPy would drop imaginary parts."""
    if np.iscomplexobj(weights):
        raise TypeError
    return np.array(weights, dtype=np.float64)


def checked_weights(weights: Weights) -> Weights:
    """The weights of all combos, if they are within 0 and 1."""
    outside = np.flatnonzero(~((weights >= 0) & (weights <= 1)))
    if len(outside):
        first = int(outside[0])
        raise RunoutError(f"weights: {weights[first]} for {Combo.at(first)} is not in 0..1")
    return weights
