"""What is known of the files of a library, in SQLite, so that a list needs no file opened."""

from __future__ import annotations

import json
import sqlite3
import threading
import zlib
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

from runout import checks
from runout.web.kept_solution import Kept

_TABLE = """
create table if not exists solutions (
    id text primary key, mark text not null, deleted integer not null,
    name text, tags text, board text, found text, data text not null,
    created real, changed real, bytes integer, pot real, stack real,
    iterations integer, exploitability real, seconds real
)
"""
_VERSION = zlib.crc32(repr((_TABLE, [one.name for one in fields(Kept)])).encode()) >> 1
"""Of an index with these columns and entries, and of no other."""
_PATIENCE = 1.0  # seconds that a lock of another program is waited for
ORDERS = (
    "name", "board", "created", "changed", "bytes", "pot", "stack",
    "iterations", "exploitability", "seconds",
)  # fmt: skip
"""Columns that a list may be in the order of."""
MOST_LISTED = 10_000


class SolutionIndex:
    """One table, for any thread.

    A file that is none of ours, or of no use any more, is made anew at any time; on a disk that
    takes none it is kept in memory.
    """

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._path = path
        self._is_new = False
        try:
            self._connection = self._opened(path)
        except sqlite3.DatabaseError:
            self._connection = self._renewed()

    def _renewed(self) -> sqlite3.Connection:
        """An empty one in the place of what was there."""
        self._is_new = True
        for ending in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                self._path.with_name(self._path.name + ending).unlink(missing_ok=True)
        try:
            return self._opened(self._path)
        except sqlite3.DatabaseError:
            return self._opened(":memory:")

    def _opened(self, place: Path | str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            place, check_same_thread=False, isolation_level=None, timeout=_PATIENCE
        )
        try:
            version = connection.execute("pragma user_version").fetchone()[0]
            if version != _VERSION:
                connection.execute("drop table if exists solutions")
                connection.execute(f"pragma user_version = {_VERSION}")
            with suppress(sqlite3.OperationalError):  # some disks cannot
                connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = normal")
            connection.execute(_TABLE)
        except BaseException:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def made_anew(self) -> bool:
        """Whether it has lost what it knew since this was last asked."""
        with self._lock:
            is_new, self._is_new = self._is_new, False
        return is_new

    def marks(self) -> dict[str, str]:
        """Of all solutions: what changes when their file does."""
        return dict(self._all("select id, mark from solutions"))

    def put(self, identity: str, mark: str, kept: Kept) -> None:
        """Note one, or what has become of it."""
        data = kept.to_dict()
        found = " ".join((kept.name, *kept.tags, kept.board, kept.oop, kept.ip)).casefold()
        row = (
            identity, mark, kept.deleted, kept.name.casefold(), json.dumps(kept.tags), kept.board,
            found, json.dumps(data | {"place": kept.place}), kept.created, kept.changed, kept.bytes,
            kept.pot, kept.stack, kept.iterations, kept.exploitability, kept.seconds,
        )  # fmt: skip
        holes = ",".join("?" * len(row))
        self._all(f"insert or replace into solutions values ({holes})", row)  # noqa: S608 - ?,?,?

    def remove(self, identity: str) -> None:
        """Forget one."""
        self._all("delete from solutions where id = ?", (identity,))

    def get(self, identity: str) -> Kept | None:
        """One of them."""
        rows = self._rows("select data, found from solutions where id = ?", (identity,))
        return rows[0][0] if rows else None

    def found(self, search: str, sort: str, tag: str, *, deleted: bool) -> list[Kept]:
        """Those that hold every word of a text, and a tag if one is named."""
        column = checks.choice("sort", sort.removeprefix("-"), ORDERS)
        order = "desc" if sort.startswith("-") else "asc"
        rows = self._rows(
            f"select data, found from solutions where deleted = ? order by {column} {order}, id",  # noqa: S608 - one of ours
            (deleted,),
        )
        words = search.casefold().split()
        found = (kept for kept, text in rows if all(word in text for word in words))
        return [kept for kept in found if not tag or tag in kept.tags][:MOST_LISTED]

    def _rows(self, command: str, values: tuple[Any, ...]) -> list[tuple[Kept, str]]:
        rows = self._all(command, values)
        try:
            return [(_kept(data), str(text)) for data, text in rows]
        except (ValueError, TypeError, KeyError, RecursionError):  # written by somebody else
            with self._lock:
                self._connection.close()
                self._connection = self._renewed()
            return []

    def _all(self, command: str, values: tuple[Any, ...] = ()) -> list[Any]:
        with self._lock:
            try:
                return self._connection.execute(command, values).fetchall()
            except sqlite3.ProgrammingError:  # it is closed
                raise
            except sqlite3.DatabaseError:  # damaged, locked or out of reach
                self._connection.close()
                self._connection = self._renewed()
                return self._connection.execute(command, values).fetchall()


def _kept(data: str) -> Kept:
    fields = json.loads(data)
    place = fields["place"]
    if Path(place).name != place or place.startswith("."):
        raise ValueError("none of the names that a library looks at")
    return Kept(**{**fields, "tags": tuple(fields["tags"])})
