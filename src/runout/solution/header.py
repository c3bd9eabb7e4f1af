"""The header of a `.runout` file, every field checked before anything is made of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.errors import RunoutError
from runout.reading import json_object
from runout.solver.loop import STOPS, History, Rise, Rule

if TYPE_CHECKING:
    from runout.solver.engine import LockRow

NUMBER_KINDS = ("<f4", "<i2", "<u2")
"""Of numbers in arrays: floats, and whole ones of 16 bits with and without a sign."""
_BEFORE_ENGINES = {"engine": "cpu", "layout": ""}
"""Of files that are older than the question: the name of the only engine then."""
_NAME_LENGTH = 100
_LEAST_CHUNK, _MOST_CHUNK = 8, 1 << 24
_MOST_NUMBERS = 1 << 48
_MOST_ITERATIONS = 10**12
_POWER_LENGTH = 40


@dataclass(frozen=True)
class Header:
    """What a file says about its numbers."""

    version: str
    """Of the program that wrote it."""
    spot: str
    """As TOML."""
    game: int
    """The fingerprint of its tree, hands and deals."""
    isomorphism: bool
    engine: str
    """That stored the numbers."""
    layout: str
    """How they are stored; older files, of the only engine then, do not say."""
    compress: bool
    small: bool
    rule: Rule
    iterations: int
    exploitability: float
    """In chips."""
    history: History
    locks: list[LockRow]
    """Not yet looked at: what is allowed depends on the game."""
    locks_wait: bool
    arrays: dict[str, tuple[str, int]]
    """Kind and count of the numbers in each array, in the order of the file."""
    chunk_bytes: int


def version_of(fields: dict[str, Any]) -> str:
    """Which version wrote a header of whatever format."""
    return _text(fields, "version", _NAME_LENGTH)


def read_header(text: bytes) -> Header:
    """The header that a text is; the first field that is wrong is named."""
    fields = json_object(text)
    return Header(
        version=version_of(fields),
        spot=_text(fields, "spot"),
        game=checks.whole("game", _field(fields, "game"), 0, 2**32 - 1),
        isomorphism=checks.switch("isomorphism", _field(fields, "isomorphism")),
        engine=_text({**_BEFORE_ENGINES, **fields}, "engine", _NAME_LENGTH),
        layout=_text({**_BEFORE_ENGINES, **fields}, "layout", _NAME_LENGTH),
        compress=checks.switch("compress", _field(fields, "compress")),
        small=checks.switch("small", _field(fields, "small")),
        rule=_rule(fields),
        iterations=_iterations("iterations", _field(fields, "iterations")),
        exploitability=checks.number("exploitability", _field(fields, "exploitability"), 0),
        history=_history(_table("history", _field(fields, "history"))),
        locks=_list("locks", _field(fields, "locks")),
        locks_wait=checks.switch("locks_wait", _field(fields, "locks_wait")),
        arrays=_arrays(_table("arrays", _field(fields, "arrays"))),
        chunk_bytes=checks.whole(
            "chunk_bytes", _field(fields, "chunk_bytes"), _LEAST_CHUNK, _MOST_CHUNK
        ),
    )


def _rule(fields: dict[str, Any]) -> Rule:
    powers = _list("rule", _field(fields, "rule"), 3)
    restarts = _list("restarts", _field(fields, "restarts"))
    alpha, beta, gamma = (_power(f"rule[{number}]", one) for number, one in enumerate(powers))
    numbers = (_iterations(f"restarts[{number}]", one) for number, one in enumerate(restarts))
    ahead = _power("ahead", fields.get("ahead", "0"))  # older files look nowhere
    return Rule(alpha, beta, gamma, tuple(numbers), _rise(fields), ahead)


def _rise(fields: dict[str, Any]) -> Rise | None:
    if (found := fields.get("rise")) is None:  # older files have none
        return None
    parts = enumerate(_list("rise", found, 3))
    alpha, beta, iterations = (_power(f"rise[{number}]", one) for number, one in parts)
    return Rise(alpha, beta, checks.whole("rise[2]", iterations, 1))


def _power(name: str, value: object) -> float:
    """A power of a rule, which is written as a text since it may be infinite."""
    if isinstance(value, str) and len(value) <= _POWER_LENGTH:
        with suppress(ValueError):
            return float(value)
    raise RunoutError(f"{name} {checks.shown(value)}: a text such as '1.5' is expected")


def _history(fields: dict[str, Any]) -> History:
    curve = _list("history.curve", _field(fields, "curve", "history."))
    seconds, cpu_seconds = (
        checks.number(f"history.{name}", _field(fields, name, "history."), 0)
        for name in ("seconds", "cpu_seconds")
    )
    points = [_point(f"history.curve[{number}]", point) for number, point in enumerate(curve)]
    stopped_by = fields.get("stopped_by", "")  # older files do not say
    return History(
        seconds,
        cpu_seconds,
        points,
        checks.choice("history.stopped_by", stopped_by, ("", *STOPS)),
    )


def _point(name: str, value: object) -> tuple[int, float]:
    iteration, percent = _list(name, value, 2)
    return _iterations(name, iteration), checks.number(name, percent, 0)


def _arrays(fields: dict[str, Any]) -> dict[str, tuple[str, int]]:
    arrays = {}
    for key, value in fields.items():
        name = f"arrays.{checks.shown(key)[1:-1]}"
        kind, count = _list(name, value, 2)
        arrays[key] = (
            checks.choice(name, kind, NUMBER_KINDS),
            checks.whole(name, count, 0, _MOST_NUMBERS),
        )
    return arrays


def _iterations(name: str, value: object) -> int:
    return checks.whole(name, value, 0, _MOST_ITERATIONS)


def _field(fields: dict[str, Any], name: str, before: str = "") -> object:
    if name not in fields:
        raise RunoutError(f"{before}{name} is missing")
    return fields[name]


def _text(fields: dict[str, Any], name: str, most: int | None = None) -> str:
    value = _field(fields, name)
    if not isinstance(value, str):
        raise RunoutError(f"{name}: a text is expected, not {_kind(value)}")
    if most is not None and (len(value) > most or not value.isprintable()):
        raise RunoutError(f"{name} {checks.shown(value)}: at most {most} letters on one line")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise RunoutError(f"{name}: half of a letter is missing") from None
    return value


def _table(name: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RunoutError(f"{name}: a table is expected, not {_kind(value)}")
    return value


def _list(name: str, value: object, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or length not in (None, len(value)):
        wanted = "a list" if length is None else f"a list of {length}"
        raise RunoutError(f"{name}: {wanted} is expected, not {_kind(value)}")
    return value


def _kind(value: object) -> str:
    """What a value of JSON is, in words."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    words = {dict: "a table", str: "a text", bool: "true or false", type(None): "null"}
    return words.get(type(value), "a number")
