"""What an answer rests on, from which further questions are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout.equities.monte_carlo import RandomDeals
    from runout.equities.question import Question
    from runout.equities.result import EquityResult
    from runout.equities.totals import KnownTotals, Sums, Totals


class Basis(NamedTuple):
    """The question, and the totals of an exact answer or the deals of a random one."""

    question: Question
    threads: int | None
    """As asked for; None is one for each core."""
    deals: int
    """How many were counted."""
    totals: Totals | KnownTotals | None
    random_deals: RandomDeals | None
    answer: Callable[..., EquityResult]
    """How to answer the questions that follow from this one."""

    def hands(self, player: int) -> list[tuple[int, Sums]]:
        """The combos of a player that were dealt, by index, and what they got."""
        if self.totals is not None:
            return self.totals.hands(player)
        assert self.random_deals is not None
        return self.random_deals.by_hand(player, self.deals)
