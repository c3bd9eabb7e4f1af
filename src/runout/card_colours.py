"""Cards on a terminal: suit symbols, a colour for each suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from runout.cards import Card

SUIT_STYLES = {"c": "bold green", "d": "bold blue", "h": "bold red", "s": "bold default"}


def coloured(
    cards: Iterable[Card], styles: Mapping[str, str] = SUIT_STYLES, between: str = " "
) -> Text:
    """Cards with suit symbols, a colour for each suit."""
    return Text(between).join(Text(card.symbol, styles[card.suit]) for card in cards)
