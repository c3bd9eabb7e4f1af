"""A spot that is solved at once, and a command that is run in this process."""

import sys
from pathlib import Path

import pytest

from runout.cli import main

RIVER = """
board = "Ks Td 7h 4c 2s"
pot = 100
stack = 300
bets = "50%, a"
raises = "60%"
[range]
oop = "22+, A2s+, KTo+"
ip = "QQ-22, ATs+, KQo"
"""


@pytest.fixture
def river(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to work in, with a spot that is solved at once."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "river.toml"
    path.write_text(RIVER)
    return path


class Ran:
    """The command, run in this process: what it printed and how it ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *arguments: str, code: int = 0) -> tuple[str, str]:
        self._monkeypatch.setattr(sys, "argv", ["runout", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        shown = self._capsys.readouterr()
        assert (ended.value.code or 0) == code, shown.err
        return shown.out, shown.err


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ran:
    return Ran(monkeypatch, capsys)
