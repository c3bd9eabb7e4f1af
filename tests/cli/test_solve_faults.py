"""What `runout solve` refuses, and what goes wrong beside it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from runout import RunoutError, Spot
from runout.cli import output
from tests.cli.conftest import RIVER, Ran


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
