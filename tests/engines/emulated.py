"""The CUDA engine without a GPU: its kernels as plain C++, block by block and thread by thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from runout import _core
from runout.memory import Room, free_memory, room
from runout.solver.cuda.cuda_engine import CudaEngine

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest
    from numpy.typing import NDArray

    from runout.solver.cuda.device import Device, Launch


class EmulatedDevice:
    """Memory of NumPy, and kernels that are functions."""

    name = "emulated"
    shared_limit = 48_000
    processors = 2
    blocks_at_once = 2

    def __init__(self, *, backwards: bool = False, keeps_tiny: bool = False) -> None:
        self.backwards = backwards
        self.keeps_tiny = keeps_tiny

    def memory(self) -> tuple[int, int]:
        return free_memory(), free_memory()

    def zeros(self, count: int, kind: type[np.generic]) -> NDArray[Any]:
        return np.zeros(count, dtype=kind)

    def upload(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy()

    def fill(self, buffer: NDArray[Any], array: NDArray[Any]) -> None:
        buffer[: len(array)] = array

    def copy(self, buffer: NDArray[Any]) -> NDArray[Any]:
        return buffer.copy()

    def clear(self, buffer: NDArray[Any]) -> None:
        buffer[:] = 0

    def download(self, buffer: NDArray[Any]) -> NDArray[Any]:
        return buffer.copy()

    def address(self, buffer: NDArray[Any]) -> int:
        return int(buffer.ctypes.data)

    def ready(self, *, compress: bool) -> None:
        """They are part of the package."""

    def launch(self, launch: Launch, *, compress: bool) -> None:
        _core.emulate(
            launch.kernel,
            compress,
            launch.blocks,
            launch.shared,
            launch.arguments.view(np.uint8),
            self.backwards,
            self.keeps_tiny,
        )

    def recorded(self, work: Callable[[], None]) -> Callable[[], None]:
        return work

    def wait(self) -> None:
        """Kernels have run when they are launched."""

    def pace(self) -> None:
        """The same."""


class EmulatedEngine(CudaEngine):
    """The engine with its kernels emulated."""

    name: ClassVar[str] = "emulated"
    gpus: ClassVar[int] = 0

    @classmethod
    def missing(cls) -> str | None:
        return None

    @classmethod
    def room(cls, limit: int | None = None, *, held: int = 0) -> Room:
        return room(limit, held=held)

    @classmethod
    def _device(cls) -> Device:
        return EmulatedDevice()


def with_device(monkeypatch: pytest.MonkeyPatch, device: EmulatedDevice) -> None:
    """Let emulated engines have this device from now on."""

    def made(cls: type[EmulatedEngine]) -> Device:
        del cls
        return device

    monkeypatch.setattr(EmulatedEngine, "_device", classmethod(made))
