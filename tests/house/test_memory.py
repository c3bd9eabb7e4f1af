"""What is free and what is allowed, on machines and in containers."""

from pathlib import Path

import pytest

from runout import RunoutError, Spot, memory, solve
from runout.memory import free_memory, memory_limit, room
from runout.words import size_of, size_text

RIVER = Spot("KsTd7h4c2s", 100, 300, "99+,AKs", "JJ+,KQs", bets="33% a", raises="60%")


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(memory.VARIABLE, raising=False)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("8GB", 8 * 10**9),
        ("8 gb", 8 * 10**9),
        (" 8g ", 8 * 10**9),
        ("0.5TB", 5 * 10**11),
        ("500MB", 5 * 10**8),
        ("64kB", 64_000),
        ("2GiB", 2 * 2**30),
        ("2 MiB", 2 * 2**20),
        ("123", 123),
        ("123B", 123),
        ("", None),
        ("GB", None),
        ("-8GB", None),
        ("8EB", None),
        ("8 G B", None),
        ("1e9", None),
        ("nan", None),
        ("8iB", None),
        ("٨GB", None),
        ("9" * 400, None),
    ],
)
def test_sizes_are_read(text: str, size: int | None) -> None:
    assert size_of(text) == size


@pytest.mark.parametrize("size", [10**3, 56 * 10**6, 1_230_000_000])
def test_sizes_are_read_as_they_are_written(size: int) -> None:
    assert size_of(size_text(size)) == size


@pytest.mark.parametrize("bad", ["much", "", 0, -5, "0", 1.5, True, None, [], float("nan")])
def test_bad_limits(bad: object) -> None:
    if bad is None:
        assert memory_limit(None) is None
        return
    with pytest.raises(RunoutError, match=r"^memory "):
        solve(RIVER, max_iterations=0, memory=bad)  # type: ignore[arg-type]


def test_a_solve_takes_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = RIVER.estimate().float32_bytes
    with pytest.raises(RunoutError, match=r"needs 3 MB, but 1 MB of memory is allowed: "):
        solve(RIVER, max_iterations=0, memory="1MB")
    solve(RIVER, max_iterations=0, memory=needed)
    with pytest.raises(RunoutError, match="is allowed"):
        solve(RIVER, max_iterations=0, memory=needed - 1)
    monkeypatch.setenv("RUNOUT_MEMORY", "1MB")
    with pytest.raises(RunoutError, match=r"1 MB of memory is allowed"):
        solve(RIVER, max_iterations=0)
    solve(RIVER, max_iterations=0, memory=needed)  # what is asked for comes first
    monkeypatch.setenv("RUNOUT_MEMORY", "lots")
    with pytest.raises(RunoutError, match="RUNOUT_MEMORY 'lots': bytes, or a size such as"):
        solve(RIVER, max_iterations=0)


def test_what_is_free_counts_before_a_greater_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: 1000)
    assert str(room(10**9)) == "1 kB of memory is free"
    assert str(room(600)) == "600 bytes of memory is allowed"
    assert room(1500, held=600).bytes == 900
    assert room(500, held=600).bytes == 0


def test_a_limit_holds_for_resuming(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no second copy for readers where it would be more than allowed."""
    waited = []
    for limit in (RIVER.estimate().float32_bytes, 10**9):
        solution = solve(RIVER, target=0, max_iterations=3, memory=limit)
        monkeypatch.setattr(solution.loop, "memory", solution.loop.engine.bytes + limit // 10**3)
        with solution.root.cache.pinned():
            try:
                solution.resume(target=0, max_iterations=4)
            except RunoutError as error:
                waited.append("still reading" in str(error))
            else:
                waited.append(False)
    assert waited == [True, False]


def cgroup(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(f"{text}\n")


V1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
V2 = ("memory.max", "memory.current", "inactive_file")


@pytest.mark.parametrize(
    ("own", "root", "names"),
    [("0::/a/b", "", V2), ("4:memory:/a/b", "memory", V1), ("4:cpu,memory:/a/b", "memory", V1)],
)
def test_containers(
    own: str,
    root: str,
    names: tuple[str, str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit, used, cached = names
    monkeypatch.setattr(memory, "_CGROUPS", tmp_path)
    monkeypatch.setattr(memory, "_OWN_CGROUPS", tmp_path / "own")
    (tmp_path / "own").write_text(f"1:name=systemd:/x\n{own}\n")
    without = free_memory()
    assert without > 10**6
    cgroup(tmp_path / root, {limit: "900000", used: "100000"})  # all that a container sees
    assert free_memory() == 800_000
    cgroup(tmp_path / root / "a", {limit: "500000", used: "400000"})
    assert free_memory() == 100_000
    cgroup(tmp_path / root / "a", {"memory.stat": f"cache 5\n{cached} 50000"})
    assert free_memory() == 150_000
    cgroup(tmp_path / root / "a" / "b", {limit: "max", used: "400000"})
    assert free_memory() == 150_000
    cgroup(tmp_path / root / "a" / "b", {limit: "300000"})
    assert free_memory() == 0
