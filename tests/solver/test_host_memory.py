"""What solutions on a GPU take of the memory of this machine: to be saved, copied, loaded."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest

from runout import RunoutError, Spot, load, solve
from runout.solver.cpu import CpuEngine
from runout.solver.engines import ENGINES
from tests.engines.emulated import EmulatedDevice, EmulatedEngine, with_device
from tests.marks import without_kernels

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from runout import Solution

pytestmark = without_kernels

PIECE = 1 << 12  # bytes
SPOT = Spot("Td9d6hQc", 20, 60, "QQ-99,AdKd", "JJ-88,KdQd", bets="60%", raises="a")


class WatchedDevice(EmulatedDevice):
    """Knows the largest array that went there or came from there."""

    largest = 0

    def download(self, buffer: NDArray[Any]) -> NDArray[Any]:
        self.largest = max(self.largest, buffer.nbytes)
        return super().download(buffer)

    def fill(self, buffer: NDArray[Any], array: NDArray[Any]) -> None:
        self.largest = max(self.largest, array.nbytes)
        super().fill(buffer, array)


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch) -> WatchedDevice:
    monkeypatch.setitem(ENGINES, EmulatedEngine.name, EmulatedEngine)
    monkeypatch.setattr("runout.solution.files._CHUNK_BYTES", PIECE)
    monkeypatch.setattr("runout.solver.cuda.cuda_engine._PIECE", PIECE)
    made = WatchedDevice()
    with_device(monkeypatch, made)
    return made


def solved(device: WatchedDevice, *, compress: bool = False) -> Solution:
    solution = solve(SPOT, target=0, max_iterations=6, engine="emulated", compress=compress)
    assert solution.loop.engine.bytes > 20 * PIECE
    device.largest = 0
    return solution


def numbers_of(solution: Solution) -> dict[str, bytes]:
    return {name: one[:].tobytes() for name, one in solution.loop.engine.numbers().items()}


@pytest.mark.parametrize("compress", [False, True])
def test_a_file_is_written_and_read_piece_by_piece(
    device: WatchedDevice, tmp_path: Path, *, compress: bool
) -> None:
    solution = solved(device, compress=compress)
    solution.save(tmp_path / "file.runout")
    assert 0 < device.largest <= PIECE
    device.largest = 0
    loaded = load(tmp_path / "file.runout", engine="emulated")
    assert 0 < device.largest <= PIECE
    assert numbers_of(loaded) == numbers_of(solution)


def test_a_copy_is_made_piece_by_piece(device: WatchedDevice) -> None:
    solution = solved(device)
    copied = copy.copy(solution)
    assert 0 < device.largest <= PIECE
    assert numbers_of(copied) == numbers_of(solution)


def test_what_does_not_fit_is_refused_before_it_is_fetched(
    device: WatchedDevice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solution = solved(device)
    path = tmp_path / "file.runout"
    path.write_bytes(b"old")
    monkeypatch.setattr("runout.memory.free_memory", lambda: 1000)
    with pytest.raises(RunoutError, match=r"may need \d+ kB, but 1 kB of memory is free"):
        copy.copy(solution)
    with pytest.raises(RunoutError, match=r"which needs \d+ kB, but 1 kB of memory is free; a "):
        solution.save(path, small=True)
    assert path.read_bytes() == b"old"
    assert device.largest == 0
    solution.save(path)
    monkeypatch.undo()
    assert path.stat().st_size > PIECE


def test_a_small_file_takes_the_cores_once(
    device: WatchedDevice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solution, made = solved(device), list[CpuEngine]()
    on_cores = EmulatedEngine.on_cores

    def counted(engine: EmulatedEngine) -> CpuEngine:
        made.append(on_cores(engine))
        return made[-1]

    monkeypatch.setattr(EmulatedEngine, "on_cores", counted)
    solution.save(tmp_path / "small.runout", small=True)
    assert len(made) == 1
    assert 0 < device.largest <= PIECE


def test_a_full_machine_is_no_full_card(monkeypatch: pytest.MonkeyPatch) -> None:
    class Apart(EmulatedDevice):
        def upload(self, array: NDArray[Any]) -> NDArray[Any]:
            raise MemoryError(f"Unable to allocate {array.nbytes} bytes")

    with_device(monkeypatch, Apart())
    with pytest.raises(MemoryError, match="Unable to allocate"):
        solve(SPOT, target=0, max_iterations=1, engine="emulated")
