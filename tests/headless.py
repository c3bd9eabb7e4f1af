"""A page as a browser without a window draws it."""

import subprocess

import pytest
from tools.browser import find


def browser_path() -> str:
    """Where the browser is. Without one a test fails rather than be skipped."""
    path = find()
    if path is None:
        pytest.fail("no Chromium: run python tools/browser.py, or name one in RUNOUT_BROWSER")
    return path


def browsed(address: str) -> str:
    """The page as its scripts leave it."""
    command = [browser_path(), "--headless", "--no-sandbox", "--virtual-time-budget=5000"]
    return subprocess.run(
        [*command, "--dump-dom", address], capture_output=True, text=True, check=True, timeout=300
    ).stdout
