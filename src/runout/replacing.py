"""Files that are there whole or not at all.

What is written grows in a hidden file beside its place, ``.NAME.HOST-TOKEN.runout.part``, which its
writer holds locked. The system opens the lock when the writer is gone, however it went, so a part
that nobody holds was left by one that was killed. Locks may not reach the other machines on a
shared disk: what another one wrote counts as left only after a day without a change.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
import sys
import time
import zlib
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, cast

from runout import checks
from runout.errors import RunoutError
from runout.reading import shown

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    Name = str | os.PathLike[str]

_GZIP_LEVEL = 4  # on numbers as text: a third of the time of level 6, 4 % larger
_BUFFER = 1 << 20
_PART = re.compile(r"\..*\.(?P<host>[0-9a-f]{8})-[0-9a-f]{8}\.runout\.part", re.DOTALL)
_PIECES = "-pieces"
_NAME_BYTES = 200  # of a name that its part repeats; systems take 255 in all
_DAY = 24 * 3600.0
_TRIES = 100


@contextmanager
def replacing(path: Name) -> Iterator[Path]:
    """An empty file beside the path; what is written to it takes its place at the end.

    After an error or Ctrl-C the file that was there before is still there, and nothing else.
    """
    with _named_errors(path):
        part = _Part(_target(path))
        sweep(part.target.parent)
        try:
            part.create()
            yield part.path
            part.finish()
        finally:
            part.discard()


@contextmanager
def replacing_file(path: Name, *, plain: bool = False) -> Iterator[IO[bytes]]:
    """A new file to write to, compressed if the name ends in ``.gz``, unless it is to be plain."""
    with replacing(path) as partial:
        files: list[IO[bytes]] = []
        try:
            files.append(partial.open("wb", buffering=_BUFFER))
            if str(path).endswith(".gz") and not plain:
                files.insert(0, _packed(files[0]))
            yield files[0]
            for file in files:
                file.close()
        except BaseException:
            for file in files:
                with suppress(OSError, ValueError):  # a full disk would be the reason once more
                    file.close()
            raise


def _packed(file: IO[bytes]) -> IO[bytes]:
    import gzip

    # No name and no time inside: the same solution gives the same file.
    return cast("IO[bytes]", gzip.GzipFile("", "wb", _GZIP_LEVEL, file, mtime=0))


@contextmanager
def pieces(partial: Path) -> Iterator[Path]:
    """A folder for pieces that a part is put together from; it goes when the part does."""
    folder = partial.with_name(partial.name + _PIECES)
    folder.mkdir()
    try:
        yield folder
    finally:
        _remove_folder(folder)


def check_replaceable(path: Name) -> None:
    """Refuse a file that could not be written, before hours are spent on what goes into it."""
    with _named_errors(path):
        part = _Part(_target(path))
        try:
            part.create()
        finally:
            part.discard()


def sweep(folder: Path) -> None:
    """Remove the parts in a folder whose writers were killed; what cannot be removed stays."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in entries if _PART.fullmatch(entry.name)]
    except OSError:
        return
    for name in names:
        with suppress(OSError):
            _remove_if_left(folder / name)


class _Part:
    """The file that grows beside its target."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.path = target
        self._holder: int | None = None

    def create(self) -> None:
        """Make the file and hold it."""
        for _ in range(_TRIES):
            path = self.target.with_name(_part_name(self.target.name))
            self._holder = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, self._mode() | 0o600)
            self.path = path
            if sys.platform == "win32":
                self._release()  # what is open there cannot take another's place
                return
            # Between the two steps somebody may have swept it away.
            if _lock(self._holder) is not False and _is_at(self._holder, path):
                return
            self._release()
        raise RunoutError(f"file {shown(self.target)}: another program removes what is written")

    def finish(self) -> None:
        """Put the file, all of it on the disk, in the place of its target."""
        with self.path.open("rb+") as file:
            os.fsync(file.fileno())
        with suppress(OSError):  # not every disk has permissions
            if self.target.exists():
                self.path.chmod(self._mode())
        self.path.replace(self.target)
        self.path = self.target

    def discard(self) -> None:
        """Remove what did not become the target; if that fails, the reason before it counts."""
        if self.path != self.target:
            with suppress(OSError):
                _remove(self.path)
        self._release()

    def _release(self) -> None:
        if self._holder is not None:
            holder, self._holder = self._holder, None
            os.close(holder)

    def _mode(self) -> int:
        """The permissions of the file that is replaced; those of any new file if there is none."""
        try:
            return stat.S_IMODE(self.target.stat().st_mode)
        except OSError:
            return 0o666


def _target(path: Name) -> Path:
    """Where a file is to be; a link goes on pointing to it."""
    given = checks.path("file", path)
    try:
        target = given.resolve()
        mode = target.stat().st_mode
    except FileNotFoundError:
        mode = None
    except RuntimeError:
        raise RunoutError(f"file {shown(path)}: its links lead in a circle") from None
    except UnicodeEncodeError:
        raise RunoutError(f"file {shown(path)}: not the name of a file") from None
    if mode is None:
        if not target.parent.is_dir():
            raise RunoutError(f"file {shown(path)}: there is no folder {shown(given.parent)}")
    elif stat.S_ISDIR(mode):
        raise RunoutError(f"file {shown(path)}: it is a folder")
    elif not stat.S_ISREG(mode):
        raise RunoutError(f"file {shown(path)}: it is no ordinary file")
    elif not os.access(target, os.W_OK):
        raise RunoutError(f"file {shown(path)}: no permission to write there")
    return target


@contextmanager
def _named_errors(path: Name) -> Iterator[None]:
    """Errors of the system as our own. A broken pipe is none of a file: `progress` wrote to it."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = error.strerror or error
        raise RunoutError(f"file {shown(path)}: cannot be written: {reason}") from error


def _part_name(name: str) -> str:
    bare = name.encode("utf-8", "surrogateescape")
    if len(bare) > _NAME_BYTES:
        name = bare[:_NAME_BYTES].decode("utf-8", "ignore")
    return f".{name}.{_host()}-{secrets.token_hex(4)}.runout.part"


def _host() -> str:
    """The name of the machine, in eight letters."""
    import platform

    return f"{zlib.crc32(platform.node().encode('utf-8', 'replace')):08x}"


def _lock(file: int) -> bool | None:
    """Hold an open file: False if somebody else does, None where files cannot be held."""
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _is_at(file: int, path: Path) -> bool:
    """Whether an open file is still to be found under its name."""
    try:
        return os.path.samestat(os.fstat(file), path.lstat())
    except OSError:
        return False


def _remove_if_left(path: Path) -> None:
    found, name = path.lstat(), _PART.fullmatch(path.name)
    if name is None or not stat.S_ISREG(found.st_mode):
        return
    old = time.time() - found.st_mtime > _DAY
    if name["host"] != _host() and not old:
        return
    file = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    try:
        locked = _lock(file)
        if sys.platform != "win32" and (locked or (locked is None and old)):
            _remove(path)
    finally:
        os.close(file)
    if sys.platform == "win32" and old:
        _remove(path)


def _remove(part: Path) -> None:
    """Remove a part, last of all what says whose it is."""
    _remove_folder(part.with_name(part.name + _PIECES))
    part.unlink(missing_ok=True)


def _remove_folder(folder: Path) -> None:
    if folder.is_dir():
        import shutil

        shutil.rmtree(folder, ignore_errors=True)
