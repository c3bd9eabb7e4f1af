"""A GPU through CuPy, which is imported when one is asked for."""

from __future__ import annotations

import ctypes
import os
import threading
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.errors import RunoutError
from runout.solver.cuda.device import THREADS
from runout.solver.cuda.source import compile_options, kernel_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from runout.solver.cuda.device import Buffer, Launch

_RIVERS = ("river_update", "river_read", "large_river_update", "large_river_read")
_KERNELS = ("enter", "split", *_RIVERS, "gather", "ascend")
_NEW_DRIVER = 13000
_LIBRARIES = ("libcuda.so.1", "nvcuda.dll")


class GpuCard:
    """One GPU: its memory, its kernels, and a stream in which all runs in order.

    All engines of a process share the stream, from any thread: one at a time has it, and whoever
    records a graph has it to the end, so that nothing of others gets into the graph.
    """

    def __init__(self, number: int) -> None:
        import cupy

        self._cupy: Any = cupy
        self._device = cupy.cuda.Device(number)
        attributes = self._device.attributes
        self.number = number
        name = cupy.cuda.runtime.getDeviceProperties(number)["name"]
        self.name = name.decode() if isinstance(name, bytes) else str(name)
        self.shared_limit = int(attributes["MaxSharedMemoryPerBlockOptin"]) - 1024
        self.processors = int(attributes["MultiProcessorCount"])
        self.blocks_at_once = 2
        self._stream = cupy.cuda.Stream(non_blocking=True)
        self._turn = threading.RLock()
        self._modules: dict[tuple[str, ...], dict[str, Any]] = {}
        self._before: Any = None

    @contextmanager
    def _here(self) -> Iterator[None]:
        with self._turn, self._device, self._stream:
            yield

    def memory(self) -> tuple[int, int]:
        """Bytes that are free, whoever uses the rest, and all bytes of the card."""
        with self._device:
            free, total = self._device.mem_info
            return int(free) + int(self._cupy.get_default_memory_pool().free_bytes()), int(total)

    def zeros(self, count: int, kind: type[np.generic]) -> Buffer:
        """Memory with nothing in it."""
        with self._here():
            return self._cupy.zeros(count, dtype=kind)

    def upload(self, array: NDArray[Any]) -> Buffer:
        """A copy of an array over there."""
        with self._here():
            return self._cupy.asarray(array)

    def fill(self, buffer: Buffer, array: NDArray[Any]) -> None:
        """Write an array over the start of a buffer."""
        with self._here():
            buffer[: len(array)].set(np.ascontiguousarray(array), stream=self._stream)

    def copy(self, buffer: Buffer) -> Buffer:
        """The same once more."""
        with self._here():
            return buffer.copy()

    def clear(self, buffer: Buffer) -> None:
        """Zero everywhere."""
        with self._here():
            buffer.fill(0)

    def download(self, buffer: Buffer) -> NDArray[Any]:
        """An array of what is there, once all that was launched is done."""
        with self._here():
            found: NDArray[Any] = self._cupy.asnumpy(buffer, stream=self._stream)
            self._stream.synchronize()
            return found

    def address(self, buffer: Buffer) -> int:
        """Where it starts, for kernels."""
        return int(buffer.data.ptr)

    def ready(self, *, compress: bool) -> None:
        """Compile the kernels, or find them where they were kept."""
        self._kernels(compress)

    def launch(self, launch: Launch, *, compress: bool) -> None:
        """Let a kernel run after those before it."""
        kernel = self._kernels(compress)[launch.kernel]
        with self._here():
            kernel((launch.blocks,), (THREADS,), (launch.arguments,), shared_mem=launch.shared)

    def recorded(self, work: Callable[[], None]) -> Callable[[], None]:
        """What launches all that some work launches, as one graph."""
        with self._here():
            self._stream.begin_capture()
            try:
                work()
            finally:
                graph = self._stream.end_capture()

        def again() -> None:
            with self._here():
                graph.launch(stream=self._stream)

        again.work = work  # type: ignore[attr-defined]  # what it works on must stay
        return again

    def wait(self) -> None:
        """Until all that was launched is done."""
        with self._here():
            self._stream.synchronize()

    def pace(self) -> None:
        """Wait for what was launched before the last time; others may launch meanwhile."""
        with self._here():
            event = self._cupy.cuda.Event(disable_timing=True)
            event.record(self._stream)
            before, self._before = self._before, event
        if before is not None:
            before.synchronize()

    def _kernels(self, compress: bool) -> dict[str, Any]:
        options = compile_options(compress=compress)
        with self._turn:
            if options not in self._modules:
                with self._device:
                    module = self._cupy.RawModule(code=kernel_source(), options=options)
                    kernels = {name: module.get_function(name) for name in _KERNELS}
                    for name in _RIVERS:
                        kernels[name].max_dynamic_shared_size_bytes = self.shared_limit
                self._modules[options] = kernels
            return self._modules[options]


def driver() -> int | None:
    """The version of CUDA that the driver of this machine knows; None if there is no driver."""
    for name in _LIBRARIES:
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        version = ctypes.c_int()
        if library.cuInit(0) == 0 and library.cuDriverGetVersion(ctypes.byref(version)) == 0:
            return version.value
    return None


def missing() -> str | None:
    """What a solve on a GPU lacks here, with the command that helps; None if nothing."""
    version = driver()
    if version is None:
        return "no NVIDIA GPU with its driver is found on this machine"
    try:
        import cupy
    except ImportError:
        extra = "cuda13" if version >= _NEW_DRIVER else "cuda12"
        return f"CuPy is not installed: pip install 'runout[{extra}]'"
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        return f"CuPy cannot use the GPU: {error}"
    return None if count > 0 else "no NVIDIA GPU is found on this machine"


def card() -> GpuCard:
    """The GPU to use; an error says what is missing."""
    lacking = missing()
    if lacking is not None:
        raise RunoutError(f"engine cuda: {lacking}")
    return _card(os.getpid())


@cache
def _card(process: int) -> GpuCard:
    del process  # a forked process has none of its parent's
    import cupy

    return GpuCard(int(cupy.cuda.runtime.getDevice()))
