"""Calls to a server of this machine that cost next to nothing, so that it is the server's time."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from types import TracebackType


class Connections:
    """As many open connections as there are calls under way; each is used again."""

    def __init__(self, base: str) -> None:
        parts = urlsplit(base)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def __aenter__(self) -> Connections:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for _, writer in self._free:
            writer.close()

    async def request(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """The status and the content of an answer, packed if it came packed."""
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
            f"Accept-Encoding: gzip\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n"
        )
        reader, writer = await self._connection()
        writer.write(head.encode() + content)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
        named = dict(line.split(": ", 1) for line in lines[1:] if line)
        answer = await reader.readexactly(int(named.get("content-length", "0")))
        self._free.append((reader, writer))
        return int(lines[0].split()[1]), answer

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self._free:
            reader, writer = self._free.pop()
            if not reader.at_eof():  # nobody used it for so long that the server has closed it
                return reader, writer
            writer.close()
        return await asyncio.open_connection(self._host, self._port)
