"""The app while it is being loaded: pages are sent at once, calls wait for what answers them.

Loading FastAPI and all that answers calls is most of the start. A browser takes a moment too to
read the pages, so it is done beside that.
"""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import TYPE_CHECKING

from runout.web.built_pages import BuiltPages

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from runout.web.studio import Studio

_CALLS = "/api/"
_FIRST_NEEDED = (
    "equity_question", "spot_reading", "solution_looks", "job_asking", "library_solver",
    "blackjack_answers", "studio_batches",
)  # fmt: skip
"""Modules that the first calls of a page would else load at the same time."""


class LateApp:
    """The app of a studio for a server that answers as soon as it can."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._pages = BuiltPages()
        self._loading: asyncio.Future[ASGIApp] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a call or send a page; or live and end with the server."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["path"].startswith(_CALLS):
            assert self._loading is not None, "the server has started"
            app = await asyncio.shield(self._loading)
            await app(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        with ThreadPoolExecutor(1, "loading") as loader:
            loop = asyncio.get_running_loop()
            self._loading = loop.run_in_executor(loader, self._load)
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await asyncio.gather(self._loading, return_exceptions=True)
        await asyncio.to_thread(self._studio.close)
        await send({"type": "lifespan.shutdown.complete"})

    def _load(self) -> ASGIApp:
        gc.disable()  # what is loaded stays: nothing to be found in it
        try:
            from runout.web.app import make_app

            app = make_app(self._studio)
            load_first_needed()
            gc.freeze()  # nor later, again and again
        finally:
            gc.enable()
        self._studio.start()
        return app


def load_first_needed() -> None:
    """Load what calls need before any is answered, in one thread.

    Two threads that load a package at the same time, one of them through a module in it, wait for
    each other; Python finds out, and one of the calls would fail.
    """
    for name in _FIRST_NEEDED:
        import_module(f"runout.web.{name}")
    import_module("runout.batch")
