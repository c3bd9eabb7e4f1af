"""The list of commands says of each what the command says itself, without loading it."""

import subprocess
import sys

import pytest
import typer

from runout.cli.app import ELSEWHERE, _Later, app


def _listed() -> dict[str, _Later]:
    group = typer.main.get_command(app)
    found = {name: one for name, one in group.commands.items() if isinstance(one, _Later)}  # type: ignore[attr-defined]
    assert list(found) == list(ELSEWHERE)
    return found


@pytest.mark.parametrize("name", ELSEWHERE)
def test_the_list_says_what_the_command_says(name: str) -> None:
    listed = _listed()[name]
    real = listed.real()
    assert real.name in (name, "")
    assert real.help.split("\n\n")[0].replace("\n", " ") == listed.help


def test_the_list_loads_no_command() -> None:
    loads = "import sys; from runout.cli import main\ntry: main()\nexcept SystemExit: pass\n"
    loads += (
        "print([m for m in sys.modules if m.startswith(('runout.', 'numpy'))], file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", loads, "--help"], capture_output=True, text=True, check=True
    )
    assert "explore" in run.stdout
    assert "runout.cli.app" in run.stderr
    heavy = ("runout.solution", "runout.solver", "runout.blackjack", "numpy")
    assert not any(name in run.stderr for name in heavy)
