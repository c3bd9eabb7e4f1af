"""Files that are sent to be saved."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from starlette.background import BackgroundTask
from starlette.responses import FileResponse

from runout.job import Job
from runout.web.problems import ProblemError
from runout.web.waiting import until_done

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from runout.job import AnyJob
    from runout.web.studio import Studio
    from runout.web.studio_jobs import StudioJob

_BINARY = "application/octet-stream"


async def written(request: Request, studio: Studio, asked: dict[str, str]) -> Response:
    """An export that is written while somebody waits, and removed when it is sent."""
    target = studio.jobs.output(f"export-{secrets.token_hex(8)}")

    def work(*, job: AnyJob) -> dict[str, object]:
        from runout.web.solution_export import export_result

        try:
            return export_result(studio, dict(asked), target, job)
        except BaseException:
            target.unlink(missing_ok=True)
            raise

    job: AnyJob = Job(work)
    try:
        result = await until_done(request, job)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    gone = BackgroundTask(target.unlink, missing_ok=True)
    return FileResponse(target, media_type=_BINARY, filename=result["name"], background=gone)


def exported(job: StudioJob, path: Path) -> Response:
    """What an export that has ended wrote."""
    if job.kind != "export" or job.result is None or not path.is_file():
        raise ProblemError(404, f"job {job.name!r}: it has written no file")
    return FileResponse(path, media_type=_BINARY, filename=str(job.result["name"]))
