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
from typing import TYPE_CHECKING, cast

import numpy as np

from runout import _core
from runout.cards import card_bits
from runout.equities.question import MOST_PLAYERS, Question
from runout.equities.totals import Sums
from runout.errors import RunoutError
from runout.threads import thread_count
from runout.watch import Interrupted, watched

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from runout.equities.stopping import StoppingRule
    from runout.job import AnyJob

_SMALL_ROUND = 10_000  # deals that take about a millisecond
_MOST_ATTEMPTS = 64  # for each deal of a small round

# Deals between two looks at the precision: the first look is early, the later ones are rare enough
# for several threads to be worth while. The schedule must not depend on anything else.
_FIRST_ROUND = _core.DEALS_PER_BLOCK
_LATER_ROUNDS = (32 * _core.DEALS_PER_BLOCK, 2048 * _core.DEALS_PER_BLOCK)


_SHARES = (0.0, 0.0, *(1 / ways for ways in range(2, MOST_PLAYERS + 1)))


class RandomDeals:
    """A stream of random deals for one question; `run` goes on where it stopped."""

    def __init__(self, question: Question, seed: int | None, threads: int | None) -> None:
        self.question = question
        self.seed = int.from_bytes(os.urandom(8)) >> 1 if seed is None else seed
        self._threads = threads
        self._job: AnyJob | None = None
        self._so_far: _core.Dealt | None = None  # of a run under way
        self._dealer = make_dealer(question)

    def run(
        self,
        rule: StoppingRule,
        progress: Callable[[_core.Dealt, float], None] | None = None,
        job: AnyJob | None = None,
    ) -> tuple[_core.Dealt, str]:
        """Deal until a limit is reached; the counts, and the name of the limit.

        Ctrl-C and stopping the job end the run, too, once there is something to show.
        """
        self._job = job
        try:
            stopped_by = self._deal_until(rule, progress)
        except KeyboardInterrupt as interrupt:
            if isinstance(interrupt, Interrupted):
                self._count(cast("_core.Dealt", interrupt.result))
            if self._so_far is None or not self._so_far.deals:
                raise
            stopped_by = "interrupt"
        finally:
            counts, self._so_far = self._so_far, None
            self._job = None  # what is asked later has not been stopped
        assert counts is not None
        return counts, stopped_by

    def _count(self, dealt: _core.Dealt) -> _core.Dealt:
        """All deals so far, these among them."""
        if self._so_far is None:
            self._so_far = dealt
        else:
            self._so_far.add(dealt)
        return self._so_far

    def _deal_until(
        self, rule: StoppingRule, progress: Callable[[_core.Dealt, float], None] | None
    ) -> str:
        started = time.perf_counter()
        first, size = 0, _FIRST_ROUND
        while True:
            wanted = size if rule.samples is None else min(size, rule.samples - first)
            more, complete = self._round(first, wanted, rule.time_limit, started)
            counts = self._count(more)
            first = counts.deals
            elapsed = time.perf_counter() - started
            if rule.samples is not None and counts.deals >= rule.samples:
                return "samples"
            if self._job is not None and self._job.stopped:
                if not counts.deals:
                    self._job.check("equity: random deals")
                return self._job.stopped_by
            if not complete:
                _refuse_no_deals(counts)
                return "time_limit"
            if rule.precision is not None and _precise(counts, rule.precision):
                return "precision"
            if rule.time_limit is not None and elapsed >= rule.time_limit:
                return "time_limit"
            if progress is not None:
                progress(counts, elapsed)
            size = _next_round(first)

    def _round(
        self, first: int, count: int, time_limit: float | None, started: float
    ) -> tuple[_core.Dealt, bool]:
        """One round of deals in the kernel; False if the time ran out within it."""
        dealt = self._at_once(first, count)
        if dealt is None:
            until = None if time_limit is None else started + time_limit
            dealt = self._deal(first, count, until)
        return dealt, dealt.deals == count

    def _at_once(self, first: int, count: int) -> _core.Dealt | None:
        """A small round without a thread to watch it; None if too many deals are rejected for that.

        What was dealt until then is thrown away, so that the answer is that of the stream.
        """
        if count > _SMALL_ROUND:
            return None
        attempts = _MOST_ATTEMPTS * count
        dealt = self._dealer.deal(self.seed, first, count, 1, _core.Control(), attempts=attempts)
        return dealt if dealt.deals == count else None

    def _deal(
        self,
        first: int,
        count: int,
        until: float | None = None,
        *,
        categories: bool = False,
        hand_player: int = -1,
    ) -> _core.Dealt:
        control, threads = _core.Control(), thread_count(self._threads)
        return watched(
            lambda: self._dealer.deal(
                self.seed, first, count, threads, control, categories, hand_player
            ),
            control,
            until=until,
            job=self._job,
        )

    def __reduce__(self) -> tuple[object, ...]:
        return RandomDeals, (self.question, self.seed, self._threads)

    def categories(self, deals: int) -> NDArray[np.float64]:
        """Final hand classes of every player over the first deals of the stream: (players, 9)."""
        return self._deal(0, deals, categories=True).categories.astype(np.float64)

    def by_hand(self, player: int, deals: int) -> list[tuple[int, Sums]]:
        """The hands of one player in the first deals of the stream, by index, and what they got."""
        dealt = self._deal(0, deals, hand_player=player)
        counts, won, shared = dealt.hand_deals, dealt.hand_won, dealt.hand_shared
        held = np.flatnonzero(counts)
        tied = shared.sum(axis=1)
        share = won + (shared * np.array(_SHARES)).sum(axis=1)
        rows = np.column_stack([array[held] for array in (won, tied, share, counts)]).tolist()
        return [(index, Sums(*row)) for index, row in zip(held.tolist(), rows, strict=True)]


def _next_round(deals: int) -> int:
    shortest, longest = _LATER_ROUNDS
    blocks = deals // _core.DEALS_PER_BLOCK
    return min(max(blocks * _core.DEALS_PER_BLOCK, shortest), longest)


def _precise(counts: _core.Dealt, precision: float) -> bool:
    """Whether every standard error is small enough, and believable: a few deals may all agree."""
    return counts.deals >= 1000 and max(counts.stderr) <= precision


def _refuse_no_deals(counts: _core.Dealt) -> None:
    if not counts.deals:
        raise RunoutError(
            "no deal was found within the time limit in which all players hold a hand of their "
            "range: the ranges leave each other (almost) nothing; widen one of them"
        )


def make_dealer(question: Question) -> _core.Dealer:
    """The kernel's plan: players with ranges drawn from lists, the rest dealt card by card."""
    one_card = [p.known[0] if len(p.known) == 1 else -1 for p in question.players]
    dealer = _core.Dealer(
        question.possible, one_card, card_bits(question.board), question.live_bits
    )
    if dealer.impossible:
        players = ", ".join(str(player + 1) for player in dealer.impossible)
        raise RunoutError(f"players {players} cannot all hold a hand of their ranges at once")
    return dealer
