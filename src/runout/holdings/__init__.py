"""Hands by what they are on a board: one made class and some draws, in players' words."""

from runout.holdings.holding import Holding, describe

__all__ = ["Holding", "describe"]
