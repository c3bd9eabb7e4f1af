"""The way of a question through the house: how many files a command runs through."""

import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).parent.parent.parent
SPOT = """board = "Td 9d 6h Qc 2c"
pot = 200
stack = 900
bets = "60%"
[range]
oop = "66+, A8s+"
ip = "QQ-22, ATo+"
"""
MOST = {"solve": 29, "show": 32}
"""Files of the rooms in which a function ran when this was written; a longer way needs a reason.

Modules beside the rooms (cards, checks, job, words ...) are known after the first reading."""


def _files(*command: str) -> set[str]:
    run = subprocess.run(
        [sys.executable, "-m", "tests.house.files_run", *command],
        capture_output=True, text=True, check=True, cwd=HOUSE,
    )  # fmt: skip
    return {name for name in run.stderr.partition("ran in:\n")[2].split() if "/" in name}


def test_solve_and_show_run_through_few_files(tmp_path: Path) -> None:
    spot, saved = tmp_path / "spot.toml", tmp_path / "spot.runout"
    spot.write_text(SPOT, encoding="utf-8")
    solve = _files("solve", str(spot), "--target", "5", "--out", str(saved))
    show = _files("show", str(saved), "check / bet 120")
    assert {"cli/solve_command.py", "solver/cpu.py", "solution/saving.py"} <= solve
    assert {"cli/show.py", "solution/node.py", "solution/view/strategy_view.py"} <= show
    assert len(solve) <= MOST["solve"], sorted(solve)
    assert len(show) <= MOST["show"], sorted(show)


def test_the_map_names_files_that_exist() -> None:
    """The way of `solve` and `show` on the map leads through no file that is gone."""
    page = (HOUSE / "ARCHITECTURE.md").read_text(encoding="utf-8")
    way = page[page.index("`runout solve turn.toml") : page.index("`python -m tests.house")]
    named = [name.strip("`") for name in way.split() if name.strip("`,.;:()").endswith(".py")]
    assert len(named) > 20
    for name in named:
        path = name.strip("`,.;:()")
        rooms = ("", "cli", "solver", "solution", "solution/view", "ranges")
        assert any((HOUSE / "src/runout" / room / path).exists() for room in rooms), name
