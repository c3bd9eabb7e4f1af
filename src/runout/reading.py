"""Texts from files and pipes that may be anything: read whole, but never without end."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

from runout import checks
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_MEGABYTES = 16
"""The longest text that is read: many times a spot with every weight of both ranges written out."""
_MOST_BYTES = MOST_MEGABYTES * 1_000_000
# A key with so many dots says nothing here, and the reader of TOML takes their square in time.
_LONG_KEY = r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}"""


def read_text(path: str | os.PathLike[str], kind: str) -> str:
    """The text of a file; `kind` is what the file is called in errors.

    >>> read_text("/dev/zero", "chart")
    Traceback (most recent call last):
        ...
    runout.errors.RunoutError: chart '/dev/zero': longer than 16 MB, the most that is read
    """
    with opened_for_reading(path, kind) as file:
        return as_text(read_all(file, f"{kind} {shown(path)}"), f"{kind} {shown(path)}")


@contextmanager
def opened_for_reading(path: str | os.PathLike[str], kind: str) -> Iterator[IO[bytes]]:
    """A file to read bytes from; whatever the system says against it is our own error."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"{kind}: {checks.shown(path)} is not a path (a text or a pathlib.Path)")
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - Path refuses other path-like objects
            yield file
    except OSError as error:
        raise RunoutError(f"{kind} {shown(path)}: {error.strerror or error}") from None
    except ValueError as error:
        if isinstance(error, RunoutError):
            raise
        # A NUL, or half of a surrogate pair.
        raise RunoutError(f"{kind} {shown(path)}: not the name of a file") from None


def read_all(file: IO[bytes], where: str) -> bytes:
    """The rest of a file or pipe, up to the limit; `where` begins the error."""
    content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise RunoutError(f"{where}: longer than {MOST_MEGABYTES} MB, the most that is read")
    return content


def as_text(content: bytes, where: str) -> str:
    """Bytes as UTF-8, without the mark that editors on Windows put in front."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RunoutError(f"{where}: not text in UTF-8") from None


def toml_table(text: str, where: str) -> dict[str, Any]:
    """The TOML in a text, whatever it is, in a time that its length bounds.

    >>> toml_table("pot = 200", "spot"), toml_table("[range]", "spot")
    ({'pot': 200}, {'range': {}})
    """
    import tomllib

    if key := re.search(_LONG_KEY, text):
        raise RunoutError(f"{where}: not TOML: the key {checks.shown(key[0])} has too many parts")
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))  # as editors on Windows begin
    except RecursionError:
        raise RunoutError(f"{where}: its tables and lists are nested too deeply") from None
    except ValueError as error:  # also a number of too many digits
        raise RunoutError(f"{where}: not TOML: {error}") from None


def json_object(text: bytes) -> dict[str, Any]:
    """The JSON object that a text is, whatever it is; errors do not say where it stands.

    >>> json_object(b'{"version": 2}')
    {'version': 2}
    >>> json_object(b"[" * 200_000)
    Traceback (most recent call last):
        ...
    runout.errors.RunoutError: nested too deeply
    """
    import json

    try:
        found = json.loads(text.decode("utf-8"))
    except RecursionError:
        raise RunoutError("nested too deeply") from None
    except ValueError:  # also numbers of thousands of digits
        raise RunoutError("not JSON") from None
    if not isinstance(found, dict):
        raise RunoutError(f"a table is expected, not {checks.shown(found)}")
    return found


def json_file(path: Path, kind: str) -> dict[str, Any]:
    """The JSON object in a file of ours, which anybody may have changed since."""
    where = f"{kind} {shown(path)}"
    try:
        text = path.read_bytes() if path.is_file() else b""  # a pipe would be waited for
        return json_object(text)
    except OSError as error:
        raise RunoutError(f"{where}: {error.strerror or error}") from None
    except RunoutError as error:
        raise RunoutError(f"{where}: {error}") from None


def shown(path: str | os.PathLike[str]) -> str:
    """A path in quotes, as it can be printed on one line, shortened if it is long.

    >>> shown("a" * 300)[-5:]
    "aaa…'"
    """
    text = os.fspath(path)
    return repr(text if len(text) <= 200 else text[:199] + "…")


def looks_like_json(text: str) -> bool:
    """Whether a text is JSON rather than TOML or commands.

    >>> looks_like_json('{"version": 2}'), looks_like_json("[range]")
    (True, False)
    """
    return text.lstrip("\ufeff \t\r\n").startswith("{")
