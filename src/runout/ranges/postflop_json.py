"""Ranges as WASM Postflop and Desktop Postflop export them: JSON with a path for each."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from runout.checks import shown
from runout.errors import RunoutError
from runout.ranges.lookup import Lookup
from runout.ranges.parser import read_named, read_range
from runout.ranges.range import Range
from runout.ranges.shelf import checked_name

if TYPE_CHECKING:
    from collections.abc import Iterator

_VERSION, _KIND = 2, "ranges"


def read_postflop_json(text: str, where: str) -> dict[str, Range]:
    """The ranges of an export by the names they get here: groups, then a dot and the name."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RunoutError(f"{where}: not JSON: {error}") from None
    if not isinstance(data, Mapping) or not isinstance(data.get("data"), list):
        raise RunoutError(f"{where}: not an export of WASM Postflop: it has no list 'data'")
    if data.get("name") != _KIND or data.get("version") != _VERSION:
        raise RunoutError(
            f"{where}: name {shown(data.get('name'))}, version {shown(data.get('version'))}, "
            f"but {_KIND!r} of version {_VERSION} are read"
        )
    ranges: dict[str, Range] = {}
    for path, value in _values(data["data"], where):
        name = _name(path, where)
        if name in ranges:
            raise RunoutError(f"{where}: {shown(path)} would be called {name}, as another one is")
        ranges[name] = _range(value, f"{where}: range {' / '.join(path)!r}")
    return ranges


def _values(items: list[Any], where: str) -> Iterator[tuple[list[str], str]]:
    """Path and text of each range; groups say nothing by themselves."""
    for item in items:
        path = item.get("path") if isinstance(item, Mapping) else None
        if not isinstance(path, list) or not path or not all(isinstance(p, str) for p in path):
            raise RunoutError(f"{where}: {shown(item)}: a path such as ['6-max', 'BTN'] is missing")
        if item.get("isGroup") is True:
            continue
        if not isinstance(item.get("value"), str):
            raise RunoutError(f"{where}: {shown(path)}: its value is not the text of a range")
        yield path, item["value"]


def _name(path: list[str], where: str) -> str:
    """A name of the library: what it cannot have becomes an underscore."""
    try:
        return checked_name(".".join(library_name(part) for part in path))
    except RunoutError as error:
        raise RunoutError(f"{where}: {shown(path)}: {error}") from None


def library_name(text: str) -> str:
    """A text as a part of a name.

    >>> library_name("BTN open (100bb)"), library_name("6-max")
    ('BTN_open_100bb', '6-max')
    """
    return re.sub(r"[^\w-]+", "_", text).strip("_-")


def _range(text: str, kind: str) -> Range:
    """A range by the rules of its program: of two words for one hand the first one counts."""
    nobody = Lookup(read_named, ())
    read_range(text, lookup=nobody, kind=kind)  # errors point into the text as it is written
    words = [word for word in text.split(",") if word.strip()]
    return Range.from_weights(read_range(",".join(reversed(words)), lookup=nobody).weights)


def postflop_json(ranges: Mapping[str, Range]) -> str:
    """The ranges as JSON to import there; dots in names make groups."""
    data: list[dict[str, Any]] = []
    groups: set[tuple[str, ...]] = set()
    for name, hands in ranges.items():
        path = name.split(".")
        for depth in range(1, len(path)):
            if (group := tuple(path[:depth])) not in groups:
                groups.add(group)
                data.append({"path": list(group), "isGroup": True})
        data.append({"path": path, "isGroup": False, "value": hands.to_pio()})
    lines = ",\n ".join(json.dumps(item, ensure_ascii=False) for item in data)
    return f'{{"version": {_VERSION}, "name": "{_KIND}", "data": [\n {lines}]}}\n'
