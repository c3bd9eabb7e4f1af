"""What the blackjack commands print about counting, side bets and simulation."""

from __future__ import annotations

import re
import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from runout import blackjack as bj
from runout.blackjack.side_bets import PAY_TABLES
from runout.blackjack.values import VALUES
from runout.blackjack.view import percent
from runout.cli.blackjack_answers import show, strategy_of
from runout.cli.output import console, print_json
from runout.errors import NotationError, RunoutError, Span

if TYPE_CHECKING:
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
    words, cards = asked.rules_and_shoe()
    effects = bj.effects_of_removal(words, cards, strategy_of(strategy))
    follows = len(set(effects.values())) > 1  # else there is nothing for a count to follow
    correlation = bj.betting_correlation(_tags(count), effects) if follows else None
    if asked.json:
        print_json(
            {"rules": str(words), "shoe": str(cards), "strategy": strategy, "removal": effects}
            | {"count": count, "betting_correlation": correlation}
        )
        return
    out = console()
    for value in VALUES:
        if value in effects:
            out.print(f"{value}  {percent(effects[value])}", markup=False)
    shown = "none, all cards are alike" if correlation is None else f"{correlation:.3f}"
    out.print(f"betting correlation of {count}: {shown}", markup=False)


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
    words, cards = asked.rules_and_shoe()
    tags = _tags(count)
    one = (
        bj.index_play(hand, up, wanted.play, wanted.instead, words, tags, shoe=cards)
        if hand
        else None
    )
    plays = bj.index_plays(words, tags, shoe=cards) if one is None else (one,)
    insurance = bj.insurance_index(words, tags, shoe=cards) if one is None else None
    if asked.json:
        found: dict[str, object] = {"rules": str(words), "shoe": str(cards), "count": count}
        found["plays"] = [asdict(one) for one in plays]
        print_json(found | ({} if hand else {"insurance": insurance}))
        return
    out = console()
    if not hand:
        out.print(f"insurance: {_index_text(insurance)}", markup=False)
    for one in plays:
        line = f"{one.hand} against {one.up}: {one.play}, not {one.instead}, "
        out.print(line + _index_text(one.index), markup=False)


def _index_text(index: float | None) -> str:
    return "at no true count" if index is None else f"from {index:+.2f} on"


def show_side(asked: TableOptions, bet: str, pays: list[str]) -> None:
    """One side bet or all of them."""
    _, cards = asked.rules_and_shoe()
    given = dict(_pay(text) for text in pays)
    if given and not bet:
        raise RunoutError("--pays: name the side bet too")
    results = [bj.side_bet(name, cards, given) for name in ([bet] if bet else PAY_TABLES)]
    if asked.json:
        rows = [result.to_dict() for result in results]
        print_json({"shoe": str(cards), "bets": rows})
        return
    console().print("\n\n".join(map(str, results)), markup=False)


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
    result = bj.simulate(
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
        progress=_progress if sys.stderr.isatty() else None,
    )
    show(result, asked)


def _bets(text: str) -> dict[int, float]:
    bets = {}
    for match in re.finditer(r"[^\s,]+", text):
        step = re.fullmatch(r"([+-]?\d{1,4})[=:](\d{1,12}(?:\.\d{1,12})?)", match[0])
        if step is None:
            reason = "is not a step (write 2=4: from a true count of 2 on, 4 units)"
            raise NotationError("bets", text, Span(*match.span()), reason)
        bets[int(step[1])] = float(step[2])
    return bets


def _progress(done: float) -> None:
    sys.stderr.write(f"\r{100 * done:3.0f} %" + ("\r     \r" if done >= 1 else ""))
