"""The studio under load: a hundred mixed calls a second while a solve runs on all cores."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

import httpx
import psutil
from rich.table import Table

from benchmarks.connections import Connections

if TYPE_CHECKING:
    from collections.abc import Iterator

API = "/api/v1"
RATE = 100
"""Calls a second."""
SECONDS = float(os.environ.get("RUNOUT_LOAD_SECONDS", "600"))
_RANGES = {"oop": "66+,A8s+,KTs+,QTs+", "ip": "QQ-22,ATo+,A2s+,K9s+"}
TURN = {"board": "Td9d6hQc", "pot": 200, "stack": 900, "bets": "60%", "range": _RANGES}
FLOP = {**TURN, "board": "Td9d6h"}
_PATIENCE = 120  # seconds
LINES = (
    "", "check", "check / bet 120", "check / check / CARD", "bet 120 / call / CARD",
    "check / bet 120 / call / CARD / check",
)  # fmt: skip
"""Of nodes; each time with another card, so that not all were asked for before."""
_CARDS = [rank + suit for rank in "AKJ8754" for suit in "cdhs"]


@dataclass
class Load:
    """What came of it."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    """By kind of call: how long each took."""
    failures: list[str] = field(default_factory=list)
    """Calls without an answer, or refused though they should not be."""
    memory: list[int] = field(default_factory=list)
    """Resident bytes after the first minute, or half of the time, and at the end."""
    start: float = 0.0
    """Seconds from nothing to the first answer."""
    idle: int = 0
    """Resident bytes then."""

    def quantile(self, share: float, kind: str | None = None) -> float:
        """The time within which a share of the calls is answered."""
        kinds = [kind] if kind else list(self.seconds)
        found = sorted(one for name in kinds for one in self.seconds[name])
        return found[min(int(share * len(found)), len(found) - 1)]

    @property
    def calls(self) -> int:
        """How many were made."""
        return sum(map(len, self.seconds.values()))


def calls(solution: str) -> list[tuple[str, str, str, dict[str, Any] | None]]:
    """The mix: what a few people do who look at things while one of them solves."""
    players = ["66+,A8s+", "QQ-22,ATo+"]
    nodes = [
        ("node", "GET", f"{API}/solutions/{solution}/node?line={line.replace(' ', '%20')}", None)
        for line in LINES
    ]
    return [
        ("about", "GET", f"{API}/about", None),
        ("range", "POST", f"{API}/ranges/read", {"text": "22+,A2s+,KTs+,AJo+"}),
        ("equity", "POST", f"{API}/equity", {"players": players, "board": "Td9d6h"}),
        ("range", "GET", f"{API}/ranges/top?percent=15", None),
        ("jobs", "GET", f"{API}/jobs", None),
        ("library", "GET", f"{API}/solutions", None),
        ("spot", "POST", f"{API}/spots/check", {"spot": TURN}),
        ("hand", "POST", f"{API}/blackjack/hand", {"rules": "6D LS", "hand": "T6", "up": "T"}),
        ("refused", "POST", f"{API}/ranges/read", {"text": "QQ+,AKx"}),
        *nodes,
    ]


@contextmanager
def server(library: str, load: Load) -> Iterator[tuple[httpx.Client, psutil.Process]]:
    """A server of its own process, timed until it answers."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "runout", "serve", "--port", "0", "--library", library]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            assert process.stdout is not None
            base = process.stdout.readline().split()[-1].rstrip("/")
            with httpx.Client(base_url=base, timeout=120, trust_env=False) as client:
                _first_answer(client)
                load.start = time.perf_counter() - started
                watched = psutil.Process(process.pid)
                load.idle = watched.memory_info().rss
                yield client, watched
        finally:
            process.terminate()


def _first_answer(client: httpx.Client) -> None:
    for _ in range(1000):
        try:
            client.get(f"{API}/about")
        except httpx.TransportError:
            time.sleep(0.01)
        else:
            return


def measured(seconds: float, rate: int = RATE) -> Load:
    """Fire for so long."""
    load = Load()
    with tempfile.TemporaryDirectory() as library, server(library, load) as (client, watched):
        body = {"kind": "solve", "spot": TURN, "target": 1}
        job = client.post(f"{API}/jobs", json=body).json()["id"]
        while (found := client.get(f"{API}/jobs/{job}").json())["state"] != "done":
            assert found["state"] in ("queued", "running"), found
            time.sleep(0.05)
        endless = {"kind": "solve", "spot": FLOP, "target": 0, "max_iterations": 10**9}
        job = client.post(f"{API}/jobs", json=endless).json()["id"]
        mix = calls(found["result"]["solution"])
        asyncio.run(_fire(str(client.base_url), mix, load, watched, seconds, rate))
        running = client.get(f"{API}/jobs/{job}").json()
        assert running["state"] == "running", running
        client.post(f"{API}/jobs/{job}/stop")
    return load


async def _fire(
    base: str, mix: list[Any], load: Load, watched: psutil.Process, seconds: float, rate: int
) -> None:
    """A call every so often, whether those before are answered or not."""
    started, first = time.perf_counter(), min(60.0, seconds / 2)
    async with Connections(base) as at:
        tasks = set()
        for number in count():
            due = started + number / rate
            if due - started > seconds:
                break
            if not load.memory and due - started > first:
                load.memory.append(watched.memory_info().rss)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            card = _CARDS[number // len(mix) % len(_CARDS)]
            task = asyncio.create_task(_one(at, mix[number % len(mix)], card, load))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        await asyncio.gather(*tasks)
    load.memory.append(watched.memory_info().rss)


async def _one(at: Connections, call: Any, card: str, load: Load) -> None:  # noqa: ANN401
    kind, method, path, body = call
    path = path.replace("CARD", card)
    before = time.perf_counter()
    try:
        status, content = await asyncio.wait_for(at.request(method, path, body), _PATIENCE)
    except (OSError, EOFError, TimeoutError) as error:
        load.failures.append(f"{path}: {error!r}")
        return
    load.seconds.setdefault(kind, []).append(time.perf_counter() - before)
    if status >= 500 or (status >= 400 and kind != "refused"):
        load.failures.append(f"{path}: {content[:200]!r}")


def table() -> Table:
    """Times by kind of call, and memory."""
    load = measured(SECONDS)
    found = Table(
        "call", "calls", "median", "p99",
        title=f"studio: {load.calls:,} calls at {RATE}/s while a solve runs on all cores",
    )  # fmt: skip
    for kind, times in load.seconds.items():
        middle, slow = (f"{1000 * load.quantile(share, kind):.0f} ms" for share in (0.5, 0.99))
        found.add_row(kind, f"{len(times):,}", middle, slow)
    found.add_section()
    found.add_row("all", f"{load.calls:,}", "", f"{1000 * load.quantile(0.99):.0f} ms (≤ 300)")
    found.add_row("failed", str(len(load.failures)), "", "(0)")
    for failure in load.failures[:5]:
        found.add_row("", "", "", failure)
    first, last = load.memory
    found.add_row("memory", f"{last / 1e6:.0f} MB", "", f"{last / first:.3f} of early (≤ 1.1)")
    found.add_row("start", f"{load.start:.2f} s", "", "(≤ 1.5)")
    found.add_row("idle", f"{load.idle / 1e6:.0f} MB", "", "(≤ 120)")
    return found
