"""Files that are sent: written piece by piece, checked, and only then part of the library."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool

from runout.errors import RunoutError
from runout.replacing import replacing
from runout.solution.files import START_BYTES, looks_saved, opened
from runout.solution.saving import check_file
from runout.web.kept_solution import Note
from runout.web.problems import FieldError, ProblemError, without_path
from runout.web.solution_notes import checked_title

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request

    from runout.web.kept_solution import Kept
    from runout.web.studio import Studio

_SPARE = 1_000_000_000  # bytes of a disk that stay free


async def taken_in(request: Request, studio: Studio, name: str) -> Kept:
    """A solution from the body of a call."""
    title = checked_title(name) if name.strip() else ""
    path = studio.library.new_path()
    announced = int(request.headers.get("content-length") or 0)
    _check_disk(path, announced)
    with replacing(path) as partial:
        await _written(request, partial)
        try:
            with without_path(partial, "the file"):
                board = await run_in_threadpool(_checked, partial)
        except RunoutError as error:
            raise FieldError("file", error) from None
    return await run_in_threadpool(studio.library.added, path, Note(title or board))


async def _written(request: Request, partial: Path) -> None:
    size, start = 0, b""
    with partial.open("wb") as file:
        async for piece in request.stream():
            if len(start) < START_BYTES:  # however small the pieces are that it comes in
                start += piece[:START_BYTES]
                _check_start(start, is_all=False)
            size += len(piece)
            if len(piece) > 1 << 16 or size % (1 << 24) < len(piece):
                _check_disk(partial, len(piece))
            await run_in_threadpool(file.write, piece)
    _check_start(start, is_all=True)


def _check_start(start: bytes, *, is_all: bool) -> None:
    """Refuse what does not begin as a solution does, as soon as that is known."""
    if is_all and not start:
        raise ProblemError(422, "file: it is empty", field="file", allowed=".runout")
    if (is_all or len(start) >= START_BYTES) and not looks_saved(start):
        raise ProblemError(
            422, "file: not a file of saved solutions", field="file", allowed=".runout"
        )


def _check_disk(path: Path, needed: int) -> None:
    free = shutil.disk_usage(path.parent).free
    if needed + _SPARE > free:
        raise ProblemError(507, f"file: {needed:,} bytes, but the disk has {free:,} left")


def _checked(path: Path) -> str:
    """Check all of it without holding it in memory; the board it is on."""
    with opened(path) as file:
        check_file(file)
        return str(file.spot().board)
