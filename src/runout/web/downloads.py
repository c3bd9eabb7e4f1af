"""Files that are sent to be saved."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import FileResponse

from runout.job import Job
from runout.web.problems import ProblemError, refusal
from runout.web.waiting import until_done

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

    from runout.job import AnyJob
    from runout.web.studio import Studio
    from runout.web.studio_jobs import StudioJob

_BINARY = "application/octet-stream"
_RANGES = re.compile(r"bytes=\s*(?:[0-9]{1,18}-(?:[0-9]{1,18})?|-[0-9]{1,18})\s*", re.IGNORECASE)
"""Of a ``Range`` header: one part, as programs that go on with a download ask for it."""


class SentFile(FileResponse):
    """A file, or a part of it; one that was written for this answer alone is then removed."""

    def __init__(self, path: Path, name: str, *, once: bool) -> None:
        self._file = path
        self._once = once
        super().__init__(path, media_type=_BINARY, filename=name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, to its end or as far as somebody takes it."""
        try:
            size = self._file.stat().st_size
            asked = Headers(scope=scope)
            part = asked.get("range", "")
            is_within = _is_part(part) and _is_within(part, size)
            # What is not understood is passed over, and what is asked of an older file (RFC 9110).
            if not _is_part(part) or (not is_within and "if-range" in asked):
                scope = _whole(scope)
            elif not is_within:
                there = {"Content-Range": f"bytes */{size}"}
                refused = refusal(416, f"range: the file has {size:,} bytes", headers=there)
                await refused(scope, receive, send)
                return
            await super().__call__(scope, receive, send)
        finally:
            if self._once:
                self._file.unlink(missing_ok=True)


def _is_part(text: str) -> bool:
    """Whether a ``Range`` header asks for one part, from a place to one that is not before it."""
    if _RANGES.fullmatch(text) is None:
        return False
    first, _, last = text.partition("=")[2].strip().partition("-")
    return not (first and last) or int(first) <= int(last)


def _is_within(text: str, size: int) -> bool:
    first, _, last = text.partition("=")[2].strip().partition("-")
    return int(first) < size if first else int(last) > 0 and size > 0


def _whole(scope: Scope) -> Scope:
    """The same call for all of a file."""
    return {**scope, "headers": [one for one in scope["headers"] if one[0].lower() != b"range"]}


async def written(request: Request, studio: Studio, asked: dict[str, str]) -> Response:
    """An export that is written while somebody waits, and removed when it is sent."""
    target = studio.jobs.output(f"export-{secrets.token_hex(8)}")

    def work(*, job: AnyJob) -> dict[str, object]:
        from runout.web.solution_export import export_result

        try:
            result = export_result(studio, dict(asked), target, job)
            job.check("export")  # whoever has gone meanwhile removes nothing any more
        except BaseException:
            target.unlink(missing_ok=True)
            raise
        return result

    job: AnyJob = Job(work)
    try:
        result = await until_done(request, job)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    return SentFile(target, str(result["name"]), once=True)


def exported(job: StudioJob, path: Path) -> Response:
    """What an export that has ended wrote."""
    if job.kind != "export" or job.result is None or not path.is_file():
        raise ProblemError(404, f"job {job.name!r}: it has written no file")
    return SentFile(path, str(job.result["name"]), once=False)
