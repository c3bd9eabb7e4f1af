"""Blackjack: what a shoe of any composition is worth, under any common rules."""

from __future__ import annotations

from runout.blackjack.best_chart import basic_strategy
from runout.blackjack.charts import ChartResult, chart, chart_cost
from runout.blackjack.counting import (
    IndexPlay,
    betting_correlation,
    effects_of_removal,
    index_play,
    index_plays,
    insurance_index,
    kelly,
    risk_of_ruin,
)
from runout.blackjack.exhaustion import EmptyShoeError
from runout.blackjack.hand_ev import HandEV, dealer, hand_ev, insurance
from runout.blackjack.rules import Rules
from runout.blackjack.shoe import Shoe
from runout.blackjack.side_bets import SideBet, side_bet
from runout.blackjack.simulation import Simulation, simulate
from runout.blackjack.strategy import Chart, FixedPlays, Strategy
from runout.blackjack.table import Outcome, TableEV, table_ev

__all__ = [
    "Chart",
    "ChartResult",
    "EmptyShoeError",
    "FixedPlays",
    "HandEV",
    "IndexPlay",
    "Outcome",
    "Rules",
    "Shoe",
    "SideBet",
    "Simulation",
    "Strategy",
    "TableEV",
    "basic_strategy",
    "betting_correlation",
    "chart",
    "chart_cost",
    "dealer",
    "effects_of_removal",
    "hand_ev",
    "index_play",
    "index_plays",
    "insurance",
    "insurance_index",
    "kelly",
    "risk_of_ruin",
    "side_bet",
    "simulate",
    "table_ev",
]
