"""Answers that are kept: bounded, and of use after a fork."""

from __future__ import annotations

import os

import pytest

from runout.remembered import Remembered


def test_the_largest_that_is_kept() -> None:
    """Sizes count, and what alone is too large is given out all the same."""
    known: Remembered[int, bytes] = Remembered(10, len)
    for key in range(5):
        assert known.get(key, lambda: b"1234") == b"1234"
    assert len(known) == 2
    assert 4 in known
    assert 0 not in known
    assert known.get(9, lambda: b"x" * 11) == b"x" * 11
    assert 9 not in known


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_lock_that_another_thread_held_is_free_after_a_fork() -> None:
    """The child starts with nothing known and a lock of its own."""
    known: Remembered[int, int] = Remembered(5)
    known.get(1, lambda: 1)
    with known._lock:
        child = os.fork()
        if child == 0:
            os._exit(known.get(1, lambda: 7))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert known.get(1, lambda: 7) == 1
