"""Hold'em equity: exact wherever it can be, Monte Carlo everywhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runout.equities.method import answer
from runout.equities.question import ask
from runout.equities.stopping import UNSET, Unset

if TYPE_CHECKING:
    from collections.abc import Callable

    from runout.cards import CardsLike
    from runout.equities.question import PlayerLike
    from runout.equities.result import EquityResult, Progress
    from runout.job import Job


def equity(
    *players: PlayerLike,
    board: CardsLike | None = "",
    dead: CardsLike | None = "",
    method: str = "auto",
    samples: int | Unset | None = UNSET,
    precision: float | Unset | None = UNSET,
    time_limit: float | Unset | None = UNSET,
    seed: int | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    job: Job[Progress, EquityResult] | None = None,
) -> EquityResult:
    """How often each of 2 to 23 players wins, ties and loses.

    A player is two cards (``"AhKh"``), one (``"Ah"``), nothing (``""`` or ``"random"``) or a range.
    `method` is ``auto`` (exact if that takes about a second on one core at most), ``exact`` or
    ``monte_carlo``. Monte Carlo stops at `samples` deals, at a `precision` (the largest standard
    error) or at `time_limit` seconds, whichever comes first: by default at 0.0005 or 2 s. A limit
    that is given replaces both defaults, None switches one off. The same `seed` gives the same
    answer on any number of `threads`, unless the time limit stopped it. `progress` is called with a
    ``Progress`` object now and then. Ctrl-C ends a Monte Carlo run with the estimate so far, and so
    does `job.stop()` from another thread; of an exact count that is stopped nothing is left.

    >>> result = equity("AhKh", "QQ+", board="Kd 7s 2c")
    >>> print(result)
    player  hand   equity      win     tie     lose
         1  AhKh  57.33 %  57.33 %  0.00 %  42.67 %
         2  QQ+   42.67 %  42.67 %  0.00 %  57.33 %
    board Kd7s2c; exact, 9,900 deals
    """
    return answer(
        ask(players, board, dead),
        method=method,
        samples=samples,
        precision=precision,
        time_limit=time_limit,
        seed=seed,
        threads=threads,
        progress=progress,
        job=job,
    )


def preflop_matchup(hero: PlayerLike, villain: PlayerLike) -> EquityResult:
    """Two hands, classes or ranges before the flop, exactly, from the table.

    >>> round(preflop_matchup("AKs", "QQ").players[0].equity, 4)
    0.4605
    """
    return answer(ask((hero, villain), "", ""), method="exact")


__all__ = ["equity", "preflop_matchup"]
