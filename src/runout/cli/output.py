"""What the commands share in printing: JSON, cards in four colours."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runout.cards import Card

_SUIT_STYLES = {"c": "bold green", "d": "bold blue", "h": "bold red", "s": "bold default"}


def console() -> Console:
    """Where results go; colours only on a terminal."""
    out = Console(highlight=False, soft_wrap=True)
    if not out.is_terminal:
        out.width = 1000  # what is piped into a file or another program is never wrapped
    return out


def print_json(result: object) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(result, ensure_ascii=False, indent=2) + "\n")


def coloured(cards: Iterable[Card]) -> Text:
    """Cards with suit symbols, a colour for each suit."""
    return Text(" ").join(Text(card.symbol, _SUIT_STYLES[card.suit]) for card in cards)
