"""Answers that are kept for when they are asked for again."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Generic, TypeVar
from weakref import WeakSet

from cachetools import LRUCache

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Key = TypeVar("Key", bound="Hashable")
Value = TypeVar("Value")

_everyone: WeakSet[Remembered] = WeakSet()  # type: ignore[type-arg]


class Remembered(Generic[Key, Value]):
    """Answers by question, those asked for last, for any number of threads.

    Two threads may both work out an answer that is missing; they get the same. So nobody waits
    while another computes.
    """

    def __init__(self, most: int, size: Callable[[Value], float] | None = None) -> None:
        self._most = most
        self._size = size
        self._start()
        _everyone.add(self)

    def _start(self) -> None:
        """Empty, with a lock that nobody holds."""
        self._known: LRUCache[Key, Value] = LRUCache(self._most, self._size)
        self._lock = threading.Lock()

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """The answer, made if it is not known."""
        with self._lock:
            found = self._known.get(key)
        if found is not None:
            return found
        made = make()
        with self._lock:
            try:
                return self._known.setdefault(key, made)
            except ValueError:  # it alone is larger than all that is kept
                return made

    def __contains__(self, key: Key) -> bool:
        with self._lock:
            return key in self._known

    def __len__(self) -> int:
        with self._lock:
            return len(self._known)

    def clear(self) -> None:
        """Forget all answers."""
        with self._lock:
            self._known.clear()

    def values(self) -> list[Value]:
        """All answers that are known."""
        with self._lock:
            return [self._known[key] for key in list(self._known)]


def _start_in_child() -> None:
    """After a fork: another thread may have been in the middle of a change, and is not here."""
    for known in list(_everyone):
        known._start()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_in_child)
