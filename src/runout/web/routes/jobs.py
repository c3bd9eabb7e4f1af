"""Jobs: what takes long, and how it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import Request, Response

from runout.web.answers_json import answer
from runout.web.bodies import Id, JobBody
from runout.web.calls import Calls
from runout.web.downloads import exported
from runout.web.event_stream import EVENT_CONTENT, job_stream
from runout.web.shapes import JobShape, JobsShape

if TYPE_CHECKING:
    from runout.web.studio import Studio

calls = Calls(about="jobs")
EVENTS: dict[int | str, dict[str, Any]] = {200: {"content": EVENT_CONTENT}}


def _studio(request: Request) -> Studio:
    studio: Studio = request.app.state.studio
    return studio


@calls.get("/jobs", response_model=JobsShape)
def jobs(request: Request) -> Response:
    """All jobs, the newest first; of large results what is short, ``/jobs/ID`` has them whole."""
    return answer({"jobs": [job.to_dict() for job in _studio(request).jobs.all()]})


@calls.post("/jobs", response_model=JobShape, status_code=202)
def add(request: Request, body: JobBody) -> Response:
    """Queue a solve, a resume, a solve around locks, an equity, a simulation or a batch."""
    from runout.web.job_asking import asked_job

    job = asked_job(_studio(request), body)
    return answer(job.to_dict(), 202, Location=f"/api/v1/jobs/{job.id}")


@calls.get("/jobs/{job_id}", response_model=JobShape)
def one(request: Request, job_id: Id) -> Response:
    """One job, with all of its result."""
    return answer(_studio(request).jobs.whole(job_id))


@calls.post("/jobs/{job_id}/stop", response_model=JobShape)
def stop(request: Request, job_id: Id) -> Response:
    """Ask a job to end; what there is is kept."""
    return answer(_studio(request).jobs.stop(job_id).to_dict())


@calls.post("/jobs/{job_id}/continue", response_model=JobShape)
def go_on(request: Request, job_id: Id) -> Response:
    """Queue a job again that was stopped or interrupted; a solve goes on where it was."""
    return answer(_studio(request).jobs.go_on(job_id).to_dict())


@calls.delete("/jobs/{job_id}", status_code=204)
def delete(request: Request, job_id: Id) -> Response:
    """Forget a job that does not run; its solution stays."""
    _studio(request).jobs.delete(job_id)
    return Response(status_code=204)


@calls.get(
    "/jobs/{job_id}/file",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {"schema": {"type": "string"}}}}},
)
def file(request: Request, job_id: Id) -> Response:
    """The file that an export has written."""
    jobs = _studio(request).jobs
    return exported(jobs.get(job_id), jobs.output(job_id))


@calls.get("/jobs/{job_id}/events", head=False, response_class=Response, responses=EVENTS)
async def job_events(request: Request, job_id: Id) -> Response:
    """What happens to a job: ``job`` as the list has it, ``progress``, ``gone``.

    The last event's id, sent as ``Last-Event-ID``, takes it up where it broke.
    """
    studio = _studio(request)
    job = studio.jobs.get(job_id)
    return job_stream(request, studio.events, lambda: [job], job_id)


@calls.get("/events", head=False, response_class=Response, responses=EVENTS)
async def events(request: Request) -> Response:
    """What happens to all jobs."""
    studio = _studio(request)
    return job_stream(request, studio.events, lambda: studio.jobs.all()[::-1])
