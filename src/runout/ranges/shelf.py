"""One folder of named ranges: TOML files in which every key names a range.

Files are written by their owner, except one, which is ours to rewrite. No name ever becomes the
name of a file.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runout.checks import shown
from runout.errors import RunoutError
from runout.reading import read_text, toml_table
from runout.reading import shown as shown_path
from runout.replacing import replacing

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

OWN_FILE = "saved.toml"
"""The file that saving and deleting rewrite."""
NAME_FORMS = "a name is letters, digits, _, - and dots, such as btn_open or sixmax.btn_open"
RANGES_VARIABLE = "RUNOUT_RANGES"
"""The environment variable that names another folder than that of the configuration."""
HERE = Path("ranges")
_NAME = re.compile(r"\w(?:[\w-]*\w)?(?:\.\w(?:[\w-]*\w)?)*")
_LONGEST_NAME = 100
_DEEPEST = 16
_MOST_CHARACTERS = 2_000_000  # a second for the reader of TOML
_HEADING = """\
# Written by `runout ranges save`, which keeps no comments; files of your own stay as they are.
"""


@dataclass(frozen=True)
class Entry:
    """A named range as it is written in a file."""

    name: str
    text: str
    file: Path

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"name": self.name, "written": self.text, "file": str(self.file)}


def checked_name(name: object) -> str:
    """The name of a range, if it is one.

    >>> checked_name("btn_open")
    'btn_open'
    """
    if not isinstance(name, str) or len(name) > _LONGEST_NAME:
        raise RunoutError(f"name {shown(name)}: {NAME_FORMS}")
    from unicodedata import normalize  # one way to write é, of two

    bare = normalize("NFC", name.removeprefix("@"))
    if _NAME.fullmatch(bare) is None or not any(letter.isalpha() for letter in bare):
        raise RunoutError(f"name {shown(name)}: {NAME_FORMS}")
    return bare


class Shelf:
    """The named ranges of one folder, read whenever they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def entries(self) -> dict[str, Entry]:
        """All ranges by their names, file by file."""
        entries: dict[str, Entry] = {}
        for file in self._files():
            for name, text in _texts(file):
                if name in entries:
                    other = entries[name].file
                    where = "twice" if other == file else f"also in {shown_path(other)}"
                    raise RunoutError(f"{_called(file)}: {name} is there {where}")
                entries[name] = Entry(name, text, file)
        return entries

    def _files(self) -> list[Path]:
        try:
            with os.scandir(self.folder) as found:
                names = [one.name for one in found if _is_ours(one)]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise RunoutError(
                f"ranges {shown_path(self.folder)}: {error.strerror or error}"
            ) from None
        return [self.folder / name for name in sorted(names)]

    def save(self, texts: Mapping[str, str], force: bool) -> Path:
        """Keep ranges under their names, all of them or none; the file they are in."""
        self._make()
        with _held(self.folder):
            entries = self.entries()
            for name in texts:
                self._check_free(entries.get(name), force)
            return self._write(self._own(entries) | dict(texts))

    def _check_free(self, there: Entry | None, force: bool) -> None:
        if there is None:
            return
        self._refuse_strangers(there)
        if not force:
            raise RunoutError(
                f"range @{there.name}: it is in {shown_path(there.file)} (--force replaces it)"
            )

    def delete(self, name: str) -> Path:
        """Forget a range that was saved; the file it was in."""
        with _held(self.folder):
            entries = self.entries()
            if name not in entries:  # whoever asked had seen it
                raise RunoutError(f"range @{name}: it was removed just now")
            self._refuse_strangers(entries[name])
            kept = self._own(entries)
            del kept[name]
            return self._write(kept)

    def _refuse_strangers(self, entry: Entry) -> None:
        if entry.file.name != OWN_FILE:
            raise RunoutError(
                f"range @{entry.name}: it is in {shown_path(entry.file)}, a file of your own; "
                "change it there"
            )

    def _own(self, entries: Mapping[str, Entry]) -> dict[str, str]:
        return {one.name: one.text for one in entries.values() if one.file.name == OWN_FILE}

    def _make(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RunoutError(
                f"ranges {shown_path(self.folder)}: cannot be made: {error.strerror or error}"
            ) from None

    def _write(self, texts: Mapping[str, str]) -> Path:
        import tomli_w

        file = self.folder / OWN_FILE
        with replacing(file) as partial:
            partial.write_text(_HEADING + tomli_w.dumps(texts), encoding="utf-8")
        return file


def _is_ours(found: os.DirEntry[str]) -> bool:
    """Whether something in the folder is a file of ranges, to be opened without waiting."""
    if not found.name.endswith(".toml") or found.name.startswith("."):
        return False
    try:
        return found.is_file()
    except OSError:  # a link that leads to itself
        return False


def _called(file: Path) -> str:
    return f"ranges {shown_path(file)}"


def _texts(file: Path) -> Iterator[tuple[str, str]]:
    """Names and texts of a file; tables of it make names with dots."""
    text = read_text(file, "ranges")
    if len(text) > _MOST_CHARACTERS:
        raise RunoutError(f"{_called(file)}: longer than {_MOST_CHARACTERS:,} characters")
    table = toml_table(text, _called(file))
    for name, value in _flat(table, file, ""):
        try:
            checked = checked_name(name)
        except RunoutError as error:
            raise RunoutError(f"{_called(file)}: {error}") from None
        if not isinstance(value, str):
            raise RunoutError(f"{_called(file)}: {name} is {shown(value)}, but a range is a text")
        yield checked, value


def _flat(table: Mapping[str, Any], file: Path, before: str) -> Iterator[tuple[str, Any]]:
    if before.count(".") > _DEEPEST:
        raise RunoutError(f"{_called(file)}: its tables are nested too deeply")
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, file, f"{before}{key}.")
        else:
            yield before + key, value


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Let nobody else save in the folder meanwhile, where the system can do that."""
    if sys.platform == "win32":
        yield
        return
    try:
        held = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise RunoutError(f"ranges {shown_path(folder)}: {error.strerror or error}") from None
    try:
        with suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def user_folder() -> Path:
    """Where a user's ranges are kept: ``RUNOUT_RANGES``, or in the configuration folder."""
    if given := os.environ.get(RANGES_VARIABLE):
        return Path(given)
    from platformdirs import user_config_path

    return user_config_path("runout", appauthor=False) / "ranges"


def shelves() -> tuple[Shelf, Shelf]:
    """The folders that names are looked up in, the nearer first."""
    return Shelf(HERE), Shelf(user_folder())
