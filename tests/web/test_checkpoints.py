"""A solve is saved while it runs, for a small part of its time."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from runout import Spot, load, solve
from runout.job import Job
from runout.web.checkpoints import MOST, Checkpoints
from tests.web.conftest import TURN

if TYPE_CHECKING:
    from pathlib import Path


def test_a_checkpoint_is_a_solution_to_go_on_with(tmp_path: Path) -> None:
    keeper = Checkpoints(tmp_path / "spot.runout")
    job: Any = Job()
    job.listen(lambda _: job.stop() if keeper.count else None)
    endless: dict[str, Any] = {"target": 0, "max_iterations": 10**9}
    solve(Spot.from_dict(TURN), **endless, max_seconds=60, job=job, checkpoint=keeper)
    assert keeper.count >= 1
    assert load(tmp_path / "spot.runout").resume(target=5).summary().iterations > 10


class SlowDisk:
    """A solution that takes long to be saved, though it is small, on a clock of its own."""

    STEP = 0.002

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.now = 0.0
        self.solved = SimpleNamespace(reader=SimpleNamespace(bytes=1))

    def save(self, path: Path, *, job: Any) -> None:  # noqa: ANN401
        saved, until = job.counter("save"), self.now + self._seconds
        while self.now < until:
            self.now += self.STEP
            saved(1, 2)
        path.touch()


@pytest.mark.parametrize("seconds", [0.01, 0.3, 5])
def test_checkpoints_take_little_of_the_time(tmp_path: Path, seconds: float) -> None:
    """At any moment saving has taken at most its share; one that would take more is given up."""
    disk: Any = SlowDisk(seconds)
    keeper = Checkpoints(tmp_path / "spot.runout", clock=lambda: float(disk.now))
    while disk.now < 60:
        keeper(disk)
        assert keeper.spent <= MOST * disk.now + SlowDisk.STEP
        disk.now += 0.005
    assert keeper.spent > 0
    assert (keeper.count > 1) == (seconds < MOST * 60 / 2)


def test_a_full_disk_does_not_end_a_solve(tmp_path: Path) -> None:
    keeper = Checkpoints(tmp_path / "gone" / "spot.runout")
    endless: dict[str, Any] = {"target": 0, "max_seconds": 1.5, "max_iterations": 10**9}
    found = solve(Spot.from_dict(TURN), **endless, checkpoint=keeper)
    assert (keeper.count, found.history.stopped_by) == (0, "time_limit")
    assert keeper.spent > 0
