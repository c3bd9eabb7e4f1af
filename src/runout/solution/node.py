"""A node of a solution: walk on from it, and ask what every hand does and is worth there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from runout import checks
from runout.cards import Card, CardsLike, looks_like_cards, parse_cards
from runout.checks import shown
from runout.errors import NotationError, RunoutError
from runout.solution.frequencies import with_frequencies
from runout.solution.node_cache import whole
from runout.solution.node_locks import action_numbers, lock, lock_table, rows_of, unlock
from runout.solution.node_looks import NodeLooks
from runout.solution.node_table import player_number
from runout.solver.line import Choice, starts_at_root, steps_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from runout.ranges import Range
    from runout.solution.node_locks import LockTable
    from runout.solution.runouts import Runouts

    Floats = NDArray[np.float64]


class SolutionNode(NodeLooks):
    """A point of the game: a player acts there, a card is dealt, or the hand is over.

    Values are computed when they are first asked for. They belong to the strategy as it is now:
    after the solution was resumed, the same node gives the new ones.
    """

    def __getitem__(self, line: str) -> SolutionNode:
        """Return the node that a line leads to from here, such as ``bet 120 / call / 7s``."""
        steps = steps_of(line)
        node = SolutionNode(self._cache) if starts_at_root(line) else self
        for text, span, totals in steps:
            try:
                node = node.play(text, totals=totals)
            except RunoutError as error:
                raise NotationError("line", line, span, _reason(error, text)) from None
        return node

    def play(self, step: str | Card, *, totals: bool = False) -> SolutionNode:
        """One step on: an action, or a card where one is dealt.

        An action is written in full (``bet 120``), as the grid shows it (``B1``), by its kind where
        there is one of it (``bet``), or by its size (``bet 60%``, ``raise 3x``). With `totals`
        chips are counted from the start of the hand, as PioSOLVER's ``b120`` does.
        """
        totals = checks.switch("totals", totals)
        if not isinstance(step, Card):
            step = checks.text("step", step, "'bet 120'")
        if self.kind == "deal":
            if isinstance(step, str) and not looks_like_cards(step, most=1):
                raise RunoutError(f"{shown(step)} is no card, but a card is dealt here")
            return self.deal(step)
        if self.kind != "action":
            raise RunoutError(f"{shown(str(step))} comes after the end of the hand")
        node, tree = self._node, self._cache.plan.spot.tree
        choice = Choice(tree.betting, node.state, node.actions)
        number = choice.meant(str(step), totals=totals)
        return self.after(number)

    def after(self, *steps: int | Card) -> SolutionNode:
        """The node after numbers of actions and cards, as `steps` has them; they must exist."""
        return SolutionNode(self._cache, (*self._steps, *steps))

    def fold(self) -> SolutionNode:
        """After a fold."""
        return self.play("fold")

    def check(self) -> SolutionNode:
        """After a check."""
        return self.play("check")

    def call(self) -> SolutionNode:
        """After a call."""
        return self.play("call")

    def bet(self, amount: float) -> SolutionNode:
        """After a bet of this many chips."""
        return self.play(f"bet {_chips(amount)}")

    def raise_to(self, amount: float) -> SolutionNode:
        """After a raise to this many chips on the street."""
        return self.play(f"raise {_chips(amount)}")

    def all_in(self) -> SolutionNode:
        """After moving all in."""
        return self.play("all-in")

    def deal(self, card: CardsLike) -> SolutionNode:
        """After a card."""
        if self.kind != "deal":
            raise RunoutError(
                f"card {_card_words(card)}: no card is dealt here, {self._what_next()}"
            )
        cards = parse_cards(card)
        if len(cards) != 1:
            raise RunoutError(f"card {_card_words(card)}: one card is dealt here")
        after = self.after(cards[0])
        _ = after.place  # a card that is gone is refused here
        return after

    def _what_next(self) -> str:
        if self.kind == "action":
            return f"{self.player} acts ({', '.join(self.actions)})"
        return "the hand is over"

    def passively(self) -> SolutionNode:
        """The next deal or the end of the hand, if both players check or call from here."""
        node = self
        while node.kind == "action":
            node = node.play("check" if "check" in node.actions else "call")
        return node

    @whole
    def runouts(self) -> Runouts:
        """Every next card. Where a player acts, those after both just check or call from here."""
        from runout.solution.runouts import runouts_at

        deal = self.passively()
        if deal.kind != "deal":
            raise RunoutError(f"line {self.line!r}: no card is to come")
        return runouts_at(deal)

    @whole
    def lock(
        self,
        hands: LockTable | Range | str | None = None,
        strategy: Mapping[str, float] | None = None,
    ) -> Range:
        """Fix what hands of the player to act do here; `Solution.resume` solves around them.

        Either a table of hands, ``{"KsJs": {"call": 1.0}}``, or a range and what all of it does,
        ``"QQ+", {"raise 384": 1.0}``. Actions that are not named are never taken. Without arguments
        the whole node stays as it is now. Hands whose suits are alike here are locked alike.
        Gives back the range of all hands that are locked here.
        """
        table = lock_table(self, hands, strategy)
        lock(self._cache.plan, self._cache.loop.locks, self.place, table)
        return self.locked

    @whole
    def lock_frequencies(
        self, frequencies: Mapping[str, float], hands: Range | str | None = None
    ) -> Range:
        """Fix how often the range, or some hands of it, takes actions, changing it least.

        Actions that are not named share the rest as they do now.
        """
        player = self._acting()
        weight = self.values.players[player_number(player)].weight
        if hands is not None:
            weight = np.where(rows_of(self, hands), weight, 0.0)
        wanted = action_numbers(self, frequencies)
        table = with_frequencies(self._cache.strategy(self._steps), weight, wanted)
        lock(self._cache.plan, self._cache.loop.locks, self.place, table)
        return self.locked

    def unlock(self) -> Range:
        """Free all hands that are locked here; gives back which they were."""
        before = self.locked
        unlock(self._cache.plan, self._cache.loop.locks, self.place)
        return before

    @whole
    def plot_runouts(self, what: str = "ev", palette: str = "usual") -> Figure:
        """A bar for each next card: ``ev``, ``equity`` or ``realised_equity`` of both players.

        ``frequencies`` shows what the player who acts then does.
        """
        from runout.solution.view.plots import plot_runouts

        return plot_runouts(self, what, palette)


def _chips(amount: float) -> str:
    """Chips as lines write them; a fraction stays, and is refused as no action."""
    chips = checks.number("amount", amount, 0, what="chips")
    return str(int(chips)) if chips.is_integer() else str(chips)


def _card_words(card: CardsLike) -> str:
    """A card that was asked for, as errors name it."""
    return shown(str(card) if isinstance(card, Card) else card)


def _reason(error: RunoutError, step: str) -> str:
    """The first line of an error, without the step that it starts with."""
    return str(error).splitlines()[0].removeprefix(f"{shown(step)} ")
