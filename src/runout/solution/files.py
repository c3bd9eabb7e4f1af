"""The `.runout` file: a header as JSON, then arrays of numbers in compressed chunks.

Everything is little-endian. First come magic, format version, length of the header, checksum and
header; that much will be the same in every format. Each chunk is its length, its checksum and a
zstandard frame. The bytes of its numbers are stored by significance, all first bytes, then all
second ones: exponents are alike and compress, the rest of a float hardly does. Checksums are CRC-32
of what stands in the file, counted on from the number of the chunk, so that none can change places.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import numpy as np

from runout.errors import RunoutError
from runout.replacing import replacing_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Progress = Callable[[int, int], None]
    """Called with the bytes done and the bytes in all."""
    Numbers = NDArray[Any]

FORMAT = 1
_MAGIC = b"\x89RUNOUT\n"
_START = struct.Struct("<8sIII")
_CHUNK = struct.Struct("<II")
_CHUNK_BYTES = 1 << 22
_LEVEL = 1
_SLACK = 1 << 16  # a frame of numbers that do not compress is a little longer than they are

Task = TypeVar("Task")
Result = TypeVar("Result")


def looks_saved(start: bytes) -> bool:
    """Whether bytes are the start of a saved solution.

    >>> looks_saved(b'board = "Td9d6h"')
    False
    """
    return start.startswith(_MAGIC)


def write_file(
    path: Path,
    header: dict[str, Any],
    arrays: dict[str, Numbers],
    *,
    threads: int,
    progress: Progress | None = None,
) -> None:
    """Write a file in place of what was there, which stays if anything goes wrong."""
    listed = {name: [array.dtype.str, len(array)] for name, array in arrays.items()}
    header = {**header, "arrays": listed, "chunk_bytes": _CHUNK_BYTES}
    text = json.dumps(header, allow_nan=False).encode()
    total = sum(array.nbytes for array in arrays.values())
    done = 0
    with replacing_file(path, plain=True) as file:
        start = _START.pack(_MAGIC, FORMAT, len(text), 0)[:-4]
        file.write(start + struct.pack("<I", zlib.crc32(text, zlib.crc32(start))) + text)
        for packed, size in _in_order(
            _pack, enumerate(_chunks(arrays.values(), _CHUNK_BYTES)), threads
        ):
            file.write(packed)
            done += size
            if progress is not None:
                progress(done, total)


class RunoutFile:
    """An open file whose header has been read and checked."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file
        self.header = self._read_header()

    def _read_header(self) -> dict[str, Any]:
        start = self._file.read(_START.size)
        if start[: len(_MAGIC)] != _MAGIC[: len(start)] or not start:
            raise RunoutError(f"{self.path}: not a file of saved solutions")
        if len(start) < _START.size:
            raise self._cut_off()
        _, version, length, checksum = _START.unpack(start)
        text = self._file.read(min(length, self._bytes_left()))
        if zlib.crc32(text, zlib.crc32(start[:-4])) != checksum:
            raise self._cut_off() if len(text) < length else self.damaged("its header")
        header: dict[str, Any] = json.loads(text)
        if version > FORMAT:
            raise RunoutError(
                f"{self.path}: written by runout {header['version']}, format {version}; "
                f"this version reads formats up to {FORMAT}"
            )
        return header

    def read_arrays(
        self, arrays: dict[str, Numbers], *, threads: int, progress: Progress | None = None
    ) -> None:
        """Fill arrays of the very sizes that the header lists."""
        listed = {name: [array.dtype.str, len(array)] for name, array in arrays.items()}
        if listed != self.header["arrays"]:
            raise self.damaged("the sizes of its arrays")
        total = sum(array.nbytes for array in arrays.values())
        done = 0
        for size in _in_order(self._unpack, self._read_chunks(arrays.values()), threads):
            done += size
            if progress is not None:
                progress(done, total)
        if self._file.read(1):
            raise self.damaged("there is more after its end")

    @property
    def size(self) -> int:
        """Bytes of all numbers once they are read."""
        sizes = self.header["arrays"].values()
        return sum(np.dtype(kind).itemsize * count for kind, count in sizes)

    def new_arrays(self) -> dict[str, Numbers]:
        """Arrays as the header lists them."""
        return {
            name: np.empty(count, dtype=np.dtype(kind))
            for name, (kind, count) in self.header["arrays"].items()
        }

    def _read_chunks(self, arrays: Iterable[Numbers]) -> Iterator[tuple[int, bytes, int, Numbers]]:
        for number, target in enumerate(_chunks(arrays, self.header["chunk_bytes"])):
            start = self._file.read(_CHUNK.size)
            if len(start) < _CHUNK.size:
                raise self._cut_off()
            length, checksum = _CHUNK.unpack(start)
            if length > target.nbytes + _SLACK:
                raise self.damaged(f"chunk {number}")
            frame = self._file.read(length)
            if len(frame) < length:
                raise self._cut_off()
            yield number, frame, checksum, target

    def _unpack(self, task: tuple[int, bytes, int, Numbers]) -> int:
        import zstandard

        number, frame, checksum, target = task
        if zlib.crc32(frame, number) != checksum:
            raise self.damaged(f"chunk {number}")
        try:
            raw = zstandard.ZstdDecompressor().decompress(frame, max_output_size=target.nbytes)
        except zstandard.ZstdError as error:
            raise self.damaged(f"chunk {number}") from error
        if len(raw) != target.nbytes:
            raise self.damaged(f"chunk {number}")
        by_significance = np.frombuffer(raw, dtype=np.uint8).reshape(target.itemsize, -1)
        target.view(np.uint8).reshape(-1, target.itemsize)[...] = by_significance.T
        return target.nbytes

    def _bytes_left(self) -> int:
        return os.fstat(self._file.fileno()).st_size - self._file.tell()

    def _cut_off(self) -> RunoutError:
        return RunoutError(f"{self.path}: the file is cut off; save it again")

    def damaged(self, what: str) -> RunoutError:
        """The error for a file that is not as it was written."""
        return RunoutError(f"{self.path}: the file is damaged ({what})")


@contextmanager
def opened(path: Path) -> Iterator[RunoutFile]:
    """A file to read from."""
    with _named_errors(path, "cannot be loaded"), path.open("rb") as file:
        yield RunoutFile(path, file)


@contextmanager
def _named_errors(path: Path, what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RunoutError(f"{path}: {what}: {error.strerror or error}") from error


def _chunks(arrays: Iterable[Numbers], size: int) -> Iterator[Numbers]:
    """Slices of so many bytes of the arrays, one after the other."""
    for array in arrays:
        step = size // array.itemsize
        for first in range(0, len(array), step):
            yield array[first : first + step]


def _pack(task: tuple[int, Numbers]) -> tuple[bytes, int]:
    """A chunk as it stands in the file, and how many bytes of numbers it holds."""
    import zstandard

    number, values = task
    by_significance = values.view(np.uint8).reshape(-1, values.itemsize).T
    frame = zstandard.ZstdCompressor(level=_LEVEL).compress(by_significance.tobytes())
    return _CHUNK.pack(len(frame), zlib.crc32(frame, number)) + frame, values.nbytes


def _in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task], threads: int
) -> Iterator[Result]:
    """Results in the order of the tasks, of which only a few are under way at a time."""
    with ThreadPoolExecutor(threads) as pool:
        under_way: deque[Future[Result]] = deque()
        try:
            for task in tasks:
                under_way.append(pool.submit(work, task))
                if len(under_way) > 2 * threads:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        finally:
            for future in under_way:
                future.cancel()
