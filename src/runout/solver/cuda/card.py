"""A GPU through CuPy, which is imported when one is asked for."""

from __future__ import annotations

import re
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from runout.errors import RunoutError
from runout.solver.cuda.device import THREADS, DeviceFullError
from runout.solver.cuda.source import compile_options, kernel_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from runout.solver.cuda.device import Buffer, Launch

_RIVERS = ("river_update", "river_read", "large_river_update", "large_river_read")
_KERNELS = ("enter", "split", *_RIVERS, "gather", "ascend")
_OUT_OF_MEMORY = 2  # as the runtime and the driver of CUDA number it
_RULER = re.compile("={4,}")
_LINE = 200  # characters of an error that are told


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
        self.capability = int(self._device.compute_capability)
        """Ten times what NVIDIA says: 90 is 9.0."""
        self.shared_limit = int(attributes["MaxSharedMemoryPerBlockOptin"]) - 1024
        self.processors = int(attributes["MultiProcessorCount"])
        self.blocks_at_once = 2
        self._stream = cupy.cuda.Stream(non_blocking=True)
        self._turn = threading.RLock()
        self._modules: dict[tuple[str, ...], dict[str, Any]] = {}
        self._before: Any = None

    @contextmanager
    def _here(self) -> Iterator[None]:
        with self._turn, self._told(), self._device, self._stream:
            yield

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What fails over there as a `DeviceFullError`, or as an error that says so in one line."""
        cuda = self._cupy.cuda
        try:
            yield
        except cuda.memory.OutOfMemoryError as error:
            raise DeviceFullError(str(error)) from error
        except (cuda.runtime.CUDARuntimeError, cuda.driver.CUDADriverError) as error:
            if error.status == _OUT_OF_MEMORY:
                raise DeviceFullError(str(error)) from error
            raise RunoutError(f"engine cuda: the GPU fails: {one_line(error)}") from error

    def memory(self) -> tuple[int, int]:
        """Bytes that are free, whoever uses the rest, and all bytes of the card."""
        with self._told(), self._device:
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
            except BaseException:
                with suppress(Exception):  # what went wrong first is told
                    self._stream.end_capture()
                raise
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
            with self._told():
                before.synchronize()

    def _kernels(self, compress: bool) -> dict[str, Any]:
        options = compile_options(compress=compress)
        with self._turn:
            if options not in self._modules:
                self._modules[options] = self._compiled(options)
            return self._modules[options]

    def _compiled(self, options: tuple[str, ...]) -> dict[str, Any]:
        try:
            with self._told(), self._device:
                module = self._cupy.RawModule(code=kernel_source(), options=options)
                kernels = {name: module.get_function(name) for name in _KERNELS}
                for name in _RIVERS:
                    kernels[name].max_dynamic_shared_size_bytes = self.shared_limit
        except (MemoryError, RunoutError):
            raise
        except Exception as error:  # the compiler, or the folder where CuPy keeps what it made
            folder = "; CUPY_CACHE_DIR names another folder" * isinstance(error, OSError)
            raise RunoutError(
                f"engine cuda: its kernels cannot be compiled: {one_line(error)}{folder}"
            ) from error
        return kernels


def one_line(error: Exception) -> str:
    """What an error says, in one line that is not long."""
    text = " ".join(_RULER.sub("", str(error)).split()) or type(error).__name__
    return text if len(text) <= _LINE else text[: _LINE - 1] + "…"
