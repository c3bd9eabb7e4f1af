"""Reports of batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import Query, Request, Response

from runout.web.answers_json import answer
from runout.web.calls import Calls
from runout.web.shapes import Anything, BatchesShape, KeptShape

if TYPE_CHECKING:
    from runout.web.studio import Studio

calls = Calls("/batches", about="batches")
Name = Annotated[str, Query(max_length=300)]


def _studio(request: Request) -> Studio:
    studio: Studio = request.app.state.studio
    return studio


@calls.get("", response_model=BatchesShape)
def all_batches(request: Request) -> Response:
    """The batches in the folder ``batches`` of the library."""
    from runout.web.studio_batches import batches

    return answer({"batches": batches(_studio(request))})


@calls.get("/{batch_id}/report", response_model=Anything)
def report(
    request: Request,
    batch_id: str,
    line: Annotated[str | None, Query(max_length=2000)] = None,
    spot: Name | None = None,
    by: Name | None = None,
    sort: Name | None = None,
) -> Response:
    """A line of a batch: each board, means by a texture, and over all; ``-`` turns the order."""
    from runout.web.studio_batches import batch_report

    found = batch_report(_studio(request), batch_id, line=line, spot=spot, by=by, sort=sort)
    return answer(found)


@calls.get("/{batch_id}/solution", response_model=KeptShape)
def solution(request: Request, batch_id: str, board: Name, spot: Name | None = None) -> Response:
    """The solution of one board, which the calls of ``/solutions`` know by its id from now on."""
    from runout.web.studio_batches import board_solution

    studio = _studio(request)
    path = board_solution(studio, batch_id, board, spot)
    return answer(studio.library.guest(path, f"{batch_id} {board}").to_dict())
