"""The solutions of a user: files in a folder, with names and tags beside them, and an index.

A name is never a path: files are called by what the library thought of, and those that somebody
put into the folder are found by looking. The index can be thrown away; it is made anew from the
files.
"""

from __future__ import annotations

import hashlib
import math
import os
import secrets
import shutil
import stat
import threading
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from runout import checks
from runout.errors import RunoutError
from runout.replacing import replacing
from runout.web.kept_solution import Kept, Note, locks_version
from runout.web.problems import ProblemError
from runout.web.solution_index import SolutionIndex
from runout.web.solution_notes import (
    ID,
    LONGEST_NAME,
    beside,
    checked_tags,
    checked_title,
    read_note,
    write_note,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from runout.web.kept_solution import Note

ENDING = ".runout"
_KEPT_DAYS = 30.0  # that a deleted solution can be restored
_LOOK_EVERY = 1.0  # seconds
_PIECE = 1 << 20  # bytes that are copied at a time
_NO_LINKS_KEPT = os.utime not in os.supports_follow_symlinks


class SolutionLibrary:
    """The folder."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = _made(folder)
        self._trash = self.folder / "trash"
        self._index = SolutionIndex(self.folder / "index.sqlite3")
        self._looked = -math.inf
        self._guests: dict[str, tuple[Path, str]] = {}
        self._changing = threading.RLock()
        """Held while files and what is noted of them change: two at once would lose one."""
        self._empty_trash()

    def close(self) -> None:
        """Let go of the index."""
        self._index.close()

    # What there is

    def look(self, *, at_once: bool = True) -> None:
        """Bring the index up to what the folder holds; not more than once a second if asked."""
        is_new = self._index.made_anew()
        if not (at_once or is_new) and time.monotonic() - self._looked < _LOOK_EVERY:
            return
        with self._changing:
            known, found = self._index.marks(), dict(self._files())
            for identity in known.keys() - found.keys():
                self._index.remove(identity)
        for identity, (path, mark) in found.items():
            if known.get(identity) != mark:
                with suppress(OSError), self._changing:  # somebody has removed it just now
                    self.seen(path)
        self._looked = time.monotonic()

    def _files(self) -> Iterator[tuple[str, tuple[Path, str]]]:
        for folder in (self._trash, self.folder):
            if folder == self._trash and not folder.is_dir():  # somebody has removed it
                continue
            with os.scandir(folder) as entries:
                for entry in entries:
                    if not entry.name.endswith(ENDING) or entry.name.startswith("."):
                        continue
                    path = folder / entry.name
                    with suppress(OSError):
                        if entry.is_file():  # a pipe would be waited for
                            yield _identity(path), (path, _mark(path, self._is_deleted(path)))

    def _is_deleted(self, path: Path) -> bool:
        return path.parent == self._trash

    def found(
        self, search: str = "", sort: str = "-changed", tag: str = "", *, deleted: bool = False
    ) -> Iterable[Kept]:
        """Those that a text is found in, with a tag, in an order; ``-`` in front turns it."""
        self.look(at_once=False)
        found = self._index.found(search, sort, tag, deleted=deleted)
        if not self._index.made_anew():
            return found
        self.look()
        return self._index.found(search, sort, tag, deleted=deleted)

    def tags(self) -> dict[str, int]:
        """All tags, and how many solutions have each."""
        counts: dict[str, int] = {}
        for kept in self.found():
            for tag in kept.tags:
                counts[tag] = counts.get(tag, 0) + 1
        return dict(sorted(counts.items()))

    def get(self, identity: str) -> Kept:
        """One of them."""
        if self._looked == -math.inf:  # the folder may be a copy of that which was noted
            self.look()
        found = self._index.get(identity)
        if found is None or not self._file(found).exists():
            self.look()
            found = self._index.get(identity) or self._guest(identity)
        if found is None:
            raise ProblemError(404, f"solution {checks.shown(identity)}: there is none")
        return found

    def _file(self, kept: Kept) -> Path:
        """Where it lies, wherever the library was when it was noted."""
        return (self._trash if kept.deleted else self.folder) / kept.place

    def guest(self, path: Path, batch: str) -> Kept:
        """A solution of a batch below the folder: found by its id, but not listed."""
        identity = _guest_identity(path, self.folder)
        self._guests[identity] = path, batch
        return self._listed_guest(identity, path, batch)

    def _guest(self, identity: str) -> Kept | None:
        if identity not in self._guests:  # an address that was kept while the server was not
            for path in self.folder.glob(f"batches/*/solutions/*{ENDING}"):
                if _guest_identity(path, self.folder) == identity:
                    self._guests[identity] = path, _batch_name(path.parent.parent)
        found = self._guests.get(identity)
        if found is None or not found[0].is_file():
            return None
        return self._listed_guest(identity, *found)

    def _listed_guest(self, identity: str, path: Path, batch: str) -> Kept:
        place = path.relative_to(self.folder).as_posix()
        kept = _listed(identity, path, place, deleted=False)
        return replace(kept, name=f"{batch[: LONGEST_NAME // 2]} {kept.board}")

    def path(self, identity: str) -> Path:
        """The file of one that is not deleted."""
        kept = self.get(identity)
        if kept.deleted:
            raise ProblemError(404, f"solution {kept.name!r}: it was deleted; restore it first")
        return self._file(kept)

    def own_path(self, identity: str) -> Path:
        """The same, of one that may be changed: those of batches are what reports rest on."""
        path = self.path(identity)
        if path.parent != self.folder:
            raise ProblemError(
                409,
                f"solution {self.get(identity).name!r}: it belongs to a batch, whose reports rest "
                "on it; duplicate it, and do that with the copy",
            )
        return path

    def note(self, identity: str) -> Note:
        """What its user says of it."""
        return read_note(self._file(self.get(identity)))

    # What is done with it

    def new_path(self) -> Path:
        """Where a new solution goes."""
        return self.folder / f"{secrets.token_hex(8)}{ENDING}"

    def added(self, path: Path, note: Note) -> Kept:
        """Take in a file that lies in the folder now."""
        with self._changing:
            write_note(path, replace(note, created=note.created or time.time()))
            return self.seen(path)

    def seen(self, path: Path) -> Kept:
        """Note what has become of a file of the folder."""
        with self._changing:
            identity, deleted = _identity(path), self._is_deleted(path)
            mark = _mark(path, deleted)  # first: what changes meanwhile is looked at again
            kept = _listed(identity, path, path.name, deleted=deleted)
            self._index.put(identity, mark, kept)
        return kept

    def change(
        self,
        identity: str,
        *,
        name: str | None = None,
        tags: Iterable[str] | None = None,
        locks: Iterable[dict[str, Any]] | None = None,
        since: str | None = None,
    ) -> Kept:
        """Give it another name, other tags or other locks (made of a version) to solve around."""
        with self._changing:
            path = self.path(identity)
            note = read_note(path)
            if name is not None or tags is not None:
                path = self.own_path(identity)
            if name is not None:
                note = replace(note, name=checked_title(name))
            if tags is not None:
                note = replace(note, tags=checked_tags(tags))
            if locks is not None:
                _check_version(note, since)
                note = replace(note, locks=tuple(locks))
            write_note(path, note)
            return self.seen(path) if path.parent == self.folder else self.get(identity)

    def duplicate(self, identity: str) -> Kept:
        """A copy with a name of its own."""
        path, new = self.path(identity), self.new_path()
        note, name = read_note(path), self.get(identity).name
        with path.open("rb") as source, replacing(new) as partial, partial.open("wb") as target:
            shutil.copyfileobj(source, target, _PIECE)
        return self.added(new, replace(note, name=f"{name[:180]} (copy)", created=0.0))

    def delete(self, identity: str) -> Kept:
        """Put it away; it can be restored for a month."""
        with self._changing:
            return self._moved(self.own_path(identity), self._trash)

    def restore(self, identity: str) -> Kept:
        """Bring back what was deleted."""
        with self._changing:
            kept = self.get(identity)
            return self._moved(self._file(kept), self.folder) if kept.deleted else kept

    def _moved(self, path: Path, folder: Path) -> Kept:
        folder.mkdir(exist_ok=True)  # somebody may have removed that of the deleted ones
        target = folder / path.name
        os.utime(path, follow_symlinks=_NO_LINKS_KEPT)  # a month from now on
        _move(path, target)
        if beside(path).exists():
            _move(beside(path), beside(target))
        return self.seen(target)

    def _empty_trash(self) -> None:
        old = time.time() - _KEPT_DAYS * 24 * 3600
        for path in self._trash.glob(f"*{ENDING}"):
            with suppress(OSError):  # it is tried again at the next start
                found = path.lstat()
                if found.st_mtime < old and not stat.S_ISDIR(found.st_mode):
                    path.unlink(missing_ok=True)
                    beside(path).unlink(missing_ok=True)


def _made(folder: str | os.PathLike[str]) -> Path:
    """The folder of a library, made if there is none, in the one spelling that all others mean."""
    if not os.fspath(folder):
        raise RunoutError("library '': the name of a folder is expected")
    given = checks.path("library", folder)
    try:
        (given / "trash").mkdir(parents=True, exist_ok=True)
        return given.resolve()
    except OSError as error:
        raise RunoutError(
            f"library {str(given)!r}: cannot be made: {error.strerror or error}"
        ) from None


def _move(path: Path, target: Path) -> None:
    """Move a file; a link goes on leading where it leads."""
    to = path.readlink() if path.is_symlink() else None
    if to is None or to.is_absolute():
        path.replace(target)
        return
    target.unlink(missing_ok=True)
    target.symlink_to(path.parent / to)
    path.unlink()


def _check_version(note: Note, since: str | None) -> None:
    """Locks that somebody else has kept meanwhile are not written over; they are told instead."""
    now = locks_version(note.locks)
    if since not in (None, now):
        detail = "version: other locks were kept meanwhile; put yours into these"
        raise ProblemError(412, detail, locks=list(note.locks), version=now)


def _identity(path: Path) -> str:
    """What a file is called from outside: its own number, or one that its name gives."""
    if ID.fullmatch(path.stem):
        return path.stem
    name = path.name.encode("utf-8", "surrogateescape")
    return hashlib.blake2b(name, digest_size=8).hexdigest()


def _guest_identity(path: Path, folder: Path) -> str:
    name = path.relative_to(folder).as_posix().encode("utf-8", "surrogateescape")
    return hashlib.blake2b(name, digest_size=8).hexdigest()


def _mark(path: Path, deleted: bool) -> str:
    """What changes when a file or its note does."""
    found = path.stat()
    try:
        note = beside(path).stat().st_mtime_ns
    except OSError:
        note = 0
    place = os.fsencode(path.name).decode("utf-8", "backslashreplace")  # names may be any bytes
    return f"{place} {deleted} {found.st_mtime_ns} {found.st_size} {note}"


def _batch_name(folder: Path) -> str:
    """What a batch was called, where its folder still says so."""
    from runout.batch.folder import BatchFolder

    try:
        return str(BatchFolder(folder).question()["name"])
    except (RunoutError, OSError, KeyError, TypeError):
        return folder.name


def _listed(identity: str, path: Path, place: str, *, deleted: bool) -> Kept:
    """What a file and its note say; only the header of the file is read."""
    from runout.solution.files import opened

    note, found = read_note(path), path.stat()
    kept = Kept(
        identity,
        place,
        note.name,
        note.tags,
        note.created or found.st_mtime,
        found.st_mtime,
        found.st_size,
        parent=note.parent,
        deleted=deleted,
    )
    try:
        with opened(path) as file:
            header, spot = file.header, file.spot()
    except (RunoutError, OSError) as error:
        reason = str(error).splitlines()[0].replace(str(path), "file")
        return replace(kept, problem=reason)
    return replace(
        kept,
        board=spot.board if isinstance(spot.board, str) else "",
        pot=float(spot.pot),
        stack=float(spot.stack),
        oop=str(spot.oop),
        ip=str(spot.ip),
        iterations=header.iterations,
        exploitability=100 * header.exploitability / float(spot.pot),
        seconds=header.history.seconds,
        small=header.small,
        engine=header.engine,
        locks=len(header.locks),
    )
