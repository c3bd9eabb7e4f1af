"""Batches of rivers, which are solved in no time."""

from pathlib import Path

import pytest

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
