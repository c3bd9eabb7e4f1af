"""Reports of batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Query, Request, Response

from runout.web.answers_json import answer
from runout.web.batch_looks import BatchLook, beside, boards_of, hands_of, rules_of
from runout.web.calls import Calls
from runout.web.shapes import Anything, BatchesShape, KeptShape
from runout.web.studio_batches import BatchBoard, batch_board, batches, solution_file

if TYPE_CHECKING:
    from runout.web.studio import Studio

calls = Calls("/batches", about="batches")
Name = Annotated[str, Query(max_length=300)]
Condition = Annotated[str, Query(max_length=2000)]


def _studio(request: Request) -> Studio:
    studio: Studio = request.app.state.studio
    return studio


@calls.get("", response_model=BatchesShape)
def all_batches(request: Request) -> Response:
    """The batches in the folder ``batches`` of the library."""
    return answer({"batches": batches(_studio(request))})


def _look(
    batch_id: str,
    line: Annotated[str | None, Query(max_length=2000)] = None,
    spot: Name | None = None,
    filter: Condition = "",  # noqa: A002 - as it is called everywhere else
    hand: Name = "",
) -> BatchLook:
    return BatchLook(batch_id, line, spot or None, filter, hand)


Look = Annotated[BatchLook, Depends(_look)]


@calls.get("/{batch_id}/report", response_model=Anything)
def report(request: Request, look: Look, by: Name = "", sort: Name = "") -> Response:
    """A line of a batch: each board, or means by a texture, and over all; ``-`` turns the order."""
    return answer(boards_of(_studio(request), look, by, sort))


@calls.get("/{batch_id}/hands", response_model=Anything)
def hands(request: Request, look: Look, by: Name = "class", sort: Name = "") -> Response:
    """What is done with each hand: by ``class``, ``made`` hand, ``draw`` or both (``cross``)."""
    return answer(hands_of(_studio(request), look, by, sort))


@calls.get("/{batch_id}/rules", response_model=Anything)
def rules(
    request: Request,
    look: Look,
    depth: Annotated[int, Query(ge=0, le=3)] = 2,
    best: Name = "often",
) -> Response:
    """Simple rules: what to do after so many questions about the board, and what that costs."""
    return answer(rules_of(_studio(request), look, depth, best))


@calls.get("/{batch_id}/beside", response_model=Anything)
def side_by_side(request: Request, look: Look, other: Name, sort: Name = "") -> Response:
    """A line of two batches, on the boards that both have; ``change`` stands before columns."""
    return answer(beside(_studio(request), look, other, sort))


def _board(
    request: Request, batch_id: str, board: Name = "", spot: Name | None = None, key: Name = ""
) -> BatchBoard:
    return batch_board(_studio(request), batch_id, board, spot or None, key)


NamedBoard = Annotated[BatchBoard, Depends(_board)]


@calls.get("/{batch_id}/solution", response_model=KeptShape)
def solution(request: Request, found: NamedBoard) -> Response:
    """The solution of one board, which the calls of ``/solutions`` know by its id from now on."""
    library, path = _studio(request).library, solution_file(found)
    return answer(library.guest(path, found.batch).to_dict())


@calls.get("/{batch_id}/spot", response_model=Anything)
def spot(found: NamedBoard) -> Response:
    """The spot of one board, to be solved by itself."""
    from runout.solver.spot import Spot

    return answer({"spot": Spot.from_dict({**found.spot, "board": found.board}).to_dict()})
