"""Equities: at once, by next card, as a stream, or as a job where they take long."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fastapi import Request, Response
from fastapi.concurrency import run_in_threadpool

from runout.job import Job
from runout.web.answers_json import answer
from runout.web.bodies import EquityBody
from runout.web.calls import Calls
from runout.web.event_stream import EVENT_CONTENT, EventResponse, line_of
from runout.web.problems import of_any
from runout.web.shapes import OR_A_JOB, EquityShape, NextCardsShape
from runout.web.studio_jobs import LONG, plain_progress
from runout.web.waiting import until_done

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from runout.job import AnyJob
    from runout.web.equity_question import EquityQuestion
    from runout.web.studio import Studio

calls = Calls("/equity", about="equity")


@calls.post("", response_model=EquityShape, responses=OR_A_JOB)
async def equity(request: Request, body: EquityBody) -> Response:
    """Everyone's equity: exact if that is quick, else by random deals."""
    return await _answered(request, _question(body))


@calls.post("/next-cards", response_model=NextCardsShape, responses=OR_A_JOB)
async def next_cards(request: Request, body: EquityBody) -> Response:
    """Everyone's equity after each card that can come next."""
    return await _answered(request, _question(body, next_cards=True))


def _question(body: EquityBody, *, next_cards: bool = False) -> EquityQuestion:
    from runout.web.equity_question import EquityQuestion

    return EquityQuestion(**body.model_dump(), next_cards=next_cards)


async def _answered(request: Request, question: EquityQuestion) -> Response:
    """Answer here while somebody waits for it; if it takes long, in the queue."""
    if later := await _queued(request, question):
        return later
    return answer(await until_done(request, Job(_run, question)))


async def _queued(request: Request, question: EquityQuestion) -> Response | None:
    """The job of a question that takes long; None if it can be waited for."""
    if await run_in_threadpool(_expected, question) <= LONG:
        return None
    studio: Studio = request.app.state.studio
    job = studio.later("equity", " v ".join(question.players)[:200], vars(question))
    return answer(job.to_dict(), 202, Location=f"/api/v1/jobs/{job.id}")


def _expected(question: EquityQuestion) -> float:
    return question.expected_seconds(question.check())


def _run(question: EquityQuestion, *, job: AnyJob) -> dict[str, Any]:
    return question.answered(job=job).to_dict()


@calls.post(
    "/stream",
    response_class=Response,
    responses={200: {"content": EVENT_CONTENT}, **OR_A_JOB},
)
async def stream(request: Request, body: EquityBody) -> Response:
    """The same as events: ``progress`` while the error shrinks, then ``result`` or ``problem``.

    Closing the stream stops the work. What takes long is a job here, too, with events of its own.
    """
    question = _question(body)
    if later := await _queued(request, question):
        return later
    studio: Studio = request.app.state.studio
    job: AnyJob = Job(_run, question)

    async def lines() -> AsyncIterator[bytes]:
        shown: object = None
        job.start()
        try:
            while not job.done and not studio.events.closed:
                await asyncio.sleep(0.05)
                if job.progress is not None and job.progress is not shown:
                    shown = job.progress
                    yield line_of("progress", plain_progress(shown))
                if await request.is_disconnected():
                    return
            if job.done:
                yield _last(job)
        finally:
            job.stop()

    return EventResponse(lines(), studio.events)


def _last(job: AnyJob) -> bytes:
    error = job.exception(0)
    if error is None:
        return line_of("result", job.result(0))
    return line_of("problem", of_any(error))
