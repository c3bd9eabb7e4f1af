"""How much memory there is to work with: what is free, and what is allowed."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from runout import checks
from runout.errors import RunoutError
from runout.words import size_of, size_text

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIABLE = "RUNOUT_MEMORY"
_MOST = 2**62
_CGROUPS = Path("/sys/fs/cgroup")
_OWN_CGROUPS = Path("/proc/self/cgroup")


@dataclass(frozen=True)
class Room:
    """Memory that may be taken."""

    bytes: int
    why: str

    def __str__(self) -> str:
        return f"{size_text(self.bytes)} of memory is {self.why}"


def room(limit: int | None = None, *, held: int = 0) -> Room:
    """What may be taken by who holds so much already: all that is free, up to a limit.

    Without a limit that of the environment counts.
    """
    return room_of(free_memory(), limit, held=held)


def room_of(free: int, limit: int | None = None, *, held: int = 0, where: str = "") -> Room:
    """The same of memory somewhere else, of which so much is free.

    >>> str(room_of(80_000_000_000, 8_000_000_000, held=1_000_000_000, where=" on the card"))
    '7.00 GB of memory is allowed on the card'
    """
    limit = memory_limit(None) if limit is None else limit
    if limit is None or limit - held >= free:
        return Room(free, f"free{where}")
    return Room(max(limit - held, 0), f"allowed{where}")


def memory_limit(memory: int | str | None) -> int | None:
    """The most bytes that a solve may take, as asked for or as the environment says.

    >>> memory_limit("8GB")
    8000000000
    """
    if memory is not None:
        return _size("memory", memory)
    text = os.environ.get(VARIABLE, "").strip()
    return _size(VARIABLE, text) if text else None


def _size(name: str, memory: object) -> int:
    size = size_of(memory) if isinstance(memory, str) else memory
    if isinstance(size, str) or size is None:
        raise RunoutError(
            f"{name} {checks.shown(memory)}: bytes, or a size such as '8GB' or '500 MB', "
            "is expected"
        )
    return checks.whole(name, size, 1, _MOST)


def free_memory() -> int:
    """Bytes that this machine, or the container around the process, can still give."""
    import psutil

    return max(min(psutil.virtual_memory().available, *_left_in_cgroups()), 0)


def _left_in_cgroups() -> Iterator[int]:
    """What each group of processes that this one is in may still take."""
    yield _MOST
    try:
        lines = _OWN_CGROUPS.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    for line in lines:
        _, _, kind_and_path = line.partition(":")
        kind, _, path = kind_and_path.partition(":")
        if kind == "":
            yield from _left(_CGROUPS, path, "memory.max", "memory.current", "inactive_file")
        elif "memory" in kind.split(","):
            yield from _left(
                _CGROUPS / "memory",
                path,
                "memory.limit_in_bytes",
                "memory.usage_in_bytes",
                "total_inactive_file",
            )


def _left(root: Path, path: str, limit: str, used: str, cached: str) -> Iterator[int]:
    """Of a group and all around it; where they cannot be seen, as in a container, of the root."""
    own = PurePosixPath(path.lstrip("/"))
    for group in (own, *own.parents):
        folder = root / group
        try:
            most = (folder / limit).read_text(encoding="ascii").strip()
            if most == "max":
                continue
            held = int((folder / used).read_text(encoding="ascii"))
            held -= _statistic(folder / "memory.stat", cached)
            yield int(most) - held
        except (OSError, ValueError):
            continue


def _statistic(file: Path, name: str) -> int:
    """Of a group: files that were read and are given back when memory is needed."""
    try:
        lines = file.read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return 0
    found = [line.split()[1] for line in lines if line.split()[:1] == [name]]
    return int(found[0]) if found else 0
