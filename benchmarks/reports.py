"""Reading a batch: 1,755 boards and 10 lines, a million rows; its page; the memory it takes."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

import numpy as np
import polars
from rich.table import Table

from benchmarks.timing import best_cpu_seconds
from runout import Range, Spot, batch, solve
from runout.batch import run as run_batch
from runout.batch.answer import answer_of
from runout.batch.batch_page import batch_page
from runout.batch.crew import Done
from runout.batch.folder import BatchFolder
from runout.batch.run import _Run
from runout.batch.situation import Situation
from runout.batch.worker import Finished

if TYPE_CHECKING:
    from collections.abc import Iterator

LINES = ["", *(f"check / bet {number}" for number in range(1, 10))]
SPOT = {"pot": 20, "stack": 40, "bets": "50% a", "range": {"oop": "100%", "ip": "100%"}}
ASKED = {"name": "simulated", "spot": SPOT, "boards": "all", "keep": "none"}
_MEMORY = "import sys; from benchmarks.reports import {0}; {0}(sys.argv[1])"


def table() -> Table:
    """What reading takes; the answers are one river's with noise, so that files are as large."""
    result = Table(title="a batch of 1,755 boards and 10 lines, read")
    for name in ("what", "takes", "at most"):
        result.add_column(name, justify="left" if name == "what" else "right")
    with TemporaryDirectory() as place:
        folder = Path(place) / "batch"
        rows = simulate(folder)
        started = time.process_time()
        batch.report(folder)
        joined = time.process_time() - started
        result.add_row(f"join {rows:,} rows, once", f"{joined:.2f} s CPU", "")
        result.add_row("10 lines read and grouped", f"{_grouped(folder):.2f} s CPU", "1 s")
        result.add_row("rules of depth 3", f"{_rules(folder):.2f} s CPU", "")
        page = Path(place) / "page.html"
        started = time.process_time()
        page.write_text(batch_page(folder), encoding="utf-8")
        result.add_row("page made", f"{time.process_time() - started:.2f} s CPU", "")
        result.add_row("its size", f"{page.stat().st_size / 1e6:.2f} MB", "5 MB")
        result.add_row("shown in a browser after", _shown(page), "1 s")
        (folder / "joined").unlink()
        result.add_row("memory of joining and reading", _memory("read_all", folder), "")
        result.add_row("memory of a driver they come to", _memory("drive", folder), "300 MB")
    return result


def _memory(work: str, folder: Path) -> str:
    """The most that a process takes for some work."""
    run = [sys.executable, "-c", _MEMORY.format(work), str(folder)]
    used = subprocess.run(run, capture_output=True, text=True, check=True).stdout  # noqa: S603
    return f"{int(used) / 1e6:.0f} MB"


def simulate(folder: Path) -> int:
    """A finished run in a folder, without solving it; the number of its rows."""
    asked = Situation.from_dict(ASKED)
    place = BatchFolder(folder)
    with place.asked(asked):
        pass
    question = json.loads((folder / "batch.json").read_text())
    (folder / "batch.json").write_text(json.dumps({**question, "lines": LINES}))
    first = _answer()
    others = first.filter(polars.col("group") == "ranges")
    whole = polars.concat([first, *(others.with_columns(line=polars.lit(n)) for n in LINES[1:])])
    dice = np.random.default_rng(1)
    for case in asked.cases():
        noise = polars.Series(dice.uniform(0.8, 1.2, len(whole)).astype(np.float32))
        often = (polars.col("frequency") * noise).clip(0, 1)
        answer = whole.with_columns(often, polars.col("ev", "equity") * noise)
        out = io.BytesIO()
        answer.write_parquet(out, compression="zstd")
        place.write_answer(case, out.getvalue())
    return len(whole) * len(asked.boards)


def _answer() -> polars.DataFrame:
    spot = Spot("Ks7d2h5c9d", 20, 40, Range("100%"), Range("100%"), bets="50% a")
    solved = solve(spot, target=5, threads=1)
    return polars.read_parquet(io.BytesIO(answer_of(solved, ("",))))


def _grouped(folder: Path) -> float:
    def read() -> None:
        for line in LINES:
            found = batch.report(folder, line)
            assert len(found.boards) == 1755
            assert abs(found.by("texture")["share"].sum() - 1) < 1e-9

    return best_cpu_seconds(read, runs=3)


def _rules(folder: Path) -> float:
    report = batch.report(folder)
    return best_cpu_seconds(lambda: report.rules(3), runs=3)


def _shown(page: Path) -> str:
    """How long after it was opened the script of the page had drawn everything."""
    browser = shutil.which("chromium")
    if browser is None:
        return "no browser here"
    command = [browser, "--headless", "--no-sandbox", "--dump-dom", page.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
    ready = re.search(r'data-ready="(\d+)"', shown)
    return "never" if ready is None else f"{int(ready[1]) / 1000:.2f} s"


def read_all(folder: str) -> None:
    """Join and read everything, and print the most bytes of memory that it took."""
    for line in LINES:
        batch.report(folder, line).by("texture")
    batch.hands(folder)
    _say_memory()


def _say_memory() -> None:
    # What `resource` tells includes the process that began this one.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    sys.stdout.write(str(1024 * int(status.split("VmHWM:")[1].split()[0])))


class _Ready:
    """A crew that has solved everything already."""

    size, threads = 8, 1

    def __init__(self, folder: Path) -> None:
        self._answers, self._given = sorted((folder / "answers").iterdir()), list[int]()

    def give(self, number: int, _task: object) -> None:
        self._given.append(number)

    def wait(self, _seconds: float) -> Iterator[Done]:
        while self._given:
            number = self._given.pop()
            yield Done(number, Finished(self._answers[number].read_bytes()))

    def close(self) -> None:
        pass


def drive(folder: str) -> None:
    """Run a batch whose answers are there, and print the most bytes of memory that it took."""
    ready = _Ready(Path(folder))
    with TemporaryDirectory() as out, patch.object(_Run, "_near", lambda *_: ready):
        assert all(result.ok for result in run_batch(ASKED, out))
        assert batch.open(out).status.done == 1755
    _say_memory()
