"""Files of solutions: nothing lost, nothing half-written, no damage unnoticed."""

import errno
import json
import os
import struct
import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runout
from runout import Range, RunoutError, Spot, load, solve
from runout.solution import files
from runout.solution.solution import Solution
from runout.solver.loop import RULES, Rise, Rule
from runout.solver.tree import Tree

RIVER = Spot("KsTd7h4c2s", 100, 300, "22+,A8s+,KTo+", "55+,ATs+,KQo", bets="33% a", raises="60%")
TURN = Spot("Td9d6hQc", 20, 60, "QQ,AdKd,8d7d,T9s:0.25", "JJ,KdQd,J8s", bets="60% a", raises="a")
FLOP = Spot("6c6h2d", 10, 25, "99-66,AQs,KQs:0.5,A2s", "TT-77,AJs,QJs", bets="75%", raises="a")
START = struct.Struct("<8sIII")


def numbers_of(solution: Solution) -> list[Any]:
    return [numbers[:].copy() for numbers in solution.loop.engine.numbers().values()]


def same_numbers(one: Solution, other: Solution) -> bool:
    pairs = zip(numbers_of(one), numbers_of(other), strict=True)
    return all(np.array_equal(a, b) for a, b in pairs)


@pytest.fixture(scope="module")
def river() -> Solution:
    return solve(RIVER, target=1, threads=1)


@pytest.fixture
def saved(river: Solution, tmp_path: Path) -> Path:
    path = tmp_path / "spot.runout"
    river.save(path)
    return path


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("spot", [RIVER, TURN, FLOP], ids=["river", "turn", "flop"])
def test_resuming_a_file_goes_on_bit_for_bit(spot: Spot, compress: bool, tmp_path: Path) -> None:
    whole = solve(spot, target=0, max_iterations=40, threads=2, compress=compress)
    part = solve(spot, target=0, max_iterations=20, threads=2, compress=compress)
    part.save(tmp_path / "part.runout")
    loaded = load(tmp_path / "part.runout", threads=1)
    assert same_numbers(loaded, part)
    assert not same_numbers(loaded, whole)
    loaded.resume(target=0, max_iterations=40)
    assert same_numbers(loaded, whole)
    assert loaded.summary().exploitability == whole.summary().exploitability


def test_everything_is_kept(tmp_path: Path) -> None:
    spot = Spot.from_toml("rake = 0.05\nrake_cap = 3\n" + TURN.to_toml()).with_line("bet 7")
    before = solve(spot, target=0, max_iterations=25, rule=RULES["dcfr restarted"], threads=1)
    before.save(tmp_path / "a.runout")
    after = load(tmp_path / "a.runout")
    assert after.spot == spot
    assert after.summary() == before.summary()
    assert after.loop.rule == RULES["dcfr restarted"]
    assert after.history.curve == before.history.curve
    assert [iteration for iteration, _ in after.history.curve] == [10, 25]
    line = "check / bet 12 / call / 2c"
    assert after[line].to_dict() == before[line].to_dict()
    after.save(tmp_path / "b.runout")
    assert (tmp_path / "a.runout").read_bytes() == (tmp_path / "b.runout").read_bytes()


def test_without_isomorphism_and_infinite_powers(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"isomorphism": False, "rule": RULES["cfr+"], "max_iterations": 10}
    before = solve(FLOP, target=0, **settings)
    before.save(tmp_path / "a.runout")
    after = load(tmp_path / "a.runout")
    assert after.loop.rule == RULES["cfr+"]
    assert len(after.plan.symmetries) == 1
    assert len(solve(FLOP, max_iterations=0).plan.symmetries) > 1
    assert same_numbers(before, after)


def test_a_rising_rule_is_kept(tmp_path: Path) -> None:
    spot = Spot("KsTd7h4c2s", 100, 300, "99+,AKs", "JJ+,KQs", bets="50%")
    rise = Rise(np.float64(1.25), -0.5, np.int64(30))  # type: ignore[arg-type]
    rule = Rule(np.float64(2.5), 0.25, 4, (np.int64(9),), rise, np.float32(0.25))  # type: ignore[arg-type]
    straight = solve(spot, target=0, max_iterations=40, rule=rule, threads=1)
    halfway = solve(spot, target=0, max_iterations=20, rule=rule, threads=1)
    halfway.save(tmp_path / "a.runout")
    after = load(tmp_path / "a.runout")
    assert after.loop.rule == rule
    after.resume(target=0, max_iterations=40)
    assert after.summary().exploitability == straight.summary().exploitability


def test_odd_weights_survive(tmp_path: Path) -> None:
    weights = np.random.default_rng(7).random(1326)
    spot = Spot("KsTd7h4c2s", 100, 300, Range.from_weights(weights), "55+", bets="a")
    before = solve(spot, target=0, max_iterations=5)
    before.save(tmp_path / "a.runout")
    assert np.array_equal(load(tmp_path / "a.runout").spot.weights, spot.weights)


def test_many_chunks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, river: Solution) -> None:
    monkeypatch.setattr(files, "_CHUNK_BYTES", 1000)
    steps: list[tuple[int, int]] = []
    river.save(tmp_path / "a.runout", progress=lambda done, total: steps.append((done, total)))
    size = river.loop.engine.bytes
    assert len(steps) > 10
    assert steps[-1] == (size, size)
    assert all(a[0] < b[0] for a, b in pairwise(steps))
    read: list[tuple[int, int]] = []
    after = load(tmp_path / "a.runout", progress=lambda *step: read.append(step))
    assert read == steps
    assert same_numbers(river, after)
    monkeypatch.undo()  # the size of chunks is read from the file
    assert same_numbers(river, load(tmp_path / "a.runout"))


def test_every_flipped_byte_is_noticed(saved: Path) -> None:
    good = saved.read_bytes()
    rng = np.random.default_rng(1)
    for place in [*range(30), *rng.integers(30, len(good), 50).tolist(), len(good) - 1]:
        bad = bytearray(good)
        bad[place] ^= 1 << rng.integers(8)
        saved.write_bytes(bad)
        with pytest.raises(RunoutError, match=r"spot\.runout: (the file is|not a file)"):
            load(saved)


def test_every_cut_is_noticed(saved: Path) -> None:
    good = saved.read_bytes()
    for length in [*range(1, 40), *range(40, len(good), 2003), len(good) - 1]:
        saved.write_bytes(good[:length])
        with pytest.raises(RunoutError, match=r"spot\.runout: the file is cut off"):
            load(saved)
    saved.write_bytes(good + b"x")
    with pytest.raises(RunoutError, match=r"damaged \(there is more after its end\)"):
        load(saved)


def test_chunks_cannot_change_places(
    monkeypatch: pytest.MonkeyPatch, river: Solution, tmp_path: Path
) -> None:
    monkeypatch.setattr(files, "_CHUNK_BYTES", 4000)
    path = tmp_path / "a.runout"
    river.save(path)
    data = path.read_bytes()
    first = START.size + START.unpack_from(data)[2]
    second = first + 8 + struct.unpack_from("<I", data, first)[0]
    third = second + 8 + struct.unpack_from("<I", data, second)[0]
    path.write_bytes(data[:first] + data[second:third] + data[first:second] + data[third:])
    with pytest.raises(RunoutError, match=r"damaged \(chunk 0\)"):
        load(path)


@pytest.mark.parametrize("content", [b"", b"hello", b"\x00" * 100, b"\x89PNG\r\n\x1a\n" * 9])
def test_other_files_are_told_apart(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.runout").write_bytes(content)
    with pytest.raises(RunoutError, match=r"x\.runout: not a file of saved solutions"):
        load(tmp_path / "x.runout")


def rewritten(path: Path, number: int = 1, /, **changes: Any) -> None:  # noqa: ANN401
    """The file with another header, its checksum right."""
    data = path.read_bytes()
    magic, _, length, _ = START.unpack_from(data)
    header = json.loads(data[START.size : START.size + length]) | changes
    text = json.dumps(header).encode()
    start = START.pack(magic, number, len(text), 0)[:-4]
    total = struct.pack("<I", zlib.crc32(text, zlib.crc32(start)))
    path.write_bytes(start + total + text + data[START.size + length :])


def test_a_newer_format_says_who_wrote_it(saved: Path) -> None:
    rewritten(saved, 7, version="9.1.0", unheard_of=True)
    expected = r"written by runout 9\.1\.0, format 7; this version reads formats up to 1"
    with pytest.raises(RunoutError, match=expected):
        load(saved)


def test_another_tree_is_refused(saved: Path) -> None:
    rewritten(saved, spot=RIVER.to_toml().replace("33%", "34%"), version="0.0.9")
    with pytest.raises(RunoutError, match=r"runout 0\.0\.9, where this spot has another tree"):
        load(saved)


def test_sizes_that_do_not_fit_are_refused(saved: Path) -> None:
    rewritten(saved, arrays={"regrets": ["<f4", 3], "averages": ["<f4", 3]})
    with pytest.raises(RunoutError, match="damaged"):
        load(saved)


def test_a_tree_that_toml_does_not_describe(tmp_path: Path) -> None:
    spot = Spot.from_toml(RIVER.to_toml())
    other = Spot.from_toml(RIVER.to_toml().replace("33%", "50%"))
    object.__setattr__(spot, "tree", Tree(other.betting))
    with pytest.raises(RunoutError, match="cannot be saved: TOML does not describe its tree"):
        solve(spot, max_iterations=0).save(tmp_path / "a.runout")
    assert not list(tmp_path.iterdir())


def test_memory_is_checked_first(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runout.memory.free_memory", lambda: 1_000_000)
    with pytest.raises(RunoutError, match=r"spot\.runout: loading it needs .* 1 MB of memory"):
        load(saved)


def test_places_that_cannot_be_written(river: Solution, tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "missing" / "a.runout", "there is no folder '.*missing'"),
        (tmp_path, "it is a folder"),
        (saved_name_too_long(tmp_path), "cannot be written: File name too long"),
    ):
        with pytest.raises(RunoutError, match=reason) as error:
            river.save(path)
        assert str(path)[:100] in str(error.value)
    for path in (tmp_path / "missing.runout", tmp_path):
        with pytest.raises(RunoutError, match=r"cannot be loaded: \w+") as error:
            load(path)
        assert str(path) in str(error.value)
    assert not list(tmp_path.iterdir())


def saved_name_too_long(folder: Path) -> Path:
    return folder / ("x" * 300 + ".runout")


def test_no_permission(river: Solution, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write anywhere, so that the system's refusal is played."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    before = saved.read_bytes()
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(RunoutError, match=r"spot\.runout': cannot be written: Permission denied"):
        river.save(saved)
    with pytest.raises(RunoutError, match=r"spot\.runout: cannot be loaded: Permission denied"):
        load(saved)
    monkeypatch.undo()
    assert saved.read_bytes() == before


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt(), MemoryError()]
)
def test_a_failed_save_keeps_the_old_file(
    river: Solution, saved: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    before = saved.read_bytes()
    chunks = files._pack

    def fail(task: Any) -> Any:  # noqa: ANN401
        if task[0] == 3:
            raise error
        return chunks(task)

    monkeypatch.setattr(files, "_CHUNK_BYTES", 1000)
    monkeypatch.setattr(files, "_pack", fail)
    expected = RunoutError if isinstance(error, OSError) else type(error)
    with pytest.raises(expected):
        river.save(saved)
    assert saved.read_bytes() == before
    assert [path.name for path in saved.parent.iterdir()] == ["spot.runout"]


def test_a_full_disk_is_said(river: Solution, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(RunoutError, match=r"spot\.runout': cannot be written: No space left"):
        river.save(saved)


def test_saving_through_a_link_keeps_the_link(river: Solution, saved: Path) -> None:
    link = saved.with_name("link.runout")
    link.symlink_to(saved)
    saved.write_bytes(b"old")
    river.save(str(link))
    assert link.is_symlink()
    assert same_numbers(load(saved), river)


def test_views_keep_the_solver_alive() -> None:
    numbers = solve(RIVER, max_iterations=3).loop.engine.numbers()
    assert [view.dtype for view in numbers.values()] == [np.float32, np.float32]
    assert all(np.isfinite(view[:]).all() for view in numbers.values())
    assert numbers["averages"][:].max() > 0


def test_a_loaded_solution_stops_at_its_target(saved: Path) -> None:
    loaded = load(saved)
    left = []
    loaded.resume(target=0.2, progress=lambda state: left.append(state.remaining))
    assert loaded.summary().exploitability_percent <= 0.2
    assert loaded.loop.iterations < 300
    assert left[0] is None
    assert left[-1] == 0


def test_stopping_a_save_keeps_the_old_file(river: Solution, saved: Path) -> None:
    before = saved.read_bytes()

    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        river.save(saved, progress=stop)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_version_is_in_the_header(saved: Path) -> None:
    data = saved.read_bytes()
    header = json.loads(data[START.size : START.size + START.unpack_from(data)[2]])
    assert header["version"] == runout.__version__
    assert Spot.from_toml(header["spot"]) == RIVER
