"""A solution of the library as it is listed, and what its user says of it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Note:
    """What a user says of a solution, in a file beside it."""

    name: str
    tags: tuple[str, ...] = ()
    created: float = 0.0
    """Seconds since 1970."""
    locks: tuple[dict[str, Any], ...] = ()
    """To be solved around next."""
    parent: str | None = None
    """What it was solved again from."""


@dataclass(frozen=True)
class Kept:
    """A solution of the library, as it is listed."""

    id: str
    place: str
    """Its file, below the folder that says whether it was deleted: of batches, with folders."""
    name: str
    tags: tuple[str, ...]
    created: float
    changed: float
    bytes: int
    board: str = ""
    pot: float = 0.0
    stack: float = 0.0
    oop: str = ""
    ip: str = ""
    iterations: int = 0
    exploitability: float | None = None
    """Percent of the pot."""
    seconds: float = 0.0
    small: bool = False
    engine: str = ""
    locks: int = 0
    """Nodes with locks that it was solved with."""
    parent: str | None = None
    problem: str | None = None
    """Why it cannot be opened."""
    deleted: bool = False

    def to_dict(self) -> dict[str, Any]:
        """As plain data; where it lies is nobody's business."""
        data = asdict(self)
        del data["place"]
        return data


def locks_version(locks: Iterable[dict[str, Any]]) -> str:
    """What changes when the locks of the next solve do.

    >>> locks_version([]), locks_version([{"line": "check", "play": {"bet 5": 1.0}}])
    ('71857576257465c7', '939539d5fceb23a0')
    """
    text = json.dumps(list(locks), sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
