"""A spot as plain data, which TOML, JSON and command files are translated to and from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.errors import RunoutError
from runout.ranges import Range
from runout.solver.tree import PLAYERS, STREETS

if TYPE_CHECKING:
    from runout.solver.spot import Spot

_NEEDED = ("board", "pot", "stack")
_SIZES = ("bets", "raises")
_NUMBERS = ("rake", "rake_cap", "add_allin", "force_allin", "merge")
_RULES = ("rules", "allin_threshold", "raise_limit")
_LINES = ("add_lines", "remove_lines")
_KEYS = (*_NEEDED, *_SIZES, *_NUMBERS, *_RULES, *_LINES, "range", *STREETS)


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
    return table | ranges


def _table(where: str, data: object, known: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise RunoutError(f"{where} {checks.shown(data)}: a table is expected")
    checks.known_keys(where, data, known)
    return dict(data)


def spot_data(spot: Spot) -> dict[str, Any]:
    """The spot as plain data; what says nothing is left out."""
    data: dict[str, Any] = {key: getattr(spot, key) for key in _NEEDED}
    data |= {key: given for key in _SIZES if (given := getattr(spot, key))}
    for key in _NUMBERS:
        value = getattr(spot, key)
        if value is not None and (value or key == "rake_cap"):
            data[key] = value
    if spot.rules != "runout":
        data |= {key: getattr(spot, key) for key in _RULES}
    data |= {key: list(lines) for key in _LINES if (lines := getattr(spot, key))}
    data["range"] = {player: str(getattr(spot, player)) for player in PLAYERS}
    return data | {name: sizes for name in STREETS if (sizes := getattr(spot, name).to_dict())}
