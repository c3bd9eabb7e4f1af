"""The spots of the reference file, as this package writes them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from runout import Spot

_NAMES = {
    "add_allin_threshold": "add_allin",
    "force_allin_threshold": "force_allin",
    "merging_threshold": "merge",
    "rake_rate": "rake",
    "rake_cap": "rake_cap",
}
_KINDS = {"AllIn": "all-in", "Bet": "bet", "Raise": "raise"}


def _as_written_here(text: str) -> str:
    return re.sub(r"(\w+)\((\d+)\)", lambda m: f"{_KINDS[m[1]]} {m[2]}", text).lower()


def _load() -> dict[str, Any]:
    everything = json.loads((Path(__file__).parent / "data" / "solver.json").read_text())
    cases = {
        name: case
        for name, case in (everything | everything["spots_for_speed"]).items()
        if isinstance(case, dict) and "spot" in case
    }
    for case in cases.values():
        for node in case.get("nodes", ()):
            node["line"] = _as_written_here(node["line"]).strip("/").replace("/", " / ")
            node["actions"] = [_as_written_here(action) for action in node["actions"]]
    return cases


REFERENCE = _load()


def reference_spot(name: str) -> Spot:
    """A spot of the reference file."""
    arguments: dict[str, Any] = {}
    for key, value in REFERENCE[name]["spot"].items():
        parts = key.split("_")
        if key == "board":
            arguments[key] = value
        elif key in ("pot", "stack"):
            arguments[key] = float(value)
        elif key.endswith("_range"):
            arguments[parts[0]] = value
        elif key in _NAMES:
            arguments[_NAMES[key]] = float(value)
        else:
            player, kind = ("oop", "donk") if parts[1] == "donk" else (parts[1], parts[2])
            street = arguments.setdefault(parts[0], {})
            street.setdefault(player, {})[kind] = value
    return Spot(**arguments)
