"""What an engine and its readers share over there, and what is told where it has no room."""

from __future__ import annotations

import os
import threading
from contextlib import ExitStack, contextmanager
from traceback import clear_frames
from typing import TYPE_CHECKING

import numpy as np

from runout.errors import RunoutError
from runout.solver.cuda.device import DeviceFullError
from runout.solver.cuda.device_game import DeviceGame
from runout.solver.cuda.passes import Scratch
from runout.words import size_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from types import TracebackType

    from runout.solver.cuda.device import Device
    from runout.solver.plan import Game

FACTORS = ("positive", "negative", "average", "played", "next", "ahead")
"""Of an iteration, as the kernels read them."""


class Desk:
    """The game over there, and room to work."""

    def __init__(self, game: Game, device: Device, threads: int) -> None:
        self.game = game
        self.device = device
        self.tables = DeviceGame(game, device, threads)
        self.scratch = Scratch(device)
        self.discount = device.zeros(len(FACTORS), np.float32)
        self.lock = threading.RLock()
        self.process = os.getpid()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """One at a time: passes share their rows."""
        if os.getpid() != self.process:
            raise RunoutError(
                "solution: it is in the memory of a GPU, which a forked process cannot use; "
                "save it, and load it there"
            )
        with self.lock:
            yield


class SaidIfFull:
    """Tells that the memory of the card is full, with both sizes, instead of failing.

    What had been taken before is let go. That error is all that is left: notebooks keep the last
    one with all its frames, and would keep the memory with it. A generator as context manager has
    those frames among its own.
    """

    def __init__(
        self,
        device: Device,
        numbers: int,
        *,
        compress: bool,
        alone: Callable[[], AbstractContextManager[None]] | None = None,
    ) -> None:
        self._device = device
        self._numbers = numbers
        self._compress = compress
        self._alone = alone
        self._left = ExitStack()

    def __enter__(self) -> None:
        if self._alone is not None:
            self._left.enter_context(self._alone())

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._left.close()
        if not isinstance(error, DeviceFullError):
            return
        clear_frames(trace)
        error.__traceback__ = error.__cause__ = error.__context__ = trace = None
        free = self._device.memory()[0]
        help_ = "" if self._compress else "compress=True halves them, and "
        raise RunoutError(
            f"engine cuda: the memory of the GPU is full: the numbers take "
            f"{size_text(self._numbers)} in all, and {size_text(free)} of memory is free on the "
            f"{self._device.name} now; {help_}engine='cpu' takes that of the machine"
        ) from None
