"""Ranges: weighted sets of hole cards, and a library of them."""

from runout.ranges.range import Range

__all__ = ["Range"]
