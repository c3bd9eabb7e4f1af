"""The memory of a GPU: what is said beforehand, what is taken, and what is told when it is full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from runout import RunoutError, Spot, solve
from runout.memory import Room
from runout.solver.cuda.cuda_engine import _CARD_BYTES, CudaEngine
from runout.solver.engines import ENGINES
from runout.solver.estimate import shape_of
from runout.solver.loop import Loop
from runout.solver.plan import make_plan
from tests.engines.emulated import EmulatedDevice, EmulatedEngine, with_device
from tests.solver.test_cuda import SPOTS, TURN
from tests.solver.test_engines import RIVER

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from runout import Solution


@pytest.fixture(autouse=True)
def _emulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, EmulatedEngine.name, EmulatedEngine)


def test_a_spot_larger_than_the_card_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    room = classmethod(lambda _, limit=None, *, held=0: Room(10**6, "free on the card"))
    monkeypatch.setattr(EmulatedEngine, "room", room)
    with pytest.raises(RunoutError, match=r"needs .* MB, but 1 MB of memory is free on the card"):
        solve(TURN, target=0, max_iterations=1, engine="emulated")


@pytest.mark.parametrize("name", ["turn", "flop", "deep"])
@pytest.mark.parametrize("compress", [False, True])
def test_no_more_memory_is_taken_than_was_said(
    monkeypatch: pytest.MonkeyPatch, name: str, *, compress: bool
) -> None:
    taken = []

    class Counting(EmulatedDevice):
        def zeros(self, count: int, kind: type[np.generic]) -> NDArray[Any]:
            taken.append(count * np.dtype(kind).itemsize)
            return super().zeros(count, kind)

        def upload(self, array: NDArray[Any]) -> NDArray[Any]:
            taken.append(array.nbytes)
            return super().upload(array)

    with_device(monkeypatch, Counting())
    loop = Loop(make_plan(SPOTS[name]).game, engine="emulated", compress=compress)
    loop.run(1)
    loop.exploitability(zero_sum=True)
    cost = EmulatedEngine.cost(shape_of(SPOTS[name]))
    said = cost.compressed_bytes if compress else cost.bytes
    assert sum(taken) < said - 0.99 * _CARD_BYTES


def test_little_more_memory_is_said_than_numbers_take() -> None:
    hands = "22+,A2s+,K9s+,QTs+,JTs,ATo+,KJo+"
    shape = shape_of(Spot("Qs8h3d", 55, 500, hands, hands, bets="75%", raises="60%"))
    cost = CudaEngine.cost(shape)
    assert 7 < (cost.bytes - _CARD_BYTES) / shape.stored_numbers < 11
    assert 3.5 < (cost.compressed_bytes - _CARD_BYTES) / shape.stored_numbers < 7


def test_a_card_that_is_full_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(EmulatedDevice):
        def zeros(self, count: int, kind: type[np.generic]) -> NDArray[Any]:
            del count, kind
            raise MemoryError

    with_device(monkeypatch, Full())
    monkeypatch.setattr(CudaEngine, "room", classmethod(lambda _: Room(10**6, "free on the card")))
    with pytest.raises(RunoutError, match=r"memory of the GPU is full: .* but 1 MB of memory is"):
        solve(RIVER, target=0, max_iterations=1, engine="emulated")
    assert solve(RIVER, target=0, max_iterations=1, engine="cpu").summary().iterations == 1


# Readers


class CountingDevice(EmulatedDevice):
    """Counts what is copied and recorded, and has no memory for copies if told so."""

    def __init__(self, *, full: bool = False) -> None:
        super().__init__()
        self.full = full
        self.copies = self.recordings = 0

    def copy(self, buffer: NDArray[Any]) -> NDArray[Any]:
        if self.full:
            raise MemoryError
        self.copies += 1
        return super().copy(buffer)

    def recorded(self, work: Callable[[], None]) -> Callable[[], None]:
        self.recordings += 1
        return super().recorded(work)


def test_checkpoints_that_are_let_go_copy_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    device, shown = CountingDevice(), []
    with_device(monkeypatch, device)
    monkeypatch.setattr("runout.solution.solution._SHOW_EVERY", 0)

    def checkpoint(solution: Solution) -> None:
        shown.append(solution.summary().ev[0])

    solve(TURN, target=0, max_iterations=30, engine="emulated", checkpoint=checkpoint)
    assert len(shown) == 20
    assert len(set(shown)) > 10  # each sees what was learned meanwhile
    assert (device.copies, device.recordings) == (0, 1)


def test_a_reader_that_is_kept_is_copied_once(monkeypatch: pytest.MonkeyPatch) -> None:
    device = CountingDevice()
    with_device(monkeypatch, device)
    loop = Loop(make_plan(TURN).game, engine="emulated")
    loop.run(2)
    kept = loop.frozen()
    before = kept.root_value(0)
    for _ in range(20):
        loop.frozen()
        loop.run(1)
    assert (device.copies, device.recordings) == (1, 2)
    assert kept.root_value(0) == before != loop.root_value(0)


def test_a_card_that_cannot_hold_readers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    device = CountingDevice(full=True)
    with_device(monkeypatch, device)
    monkeypatch.setattr(CudaEngine, "room", classmethod(lambda _: Room(10**6, "free on the card")))
    loop = Loop(make_plan(TURN).game, engine="emulated")
    loop.run(2)
    kept = loop.frozen()
    before = kept.root_value(0)
    with pytest.raises(RunoutError, match=r"memory of the GPU is full"):
        loop.run(1)
    with pytest.raises(MemoryError):
        loop.engine.part()  # for those who can let readers go
    assert kept.root_value(0) == before
    del kept
    loop.run(1)
