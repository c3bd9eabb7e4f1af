"""Blackjack: what a shoe is worth, how to play it, what to bet."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fastapi import Request, Response

from runout.web.answers_json import answer
from runout.web.bodies import (
    BetBody,
    BlackjackBody,
    CountBody,
    HandBody,
    SideBetBody,
    StrategyBody,
)
from runout.web.calls import Calls
from runout.web.shapes import (
    BetShape,
    ChartShape,
    CountShape,
    HandValues,
    SideBetsShape,
    TableShape,
)
from runout.web.waiting import one_of_few

if TYPE_CHECKING:
    from runout.blackjack.rules import Rules
    from runout.blackjack.shoe import Shoe

calls = Calls("/blackjack", about="blackjack")


def _table(body: BlackjackBody) -> tuple[Rules, Shoe]:
    from runout.blackjack.answers import at_table

    return at_table(body.rules, body.shoe, body.removed)


@calls.post("/table", response_model=TableShape)
async def table(request: Request, body: StrategyBody) -> Response:
    """What a round is worth before any card is seen; the cards of the shoe, and the dealer."""
    return await one_of_few(request, "blackjack", partial(_round, body))


def _round(body: StrategyBody) -> Response:
    from runout.blackjack.table import table_ev

    rules, shoe = _table(body)
    counts = {"cards": shoe.cards, "counts": list(shoe.counts)}
    return answer(table_ev(shoe, rules, body.strategy).to_dict() | counts)


@calls.post("/dealer", response_model=dict[str, object])
def dealer(body: BlackjackBody) -> Response:
    """How often the dealer ends on each total, by upcard."""
    from runout.blackjack.answers import dealer_totals

    return answer(dealer_totals(*_table(body)).to_dict())


@calls.post("/hand", response_model=HandValues)
def hand(body: HandBody) -> Response:
    """What each action with a hand is worth."""
    from runout.blackjack.hand_ev import hand_ev

    rules, shoe = _table(body)
    return answer(hand_ev(body.hand, body.up, shoe, rules).to_dict())


@calls.post("/chart", response_model=ChartShape)
async def chart(request: Request, body: StrategyBody) -> Response:
    """The chart to play by, the hands that are better played otherwise, and every hand's values."""
    return await one_of_few(request, "blackjack", partial(_chart, body))


def _chart(body: StrategyBody) -> Response:
    from runout.web.blackjack_answers import chart_data

    return answer(chart_data(*_table(body), body.strategy))


@calls.post("/count", response_model=CountShape)
async def count(request: Request, body: CountBody) -> Response:
    """Running and true count of the cards that are gone, effects of removal, index plays."""
    return await one_of_few(request, "blackjack", partial(_count, body))


def _count(body: CountBody) -> Response:
    from runout.web.blackjack_answers import count_data

    rules, shoe = _table(body)
    return answer(count_data(rules, shoe, body.count, plays=body.plays))


@calls.post("/sidebets", response_model=SideBetsShape)
def sidebets(body: SideBetBody) -> Response:
    """What side bets are worth; cards that are gone need suits for all but insurance."""
    from runout.web.blackjack_answers import side_bet_data

    _, shoe = _table(body)
    return answer(side_bet_data(shoe, body.bet, body.pays))


@calls.post("/bet", response_model=BetShape)
async def bet(request: Request, body: BetBody) -> Response:
    """What to bet: Kelly's share of a bankroll, or a fraction of it."""
    return await one_of_few(request, "blackjack", partial(_bet, body))


def _bet(body: BetBody) -> Response:
    from runout.web.blackjack_answers import bet_data

    rules, shoe = _table(body)
    settings = {"bankroll": body.bankroll, "fraction": body.fraction, "unit": body.unit}
    return answer(bet_data(rules, shoe, body.strategy, **settings))
