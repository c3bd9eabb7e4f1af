"""The library, and looks into its solutions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import Query, Request, Response
from fastapi.concurrency import run_in_threadpool

from runout.errors import RunoutError
from runout.web.answers_json import Packed, answer, mark, unchanged
from runout.web.bodies import Id, LineText, LocksBody, SolutionChange
from runout.web.calls import Calls
from runout.web.kept_solution import locks_version
from runout.web.problems import FieldError
from runout.web.shapes import (
    OR_A_JOB,
    Anything,
    CardsShape,
    KeptList,
    KeptShape,
    LocksShape,
    NodeRangeShape,
    NodeShape,
    SolutionShape,
)
from runout.web.studio_jobs import LONG
from runout.web.waiting import in_turn

if TYPE_CHECKING:
    from runout.web.studio import Studio

calls = Calls(about="solutions")
PlayerName = Literal["oop", "ip"]
LineQuery = Annotated[LineText, Query()]
OR_THE_SAME: dict[int | str, dict[str, Any]] = {
    **OR_A_JOB,
    304: {"description": "The same as before, by its ETag."},
}


def _studio(request: Request) -> Studio:
    studio: Studio = request.app.state.studio
    return studio


@calls.get("/solutions", response_model=KeptList)
def solutions(
    request: Request,
    search: Annotated[str, Query(max_length=500)] = "",
    sort: Annotated[str, Query(max_length=50)] = "-changed",
    tag: Annotated[str, Query(max_length=200)] = "",
    deleted: bool = False,
) -> Response:
    """Solutions that hold all words of a text, have a tag, in an order; or those deleted."""
    library = _studio(request).library
    found = library.found(search, sort, tag, deleted=deleted)
    return answer({"solutions": [kept.to_dict() for kept in found], "tags": library.tags()})


@calls.post(
    "/solutions",
    response_model=KeptShape,
    status_code=201,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
            },
        }
    },
)
async def upload(request: Request, name: Annotated[str, Query(max_length=200)] = "") -> Response:
    """Take a ``.runout`` file in, sent as it is; it is checked before it is kept."""
    from runout.web.uploads import taken_in

    kept = await taken_in(request, _studio(request), name)
    return answer(kept.to_dict(), 201, Location=f"/api/v1/solutions/{kept.id}")


@calls.get("/solutions/{solution_id}", response_model=SolutionShape)
async def solution(request: Request, solution_id: Id) -> Response:
    """A solution with its spot, its summary and how its exploitability fell."""
    return await in_turn(solution_id, partial(_solution, _studio(request), solution_id))


def _solution(studio: Studio, solution_id: str) -> Response:
    kept = studio.library.get(solution_id)
    opened = studio.open.get(solution_id).solution
    locks = list(studio.library.note(solution_id).locks)
    return answer(
        kept.to_dict()
        | {
            "spot": opened.spot.to_dict(),
            "summary": opened.summary().to_dict(),
            "curve": opened.history.curve,
            "next_locks": locks,
            "locks_version": locks_version(locks),
        }
    )


@calls.patch("/solutions/{solution_id}", response_model=KeptShape)
def change(request: Request, solution_id: Id, body: SolutionChange) -> Response:
    """Rename it, or tag it."""
    library = _studio(request).library
    return answer(library.change(solution_id, name=body.name, tags=body.tags).to_dict())


@calls.delete("/solutions/{solution_id}", response_model=KeptShape)
def delete(request: Request, solution_id: Id) -> Response:
    """Put it away; ``restore`` brings it back."""
    studio = _studio(request)
    studio.jobs.check_unused(solution_id)
    deleted = studio.library.delete(solution_id)
    studio.open.drop(solution_id)
    return answer(deleted.to_dict())


@calls.post("/solutions/{solution_id}/restore", response_model=KeptShape)
def restore(request: Request, solution_id: Id) -> Response:
    """Bring a deleted one back."""
    return answer(_studio(request).library.restore(solution_id).to_dict())


@calls.post("/solutions/{solution_id}/duplicate", response_model=KeptShape, status_code=201)
def duplicate(request: Request, solution_id: Id) -> Response:
    """A copy with a name of its own."""
    return answer(_studio(request).library.duplicate(solution_id).to_dict(), 201)


@calls.put("/solutions/{solution_id}/locks", response_model=LocksShape)
def locks(request: Request, solution_id: Id, body: LocksBody) -> Response:
    """All locks that the next ``resolve`` is to have; an empty list frees every hand.

    With a `version`, locks that somebody else has kept since stay, and are in the refusal (412).
    """
    from runout.solver.lock import locks_given, settled

    studio = _studio(request)
    spot = studio.open.get(solution_id).solution.spot
    try:
        found = settled(spot, locks_given(body.locks))
    except RunoutError as error:
        raise FieldError("locks", error) from None
    data = [lock.to_dict() for lock in found]
    studio.library.change(solution_id, locks=data, since=body.version)
    return answer({"locks": data, "version": locks_version(data)})


@calls.get(
    "/solutions/{solution_id}/export",
    head=False,  # it would be written, or queued, for nobody
    response_class=Response,
    responses={
        200: {"content": {"application/octet-stream": {"schema": {"type": "string"}}}},
        202: OR_A_JOB[202],
    },
)
async def export_file(
    request: Request,
    solution_id: Id,
    format: Literal["full", "small", "json", "parquet", "html"] = "full",  # noqa: A002 - as it is called outside
    depth: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """A file: whole, small, JSON or Parquet of a street, or a page of steps or a street."""
    from runout.web.downloads import written

    studio = _studio(request)
    asked = {"solution": solution_id, "format": format, "depth": depth}
    seconds = await run_in_threadpool(_export_seconds, studio, asked)
    if seconds > LONG:
        name = studio.library.get(solution_id).name
        job = studio.later("export", f"{format} of {name[:150]}", asked)
        return answer(job.to_dict(), 202, Location=f"/api/v1/jobs/{job.id}")
    return await written(request, studio, asked)


def _export_seconds(studio: Studio, asked: dict[str, str]) -> float:
    from runout.web.solution_export import check_export, export_seconds

    given = asked["solution"], asked["format"], asked["depth"]
    check_export(studio, *given)
    return export_seconds(studio, *given)


async def _looked(request: Request, what: str, ids: tuple[str, ...], **asked: Any) -> Response:  # noqa: ANN401
    """A look, from what was sent before if nothing has changed, in the queue if it takes long."""
    return await in_turn(ids[0], partial(_look, request, what, ids, asked))


def _look(request: Request, what: str, ids: tuple[str, ...], asked: dict[str, Any]) -> Response:
    from runout.web.solution_looks import expected_seconds, look

    studio = _studio(request)
    marks = [studio.open.get(identity).mark for identity in ids]
    etag = mark(what, ids, marks, sorted(asked.items()))
    if same := unchanged(request, etag):
        return same
    known = etag in studio.open.answers
    if not known and sum(expected_seconds(studio, what, one) for one in ids) > LONG:
        name = studio.library.get(ids[0]).name
        job = studio.later("question", f"{what} of {name[:150]}", {"what": what, **asked})
        return answer(job.to_dict(), 202, Location=f"/api/v1/jobs/{job.id}")
    return studio.open.packed(etag, lambda: Packed(look(studio, what, asked), etag)).response(
        request
    )


@calls.get("/solutions/{solution_id}/node", response_model=NodeShape, responses=OR_THE_SAME)
async def node(request: Request, solution_id: Id, line: LineQuery = "") -> Response:
    """A node: all hands of both players by column, actions, the decisions so far, warnings."""
    return await _looked(request, "node", (solution_id,), id=solution_id, line=line)


@calls.get("/solutions/{solution_id}/cards", response_model=CardsShape, responses=OR_THE_SAME)
async def cards(request: Request, solution_id: Id, line: LineQuery = "") -> Response:
    """Every next card, after checks and calls from there."""
    return await _looked(request, "cards", (solution_id,), id=solution_id, line=line)


@calls.get("/solutions/{solution_id}/breakdown", response_model=Anything, responses=OR_THE_SAME)
async def breakdown(
    request: Request,
    solution_id: Id,
    line: LineQuery = "",
    by: Literal["made", "draw", "suit", "cross"] = "made",
    player: PlayerName | None = None,
    filter: Annotated[str, Query(max_length=2000)] = "",  # noqa: A002 - as it is called outside
) -> Response:
    """What a player's hands are, do and are worth, by what they are on the board."""
    asked = {"id": solution_id, "line": line, "by": by, "player": player, "filter": filter or None}
    return await _looked(request, "breakdown", (solution_id,), **asked)


@calls.get("/solutions/{solution_id}/distribution", response_model=Anything, responses=OR_THE_SAME)
async def distribution(request: Request, solution_id: Id, line: LineQuery = "") -> Response:
    """Both ranges: equity curves, buckets, percentiles and nutted hands."""
    return await _looked(request, "distribution", (solution_id,), id=solution_id, line=line)


@calls.get("/solutions/{solution_id}/range", response_model=NodeRangeShape, responses=OR_THE_SAME)
async def range_text(
    request: Request,
    solution_id: Id,
    line: LineQuery = "",
    player: PlayerName | None = None,
    notation: Annotated[str, Query(max_length=20)] = "text",
    min_weight: Annotated[float, Query(ge=0, le=1, allow_inf_nan=False)] = 0.0,
) -> Response:
    """A player's range there, in the notation of a program: text, pio, gtoplus or weights."""
    asked: dict[str, Any] = {"id": solution_id, "line": line, "player": player}
    asked |= {"notation": notation, "min_weight": min_weight}
    return await _looked(request, "range", (solution_id,), **asked)


@calls.get("/compare", response_model=Anything, responses=OR_THE_SAME)
async def compare(
    request: Request,
    a: Id,
    b: Id,
    line: LineQuery = "",
    other_line: Annotated[LineText | None, Query()] = None,
    player: PlayerName | None = None,
) -> Response:
    """Two nodes of two solutions, or of one: what both players get, and what hands do."""
    asked = {"a": a, "b": b, "line": line, "other_line": other_line, "player": player}
    return await _looked(request, "compare", (a, b), **asked)
