"""Colours: of suits, players, the letters of a chart, pictures; and of actions, by palette.

Folds are blue, checks and calls green, bets from amber over red to purple.
"""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

from runout.checks import shown
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rich.text import Text

    from runout.cards import Card

SUIT_STYLES = {"c": "bold green", "d": "bold blue", "h": "bold red", "s": "bold default"}
SUIT_SHADES = {"c": "bold #5fc57e", "d": "bold #74a9ff", "h": "bold #ff7b72", "s": "bold #e8ebef"}
"""Suits on the dark screen of the browser."""
WARNING = "bold #c06000"
"""Of what to beware of, on a dark terminal and on a light one."""
SEAT_COLOURS = ("#2ea064", "#4285d6", "#d67a33", "#b04fc0", "#c9a227", "#5f6b7a")
"""Of the players of a hand, beginning anew after the last."""
LETTER_COLOURS = {
    "H": "#f3d36b",
    "S": "#e58b85",
    "D": "#7fb8e6",
    "d": "#a9d0f0",
    "R": "#d5d5d5",
    "r": "#e8e8e8",
    "P": "#93d19a",
    "Q": "#bfe3c3",
    "-": "#ffffff",
}
"""Of what a blackjack chart says."""
LETTER_STYLES = {
    "H": "black on yellow",
    "S": "white on red",
    "D": "white on blue",
    "d": "black on bright_blue",
    "R": "black on white",
    "r": "black on bright_white",
    "P": "black on green",
    "Q": "black on bright_green",
    "-": "dim",
}
"""The same in a terminal."""
INK, MUTED, FAINT, EMPTY = "#1c1f24", "#5c6470", "#c9ced6", "#f1f3f5"
"""Of pictures: what is written, what is beside it, lines, and cells without anything."""
SUIT_COLOURS = {"c": "#1d8a45", "d": "#1f62c4", "h": "#cc2f27", "s": INK}
"""On white paper."""
PALE = "#b4bac3"
"""The name of a cell without anything, in pictures."""
PLAYER_COLOURS = {"oop": "#d55e00", "ip": "#0072b2"}  # told apart with any colour vision
PLAYER_STYLES = {"oop": "dark_orange3", "ip": "dodger_blue2"}
"""The same in a terminal."""

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
GREY: Colour = (119, 119, 119)
PAIR: Colour = (46, 160, 100)
SUITED: Colour = (66, 133, 214)
OFFSUIT: Colour = (214, 122, 51)
"""Of the classes of a range."""
EMPTY_CELL: Colour = (38, 42, 48)
"""Of a class that is not in it, on a dark screen."""
RANGE_COLOUR: Colour = (70, 130, 150)
"""Of hands whose player does not act."""
NEXT_CARDS: tuple[Colour, Colour, Colour] = ((150, 75, 62), (52, 57, 64), (45, 125, 90))
"""Of the lowest, the middle and the highest next card, on a dark screen."""

_PALETTES: dict[str, dict[str, tuple[Colour, ...]]] = {
    "usual": {
        "fold": ((61, 124, 201),),
        "check": ((63, 158, 98),),
        "bet": ((232, 172, 60), (205, 65, 52), (126, 52, 148)),
    },
    # Okabe and Ito's colours, which people with any kind of colour blindness can tell apart.
    "colour-blind": {
        "fold": ((86, 180, 233),),
        "check": ((0, 158, 115),),
        "bet": ((240, 228, 66), (230, 159, 0), (213, 94, 0), (150, 80, 125)),
    },
}
PALETTES = tuple(_PALETTES)
_HEATS: dict[str, tuple[Colour, Colour, Colour]] = {
    "usual": ((196, 78, 66), (238, 229, 203), (52, 145, 98)),
    "colour-blind": ((213, 94, 0), (240, 238, 230), (0, 114, 178)),
}
"""Of the lowest, the middle and the highest number of a heat map."""
_SMALLEST, _LARGEST = 0.25, 2.0  # bets, in pots, at the two ends of the scale


def coloured(
    cards: Iterable[Card], styles: Mapping[str, str] = SUIT_STYLES, between: str = " "
) -> Text:
    """Cards with suit symbols, a colour for each suit, for a terminal."""
    from rich.text import Text

    return Text(between).join(Text(card.symbol, styles[card.suit]) for card in cards)


def action_colours(actions: list[str], pot: float, palette: str = "usual") -> list[Colour]:
    """A colour for each action of a node; the larger the bet, the further along the scale.

    >>> action_colours(["fold", "call", "all-in 900"], pot=320)
    [(61, 124, 201), (63, 158, 98), (126, 52, 148)]
    """
    check_palette(palette)
    scales = _PALETTES[palette]
    return [_colour(scales, action, pot) for action in actions]


def check_palette(palette: str) -> None:
    """Refuse a palette that does not exist."""
    if not isinstance(palette, str) or palette not in _PALETTES:
        raise RunoutError(f"palette {shown(palette)}: one of {', '.join(PALETTES)}")


def _colour(scales: dict[str, tuple[Colour, ...]], action: str, pot: float) -> Colour:
    kind, _, amount = action.partition(" ")
    if kind == "fold":
        return scales["fold"][0]
    if kind in ("check", "call"):
        return scales["check"][0]
    if kind == "all-in":
        return scales["bet"][-1]
    size = max(float(amount) / pot, _SMALLEST)
    along = min(log2(size / _SMALLEST) / log2(_LARGEST / _SMALLEST), 1.0)
    return _between(scales["bet"], along)


def _between(scale: tuple[Colour, ...], along: float) -> Colour:
    """The colour at a place from 0 to 1 on a scale."""
    position = along * (len(scale) - 1)
    first = min(int(position), len(scale) - 2)
    share = position - first
    red, green, blue = (
        round(a + share * (b - a)) for a, b in zip(scale[first], scale[first + 1], strict=True)
    )
    return red, green, blue


def heat_colour(along: float, palette: str = "usual", *, one_sided: str = "") -> Colour:
    """The colour of a place from 0 to 1 between the lowest and the highest of a heat map.

    A scale that is `one_sided` begins at nothing and ends ``high`` or ``low``.
    """
    low, middle, high = _HEATS[palette]
    scale = {"high": (middle, high), "low": (middle, low)}.get(one_sided, (low, middle, high))
    return _between(scale, min(max(along, 0.0), 1.0))


def css(colour: Colour) -> str:
    """A colour as HTML and matplotlib write it.

    >>> css((61, 124, 201))
    '#3d7cc9'
    """
    return "#{:02x}{:02x}{:02x}".format(*colour)


def ink(colour: Colour) -> Colour:
    """Black or white, whichever can be read on a colour."""
    red, green, blue = colour
    return BLACK if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else WHITE
