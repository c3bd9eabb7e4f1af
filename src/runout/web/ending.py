"""The end of the server: who waits for somebody else's next word waits no longer."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import Message

_SAID = ("Cancel ", "ASGI callable returned without")
"""What uvicorn says of calls that somebody did not let it answer to their end."""


class ServerEndsError(Exception):
    """A call waits for the rest of what it is sent, and the server ends."""


class Ending:
    """Whether the server ends, and the calls that are to be told."""

    def __init__(self) -> None:
        self.begun = False
        self._waiting: set[asyncio.Task[object]] = set()

    def begin(self) -> None:
        """From now on nobody is waited for; may be called from a signal."""
        self.begun = True
        for task in list(self._waiting):
            task.get_loop().call_soon_threadsafe(self._let_go, task)

    def _let_go(self, task: asyncio.Task[object]) -> None:
        if task in self._waiting:  # it may have heard something meanwhile
            task.cancel()

    async def heard(self, receive: Callable[[], Awaitable[Message]]) -> Message:
        """The next part of what is sent, unless the server ends before it comes."""
        task = asyncio.current_task()
        assert task is not None, "a call has a task"
        self._waiting.add(task)
        if self.begun:  # what is there already is still heard
            task.get_loop().call_soon(self._let_go, task)
        try:
            return await receive()
        except asyncio.CancelledError:
            if not self.begun:
                raise
            task.uncancel()
            raise ServerEndsError from None
        finally:
            self._waiting.discard(task)


class QuietEnd(logging.Filter):
    """Nobody need hear of calls that were broken off because the server ends."""

    def __init__(self, ending: Ending) -> None:
        super().__init__()
        self._ending = ending

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether something is worth saying."""
        error = record.exc_info[1] if record.exc_info else None
        is_usual = isinstance(error, asyncio.CancelledError) or str(record.msg).startswith(_SAID)
        return not (self._ending.begun and is_usual)
