"""Rounds dealt from shuffled shoes: a check of the exact values, and what they cannot show."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from runout import _core
from runout.blackjack.counting import tags_of
from runout.blackjack.rules import Rules, rules_of
from runout.blackjack.shoe import Shoe, checked_shoe
from runout.blackjack.strategy import plays_of
from runout.blackjack.table import named_strategy, table_ev
from runout.checks import number, shown, whole
from runout.defaults import PENETRATION, ROUNDS
from runout.errors import RunoutError
from runout.job import INTERRUPT, Job
from runout.threads import thread_count
from runout.watch import Interrupted, watched

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from runout.blackjack.strategy import Strategy

_COUNTS = 41  # true counts -20..20, as in the kernel
_CARDS_A_ROUND = 5.4
_BLOCKS = 16  # blocks between two looks at the keyboard
_MOST_ROUNDS = 10**15
_ROUNDS_A_BLOCK = 200_000


@dataclass(frozen=True)
class Rounds:
    """Which rounds are asked for, as `simulate` takes them."""

    rounds: int = ROUNDS
    penetration: float | None = PENETRATION
    rounds_per_shoe: int | None = None
    seed: int = 0
    count: str | Sequence[float] | Mapping[str, float] | None = None
    bets: Mapping[int, float] | None = None

    def checked(self, shoe: Shoe) -> tuple[int, float | None, int | None, int]:
        """The first four as plain numbers, if such rounds can be dealt from a shoe."""
        penetration, a_shoe = self.penetration, self.rounds_per_shoe
        rounds = whole("rounds", self.rounds, 1, _MOST_ROUNDS)
        seed = whole("seed", self.seed, -(2**63), 2**64 - 1)
        if a_shoe is not None:
            a_shoe = whole("rounds_per_shoe", a_shoe, 1, _MOST_ROUNDS)
        if penetration is not None:
            what = "a share of the shoe"
            penetration = number("penetration", penetration, above=0, below=1, what=what)
        if shoe.cards < 4:
            raise RunoutError(f"shoe '{shoe}': {shoe.cards} cards, but a round needs at least four")
        if self.bets is not None and self.count is None:
            raise RunoutError("bets: they go by a count; name the count too, such as count='hi-lo'")
        _tags(self.count)
        _ramp(self.bets)
        return rounds, penetration, a_shoe, seed


class RoundsSoFar(NamedTuple):
    """How far a simulation has come."""

    done: float
    """Share of the rounds, 0..1."""
    rounds: int
    ev: float
    """Mean result of the rounds so far."""
    stderr: float


@dataclass(frozen=True)
class Simulation:
    """What the rounds gave. Results are in units of the first bet unless they say otherwise."""

    rules: Rules
    shoe: Shoe
    strategy: str
    rounds: int
    shoes: int
    ev: float
    """Mean result of a round."""
    stderr: float
    """Its standard error, with shoes as the independent units."""
    variance: float
    variance_stderr: float
    split: float
    """Share of rounds that were split."""
    bet: float
    """Mean bet, in units; rounds sat out are bets of 0."""
    win_rate: float
    """Units won a round dealt, by a player who bets by the count."""
    win_rate_stderr: float
    by_count: dict[int, tuple[float, float]]
    """Of each true count, rounded down: share of rounds, and mean result. Empty without a count."""
    stopped_by: str
    """What ended it: rounds, stop or interrupt."""

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, ready for JSON."""
        plain = asdict(self) | {"rules": str(self.rules), "shoe": str(self.shoe)}
        plain["by_count"] = {str(count): list(row) for count, row in self.by_count.items()}
        return plain

    def to_frame(self) -> Any:  # noqa: ANN401 - polars or pandas, whichever is installed
        """One row per true count, as a polars or else a pandas data frame."""
        from runout.frames import data_frame

        rows = [{"count": n, "share": s, "ev": ev} for n, (s, ev) in self.by_count.items()]
        return data_frame(rows)

    def __str__(self) -> str:
        lines = [
            f"{self.rules}, {self.strategy}: {self.rounds:,} rounds from {self.shoes:,} shoes",
            f"EV        {100 * self.ev:+.4f} % ± {100 * self.stderr:.4f} %",
            f"variance  {self.variance:.4f} ± {self.variance_stderr:.4f}",
            f"split     {100 * self.split:.3f} % of rounds",
        ]
        if self.by_count:
            lines.append(f"bet       {self.bet:.4f} units a round")
            rate, error = 100 * self.win_rate, 100 * self.win_rate_stderr
            lines.append(f"win rate  {rate:+.4f} ± {error:.4f} units in 100 rounds")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from runout.blackjack.blackjack_view import as_html

        return as_html(str(self))


def simulate(
    shoe: Shoe,
    rules: Rules | str,
    strategy: Strategy | str = "basic",
    *,
    rounds: int = ROUNDS,
    penetration: float | None = PENETRATION,
    rounds_per_shoe: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    count: str | Sequence[float] | Mapping[str, float] | None = None,
    bets: Mapping[int, float] | None = None,
    progress: Callable[[RoundsSoFar], None] | None = None,
    job: Job[RoundsSoFar, Simulation] | None = None,
) -> Simulation:
    """Play about so many rounds; the same seed gives the same rounds on any number of threads.

    `penetration` is the share of the shoe that is dealt before the cut card comes: no round begins
    after it. None shuffles before every round, which is what the exact EV is about.
    `rounds_per_shoe` deals so many from each shoe, cut card or not. With a `count`,
    `bets` says what is bet from each true count on (``{0: 1, 2: 4, 3: 8}``; a bet of 0 sits out).
    ``"optimal"`` is the play that is best for the full `shoe`, whatever has been dealt from it.
    `progress` is called with the `RoundsSoFar` now and then.
    Ctrl-C ends with the rounds so far, and so does `job.stop()` from another thread.

    >>> from runout import blackjack as bj
    >>> result = simulate(bj.Shoe(decks=6), "6D", rounds=100_000, penetration=None, seed=1)
    >>> abs(result.ev - bj.table_ev(bj.Shoe(decks=6), "6D", "basic").ev) < 4 * result.stderr
    True
    """
    rules, shoe = rules_of(rules), checked_shoe(shoe)
    workers = thread_count(threads)
    asked = Rounds(rounds, penetration, rounds_per_shoe, seed, count, bets)
    rounds, penetration, rounds_per_shoe, seed = asked.checked(shoe)
    job = Job.of(job, progress)
    played = named_strategy(strategy, rules) or table_ev(shoe, rules).plays
    plays = plays_of(played, rules)
    fixed = rounds_per_shoe or (1 if penetration is None else None)
    dealt = shoe.cards if penetration is None or fixed else _cut(penetration, shoe)
    a_shoe = fixed or max(1.0, dealt / _CARDS_A_ROUND)
    tags = _tags(count)
    # One shoe alone would have no error.
    shoes_a_block = max(2, round(min(rounds, _ROUNDS_A_BLOCK) / a_shoe))
    blocks = max(1, round(rounds / (shoes_a_block * a_shoe)))

    def deal(first: int, some: int, control: _core.Control) -> _core.BlackjackTotals:
        return _core.blackjack_simulate(
            shoe.array,
            rules.kernel,
            np.ascontiguousarray(plays.before).reshape(-1),
            np.ascontiguousarray(plays.after).reshape(-1),
            dealt,
            fixed or 2**62,
            tags,
            _ramp(bets),
            seed & (2**64 - 1),
            first,
            some,
            shoes_a_block,
            workers,
            control,
        )

    sums, stopped_by = _all_blocks(deal, blocks, job)
    if sums.ran_out:
        raise RunoutError(f"shoe '{shoe}': a round met an empty shoe; deal less of it")
    return _result(sums, shoe, rules, played.name, stopped_by, counts=count is not None)


def _cut(penetration: float, shoe: Shoe) -> int:
    """The cards before the cut card; the first round is always dealt."""
    return max(1, round(penetration * shoe.cards))


def _tags(
    count: str | Sequence[float] | Mapping[str, float] | None,
) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.zeros(10) if count is None else np.array(tags_of(count), np.float64)


def _ramp(bets: Mapping[int, float] | None) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The bet at every true count: that of the highest step at or below it."""
    if bets is None:
        return np.ones(_COUNTS)
    if not isinstance(bets, Mapping) or not bets:
        raise RunoutError(f"bets {shown(bets)}: a bet of 0 or more for each true count")
    steps = sorted(
        (
            whole("bets: true count", count, -1000, 1000),
            number("bets: units", bet, 0, 1e9, what="0 or more, a number"),
        )
        for count, bet in bets.items()
    )
    ramp = np.full(_COUNTS, float(steps[0][1]))
    for count, bet in steps:
        ramp[max(0, count + _COUNTS // 2) :] = bet
    return ramp


def _all_blocks(
    deal: Callable[[int, int, _core.Control], _core.BlackjackTotals],
    blocks: int,
    job: Job[RoundsSoFar, Simulation],
) -> tuple[_core.BlackjackTotals, str]:
    """The sums of all blocks, or of those so far, and what ended it."""
    sums, stopped_by = _core.BlackjackTotals(), "rounds"
    try:
        for first in range(0, blocks, _BLOCKS):
            some, control = min(_BLOCKS, blocks - first), _core.Control()
            sums.add(watched(partial(deal, first, some, control), control, job=job))
            if job.stopped:
                stopped_by = job.stopped_by
                break
            if sums.rounds:
                job.report(_so_far(sums, min(1.0, (first + _BLOCKS) / blocks)))
    except KeyboardInterrupt as interrupt:
        if isinstance(interrupt, Interrupted):
            sums.add(cast("_core.BlackjackTotals", interrupt.result))
        if not sums.rounds:
            raise
        stopped_by = INTERRUPT
    if not sums.rounds:
        job.check("simulate")
    return sums, stopped_by


def _so_far(sums: _core.BlackjackTotals, done: float) -> RoundsSoFar:
    ev = sums.result / sums.rounds
    return RoundsSoFar(done, sums.rounds, ev, _stderr(sums, ev))


def _stderr(sums: _core.BlackjackTotals, ev: float) -> float:
    """Standard error of the mean result."""
    error_of = partial(_error_of_mean, sums.shoes, sums.rounds, b=sums.rounds_rounds)
    return error_of(sums.result_result, sums.result_rounds, mean=ev)


def _error_of_mean(shoes: int, rounds: int, a: float, ab: float, *, b: float, mean: float) -> float:
    """Standard error of a mean over rounds, from sums of squares and products over shoes.

    Shoes are independent, rounds of one shoe are not: this is the error of the ratio of the sum of
    a quantity to the number of rounds, with `a` its squares, `b` those of the rounds and `ab` the
    products of both.
    """
    squares = max(0.0, a - 2 * mean * ab + mean**2 * b)
    return math.sqrt(squares * shoes / max(1, shoes - 1)) / rounds


def _result(
    sums: _core.BlackjackTotals,
    shoe: Shoe,
    rules: Rules,
    name: str,
    stopped_by: str,
    *,
    counts: bool,
) -> Simulation:
    rounds = sums.rounds
    ev, won, square = sums.result / rounds, sums.won / rounds, sums.result_squared / rounds
    error_of = partial(_error_of_mean, sums.shoes, rounds, b=sums.rounds_rounds)
    stderr = _stderr(sums, ev)
    by_count = {
        slot - _COUNTS // 2: (n / rounds, result / n)
        for slot, (n, result) in enumerate(zip(sums.count_rounds, sums.count_result, strict=True))
        if n
    }
    return Simulation(
        rules,
        shoe,
        name,
        rounds=rounds,
        shoes=sums.shoes,
        ev=ev,
        stderr=stderr,
        variance=square - ev**2,
        # The mean is so near 0 that moments about 0 serve for those about it.
        variance_stderr=error_of(sums.squared_squared, sums.squared_rounds, mean=square),
        split=sums.splits / rounds,
        bet=sums.bet / rounds if counts else 1.0,
        win_rate=won if counts else ev,
        win_rate_stderr=error_of(sums.won_won, sums.won_rounds, mean=won) if counts else stderr,
        by_count=by_count if counts else {},
        stopped_by=stopped_by,
    )
