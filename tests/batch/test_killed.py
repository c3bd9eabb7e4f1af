"""A run that is ended from outside, and one whose disk is full: it goes on with what is missing."""

import random
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from runout.batch import BatchFolder, run
from tests.batch.conftest import BATCH, BOARDS, SPOT
from tests.batch.test_batch_run import solved, table

MANY = [f"{high}s7d2h5c9d" for high in "AKQJT"] + [
    f"{high}s8d{low}h4c2d" for high in "AKQJT9" for low in "356"
]


def command(file: Path, out: Path) -> list[str]:
    return [sys.executable, "-m", "runout", "batch", "run", str(file), "--out", str(out)]


def started(file: Path, out: Path, **settings: Any) -> subprocess.Popen[str]:  # noqa: ANN401
    return subprocess.Popen(
        [*command(file, out), "--cores", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        **settings,
    )


def answers(out: Path) -> int:
    return len(list((out / "answers").glob("*.parquet"))) if (out / "answers").exists() else 0


def until_answered(out: Path, count: int, process: subprocess.Popen[str]) -> None:
    for _ in range(600):
        if answers(out) >= count or process.poll() is not None:
            return
        time.sleep(0.05)
    raise AssertionError("no answer came")


def slower(folder: Path, boards: list[str]) -> Path:
    """A batch whose boards take a while each."""
    (folder / "spot.toml").write_text(SPOT.replace("QQ-88, AQs+, KJs+", "60%"))
    text = BATCH.replace(", ".join(BOARDS), ", ".join(boards))
    (folder / "batch.toml").write_text(text.replace("target = 0.5", "target = 0.002"))
    return folder / "batch.toml"


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_a_run_that_is_killed_goes_on(tmp_path: Path, kills: int) -> None:
    """Kill -9 at random moments; the table at the end is that of a run nobody disturbed."""
    boards = MANY if kills > 3 else BOARDS
    file = slower(tmp_path, boards)
    out, dice, began = tmp_path / "out", random.Random(kills), time.monotonic()
    solved(file, tmp_path / "whole")
    a_board = (time.monotonic() - began) / len(boards)
    hit = 0
    for _ in range(kills):
        process = started(file, out)
        until_answered(out, answers(out) + dice.choice([0, 0, 1]), process)
        time.sleep(dice.uniform(0, a_board))
        hit += process.poll() is None and answers(out) < len(boards)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert hit >= kills / 2
    solved(file, out)
    for group in ("ranges", "classes"):
        assert table(out, group) == table(tmp_path / "whole", group)
    assert not [path for path in out.rglob("*") if path.name.endswith(".part")]


def test_an_interrupt_ends_the_run_and_keeps_what_is_there(tmp_path: Path) -> None:
    file, out = slower(tmp_path, BOARDS), tmp_path / "out"
    process = started(file, out)
    until_answered(out, 1, process)
    workers = psutil.Process(process.pid).children()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "run it again to go on" in said
    assert "Traceback" not in said
    assert not psutil.wait_procs(workers, timeout=20)[1]
    before = answers(out)
    assert 1 <= before < len(BOARDS)
    assert len(solved(file, out)) == len(BOARDS) - before


def test_a_full_disk_is_no_fault_of_a_board(batch_file: Path) -> None:
    turns = batch_file.read_text().replace("5c9d", "5c").replace("2c9d", "2c")
    batch_file.write_text(turns + 'keep = "full"\n')
    out = batch_file.parent / "out"
    room = max(path.stat().st_size for path in _kept(batch_file).iterdir()) // 2

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    process = started(batch_file, out, preexec_fn=little)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "File too large; what is done is kept" in said
    assert BatchFolder(out).status().failed == 0
    before = answers(out)
    assert before < len(BOARDS)
    assert len(solved(batch_file, out)) == len(BOARDS) - before


def _kept(file: Path) -> Path:
    out = file.parent / "whole"
    assert all(result.ok for result in run(file, out))
    return out / "solutions"


def test_progress_in_a_pipe_is_lines(batch_file: Path) -> None:
    out = batch_file.parent / "out"
    done = subprocess.run(command(batch_file, out), capture_output=True, text=True, check=True)
    first, *_, last = done.stderr.splitlines()
    assert first == "0 of 6 boards"
    assert last.startswith("6 of 6 boards, ")
    assert re.search(r", [\d.]+ a (second|minute), 0:00 left, spot \w+$", last)
    assert "\r" not in done.stderr
    assert done.stdout.startswith("6 of 6 boards done, 0 failed")
