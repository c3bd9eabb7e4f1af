"""Refusing shoes that are too short for a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from runout.blackjack.card_values import VALUES
from runout.blackjack.hand_numbers import hand_text
from runout.errors import RunoutError

if TYPE_CHECKING:
    from runout import _core
    from runout.blackjack.shoe import Shoe


class EmptyShoeError(RunoutError):
    """A line of play that needs a card when none is left."""


def refuse(found: _core.BlackjackExhaustion, shoe: Shoe) -> NoReturn:
    """Say which draw meets an empty shoe."""
    if found.split >= 0:
        line = f"after a split of {2 * VALUES[found.split]} a draw"
    elif found.dealer:
        line = f"when the player holds {hand_text(found.hand)}, a draw of the dealer"
    else:
        line = f"a draw to {hand_text(found.hand)}"
    raise EmptyShoeError(
        f"shoe '{shoe}': {line} against {VALUES[found.upcard]} can meet an empty shoe; "
        f"{shoe.cards} cards of these values are too few"
    )
