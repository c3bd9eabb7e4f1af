"""Batches of rivers, which are solved in no time."""

from pathlib import Path

import pytest

from runout.batch import run

RANGES = {"oop": "QQ-88, AQs+, KJs+", "ip": "JJ-66, AJs+, QJs"}
SPOT = """
pot = 20
stack = 40
bets = "50% a"
range = {oop = "QQ-88, AQs+, KJs+", ip = "JJ-66, AJs+, QJs"}
"""
BOARDS = ["Ks7d2h5c9d", "Qs7d2h5c9d", "AsTd2h5c9d", "7s7d2h5c9d", "Ks7s2s5c9d", "4s4d3h2c9d"]
BATCH = f"""
name = "rivers"
spot = "spot.toml"
boards = "{", ".join(BOARDS)}"
target = 0.5
lines = ["", "check", "check / bet 10"]
"""


@pytest.fixture
def batch_file(tmp_path: Path) -> Path:
    """A batch of six rivers."""
    (tmp_path / "spot.toml").write_text(SPOT)
    file = tmp_path / "batch.toml"
    file.write_text(BATCH)
    return file


WEIGHTS = (1.0, 2.0, 3.0, 1.0, 4.0, 2.5)
TURN = {
    "pot": 20,
    "stack": 30,
    "bets": "50% a",
    "range": {"oop": "QQ,88,AdKd,JdTd,Kh8h", "ip": "JJ,99,AhQh,KsJs"},
}
TURNS = ("Td9d6hQc", "8d7d2c2h")


@pytest.fixture(scope="session")
def rivers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of six rivers that weigh differently."""
    folder = tmp_path_factory.mktemp("rivers")
    (folder / "spot.toml").write_text(SPOT)
    lines = [f"{board}: {weight}" for board, weight in zip(BOARDS, WEIGHTS, strict=True)]
    (folder / "boards.txt").write_text("\n".join(lines))
    (folder / "batch.toml").write_text(BATCH.replace(", ".join(BOARDS), "boards.txt"))
    assert all(result.ok for result in run(folder / "batch.toml", folder / "out", cores=1))
    return folder / "out"


@pytest.fixture(scope="session")
def turns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of two turns, with what comes after the river card."""
    out = tmp_path_factory.mktemp("turns") / "out"
    lines = ["", "check / check / *"]
    batch = {"name": "turns", "spot": TURN, "boards": ", ".join(TURNS), "lines": lines}
    assert all(result.ok for result in run({**batch, "target": 1.0}, out, cores=1))
    return out


@pytest.fixture(scope="session")
def pots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of two rivers with two pots."""
    out = tmp_path_factory.mktemp("pots") / "out"
    spot = {"pot": 20, "stack": 40, "bets": "50% a", "range": RANGES}
    batch = {"name": "pots", "spot": spot, "boards": ", ".join(BOARDS[:2]), "keep": "none"}
    assert all(result.ok for result in run({**batch, "vary": {"pot": [20, 31]}}, out, cores=1))
    return out
