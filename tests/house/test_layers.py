"""What import-linter cannot see: the compiled kernels, and who handles signals."""

import re
from pathlib import Path

import pytest

import runout

SOURCE = Path(runout.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
KERNELS = re.compile(r"\b_core\b")


@pytest.mark.parametrize("room", ["cli", "explore", "web", "batch", "solution"])
def test_the_surface_leaves_kernels_to_the_plan(room: str) -> None:
    files = sorted((SOURCE / room).rglob("*.py"))
    assert files
    assert not [path for path in files if KERNELS.search(path.read_text(encoding="utf-8"))]


def test_signals_are_handled_in_one_place() -> None:
    handling = re.compile(r"^\s*(import signal|from signal import)", re.MULTILINE)
    found = [path.name for path in MODULES if handling.search(path.read_text(encoding="utf-8"))]
    assert found == ["job.py"]
