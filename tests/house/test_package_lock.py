"""The lock file of the front end says what is installed, not from where."""

from __future__ import annotations

import json
from pathlib import Path

LOCK = Path(__file__).parents[2] / "web" / "package-lock.json"


def test_no_host_is_recorded() -> None:
    packages = json.loads(LOCK.read_text())["packages"]
    assert len(packages) > 50
    assert [name for name, one in packages.items() if "resolved" in one] == []
    assert all("integrity" in one for name, one in packages.items() if name)
