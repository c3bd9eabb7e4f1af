"""`runout solve` while it runs: what it shows, and Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import runout
from runout.cli.solve_command import free_name
from runout.cli.solve_display import SolveState, live_view, progress_line, sparkline
from runout.job import Job, PartJob
from runout.solver.loop import Limits, SolveProgress
from tests.cli.conftest import Ran


def _state(*curve: tuple[int, float]) -> SolveState:
    state = SolveState(Limits(0.3, 1000, None), Job())
    for iteration, percent in curve:
        state.measured(SolveProgress(iteration, percent, 1.0, 30.0))
        state.job.count = iteration
    return state


def test_progress_in_a_pipe() -> None:
    assert progress_line(_state()) == "iteration 0, 0 s"
    line = progress_line(_state((10, 30.0), (40, 1.234)))
    assert line.startswith("iteration 40, exploitability 1.23 % of the pot, 0 s, about ")
    assert line.endswith(" s left")


def test_time_left_counts_down_between_measurements() -> None:
    state = _state((10, 5.0))
    state.measured_at -= 12
    assert state.remaining == pytest.approx(18, abs=1)
    state.measured_at -= 100
    assert state.remaining == 0


def test_live_view_fits_a_narrow_terminal() -> None:
    from rich.console import Console

    state = _state((10, 30.0), (40, 1.234), (80, 0.5))
    console = Console(width=50, record=True, file=open(os.devnull, "w"))  # noqa: PTH123, SIM115
    console.print(live_view(state, 50))
    shown = console.export_text()
    console.file.close()
    assert "80 of at most 1000" in shown
    assert "0.5 % of the pot, target 0.3 %" in shown
    assert "█" in shown
    assert "Ctrl-C stops and saves" in shown
    assert all(len(line) <= 50 for line in shown.splitlines())
    state.job.stop()
    console = Console(width=90, record=True, file=open(os.devnull, "w"))  # noqa: PTH123, SIM115
    console.print(live_view(state, 90))
    assert "Ctrl-C again to quit at once" in console.export_text()
    console.file.close()


@pytest.mark.parametrize("floor", [0.0, 0.1, 5.0])
def test_sparkline_falls_to_its_floor(floor: float) -> None:
    curve = [(10 + 10 * i, 50.0 / (i + 1) ** 2) for i in range(20)]
    line = sparkline(curve, floor)
    blocks = ["▁▂▃▄▅▆▇█".index(block) for block in line]
    assert len(line) == 40
    assert blocks[0] == 7
    assert blocks == sorted(blocks, reverse=True)
    assert blocks[-1] == 0 or floor == 0.1
    assert sparkline([], floor) == ""
    assert len(sparkline(curve[:1], floor)) == 1
    assert len(sparkline([(10, 0.0), (20, 0.0)], floor)) == 11


def _started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """A solve that will not end by itself, after its first iterations."""
    (folder / "spot.toml").write_text(
        'board = "QsJh2h7c"\npot = 50\nstack = 200\nbets = "33%, 75%, a"\nraises = "60%, a"\n'
        '[range]\noop = "22+, A2s+, KTo+"\nip = "22+, A2+, K9s+"\n'
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "runout", "solve", "spot.toml", "--target", "0",
         "--max-iterations", "1000000", *arguments],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )  # fmt: skip
    assert process.stderr is not None
    while not process.stderr.readline().startswith("iteration"):
        assert process.poll() is None
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("arguments", [["--out", "kept.runout"], ["--json"]])
def test_ctrl_c_saves_what_there_is(
    tmp_path: Path, arguments: list[str], number: signal.Signals
) -> None:
    process = _started(tmp_path, *arguments)
    try:
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0
    assert "Traceback" not in err
    name = "kept.runout" if "--out" in arguments else "spot.runout"
    assert "stopped by Ctrl-C" in (err if "--json" in arguments else out)
    assert f"saved as {name}" in (err if "--json" in arguments else out)
    solution = runout.load(tmp_path / name)
    assert solution.summary().iterations > 0
    if "--json" in arguments:
        assert json.loads(out)["iterations"] == solution.summary().iterations
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, "spot.toml"])


def test_a_second_ctrl_c_quits_at_once(tmp_path: Path) -> None:
    (tmp_path / "kept.runout").write_text("what was there")
    process = _started(tmp_path, "--out", "kept.runout")
    try:
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert "Traceback" not in err
    assert "terminate" not in err
    if process.returncode == 130:  # not so quick that the first had saved already
        assert out == ""
        assert "runout: stopped" in err
        assert (tmp_path / "kept.runout").read_text() == "what was there"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.runout", "spot.toml"]


def test_a_first_ctrl_c_does_not_break_saving_off(
    run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from runout.solution.solution import Solution

    save, presses = Solution.save, [1]

    def pressed(self: Solution, *arguments: object, job: PartJob, **named: object) -> None:
        for _ in range(presses[0]):
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.3)  # two at once would be one
        while presses[0] == 2 and not job.stopped:
            time.sleep(0.01)
        save(self, *arguments, job=job, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Solution, "save", pressed)
    out, err = run("solve", str(river), "--target", "5", "-o", "a.runout")
    assert "Ctrl-C again to quit without it" in err
    assert "saved as a.runout" in out
    presses[0] = 2
    _, err = run("solve", str(river), "--target", "5", "-o", "b.runout", code=130)
    assert "runout: stopped, nothing saved" in err
    assert sorted(path.name for path in river.parent.iterdir()) == ["a.runout", "river.toml"]


def test_names_of_stopped_solves_replace_nothing(river: Path) -> None:
    assert free_name("river") == Path("river.runout")
    for taken in ("river.runout", "river-2.runout"):
        (river.parent / taken).touch()
    assert free_name("river") == Path("river-3.runout")
