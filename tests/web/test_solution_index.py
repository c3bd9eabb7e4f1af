"""The index of a library is made anew whatever becomes of it, also while the server runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from runout.web.kept_solution import Note
from runout.web.solution_library import SolutionLibrary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NAME = "index.sqlite3"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SolutionLibrary]:
    """Of two files that are not even solutions: they are listed with what is wrong."""
    found = SolutionLibrary(tmp_path)
    for name in ("one", "two"):
        path = found.new_path()
        path.write_bytes(b"no solution")
        found.added(path, Note(name))
    yield found
    found.close()


def names(library: SolutionLibrary) -> list[str]:
    return [kept.name for kept in library.found(sort="name")]


def removed(path: Path) -> None:
    for one in path.parent.glob(f"{NAME}*"):
        one.unlink()


def overwritten(path: Path) -> None:
    for one in path.parent.glob(f"{NAME}*"):
        one.write_bytes(b"this is no database at all" * 1000)


def emptied(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("drop table solutions")


def of_others(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("""update solutions set data = '{"id": 3}'""")


@pytest.mark.parametrize("harm", [removed, overwritten, emptied, of_others])
def test_harm_while_it_is_open_is_made_good(
    library: SolutionLibrary, harm: Callable[[Path], None]
) -> None:
    assert names(library) == ["one", "two"]
    harm(library.folder / NAME)
    assert names(library) == ["one", "two"]  # at once, though the folder was just looked at
    one = next(iter(library.found("one")))
    assert library.change(one.id, name="eins").name == "eins"
    assert names(library) == ["eins", "two"]
    with closing(SolutionLibrary(library.folder)) as again:
        assert names(again) == ["eins", "two"]


def test_an_index_that_somebody_holds_is_not_waited_for(tmp_path: Path) -> None:
    with closing(SolutionLibrary(tmp_path)) as first:
        first.new_path().write_bytes(b"no solution")
        first.look()
    with closing(sqlite3.connect(tmp_path / NAME, isolation_level=None)) as other:
        other.execute("begin exclusive")
        with closing(SolutionLibrary(tmp_path)) as library:
            assert len(names(library)) == 1


def test_an_index_that_cannot_be_kept_is_in_memory(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()  # a place where no file can be
    with closing(SolutionLibrary(tmp_path)) as library:
        path = library.new_path()
        path.write_bytes(b"no solution")
        library.added(path, Note("one"))
        assert names(library) == ["one"]
