"""The memory of a GPU: what is said beforehand, what is taken, and what is told when it is full."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from weakref import ReferenceType, ref

import numpy as np
import pytest

from runout import RunoutError, Spot, load, solve
from runout.memory import Room, room_of
from runout.solution.files import RunoutFile
from runout.solution.saving import check_file, engine_to_load
from runout.solver.betting import IP, OOP
from runout.solver.cpu import CpuEngine
from runout.solver.cuda.cuda_engine import _CARD_BYTES, CudaEngine
from runout.solver.cuda.device import DeviceFullError
from runout.solver.engines import AUTO, ENGINES
from runout.solver.estimate import shape_of
from runout.solver.loop import Loop
from runout.solver.plan import make_plan
from runout.words import size_text
from tests.engines.emulated import EmulatedDevice, EmulatedEngine, with_device
from tests.engines.fake_cupy import with_fake_cupy
from tests.marks import without_kernels
from tests.solver.test_cuda import SPOTS, TURN
from tests.solver.test_engines import RIVER

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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


class TakingDevice(EmulatedDevice):
    """Counts the bytes that it gives."""

    def __init__(self) -> None:
        super().__init__()
        self.taken = 0

    def zeros(self, count: int, kind: type[np.generic]) -> NDArray[Any]:
        self.taken += count * np.dtype(kind).itemsize
        return super().zeros(count, kind)

    def upload(self, array: NDArray[Any]) -> NDArray[Any]:
        self.taken += array.nbytes
        return super().upload(array)


class LargeDevice(TakingDevice):
    """As many blocks at once, and as much shared memory, as an H200 has."""

    shared_limit = 226 * 1024
    processors = 132


def assert_said(loop: Loop, device: TakingDevice, spot: Spot) -> None:
    cost = EmulatedEngine.cost(shape_of(spot))
    said = cost.compressed_bytes if loop.engine.compress else cost.bytes
    assert device.taken < said - 0.99 * _CARD_BYTES


@pytest.mark.parametrize("name", ["turn", "flop", "deep"])
@pytest.mark.parametrize("compress", [False, True])
def test_no_more_memory_is_taken_than_was_said(
    monkeypatch: pytest.MonkeyPatch, name: str, *, compress: bool
) -> None:
    device = TakingDevice()
    with_device(monkeypatch, device)
    loop = Loop(make_plan(SPOTS[name]).game, engine="emulated", compress=compress)
    loop.run(1)
    loop.exploitability(zero_sum=True)
    assert_said(loop, device, SPOTS[name])


EVERY = "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"
DEEP_TURN = Spot("Qs8h3d7c", 20, 200, EVERY, EVERY, bets="33% 75% 150% a", raises="60% a")
LARGE = {
    "turn": DEEP_TURN,
    "turn, few hands": replace(DEEP_TURN, oop="AsKs,QQ,JJ:0.5"),
    "turn, few hands in position": replace(DEEP_TURN, ip="AsKs,QQ,JJ:0.5"),
    "river": Spot("Qs8h3d7c2d", 20, 2000, EVERY, "22+,A2s+", bets="33% 75% a", raises="60% 100% a"),
}


@without_kernels
@pytest.mark.parametrize("name", LARGE)
def test_rows_that_shared_memory_cannot_hold_are_said(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """On a large card they are hundreds of MB."""
    device = LargeDevice()
    with_device(monkeypatch, device)
    loop = Loop(make_plan(LARGE[name]).game, engine="emulated")
    before = device.taken
    loop.engine.part()  # what an iteration takes, without the iteration
    assert_said(loop, device, LARGE[name])
    if name == "turn":
        assert device.taken - before > 250_000_000


@pytest.mark.parametrize("spot", [*SPOTS.values(), replace(LARGE["river"], oop="QQ", ip="AKs")])
def test_showdowns_are_counted_beforehand(spot: Spot) -> None:
    """Those of the largest subtree; folds need none of their own."""
    loop = Loop(make_plan(spot).game, engine="emulated")
    assert isinstance(loop.engine, EmulatedEngine)
    for player in (OOP, IP):
        last = loop.engine._desk.tables.plan.route(player, False, 0, [0])["last"]
        assert np.diff(last["lanes_first"]).max() == shape_of(spot).showdowns


def test_more_showdowns_than_shared_memory_has_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    device = EmulatedDevice()
    device.shared_limit = 2000
    with_device(monkeypatch, device)
    with pytest.raises(RunoutError, match=r"engine cuda: \d+ showdowns after one card are more"):
        solve(SPOTS["deep"], target=0, max_iterations=1, engine="emulated")


def test_little_more_memory_is_said_than_numbers_take() -> None:
    hands = "22+,A2s+,K9s+,QTs+,JTs,ATo+,KJo+"
    shape = shape_of(Spot("Qs8h3d", 55, 500, hands, hands, bets="75%", raises="60%"))
    cost = CudaEngine.cost(shape)
    assert 7 < (cost.bytes - _CARD_BYTES) / shape.stored_numbers < 11
    assert 3.5 < (cost.compressed_bytes - _CARD_BYTES) / shape.stored_numbers < 7


def test_a_card_that_is_full_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(EmulatedDevice):
        name = "small card"

        def memory(self) -> tuple[int, int]:
            return 10**6, 10**9

        def zeros(self, count: int, kind: type[np.generic]) -> NDArray[Any]:
            del count, kind
            raise DeviceFullError

    with_device(monkeypatch, Full())
    for compress in (False, True):
        with pytest.raises(RunoutError) as error:
            solve(RIVER, target=0, max_iterations=1, engine="emulated", compress=compress)
        numbers, help_ = ("3 kB", "") if compress else ("7 kB", "compress=True halves them, and ")
        assert str(error.value) == (
            f"engine cuda: the memory of the GPU is full: the numbers take {numbers} in all, and "
            f"1 MB of memory is free on the small card now; {help_}engine='cpu' takes that of the "
            "machine"
        )
    assert solve(RIVER, target=0, max_iterations=1, engine="cpu").summary().iterations == 1


class Counted(np.ndarray[Any, Any]):
    """An array that weak references can be made to."""


class SmallDevice(EmulatedDevice):
    """Knows what is held of it, and gives no more than it has."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = self.most = size
        self._given: list[ReferenceType[Counted]] = []

    def held(self) -> int:
        return sum(one.nbytes for one in (given() for given in self._given) if one is not None)

    def memory(self) -> tuple[int, int]:
        return self.size - self.held(), self.size

    def zeros(self, count: int, kind: type[np.generic]) -> NDArray[Any]:
        return self._counted(super().zeros(count, kind))

    def upload(self, array: NDArray[Any]) -> NDArray[Any]:
        return self._counted(super().upload(array))

    def copy(self, buffer: NDArray[Any]) -> NDArray[Any]:
        return self._counted(super().copy(buffer))

    def _counted(self, array: NDArray[Any]) -> NDArray[Any]:
        if self.held() + array.nbytes > self.size:
            raise DeviceFullError
        counted = array.view(Counted)
        self._given.append(ref(counted))
        self.most = min(self.most, self.size - self.held())
        return counted


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 0.98])
def test_a_card_that_is_full_goes_on(monkeypatch: pytest.MonkeyPatch, share: float) -> None:
    """Whoever keeps the errors, as notebooks do, keeps none of its memory."""
    whole = SmallDevice(10**9)
    with_device(monkeypatch, whole)
    solve(TURN, target=0, max_iterations=1, engine="emulated")
    device = SmallDevice(int(share * (whole.size - whole.most)))
    with_device(monkeypatch, device)
    kept = []
    for _ in range(2):
        with pytest.raises(RunoutError, match=r"memory of the GPU is full") as error:
            solve(TURN, target=0, max_iterations=1, engine="emulated")
        kept.append(error.value)
        if share < 0.9:  # later the numbers are there, and what they take is not free
            assert f"and {size_text(device.size)} of memory is free" in str(error.value)
        assert device.held() == 0
    device.size = 2 * whole.size
    assert solve(TURN, target=0, max_iterations=1, engine="emulated").summary().iterations == 1


# Readers


class CountingDevice(EmulatedDevice):
    """Counts what is copied and recorded, and has no memory for copies if told so."""

    def __init__(self, *, full: bool = False) -> None:
        super().__init__()
        self.full = full
        self.copies = self.recordings = 0

    def copy(self, buffer: NDArray[Any]) -> NDArray[Any]:
        if self.full:
            raise DeviceFullError
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


# Files


class Card:
    """The memory of a card, which others take."""

    free = 10**12

    def room(self, limit: int | None = None, *, held: int = 0) -> Room:
        return room_of(self.free, limit, held=held, where=" on the card")


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Card:
    made = Card()
    monkeypatch.setattr(EmulatedEngine, "room", made.room)
    return made


def test_a_file_that_the_card_has_no_room_for_is_of_the_cores(card: Card, tmp_path: Path) -> None:
    path = tmp_path / "file.runout"
    whole = solve(TURN, target=0, max_iterations=3, engine="emulated")
    whole.save(path)
    assert load(path).loop.engine.name == "emulated"
    needed = EmulatedEngine.cost(shape_of(TURN)).bytes
    card.free = needed - 1
    loaded = load(path)
    assert loaded.loop.engine.name == CpuEngine.name
    assert loaded.summary().ev == pytest.approx(whole.summary().ev, abs=1e-3)
    with path.open("rb") as file:
        check_file(RunoutFile(path, file))
        card.free = needed
        assert engine_to_load(RunoutFile(path, file), AUTO, needed) == "emulated"
        assert engine_to_load(RunoutFile(path, file), AUTO, needed - 1) == "cpu"
    card.free -= 1
    with pytest.raises(
        RunoutError,
        match=r"needs 15\d MB, but 15\d MB of memory is free on the card; engine='cpu' takes that",
    ):
        load(path, engine="emulated")
    card.free = needed
    assert load(path, engine="emulated").loop.engine.name == "emulated"


def test_a_card_that_fails_leaves_a_file_to_the_cores(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def lost(*given: object, **named: object) -> Room:
        del given, named
        raise RunoutError("engine cuda: the GPU fails")

    solve(TURN, target=0, max_iterations=3, engine="emulated").save(tmp_path / "file.runout")
    monkeypatch.setattr(EmulatedEngine, "room", lost)
    assert load(tmp_path / "file.runout").loop.engine.name == CpuEngine.name


# Limits


@pytest.fixture
def _pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runout.solver.engines._PAYING", 0)
    with_fake_cupy(monkeypatch)


@pytest.mark.usefixtures("_pretended")
def test_memory_limits_what_is_taken_of_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    assert str(CudaEngine.room()) == "1.00 GB of memory is free on the Pretended GPU"
    allowed = "80 MB of memory is allowed on the Pretended GPU"
    assert str(CudaEngine.room(10**8, held=2 * 10**7)) == allowed
    assert CudaEngine.room(10**8, held=10**9).bytes == 0
    with pytest.raises(RunoutError, match=f"needs .* MB, but {allowed}"):
        solve(TURN, engine="cuda", memory="80 MB")
    monkeypatch.setenv("RUNOUT_MEMORY", "80 MB")
    with pytest.raises(RunoutError, match=f"needs .* MB, but {allowed}"):
        solve(TURN, engine="cuda")
    assert solve(TURN, target=0, max_iterations=1, engine="cuda", memory="1 GB").summary()


@pytest.mark.usefixtures("_pretended")
def test_auto_asks_whether_the_limit_suffices() -> None:
    """A card needs more around the numbers than the cores do."""
    for memory, engine in ((None, "cuda"), ("80 MB", "cpu")):
        solved = solve(TURN, target=0, max_iterations=1, memory=memory)
        assert solved.summary().engine == engine
