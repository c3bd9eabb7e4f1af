"""Work that somebody waits for: done no longer than that, and no more at once than is good."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from anyio import CapacityLimiter, from_thread, to_thread

from runout.errors import StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from runout.job import AnyJob

Answer = TypeVar("Answer")
_AT_ONCE = 4  # looks into one solution, or questions of one kind
_turns: WeakValueDictionary[str, CapacityLimiter] = WeakValueDictionary()
_FIRST, _LATER = 0.002, 0.05  # seconds between two looks: quick answers are not kept waiting


async def until_done(request: Request, job: AnyJob) -> Any:  # noqa: ANN401 - whatever it gives
    """What a job gives; when the one who asked goes away, or the server ends, it is stopped."""
    studio = request.app.state.studio
    job.start()
    pause = _FIRST
    try:
        while not job.done:
            await asyncio.sleep(pause)
            pause = min(1.3 * pause, _LATER)
            if pause >= _LATER and (studio.events.closed or await request.is_disconnected()):
                raise StoppedError("question: nobody waits for its answer any more")
    finally:
        job.stop()
    return job.result(0)


async def in_turn(identity: str, work: Callable[[], Answer]) -> Answer:
    """What some work with a solution gives, in a thread of its own.

    Only a few are with one solution at once. However many ask for one that is still being opened,
    they take no thread from those who ask for something else.
    """
    turn = _turns.setdefault(identity, CapacityLimiter(_AT_ONCE))
    return await to_thread.run_sync(work, limiter=turn)


async def one_of_few(request: Request, kind: str, work: Callable[[], Answer]) -> Answer:
    """What a question gives that takes a second or so: those of its kind wait for each other.

    A page asks the next one before the last is answered; what nobody waits for is not begun.
    """

    def begun() -> Answer:
        if from_thread.run(request.is_disconnected):
            raise StoppedError("question: nobody waits for its answer any more")
        return work()

    return await in_turn(kind, begun)
