"""The command line where streams are closed, places cannot be written and names are none."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from runout import Spot, load, solve
from runout.cli import main
from runout.cli.solve_command import free_name
from runout.replacing import replacing

SPOT = Spot("KsTd7h4c2s", 100, 300, "22+,A8s+,KTo+", "55+,ATs+,KQo", bets="33% a", raises="60%")
LONG = "x" * 300


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a spot and its solution."""
    monkeypatch.chdir(tmp_path)
    Path("spot.toml").write_text(SPOT.to_toml())
    solve(SPOT, target=0, max_iterations=2).save("spot.runout")
    return tmp_path


class Shell:
    """The command as a shell runs it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, arguments: str) -> tuple[int, str, str]:
        done = subprocess.run(  # noqa: S602 - the lines are our own
            f"{sys.executable} -m runout {arguments}",
            shell=True,
            capture_output=True,
            text=True,
            check=False,
            cwd=self._folder,
        )
        assert "Traceback" not in done.stderr
        assert "Exception" not in done.stderr
        return done.returncode, done.stdout, done.stderr


@pytest.fixture
def shell(folder: Path) -> Shell:
    return Shell(folder)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Any:  # noqa: ANN401
    """The exit code of the command, run in this process."""
    monkeypatch.setattr(sys, "argv", ["runout", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code or 0


def test_closed_streams(shell: Shell) -> None:
    closed = "runout: standard output: it is closed\n"
    assert shell("eval AhKhQhJhTh >&-") == (2, "", closed)
    assert shell("solve spot.toml -o other.runout >&-") == (2, "", closed)
    assert shell("eval AhKhQhJhTh 2>&- >&-") == (2, "", "")
    assert shell("solve - <&-") == (2, "", "runout: standard input: it is closed\n")
    code, out, _ = shell("eval AhKhQhJhTh <&- 2>&-")
    assert (code, "royal flush" in out) == (0, True)
    assert shell("eval AhXx 2>&-") == (2, "", "")
    assert "needs a terminal" in shell("explore spot.runout <&-")[2]
    assert shell("estimate - 0>/dev/null")[0] == 2


def test_files_do_not_take_the_place_of_closed_streams(shell: Shell, folder: Path) -> None:
    code, _, _ = shell("solve spot.toml --target 50 -o new.runout <&- 2>&-")
    assert code == 0
    assert load(folder / "new.runout").spot == SPOT


def test_a_full_log_does_not_lose_a_solve(shell: Shell, folder: Path) -> None:
    code, out, _ = shell("solve spot.toml --target 50 -o new.runout 2>/dev/full")
    assert (code, "saved as new.runout" in out) == (0, True)
    assert load(folder / "new.runout").spot == SPOT


def test_a_full_output(shell: Shell) -> None:
    full = "runout: standard output: No space left on device\n"
    assert shell("eval AhKhQhJhTh >/dev/full") == (2, "", full)
    assert shell("range 15% --json >/dev/full") == (2, "", full)


OUTPUTS = {
    "solve": ["solve", "spot.toml", "--out", "{}.runout"],
    "export": ["export", "spot.runout", "--to", "csv", "--out", "{}.csv"],
    "html": ["show", "spot.runout", "--html", "{}.html"],
    "png": ["show", "spot.runout", "--png", "{}.png"],
    "svg": ["show", "spot.runout", "--svg", "{}.svg"],
    "plot": ["equity", "AA", "KK", "--plot", "{}.png"],
    "chart": ["blackjack", "chart", "--output", "{}.html"],
    "spot": ["spot", "new", "{}.toml"],
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_places_are_refused_before_any_work(
    name: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ending = OUTPUTS[name][-1][2:]
    Path(f"folder{ending}").mkdir()
    Path(f"null{ending}").symlink_to("/dev/null")
    before = sorted(path.name for path in folder.iterdir())
    for work in (
        "runout.cli.solve_command._solved",
        "runout.cli.equity.equity",
        "runout.blackjack.chart",
    ):
        monkeypatch.setattr(work, lambda *_, **__: pytest.fail("it was not refused before"))
    monkeypatch.setattr("runout.cli.show.loaded", lambda _: pytest.fail("too late"))
    for place, reason in {
        LONG: "File name too long",
        "/proc/x": "cannot be written",
        "none/x": "there is no folder 'none'",
        "folder": "it is a folder|it exists",
        "null": "it is no ordinary file|it exists",
    }.items():
        arguments = [part.format(place) for part in OUTPUTS[name]]
        assert run(monkeypatch, *arguments) == 2
        shown = capsys.readouterr().err
        assert re.search(reason, shown), shown
        assert place[:150] in shown
    assert sorted(path.name for path in folder.iterdir()) == before


@pytest.mark.parametrize("file", [LONG, "/", ".", "", "/dev/null", "none", "spot.toml"])
@pytest.mark.parametrize("command", ["solve", "estimate", "show", "export", "explore"])
def test_files_that_cannot_be_read(
    command: str,
    file: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    del folder
    if file == "spot.toml" and command in ("solve", "estimate"):
        file = "spot.runout/x"
    assert run(monkeypatch, command, file) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("runout: ")
    assert shown.out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "spot.runout"],
        ["export", "spot.runout"],
        ["estimate", "spot.toml"],
        ["estimate", "spot.runout"],
        ["solve", "spot.toml", "--target", "50"],
        ["solve", "spot.runout", "--target", "50", "-o", "spot.runout"],
    ],
    ids=" ".join,
)
def test_commands_remove_what_killed_ones_left(
    arguments: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with replacing("other.runout") as part:
        left = part.with_name(re.sub("-[0-9a-f]{8}", "-00000000", part.name))
    left.write_text("half")
    (folder / ".mine.part").touch()
    assert run(monkeypatch, *arguments) == 0
    assert not left.exists()
    assert (folder / ".mine.part").exists()


def test_a_solve_without_a_name_finds_one_that_can_be_written(folder: Path) -> None:
    for name in ("x" * 255, "♠" * 85):
        path = free_name(name)
        solve(SPOT, max_iterations=0).save(path)
        assert (folder / path).exists()


def test_a_chart_and_pictures_on_a_full_disk(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The old files stay, and nothing else."""
    monkeypatch.setattr(os, "fsync", _full)
    for name in ("html", "png", "svg", "plot", "chart"):
        arguments = [part.format("old") for part in OUTPUTS[name]]
        Path(arguments[-1]).write_text("old")
        assert run(monkeypatch, *arguments) == 2
        assert "cannot be written: No space left on device" in capsys.readouterr().err
        assert Path(arguments[-1]).read_text() == "old"
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def _full(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_ctrl_c_is_answered_in_every_command() -> None:
    """Also in those that the library of the command line would end without a word."""
    program = """
import signal, sys
import runout.cli.evaluation
from runout.cli import main

signal.signal(signal.SIGINT, signal.default_int_handler)
runout.cli.evaluation.show_hands = lambda *_: signal.raise_signal(signal.SIGINT)
sys.argv = ["runout", "eval", "AhKhQhJhTh"]
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "runout: stopped\n")


def test_ctrl_c_is_answered_from_the_first_moment() -> None:
    """The command has nothing to load before it answers, and is answered while it loads."""
    package = Path(__file__).parents[2] / "src"
    program = f"""
import __future__, io, os, sys  # what Python has loaded for itself
sys.path.insert(0, {str(package)!r})
before = set(sys.modules)
import runout.cli
print(*sorted(set(sys.modules) - before))
"""
    found = subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == ["runout", "runout.cli"]
    program = """
import signal, sys
import runout.cli

signal.signal(signal.SIGINT, signal.default_int_handler)
runout.cli._hold_closed_places = lambda: signal.raise_signal(signal.SIGINT)
runout.cli.main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "runout: stopped\n")
