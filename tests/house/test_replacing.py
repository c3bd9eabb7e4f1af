"""Files that are there whole or not at all, whatever happens to the writer and to the disk."""

import errno
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runout import RunoutError, Spot, solve
from runout.replacing import check_replaceable, pieces, replacing, replacing_file, sweep
from runout.solution.solution import Solution
from tests.fuzzing import rounds, seed

SPOT = Spot("KsTd7h4c2s", 100, 300, "22+,A8s+,KTo+", "55+,ATs+,KQo", bets="33% a", raises="60%")
WRITERS: dict[str, Callable[..., None]] = {
    "runout": Solution.save,
    "json": Solution.to_json,
    "json.gz": Solution.to_json,
    "csv": Solution.to_csv,
    "csv.gz": Solution.to_csv,
    "parquet": Solution.to_parquet,
}


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(SPOT, target=0, max_iterations=3, threads=1)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text("old")
    return path


def abandoned(target: Path) -> Path:
    """What a killed writer leaves."""
    with replacing(target) as part:
        left = part.with_name(re.sub("-[0-9a-f]{8}", "-00000000", part.name))
    left.write_text("half")
    left.with_name(left.name + "-pieces").mkdir()
    (left.with_name(left.name + "-pieces") / "0.parquet").touch()
    target.write_text("old")
    return left


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_a_killed_writer_left_goes_with_the_next(target: Path) -> None:
    left = abandoned(target)
    assert len(names(target.parent)) == 3
    with replacing(target) as part:
        assert not left.exists()
        part.write_text("new")
    assert names(target.parent) == ["a.txt"]
    assert target.read_text() == "new"
    abandoned(target)
    sweep(target.parent)
    assert names(target.parent) == ["a.txt"]


def test_parts_that_somebody_writes_stay(target: Path) -> None:
    with replacing(target) as one, pieces(one) as folder:
        (folder / "0").touch()
        with replacing(target) as other, replacing(target.with_name("b")) as third:
            sweep(target.parent)
            assert one.exists()
            assert other.exists()
            assert (folder / "0").exists()
            third.write_text("third")
            other.write_text("first done")
        one.write_text("last done")
    assert target.read_text() == "last done"
    assert names(target.parent) == ["a.txt", "b"]


def test_parts_of_another_process_stay_until_it_is_gone(target: Path) -> None:
    code = (
        "import sys, time; from runout.replacing import replacing\n"
        "with replacing(sys.argv[1]) as part: part.write_text('x'); print(part, flush=True);"
        "time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(target)], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        part = Path(writer.stdout.readline().strip())
        sweep(target.parent)
        assert part.exists()
        writer.kill()
        writer.wait()
        assert part.exists()
        sweep(target.parent)
    assert names(target.parent) == ["a.txt"]


def test_parts_of_another_machine_stay_for_a_day(target: Path) -> None:
    left = abandoned(target)
    host = left.name.split(".")[-3][:8]
    theirs = left.rename(left.with_name(left.name.replace(host, "0123abcd")))
    sweep(target.parent)
    assert theirs.exists()
    os.utime(theirs, (time.time() - 90_000,) * 2)
    sweep(target.parent)
    assert not theirs.exists()


def test_files_of_others_stay(target: Path) -> None:
    others = [".a.txt.part", "a.txt.00000000-00000000.runout.part", ".x.deadbeef.part"]
    for name in others:
        (target.parent / name).touch()
    link = abandoned(target)
    link.unlink()
    link.symlink_to(target)
    pipe = link.with_name(link.name.replace("00000000.", "00000001."))
    os.mkfifo(pipe)
    sweep(target.parent)
    assert target.read_text() == "old"
    assert {*others, link.name, pipe.name} <= set(names(target.parent))
    sweep(target.parent / "nowhere")


def test_many_threads_write_one_name(target: Path) -> None:
    errors: list[BaseException] = []

    def write(number: int) -> None:
        try:
            for _ in range(20):
                with replacing(target) as part:
                    part.write_text(f"{number}" * 1000)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert len(set(target.read_text())) == 1
    assert len(target.read_text()) == 1000
    assert names(target.parent) == ["a.txt"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/dev/null", "no ordinary file"),
        ("/proc/x", "cannot be written"),
        ("x" * 300, "File name too long"),
        (".", "it is a folder"),
        ("/", "it is a folder"),
        ("", "it is a folder"),
        ("none/a", "there is no folder 'none'"),
        ("a.txt/b", "Not a directory"),
        ("a\0b", "NUL"),
        ("\ud800", "not the name of a file"),
        ("circle", "circle|Too many levels"),
        (5, "a path is expected"),
        (b"bytes", "a path is expected"),
        (None, "a path is expected"),
    ],
)
def test_places_that_cannot_be_written(
    target: Path,
    path: Any,  # noqa: ANN401
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    solution: Solution,
) -> None:
    monkeypatch.chdir(target.parent)
    Path("circle").symlink_to("circle")
    with pytest.raises(RunoutError, match=reason):
        check_replaceable(path)
    with pytest.raises(RunoutError, match=reason), replacing(path):
        pytest.fail("it was not refused")
    for write in set(WRITERS.values()):
        with pytest.raises(RunoutError, match=reason):
            write(solution, path)
    assert names(target.parent) == ["a.txt", "circle"]


def test_the_longest_names_can_be_written(tmp_path: Path) -> None:
    for name in ("x" * 255, "♠" * 85):
        check_replaceable(tmp_path / name)
        with replacing(tmp_path / name) as part, pieces(part):
            part.write_text(name)
        assert (tmp_path / name).read_text() == name
    assert len(names(tmp_path)) == 2


def test_permissions_are_kept(target: Path) -> None:
    target.chmod(0o640)
    with replacing(target) as part:
        part.write_text("new")
    assert target.stat().st_mode & 0o777 == 0o640
    with replacing(target.with_name("new")) as part:
        part.write_text("new")
    umask = os.umask(0)
    os.umask(umask)
    assert target.with_name("new").stat().st_mode & 0o777 == 0o666 & ~umask


class FullDisk:
    """A disk on which only so many bytes can still be written, and perhaps nothing removed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, left: int, *, stuck: bool = False) -> None:
        self.left = left
        opened = Path.open

        def open_(path: Path, mode: str = "r", **keywords: Any) -> Any:  # noqa: ANN401
            file = opened(path, mode, **{**keywords, "buffering": 0} if "w" in mode else keywords)
            return _Limited(file, self) if "w" in mode else file

        monkeypatch.setattr(Path, "open", open_)
        if stuck:
            monkeypatch.setattr(Path, "unlink", _read_only)


def _read_only(*_: object, **__: object) -> None:
    raise OSError(errno.EROFS, os.strerror(errno.EROFS))


class _Limited:
    def __init__(self, file: Any, disk: FullDisk) -> None:  # noqa: ANN401
        self._file, self._disk = file, disk

    def write(self, data: bytes) -> int:
        self._disk.left -= len(data)
        if self._disk.left < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return int(self._file.write(data))

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._file, name)


@pytest.mark.parametrize("stuck", [False, True], ids=["", "stuck"])
@pytest.mark.parametrize("ending", [ending for ending in WRITERS if ending != "parquet"])
def test_a_full_disk(
    ending: str, stuck: bool, solution: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / f"a.{ending}"
    WRITERS[ending](solution, target)
    size, rng = target.stat().st_size, random.Random(seed(1))
    target.write_text("old")
    for left in [0, size - 1, *(rng.randrange(size) for _ in range(rounds(2)))]:
        with monkeypatch.context() as patch:
            FullDisk(patch, left, stuck=stuck)
            with pytest.raises(RunoutError, match="cannot be written: No space left"):
                WRITERS[ending](solution, target)
        assert target.read_text() == "old"
        assert stuck or names(tmp_path) == [target.name]
    if stuck:
        WRITERS[ending](solution, target)
        assert names(tmp_path) == [target.name]


def test_the_reason_is_not_hidden(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a disk that is full when the file is closed, nor by one where nothing can be removed."""
    for name in (target, f"{target}.gz"):
        for reason in (KeyboardInterrupt, ZeroDivisionError):
            with monkeypatch.context() as patch:
                FullDisk(patch, 12, stuck=True)  # a packed file can begin but not end
                with pytest.raises(reason), replacing_file(name):
                    raise reason
    assert target.read_text() == "old"
    with pytest.raises(BrokenPipeError), replacing_file(target):
        raise BrokenPipeError(errno.EPIPE, "of somebody who was told of the progress")


LIMITED = """
import resource, signal, sys
from runout import cli
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
cli.main()
"""


@pytest.mark.parametrize("ending", WRITERS)
def test_the_command_line_on_a_full_disk(ending: str, solution: Solution, tmp_path: Path) -> None:
    source, target = tmp_path / "spot.runout", tmp_path / f"a.{ending}"
    solution.save(source)
    target.write_text("old")
    command = ["export", str(source), "--out", str(target)]
    if ending == "runout":
        command = ["solve", str(source), "--target", "1000", "-o", str(target)]
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, "1000", *command],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert f"{target}': cannot be written: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert target.read_text() == "old"
    assert names(tmp_path) == sorted([target.name, source.name])


WORKER = """
import sys
from runout import load
solution, target = load(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
write = {"runout": solution.save, "parquet": solution.to_parquet}[target.rpartition(".")[2]]
while True:
    write(target)
"""


@pytest.mark.parametrize(("ending", "kills"), [("runout", 4), ("parquet", 2)])
def test_kills_at_any_moment(ending: str, kills: int, solution: Solution, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    source, target = tmp_path / "in" / "spot.runout", tmp_path / "out" / f"a.{ending}"
    solution.save(source)
    WRITERS[ending](solution, target)
    whole, rng = target.read_bytes(), random.Random(seed(2))
    for _ in range(rounds(kills)):
        with subprocess.Popen(
            [sys.executable, "-c", WORKER, str(source), str(target)], stdout=subprocess.PIPE
        ) as worker:
            assert worker.stdout is not None
            assert worker.stdout.readline() == b"ready\n"
            time.sleep(rng.random() * 0.2)
            worker.kill()
        assert target.read_bytes() == whole
        sweep(target.parent)
        assert names(target.parent) == [target.name]


# Between opening a file and holding it nothing can be done: it is closed when it is collected.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("ending", WRITERS)
def test_interrupts_at_any_moment(ending: str, solution: Solution, tmp_path: Path) -> None:
    """The file is whole, old or new, and what may be left is swept away by the next."""
    target, rng = tmp_path / f"a.{ending}", random.Random(seed(3))
    start = time.perf_counter()
    WRITERS[ending](solution, target)
    lasts, whole = time.perf_counter() - start, target.read_bytes()
    for _ in range(rounds(5)):
        interrupted(rng.random() * lasts, lambda: WRITERS[ending](solution, target))
        assert target.read_bytes() == whole
        assert len(names(tmp_path)) <= 3
    WRITERS[ending](solution, target)
    assert names(tmp_path) == [target.name]


def interrupted(seconds: float, work: Callable[[], None]) -> None:
    """Do a piece of work with Ctrl-C after so many seconds, which may come too late."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))
            work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        pass
    except TypeError as error:  # of polars, where it met the interrupt among its own conversions
        assert "Polars data type" in str(error)
    finally:
        signal.signal(signal.SIGALRM, before)
