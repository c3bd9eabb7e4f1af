"""`runout solve`, `runout estimate` and `runout spot` as people use them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import runout
from runout import RunoutError, Spot
from runout.cli import main, output, spots
from runout.cli.solve_command import free_name
from runout.cli.solve_display import SolveState, live_view, progress_line, sparkline
from runout.job import Job, PartJob
from runout.solver.estimate import outlook
from runout.solver.loop import Limits, SolveProgress
from runout.words import seconds_text

RIVER = """
board = "Ks Td 7h 4c 2s"
pot = 100
stack = 300
bets = "50%, a"
raises = "60%"
[range]
oop = "22+, A2s+, KTo+"
ip = "QQ-22, ATs+, KQo"
"""


@pytest.fixture
def river(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to work in, with a spot that is solved at once."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "river.toml"
    path.write_text(RIVER)
    return path


class Ran:
    """The command, run in this process: what it printed and how it ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *arguments: str, code: int = 0) -> tuple[str, str]:
        self._monkeypatch.setattr(sys, "argv", ["runout", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        shown = self._capsys.readouterr()
        assert (ended.value.code or 0) == code, shown.err
        return shown.out, shown.err


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ran:
    return Ran(monkeypatch, capsys)


def test_solve_prints_estimate_and_summary(run: Ran, river: Path) -> None:
    out, err = run("solve", str(river), "--target", "0.5", "--threads", "1")
    assert "numbers" in err
    assert "an iteration" in err
    assert "target 0.5 % reached" in out
    assert "first check" in out
    assert "river.runout written; next: runout show" in out
    assert {path.name for path in river.parent.iterdir()} == {"river.toml", "river.runout"}


def test_json_is_the_summary_and_nothing_else(run: Ran, river: Path) -> None:
    out, _ = run("solve", "river.toml", "--target", "0.5", "--json")
    found = json.loads(out)
    assert list(found) == [
        "iterations", "exploitability", "ev", "equity", "seconds", "cpu_seconds",
        "stored_numbers", "memory_bytes", "root", "stopped_by", "engine", "locks", "locks_wait",
    ]  # fmt: skip
    assert found["exploitability"]["percent"] <= 0.5
    assert found["ev"]["oop"] + found["ev"]["ip"] == pytest.approx(100, abs=1e-3)
    assert found["equity"]["oop"] + found["equity"]["ip"] == pytest.approx(1)
    assert found["root"]["actions"] == ["check", "bet 50", "all-in 300"]
    assert sum(found["root"]["frequencies"]) == pytest.approx(1)
    assert found["stored_numbers"] == Spot.from_toml(river).estimate().stored_numbers


def test_limits_end_a_solve_and_are_named(run: Ran, river: Path) -> None:
    del river
    assert "no iterations left" in run("solve", "river.toml", "--max-iterations", "5")[0]
    endless = ("--target", "0", "--max-iterations", "100000000")
    shown = run("solve", "river.toml", *endless, "--max-seconds", "0.05")[0]
    assert "no seconds left before the target of 0 %" in shown


def test_a_saved_solution_loads_and_goes_on(run: Ran, river: Path) -> None:
    out, _ = run("solve", "river.toml", "--target", "2", "-o", "a.runout")
    assert "saved as a.runout" in out
    assert "next: runout show a.runout" in out
    before = runout.load("a.runout").summary()
    run("solve", "a.runout", "--target", "0.5", "-o", "b.runout")
    after = runout.load("b.runout").summary()
    straight = runout.solve(Spot.from_toml(river), target=0.5).summary()
    assert before.iterations < after.iterations
    assert after.exploitability_percent <= 0.5
    assert after.ev == pytest.approx(straight.ev, abs=1)
    assert "keeps the numbers" in run("solve", "a.runout", "--compress", code=2)[1]
    assert json.loads(run("estimate", "a.runout", "--json")[0])["stored_numbers"] > 0


def test_standard_input(run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with river.open() as text:
        monkeypatch.setattr(sys, "stdin", text)
        assert "target 2 % reached" in run("solve", "-", "--target", "2")[0]


def test_the_example_is_explained_and_solves(run: Ran, tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    run("spot", "new", str(path))
    text = path.read_text()
    assert run("spot", "new")[0] == text
    keys = "board pot stack bets raises rake rake_cap add_allin force_allin merge donk oop ip"
    for key in (*keys.split(), "add_lines", "remove_lines"):
        assert key in text
    assert "target 0.3 % reached" in run("solve", str(path))[0]
    assert "--force replaces it" in run("spot", "new", str(path), code=2)[1]
    path.write_text("mine")
    run("spot", "new", str(path), "--force")
    assert path.read_text() == text
    # What is off in the example can be switched on as it stands there.
    switched = text.replace("# rake_cap", "rake_cap").replace("# add_lines", "add_lines")
    switched = switched.replace("# remove_lines", "remove_lines").replace(
        "rake = 0.0", "rake = 0.05"
    )
    for line in ("[river.oop]", 'donk = "33%"', "[river.ip]", 'raise = "3x"'):
        switched = switched.replace(f"# {line}", line)
    spot = Spot.from_toml(switched)
    assert spot.rake_cap == 3
    assert [str(action) for action in spot.tree.nodes[0].actions] == ["check", "bet 120"]


def test_estimate(run: Ran, river: Path) -> None:
    size = Spot.from_toml(river).estimate()
    out, err = run("estimate", "river.toml")
    assert f"{size.stored_numbers:,}" in out
    assert "with --compress" in out
    assert err == ""
    found = json.loads(run("estimate", "river.toml", "--json")[0])
    wanted = outlook(Spot.from_toml(river)).to_dict()
    assert found["free_bytes"] > 0
    assert {**found, "free_bytes": wanted["free_bytes"]} == wanted
    assert size.to_dict().items() <= found.items()
    # What is printed is that data, and nothing else.
    assert f"oop {found['hands']['oop']}, ip {found['hands']['ip']}" in out
    assert f"{found['pot']}, {found['stack']}" in out
    assert f"about {seconds_text(found['seconds'])} on {found['cores']} core" in out
    assert f"({found['iterations']} iterations)" in out
    assert "abacus" in run("estimate", "river.toml", "--engine", "abacus", code=2)[1]


def test_an_estimate_says_what_does_not_fit(
    run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del river
    monkeypatch.setenv("RUNOUT_MEMORY", "1MB")
    found = json.loads(run("estimate", "river.toml", "--json")[0])
    assert not found["fits"]
    assert found["refusal"] in " ".join(run("estimate", "river.toml")[0].split())


def test_a_limit_of_memory(run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del river
    assert "1 MB of memory is allowed" in run("solve", "river.toml", "--memory", "1MB", code=2)[1]
    bad = run("solve", "river.toml", "--memory", "much", code=2)[1]
    assert "memory 'much': bytes, or a size such as '8GB'" in " ".join(bad.split())
    monkeypatch.setenv("RUNOUT_MEMORY", "100MB")
    assert "(100 MB allowed)" in run("solve", "river.toml", "--max-iterations", "1")[1]
    assert "of 100 MB allowed" in run("estimate", "river.toml")[0]


def test_what_does_not_fit_is_refused_with_advice(
    run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del river
    monkeypatch.setattr("runout.memory.free_memory", lambda: 1_000_000)
    message = run("solve", "river.toml", code=2)[1]
    assert "1 MB of memory is free" in message
    assert "compress=True would save" in message
    assert "of memory is free" in run("estimate", "river.toml")[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "none.toml"], "spot 'none.toml': No such file"),
        (["solve", "."], "Is a directory"),
        (["solve"], "Missing argument"),
        (["solve", "river.toml", "--target", "-1"], "target -1.0"),
        (["solve", "river.toml", "--target", "nan"], "target nan"),
        (["solve", "river.toml", "--target", "x"], "--target"),
        (["solve", "river.toml", "--threads", "0"], "threads 0"),
        (["solve", "river.toml", "--max-iterations", "-1"], "max_iterations -1"),
        (["solve", "river.toml", "--max-seconds", "0"], "max_seconds 0"),
        (["solve", "river.toml", "--out", "none/a.runout"], "there is no folder 'none'"),
        (["solve", "river.toml", "--out", "."], "it is a folder"),
        (["solve", "river.toml", "--small"], "--out FILE is needed"),
        (["solve", "river.toml", "--comprss"], "No such option"),
        (["estimate", "none.toml"], "No such file"),
        (["spot", "new", "none/a.toml"], "there is no folder 'none'"),
        (["spot", "old"], "No such command"),
    ],
)
def test_bad_arguments(run: Ran, river: Path, arguments: list[str], message: str) -> None:
    out, err = run(*arguments, code=2)
    assert message in err
    assert out == ""
    assert list(river.parent.iterdir()) == [river]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("pot = 100", "pot = = 100", "not TOML: Invalid value (at line 3, column 7)"),
        ("pot", "pott", "unknown key 'pott'; did you mean 'pot'"),
        ("QQ-22", "QQ-2x", "'QQ-2x' is not"),
        ("Ks Td", "Ks Ks", "Ks"),
        ("pot = 100", "pot = 0", "pot 0: chips above 0"),
        ("50%", "50q", "50q"),
        ('board = "Ks Td 7h 4c 2s"', "", "board is missing"),
        ("[range]", "[ranges]", "did you mean 'range'"),
        ("22+, A2s+, KTo+", "KsKd", "blocks it"),
    ],
)
def test_bad_spots(run: Ran, river: Path, old: str, new: str, message: str) -> None:
    river.write_text(RIVER.replace(old, new, 1))
    for command in ("solve", "estimate"):
        out, err = run(command, "river.toml", code=2)
        assert err.startswith("runout: river.toml: ")
        assert message in err
        assert out == ""


def test_files_that_are_neither_text_nor_whole(run: Ran, river: Path) -> None:
    river.write_bytes(b"\xff\xfe\x00")
    assert "neither a spot nor a saved solution" in run("solve", "river.toml", code=2)[1]
    river.write_bytes(b"")
    assert "board is missing" in run("solve", "river.toml", code=2)[1]
    river.write_text(RIVER)
    run("solve", "river.toml", "--target", "5", "-o", "a.runout")
    Path("b.runout").write_bytes(Path("a.runout").read_bytes()[:500])
    assert "cut off" in run("solve", "b.runout", code=2)[1]


def test_a_file_from_windows(run: Ran, river: Path) -> None:
    river.write_bytes(b"\xef\xbb\xbf" + RIVER.replace("\n", "\r\n").encode())
    assert run("solve", "river.toml", "--max-iterations", "1")[0]
    assert Spot.from_toml(river).pot == 100
    river.write_bytes(b"# caf\xe9" + RIVER.encode())
    with pytest.raises(RunoutError, match="not text in UTF-8"):
        Spot.from_toml(river)


def test_a_reader_that_has_seen_enough(river: Path) -> None:
    assert river.exists()
    solve = [sys.executable, "-m", "runout", "solve", "river.toml", "--target", "5"]
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(solve, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert ended.returncode == 141
    assert "Traceback" not in ended.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission(run: Ran, river: Path) -> None:
    closed = river.parent / "closed"
    closed.mkdir(mode=0o500)
    assert "no permission" in run("solve", "river.toml", "-o", "closed/a.runout", code=2)[1]


def test_permission_is_looked_at(river: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(RunoutError, match="no permission to write"):
        output.check_writable("--out", river)


def test_a_command_file_runs_with_its_settings(run: Ran, river: Path) -> None:
    del river
    script = Path("script.txt")
    script.write_text(
        "set_pot 100\nset_effective_stack 300\nset_board Ks,Td,7h,4c,2s\n"
        "set_range_oop AA,KQs,76s\nset_range_ip QQ,KJs,AQs\n"
        "set_bet_sizes oop,river,bet,50\nset_bet_sizes ip,river,bet,50\n"
        "build_tree\nset_accuracy 2\nset_max_iteration 7\nstart_solve\n"
    )
    question = spots.read_question("script.txt")
    assert question.settings == {"target": 2.0, "max_iterations": 7}
    assert "7 iterations" in run("solve", "script.txt", "--target", "0")[0]
    script.write_text(script.read_text() + "dump_result none/out.json\n")
    assert "no folder" in run("solve", "script.txt", code=2)[1]
    script.write_text("set_pot 100\nset_pots 3\n")
    assert "script.txt: script line 2: unknown command" in run("solve", "script.txt", code=2)[1]


def test_the_dialect_of_a_command_file(run: Ran, river: Path) -> None:
    Path("script.txt").write_text(
        "set_pot 100\nset_effective_stack 300\nset_board Ks,Td,7h,4c,2s\n"
        "set_range_oop AA,KQs,76s:0.001\nset_range_ip QQ,KJs,AQs\nset_use_fp16 1\n"
        "set_bet_sizes oop,river,bet,50\nbuild_tree\nset_accuracy 5\nstart_solve\n"
    )
    for arguments, allin in (
        ((), False),
        (("--dialect", "console"), False),
        (("--dialect", "gui"), True),
    ):
        out, err = run("solve", "script.txt", "--json", *arguments)
        assert ("all-in 300" in json.loads(out)["root"]["actions"]) is allin
        assert "line 6: set_use_fp16 1 is ignored, the answer is the same\n" in err
        assert "line 4: set_range_oop: 4 combos of a weight up to 0.005 left out" in err
    console = json.loads(run("estimate", "script.txt", "--json")[0])
    gui = json.loads(run("estimate", "script.txt", "--dialect", "gui", "--json")[0])
    assert gui["stored_numbers"] > console["stored_numbers"]
    assert "'java': console or gui" in run("solve", "script.txt", "--dialect", "java", code=2)[1]
    assert "only for command files" in run("solve", str(river), "--dialect", "gui", code=2)[1]
    run("solve", "script.txt", "-o", "saved.runout", "--dialect", "gui")
    assert runout.load("saved.runout").spot.rules == "texassolver-gui"
    assert "only for command files" in run("solve", "saved.runout", "--dialect", "gui", code=2)[1]


def test_a_command_files_dump_is_written(
    run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from runout.solution.solution import Solution

    def to_json(_: Solution, path: Path, *, depth: str) -> None:
        path.write_text(depth)

    monkeypatch.setattr(Solution, "to_json", to_json, raising=False)
    (river.parent / "script.txt").write_text(
        "set_pot 100\nset_effective_stack 300\nset_board Ks,Td,7h,4c,2s\n"
        "set_range_oop AA,KQs,76s\nset_range_ip QQ,KJs,AQs\n"
        "set_bet_sizes oop,river,bet,50\nbuild_tree\nstart_solve\ndump_result out.json\n"
    )
    assert "out.json written\n" in run("solve", "script.txt", "--target", "5")[1]
    assert Path("out.json").read_text() == "river"


def test_the_spot_itself_is_not_replaced(run: Ran, river: Path) -> None:
    assert "that is the spot itself" in run("solve", "river.toml", "-o", str(river), code=2)[1]
    assert river.read_text() == RIVER


def test_a_failed_save_still_gives_the_summary(
    run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from runout.solution.solution import Solution

    def full(*_: object, **__: object) -> None:
        raise RunoutError("a.runout: cannot be saved: No space left on device")

    monkeypatch.setattr(Solution, "save", full)
    out, err = run("solve", str(river), "--target", "5", "-o", "a.runout", code=2)
    assert "target 5 % reached" in out
    assert "saved as" not in out
    assert "No space left" in err


# While it runs


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


# Ctrl-C


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


LOCKS = '[[lock]]\nline = "check"\nhands = "KQo"\nplay = {check = 1}\n'


def test_locks_from_a_file(run: Ran, river: Path) -> None:
    Path("locks.toml").write_text(LOCKS)
    out, _ = run("solve", str(river), "--locks", "locks.toml", "--target", "1", "-o", "a.runout")
    assert "locked game: 1 node" in out
    assert str(runout.load("a.runout").spot.locks[0].hands) == "KQo"
    Path("locks.toml").write_text(LOCKS.replace("KQo", "QQ-JJ"))
    run("solve", "a.runout", "--locks", "locks.toml", "--target", "1", "-o", "b.runout")
    assert len(list(runout.load("b.runout")["check"].locked)) == 6 + 6 + 9
    Path("locks.toml").write_text(LOCKS.replace('"check"', '"bet 61"'))
    _, error = run("solve", "river.toml", "--locks", "locks.toml", code=2)
    assert "--locks 'locks.toml': lock 1: line 'bet 61': 'bet 61' is not one of the" in error
    run("solve", "river.toml", "--locks", "missing.toml", code=2)


def test_the_tree_is_shown_before_solving(run: Ran, river: Path) -> None:
    out, _ = run("tree", str(river))
    assert "oop bet 50  50 %  from bet 50%" in out
    out, err = run("tree", str(river), "x / bet 50%", "--depth", "1", "--json", "--html", "a.html")
    assert json.loads(out)["start"]["line"] == "check / bet 50"
    assert "a.html written" in err
    assert "<details" in Path("a.html").read_text() or "oop" in Path("a.html").read_text()
    _, err = run("tree", str(river), "--html", "a.png", code=2)
    assert "--html 'a.png': name a file that ends in .html" in err
    _, err = run("tree", str(river), "bet 49", code=2)
    assert "'bet 49' is not one of the actions here" in err


def test_a_small_file_is_kept_beside_the_spot(
    run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = river.parent
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    for name in ("river.runout", "river-2.runout"):
        out, _ = run("solve", "../river.toml", "--target", "5")
        assert f"{name} written; next: runout show" in out
        assert runout.load(folder / name).spot.board == "KsTd7h4c2s"
    assert "not saved" in run("solve", "../river.toml", "--target", "5", "--no-save")[0]
    run("solve", "../river.toml", "--target", "5", "--json")
    run("solve", "../river.toml", "--target", "5", "--out", "here.runout")
    assert "--no-save" in run("solve", "../river.toml", "--no-save", "-o", "x.runout", code=2)[1]
    assert {path.name for path in folder.iterdir()} == {
        "elsewhere", "river.toml", "river.runout", "river-2.runout",
    }  # fmt: skip
    assert [path.name for path in Path().iterdir()] == ["here.runout"]


def test_what_cannot_be_kept_is_shown_all_the_same(
    run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("runout.cli.solve_command._saved", fail)
    out, err = run("solve", str(river), "--target", "5")
    assert "first check" in out
    assert "not kept: [Errno 28] No space left" in err
    assert "not saved" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "river.toml", "--target", "1", "--target=2"],
        ["solve", "river.toml", "-o", "a.runout", "--out", "b.runout"],
        ["equity", "AA", "KK", "--board", "2c3c4c", "--board", "2c3c5c"],
        ["spot", "new", "--force", "a.toml", "--force"],
        ["blackjack", "chart", "--rules", "6D", "--rules", "8D"],
        ["estimate", "river.toml", "--json", "--json"],
    ],
)
def test_an_option_that_stands_twice_is_refused(
    run: Ran, river: Path, arguments: list[str]
) -> None:
    assert river.exists()
    assert ": it stands twice; give it once" in run(*arguments, code=2)[1]


def test_values_are_no_options(run: Ran, river: Path) -> None:
    out, _ = run("estimate", "--json", "--", str(river))
    assert "nodes" in out


def test_a_configuration_gets_its_cards_on_the_command_line(run: Ran, river: Path) -> None:
    value = {"startingPot": 60, "effectiveStack": 100, "oopRiverBet": "50", "ipRiverBet": "a"}
    Path("srp.json").write_text(json.dumps(value))
    cards = ["--board", "[Ks Td 7h 4c 2s]", "--oop", "QQ+", "--ip", "JJ-99,AK"]
    assert "give --board" in run("tree", "srp.json", code=2)[1]
    assert "give --ip" in run("tree", "srp.json", *cards[:4], code=2)[1]
    assert "oop bet 30  50 %  from bet 50%" in run("tree", "srp.json", *cards)[0]
    assert "srp.runout written" in run("solve", "srp.json", *cards)[0]
    assert json.loads(run("estimate", "srp.json", *cards, "--json")[0])["nodes"]["river"] > 1
    text = run("spot", "convert", "srp.json", *cards)[0]
    assert Spot.from_toml(text).river.oop.bet == "50%"
    assert "srp.toml written" in run("spot", "convert", "srp.json", *cards, "-o", "srp.toml")[1]
    assert Spot.from_toml(Path("srp.toml")) == Spot.from_toml(text)
    other = run("spot", "convert", str(river), "--board", "KsTd7h4c3s", "--ip", "AA")[0]
    assert (Spot.from_toml(other).board, str(Spot.from_toml(other).ip)) == ("KsTd7h4c3s", "AA")
    wrong = run("tree", str(river), "--configuration", "SRP", code=2)[1]
    assert "--configuration 'SRP': only for exports of WASM Postflop" in wrong
    assert "has its own board" in run("solve", "srp.runout", "--board", "KsTd7h", code=2)[1]


def test_outs_of_players(run: Ran) -> None:
    question = ["equity", "AhKh", "QcQd", "--board", "2h 7h 9c", "--outs"]
    assert "player 1: 15 outs" in run(*question)[0]
    found = json.loads(run(*question, "--json")[0])["outs"]
    assert [len(cards) for cards in found] == [15, 0]
    assert "--outs: a flop or a turn is needed" in run("equity", "AA", "KK", "--outs", code=2)[1]
