"""What happens, told to pages as server-sent events that can be taken up again where they broke."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections import deque
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from runout import checks
from runout.web.answers_json import to_bytes
from runout.web.problems import ProblemError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from runout.web.studio_jobs import StudioJob

MOST_STREAMS = 32
EVENT_CONTENT: dict[str, Any] = {
    "text/event-stream": {
        "schema": {
            "type": "object",
            "required": ["event", "data"],
            "properties": {
                "id": {"type": "string"},
                "event": {"type": "string"},
                "data": {"type": "string", "contentMediaType": "application/json"},
            },
        }
    }
}
"""An event, for the description of the API."""
_KEPT = 2000  # events
_MOST_BYTES = 8_000_000  # of them
_PING = 15.0  # seconds without an event after which the line is shown to be alive
_MOST_DIGITS = 18  # of an event's number
_LOOK = 0.5  # seconds between two looks whether anybody still listens


@dataclass(frozen=True)
class Event:
    """Something that happened to a job."""

    number: int
    job: str
    kind: str
    data: bytes
    """As it stands on the line: made once, however many listen."""


class Events:
    """All that happened lately, and who listens; for any thread."""

    def __init__(self) -> None:
        self._run = secrets.token_hex(4)
        # Ctrl-C closes streams from a signal, which may come while the same thread holds it.
        self._lock = threading.RLock()
        self._events: deque[Event] = deque()
        self._bytes = 0
        self._count = 0
        self._listeners: set[_Listener] = set()
        self._streams = 0
        self.closed = False

    def tell(self, job: str, kind: str, data: dict[str, Any]) -> None:
        """Something happened."""
        packed = to_bytes(data)
        with self._lock:
            self._count += 1
            self._events.append(Event(self._count, job, kind, packed))
            self._bytes += len(packed)
            while len(self._events) > _KEPT or self._bytes > _MOST_BYTES:
                self._bytes -= len(self._events.popleft().data)
            listeners = list(self._listeners)
        for listener in listeners:
            listener.wake()

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener.wake()

    def since(self, number: int) -> list[Event]:
        """All events after one."""
        with self._lock:
            return [event for event in self._events if event.number > number]

    def identity(self, number: int) -> str:
        """What an event is called on the line: another run of the server has others."""
        return f"{self._run}-{number}"

    def place(self, last: str) -> int | None:
        """The number of the last event that a page has seen; None if we do not remember it."""
        run, _, text = last.partition("-")
        if run != self._run or not checks.is_count(text, _MOST_DIGITS):
            return None
        number = int(text)
        with self._lock:
            oldest = self._events[0].number if self._events else self._count + 1
            return number if oldest - 1 <= number <= self._count else None

    @property
    def count(self) -> int:
        """The number of the last event."""
        with self._lock:
            return self._count

    @contextmanager
    def stream(self) -> Iterator[None]:
        """One open stream more, if there may be."""
        with self._lock:
            if self._streams >= MOST_STREAMS:
                raise ProblemError(
                    429, f"streams: {MOST_STREAMS} are open, close one of them first"
                )
            self._streams += 1
        try:
            yield
        finally:
            with self._lock:
                self._streams -= 1

    @contextmanager
    def listener(self) -> Iterator[_Listener]:
        """Hear when something happens."""
        listener = _Listener()
        with self._lock:
            self._listeners.add(listener)
        try:
            yield listener
        finally:
            with self._lock:
                self._listeners.discard(listener)


class _Listener:
    """A task that is woken from any thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()

    def wake(self) -> None:
        """Let it look."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._event.set)

    async def wait(self, seconds: float) -> None:
        """Until it is woken, or so long."""
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except TimeoutError:
            return
        self._event.clear()


def line_of(kind: str, data: object, identity: str = "") -> bytes:
    """An event as it stands on the line."""
    return _line(kind, to_bytes(data), identity)


def _line(kind: str, packed: bytes, identity: str) -> bytes:
    head = f"id: {identity}\n" if identity else ""
    return f"{head}event: {kind}\ndata: ".encode() + packed + b"\n\n"


async def _standing(
    request: Request, events: Events, snapshot: Callable[[], Sequence[StudioJob]], identity: str
) -> AsyncIterator[bytes]:
    """How things stand, job by job: others are answered between two, and nobody is told in vain."""
    for one in await run_in_threadpool(snapshot):
        if events.closed or await request.is_disconnected():
            return
        yield line_of("job", one.to_dict(), identity)
        await asyncio.sleep(0)


def job_stream(
    request: Request,
    events: Events,
    snapshot: Callable[[], Sequence[StudioJob]],
    job: str | None = None,
) -> StreamingResponse:
    """What happens to one job or to all: first how things stand, or what was missed."""

    async def lines() -> AsyncIterator[bytes]:
        with events.listener() as listener:
            last = request.headers.get("last-event-id") or request.query_params.get("last", "")
            seen = events.place(last)
            yield b"retry: 1000\n\n"
            if seen is None:
                seen = events.count
                async for line in _standing(request, events, snapshot, events.identity(seen)):
                    yield line
            quiet = 0.0
            while not events.closed and not await request.is_disconnected():
                for event in events.since(seen):
                    seen, quiet = event.number, 0.0
                    if job in (None, event.job):
                        yield _line(event.kind, event.data, events.identity(seen))
                await listener.wait(_LOOK)
                quiet += _LOOK
                if quiet >= _PING:
                    quiet = 0.0
                    yield b": here\n\n"

    return EventResponse(lines(), events)


class EventResponse(StreamingResponse):
    """Events on a line that nobody keeps or packs; one of a few that may be open."""

    media_type = "text/event-stream"

    def __init__(self, lines: AsyncIterator[bytes], events: Events) -> None:
        super().__init__(lines, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._held = ExitStack()
        self._held.enter_context(events.stream())  # here, where a refusal is still an answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them until there are no more, or nobody listens."""
        with self._held:
            await super().__call__(scope, receive, send)
