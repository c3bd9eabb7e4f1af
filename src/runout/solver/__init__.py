"""The heads-up postflop solver: spots, betting trees and the way to their equilibrium."""

from runout.solver.spot import Spot
from runout.solver.street import PlayerSizes, StreetSizes

__all__ = ["PlayerSizes", "Spot", "StreetSizes"]
