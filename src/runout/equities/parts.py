"""An equity with the parts that were asked for beside it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runout.cards import Card
    from runout.equities.classes import ClassEquity
    from runout.equities.details import HandEquity
    from runout.equities.result import EquityResult


@dataclass(frozen=True)
class EquityParts:
    """All that is shown of an equity; parts that were not asked for are None."""

    result: EquityResult
    by_hand: list[HandEquity] | None
    by_next_card: dict[Card, tuple[float, ...]] | None
    categories: list[dict[str, float]] | None
    by_class: list[list[ClassEquity]] | None = None
    """Of each player."""
    outs: list[tuple[Card, ...]] | None = None
    """Of each player."""

    def to_dict(self) -> dict[str, Any]:
        """The equities and the parts as plain data."""
        data = self.result.to_dict()
        if self.by_hand is not None:
            data["by_hand"] = [asdict(hand) | {"combo": str(hand.combo)} for hand in self.by_hand]
        if self.by_next_card is not None:
            cards = self.by_next_card.items()
            data["by_next_card"] = {str(card): list(equities) for card, equities in cards}
        if self.categories is not None:
            data["categories"] = self.categories
        if self.outs is not None:
            data["outs"] = [[str(card) for card in cards] for cards in self.outs]
        if self.by_class is not None:
            data["by_class"] = [[row.to_dict() for row in rows] for rows in self.by_class]
        return data
