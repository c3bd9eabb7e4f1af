"""The heads-up postflop solver: spots, betting trees and the way to their equilibrium."""

from runout.solver.lock import Lock
from runout.solver.spot import Spot
from runout.solver.spot_data import PlayerSizes, StreetSizes

__all__ = ["Lock", "PlayerSizes", "Spot", "StreetSizes"]
