"""Draws the picture of the README from what the commands really print."""

import io
import runpy
from pathlib import Path

import rich.console
from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME

from runout.cli import output

ROOT = Path(__file__).parent.parent

# The usual template of Rich without its fonts from the network.
TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"
 aria-label="runout in a terminal">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
 font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def draw() -> None:
    """Run the demo with a recording console and export it."""
    recorder = Console(
        record=True,
        width=92,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
    )
    output.console = lambda: recorder  # what commands print to, and then what the demo does
    rich.console.Console = lambda *_, **__: recorder  # type: ignore[assignment, misc]
    runpy.run_path(str(ROOT / "examples" / "demo.py"))
    svg = recorder.export_svg(title="make demo", theme=SVG_EXPORT_THEME, code_format=TEMPLATE)
    (ROOT / "docs" / "_static" / "demo.svg").write_text(svg)


if __name__ == "__main__":
    draw()
