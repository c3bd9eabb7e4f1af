"""What is taken where nothing is said is the same wherever it is said."""

from inspect import signature

from typer.testing import CliRunner

from runout import defaults, solve
from runout.cli.app import app
from runout.equities.stopping import stopping_rule
from runout.solution.solution import Solution
from runout.solver.loop import Limits


def test_defaults_are_said_once() -> None:
    limits = signature(Limits).parameters
    for call in (solve, Solution.resume):
        for name in ("target", "max_iterations", "max_seconds"):
            assert signature(call).parameters[name].default == limits[name].default
    assert (limits["target"].default, limits["max_iterations"].default) == (0.3, 1000)
    assert stopping_rule() == (None, defaults.PRECISION, defaults.TIME_LIMIT)
    output = CliRunner().invoke(app, ["solve", "--help"], env={"COLUMNS": "200"}).output
    shown_help = " ".join(output.split())
    assert f"percent of the pot. Default: {defaults.TARGET}." in shown_help
    assert f"so many iterations. Default: {defaults.MAX_ITERATIONS}." in shown_help
