"""Tiny spots for the pages, and what is done with them again and again."""

import base64
import json
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Locator, Page, expect

from tests.web.browser.served import Served

RIVER = {
    "board": "Td9d6hQc2c",
    "pot": 200,
    "stack": 900,
    "bets": "60%",
    "raises": "2.5x",
    "range": {"oop": "66+,A8s+", "ip": "QQ-22,ATo+"},
}
TURN = RIVER | {"board": "Td9d6hQc", "range": {"oop": "TT+,AQs+", "ip": "QQ-99,AJs+"}}


def call(served: Served, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Ask the server directly."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    request = Request(f"{served.address}api/v1{path}", data, headers)  # noqa: S310 - our own
    with urlopen(request, timeout=20) as answer:  # noqa: S310
        found: dict[str, Any] = json.load(answer)
    return found


def solved(
    served: Served, spot: dict[str, Any] = RIVER, name: str = "a spot", target: float = 2
) -> str:
    """The id of a solution that the server makes."""
    job = call(served, "/jobs", {"kind": "solve", "spot": spot, "target": target, "name": name})
    for _ in range(400):
        now = call(served, f"/jobs/{job['id']}")
        if now["state"] == "done":
            return str(now["result"]["solution"])
        assert now["state"] in ("queued", "running"), now
        time.sleep(0.05)
    raise AssertionError("the solve did not end")


def drop(page: Page, target: Locator, path: Path) -> None:
    """Drop a file from the desktop on a part of a page."""
    data = page.evaluate_handle(
        """([name, text]) => {
            const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
            const data = new DataTransfer();
            data.items.add(new File([bytes], name));
            return data;
        }""",
        [path.name, base64.b64encode(path.read_bytes()).decode()],
    )
    target.dispatch_event("dragover", {"dataTransfer": data})
    target.dispatch_event("drop", {"dataTransfer": data})


def shows(page: Page, line: str) -> None:
    """Wait until a node is drawn."""
    expect(page.locator(".results")).to_have_attribute("data-line", line)
