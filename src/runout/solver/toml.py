"""Spots as TOML: text to plain data and back, whatever the text is."""

from __future__ import annotations

import re
import tomllib
from os import PathLike
from typing import Any

from runout.checks import path, shown
from runout.errors import RunoutError
from runout.reading import read_text

MOST_CHARACTERS = 500_000
"""Of a spot: ten times one with every weight of both ranges written out."""
# A key with so many dots says nothing here, and the reader of TOML takes their square in time.
_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}""")


def read_toml(source: str | PathLike[str]) -> dict[str, Any]:
    """The plain data of a spot, from a path or from TOML text."""
    if not isinstance(source, str | PathLike):
        raise RunoutError(f"spot {shown(source)}: the path of a TOML file, or its text")
    if isinstance(source, str) and ("\n" in source or "=" in source):
        return _table(source)
    return _table(read_text(path("spot", source), "spot"))


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


def write_toml(data: dict[str, Any]) -> str:
    """Plain data as TOML."""
    import tomli_w

    return tomli_w.dumps(data)
