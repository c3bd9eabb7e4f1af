"""Spots as TOML: checked on the way in, the same text on the way out."""

from __future__ import annotations

import re
import tomllib
from os import PathLike
from typing import TYPE_CHECKING, Any

from runout.checks import path, shown
from runout.errors import RunoutError
from runout.reading import read_text
from runout.solver.street_table import PLAYERS, refuse_unknown

if TYPE_CHECKING:
    from runout.solver.spot import Spot

_STREETS = ("flop", "turn", "river")
_NUMBERS = ("pot", "stack", "rake", "rake_cap", "add_allin", "force_allin", "merge")
_RULES = ("allin_threshold", "raise_limit")
_TEXTS = ("board", "bets", "raises", "rules")
_LINES = ("add_lines", "remove_lines")
_KEYS = (*_TEXTS, *_NUMBERS, *_RULES, *_LINES, "range", *_STREETS)
MOST_CHARACTERS = 500_000
"""Of a spot: ten times one with every weight of both ranges written out."""
# A key with so many dots says nothing here, and the reader of TOML takes their square in time.
_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}""")


def read_toml(source: str | PathLike[str]) -> dict[str, Any]:
    """The arguments of a spot, from a path or from TOML text."""
    if not isinstance(source, str | PathLike):
        raise RunoutError(f"spot {shown(source)}: the path of a TOML file, or its text")
    if isinstance(source, str) and ("\n" in source or "=" in source):
        return _arguments(_table(source))
    return _arguments(_table(read_text(path("spot", source), "spot")))


def _table(text: str) -> dict[str, Any]:
    """The TOML in a text; whatever it is, in a time that its length bounds."""
    if len(text) > MOST_CHARACTERS:
        raise RunoutError(f"spot: longer than {MOST_CHARACTERS:,} characters")
    if key := _LONG_KEY.search(text):
        raise RunoutError(f"spot: not TOML for a spot: the key {shown(key[0])} has too many parts")
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))  # as editors on Windows begin
    except RecursionError:
        raise RunoutError("spot: its tables and lists are nested too deeply") from None
    except ValueError as error:  # also a number of too many digits
        raise RunoutError(f"spot: not TOML: {error}") from None


def _arguments(table: dict[str, Any]) -> dict[str, Any]:
    refuse_unknown("spot", table, _KEYS)
    for key in ("board", "pot", "stack", "range"):
        if key not in table:
            raise RunoutError(f"spot: {key} is missing")
    for keys, kinds, word in (
        (_TEXTS, str, "a text"),
        ((*_NUMBERS, *_RULES), (int, float), "a number"),
        (("range", *_STREETS), dict, "a table"),
        (_LINES, list, "a list of lines"),
    ):
        for key in keys:
            if key in table and (not isinstance(table[key], kinds) or isinstance(table[key], bool)):
                raise RunoutError(f"spot: {key} = {shown(table[key])}: {word} is expected")
    ranges = table.pop("range")
    refuse_unknown("range", ranges, PLAYERS)
    for player in PLAYERS:
        if not isinstance(ranges.get(player), str):
            raise RunoutError(f"spot: range.{player} is missing, or no text")
    lines = {key: tuple(table.pop(key)) for key in _LINES if key in table}
    return {**table, **ranges, **lines}


def write_toml(spot: Spot) -> str:
    """The spot as TOML."""
    import tomli_w

    table: dict[str, Any] = {key: getattr(spot, key) for key in ("board", "pot", "stack")}
    table |= {key: given for key in ("bets", "raises") if (given := getattr(spot, key))}
    for key in _NUMBERS[2:]:
        value = getattr(spot, key)
        if value is not None and (value or key == "rake_cap"):
            table[key] = value
    if spot.rules != "runout":
        table |= {key: getattr(spot, key) for key in ("rules", *_RULES)}
    table |= {key: list(lines) for key in _LINES if (lines := getattr(spot, key))}
    table["range"] = {player: str(getattr(spot, player)) for player in PLAYERS}
    table |= {street: given for street in _STREETS if (given := getattr(spot, street))}
    return tomli_w.dumps(table)
