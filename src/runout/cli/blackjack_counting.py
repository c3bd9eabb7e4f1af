"""What the blackjack commands print about counting, side bets and simulation."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runout import blackjack as bj
from runout.blackjack.answers import Named, indices, removal, side_bets
from runout.cli.blackjack_answers import show, strategy_of
from runout.errors import NotationError, RunoutError, Span
from runout.job import Job, attended

if TYPE_CHECKING:
    from runout.blackjack.simulation import RoundsSoFar
    from runout.cli.blackjack_options import TableOptions


def _tags(text: str) -> str | list[float]:
    """A system by name, or ten numbers."""
    if "," not in text:
        return text
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise RunoutError(f"--count {text!r}: ten numbers for A,2,...,9,T, or a system") from None


def show_removal(asked: TableOptions, strategy: str, count: str) -> None:
    """Effects of removal, and the betting correlation of a count."""
    rules, shoe = asked.rules_and_shoe()
    played = Named(strategy, strategy=strategy_of(strategy))
    show(removal(rules, shoe, played, Named(count, tags=_tags(count))), asked)


@dataclass(frozen=True)
class Wanted:
    """The play whose index is wanted; the plays that matter most if there is no hand."""

    hand: str
    up: str
    play: str
    instead: str


def show_index(asked: TableOptions, wanted: Wanted, strategy: str, count: str) -> None:
    """One index, or the plays that matter most and insurance."""
    hand, up = wanted.hand, wanted.up
    if strategy != "optimal":
        raise RunoutError(
            f"--strategy {strategy!r}: an index compares two plays, each followed by the best "
            "play; name the two plays instead, as in 'index T6 T stand hit'"
        )
    if hand and not up:
        raise RunoutError(f"index of {hand}: name the upcard too, as in 'index {hand} T'")
    rules, shoe = asked.rules_and_shoe()
    play = (hand, up, wanted.play, wanted.instead) if hand else None
    show(indices(rules, shoe, Named(count, tags=_tags(count)), play), asked)


def show_side(asked: TableOptions, bet: str, pays: list[str]) -> None:
    """One side bet or all of them."""
    _, cards = asked.rules_and_shoe()
    given = dict(_pay(text) for text in pays)
    if given and not bet:
        raise RunoutError("--pays: name the side bet too")
    show(side_bets(cards, bet, given), asked)


def _pay(text: str) -> tuple[str, float]:
    name, equals, pay = text.partition("=")
    try:
        return name.strip(), float(pay if equals else "")
    except ValueError:
        raise RunoutError(f"--pays {text!r}: write a win and what it pays, mixed=5") from None


@dataclass(frozen=True)
class Deal:
    """How rounds are to be dealt, as the command line says it."""

    rounds: int
    penetration: float
    rounds_per_shoe: int | None
    count: str
    bets: str
    seed: int
    threads: int | None


def show_simulation(asked: TableOptions, strategy: str, deal: Deal) -> None:
    """Play, and print what came of it."""
    words, cards = asked.rules_and_shoe()
    job: Job[RoundsSoFar, bj.Simulation] = Job(
        bj.simulate,
        cards,
        words,
        strategy_of(strategy),
        rounds=deal.rounds,
        penetration=deal.penetration or None,
        rounds_per_shoe=deal.rounds_per_shoe,
        seed=deal.seed,
        threads=deal.threads,
        count=_tags(deal.count) if deal.count else None,
        bets=_bets(deal.bets) if deal.bets else None,
    )
    show(attended(job.listen(_progress if sys.stderr.isatty() else None)), asked)


def _bets(text: str) -> dict[int, float]:
    bets = {}
    for match in re.finditer(r"[^\s,]+", text):
        step = re.fullmatch(r"([+-]?\d{1,4})[=:](\d{1,12}(?:\.\d{1,12})?)", match[0])
        if step is None:
            reason = "is not a step (write 2=4: from a true count of 2 on, 4 units)"
            raise NotationError("bets", text, Span(*match.span()), reason)
        bets[int(step[1])] = float(step[2])
    return bets


def _progress(so_far: RoundsSoFar) -> None:
    ev, error = 100 * so_far.ev, 100 * so_far.stderr
    text = f"\r{100 * so_far.done:3.0f} %, EV {ev:+.3f} % ± {error:.3f} %"
    sys.stderr.write(f"{text:<50}" + (f"\r{'':<50}\r" if so_far.done >= 1 else ""))
