"""The heads-up postflop solver: spots, betting trees and the way to their equilibrium."""

from runout.solver.lock import Lock
from runout.solver.sizes import PlayerSizes, StreetSizes
from runout.solver.spot import Spot

__all__ = ["Lock", "PlayerSizes", "Spot", "StreetSizes"]
