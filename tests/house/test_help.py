"""What `help()` says, and what can be had from the top."""

import re
import subprocess
import sys
from collections.abc import Callable
from inspect import getdoc, signature

import pytest

import runout


@pytest.mark.parametrize("call", [runout.solve, runout.Spot])
def test_every_parameter_is_explained(call: Callable[..., object]) -> None:
    explained: list[str] = []
    for line in (getdoc(call) or "").splitlines():
        if named := re.match(r"- ((?:`\w+`(?:, )?)+): \S", line):
            explained += re.findall(r"`(\w+)`", named[1])
    assert explained == sorted(explained, key=list(signature(call).parameters).index)
    assert set(explained) == set(signature(call).parameters)


def test_names_of_jobs_and_solutions_are_at_the_top() -> None:
    names = ("Solution", "SolutionNode", "Job", "Part", "SolveProgress", "SolveInterrupted")
    for name in (*names, "StoppedError", "blackjack"):
        assert name in runout.__all__
        assert getattr(runout, name).__name__.rpartition(".")[2] == name
    assert runout.blackjack.Shoe(decks=1).cards == 52


def test_the_top_is_loaded_when_it_is_asked_for() -> None:
    code = "import sys, runout; print([m for m in sys.modules if m.startswith('runout.')])"
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"
