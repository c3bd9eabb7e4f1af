"""The app: the calls of the API under ``/api/v1``, and the pages under every other address."""

from __future__ import annotations

from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from starlette.routing import Route

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

    from starlette.types import Receive, Scope, Send

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
    app.router.routes.append(Route("/api/{rest:path}", _Unknown(), include_in_schema=False))
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


class _Unknown:
    """What is left of the API: calls that there are not, by any method, are problems, too."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say which methods an address has, or that it has none."""
        path = scope["path"]
        if allowed := _methods(path):
            said = ", ".join(allowed)
            refused = refusal(405, f"{path}: {said} it", headers={"Allow": said})
        else:
            refused = refusal(404, f"{path}: there is no such call")
        await refused(scope, receive, send)


def _methods(path: str) -> list[str]:
    """What may be done at an address of the API; nothing where there is none."""
    if path == _NAMED["openapi_url"]:
        return ["GET", "HEAD"]
    within = path.removeprefix(PREFIX)
    return sorted({method for page in _PAGES for method in page.calls.methods(within)})
