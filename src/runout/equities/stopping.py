"""When random dealing stops: at so many deals, a precision, a time, whichever comes first."""

from __future__ import annotations

import sys
from operator import index
from typing import NamedTuple

import numpy as np

from runout.checks import shown
from runout.errors import RunoutError

DEFAULT_PRECISION = 0.0005
DEFAULT_TIME_LIMIT = 2.0


class StoppingRule(NamedTuple):
    """Deals, largest standard error and seconds; None never stops."""

    samples: int | None
    precision: float | None
    time_limit: float | None


class Unset:
    """A limit that was not given, which is not the same as None."""

    def __repr__(self) -> str:
        return "default"


UNSET = Unset()
_DEFAULT = StoppingRule(None, DEFAULT_PRECISION, DEFAULT_TIME_LIMIT)
_NEVER = StoppingRule(None, None, None)


def stopping_rule(
    samples: int | Unset | None = UNSET,
    precision: float | Unset | None = UNSET,
    time_limit: float | Unset | None = UNSET,
) -> StoppingRule:
    """Limits that are given replace the defaults; None switches one off.

    >>> stopping_rule(samples=1000)
    StoppingRule(samples=1000, precision=None, time_limit=None)
    """
    if samples is UNSET and precision is UNSET and time_limit is UNSET:
        return _DEFAULT
    limits = (samples, precision, time_limit)
    none_given = all([limit is UNSET or limit is None for limit in limits])  # noqa: C419 - faster
    other = _DEFAULT if none_given else _NEVER
    rule = StoppingRule(
        None if samples is UNSET or samples is None else whole_number("samples", samples, 1, 2**62),
        other.precision if precision is UNSET else _positive("precision", precision),
        other.time_limit if time_limit is UNSET else _positive("time_limit", time_limit),
    )
    if rule == _NEVER:
        raise RunoutError("nothing would stop it: give samples, precision or time_limit")
    return rule


def whole_number(name: str, value: object, least: int, most: int) -> int:
    """The value as an int, if it is a whole number within bounds."""
    if type(value) is int and least <= value <= most:
        return value
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if isinstance(value, bool | np.bool_) or not least <= number <= most:
        allowed = f"a whole number from {least} to {most:,}"
        raise RunoutError(f"{name} {shown(value)}: {allowed} is expected")
    return number


def _positive(name: str, value: object) -> float | None:
    if value is None:
        return None
    number = isinstance(value, int | float | np.integer | np.floating) and value is not True
    if not number or not 0 < value <= sys.float_info.max:  # type: ignore[operator]
        raise RunoutError(f"{name} {shown(value)}: a number above 0 is expected")
    return float(value)  # type: ignore[arg-type]
