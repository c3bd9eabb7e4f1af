"""Checks of what people pass in: numbers, switches, texts and paths, each as a plain value.

Whatever is taken is given back as Python's own `int`, `float`, `bool`, `str` or `Path`, so that it
can be written and read again; whatever is not is refused with what was given and what is allowed.
"""

from __future__ import annotations

import os
import sys
from math import inf, isfinite
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, TypeVar

from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

T = TypeVar("T")
_SHOWN = 72  # characters of what was given


def shown(value: object) -> str:
    """What was given, short enough for a message, whatever it is.

    >>> shown("turn"), shown(2.5), shown("x" * 1000)[-5:]
    ("'turn'", '2.5', 'xxxx…')
    """
    if isinstance(value, int) and not -(10**_SHOWN) < value < 10**_SHOWN:
        return f"a whole number of {value.bit_length():,} bits"
    cut = value[: _SHOWN + 1] if isinstance(value, str | bytes) else value
    try:
        text = str(value) if _is_numpy(value, "generic") else repr(cut)
    except Exception:  # a stranger's repr may do anything
        text = f"a {type(value).__name__}"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _is_numpy(value: object, kind: str) -> bool:
    """Whether a value is of a type of NumPy, which is not loaded for asking."""
    return isinstance(value, getattr(sys.modules.get("numpy"), kind, ()))


def whole(
    name: str, value: object, least: int, most: int | None = None, what: str = "a whole number"
) -> int:
    """The value as an int, if it is a whole number within bounds.

    >>> import numpy as np
    >>> whole("pot", np.float32(200), 1), whole("stack", 1e3, 1, 5000)
    (200, 1000)
    >>> whole("pot", "200", 1, 500, what="whole chips")
    Traceback (most recent call last):
        ...
    runout.errors.RunoutError: pot '200': whole chips from 1 to 500
    """
    found = value if type(value) is int else _as_int(value)
    if found is None or found < least or (most is not None and found > most):
        upper = "up" if most is None else f"to {most:,}"
        raise RunoutError(f"{name} {shown(value)}: {what} from {least:,} {upper}")
    return found


def _as_int(value: object) -> int | None:
    """The whole number that a value is, if it is one."""
    if type(value) is int:
        return value
    if not _is_number(value):
        return None
    if isinstance(value, Integral):
        return int(value)
    if _as_float(value) is None:  # infinite, or of so many digits that counting them takes long
        return None
    found = int(value)  # type: ignore[call-overload]
    return found if found == value else None


def is_count(text: str, most_digits: int) -> bool:
    """Whether a text is a whole number of so many digits at most, each of them 0 to 9.

    >>> is_count("25", 4), is_count("25²", 4), is_count("9" * 5000, 4)
    (True, False, False)
    """
    return len(text) <= most_digits and text.isascii() and text.isdigit()


def number(
    name: str,
    value: object,
    least: float = -inf,
    most: float = inf,
    *,
    above: float = -inf,
    below: float = inf,
    what: str = "a number",
) -> float:
    """The value as a float, if it is a finite number within bounds.

    `least` and `most` are allowed themselves, `above` and `below` are not.

    >>> number("rake", 0.05, 0, below=1), number("cap", 3, 0)
    (0.05, 3.0)
    >>> number("rake", 1, 0, below=1, what="a share of the pot")
    Traceback (most recent call last):
        ...
    runout.errors.RunoutError: rake 1: a share of the pot from 0 to below 1
    """
    found = value if type(value) is float and isfinite(value) else _as_float(value)
    if found is None or not (least <= found <= most and above < found < below):
        raise RunoutError(f"{name} {shown(value)}: {what}{_bounds(least, most, above, below)}")
    return found + 0.0  # there is one zero


def _as_float(value: object) -> float | None:
    """The finite number that a value is, if it is one."""
    if not _is_number(value):
        return None
    try:
        found = float(value)  # type: ignore[arg-type]
    except (ValueError, OverflowError, ArithmeticError):
        return None
    return found if isfinite(found) else None


def _is_number(value: object) -> bool:
    if isinstance(value, Real):
        return not isinstance(value, bool)
    from decimal import Decimal  # here and below: seldom needed, and slow to load

    return isinstance(value, Decimal)


def _bounds(least: float, most: float, above: float, below: float) -> str:
    """The bounds in words: from 0 up, above 0, from 0 to below 1."""
    words = f" from {least:,g}" if least > -inf else f" above {above:,g}" if above > -inf else ""
    if most < inf:
        return f"{words} to {most:,g}"
    if below < inf:
        return f"{words} to below {below:,g}" if words else f" below {below:,g}"
    return f"{words} up" if least > -inf else words


def switch(name: str, value: object) -> bool:
    """The value as a bool, if it is True or False.

    >>> switch("compress", True)
    True
    """
    if not (isinstance(value, bool) or _is_numpy(value, "bool_")):
        raise RunoutError(f"{name} {shown(value)}: True or False")
    return bool(value)


def text(name: str, value: object, example: str) -> str:
    """The value, if it is a text.

    >>> text("bets", 60, "'60% a'")
    Traceback (most recent call last):
        ...
    runout.errors.RunoutError: bets 60: a text such as '60% a'
    """
    if not isinstance(value, str):
        raise RunoutError(f"{name} {shown(value)}: a text such as {example}")
    return str(value)


def texts(name: str, value: object, example: str) -> tuple[str, ...]:
    """The values, if they are several texts; one text alone is not taken apart into letters."""
    try:
        alone = isinstance(value, str | bytes | dict)
        several = None if alone else iter(value)  # type: ignore[call-overload]
    except TypeError:
        several = None
    if several is None:
        raise RunoutError(f"{name} {shown(value)}: a list of texts such as {example}")
    return tuple(text(name, one, example) for one in several)


def choice(name: str, value: object, allowed: Iterable[str]) -> str:
    """The value, if it is one of these words.

    >>> choice("rules", "pio", ("runout", "texassolver"))
    Traceback (most recent call last):
        ...
    runout.errors.RunoutError: rules 'pio': runout or texassolver
    """
    words = list(allowed)
    if not isinstance(value, str) or value not in words:
        listed = " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
        raise RunoutError(f"{name} {shown(value)}: {listed}")
    return str(value)


def known_keys(where: str, table: Mapping[Any, Any], known: tuple[str, ...]) -> None:
    """Refuse a table with a key that says nothing there.

    >>> known_keys("river", {"bets": "60%"}, ("bet", "raise"))
    Traceback (most recent call last):
        ...
    runout.errors.RunoutError: river: unknown key 'bets'; did you mean 'bet'? (known: bet, raise)
    """
    for key in table:
        if key not in known:
            from difflib import get_close_matches

            near = get_close_matches(str(key)[:100], known, n=1, cutoff=0)
            raise RunoutError(
                f"{where}: unknown key {shown(key)}; did you mean {near[0]!r}? "
                f"(known: {', '.join(known)})"
            )


def instance(name: str, value: object, kind: type[T]) -> T:
    """The value, if it is an object of this kind.

    >>> instance("error", 5, RunoutError)
    Traceback (most recent call last):
        ...
    runout.errors.RunoutError: error 5: a RunoutError is expected
    """
    if not isinstance(value, kind):
        raise RunoutError(f"{name} {shown(value)}: a {kind.__name__} is expected")
    return value


def function(name: str, value: object) -> None:
    """Refuse what cannot be called."""
    if not callable(value):
        raise RunoutError(f"{name} {shown(value)}: a function is expected")


def listener(value: object) -> None:
    """Refuse what cannot be told how far it is."""
    if value is not None:
        function("progress", value)


def path(name: str, value: Any) -> Path:  # noqa: ANN401 - whatever it is, it is looked at
    """The value as a path, if it is one that a system could take.

    >>> path("spot", "turn.toml").name
    'turn.toml'
    """
    found = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not isinstance(found, str):
        raise RunoutError(f"{name} {shown(value)}: a path is expected")
    if "\0" in found:
        raise RunoutError(f"{name} {shown(value)}: a path holds no NUL character")
    from pathlib import Path

    return Path(found)
