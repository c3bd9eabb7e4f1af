"""When random dealing stops: at so many deals, a precision, a time, whichever comes first."""

from __future__ import annotations

from typing import NamedTuple

from runout.checks import number, whole
from runout.defaults import PRECISION, TIME_LIMIT
from runout.errors import RunoutError


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
_DEFAULT = StoppingRule(None, PRECISION, TIME_LIMIT)
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
        None if samples is UNSET or samples is None else whole("samples", samples, 1, 2**62),
        other.precision if precision is UNSET else _positive("precision", precision),
        other.time_limit if time_limit is UNSET else _positive("time_limit", time_limit),
    )
    if rule == _NEVER:
        raise RunoutError("nothing would stop it: give samples, precision or time_limit")
    return rule


def _positive(name: str, value: object) -> float | None:
    return None if value is None else number(name, value, above=0)
