"""The server as a process: where it listens, and how it answers."""

from __future__ import annotations

import asyncio
import socket

from runout.web.server import bound


def test_an_answer_is_sent_at_once_though_it_comes_in_pieces() -> None:
    """Without it every call on a connection that is used again waits 40 ms for the other side."""

    async def is_set() -> bool:
        found: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def accepted(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            taken: socket.socket = writer.get_extra_info("socket")
            found.set_result(bool(taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        listening = bound("127.0.0.1", 0)
        async with await asyncio.start_server(accepted, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            writer.close()
            return await found

    assert asyncio.run(is_set())
