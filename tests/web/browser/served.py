"""`runout serve` as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_GRACE = 20  # seconds


@dataclass
class Served:
    """A server under way."""

    process: subprocess.Popen[str]
    address: str
    library: Path

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.wait(_GRACE)
        if self.process.stdout is not None:
            self.process.stdout.close()


def start(library: Path, *options: str, python: str = sys.executable, port: int = 0) -> Served:
    """Start a server on a free port, with a library and named ranges of its own."""
    environment = os.environ | {"RUNOUT_RANGES": str(library / "ranges")}
    where = ["--port", str(port), "--library", str(library)]
    process = subprocess.Popen(
        [python, "-P", "-m", "runout", "serve", *where, *options],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=library,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "http://" in line, f"the server did not start: {line!r}"
    return Served(process, line[line.index("http://") :].strip(), library)


@contextmanager
def serving(library: Path, *options: str, python: str = sys.executable) -> Iterator[Served]:
    """A server while something is done with it; afterwards it ends by itself when asked to."""
    server = start(library, *options, python=python)
    try:
        yield server
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(_GRACE)
    finally:
        server.process.kill()
        server.process.wait()
        if server.process.stdout is not None:
            server.process.stdout.close()
