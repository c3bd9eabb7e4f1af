"""Colours: of suits, of players, of the letters of a chart; those of actions are a palette's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rich.text import Text

    from runout.cards import Card

SUIT_STYLES = {"c": "bold green", "d": "bold blue", "h": "bold red", "s": "bold default"}
SUIT_SHADES = {"c": "bold #5fc57e", "d": "bold #74a9ff", "h": "bold #ff7b72", "s": "bold #e8ebef"}
"""Suits on the dark screen of the browser."""
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


def coloured(
    cards: Iterable[Card], styles: Mapping[str, str] = SUIT_STYLES, between: str = " "
) -> Text:
    """Cards with suit symbols, a colour for each suit, for a terminal."""
    from rich.text import Text

    return Text(between).join(Text(card.symbol, styles[card.suit]) for card in cards)
