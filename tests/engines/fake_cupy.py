"""What `GpuCard` asks of CuPy, without a GPU: memory of NumPy, kernels emulated, one stream.

As of the real one, all that is done while a stream is captured goes into the graph, whoever does
it, and whoever waits for that stream breaks the capture.
"""

from __future__ import annotations

import sys
import threading
from contextlib import nullcontext
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from runout import _core

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    import pytest
    from numpy.typing import NDArray


class CUDARuntimeError(RuntimeError):
    """With the number of the error, as CuPy has it."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class CUDADriverError(CUDARuntimeError):
    """The same of the driver."""


class NVRTCError(RuntimeError):
    """Of the compiler."""


class OutOfMemoryError(MemoryError):
    """Of the pool that CuPy has on the card."""


class CompileException(Exception):  # noqa: N818 - as CuPy names it
    """What the compiler has to say about a text."""


class FakeArray(np.ndarray[Any, Any]):
    """An array that says where it is."""

    @property
    def data(self) -> SimpleNamespace:  # type: ignore[override]
        return SimpleNamespace(ptr=self.ctypes.data)

    def set(self, array: NDArray[Any], stream: FakeStream) -> None:
        stream.do(lambda: self.__setitem__(slice(None), array))


class FakeStream:
    """Does all at once, but what is captured."""

    _here = threading.local()

    def __init__(self, *, non_blocking: bool = False) -> None:
        assert non_blocking
        self.captured: list[Callable[[], Any]] | None = None
        self.broken = False

    def __enter__(self) -> FakeStream:
        self._here.streams = [*self._streams(), self]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._here.streams = self._streams()[:-1]

    @classmethod
    def _streams(cls) -> list[FakeStream]:
        return getattr(cls._here, "streams", [])

    @classmethod
    def current(cls) -> FakeStream:
        """That of this thread."""
        return cls._streams()[-1]

    def do(self, work: Callable[[], Any]) -> None:
        if self.captured is None:
            work()
        else:
            self.captured.append(work)

    def begin_capture(self) -> None:
        assert self.captured is None
        self.captured, self.broken = [], False

    def end_capture(self) -> FakeGraph:
        assert self.captured is not None
        works, self.captured = self.captured, None
        if self.broken:
            raise CUDARuntimeError(901, "cudaErrorStreamCaptureInvalidated: operation failed")
        return FakeGraph(works)

    def synchronize(self) -> None:
        if self.captured is not None:
            self.broken = True
            raise CUDARuntimeError(900, "cudaErrorStreamCaptureUnsupported: not permitted")


class FakeGraph:
    """What was captured, to be done again."""

    def __init__(self, works: list[Callable[[], Any]]) -> None:
        self.works = works

    def launch(self, stream: FakeStream) -> None:
        for work in self.works:
            stream.do(work)


class FakeEvent:
    """Done as soon as it is recorded."""

    def __init__(self, *, disable_timing: bool) -> None:
        assert disable_timing
        self.recorded = False

    def record(self, stream: FakeStream) -> None:
        assert stream.captured is None
        self.recorded = True

    def synchronize(self) -> None:
        assert self.recorded


class FakeKernel:
    """A kernel of the sources, emulated."""

    max_dynamic_shared_size_bytes = 0

    def __init__(self, name: str, *, compress: bool) -> None:
        self.name = name
        self.compress = compress

    def __call__(
        self,
        blocks: tuple[int],
        threads: tuple[int],
        arguments: tuple[NDArray[np.void]],
        *,
        shared_mem: int,
    ) -> None:
        del threads
        given = arguments[0].copy().view(np.uint8)  # by value, also where it is captured
        name, compress = self.name, self.compress
        FakeStream.current().do(
            lambda: _core.emulate(name, compress, blocks[0], shared_mem, given, False)
        )


class FakeModule:
    """The compiled sources."""

    def __init__(self, *, code: str, options: tuple[str, ...]) -> None:
        assert "large_river_update" in code
        self._compress = "-DRUNOUT_SHORT=1" in options

    def get_function(self, name: str) -> FakeKernel:
        return FakeKernel(name, compress=self._compress)


class FakeDevice(nullcontext[None]):
    """A small card."""

    attributes = {"MaxSharedMemoryPerBlockOptin": 48_000 + 1024, "MultiProcessorCount": 2}  # noqa: RUF012
    compute_capability = "90"
    mem_info = (10**9, 2 * 10**9)

    def __init__(self, number: int) -> None:
        super().__init__()
        assert number == 0


class FakeCupy(ModuleType):
    """A module like CuPy with one GPU."""

    RawModule = FakeModule

    def __init__(self) -> None:
        super().__init__("cupy")
        self.cuda = SimpleNamespace(
            Device=FakeDevice,
            Stream=FakeStream,
            Event=FakeEvent,
            runtime=SimpleNamespace(
                CUDARuntimeError=CUDARuntimeError,
                getDeviceCount=lambda: 1,
                getDevice=lambda: 0,
                getDeviceProperties=lambda number: {"name": b"Pretended GPU"},
            ),
            driver=SimpleNamespace(
                CUDADriverError=CUDADriverError, get_build_version=lambda: 12090
            ),
            memory=SimpleNamespace(OutOfMemoryError=OutOfMemoryError),
            nvrtc=SimpleNamespace(NVRTCError=NVRTCError, getVersion=lambda: (12, 9)),
            compiler=SimpleNamespace(CompileException=CompileException),
        )

    def get_default_memory_pool(self) -> SimpleNamespace:
        return SimpleNamespace(free_bytes=lambda: 0)

    def zeros(self, count: int, dtype: type[np.generic]) -> FakeArray:
        return np.zeros(count, dtype).view(FakeArray)

    def asarray(self, array: NDArray[Any]) -> FakeArray:
        return np.array(array).view(FakeArray)

    def asnumpy(self, array: FakeArray, stream: FakeStream) -> NDArray[Any]:
        stream.synchronize()
        return np.array(array)


def with_fake_cupy(monkeypatch: pytest.MonkeyPatch) -> FakeCupy:
    """Let CuPy be the one above, on a machine with a driver, and no card be open yet."""
    cupy = FakeCupy()
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    monkeypatch.setattr("runout.solver.cuda.presence.driver", lambda: 12090)
    monkeypatch.setattr("runout.solver.cuda.presence._cards", {})
    return cupy
