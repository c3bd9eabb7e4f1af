"""The map of the house leaves out no room, no module beside the rooms and no file of data."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent.parent
SOURCE = HOUSE / "src" / "runout"
QUOTED = re.compile(r"`([^`]+)`")
ROOMS = (
    "batch", "blackjack", "equities", "holdings", "ranges", "solution", "solution/view", "solver",
    "solver/cuda", "web",
)  # fmt: skip


def rows() -> dict[str, str]:
    """The first cell of each row of the map, and what it says."""
    page = (HOUSE / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = page.partition("| room |")[2].partition("\n\n")[0]
    cells = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    return {first: said for _, first, said, _ in cells}


def named() -> set[Path]:
    """What the rows are about; names after the first of a row may lack its folder."""
    found = set()
    for first in rows():
        names = QUOTED.findall(first)
        beside = (HOUSE / names[0]).parent
        found |= {one if (one := HOUSE / name).exists() else beside / name for name in names}
    return found


def test_the_map_names_what_exists() -> None:
    assert len(named()) > 50
    assert not [path for path in named() if not path.exists()]


def test_nothing_is_left_out() -> None:
    for folder in (SOURCE, HOUSE / "core"):
        there = {
            path for path in folder.iterdir() if not path.name.startswith(("_", ".", "py.typed"))
        }
        assert there <= named()


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_of_a_room_is_left_out(room: str) -> None:
    """Those of `cli` and of parts of the browser have the name of what they show."""
    said = set(re.findall(r"\w+", rows()[f" `src/runout/{room}/` "]))
    modules = {path.stem for path in (SOURCE / room).glob("*.py")}
    assert len(modules) > 4
    assert not {name for name in modules if not name.startswith("_")} - said


def test_all_data_are_named() -> None:
    patterns = QUOTED.findall(rows()[" `src/runout/data/` "])
    for path in (SOURCE / "data").iterdir():
        assert any(fnmatch(path.name, pattern) for pattern in patterns), path.name
