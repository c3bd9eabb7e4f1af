"""Refusing shoes that are too short for a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from runout.blackjack.hands import hand_text
from runout.blackjack.values import VALUES
from runout.errors import RunoutError

if TYPE_CHECKING:
    from runout.blackjack.shoe import Shoe


class EmptyShoeError(RunoutError):
    """A line of play that needs a card when none is left."""


def refuse(found: tuple[bool, int, int, int], shoe: Shoe) -> NoReturn:
    """Say which draw meets an empty shoe."""
    dealer, hand, up, split = found
    if split >= 0:
        line = f"after a split of {VALUES[split]}{VALUES[split]} a draw"
    elif dealer:
        line = f"when the player holds {hand_text(hand)}, a draw of the dealer"
    else:
        line = f"a draw to {hand_text(hand)}"
    raise EmptyShoeError(
        f"shoe '{shoe}': {line} against {VALUES[up]} can meet an empty shoe; "
        f"{shoe.cards} cards of these values are too few"
    )
