"""What runs the kernels: a GPU, or their emulation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

THREADS = 256
"""Of every block."""

Buffer = Any
"""An array in the memory of a device."""


class DeviceFullError(MemoryError):
    """The memory of a device is full, which says nothing of that of this machine."""


@dataclass(frozen=True)
class Launch:
    """A kernel with all that it is given."""

    kernel: str
    blocks: int
    shared: int
    """Bytes of shared memory of a block."""
    arguments: NDArray[np.void]
    """One struct, by value."""
    kept: list[Buffer] = field(default_factory=list)
    """What the arguments point to and nobody else holds."""


class BlockLimits(Protocol):
    """What a device has for the blocks of a kernel."""

    shared_limit: int
    """Bytes of shared memory that a block can have."""
    processors: int


class Device(BlockLimits, Protocol):
    """Memory, and kernels that run one after the other."""

    name: str
    blocks_at_once: int
    """Blocks that a processor should have room for."""

    def memory(self) -> tuple[int, int]:
        """Bytes that are free, and all bytes."""
        ...

    def zeros(self, count: int, kind: type[np.generic]) -> Buffer:
        """Memory with nothing in it."""
        ...

    def upload(self, array: NDArray[Any]) -> Buffer:
        """A copy of an array over there."""
        ...

    def fill(self, buffer: Buffer, array: NDArray[Any]) -> None:
        """Write an array over the start of a buffer."""
        ...

    def copy(self, buffer: Buffer) -> Buffer:
        """The same once more."""
        ...

    def clear(self, buffer: Buffer) -> None:
        """Zero everywhere."""
        ...

    def download(self, buffer: Buffer) -> NDArray[Any]:
        """An array of what is there, once all that was launched is done."""
        ...

    def address(self, buffer: Buffer) -> int:
        """Where it starts, for kernels."""
        ...

    def ready(self, *, compress: bool) -> None:
        """Have the kernels for numbers of 16 or 32 bits."""
        ...

    def launch(self, launch: Launch, *, compress: bool) -> None:
        """Let a kernel run after those before it."""
        ...

    def recorded(self, work: Callable[[], None]) -> Callable[[], None]:
        """What launches all that some work launches, at once."""
        ...

    def wait(self) -> None:
        """Until all that was launched is done."""
        ...

    def pace(self) -> None:
        """Wait until little of what was launched is left, so that work can be stopped."""
        ...
