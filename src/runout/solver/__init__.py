"""The heads-up postflop solver: spots, betting trees, equilibria and what they are worth."""

from runout.solver.solving import solve
from runout.solver.spot import Spot

__all__ = ["Spot", "solve"]
