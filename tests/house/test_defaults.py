"""What is taken where nothing is said is the same wherever it is said."""

from inspect import signature
from pathlib import Path

from typer.testing import CliRunner

from runout import defaults, solve
from runout.cli.app import app
from runout.equities.stopping import stopping_rule
from runout.solution.solution import Solution
from runout.solver.loop import Limits
from runout.web.bodies import SimulationBody
from runout.web.server import ServerSettings


def test_defaults_are_said_once() -> None:
    limits = signature(Limits).parameters
    for call in (solve, Solution.resume):
        for name in ("target", "max_iterations", "max_seconds"):
            assert signature(call).parameters[name].default == limits[name].default
    assert (limits["target"].default, limits["max_iterations"].default) == (0.3, 1000)
    assert stopping_rule() == (None, defaults.PRECISION, defaults.TIME_LIMIT)
    simulation, settings = SimulationBody.model_fields, ServerSettings(Path("library"))
    assert simulation["rounds"].default == defaults.ROUNDS
    assert simulation["penetration"].default == defaults.PENETRATION
    assert (settings.host, settings.port) == (defaults.HOST, defaults.PORT)
    output = CliRunner().invoke(app, ["solve", "--help"], env={"COLUMNS": "200"}).output
    shown_help = " ".join(output.split())
    assert f"percent of the pot. Default: {defaults.TARGET}." in shown_help
    assert f"so many iterations. Default: {defaults.MAX_ITERATIONS}." in shown_help
