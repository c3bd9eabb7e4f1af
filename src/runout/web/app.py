"""The app: the calls of the API under ``/api/v1``, and the pages under every other address."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response

import runout
from runout.web.built_pages import BuiltPages
from runout.web.problems import PROBLEM, install, refusal
from runout.web.routes import (
    about,
    batches,
    blackjack,
    equity,
    jobs,
    ranges,
    solutions,
    spots,
)
from runout.web.shapes import Problem
from runout.web.static_pages import STATIC, pages_are_built

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from runout.web.studio import Studio

PREFIX = "/api/v1"
_PAGES = (about, equity, ranges, spots, jobs, solutions, batches, blackjack)


def make_app(studio: Studio | None, static: Path = STATIC) -> FastAPI:
    """The app of a studio; without one it can only be described."""

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        if studio is not None:
            studio.start()
        yield
        if studio is not None:
            import asyncio

            await asyncio.to_thread(studio.close)

    app = FastAPI(**_NAMED, lifespan=life)
    app.state.studio = studio
    app.state.pages = pages_are_built(static)
    for page in _PAGES:
        page.calls.add_to(app, PREFIX, described=False)
    install(app)
    app.openapi = description  # type: ignore[method-assign]
    _refuse_unknown(app)
    app.mount("/", BuiltPages(static))
    return app


_NAMED: dict[str, Any] = {
    "title": "Runout",
    "version": runout.__version__,
    "summary": "What are the cards still to come worth?",
    "docs_url": None,
    "redoc_url": None,
    "openapi_url": f"{PREFIX}/openapi.json",
}


@cache
def description() -> dict[str, Any]:
    """The calls in OpenAPI's words, each with its problems; made when it is first asked for."""
    app = FastAPI(**_NAMED)
    for page in _PAGES:
        page.calls.add_to(app, PREFIX, described=True)
    schema = app.openapi()
    models = schema.setdefault("components", {}).setdefault("schemas", {})
    problem = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    models |= {name: models.get(name, one) for name, one in problem.pop("$defs", {}).items()}
    if "$ref" not in problem:  # one that contains itself is among the definitions
        models["Problem"] = problem
    for name in ("HTTPValidationError", "ValidationError"):
        models.pop(name, None)
    refused = {"schema": {"$ref": "#/components/schemas/Problem"}}
    for calls in schema["paths"].values():
        for call in calls.values():
            call["responses"].pop("422", None)
            call["responses"]["4XX"] = {
                "description": "What is wrong with the call.",
                "content": {PROBLEM: refused},
            }
    return schema


def _refuse_unknown(app: FastAPI) -> None:
    """Let calls that there are not be problems, too."""

    @app.api_route("/api/{rest:path}", methods=_METHODS, include_in_schema=False)
    def unknown(request: Request, rest: str) -> Response:
        if allowed := _methods(request):
            said = ", ".join(allowed)
            return refusal(405, f"/api/{rest}: {said} it", headers={"Allow": said})
        return refusal(404, f"/api/{rest}: there is no such call")


def _methods(request: Request) -> list[str]:
    """What may be done at an address of the API; nothing where there is none."""
    path = request.url.path
    for template, calls in description()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            return sorted(name.upper() for name in calls)
    return []


_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "QUERY"]
