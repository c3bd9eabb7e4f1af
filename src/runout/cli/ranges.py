"""`runout range`: a range as a grid and as text."""

from __future__ import annotations

from typing import cast, get_args

from runout.checks import choice
from runout.ranges import Range
from runout.ranges.hands import Plus
from runout.ranges.parser import read_range

# Who climbs with both ranks, and who with the kicker only.
_READERS = {"+": ("solvers", "Equilab, eval7, pokerkit, poker"), "-": ("", "poker")}


def show_range(text: str, remove: str, plus: str, as_json: bool) -> None:
    """Print the range less the removed cards."""
    way = cast("Plus", choice("--plus", plus, get_args(Plus)))
    reading = read_range(text, way)
    hands = Range.from_weights(reading.weights).without(remove)
    notes = [_note(word, way) for word in reading.read_two_ways]
    if as_json:
        from runout.cli.output import print_json

        weights = {str(combo): weight for combo, weight in hands}
        print_json(
            {
                "text": str(hands),
                "combos": hands.combos,
                "percent": hands.percent,
                "weights": weights,
                **({"notes": notes} if notes else {}),
            }
        )
    else:
        from runout.cli.output import console

        out = console()
        out.print(hands)
        out.print(str(hands), markup=False)
        for note in notes:
            out.print(note, markup=False)


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
