"""A range as it was read, with notes on what other tools read otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from runout.ranges.parser import read_range
from runout.ranges.range import Range

if TYPE_CHECKING:
    from runout.cards import CardsLike
    from runout.ranges.hands import Plus
    from runout.ranges.shelf import Entry

# Who climbs with both ranks, and who with the kicker only.
_READERS = {"+": ("solvers", "Equilab, eval7, pokerkit, poker"), "-": ("", "poker")}


@dataclass(frozen=True)
class RangeReading:
    """A range, and what should be known about how its text was read."""

    hands: Range
    notes: tuple[str, ...]
    entry: Entry | None = None
    """Where it is kept, if it has a name."""

    def to_dict(self) -> dict[str, Any]:
        """Text, size and weights as plain data; notes where there are any."""
        return {
            "text": str(self.hands),
            "combos": self.hands.combos,
            "percent": self.hands.percent,
            "weights": {str(combo): weight for combo, weight in self.hands},
            **({"notes": list(self.notes)} if self.notes else {}),
            **(self.entry.to_dict() if self.entry else {}),
        }


def noted_range(text: str, remove: CardsLike, plus: Plus) -> RangeReading:
    """Read a range, less the removed cards."""
    reading = read_range(text, plus)
    hands = Range.from_weights(reading.weights).without(remove)
    return RangeReading(hands, tuple(_note(word, plus) for word in reading.read_two_ways))


def named_range(entry: Entry) -> RangeReading:
    """A range of the library."""
    return replace(noted_range(f"@{entry.name}", "", "climb"), entry=entry)


def _note(word: str, plus: Plus) -> str:
    """How a run from neighbouring ranks was read, and who reads it otherwise."""
    other: Plus = "single" if plus == "climb" else "climb"
    ours, theirs = Range(word, plus=plus), Range(word, plus=other)
    climbing, single = _READERS[word[-1]]
    ours_too, also = (climbing, single) if plus == "climb" else (single, climbing)
    return (
        f"note: {word} is read as {ours}{ours_too and f' (as {ours_too} do)'}; "
        f"{also and f'{also} and '}--plus {other} read{'' if also else 's'} it as {theirs}"
    )
