"""Spots as TOML: checked on the way in, the same text on the way out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runout.checks import shown
from runout.errors import RunoutError

if TYPE_CHECKING:
    from runout.solver.spot import Spot

_PLAYERS = ("oop", "ip")
_STREETS = ("flop", "turn", "river")
_NUMBERS = ("pot", "stack", "rake", "rake_cap", "add_allin", "force_allin", "merge")
_RULES = ("allin_threshold", "raise_limit")
_TEXTS = ("board", "bets", "raises", "rules")
_LINES = ("add_lines", "remove_lines")
_KEYS = (*_TEXTS, *_NUMBERS, *_RULES, *_LINES, "range", *_STREETS)
_SIZES = ("bet", "raise", "donk")


def street_sizes(
    street: str, table: Mapping[str, Any], player: int, bets: str, raises: str
) -> dict[str, str]:
    """The size texts of a player on a street: own table, else the street's, else the general."""
    if not isinstance(table, Mapping):
        raise RunoutError(f"{street} {table!r}: a table such as {{'bet': '60%'}} is expected")
    _refuse_unknown(street, table, (*_SIZES, *_PLAYERS))
    sizes = {"bet": bets, "raise": raises, "donk": ""}
    sizes |= {key: value for key, value in table.items() if key in _SIZES}
    own = table.get(_PLAYERS[player], {})
    if not isinstance(own, Mapping):
        raise RunoutError(f"{street}.{_PLAYERS[player]} {own!r}: a table is expected")
    _refuse_unknown(f"{street}.{_PLAYERS[player]}", own, _SIZES)
    if player == 1 and "donk" in own:
        raise RunoutError(f"{street}.ip.donk: only oop can lead into the player who bet before")
    sizes |= own
    for key, value in sizes.items():
        if not isinstance(value, str):
            raise RunoutError(f"{street} {key} {value!r}: sizes are a text such as '60% a'")
    return sizes


def read_toml(source: str | Path) -> dict[str, Any]:
    """The arguments of a spot, from a path or from TOML text."""
    text = source
    if isinstance(source, Path) or ("\n" not in source and "=" not in source):
        try:
            text = Path(source).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not text in UTF-8"
            raise RunoutError(f"spot {str(source)!r}: {reason}") from error
    try:
        table = tomllib.loads(str(text).removeprefix("\ufeff"))  # as editors on Windows begin
    except RecursionError:
        raise RunoutError("spot: its tables and lists are nested too deeply") from None
    except ValueError as error:  # also numbers of thousands of digits
        raise RunoutError(f"spot: not TOML: {error}") from error
    return _arguments(table)


def _arguments(table: dict[str, Any]) -> dict[str, Any]:
    _refuse_unknown("spot", table, _KEYS)
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
    _refuse_unknown("range", ranges, _PLAYERS)
    for player in _PLAYERS:
        if not isinstance(ranges.get(player), str):
            raise RunoutError(f"spot: range.{player} is missing, or no text")
    lines = {key: tuple(str(line) for line in table.pop(key)) for key in _LINES if key in table}
    return {**table, **ranges, **lines}


def _refuse_unknown(where: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            near = get_close_matches(str(key), known, n=1, cutoff=0)
            raise RunoutError(
                f"{where}: unknown key {key!r}; did you mean {near[0]!r}? "
                f"(known: {', '.join(known)})"
            )


def write_toml(spot: Spot) -> str:
    """The spot as TOML."""
    rows = [f'board = "{spot.board}"', f"pot = {spot.pot}", f"stack = {spot.stack}"]
    rows += [f'{key} = "{getattr(spot, key)}"' for key in ("bets", "raises") if getattr(spot, key)]
    for key in _NUMBERS[2:]:
        value = getattr(spot, key)
        if value is not None and (value or key == "rake_cap"):
            rows.append(f"{key} = {value}")
    if spot.rules != "runout":
        rows.append(f'rules = "{spot.rules}"')
        rows += [f"{key} = {getattr(spot, key)}" for key in _RULES]
    for key in _LINES:
        if lines := getattr(spot, key):
            rows.append(f"{key} = [{', '.join(f'{chr(34)}{line}{chr(34)}' for line in lines)}]")
    rows += ["[range]", f'oop = "{spot.oop}"', f'ip = "{spot.ip}"']
    for street in _STREETS:
        rows += _street_rows(street, getattr(spot, street))
    return "\n".join(rows) + "\n"


def _street_rows(street: str, table: Mapping[str, Any]) -> list[str]:
    rows = [f'{key} = "{table[key]}"' for key in _SIZES if key in table]
    if rows:
        rows.insert(0, f"[{street}]")
    for player in _PLAYERS:
        if own := table.get(player):
            rows.append(f"[{street}.{player}]")
            rows += [f'{key} = "{value}"' for key, value in own.items()]
    return rows
