"""What import-linter cannot see: the compiled kernels, and who handles signals."""

import ast
import re
from pathlib import Path

import pytest

import runout
from runout.solver.engines import ENGINES

SOURCE = Path(runout.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
KERNELS = re.compile(r"\b_core\b")


@pytest.mark.parametrize("room", ["cli", "explore", "web", "batch", "solution"])
def test_the_surface_leaves_kernels_to_the_plan(room: str) -> None:
    files = sorted((SOURCE / room).rglob("*.py"))
    assert files
    assert not [path for path in files if KERNELS.search(path.read_text(encoding="utf-8"))]


def test_engines_are_known_by_name_where_they_are_listed_alone() -> None:
    """The others ask the class; files older than the question had the only engine of then."""
    where = ("solver/engines.py", "solver/cpu.py", "solver/cuda/", "solution/header.py")
    elsewhere = [
        path.relative_to(SOURCE).as_posix()
        for path in MODULES
        if not path.relative_to(SOURCE).as_posix().startswith(where)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Constant) and node.value in ENGINES)
        or (isinstance(node, ast.Compare) and "DEFAULT_ENGINE" in ast.unparse(node))
    ]
    assert not elsewhere


def test_signals_are_handled_in_one_place() -> None:
    handling = re.compile(r"^\s*(import signal|from signal import)", re.MULTILINE)
    found = [path.name for path in MODULES if handling.search(path.read_text(encoding="utf-8"))]
    assert found == ["job.py"]


def test_cards_of_the_deck_are_counted_in_one_place() -> None:
    """Nothing but shades is 52, and 51 or 1,326 stand nowhere but in words."""
    house = SOURCE.parent.parent
    files = [
        path
        for folder, kinds in {
            "src": ("py",),
            "benchmarks": ("py",),
            "core": ("cpp", "hpp", "cu", "cuh"),
            "web/src": ("ts", "svelte"),
        }.items()
        for kind in kinds
        for path in sorted((house / folder).rglob(f"*.{kind}"))
        if not re.search(r"colours|\.test\.", path.name)
    ]
    words = re.compile(
        r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|/\*[\s\S]*?\*/|//[^\n]*|#(?![ie])[^\n]*|`[^`]*`'
    )
    counted = re.compile(r"(?<![\w.])(?:51|52|1_?326)(?![\w.])")
    assert len(files) > 300
    found = {
        path.relative_to(house).as_posix(): counted.findall(bare)
        for path in files
        if counted.search(bare := words.sub("", path.read_text(encoding="utf-8")))
    }
    assert not found
