"""What the page of the shoe shows beside the results of the package: the count, and the bet."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from runout.blackjack.answers import Named, indices, removal, side_bets
from runout.blackjack.card_values import VALUES
from runout.blackjack.charts import chart, deviations_from
from runout.blackjack.counting import full_shoe, kelly, risk_of_ruin, tags_of
from runout.blackjack.hand_numbers import hand_text
from runout.blackjack.side_bets import PAY_TABLES, side_bet
from runout.blackjack.simulation import simulate
from runout.blackjack.strategy import ACTIONS
from runout.blackjack.table import table_ev
from runout.cards import DECK_SIZE
from runout.errors import RunoutError
from runout.web.problems import FieldError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from runout.blackjack.rules import Rules
    from runout.blackjack.shoe import Shoe

_MOST_UNITS = 1e15  # whole numbers of them are still exact
_ROUNDS = 400_000  # the variance is then known to about half a percent


def chart_data(rules: Rules, shoe: Shoe, strategy: str) -> dict[str, Any]:
    """The chart with the numbers of each first hand, so that a cell can show its own."""
    from runout.blackjack.best_chart import basic_strategy

    if strategy == "basic":
        found = deviations_from(basic_strategy(rules), rules, shoe)
    else:
        found = chart(rules, shoe)
    hands = [
        {
            "hand": hand_text(deal.hand),
            "up": VALUES[deal.up],
            "chance": deal.chance,
            "values": dict(zip(ACTIONS, deal.values, strict=True)),
            "best": ACTIONS[deal.action],
        }
        for deal in table_ev(shoe, rules).deals()
    ]
    return found.to_dict() | {"hands": hands}


def count_data(
    rules: Rules, shoe: Shoe, count: str | Sequence[float], *, plays: bool
) -> dict[str, Any]:
    """The count of the cards that are gone, and what it is good for."""
    tags, text = tags_of(count), count if isinstance(count, str) else "own"
    full = full_shoe(rules) if rules.decks else shoe
    gone = [whole - left for whole, left in zip(full.counts, shoe.counts, strict=True)]
    running = sum(tag * cards for tag, cards in zip(tags, gone, strict=True))
    decks = shoe.cards / DECK_SIZE
    data: dict[str, Any] = {
        "count": text,
        "tags": dict(zip(VALUES, tags, strict=True)),
        "gone": dict(zip(VALUES, gone, strict=True)),
        "running": running,
        "decks": decks,
        "true": running / decks if decks else None,
    }
    named = Named(text, tags=count)
    if plays:
        data["removal"] = removal(rules, full, Named("basic", strategy="basic"), named).to_dict()
        data["indices"] = indices(rules, full, named).to_dict()
    return data


def side_bet_data(shoe: Shoe, bet: str, pays: Mapping[str, float]) -> dict[str, Any]:
    """One side bet, or all of them: those that this shoe cannot answer with the reason."""
    if bet or pays:
        try:
            return side_bets(shoe, bet, pays).to_dict()
        except RunoutError as error:
            raise FieldError(
                "bet" if str(error).startswith("side bet") else "pays", error
            ) from None
    bets, problems = [], {}
    for name in PAY_TABLES:
        try:
            bets.append(side_bet(name, shoe).to_dict())
        except RunoutError as error:
            problems[name] = str(error)
    return {"shoe": str(shoe), "bets": bets, "problems": problems}


def bet_data(
    rules: Rules, shoe: Shoe, strategy: str, *, bankroll: float, fraction: float, unit: float
) -> dict[str, Any]:
    """The bet that grows a bankroll fastest, or a fraction of it."""
    if unit and bankroll / unit > _MOST_UNITS:
        raise FieldError(
            "unit", RunoutError(f"unit {unit:g}: {_MOST_UNITS:g} make a bankroll at most")
        )
    table = table_ev(shoe, rules, strategy)
    variance, exact = table.variance, True
    if variance is None:  # with splits it is not known exactly
        played = simulate(shoe, rules, table.plays, rounds=_ROUNDS, penetration=None, seed=1)
        variance, exact = played.variance, False
    share = kelly(table.ev, variance) * fraction
    bet = share * bankroll
    if unit:
        bet = unit * int(bet / unit)
    bets = min(bankroll / bet, sys.float_info.max) if bet else 0.0  # of the smallest, no number
    risk = risk_of_ruin(table.ev, variance, bets) if bet else None
    return {
        "ev": table.ev,
        "variance": variance,
        "variance_is_exact": exact,
        "kelly": kelly(table.ev, variance),
        "share": share,
        "bet": bet,
        "risk_of_ruin": risk,
    }
