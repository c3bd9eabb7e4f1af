"""The server as a process: where it listens, and how it answers."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from contextlib import ExitStack
from types import SimpleNamespace
from typing import TYPE_CHECKING

import psutil
import pytest

from runout.cli.serve import serve_command
from runout.web import server, static_pages
from runout.web.server import addresses, bound
from tests.web.conftest import API, TURN, running, waited

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


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


def test_other_devices_are_told_an_address_that_needs_no_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def card(*found: str) -> list[SimpleNamespace]:
        kinds = {False: socket.AF_INET, True: socket.AF_INET6}
        return [SimpleNamespace(address=one, family=kinds[":" in one]) for one in found]

    cards = {
        "lo": card("127.0.0.1", "::1"),
        "wlan0": card("192.168.1.5", "fe80::1%wlan0", "169.254.7.7"),
        "eth0": card("10.0.0.9"),
    }
    states = {name: SimpleNamespace(isup=name != "eth0") for name in cards}
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: cards)
    monkeypatch.setattr(psutil, "net_if_stats", lambda: states)
    monkeypatch.setattr(socket, "gethostname", lambda: "mine")
    for everywhere in ("0.0.0.0", "::"):  # noqa: S104 - what is tested
        assert addresses(everywhere, 8517, "abc") == [
            "http://mine:8517/?token=abc",
            "http://192.168.1.5:8517/?token=abc",
        ]
    assert addresses("127.0.0.1", 80) == ["http://127.0.0.1:80/"]
    assert addresses("::1", 80) == ["http://[::1]:80/"]


def half(path: str, kind: str, body: bytes) -> bytes:
    """A call whose body is announced as longer than it comes."""
    head = f"POST {API}{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/{kind}\r\n"
    return f"{head}Content-Length: 100000\r\n\r\n".encode() + body


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_at_once_though_somebody_sends_a_body(tmp_path: Path, number: int) -> None:
    with running(tmp_path) as server:
        port = int(server.address.rstrip("/").rpartition(":")[2])
        with server.client() as client:
            asked = {"kind": "solve", "spot": TURN, "target": 0, "max_iterations": 1_000_000_000}
            job = client.post(f"{API}/jobs", json=asked).json()["id"]
            waited(lambda: client.get(f"{API}/jobs/{job}").json(), lambda one: one["progress"])
        with ExitStack() as stack:
            answers = []
            for call in (
                half("/solutions", "octet-stream", b"\x89RUNOUT\n" + b"a" * 1000),
                half("/solutions", "octet-stream", b""),
                half("/equity", "json", b"{"),
            ):
                sending = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
                sending.sendall(call)
                answers.append(sending)
            time.sleep(0.3)  # they are being read
            before = time.monotonic()
            assert server.stop(number) == 0
            assert time.monotonic() - before < 4  # calls under way would be given five seconds
            for sending in answers:
                sending.settimeout(10)
                assert b" 503 " in sending.recv(1000)
        assert server.said() == ""
        assert not list(tmp_path.glob("*.part*"))
        assert (tmp_path / "jobs" / f"{job}.runout").exists()


def test_what_is_not_taken_keeps_the_end_quiet(tmp_path: Path) -> None:
    """Somebody who reads nothing of a large answer is given a while, and then left."""
    with running(tmp_path) as server:
        port = int(server.address.rstrip("/").rpartition(":")[2])
        with socket.socket() as reading:
            reading.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1000)
            reading.connect(("127.0.0.1", port))
            calls = f"GET {API}/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 200
            reading.sendall(calls)
            time.sleep(1)
            assert server.stop() == 0
        assert server.said() == ""


@pytest.mark.parametrize("are_built", [True, False])
def test_serve_says_what_builds_the_pages(
    are_built: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def served(settings: object, ready: Callable[[list[str]], None]) -> None:
        del settings
        ready(["http://studio:1/", "http://10.0.0.1:1/"])

    monkeypatch.setattr(server, "serve", served)
    monkeypatch.setattr(static_pages, "pages_are_built", lambda: are_built)
    serve_command(0, "127.0.0.1", str(tmp_path), None, 1, open_browser=False)
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["runout is at http://studio:1/", "       or at http://10.0.0.1:1/"]
    assert said[2:] == ([] if are_built else [static_pages.NO_PAGES])
    assert "make web" in static_pages.NO_PAGES
