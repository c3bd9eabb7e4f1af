"""A spot as plain data, which JSON and command files are translated to and from; TOML of it."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.errors import RunoutError
from runout.ranges import Range
from runout.reading import read_text, toml_table
from runout.solver.betting import STREETS
from runout.solver.sizes import PLAYERS

if TYPE_CHECKING:
    from runout.solver.spot import Spot

MOST_CHARACTERS = 500_000
"""Of a spot: ten times one with every weight of both ranges written out."""
_NEEDED = ("board", "pot", "stack")
_CHIP = "chip"
_SIZES = ("bets", "raises")
_NUMBERS = ("rake", "rake_cap", "add_allin", "force_allin", "merge")
_RULES = ("rules", "allin_threshold", "raise_limit")
_LINES = ("add_lines", "remove_lines")
_LOCK = "lock"
_KEYS = (*_NEEDED, _CHIP, *_SIZES, *_NUMBERS, *_RULES, *_LINES, "range", *STREETS, _LOCK)


def spot_arguments(data: object) -> dict[str, Any]:
    """The arguments of a spot, from plain data; what they hold is checked by the spot itself."""
    table = _table("spot", data, _KEYS)
    for key in (*_NEEDED, "range"):
        if key not in table:
            raise RunoutError(f"spot: {key} is missing")
    ranges = _table("range", table.pop("range"), PLAYERS)
    for player in PLAYERS:
        if not isinstance(ranges.get(player), str | Range):
            raise RunoutError(f"spot: range.{player} is missing, or no text")
    locks = {"locks": table.pop(_LOCK)} if _LOCK in table else {}
    return table | ranges | locks


def _table(where: str, data: object, known: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise RunoutError(f"{where} {checks.shown(data)}: a table is expected")
    checks.known_keys(where, data, known)
    return dict(data)


def spot_data(spot: Spot) -> dict[str, Any]:
    """The spot as plain data; what says nothing is left out."""
    data: dict[str, Any] = {key: getattr(spot, key) for key in _NEEDED}
    if spot.chip is not None:
        data[_CHIP] = spot.chip
    data |= {key: given for key in _SIZES if (given := getattr(spot, key))}
    for key in _NUMBERS:
        value = getattr(spot, key)
        if value is not None and (value or key == "rake_cap"):
            data[key] = value
    if spot.rules != "runout":
        data |= {key: getattr(spot, key) for key in _RULES}
    data |= {key: list(lines) for key in _LINES if (lines := getattr(spot, key))}
    data["range"] = {player: str(getattr(spot, player)) for player in PLAYERS}
    data |= {name: sizes for name in STREETS if (sizes := getattr(spot, name).to_dict())}
    return data | ({_LOCK: [lock.to_dict() for lock in spot.locks]} if spot.locks else {})


def read_toml(source: str | PathLike[str]) -> dict[str, Any]:
    """The plain data of a spot, from a path or from TOML text."""
    if not isinstance(source, str | PathLike):
        raise RunoutError(f"spot {checks.shown(source)}: the path of a TOML file, or its text")
    if isinstance(source, str) and ("\n" in source or "=" in source):
        return _parsed(source)
    return _parsed(read_text(checks.path("spot", source), "spot"))


def _parsed(text: str) -> dict[str, Any]:
    """The TOML in a text; whatever it is, in a time that its length bounds."""
    if len(text) > MOST_CHARACTERS:
        raise RunoutError(f"spot: longer than {MOST_CHARACTERS:,} characters")
    return toml_table(text, "spot")


def write_toml(data: dict[str, Any]) -> str:
    """Plain data as TOML."""
    import tomli_w

    return tomli_w.dumps(data)
