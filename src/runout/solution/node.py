"""A node of a solution: walk on from it, and ask what every hand does and is worth there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from runout import checks
from runout.cards import Card, CardsLike, format_cards, looks_like_cards, parse_cards
from runout.checks import shown
from runout.combos import COMBOS, Combo, holding
from runout.errors import NotationError, RunoutError
from runout.ranges import Range
from runout.solution.frequencies import with_frequencies
from runout.solution.hand_table import HandTable, PlayerTables
from runout.solution.lock_symmetry import lock, locked, unlock
from runout.solution.locked_nodes import LockedNode, locked_nodes
from runout.solution.node_cache import whole
from runout.solution.node_table import frequencies, given_all, player_number, table_of
from runout.solution.node_view import view_of
from runout.solution.values import range_weights
from runout.solver.betting import DEAL, FOLD, IP, OOP, SHOWDOWN
from runout.solver.line import starts_at_root, steps_of
from runout.solver.spot import PLAYERS
from runout.solver.step import Choice

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from matplotlib.figure import Figure
    from numpy.typing import NDArray
    from rich.console import RenderableType

    from runout.solution.breakdown import Breakdown
    from runout.solution.class_grid import ClassGrid
    from runout.solution.lock_notation import LockTable
    from runout.solution.node_cache import NodeCache, Steps
    from runout.solution.node_table import NodeTable
    from runout.solution.node_view import NodeView
    from runout.solution.place import Place
    from runout.solution.range_report import RangeReport
    from runout.solution.runouts import Runouts
    from runout.solution.selection import Selection
    from runout.solution.trust import Trust
    from runout.solution.values import NodeValues
    from runout.solver.tree import Node

    Floats = NDArray[np.float64]

T = TypeVar("T")
_WEIGHT_DECIMALS = 7
_KINDS = {OOP: "action", IP: "action", DEAL: "deal", FOLD: "fold", SHOWDOWN: "showdown"}


class SolutionNode:
    """A point of the game: a player acts there, a card is dealt, or the hand is over.

    Values are computed when they are first asked for. They belong to the strategy as it is now:
    after the solution was resumed, the same node gives the new ones.
    """

    def __init__(self, cache: NodeCache, steps: Steps = ()) -> None:
        self._cache = cache
        self._steps = steps

    def __reduce__(self) -> tuple[object, ...]:
        return SolutionNode, (self._cache, self._steps)

    @property
    def cache(self) -> NodeCache:
        """Where its values come from, for those who need the arrays."""
        return self._cache

    @property
    def steps(self) -> Steps:
        """What was done so far, as numbers of actions and cards."""
        return self._steps

    # The point itself

    @property
    def place(self) -> Place:
        """Where it is among the nodes and deals that were solved."""
        return self._cache.place(self._steps)

    @property
    def _node(self) -> Node:
        return self._cache.plan.spot.tree.nodes[self.place.node]

    @property
    def kind(self) -> str:
        """Whether it is an ``action``, a ``deal``, a ``fold`` or a ``showdown``."""
        return _KINDS[self._node.kind]

    @property
    def player(self) -> str | None:
        """Who acts: oop or ip; None where nobody does."""
        return PLAYERS[self._node.kind] if self.kind == "action" else None

    @property
    def line(self) -> str:
        """What was done so far, as text; empty at the root."""
        nodes = self._cache.plan.spot.tree.nodes
        words, number = [], 0
        for step in self._steps:
            node = nodes[number]
            words.append(str(step if isinstance(step, Card) else node.actions[step]))
            number = node.children[0 if isinstance(step, Card) else step]
        return " / ".join(words)

    @property
    def board(self) -> str:
        """The board, with the cards that were asked for."""
        return format_cards((*self._cache.plan.spot.cards, *self.place.cards))

    @property
    def pot(self) -> float:
        """The pot, bets that have not been called included."""
        return self._cache.plan.spot.tree.pots[self.place.node]

    @property
    def stacks(self) -> dict[str, float]:
        """What each player has left."""
        return dict(zip(PLAYERS, self._cache.plan.spot.tree.stacks(self._node), strict=True))

    @property
    def stack(self) -> float:
        """What the player to act has left; where nobody acts, the smaller of the two stacks."""
        return self.stacks[self.player] if self.player else min(self.stacks.values())

    @property
    def actions(self) -> list[str]:
        """What the player may do, smallest first; empty where nobody acts."""
        return [str(action) for action in self._node.actions]

    # Walking on

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

    # What the hands do and are worth

    @property
    def values(self) -> NodeValues:
        """All values as arrays, by hand in the order of `combos`; missing ones are NaN.

        Hands that are hardly ever met have theirs here; `PlayerValues.shown` leaves them out.
        """
        return self._cache.values(self._steps)

    def combos(self, player: str) -> list[Combo]:
        """The hands of a player's range that the first board leaves possible."""
        return [Combo.at(int(i)) for i in self._cache.plan.combos[player_number(player)]]

    def possible(self, player: str) -> NDArray[np.intp]:
        """Which of them the board here leaves possible."""
        combos = self._cache.plan.combos[player_number(player)]
        return np.flatnonzero(~holding(self.place.cards)[combos])

    def range(self, player: str) -> Range:
        """A player's range here: the weight of each hand times how often it comes this way.

        ``to_pio()`` of it is text that other tools read. Weights have seven decimals, more where
        hardly anybody comes this way; what is beyond them is rounding.
        """
        number = player_number(player)
        reach, _ = range_weights(self._cache.plan, self.place, number)
        weights = np.zeros(COMBOS)
        if largest := reach.max():
            decimals = _WEIGHT_DECIMALS - math.ceil(math.log10(largest))
            weights[self._cache.plan.combos[number]] = np.clip(reach.round(decimals), 0.0, 1.0)
        return Range.from_weights(weights)

    @property
    @whole
    def frequencies(self) -> dict[str, float]:
        """How often each action is taken, over all hands that get here."""
        if self.player is None:
            return {}
        reach, counts = range_weights(self._cache.plan, self.place, self._node.kind)
        often = frequencies(self.actions, self._cache.strategy(self._steps), reach, counts)
        return dict(zip(self.actions, often, strict=True))

    @whole
    def hands(self, player: str) -> PlayerTables:
        """A player's hands, whether it is his turn or not."""
        return PlayerTables(self.table(player), self.values.players[player_number(player)])

    @whole
    def table(self, player: str) -> NodeTable:
        """The columns of a player's hands that the board leaves possible."""
        number = player_number(player)
        combos, possible = self._cache.plan.combos[number], self.possible(player)
        acts = player == self.player
        locked = self._locked_hands() if acts else None
        actions = self.actions if acts else []
        return table_of(self.values, player, combos, possible, actions, self.pot, locked)

    @whole
    def grid(self, what: str = "strategy", player: str | None = None) -> ClassGrid:
        """The 169 hand classes of the player to act, or of the one named.

        Each with its strategy and a value: ``ev``, ``equity``, ``eqr``, ``weight`` or ``loss``,
        the EV given away beside the best action, also by one action: ``loss call``.
        """
        from runout.solution.class_grid import class_grid

        return class_grid(self, None if player is None else PLAYERS[player_number(player)], what)

    @whole
    def report(self) -> RangeReport:
        """Both ranges beside each other: nutted hands, equity buckets and curves."""
        from runout.solution.range_report import range_report

        return range_report(self)

    @whole
    def view(self) -> NodeView:
        """All that is shown of it, as data."""
        return view_of(self)

    @whole
    def where(self, condition: str, player: str | None = None) -> Selection:
        """Only the hands of the player to act, or of the one named, that a condition is true for.

        Such as ``'made="top pair" and draw~"flush draw" and bet>=0.5'``.
        """
        from runout.solution.selection import select

        return select(self.view(), condition, player)

    @whole
    def breakdown(
        self, by: str = "made", player: str | None = None, where: str | None = None
    ) -> Breakdown:
        """What the hands of the player to act, or of the one named, are, do and are worth.

        By ``made`` class, ``draw``, both (``cross``) or cards of one ``suit`` with the board; of
        those hands only for which the condition `where` is true.
        """
        from runout.solution.breakdown import breakdown_of
        from runout.solution.selection import select

        name = self.player or PLAYERS[0] if player is None else PLAYERS[player_number(player)]
        seen = self.view() if where is None else select(self.view(), where, name)
        return breakdown_of(seen, name, by)

    @property
    @whole
    def strategy(self) -> HandTable[dict[str, float | None]]:
        """By hand of the player to act: how often it takes each action."""
        return self._by_action("frequency")

    @property
    @whole
    def ev_of(self) -> HandTable[dict[str, float | None]]:
        """By hand of the player to act: the EV of each action, the chips it adds taken off."""
        return self._by_action("action_ev")

    @property
    @whole
    def realised_equity_of(self) -> HandTable[dict[str, float | None]]:
        """By hand of the player to act: the realised equity of each action."""
        return self._by_action("action_realised_equity")

    @property
    def ev(self) -> HandTable[float | None]:
        """EV of each hand of the player to act: chips expected from the pot from here on."""
        return self._own.ev

    @property
    def realised_equity(self) -> HandTable[float | None]:
        """Share of the final pot that each hand of the player to act takes when both play on."""
        return self._own.realised_equity

    @property
    def equity(self) -> HandTable[float | None]:
        """Showdown equity of each hand of the player to act against the opponent's range here."""
        return self._own.equity

    @property
    def eqr(self) -> HandTable[float | None]:
        """EV over pot times equity, of each hand of the player to act."""
        return self._own.eqr

    @property
    def weight(self) -> HandTable[float | None]:
        """Weight of each hand in the range of the player to act."""
        return self._own.weight

    @property
    def _own(self) -> PlayerTables:
        return self.hands(self._acting())

    def _acting(self) -> str:
        if self.player is None:
            raise RunoutError(
                f"line {self.line!r}: nobody acts here; ask node.hands('oop') or node.hands('ip')"
            )
        return self.player

    def _by_action(self, name: str) -> HandTable[dict[str, float | None]]:
        actions = self.actions

        def by_action(row: Floats) -> dict[str, float | None]:
            return dict(zip(actions, given_all(row), strict=True))

        return HandTable(self.table(self._acting()), name, by_action)

    # How far to trust it

    @property
    def trust(self) -> Trust:
        """Who comes here, what could still be gained, and warnings in words."""
        return self._cache.trust(self._steps)

    @property
    def reach(self) -> dict[str, float]:
        """By player, the share of his range that comes here by what he does himself.

        Under a thousandth, nothing was learned here about that player.
        """
        return self.trust.reach

    @property
    def regret(self) -> float | None:
        """What the player to act could still gain by his best reply from here on.

        In percent of the pot, against the range and strategy that the opponent has here. None where
        nobody acts, where no hand comes, before the river of a small file, and while locks wait.
        """
        return self.trust.regret

    @whole
    def runouts(self) -> Runouts:
        """Every next card. Where a player acts, those after both just check or call from here."""
        from runout.solution.runouts import runouts_at

        deal = self.passively()
        if deal.kind != "deal":
            raise RunoutError(f"line {self.line!r}: no card is to come")
        return runouts_at(deal)

    # Locks

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
        from runout.solution.lock_notation import lock_table

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
        from runout.solution.lock_notation import action_numbers, rows_of

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

    @property
    def locked(self) -> Range:
        """The hands of the player to act that are locked here."""
        number = player_number(self._acting())
        weights = np.zeros(COMBOS)
        weights[self._cache.plan.combos[number][self._locked_hands()]] = 1.0
        return Range.from_weights(weights)

    @property
    def locks(self) -> list[LockedNode]:
        """All nodes of the solution where hands are locked."""
        return locked_nodes(self._cache.plan, self._cache.solved.locks)

    def _locked_hands(self) -> NDArray[np.bool_]:
        """Which hands of the player to act are locked here."""
        table = locked(self._cache.plan, self._cache.solved.locks, self.place)
        hands: NDArray[np.bool_] = np.isfinite(table[0])
        return hands

    # Pictures

    @whole
    def plot(
        self,
        palette: str = "usual",
        player: str | None = None,
        *,
        what: str = "strategy",
        scaled: bool = False,
    ) -> Figure:
        """The strategy as a matplotlib figure: the 13×13 grid, each cell split by action.

        Of the player to act, or of the one named; the other palette is ``colour-blind``. `what` may
        be any that `grid` takes: a heat map with numbers. `scaled` fills the cells of a strategy by
        the weight of their hands.
        """
        from runout.solution.view.plots import plot_strategy

        return plot_strategy(self.view(), palette, player, what=what, scaled=scaled)

    @whole
    def plot_distribution(self) -> Figure:
        """Equity, EV and EQR of both players over their ranges, best hands first."""
        from runout.solution.view.plots import plot_distribution

        return plot_distribution(self.view())

    @whole
    def plot_report(self) -> Figure:
        """The equity curves of both players with percentiles marked, and their equity buckets."""
        from runout.solution.view.plot_report import plot_report

        return plot_report(self.view(), self.report())

    @whole
    def plot_runouts(self, what: str = "ev", palette: str = "usual") -> Figure:
        """A bar for each next card: ``ev``, ``equity`` or ``realised_equity`` of both players.

        ``frequencies`` shows what the player who acts then does.
        """
        from runout.solution.view.plots import plot_runouts

        return plot_runouts(self, what, palette)

    # Giving it out

    def to_dict(self) -> dict[str, Any]:
        """Everything about the node as plain data; missing values are None."""
        return self.view().to_dict()

    def to_frame(self, player: str | None = None) -> Any:  # noqa: ANN401 - polars or pandas
        """One row for each hand of the player to act, or of the one named.

        Columns are hand, weight, equity, realised_equity, ev, eqr and, for the player to act, for
        each action one with its frequency and one with its EV.
        """
        from runout.frames import data_frame

        return data_frame(self.rows(player))

    @whole
    def to_csv(self, path: str | PathLike[str], player: str | None = None) -> None:
        """Write a row for each hand and action of the player to act, or of the one named."""
        from runout.solution.table_export import node_tables, write_csv

        write_csv(node_tables(self, player), path)

    @whole
    def to_parquet(self, path: str | PathLike[str], player: str | None = None) -> None:
        """Write the same as `to_csv` as Parquet; polars is needed."""
        from runout.solution.table_export import node_tables, write_parquet

        write_parquet(node_tables(self, player), path)

    def rows(self, player: str | None = None) -> list[dict[str, Any]]:
        """The rows of the frame as plain data."""
        return self.table(self._acting() if player is None else player).rows()

    def __str__(self) -> str:
        from runout.solution.view.strategy_view import plain

        return plain(self.view())

    def __rich__(self) -> RenderableType:
        from runout.solution.view.strategy_view import node_view

        return node_view(self.view())

    def _repr_html_(self) -> str:
        from runout.solution.view.strategy_page import node_html

        return node_html(self.view())

    @whole
    def __repr__(self) -> str:
        where = f"SolutionNode({self.line!r}, {self.board}, "
        if self.player is None:
            return where + f"{self.kind})"
        often = ", ".join(f"{name} {100 * f:.1f} %" for name, f in self.frequencies.items())
        count = int(self._locked_hands().sum())
        return where + f"{self.player}: {often}" + f"; {count} hands locked" * (count > 0) + ")"


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
