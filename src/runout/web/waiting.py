"""Work that is done while somebody waits for it, and no longer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from runout.errors import StoppedError

if TYPE_CHECKING:
    from starlette.requests import Request

    from runout.job import AnyJob

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
