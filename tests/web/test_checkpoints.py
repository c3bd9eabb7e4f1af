"""A solve is saved while it runs, for a small part of its time."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from runout import Spot, load, solve
from runout.job import Job
from runout.web.checkpoints import MOST, Checkpoints
from tests.web.conftest import TURN

if TYPE_CHECKING:
    from pathlib import Path


def test_checkpoints_take_little_of_the_time(tmp_path: Path) -> None:
    """Saving takes at most its share, however long one takes."""
    keeper = Checkpoints(tmp_path / "spot.runout")
    job: Any = Job()
    solution = solve(
        Spot.from_dict(TURN),
        target=0,
        max_seconds=3,
        max_iterations=10**9,
        job=job,
        checkpoint=keeper,
    )
    assert keeper.count >= 1
    # A moment more: it gives up where it looks, and other tests have the disk and the cores too.
    assert keeper.spent <= MOST * solution.history.seconds + 0.5
    assert load(tmp_path / "spot.runout").resume(target=5).summary().iterations > 10


class SlowDisk:
    """A solution that takes long to be saved, though it is small."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.solved = SimpleNamespace(reader=SimpleNamespace(bytes=1))

    def save(self, path: Path, *, job: Any) -> None:  # noqa: ANN401
        until = time.perf_counter() + self._seconds
        while time.perf_counter() < until:
            time.sleep(0.002)
            job.check("save")
        path.touch()


@pytest.mark.parametrize("seconds", [0.01, 0.3])
def test_a_checkpoint_that_takes_too_long_is_given_up(tmp_path: Path, seconds: float) -> None:
    keeper = Checkpoints(tmp_path / "spot.runout")
    disk: Any = SlowDisk(seconds)
    started = time.perf_counter()
    while (elapsed := time.perf_counter() - started) < 2:
        keeper(disk)
        assert keeper.spent <= MOST * (time.perf_counter() - started) + 0.05
        time.sleep(0.005)
    assert keeper.spent > 0
    assert (keeper.count > 1) == (seconds < MOST * elapsed / 2)


def test_a_full_disk_does_not_end_a_solve(tmp_path: Path) -> None:
    keeper = Checkpoints(tmp_path / "gone" / "spot.runout")
    endless: dict[str, Any] = {"target": 0, "max_seconds": 1.5, "max_iterations": 10**9}
    found = solve(Spot.from_dict(TURN), **endless, checkpoint=keeper)
    assert (keeper.count, found.history.stopped_by) == (0, "time_limit")
    assert keeper.spent > 0
