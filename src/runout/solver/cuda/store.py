"""Regrets, averages and locks in the memory of a device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

    from runout.solver.cuda.device import Buffer, Device
    from runout.solver.cuda.device_game import DeviceGame
    from runout.solver.engine import Numbers, Where

    AtWork = Callable[[], AbstractContextManager[None]]
    """What whoever works over there is inside of."""

NAMES = ("regrets", "averages", "regret_scales", "average_scales")
_LARGEST = np.float32(32767)
_FREE = np.float32(-1)


class DeviceNumbers:
    """Those of one name over there: a slice is fetched or put when it is asked for.

    So they never need as much memory here as they take there.
    """

    def __init__(self, device: Device, buffer: Buffer, at_work: AtWork) -> None:
        self._device = device
        self._buffer = buffer
        self._at_work = at_work

    @property
    def dtype(self) -> np.dtype[Any]:
        """Their kind."""
        kind: np.dtype[Any] = self._buffer.dtype
        return kind

    @property
    def nbytes(self) -> int:
        """What all of them take."""
        return int(self._buffer.nbytes)

    def __len__(self) -> int:
        return len(self._buffer)

    def __getitem__(self, part: slice) -> Numbers:
        with self._at_work():
            found: Numbers = self._device.download(self._buffer[part])
            return found

    def __setitem__(self, part: slice, values: Numbers) -> None:
        with self._at_work():
            self._device.fill(self._buffer[part], values)


class Store:
    """All that is learned, laid out as the engine of the cores lays it out."""

    def __init__(self, game: DeviceGame, *, compress: bool) -> None:
        self._game = game
        self._device = game.device
        self.compress = compress
        cells, scales = game.plan.cell_count, game.plan.scale_count
        kind = np.int16 if compress else np.float32
        self.arrays: dict[str, Buffer] = {}
        for name in NAMES[:2]:
            self.arrays[name] = self._device.zeros(cells, kind)
        if compress:
            for name in NAMES[2:]:
                self.arrays[name] = self._device.zeros(scales, np.float32)
        self._locks: dict[Where, NDArray[np.float32]] = {}
        self._locked: tuple[Buffer, Buffer] | None = None
        self._frozen: WeakSet[Store] = WeakSet()

    def fields(self) -> dict[str, int]:
        """The part of a kernel's arguments that is about it."""
        found = {name: self._device.address(one) for name, one in self.arrays.items()}
        if self._locked is not None:
            found["locked"], found["probability"] = map(self._device.address, self._locked)
        return found

    def frozen(self) -> Store:
        """The averages as they are now; this one goes on with a copy once it is told to part."""
        twin = Store.__new__(Store)
        twin.__dict__.update(self.__dict__)
        twin.arrays, twin._locks = dict(self.arrays), dict(self._locks)
        twin._frozen = WeakSet()
        self._frozen.add(twin)
        return twin

    def part(self) -> bool:
        """Leave the averages to those who still read them, and go on with a copy.

        Whether anybody does: without readers nothing is copied.
        """
        if not self._frozen:
            return False
        read = [name for name in ("averages", "average_scales") if name in self.arrays]
        # All or none: while there is no memory for the last, the first are still the readers'.
        self.arrays |= {name: self._device.copy(self.arrays[name]) for name in read}
        self._frozen.clear()
        return True

    @property
    def bytes(self) -> int:
        """Memory of the numbers."""
        return sum(int(one.nbytes) for one in self.arrays.values())

    def numbers(self, at_work: AtWork) -> dict[str, DeviceNumbers]:
        """All numbers, to be fetched and put by whoever may work there."""
        return {
            name: DeviceNumbers(self._device, one, at_work) for name, one in self.arrays.items()
        }

    def averages_at(self, where: Where, actions: int) -> NDArray[np.float32]:
        """Those of a node after a deal: (actions, padded hands)."""
        at, pad, scale = self._game.plan.cells(*where)
        part = self._device.download(self.arrays["averages"][at : at + actions * pad])
        found: NDArray[np.float32] = part.astype(np.float32).reshape(actions, pad)
        if self.compress:
            found *= self._device.download(self.arrays["average_scales"][scale : scale + 1])
        return found

    # Locks

    def lock(self, where: Where, places: NDArray[np.intp], shares: NDArray[np.float32]) -> None:
        """Let the hands at these places of a node play so: (actions, those hands)."""
        _, pad, _ = self._game.plan.cells(*where)
        table = np.full((len(shares), pad), _FREE, dtype=np.float32)
        table[:, places] = shares
        self._locks[where] = table
        self._upload_locks()
        self._write_lock(where)

    def unlock(self) -> None:
        """Free all hands."""
        self._locks.clear()
        self._locked = None

    def lock_at(self, where: Where) -> NDArray[np.float32] | None:
        """The probabilities at a node, below zero where a hand is free; None if all are."""
        return self._locks.get(where)

    def clear(self) -> None:
        """Forget all that was learned; locked hands go on as they were told."""
        for buffer in self.arrays.values():
            self._device.clear(buffer)
        for where in self._locks:
            self._write_lock(where)

    def _upload_locks(self) -> None:
        first = np.full(self._game.plan.scale_count, -1, dtype=np.int32)
        at = 0
        for where, table in self._locks.items():
            first[self._game.plan.cells(*where)[2]] = at
            at += table.size
        flat = np.concatenate([table.ravel() for table in self._locks.values()])
        self._locked = (self._device.upload(first), self._device.upload(flat))

    def _write_lock(self, where: Where) -> None:
        """Let regrets and averages of locked hands hold their probabilities.

        About as large as the node's other numbers, so that both survive one scale.
        """
        table = self._locks[where]
        at, pad, scale = self._game.plan.cells(*where)
        for name, scales in (("regrets", "regret_scales"), ("averages", "average_scales")):
            cells = self.arrays[name][at : at + len(table) * pad]
            now = self._device.download(cells).astype(np.float32).reshape(table.shape)
            if self.compress:
                kept = self._device.download(self.arrays[scales][scale : scale + 1])
                largest = np.where(table < 0, np.abs(now), 0).max() * kept
                one = np.where(largest > 0, kept, np.float32(1) / _LARGEST).astype(np.float32)
                self._device.fill(self.arrays[scales][scale : scale + 1], one)
                full = np.rint(table * np.float32(largest if largest > 0 else 1) / one)
                made = np.where(table < 0, now, full).astype(np.int16)
            else:
                made = np.where(table < 0, now, table).astype(np.float32)
            self._device.fill(cells, made.ravel())
