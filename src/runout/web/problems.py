"""What is wrong with a call, as ``application/problem+json``: which field, where in it, and why."""

from __future__ import annotations

import errno
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from runout.errors import NotationError, RunoutError, Span, StoppedError
from runout.web.answers_json import to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from fastapi import FastAPI
    from starlette.requests import Request

_SHOWN = 199  # characters of a path that errors show
PROBLEM = "application/problem+json"
_TITLES = {
    400: "not understood",
    401: "the link with the token is needed",
    403: "not from here",
    404: "not found",
    405: "not that way",
    409: "not now",
    412: "changed meanwhile",
    413: "too large",
    415: "not that kind",
    422: "a question without an answer",
    429: "too many streams",
    500: "a fault of the server",
    503: "not at the moment",
    507: "not enough room",
}
_FIELD = re.compile(r"([A-Za-z][\w.-]*)(?= ['\"\[{\-\d@]|:)")
_FULL = (errno.ENOSPC, errno.EDQUOT)
_NO_JSON = "json_invalid"
_NOT_READ = "body: JSON nested too deep, or with a number too long, or cut off"
_NOT_TEXT = "body: not text in UTF-8"
_OF_ERROR = {"time_limit": "seconds", "cards": "board"}


class ProblemError(Exception):
    """A call that is refused: what HTTP calls it, and what to tell."""

    def __init__(self, status: int, detail: str, **more: object) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.more = more
        """Such as the `estimate` of what is too large."""


class FieldError(RunoutError):
    """An error in one field of a call, whose name the caller knows better than the error."""

    def __init__(self, field: str, error: RunoutError) -> None:
        super().__init__(str(error))
        self.field = field
        self.error = error


@contextmanager
def without_path(path: Path, name: str) -> Iterator[None]:
    """Errors about a file call it by this name: where it lies is nobody's business."""
    try:
        yield
    except RunoutError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise ProblemError(404, f"{name}: somebody has removed it just now") from None
        said = str(error)
        for place in (str(path), str(path)[:_SHOWN]):  # long ones are shortened
            said = said.replace(place, name)
        if said == str(error):
            raise
        raise (StoppedError if isinstance(error, StoppedError) else RunoutError)(said) from None


def problem(status: int, detail: str, **more: object) -> dict[str, Any]:
    """A problem as plain data; its field is what the detail begins with unless it is given."""
    data: dict[str, Any] = {
        "type": "about:blank",
        "title": _TITLES.get(status, "refused"),
        "status": status,
        "detail": detail,
    }
    if status < 500 and (found := _FIELD.match(detail)):
        data["field"] = _OF_ERROR.get(found[1], found[1])
        data["allowed"] = detail.partition(": ")[2] or detail
    return data | {name: value for name, value in more.items() if value is not None}


def of_error(error: RunoutError, status: int = 422) -> dict[str, Any]:
    """An error of the house as a problem: its field, the span in its text, what is allowed."""
    field = None
    if isinstance(error, FieldError):
        field, error = error.field, error.error
    message = str(error)
    first = message.splitlines()[0] if message else "no reason is known"
    if isinstance(error, StoppedError):
        status = 409
    if isinstance(error.__cause__, OSError):  # no fault of who asks
        status = 507 if error.__cause__.errno in _FULL else 503
    if isinstance(error, NotationError):
        return problem(
            status,
            first,
            field=field or _OF_ERROR.get(error.kind, error.kind),
            text=error.text,
            span=_span(error.span),
            allowed=error.reason,
        )
    return problem(status, first, field=field, allowed=first.partition(": ")[2] or first)


def of_any(error: BaseException) -> dict[str, Any]:
    """Whatever ended some work, as a problem."""
    if isinstance(error, RunoutError):
        return of_error(error)
    if isinstance(error, ProblemError):
        return problem(error.status, error.detail, **error.more)
    if isinstance(error, MemoryError):
        return problem(507, "there was not enough memory")
    return problem(500, f"{type(error).__name__}: {error}")


def _span(span: Span) -> dict[str, int]:
    return {"start": span.start, "end": span.end}


def _response(data: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    return Response(to_bytes(data), data["status"], dict(headers or {}), PROBLEM)


def refusal(
    status: int, detail: str, *, headers: Mapping[str, str] | None = None, **more: object
) -> Response:
    """A problem as it is sent."""
    return _response(problem(status, detail, **more), headers)


def install(app: FastAPI) -> None:
    """Let every error of a call come out as a problem."""
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException
    from starlette.requests import ClientDisconnect

    def from_house(_: Request, error: Exception) -> Response:
        assert isinstance(error, RunoutError)
        return _response(of_error(error))

    def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, ProblemError)
        return _response(problem(error.status, error.detail, **error.more))

    def from_http(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        detail = str(error.detail)
        if error.status_code == 400:
            detail = _NOT_TEXT if isinstance(error.__cause__, UnicodeError) else _NOT_READ
        return _response(problem(error.status_code, detail), error.headers)

    def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return _response(_of_fields(error.errors()))

    def no_memory(_: Request, error: Exception) -> Response:
        del error
        return refusal(507, "there is not enough memory for this now")

    def gone(_: Request, error: Exception) -> Response:
        del error
        return refusal(404, "file: somebody has removed it just now")

    def hung_up(_: Request, error: Exception) -> Response:
        del error
        return refusal(400, "body: it was not sent to its end")  # to nobody

    def out_of_reach(_: Request, error: Exception) -> Response:
        assert isinstance(error, OSError)
        return refusal(503, f"file: {error.strerror or type(error).__name__}")

    def fault(_: Request, error: Exception) -> Response:
        return refusal(500, f"{type(error).__name__}: a fault of the server; its log says where")

    app.add_exception_handler(FileNotFoundError, gone)
    app.add_exception_handler(ClientDisconnect, hung_up)
    app.add_exception_handler(OSError, out_of_reach)
    app.add_exception_handler(Exception, fault)
    app.add_exception_handler(RunoutError, from_house)
    app.add_exception_handler(ProblemError, refused)
    app.add_exception_handler(HTTPException, from_http)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(MemoryError, no_memory)


def _of_fields(errors: Sequence[Any]) -> dict[str, Any]:
    """Fields that are missing, of another kind, or not known."""
    found = [{"field": _place(one), "message": _message(one)} for one in errors]
    first = found[0] if found else {"field": None, "message": "not understood"}
    detail = f"{first['field']}: {first['message']}"
    return problem(422, detail, field=first["field"], allowed=first["message"], errors=found[:20])


def _place(error: Any) -> str:  # noqa: ANN401 - as pydantic has it
    """Where in a call it is; a text that is no JSON has no fields."""
    source, *within = error["loc"]
    return str(source) if error["type"] == _NO_JSON else ".".join(map(str, within)) or str(source)


def _message(error: Any) -> str:  # noqa: ANN401
    if error["type"] != _NO_JSON:
        return str(error["msg"])
    return f"no JSON: {error['ctx']['error']} at character {error['loc'][-1]}"
