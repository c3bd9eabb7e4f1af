"""Two rooms never hold the same noun, and some words are not used any more."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import runout

SOURCE = Path(runout.__file__).parent
HOUSE = SOURCE.parent.parent
FILES = sorted(SOURCE.rglob("*.py"))
NAMED_AFTER_WHAT_THEY_SHOW = ("cli", "explore")
"""A module for each command, and for each part of a screen: they have the name of what it shows."""
GONE = re.compile(r"raw[ _]equity|(?<!realised_)\bequity_of\b|\baction_equity\b|check_resumable")


def _rooms(path: Path) -> str:
    return path.relative_to(SOURCE).parent.as_posix()


def test_no_module_has_the_name_of_another() -> None:
    rooms = defaultdict(set)
    for path in FILES:
        if path.stem not in ("__init__", "__main__"):
            rooms[path.stem].add(_rooms(path))
    assert len(rooms) > 100
    shared = {
        name: sorted(where.difference(NAMED_AFTER_WHAT_THEY_SHOW)) for name, where in rooms.items()
    }
    assert not {name: where for name, where in shared.items() if len(where) > 1}


def test_no_class_has_the_name_of_another() -> None:
    homes = defaultdict(list)
    for path in FILES:
        for one in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(one, ast.ClassDef) and not one.name.startswith("_"):
                homes[one.name].append(path.relative_to(SOURCE).as_posix())
    assert len(homes) > 100
    assert not {name: where for name, where in homes.items() if len(where) > 1}


def test_no_constant_has_the_name_of_another() -> None:
    """Of another room; those of commands, of parts of a screen and of routes are their own."""
    homes = defaultdict(set)
    for path in FILES:
        where = path.relative_to(SOURCE)
        if where.parts[0] in NAMED_AFTER_WHAT_THEY_SHOW or "cuda" in where.parts:
            continue  # what kernels are given has their names
        for one in ast.parse(path.read_text(encoding="utf-8")).body:
            for name in _named(one):
                if not name.startswith("_") and not (name == "calls" and "routes" in where.parts):
                    homes[name].add(where.parts[0])
    assert len(homes) > 400
    assert not {name: where for name, where in homes.items() if len(where) > 1}


def _named(statement: ast.stmt) -> list[str]:
    """Classes and constants that a statement makes; variables of types are in no room."""
    if isinstance(statement, ast.ClassDef):
        return [statement.name]
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign) and "TypeVar" not in ast.unparse(statement.value):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]


def test_old_words_are_gone() -> None:
    pages = [*FILES, *(HOUSE / "docs").rglob("*.md"), HOUSE / "README.md"]
    found = {
        path.name: words.group()
        for path in pages
        if (words := GONE.search(path.read_text(encoding="utf-8")))
    }
    assert not found


def test_the_plan_and_solutions_do_without_casts() -> None:
    for room in ("solver", "solution"):
        for path in sorted((SOURCE / room).rglob("*.py")):
            assert "cast(" not in path.read_text(encoding="utf-8"), path


def test_colours_have_one_place() -> None:
    """Shades in pictures, cells and charts; plain names such as red stay where they are used."""
    shade = re.compile(
        r"\"#[0-9a-f]{3,6}\"|\"(?:black|white) on |Colour = \(\d|\(\d{2,3}, \d{2,3}, \d{2,3}\)"
    )
    for path in FILES:
        found = shade.search(path.read_text(encoding="utf-8"))
        assert not found or path.name == "colours.py", (path, found)


def test_tests_leave_private_loops_alone() -> None:
    """What a solution has learned is asked of its engine, not taken out of its loop."""
    for path in sorted((HOUSE / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\._loop\b", text) or path == Path(__file__), path
