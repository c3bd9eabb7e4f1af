"""Monte Carlo equity: random deals until they are enough.

Ranges are drawn independently and a deal in which two cards coincide is rejected whole; what is
left follows the exact joint distribution. To reject less, ranges whose combinations are few are
joined beforehand into lists of hands that go together. Deals are counted in integers and cut into
blocks with generators of their own, so the same seed gives the same answer on any number of
threads.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from runout import _core
from runout.cards import card_bits
from runout.combos import COMBOS, compatible_matrix
from runout.equities.question import MOST_PLAYERS, Question
from runout.equities.watch import Interrupted, watched
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from runout.equities.stopping import StoppingRule

    _Integers = NDArray[np.uint64]
    _Tallies = tuple[int, int, _Integers, _Integers, _Integers]
    _Dealt = tuple[_Tallies, tuple[_Integers, _Integers, _Integers] | None]

_LARGEST_GROUP = 1 << 15  # combinations joined into one list, so that it stays in the cache

# Deals between two looks at the precision: the first look is early, the later ones are rare enough
# for several threads to be worth while. The schedule must not depend on anything else.
_FIRST_ROUND = _core.DEALS_PER_BLOCK
_LATER_ROUNDS = (32 * _core.DEALS_PER_BLOCK, 2048 * _core.DEALS_PER_BLOCK)


@dataclass(frozen=True)
class Counts:
    """What the deals so far came to."""

    deals: int
    won: NDArray[np.float64]
    """Deals that each player won alone."""
    shared: NDArray[np.float64]
    """Pots shared, by player and by how many: (players, 24)."""
    categories: NDArray[np.float64] | None

    @property
    def equity(self) -> NDArray[np.float64]:
        """Mean share of the pot of each player."""
        pots: NDArray[np.float64] = self.won + self.shared @ _pot_shares(1)
        return pots / self.deals

    @property
    def stderr(self) -> NDArray[np.float64]:
        """Standard error of the equities."""
        if self.deals < 2:
            return np.full(len(self.won), 0.5)  # no share of a pot can vary more
        squares = (self.won + self.shared @ _pot_shares(2)) / self.deals
        spread = np.maximum(squares - self.equity**2, 0) / (self.deals - 1)
        # What did not happen in n deals may still have a chance of a few times 1/n.
        error: NDArray[np.float64] = np.maximum(np.sqrt(spread), 1 / self.deals)
        return error


def _pot_shares(power: int) -> NDArray[np.float64]:
    ways = np.arange(MOST_PLAYERS + 1, dtype=np.float64)
    return np.divide(1, ways**power, out=np.zeros_like(ways), where=ways > 1)


@dataclass(frozen=True)
class HandCounts:
    """The same for each hand of one player."""

    deals: NDArray[np.float64]
    won: NDArray[np.float64]
    tied: NDArray[np.float64]
    share: NDArray[np.float64]


class RandomDeals:
    """A stream of random deals for one question; `run` goes on where it stopped."""

    def __init__(self, question: Question, seed: int | None, threads: int) -> None:
        self.question = question
        self.seed = int.from_bytes(os.urandom(8)) >> 1 if seed is None else seed
        self._threads = threads
        self._dealer = make_dealer(question)

    def run(
        self, rule: StoppingRule, progress: Callable[[Counts, float], None] | None = None
    ) -> tuple[Counts, str]:
        """Deal until a limit is reached; the counts, and the name of the limit.

        Ctrl-C ends the run, too, once there is something to show.
        """
        players = len(self.question.players)
        self._so_far = Counts(0, np.zeros(players), np.zeros((players, MOST_PLAYERS + 1)), None)
        try:
            stopped_by = self._deal_until(rule, progress)
        except KeyboardInterrupt as interrupt:
            if isinstance(interrupt, Interrupted):
                (raw, _) = cast("_Dealt", interrupt.result)
                self._so_far = _added(self._so_far, self._counts(raw))
            if not self._so_far.deals:
                raise
            stopped_by = "interrupt"
        return self._so_far, stopped_by

    def _deal_until(
        self, rule: StoppingRule, progress: Callable[[Counts, float], None] | None
    ) -> str:
        started = time.perf_counter()
        size = _FIRST_ROUND
        while True:
            first = self._so_far.deals
            wanted = size if rule.samples is None else min(size, rule.samples - first)
            more, complete = self._round(first, wanted, rule.time_limit, started)
            counts = self._so_far = _added(self._so_far, more)
            elapsed = time.perf_counter() - started
            if rule.samples is not None and counts.deals >= rule.samples:
                return "samples"
            if not complete:
                _refuse_no_deals(counts)
                return "time_limit"
            if rule.precision is not None and _precise(counts, rule.precision):
                return "precision"
            if rule.time_limit is not None and elapsed >= rule.time_limit:
                return "time_limit"
            if progress is not None:
                progress(counts, elapsed)
            size = _next_round(counts.deals)

    def _round(
        self, first: int, count: int, time_limit: float | None, started: float
    ) -> tuple[Counts, bool]:
        """One round of deals in the kernel; False if the time ran out within it."""
        control = _core.Control()
        until = None if time_limit is None else started + time_limit
        raw, _ = watched(
            lambda: self._dealer.deal(self.seed, first, count, self._threads, False, -1, control),
            control,
            until=until,
        )
        counts = self._counts(raw)
        return counts, counts.deals == count

    def _counts(self, raw: _Tallies) -> Counts:
        players = len(self.question.players)
        _, deals, won, ties, categories = raw
        return Counts(
            deals,
            won[:players].astype(np.float64),
            ties.reshape(MOST_PLAYERS, -1)[:players].astype(np.float64),
            categories.reshape(MOST_PLAYERS, -1)[:players].astype(np.float64),
        )

    def __reduce__(self) -> tuple[object, ...]:
        return RandomDeals, (self.question, self.seed, self._threads)

    def categories(self, deals: int) -> NDArray[np.float64]:
        """Final hand classes of every player over the first deals of the stream: (players, 9)."""
        control = _core.Control()
        raw, _ = watched(
            lambda: self._dealer.deal(self.seed, 0, deals, self._threads, True, -1, control),
            control,
        )
        found = self._counts(raw).categories
        assert found is not None
        return found

    def by_hand(self, player: int, deals: int) -> HandCounts:
        """What each hand of one player got over the first deals of the stream."""
        control = _core.Control()
        _, hands = watched(
            lambda: self._dealer.deal(self.seed, 0, deals, self._threads, False, player, control),
            control,
        )
        assert hands is not None
        dealt, won, ties = (array.astype(np.float64) for array in hands)
        ties = ties.reshape(COMBOS, -1)
        return HandCounts(dealt, won, ties.sum(axis=1), won + ties @ _pot_shares(1))


def _next_round(deals: int) -> int:
    shortest, longest = _LATER_ROUNDS
    blocks = deals // _core.DEALS_PER_BLOCK
    return min(max(blocks * _core.DEALS_PER_BLOCK, shortest), longest)


def _added(counts: Counts, more: Counts) -> Counts:
    return Counts(
        counts.deals + more.deals, counts.won + more.won, counts.shared + more.shared, None
    )


def _precise(counts: Counts, precision: float) -> bool:
    """Whether every standard error is small enough, and believable: a few deals may all agree."""
    return counts.deals >= 1000 and float(counts.stderr.max()) <= precision


def _refuse_no_deals(counts: Counts) -> None:
    if not counts.deals:
        raise RunoutError(
            "no deal was found within the time limit in which all players hold a hand of their "
            "range: the ranges leave each other (almost) nothing; widen one of them"
        )


@dataclass(frozen=True)
class _Group:
    """Players drawn together: combos of each (entries, players) and the weight of each entry."""

    players: tuple[int, ...]
    combos: NDArray[np.intp]
    weights: NDArray[np.float64]


def make_dealer(question: Question) -> _core.Dealer:
    """The kernel's plan: players with ranges in groups, the rest card by card."""
    dealer = _core.Dealer(len(question.players), card_bits(question.board), question.live_bits)
    for number, player in enumerate(question.players):
        if len(player.known) == 1:
            dealer.add_known_card(number, player.known[0])
    for group in _joined(_groups(question)):
        dealer.add_group(
            np.array(group.players, dtype=np.uint8),
            np.ascontiguousarray(group.combos, dtype=np.uint16),
            np.ascontiguousarray(group.weights),
        )
    return dealer


def _groups(question: Question) -> list[_Group]:
    groups = []
    for number, player in enumerate(question.players):
        if player.is_random or len(player.known) == 1:
            continue  # dealt card by card
        weights = question.weights[number]
        held = np.flatnonzero(weights)
        groups.append(_Group((number,), held[:, None], weights[held]))
    return groups


def _joined(groups: list[_Group]) -> list[_Group]:
    """Join the smallest groups while their combinations are few enough."""
    groups = sorted(groups, key=lambda group: len(group.weights))
    while len(groups) > 1 and len(groups[0].weights) * len(groups[1].weights) <= _LARGEST_GROUP:
        joined = _join(groups[0], groups[1])
        groups = sorted([joined, *groups[2:]], key=lambda group: len(group.weights))
    return groups


def _join(one: _Group, other: _Group) -> _Group:
    apart = np.ones((len(one.weights), len(other.weights)), dtype=bool)
    for mine in one.combos.T:
        for theirs in other.combos.T:
            apart &= compatible_matrix()[np.ix_(mine, theirs)] > 0
    first, second = np.nonzero(apart)
    if not len(first):
        players = ", ".join(str(player + 1) for player in (*one.players, *other.players))
        raise RunoutError(f"players {players} cannot all hold a hand of their ranges at once")
    return _Group(
        one.players + other.players,
        np.hstack([one.combos[first], other.combos[second]]),
        one.weights[first] * other.weights[second],
    )
