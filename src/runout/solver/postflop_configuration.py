"""Configurations as WASM Postflop and Desktop Postflop export them: sizes and money, no cards.

Sizes without a sign are percent of the pot there, and so are thresholds and the rake. What is left
to say is the board and both ranges.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.checks import shown
from runout.errors import RunoutError
from runout.reading import looks_like_json, read_text
from runout.solver.betting import STREETS
from runout.solver.sizes import PLAYERS

if TYPE_CHECKING:
    from os import PathLike

_VERSION, _KIND = 2, "configurations"
_PERCENT = {
    "rakePercent": "rake",
    "addAllInThreshold": "add_allin",
    "forceAllInThreshold": "force_allin",
    "mergingThreshold": "merge",
}
_CHIPS = {"startingPot": "pot", "effectiveStack": "stack", "rakeCap": "rake_cap"}
_OTHER = ("donkOption", "expectedBoardLength", "addedLines", "removedLines")
_NUMBER = re.compile(r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_KINDS = {"Bet": "bet", "Raise": "raise", "Donk": "donk"}


def read_configuration(
    source: str | PathLike[str], name: str | None = None
) -> tuple[dict[str, Any], int]:
    """The plain data of a spot without board and ranges, and how long the board should be (or 0).

    From a path or from the text; `name` says which one, where the export holds several.
    """
    is_text = isinstance(source, str) and looks_like_json(source)
    text = str(source) if is_text else read_text(checks.path("configuration", source), "file")
    try:
        data = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise RunoutError(f"configuration: not JSON: {error}") from None
    return _spot_data(_chosen(_configurations(data), name))


def _configurations(data: object) -> dict[str, Mapping[str, Any]]:
    """All configurations of an export by their paths; or the one that stands alone."""
    if isinstance(data, Mapping) and "startingPot" in data:
        return {"": data}
    if not isinstance(data, Mapping) or not isinstance(data.get("data"), list):
        raise RunoutError("configuration: not an export of WASM Postflop: it has no list 'data'")
    if data.get("name") != _KIND or data.get("version") != _VERSION:
        raise RunoutError(
            f"configuration: name {shown(data.get('name'))}, version {shown(data.get('version'))}, "
            f"but {_KIND!r} of version {_VERSION} are read"
        )
    found = {}
    for item in data["data"]:
        path = item.get("path") if isinstance(item, Mapping) else None
        if not isinstance(path, list) or not path or not all(isinstance(p, str) for p in path):
            raise RunoutError(f"configuration: {shown(item)}: a path such as ['SRP'] is missing")
        if item.get("isGroup") is True:
            continue
        if not isinstance(item.get("value"), Mapping):
            raise RunoutError(f"configuration {shown(' / '.join(path))}: its value is no table")
        found[" / ".join(path)] = item["value"]
    return found


def _chosen(found: dict[str, Mapping[str, Any]], name: str | None) -> Mapping[str, Any]:
    listed = ", ".join(map(shown, found))
    if name is None:
        if len(found) != 1:
            what = f"it holds several, say which: {listed}" if found else "it holds none"
            raise RunoutError(f"configuration: {what}")
        return next(iter(found.values()))
    wanted = checks.text("configuration", name, "'Single raised'")
    ends = [value for path, value in found.items() if wanted in (path, path.split(" / ")[-1])]
    if len(ends) != 1:
        what = "is not one of them" if not ends else "is the name of several"
        raise RunoutError(f"configuration {shown(wanted)} {what} ({listed})")
    return ends[0]


def _spot_data(given: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
    sizes = _size_keys()
    checks.known_keys("configuration", given, (*_CHIPS, *_PERCENT, *_OTHER, *sizes))
    for key in ("addedLines", "removedLines"):
        if given.get(key, ""):
            raise RunoutError(
                f"configuration: {key} {shown(given[key])}: trees changed by hand are not read; "
                "add_lines and remove_lines of a spot do that"
            )
    data: dict[str, Any] = {}
    for key, name in _CHIPS.items():
        if key in given:
            data[name] = checks.number(f"configuration: {key}", given[key], 0, what="chips")
        elif name != "rake_cap":
            raise RunoutError(f"configuration: {key} is missing")
    for key, name in _PERCENT.items():
        percent = checks.number(f"configuration: {key}", given.get(key, 0), 0, what="percent")
        data[name] = percent / 100
    if not data["rake"]:
        data.pop("rake_cap", None)
    length = checks.whole(
        "configuration: expectedBoardLength", given.get("expectedBoardLength", 0), 0, 5
    )
    return data | _sizes(given, sizes), length


def _size_keys() -> dict[str, tuple[str, str, str]]:
    """Street, player and kind of each key, such as oopTurnDonk."""
    return {
        f"{player}{street.capitalize()}{word}": (street, player, kind)
        for street in STREETS
        for player in PLAYERS
        for word, kind in _KINDS.items()
        if kind != "donk" or (player == "oop" and street != "flop")
    }


def _sizes(given: Mapping[str, Any], keys: dict[str, tuple[str, str, str]]) -> dict[str, Any]:
    tables: dict[str, dict[str, dict[str, str]]] = {}
    for key, (street, player, kind) in keys.items():
        if kind == "donk" and not given.get("donkOption"):
            continue  # he leads with his bet sizes then
        text = checks.text(f"configuration: {key}", given.get(key, ""), "'50, 2.5x, a'")
        tables.setdefault(street, {}).setdefault(player, {})[kind] = _with_signs(text)
    return tables


def _with_signs(text: str) -> str:
    """Sizes as they are written here: a number alone is percent of the pot.

    >>> _with_signs("50, 120,2.5x a")
    '50%, 120%, 2.5x, a'
    """
    words = text.replace(",", " ").split()
    return ", ".join(f"{word}%" if _NUMBER.fullmatch(word) else word for word in words)
