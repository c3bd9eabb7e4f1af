"""Ranges: weighted sets of hole cards."""

from runout.ranges.range import Range

__all__ = ["Range"]
