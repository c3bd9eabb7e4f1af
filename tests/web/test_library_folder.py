"""What becomes of a library whose folder is copied, moved, linked or damaged by somebody else."""

from __future__ import annotations

import json
import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from runout.errors import RunoutError
from runout.web.kept_solution import Note
from runout.web.problems import ProblemError
from runout.web.solution_index import SolutionIndex
from runout.web.solution_library import SolutionLibrary
from runout.web.solution_notes import read_note

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from runout.web.kept_solution import Kept

OLD = time.time() - 40 * 24 * 3600
DEEP = '{"name": ' + "[" * 200_000
HUGE = "1" + "0" * 400


def added(library: SolutionLibrary, name: str) -> str:
    """The id of a file that is not even a solution: it is listed with what is wrong."""
    path = library.new_path()
    path.write_bytes(b"no solution")
    return library.added(path, Note(name)).id


def names(library: SolutionLibrary, **asked: Any) -> list[str]:  # noqa: ANN401
    return [kept.name for kept in library.found(sort="name", **asked)]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SolutionLibrary]:
    with closing(SolutionLibrary(tmp_path / "library")) as found:
        yield found


def test_a_copied_library_works_on_its_own_files(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    with closing(SolutionLibrary(first)) as library:
        kept, gone = added(library, "kept"), added(library, "gone")
        library.delete(gone)
    shutil.copytree(first, second)
    with closing(SolutionLibrary(second)) as copy:
        assert copy.path(kept) == second / f"{kept}.runout"  # before any list was asked for
        copy.change(kept, name="changed in the copy")
        copy.restore(gone)
        copy.delete(kept)
    assert not (first / "trash" / f"{kept}.runout").exists()
    with closing(SolutionLibrary(first)) as library:
        assert (names(library), names(library, deleted=True)) == (["kept"], ["gone"])


def test_a_copy_is_looked_at_before_it_is_trusted(tmp_path: Path) -> None:
    with closing(SolutionLibrary(tmp_path / "first")) as library:
        one = added(library, "one")
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    note = tmp_path / "second" / f"{one}.json"
    note.write_text(json.dumps({"name": "another"}))
    with closing(SolutionLibrary(tmp_path / "second")) as copy:
        assert copy.get(one).name == "another"


def test_any_spelling_of_the_folder_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(SolutionLibrary("./library")) as library:
        one = added(library, "one")
    (tmp_path / "link").symlink_to("library")
    for spelling in (tmp_path / "library", "link", "./link/../library"):
        with closing(SolutionLibrary(spelling)) as library:
            assert library.folder == tmp_path / "library"
            monkeypatch.chdir(tmp_path / "library")  # what was relative does not move with us
            assert library.change(one, name="one").name == "one"
            library.restore(library.delete(one).id)
        monkeypatch.chdir(tmp_path)


def test_an_index_leads_to_no_other_folder(tmp_path: Path) -> None:
    (tmp_path / "other.runout").write_bytes(b"no solution")
    with closing(SolutionLibrary(tmp_path / "library")) as library:
        one = added(library, "one")
        stranger = replace(library.get(one), place="../other.runout")
    index = SolutionIndex(tmp_path / "library" / "index.sqlite3")
    index.put(one, index.marks()[one], stranger)
    index.close()
    with closing(SolutionLibrary(tmp_path / "library")) as library:
        assert library.path(one).parent == library.folder
        assert names(library) == ["one"]


def test_a_folder_without_a_name_is_refused() -> None:
    with pytest.raises(RunoutError, match="library ''"):
        SolutionLibrary("")


def linked(library: SolutionLibrary, to: str) -> Kept:
    """A solution that is a link to a file beside the folder."""
    (library.folder.parent / "elsewhere.runout").write_bytes(b"no solution")
    (library.folder / "link.runout").symlink_to(to)
    library.look()
    return next(iter(library.found("link")))


@pytest.mark.parametrize("to", ["../elsewhere.runout", "{}/elsewhere.runout"])
def test_a_link_is_put_away_and_brought_back(
    library: SolutionLibrary, tmp_path: Path, to: str
) -> None:
    one = linked(library, to.format(tmp_path))
    elsewhere = tmp_path / "elsewhere.runout"
    os.utime(elsewhere, (OLD, OLD))
    assert library.delete(one.id).deleted
    assert (library.folder / "trash" / "link.runout").read_bytes() == b"no solution"
    assert elsewhere.stat().st_mtime == pytest.approx(OLD)  # it is somebody else's
    with closing(SolutionLibrary(library.folder)) as again:  # and not old enough to go
        assert names(again, deleted=True) == ["link"]
    assert not library.restore(one.id).deleted
    assert library.path(one.id).read_bytes() == b"no solution"
    assert not (library.folder / "trash" / "link.runout").is_symlink()


def test_the_trash_may_be_removed_meanwhile(library: SolutionLibrary) -> None:
    one, gone = added(library, "one"), added(library, "gone")
    library.delete(gone)
    shutil.rmtree(library.folder / "trash")
    library.look()
    assert names(library) == ["one"]
    assert names(library, deleted=True) == []
    library.delete(one)
    assert names(library, deleted=True) == ["one"]


def test_whatever_lies_in_the_trash_does_not_stop_the_start(tmp_path: Path) -> None:
    with closing(SolutionLibrary(tmp_path)) as library:
        gone = added(library, "gone")
        library.delete(gone)
    trash = tmp_path / "trash"
    os.utime(trash / f"{gone}.runout", (OLD, OLD))
    (trash / "a folder.runout").mkdir()
    (trash / "nowhere.runout").symlink_to("none")
    (trash / "circle.runout").symlink_to("circle.runout")
    (trash / "folder of a note.runout").write_bytes(b"no solution")
    (trash / "folder of a note.json").mkdir()
    for path in trash.iterdir():
        os.utime(path, (OLD, OLD), follow_symlinks=False)
    with closing(SolutionLibrary(tmp_path)) as library:
        assert names(library, deleted=True) == []
        assert names(library) == []
    left = sorted(path.name for path in trash.iterdir())
    assert left == ["a folder.runout", "folder of a note.json"]


@pytest.mark.parametrize(
    "note",
    [
        DEEP,
        "[]",
        '{"name": "x", "created": ' + HUGE + "}",
        '{"name": "x", "created": 1e999}',
        '{"name": "x", "tags": [{}]}',
        '{"name": "x", "locks": [{"line": ' + HUGE + "}]}",
        '{"name": "x", "locks": ' + "[" * 900 + "]" * 900 + "}",
        '{"name": "x", "parent": ' + HUGE + "}",
    ],
)
def test_a_damaged_note_is_none(library: SolutionLibrary, note: str) -> None:
    one, two = added(library, "one"), added(library, "two")
    (library.folder / f"{one}.json").write_text(note)
    library.look()
    assert sorted(names(library)) == sorted([one, "two"])
    assert library.change(two, tags=["a"]).tags == ("a",)
    assert library.change(one, name="mended").name == "mended"


def test_a_pipe_in_the_place_of_a_note_is_not_waited_for(library: SolutionLibrary) -> None:
    one = added(library, "one")
    (library.folder / f"{one}.json").unlink()
    os.mkfifo(library.folder / f"{one}.json")
    library.look()
    assert names(library) == [one]


def test_two_changes_at_once_are_both_kept(
    library: SolutionLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(path: Path) -> Note:
        found = read_note(path)
        time.sleep(0.05)
        return found

    one = added(library, "one")
    monkeypatch.setattr("runout.web.solution_library.read_note", slowly)
    lock = {"line": "", "hands": "AA", "play": {"check": 1.0}}
    with ThreadPoolExecutor(4) as pool:
        changes: list[dict[str, Any]] = [{"name": "new"}, {"tags": ["t"]}, {"locks": [lock]}]
        for done in [pool.submit(library.change, one, **change) for change in changes]:
            done.result()
    note = library.note(one)
    assert (note.name, note.tags, note.locks) == ("new", ("t",), (lock,))


def test_what_many_do_to_one_solution_at_once(library: SolutionLibrary) -> None:
    one = added(library, "one")

    def mix(number: int) -> None:
        with suppress(ProblemError):  # it was deleted just now
            if number % 4 == 0:
                library.delete(one)
            elif number % 4 == 1:
                library.restore(one)
            elif number % 4 == 2:
                library.change(one, tags=[str(number)])
            else:
                library.look()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(mix, range(200)))
    library.restore(one)
    assert library.get(one).name == "one"
    assert names(library) == ["one"]
    files = sorted(path.name for path in library.folder.glob(f"{one}.*"))
    assert files == [f"{one}.json", f"{one}.runout"]
    assert list((library.folder / "trash").iterdir()) == []
