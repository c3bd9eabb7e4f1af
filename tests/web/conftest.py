"""A studio for each test, and a server of its own process for those that need one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import uvicorn

from runout.web.app import make_app
from runout.web.guard import Access, Guard
from runout.web.server import bound
from runout.web.studio import Studio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

API = "/api/v1"
RIVER: dict[str, Any] = {
    "board": "Td9d6hQc2c",
    "pot": 200,
    "stack": 900,
    "bets": "60%",
    "range": {"oop": "66+,A8s+", "ip": "QQ-22,ATo+"},
}
TURN: dict[str, Any] = {**RIVER, "board": "Td9d6hQc"}


class Client(httpx.Client):
    """Calls as a page makes them."""

    def solved(self, spot: dict[str, Any] = RIVER, **settings: object) -> str:
        """The id of a solution of the library."""
        job = self.post(f"{API}/jobs", json={"kind": "solve", "spot": spot, **settings}).json()
        return str(self.ended(job["id"])["result"]["solution"])

    def ended(self, job: str, seconds: float = 240) -> dict[str, Any]:
        """A job when it has ended."""
        return waited(lambda: self.get(f"{API}/jobs/{job}").json(), is_ended, seconds)


def is_ended(job: dict[str, Any]) -> bool:
    return job["state"] not in ("queued", "running")


def waited(
    look: Callable[[], dict[str, Any]],
    is_there: Callable[[dict[str, Any]], bool],
    seconds: float = 240,
) -> dict[str, Any]:
    """What is seen as soon as it is as it should be."""
    until = time.monotonic() + seconds
    while True:
        seen = look()
        if is_there(seen):
            return seen
        assert time.monotonic() < until, seen
        time.sleep(0.02)


@contextmanager
def studio_client(folder: Path, **settings: Any) -> Iterator[Client]:  # noqa: ANN401
    """The app of a library, behind its guard."""
    access = settings.pop("access", Access())
    app: Any = Guard(make_app(Studio(folder, **settings)), access)
    with closing(bound("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(
            uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=5)
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        base = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            with Client(base_url=base, timeout=60, trust_env=False) as client:
                yield client
        finally:
            server.should_exit = True
            thread.join(30)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with studio_client(tmp_path / "library") as found:
        yield found


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One studio for the tests of a module that leave nothing behind."""
    with studio_client(tmp_path_factory.mktemp("shared") / "library") as found:
        yield found


@pytest.fixture(scope="module")
def turn(shared: Client) -> str:
    """A turn spot in the shared studio."""
    return shared.solved(TURN, target=0.5, name="a turn")


@dataclass
class Server:
    """A server of its own process."""

    library: Path
    options: tuple[str, ...] = ()
    process: subprocess.Popen[str] = field(init=False)
    address: str = field(init=False)
    """Where it is, with the token if it has one."""

    def start(self) -> Server:
        command = [sys.executable, "-m", "runout", "serve", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--library", str(self.library), *self.options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("runout is at http"), (line, self.said())
        self.address = line.split()[-1]
        return self

    def said(self) -> str:
        """What it wrote to standard error; to be asked when it has ended."""
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def client(self) -> httpx.Client:
        base = self.address.partition("?")[0].rstrip("/")
        return httpx.Client(base_url=base, timeout=60, trust_env=False)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End it; its exit code."""
        self.process.send_signal(number)
        return self.process.wait(30)


@contextmanager
def running(library: Path, *options: str) -> Iterator[Server]:
    server = Server(library, options).start()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
        server.process.wait(30)
        for stream in (server.process.stdout, server.process.stderr):
            assert stream is not None
            stream.close()
