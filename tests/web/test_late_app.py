"""The app while it is being loaded."""

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys
from pathlib import Path
from runout.web.late_app import load_first_needed
load_first_needed()
print(*(name for name, one in sys.modules.items() if hasattr(one, "__path__")))
"""
ROOT = Path(__file__).parents[2] / "src" / "runout"
NOT_ASKED = {"cli", "explore", "data", "web"}


def test_packages_are_loaded_before_any_call_is_answered() -> None:
    """Calls that load one at the same time, each through a module of its own, could fail."""
    found = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    ).stdout.split()
    packages = {one.parent.name for one in ROOT.glob("*/__init__.py")} - NOT_ASKED
    assert {f"runout.{name}" for name in packages} <= set(found)
