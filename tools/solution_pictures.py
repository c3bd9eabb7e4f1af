"""Draws the pictures of the solver's documentation from its first spot."""

import io
import re
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from runout import Spot, solve

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "docs" / "_static"
# The same picture gives the same file, so that redrawing changes nothing by itself.
REPRODUCIBLE = {"svg.hashsalt": "runout"}


def write(name: str, figure: Figure) -> None:
    """Write a picture as SVG, its letters as outlines, to a hundredth of a point."""
    written = io.StringIO()
    with mpl.rc_context(REPRODUCIBLE):
        figure.savefig(written, format="svg", metadata={"Date": None})
    short = re.sub(r' d="[^"]*"', _rounded, written.getvalue())
    (STATIC / f"solver-{name}.svg").write_text(short)


def _rounded(path: re.Match[str]) -> str:
    return re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", path[0])


def draw() -> None:
    """Solve the turn spot of the examples and draw it."""
    solution = solve(Spot.from_toml(ROOT / "examples" / "spots" / "turn.toml"), target=0.1)
    facing = solution["check / bet 216"]
    write("strategy", facing.plot())
    write("classes", facing.breakdown("made").plot())
    write("distribution", facing.plot_distribution())
    write("runouts", facing.call().plot_runouts())
    write("convergence", solution.plot_convergence())


if __name__ == "__main__":
    draw()
