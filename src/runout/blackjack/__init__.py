"""Blackjack: what a shoe of any composition is worth, under any common rules."""

from __future__ import annotations

from runout.blackjack.charts import ChartResult, basic_strategy, chart, chart_cost
from runout.blackjack.exhaustion import EmptyShoeError
from runout.blackjack.hand import HandEV, dealer, hand_ev, insurance
from runout.blackjack.rules import Rules
from runout.blackjack.shoe import Shoe
from runout.blackjack.strategy import Chart, FixedPlays, Strategy
from runout.blackjack.table import Outcome, TableEV, table_ev

__all__ = [
    "Chart",
    "ChartResult",
    "EmptyShoeError",
    "FixedPlays",
    "HandEV",
    "Outcome",
    "Rules",
    "Shoe",
    "Strategy",
    "TableEV",
    "basic_strategy",
    "chart",
    "chart_cost",
    "dealer",
    "hand_ev",
    "insurance",
    "table_ev",
]
