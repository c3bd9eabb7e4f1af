"""Whoever waits for something large keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from runout.web import blackjack_answers, spot_fields
from runout.web.open_solutions import OpenSolutions
from tests.web.conftest import API, RIVER

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from runout.web.open_solutions import OpenSolution
    from tests.web.conftest import Client

MANY = 60  # more than there are threads for small calls


def test_calls_while_a_large_file_is_being_opened(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    river, other = client.solved(), client.solved(name="another")
    assert client.get(f"{API}/solutions/{other}/node").is_success
    really, held, opened = OpenSolutions._loaded, threading.Event(), []

    def slowly(self: OpenSolutions, identity: str, path: Path, mark: str) -> OpenSolution:
        opened.append(identity)
        assert held.wait(60)
        return really(self, identity, path, mark)

    monkeypatch.setattr(OpenSolutions, "_loaded", slowly)

    async def asked() -> list[int]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(
            base_url=client.base_url, timeout=60, limits=limits, trust_env=False
        ) as many:
            waiting = [
                asyncio.create_task(many.get(f"{API}/solutions/{river}/node")) for _ in range(MANY)
            ]
            while not opened:
                await asyncio.sleep(0.01)
            for path in ("jobs", "solutions", f"solutions/{other}/node?line=check", "about"):
                assert (await many.get(f"{API}/{path}")).is_success
            assert not any(one.done() for one in waiting)
            held.set()
            return [one.status_code for one in await asyncio.gather(*waiting)]

    assert asyncio.run(asked()) == [200] * MANY
    assert opened == [river]


@pytest.mark.parametrize(
    ("path", "body", "module", "name"),
    [
        ("blackjack/count", {"plays": False}, blackjack_answers, "count_data"),
        ("spots/check", {"spot": RIVER}, spot_fields, "spot_of"),
    ],
)
def test_small_calls_while_many_ask_for_large_ones(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    body: dict[str, Any],
    module: ModuleType,
    name: str,
) -> None:
    really, held, begun = getattr(module, name), threading.Event(), []

    def slowly(*asked: object, **more: object) -> object:
        begun.append(1)
        assert held.wait(60)
        return really(*asked, **more)

    monkeypatch.setattr(module, name, slowly)

    async def asked() -> list[int]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(
            base_url=client.base_url, timeout=60, limits=limits, trust_env=False
        ) as many:
            waiting = [
                asyncio.create_task(many.post(f"{API}/{path}", json=body)) for _ in range(MANY)
            ]
            while not begun:
                await asyncio.sleep(0.01)
            for small in ("jobs", "solutions", "about"):
                assert (await many.get(f"{API}/{small}")).is_success
            first, *gone = waiting
            for one in gone[MANY // 2 :]:  # a page that has the next question cancels the last
                one.cancel()
            await asyncio.sleep(0.2)
            held.set()
            answers = await asyncio.gather(first, *gone[: MANY // 2])
            return [one.status_code for one in answers]

    assert set(asyncio.run(asked())) == {200}
    assert len(begun) < MANY  # those that nobody waited for any more were not begun
