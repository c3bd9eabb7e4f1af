"""Spots as pages send them: errors name the entry that they are about, as the spot has it.

The spot says what is wrong in players' words; a page wants to mark a field. What the words do not
say is found by reading the entries again, one at a time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from runout.errors import NotationError, RunoutError
from runout.ranges import Range
from runout.solver.spot import PLAYERS, STREETS, Spot
from runout.solver.spot_data import SPOT_KEYS, sizes_text
from runout.web.problems import FieldError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SPOT = "spot"
"""The field where none of its entries is more to blame than another."""
_LOCKS = "locks"
_LINES = ("add_lines", "remove_lines")
_MISSING = re.compile(r"spot: ([\w.]+) is missing")
_UNKNOWN = re.compile(r"([\w.]+): unknown key '([^']*)'")
_RANGE = re.compile(r"range (\w+)(?=[: ])")
_ENTRY = re.compile(r"([a-z]\w*)[\w.]*(?=[: ])")
_KINDS = {"bet sizes": ("bet", "donk"), "raise sizes": ("raise",)}
_GENERAL = {"bet": "bets", "raise": "raises"}


def spot_of(data: Mapping[str, Any]) -> Spot:
    """The spot of plain data, its tree grown; errors name the entry."""
    try:
        spot = Spot.from_dict(data)
        _ = spot.tree  # lines that it does not have are found out here
    except RunoutError as error:
        raise FieldError(_entry(data, error) or SPOT, error) from None
    return spot


def _entry(data: Mapping[str, Any], error: RunoutError) -> str | None:
    """The entry that an error is about: ``pot``, ``range.oop``, ``river.ip.bet``."""
    first = str(error).partition("\n")[0]
    if first.startswith("lock"):
        return _LOCKS
    if isinstance(error, NotationError):
        return _of_notation(data, error)
    if found := _MISSING.match(first):
        return found[1]
    if found := _UNKNOWN.match(first):
        return found[2] if found[1] == SPOT else f"{found[1]}.{found[2]}"
    if first.startswith("line "):
        return _of_line(data, first)
    if first.startswith("range"):
        found = _RANGE.match(first)
        return f"range.{found[1]}" if found and found[1] in PLAYERS else "range"
    found = _ENTRY.match(first)
    if found is None or found[1] not in SPOT_KEYS:
        return "board" if first.startswith("cards ") else None
    return found[0]


def _of_notation(data: Mapping[str, Any], error: NotationError) -> str | None:
    if error.kind == "cards":
        return "board"
    if error.kind == "line":
        return _of_line(data, repr(error.text))
    if error.kind in _KINDS:
        return next(_of_sizes(data, _KINDS[error.kind], error.text), None)
    return next((f"range.{name}" for name in PLAYERS if not _is_range(data, name)), None)


def _is_range(data: Mapping[str, Any], player: str) -> bool:
    try:
        Range(data["range"][player])
    except RunoutError:
        return False
    return True


def _of_line(data: Mapping[str, Any], said: str) -> str | None:
    """Which of the two lists of lines has a line that is quoted; full words may stand for it."""
    given = [name for name in _LINES if data.get(name)]
    quoted = (name for name in given if any(repr(text) in said for text in data[name]))
    return next(quoted, next(iter(given), None))


def _of_sizes(data: Mapping[str, Any], kinds: tuple[str, ...], text: str) -> Iterator[str]:
    """Where sizes are written down: a player's own, else the street's, else the general ones."""
    for street in STREETS:
        of_street = data.get(street) or {}
        for player in PLAYERS:
            own = of_street.get(player) or {}
            for kind in kinds:
                places = {f"{street}.{player}.{kind}": own.get(kind)}
                places[f"{street}.{kind}"] = of_street.get(kind)
                places[_GENERAL.get(kind, "")] = data.get(_GENERAL.get(kind, ""))
                written = next((one for one in places.items() if one[1] is not None), None)
                if written and sizes_text(kind, written[1]) == text:
                    yield written[0]
