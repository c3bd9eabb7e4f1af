"""The notations that a range is written in, by the names people ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout.checks import choice
from runout.ranges.range import Range

if TYPE_CHECKING:
    from collections.abc import Callable

NOTATIONS: dict[str, Callable[[Range], str]] = {
    "text": Range.to_text,
    "pio": Range.to_pio,
    "gtoplus": Range.to_gtoplus,
    "weights": Range.to_weight_list,
}


def in_notation(hands: Range, notation: str, option: str = "notation") -> str:
    """A range as text for another program; errors name the option that asked for it.

    >>> in_notation(Range("KK+"), "pio")
    'AA,KK'
    """
    return NOTATIONS[choice(option, notation, NOTATIONS)](hands)
