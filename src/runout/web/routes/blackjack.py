"""Blackjack: what a shoe is worth, how to play it, what to bet."""

from __future__ import annotations

from fastapi import APIRouter, Response

from runout.blackjack.answers import at_table, dealer_totals
from runout.blackjack.hand_ev import hand_ev
from runout.blackjack.table import table_ev
from runout.web.answers_json import answer
from runout.web.blackjack_answers import bet_data, chart_data, count_data, side_bet_data
from runout.web.bodies import (
    BetBody,
    BlackjackBody,
    CountBody,
    HandBody,
    SideBetBody,
    StrategyBody,
)
from runout.web.shapes import (
    BetShape,
    ChartShape,
    CountShape,
    HandValues,
    SideBetsShape,
    TableShape,
)

router = APIRouter(prefix="/blackjack", tags=["blackjack"])


@router.post("/table", response_model=TableShape)
def table(body: StrategyBody) -> Response:
    """What a round is worth before any card is seen; the cards of the shoe, and the dealer."""
    rules, shoe = at_table(body.rules, body.shoe, body.removed)
    counts = {"cards": shoe.cards, "counts": list(shoe.counts)}
    return answer(table_ev(shoe, rules, body.strategy).to_dict() | counts)


@router.post("/dealer", response_model=dict[str, object])
def dealer(body: BlackjackBody) -> Response:
    """How often the dealer ends on each total, by upcard."""
    return answer(dealer_totals(*at_table(body.rules, body.shoe, body.removed)).to_dict())


@router.post("/hand", response_model=HandValues)
def hand(body: HandBody) -> Response:
    """What each action with a hand is worth."""
    rules, shoe = at_table(body.rules, body.shoe, body.removed)
    return answer(hand_ev(body.hand, body.up, shoe, rules).to_dict())


@router.post("/chart", response_model=ChartShape)
def chart(body: StrategyBody) -> Response:
    """The chart to play by, the hands that are better played otherwise, and every hand's values."""
    return answer(chart_data(*at_table(body.rules, body.shoe, body.removed), body.strategy))


@router.post("/count", response_model=CountShape)
def count(body: CountBody) -> Response:
    """Running and true count of the cards that are gone, effects of removal, index plays."""
    rules, shoe = at_table(body.rules, body.shoe, body.removed)
    return answer(count_data(rules, shoe, body.count, plays=body.plays))


@router.post("/sidebets", response_model=SideBetsShape)
def sidebets(body: SideBetBody) -> Response:
    """What side bets are worth; cards that are gone need suits for all but insurance."""
    _, shoe = at_table(body.rules, body.shoe, body.removed)
    return answer(side_bet_data(shoe, body.bet, body.pays))


@router.post("/bet", response_model=BetShape)
def bet(body: BetBody) -> Response:
    """What to bet: Kelly's share of a bankroll, or a fraction of it."""
    rules, shoe = at_table(body.rules, body.shoe, body.removed)
    settings = {"bankroll": body.bankroll, "fraction": body.fraction, "unit": body.unit}
    return answer(bet_data(rules, shoe, body.strategy, **settings))
