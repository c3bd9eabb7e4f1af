"""`runout range`: a range as a grid and as text."""

from __future__ import annotations

from runout.ranges import Range


def show_range(text: str, remove: str, as_json: bool) -> None:
    """Print the range less the removed cards."""
    hands = Range(text).without(remove)
    if as_json:
        from runout.cli.output import print_json

        weights = {str(combo): weight for combo, weight in hands}
        print_json(
            {
                "text": str(hands),
                "combos": hands.combos,
                "percent": hands.percent,
                "weights": weights,
            }
        )
    else:
        from runout.cli.output import console

        out = console()
        out.print(hands)
        out.print(str(hands), markup=False)
