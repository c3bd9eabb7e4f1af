"""What a batch will take, beside what it takes."""

import random
from pathlib import Path
from typing import Any

import pytest

from runout import RunoutError
from runout.batch import Situation, run
from runout.batch.outlook import largest_bytes, outlook
from runout.solver.estimate import estimate
from tests.batch.conftest import BOARDS

SPOT: dict[str, Any] = {
    "pot": 20,
    "stack": 30,
    "bets": "50%",
    "range": {"oop": "99+, AJs+, KQs, AQo+", "ip": "JJ-66, ATs+, KJs+, QJs"},
}


@pytest.mark.parametrize("keep", ["none", "small", "full"])
def test_room_on_the_disk(tmp_path: Path, keep: str) -> None:
    asked = Situation.from_dict(
        {
            "spot": SPOT,
            "boards": "Ks7d2h5c, 9s8s2h3c",
            "keep": keep,
            "lines": ["", "check", "check / check / *"],
            "target": 1,
        }
    )
    assert all(result.ok for result in run(asked, tmp_path / "out"))
    parts = ("answers", "solutions")
    taken = sum(
        file.stat().st_size for part in parts for file in (tmp_path / "out" / part).iterdir()
    )
    assert 0.5 < outlook(asked).disk_bytes / taken < 2


def test_no_board_needs_more_than_the_largest() -> None:
    asked = Situation.from_dict({"spot": SPOT, "boards": "all"})
    boards = random.Random(7).sample(asked.boards.boards, 60)
    sizes = [estimate(asked.spots[0].on(board)).float32_bytes for board in boards]
    assert max(sizes) <= largest_bytes(asked) < 1.3 * max(sizes)


def test_every_spot_of_a_grid_counts() -> None:
    one = outlook(Situation.from_dict({"spot": SPOT, "boards": BOARDS}), cores=1)
    varied = {"spot": SPOT, "boards": BOARDS, "vary": {"stack": [30, 30.0 + 1e-3, 15]}}
    more = outlook(Situation.from_dict(varied), cores=1)
    assert more.spots == 3
    assert 2 * one.stored_numbers < more.stored_numbers <= 3 * one.stored_numbers
    assert 2 * one.disk_bytes < more.disk_bytes < 4 * one.disk_bytes


def test_cores_may_be_those_of_a_cluster() -> None:
    asked = Situation.from_dict({"spot": SPOT, "boards": "all"})
    one, many, most = (outlook(asked, cores=cores) for cores in (1, 1000, 5000))
    assert many.seconds == pytest.approx(one.seconds / 1000)
    assert (many.at_a_time, many.threads, most.at_a_time) == (1000, 1, 1755)
    assert most.seconds == pytest.approx(one.seconds / 1755)


def test_boards_that_block_a_range_are_left_out() -> None:
    spot = {**SPOT, "range": {"oop": "AA", "ip": "KK"}}
    found = outlook(Situation.from_dict({"spot": spot, "boards": "AsAhAd, Ks7d2h"}))
    assert found.stored_numbers > 0


def test_a_gpu_that_is_not_there_is_named_before_a_folder_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runout.solver.cuda.cuda_engine.missing", lambda: "no GPU here")
    asked = Situation.from_dict({"spot": SPOT, "boards": BOARDS, "engine": "cuda"})
    with pytest.raises(RunoutError, match="engine cuda: no GPU here"):
        run(asked, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    one, more = (outlook(asked, cores=cores) for cores in (1, 8))
    assert one.at_a_time == more.at_a_time == 1
    assert one.seconds == more.seconds
    assert outlook(Situation.from_dict({"spot": SPOT, "boards": BOARDS, "engine": "auto"}))
