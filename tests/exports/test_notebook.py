"""The notebook of the examples runs, and what is kept in it is what it gives."""

import json
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent


def outputs(path: Path) -> list[list[str]]:
    """What kind of results each code cell has; how a text is cut into pieces is chance."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    kinds = [[_kind(out) for out in cell["outputs"]] for cell in cells if "outputs" in cell]
    return [[kind for kind, _ in groupby(cell)] for cell in kinds]


def _kind(output: dict[str, Any]) -> str:
    return f"{output['output_type']} {sorted(output.get('data', {}))}"


def test_the_notebook_runs(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.ipynb"
    command = [sys.executable, str(ROOT / "tools" / "notebook.py"), str(fresh)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    kinds = outputs(fresh)
    assert kinds == outputs(ROOT / "examples" / "solver.ipynb")
    pictures = [kind for cell in kinds for kind in cell if "image/png" in kind]
    assert len(pictures) == 4
    text = fresh.read_text(encoding="utf-8")
    assert "locked to checking: " in text


def test_the_example_spots_can_be_solved() -> None:
    from runout import Spot

    spots = sorted((ROOT / "examples" / "spots").glob("*.toml"))
    assert [path.stem for path in spots] == ["flop", "river", "turn"]
    for path in spots:
        assert Spot.from_toml(path).estimate().stored_numbers > 0
