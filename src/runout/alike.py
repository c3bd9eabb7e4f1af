"""Results that are equal where all that they say is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import ClassVar

import numpy as np


class Alike:  # noqa: PLW1641 - what holds arrays is no key
    """A data class whose arrays count number by number, missing numbers being alike; no key."""

    NOT_SAID: ClassVar[tuple[str, ...]] = ()
    """Fields that say nothing about the question, such as the time it took."""

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        said = (one.name for one in fields(self) if one.name not in self.NOT_SAID)  # type: ignore[arg-type]
        return all(alike(getattr(self, name), getattr(other, name)) for name in said)


def alike(one: object, other: object) -> bool:
    """Whether two values are the same, arrays and what holds them included.

    >>> alike({"ev": np.array([1.0, np.nan])}, {"ev": np.array([1.0, np.nan])})
    True
    """
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other, equal_nan=one.dtype.kind == other.dtype.kind == "f")
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return list(one) == list(other) and all(alike(one[key], other[key]) for key in one)
    if (
        isinstance(one, tuple | list)
        and type(one) is type(other)
        and isinstance(other, tuple | list)
    ):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one == other)
