"""The calls of the API as they are declared, made into routes when they are served.

What answers look like is of interest to who reads the description, and takes longer to make out
than everything else about the calls: a server that is just to answer is made without it.
"""

from __future__ import annotations

import re
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
    head: bool = False
    """Whether it is answered without its body, too, where only that is asked for."""

    @property
    def methods(self) -> list[str]:
        """All by which it is asked."""
        return [self.method, "HEAD"] if self.head else [self.method]

    def is_at(self, path: str) -> bool:
        """Whether a path below the prefix of the API is one of its own."""
        return re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", self.path), path) is not None


class Calls:
    """Those of one page."""

    def __init__(self, prefix: str = "", *, about: str) -> None:
        self._prefix = prefix
        self._about = about
        self._calls: list[Call] = []

    def get(
        self,
        path: str,
        *,
        head: bool = True,
        **settings: Any,  # noqa: ANN401 - as FastAPI has them
    ) -> Callable[[Answering], Answering]:
        """Declare one that changes nothing."""
        return self._declared("GET", path, settings, head=head)

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
        self, method: str, path: str, settings: dict[str, Any], *, head: bool = False
    ) -> Callable[[Answering], Answering]:
        def declare(answering: Answering) -> Answering:
            self._calls.append(Call(method, self._prefix + path, answering, settings, head))
            return answering

        return declare

    def methods(self, path: str) -> set[str]:
        """By which calls of this page may be asked at a path below the prefix of the API."""
        return {method for call in self._calls if call.is_at(path) for method in call.methods}

    def add_to(self, app: FastAPI, prefix: str, *, described: bool) -> None:
        """Let an app answer them, or describe them."""
        for call in self._calls:
            settings = call.settings
            if not described:
                settings = {name: one for name, one in settings.items() if name not in _DESCRIBING}
            app.add_api_route(
                prefix + call.path,
                call.answering,
                methods=[call.method] if described else call.methods,
                tags=[self._about],
                **{"response_model": None} | settings,
            )
