"""How much is tried by tests that try at random: a little, or as often as `RUNOUT_FUZZ` says."""

import os


def rounds(usual: int) -> int:
    """So many tries in a test; ``RUNOUT_FUZZ=20`` makes them twenty times as many."""
    return max(1, round(usual * float(os.environ.get("RUNOUT_FUZZ", "1"))))


def seed(usual: int) -> int:
    """Where the random choices of a test start; ``RUNOUT_SEED`` makes it somewhere else."""
    return int(os.environ.get("RUNOUT_SEED", str(usual)))
