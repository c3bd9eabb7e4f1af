"""The heads-up postflop solver: spots, betting trees, equilibria and what they are worth."""

from runout.solver.json_schema import json_schema
from runout.solver.solving import solve
from runout.solver.spot import Spot

__all__ = ["Spot", "json_schema", "solve"]
