"""The heads-up postflop solver: spots, betting trees and the way to their equilibrium."""

from runout.solver.spot import Spot

__all__ = ["Spot"]
