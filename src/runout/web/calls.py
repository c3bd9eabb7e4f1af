"""The calls of the API as they are declared, made into routes when they are served.

What answers look like is of interest to who reads the description, and takes longer to make out
than everything else about the calls: a server that is just to answer is made without it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import FastAPI

_DESCRIBING = ("response_model", "responses", "openapi_extra")
Answering = TypeVar("Answering", bound="Callable[..., Any]")


@dataclass(frozen=True)
class Call:
    """One of them."""

    method: str
    path: str
    answering: Callable[..., Any]
    settings: dict[str, Any]


class Calls:
    """Those of one page."""

    def __init__(self, prefix: str = "", *, about: str) -> None:
        self._prefix = prefix
        self._about = about
        self._calls: list[Call] = []

    def get(self, path: str, **settings: Any) -> Callable[[Answering], Answering]:  # noqa: ANN401 - as FastAPI has them
        """Declare one that changes nothing."""
        return self._declared("GET", path, settings)

    def post(self, path: str, **settings: Any) -> Callable[[Answering], Answering]:  # noqa: ANN401
        """Declare a question with a body, or an order."""
        return self._declared("POST", path, settings)

    def put(self, path: str, **settings: Any) -> Callable[[Answering], Answering]:  # noqa: ANN401
        """Declare one that sets something whole."""
        return self._declared("PUT", path, settings)

    def patch(self, path: str, **settings: Any) -> Callable[[Answering], Answering]:  # noqa: ANN401
        """Declare one that changes a part."""
        return self._declared("PATCH", path, settings)

    def delete(self, path: str, **settings: Any) -> Callable[[Answering], Answering]:  # noqa: ANN401
        """Declare one that takes something away."""
        return self._declared("DELETE", path, settings)

    def _declared(
        self, method: str, path: str, settings: dict[str, Any]
    ) -> Callable[[Answering], Answering]:
        def declare(answering: Answering) -> Answering:
            self._calls.append(Call(method, self._prefix + path, answering, settings))
            return answering

        return declare

    def add_to(self, app: FastAPI, prefix: str, *, described: bool) -> None:
        """Let an app answer them, or describe them."""
        for call in self._calls:
            settings = call.settings
            if not described:
                settings = {name: one for name, one in settings.items() if name not in _DESCRIBING}
            app.add_api_route(
                prefix + call.path,
                call.answering,
                methods=[call.method],
                tags=[self._about],
                **{"response_model": None} | settings,
            )
