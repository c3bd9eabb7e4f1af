"""Runout: what are the cards still to come worth?

Names are loaded when they are first used, so that importing the package costs next to nothing:
nothing else is loaded with it, and Ctrl-C finds the command that answers it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runout import blackjack as blackjack
    from runout.cards import Card as Card
    from runout.cards import format_cards as format_cards
    from runout.cards import parse_cards as parse_cards
    from runout.combos import Combo as Combo
    from runout.deck import Deck as Deck
    from runout.equities import equity as equity
    from runout.equities import preflop_matchup as preflop_matchup
    from runout.equities.many import EquityTable as EquityTable
    from runout.equities.many import equity_many as equity_many
    from runout.equities.result import EquityResult as EquityResult
    from runout.errors import NotationError as NotationError
    from runout.errors import RunoutError as RunoutError
    from runout.errors import StoppedError as StoppedError
    from runout.evaluator import Category as Category
    from runout.evaluator import Hand as Hand
    from runout.evaluator import evaluate as evaluate
    from runout.evaluator import evaluate_many as evaluate_many
    from runout.holdings import Holding as Holding
    from runout.holdings import describe as describe
    from runout.job import Job as Job
    from runout.job import Part as Part
    from runout.preflop import preflop_matrix as preflop_matrix
    from runout.preflop import preflop_ranking as preflop_ranking
    from runout.ranges import Range as Range
    from runout.ranges.library import RangeLibrary as RangeLibrary
    from runout.representatives import flops as flops
    from runout.solution.difference import compare as compare
    from runout.solution.node import SolutionNode as SolutionNode
    from runout.solution.solution import Solution as Solution
    from runout.solution.solution import SolveInterrupted as SolveInterrupted
    from runout.solution.solution import load as load
    from runout.solution.solve import solve as solve
    from runout.solver import Spot as Spot
    from runout.solver.loop import SolveProgress as SolveProgress

__version__ = "0.1.0"

_HOME = {
    "Card": "cards",
    "format_cards": "cards",
    "parse_cards": "cards",
    "Combo": "combos",
    "Deck": "deck",
    "NotationError": "errors",
    "RunoutError": "errors",
    "StoppedError": "errors",
    "EquityResult": "equities.result",
    "EquityTable": "equities.many",
    "equity": "equities",
    "equity_many": "equities.many",
    "preflop_matchup": "equities",
    "preflop_matrix": "preflop",
    "preflop_ranking": "preflop",
    "Category": "evaluator",
    "Hand": "evaluator",
    "evaluate": "evaluator",
    "evaluate_many": "evaluator",
    "Holding": "holdings",
    "describe": "holdings",
    "Range": "ranges",
    "RangeLibrary": "ranges.library",
    "Spot": "solver",
    "compare": "solution.difference",
    "load": "solution.solution",
    "Solution": "solution.solution",
    "SolutionNode": "solution.node",
    "SolveInterrupted": "solution.solution",
    "SolveProgress": "solver.loop",
    "solve": "solution.solve",
    "Job": "job",
    "Part": "job",
    "flops": "representatives",
}

_ROOMS = ("blackjack",)
"""Packages that are asked for as they are."""

__all__ = ["__version__", *_HOME, *_ROOMS]  # noqa: PLE0604 - strings, though the linter cannot see it


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _ROOMS:
        return import_module(f"runout.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'runout' has no attribute {name!r}")
    value = getattr(import_module(f"runout.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_ROOMS})
