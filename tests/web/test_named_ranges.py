"""Named ranges that two pages change at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from runout import RunoutError
from runout.ranges.library import RangeLibrary
from runout.ranges.shelf import Shelf
from tests.web.conftest import API

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Client


def test_two_may_change_one_named_range_at_once(client: Client) -> None:
    path = f"{API}/ranges/named/both"

    def change(number: int) -> int:
        if number % 2:
            return client.put(path, json={"text": "AA"}).status_code
        return client.delete(path).status_code

    with ThreadPoolExecutor(16) as pool:
        found = set(pool.map(change, range(120)))
    assert found <= {200, 204, 422}


def test_a_name_that_is_gone_when_it_is_deleted_is_unknown(tmp_path: Path) -> None:
    with pytest.raises(RunoutError, match="range @both: it was removed just now"):
        Shelf(tmp_path).delete("both")  # whoever asked has looked for it before


def test_what_was_saved_is_answered_whatever_becomes_of_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RangeLibrary, "listed", lambda library: [])  # somebody has deleted it
    name = "e\u0301 open"[:2]  # as some keyboards write é
    found = client.put(f"{API}/ranges/named/{name}", json={"text": " AA,  KK "})
    assert found.status_code == 200, found.text
    assert (found.json()["name"], found.json()["text"]) == ("é", "AA, KK")
    assert found.json()["combos"] == 12
