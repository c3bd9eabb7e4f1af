"""How many threads there are to work with."""

from __future__ import annotations

import os

from runout.checks import whole

MOST_THREADS = 256


def cores() -> int:
    """The cores that this process may use: all, where the system does not say which."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def thread_count(threads: int | None) -> int:
    """How many threads to use: as many as asked for, else one for each core.

    >>> thread_count(3)
    3
    """
    if threads is None:
        return min(cores(), MOST_THREADS)
    return whole("threads", threads, 1, MOST_THREADS)
