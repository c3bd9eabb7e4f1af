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
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, TypeVar

import numpy as np

from runout.byte_planes import all_within, join_bytes, split_bytes
from runout.errors import DamagedError, RunoutError
from runout.memory import room
from runout.reading import json_object, shown
from runout.replacing import replacing_file
from runout.solution.header import read_header, version_of
from runout.solver.spot import Spot
from runout.stored_numbers import slices
from runout.words import size_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from runout.memory import Room
    from runout.solution.header import Header
    from runout.stored_numbers import StoredNumbers

    Progress = Callable[[int, int], None]
    """Called with the bytes done and the bytes in all."""
    Numbers = NDArray[Any]

FORMAT = 1
_MAGIC = b"\x89RUNOUT\n"
START_BYTES = len(_MAGIC)
"""After so many it is known whether a file is one of ours."""
_START = struct.Struct("<8sIII")
_CHUNK = struct.Struct("<II")
_CHUNK_BYTES = 1 << 22
_PIECE = 1 << 20  # bytes that are summed at a time
_LEVEL = 1
_SLACK = 1 << 16  # a frame of numbers that do not compress is a little longer than they are
_FRAME_START = 18  # bytes in which a frame says how much it holds
_TIGHTEST = 1 << 15  # a frame takes four bytes at least for each block of 128 kB
_LONGEST_HEADER = 2**32 - 1
_HEADER_COPIES = 32  # bytes of memory that a byte of JSON may come to
_LARGEST = 1e25  # numbers of the engine are far below, and sums of such do not overflow

_LONGEST_SHOWN = 500  # characters of a name; longer ones are shortened

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
    arrays: Mapping[str, StoredNumbers],
    *,
    threads: int,
    progress: Progress | None = None,
) -> None:
    """Write a file in place of what was there, which stays if anything goes wrong."""
    with replacing_file(path, plain=True) as file:
        write_content(file, header, arrays, threads=threads, progress=progress)


def write_content(
    file: IO[bytes],
    header: dict[str, Any],
    arrays: Mapping[str, StoredNumbers],
    *,
    threads: int,
    progress: Progress | None = None,
) -> None:
    """Write what a file holds, chunk by chunk."""
    listed = {name: [array.dtype.str, len(array)] for name, array in arrays.items()}
    header = {**header, "arrays": listed, "chunk_bytes": _CHUNK_BYTES}
    text = _header_text(header)
    total = sum(array.nbytes for array in arrays.values())
    done = 0
    start = _START.pack(_MAGIC, FORMAT, len(text), 0)[:-4]
    file.write(start + struct.pack("<I", zlib.crc32(text, zlib.crc32(start))) + text)
    for packed, size in _in_order(_pack, enumerate(_chunks(arrays.values())), threads):
        file.write(packed)
        done += size
        if progress is not None:
            progress(done, total)


def _header_text(header: dict[str, Any]) -> bytes:
    """The header as it stands in the file, if it is one that can be read again."""
    try:
        text = json.dumps(header, allow_nan=False).encode()
        read_header(text)
    except ValueError as error:
        raise RunoutError(f"the solution cannot be saved: {error}") from error
    if len(text) > _LONGEST_HEADER:
        raise RunoutError(
            f"the solution cannot be saved: its locks take {len(text):,} bytes, "
            f"but there is room for {_LONGEST_HEADER:,}"
        )
    return text


@dataclass(frozen=True)
class _Chunk:
    """Some of the numbers as they stand in the file, and where they are to go."""

    number: int
    frame: bytes
    checksum: int
    array: StoredNumbers
    part: slice


class RunoutFile:
    """An open file whose header has been read and checked."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self._file = file
        self._end = file.seek(0, os.SEEK_END)
        file.seek(0)
        self.header = self._read_header()

    def _read_header(self) -> Header:
        start = self._file.read(_START.size)
        if start[: len(_MAGIC)] != _MAGIC[: len(start)] or not start:
            raise DamagedError(f"{self.path}: not a file of saved solutions")
        if len(start) < _START.size:
            raise self._cut_off()
        _, version, length, checksum = _START.unpack(start)
        refuse_without_memory(self.path, _HEADER_COPIES * min(length, self._bytes_left()))
        text = self._file.read(min(length, self._bytes_left()))
        if zlib.crc32(text, zlib.crc32(start[:-4])) != checksum:
            raise self._cut_off() if len(text) < length else self.damaged("its header")
        with self.header_errors():
            if version == FORMAT:
                return read_header(text)
            writer = version_of(json_object(text))
        raise RunoutError(
            f"{self.path}: written by runout {writer}, format {version}; "
            f"this version reads formats up to {FORMAT}"
        )

    @contextmanager
    def header_errors(self) -> Iterator[None]:
        """What is wrong with a field, as an error about this file."""
        try:
            yield
        except RunoutError as error:
            raise self.damaged(f"its header: {error}") from None

    def spot(self) -> Spot:
        """The spot that was solved."""
        with self.header_errors():
            return Spot.from_toml(self.header.spot + "\n")  # with a line's end: never a path

    @property
    def size(self) -> int:
        """Bytes of all numbers once they are read."""
        return sum(np.dtype(kind).itemsize * count for kind, count in self.header.arrays.values())

    def check_arrays(self, wanted: dict[str, tuple[str, int]]) -> None:
        """Refuse other arrays than these, and chunks that cannot hold them.

        There need be no memory for the numbers yet, and none of the file is read.
        """
        if list(self.header.arrays.items()) != list(wanted.items()):
            raise self.damaged("its header: arrays of other sizes than this spot has")
        start, number = self._file.tell(), 0
        for kind, count in wanted.values():
            item = np.dtype(kind).itemsize
            step = self.header.chunk_bytes // item
            for first in range(0, count, step):
                self._skip_chunk(number, item * min(step, count - first))
                number += 1
        if self._bytes_left():
            raise self.damaged("there is more after its end")
        self._file.seek(start)

    def _skip_chunk(self, number: int, size: int) -> None:
        """Go past a chunk that is to hold so many bytes of numbers, if it can."""
        import zstandard

        length, _ = self._read_chunk_start(number, size)
        frame = self._file.read(min(length, _FRAME_START))
        if self._bytes_left() < length - len(frame):
            raise self._cut_off()
        try:
            content = zstandard.frame_content_size(frame)
        except zstandard.ZstdError as error:
            raise self.damaged(f"chunk {number}") from error
        # A frame that claims more would be unpacked all the same; no frame can hold more than this.
        if content != size or length * _TIGHTEST < size:
            raise self.damaged(f"chunk {number}")
        self._file.seek(length - len(frame), os.SEEK_CUR)

    def check_sums(self) -> None:
        """Refuse chunks that are not as they were written; none is unpacked, and little is held."""
        start, number = self._file.tell(), 0
        while self._bytes_left():
            length, checksum = self._read_chunk_start(number, self._bytes_left())
            total = number
            while length:
                piece = self._file.read(min(length, _PIECE))
                if not piece:
                    raise self._cut_off()
                total, length = zlib.crc32(piece, total), length - len(piece)
            if total != checksum:
                raise self.damaged(f"chunk {number}")
            number += 1
        self._file.seek(start)

    def read_arrays(
        self,
        arrays: Mapping[str, StoredNumbers],
        *,
        threads: int,
        progress: Progress | None = None,
    ) -> None:
        """Fill arrays that have been checked to be of the sizes that the header lists."""
        total = sum(array.nbytes for array in arrays.values())
        done = 0
        for size in _in_order(self._unpack, self._read_chunks(arrays.values()), threads):
            done += size
            if progress is not None:
                progress(done, total)

    def _read_chunk_start(self, number: int, size: int) -> tuple[int, int]:
        """Length and checksum of a chunk of so many bytes of numbers."""
        start = self._file.read(_CHUNK.size)
        if len(start) < _CHUNK.size:
            raise self._cut_off()
        length, checksum = _CHUNK.unpack(start)
        if length > size + _SLACK:
            raise self.damaged(f"chunk {number}")
        return length, checksum

    def _read_chunks(self, arrays: Iterable[StoredNumbers]) -> Iterator[_Chunk]:
        size = self.header.chunk_bytes
        places = ((array, part) for array in arrays for part in slices(array, size))
        for number, (array, part) in enumerate(places):
            wanted = (part.stop - part.start) * array.dtype.itemsize
            length, checksum = self._read_chunk_start(number, wanted)
            frame = self._file.read(length)
            if len(frame) < length:
                raise self._cut_off()
            yield _Chunk(number, frame, checksum, array, part)

    def _unpack(self, chunk: _Chunk) -> int:
        array, part = chunk.array, chunk.part
        if isinstance(array, np.ndarray):
            return self._join(chunk, array[part])
        values = np.empty(part.stop - part.start, array.dtype)
        size = self._join(chunk, values)
        array[part] = values
        return size

    def _join(self, chunk: _Chunk, target: Numbers) -> int:
        """Write what a chunk holds, if it is as it was written; the bytes of it."""
        import zstandard

        number, frame, checksum = chunk.number, chunk.frame, chunk.checksum
        if zlib.crc32(frame, number) != checksum:
            raise self.damaged(f"chunk {number}")
        try:
            if zstandard.frame_content_size(frame) != target.nbytes:  # else it would be obeyed
                raise self.damaged(f"chunk {number}")
            raw = zstandard.ZstdDecompressor().decompress(frame, allow_extra_data=False)
        except zstandard.ZstdError as error:
            raise self.damaged(f"chunk {number}") from error
        join_bytes(raw, target.itemsize, target.view(np.uint8))
        if target.dtype == np.float32 and not all_within(target, _LARGEST):
            raise self.damaged(f"chunk {number}: its numbers")
        return target.nbytes

    def _bytes_left(self) -> int:
        return self._end - self._file.tell()

    def _cut_off(self) -> DamagedError:
        return DamagedError(f"{self.path}: the file is cut off; save it again")

    def damaged(self, what: str) -> DamagedError:
        """The error for a file that is not as it was written."""
        return DamagedError(f"{self.path}: the file is damaged ({what})")


@contextmanager
def opened(path: Path) -> Iterator[RunoutFile]:
    """A file to read from."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):  # a pipe would keep us waiting
            raise RunoutError(f"{path}: cannot be loaded: it is no ordinary file")
        with path.open("rb") as file:
            yield RunoutFile(path, file)
    except BrokenPipeError:  # of somebody who was told of the progress
        raise
    except OSError as error:
        named = str(path) if len(str(path)) <= _LONGEST_SHOWN else shown(path)
        raise RunoutError(f"{named}: cannot be loaded: {error.strerror or error}") from error
    except UnicodeEncodeError as error:
        raise RunoutError(f"file {shown(path)}: not the name of a file") from error


def refuse_without_memory(
    path: Path, needed: int, most: Room | None = None, *, help_: str = ""
) -> None:
    """Raise if what a file holds does not fit into memory: that of this machine, or another."""
    most = most or room()
    if needed > most.bytes:
        raise RunoutError(f"{path}: loading it needs {size_text(needed)}, but {most}{help_}")


def _chunks(arrays: Iterable[StoredNumbers]) -> Iterator[Numbers]:
    """The arrays in parts of a chunk, each brought here when its turn comes."""
    for array in arrays:
        for part in slices(array, _CHUNK_BYTES):
            yield array[part]


def _pack(task: tuple[int, Numbers]) -> tuple[bytes, int]:
    """A chunk as it stands in the file, and how many bytes of numbers it holds."""
    import zstandard

    number, values = task
    by_significance = split_bytes(values.view(np.uint8), values.itemsize)
    frame = zstandard.ZstdCompressor(level=_LEVEL).compress(by_significance)
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
