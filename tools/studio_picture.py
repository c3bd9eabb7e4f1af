"""Draws the studio for the README: a turn spot is solved, and a decision in it opened."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from browser import find
from playwright.sync_api import sync_playwright

PICTURE = Path(__file__).parent.parent / "docs" / "_static" / "studio.png"
SPOT = {
    "board": "Td9d6hQc",
    "pot": 100,
    "stack": 300,
    "bets": "33% 75%",
    "raises": "2.5x",
    "range": {
        "oop": "22+,A2s+,K9s+,QTs+,JTs,T9s,98s,87s,76s,ATo+,KQo",
        "ip": "22-JJ,A2s-AQs,K8s+,Q9s+,J9s+,T8s+,98s,87s,76s,65s,ATo-AQo,KJo+,QJo",
    },
}


def _ask(address: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{address}api/v1{path}", data, {"Content-Type": "application/json"})  # noqa: S310
    with urlopen(request) as answer:  # noqa: S310 - our own
        found: dict[str, Any] = json.load(answer)
    return found


def _solved(address: str) -> str:
    job = _ask(address, "/jobs", {"kind": "solve", "spot": SPOT, "target": 0.5, "name": "turn"})
    while job["state"] in ("queued", "running"):
        time.sleep(0.2)
        job = _ask(address, f"/jobs/{job['id']}")
    return str(job["result"]["solution"])


def draw(library: str) -> None:
    """Serve, solve, open, and keep what is seen."""
    command = [sys.executable, "-m", "runout", "serve", "--port", "0", "--library", library]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        address = line[line.index("http") :].strip()
        solution = _solved(address)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1440, "height": 1130})
            page.goto(f"{address}results/{solution}?line=check")
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(1000)
            page.screenshot(path=PICTURE)
            browser.close()
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        draw(folder)
