"""Everything public that can be called or asked, found by itself, with arguments that are taken."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import runout
from runout import Spot, solve
from runout import blackjack as bj
from runout.evaluator import category_of
from runout.job import Job
from runout.solution.range_report import range_report
from runout.solution.runouts import runouts_at
from runout.solver.line import Line
from runout.solver.loop import DEFAULT, Rule
from runout.solver.script import parse_script, read_script

if TYPE_CHECKING:
    from runout.solution.solution import Solution

RIVER: dict[str, Any] = {
    "board": "Td9d6hQc2c", "pot": 200, "stack": 900, "oop": "AsAh,7s7h", "ip": "KsKh,8s8h",
    "bets": "60%",
}  # fmt: skip
TURN = RIVER | {"board": "Td9d6hQc", "stack": 100}
SHOE = bj.Shoe(counts={"6": 8, "T": 12})
RULES = "1D NOSPLIT"
SCRIPT = """set_pot 200
set_effective_stack 900
set_board Td,9d,6h,Qc,2c
set_range_oop AA,77
set_range_ip KK,88
set_bet_sizes oop,river,bet,60
build_tree
start_solve
"""


@cache
def chart() -> bj.Chart:
    """A chart, of which there are few quick ones."""
    return bj.basic_strategy("6D")


@cache
def solution() -> Solution:
    """A solved turn, for what is only asked."""
    return solve(Spot(**TURN), max_iterations=4)


def library() -> runout.RangeLibrary:
    """A library, in the folder of the tests, that has a range."""
    ranges = runout.RangeLibrary()
    ranges.save("x", "AA", force=True)
    return ranges


def stopped() -> Job[Any, Any]:
    """Ends a solve before it begins, whatever its limits are."""
    job: Job[Any, Any] = Job()
    job.stop()
    return job


# One object of each class; a new one for those that calls change.
OBJECTS: dict[str, Callable[[], object]] = {
    "Card": lambda: runout.Card("Ah"),
    "Combo": lambda: runout.Combo("AhKh"),
    "Deck": lambda: runout.Deck(1),
    "EquityResult": lambda: runout.equity("AhKh", "QQ", board="2c 3c 4d 5d"),
    "EquityTable": lambda: runout.equity_many([["AhKh", "QsQd"]], "2c 3c 4d 5d"),
    "Hand": lambda: runout.evaluate("AhKhQhJhTh"),
    "Holding": lambda: runout.describe("AhKh", "Th9h2c"),
    "Range": lambda: runout.Range("AA,KK:0.5"),
    "RangeLibrary": library,
    "Spot": lambda: Spot(**RIVER),
    "Estimate": lambda: Spot(**RIVER).estimate(),
    "Solution": lambda: solve(Spot(**RIVER), max_iterations=2),
    "Summary": lambda: solution().summary(),
    "SolutionNode": lambda: solve(Spot(**RIVER), max_iterations=2).root,
    "SolutionNode, deal": lambda: solution()["check / check"],
    "SolutionNode, end": lambda: solution()["bet 100 / fold"],
    "Breakdown": lambda: solution().root.breakdown("made"),
    "Selection": lambda: solution().root.where("ev>0"),
    "NodeDifference": lambda: runout.compare(solution().root, solution()["check"]),
    "ClassGrid": lambda: solution().root.grid("ev"),
    "RangeReport": lambda: range_report(solution().root),
    "PlayerTables": lambda: solution().root.hands("ip"),
    "HandTable": lambda: solution().root.ev,
    "Runouts": lambda: runouts_at(solution()["check / check"]),
    "Rule": lambda: DEFAULT,
    "Job": lambda: Job(lambda job: 1).start(),
    "Chart": chart,
    "ChartResult": lambda: bj.chart(RULES, SHOE),
    "FixedPlays": lambda: bj.table_ev(SHOE, RULES).plays,
    "HandEV": lambda: bj.hand_ev("T6", "T", SHOE, RULES),
    "IndexPlay": lambda: bj.index_play("TT", "T", "hit", "stand", RULES, shoe=SHOE, cards_left=9),
    "Outcome": lambda: bj.table_ev(SHOE, RULES).outcome,
    "Rules": lambda: bj.Rules("6D LS"),
    "Shoe": lambda: SHOE,
    "SideBet": lambda: bj.side_bet("perfect-pairs", bj.Shoe(decks=1)),
    "Simulation": lambda: bj.simulate(SHOE, RULES, chart(), rounds=10, threads=1),
    "TableEV": lambda: bj.table_ev(SHOE, RULES),
}

# Arguments that are taken, where something has to be given or the usual would take long.
GOOD: dict[str, dict[str, Any]] = {
    "Card": {"card": "Ah"},
    "format_cards": {"cards": [1, 2]},
    "parse_cards": {"cards": "AhKh"},
    "Combo": {"cards": "AhKh"},
    "equity_many": {"hands": [["AhKh", "QsQd"]], "boards": "2c 3c 4d 5d", "threads": 1},
    "EquityResult.by_hand": {"player": 0},
    "EquityResult.by_class": {"player": 0},
    "EquityResult.distribution": {"player": 0},
    "EquityResult.known_cards": {"player": 0},
    "EquityResult.outs": {"player": 0},
    "Job.listen": {"listener": None},
    "Job.of": {"job": None, "listener": None},
    "Job.counting": {"job": None, "listener": None},
    "Combo.at": {"index": 3},
    "equity": {"board": "2c 3c 4d 5d", "time_limit": 0.02, "threads": 1},
    "preflop_matchup": {"hero": "AhAs", "villain": "KsKd"},
    "evaluate": {"cards": "AhKhQhJhTh"},
    "compare": {"first": solution().root, "second": solution()["check"]},
    "describe": {"hand": "AhKh", "board": "Th9h2c"},
    "evaluate_many": {"hands": [[0, 1, 2, 3, 4]]},
    "Range.from_weights": {"weights": [0.5] * 1326},
    "RangeLibrary.save": {"name": "x", "hands": "AA", "force": True},
    "RangeLibrary.save_all": {"ranges": {"x": "AA"}, "force": True},
    "RangeLibrary.delete": {"name": "x"},
    "Deck.remove": {"cards": "Ah"},
    "Range.at_least": {"min_weight": 0.5},
    "Range.without": {"cards": "Ah"},
    "Spot": RIVER,
    "Spot.from_dict": {"data": Spot(**RIVER).to_dict()},
    "Spot.from_wasm_postflop": {
        "source": '{"startingPot": 60, "effectiveStack": 300, "oopRiverBet": "50, a"}',
        "board": "Td9d6hQc2c",
        "oop": "66+",
        "ip": "QQ-22",
    },
    "Spot.from_toml": {"source": Spot(**RIVER).to_toml()},
    "Spot.with_line": {"line": "check / bet 300"},
    "Spot.without_line": {"line": "check / bet 120"},
    "load": {"path": "good.runout", "threads": 1},
    "solve": {"spot": Spot(**RIVER), "max_iterations": 0, "threads": 1, "job": stopped()},
    "Solution.resume": {"max_iterations": 0, "job": stopped()},
    "Solution.save": {"path": "out.runout"},
    "Solution.to_csv": {"path": "out.csv"},
    "Solution.to_json": {"path": "out.json"},
    "Solution.to_parquet": {"path": "out.parquet"},
    "SolutionNode.bet": {"amount": 120},
    "SolutionNode.combos": {"player": "oop"},
    "SolutionNode.hands": {"player": "oop"},
    "SolutionNode.lock": {"hands": "AA", "strategy": {"check": 1.0}},
    "SolutionNode.lock_frequencies": {"frequencies": {"check": 0.5}},
    "SolutionNode.play": {"step": "check"},
    "SolutionNode.possible": {"player": "oop"},
    "SolutionNode.range": {"player": "oop"},
    "SolutionNode.table": {"player": "oop"},
    "SolutionNode.to_csv": {"path": "out.csv"},
    "SolutionNode.where": {"condition": "made=overpair or check>0.5"},
    "Selection.to_csv": {"path": "out.csv"},
    "Selection.to_parquet": {"path": "out.parquet"},
    "SolutionNode.to_parquet": {"path": "out.parquet"},
    "SolutionNode, deal.deal": {"card": "2c"},
    "Estimate.bytes": {"compress": True},
    "HandTable.get": {"key": "AsAh"},
    "Runouts.get": {"key": "2c"},
    "Rule": {"alpha": 1.5, "beta": 0.5, "gamma": 2.0},
    "Rule.discount": {"iteration": 3},
    "Line.parse": {"text": "check / bet 120"},
    "category_of": {"strengths": [1], "cards": 7},
    "parse_script": {"text": SCRIPT},
    "read_script": {"path": "good.txt"},
    "Chart": {"hard": chart().hard, "soft": chart().soft, "pairs": chart().pairs},
    "Chart.letter": {"kind": "hard", "row": 16, "up": "T"},
    "Chart.load": {"path": "good.chart"},
    "Chart.parse": {"text": str(chart())},
    "Chart.plays": {"rules": bj.Rules("6D")},
    "FixedPlays.plays": {"rules": bj.Rules(RULES)},
    "Outcome.parts": {"pays": 1.5},
    "Outcome.variance": {"pays": 1.5},
    "Rules.hands_of": {"value": 8},
    "Rules.may_surrender": {"up": 9},
    "Shoe": {"text": "6D"},
    "Shoe.without": {"cards": "T"},
    "basic_strategy": {"rules": "6D"},
    "betting_correlation": {"tags": "hi-lo", "effects": dict.fromkeys("23456", 0.001)},
    "chart": {"rules": RULES, "shoe": SHOE},
    "chart_cost": {"strategy": chart(), "shoe": SHOE, "rules": RULES},
    "dealer": {"up": "T", "shoe": SHOE, "rules": RULES},
    "effects_of_removal": {"rules": RULES, "shoe": bj.Shoe(counts={"8": 20}), "strategy": chart()},
    "hand_ev": {"hand": "T6", "up": "T", "shoe": SHOE, "rules": RULES},
    "index_play": {"hand": "TT", "up": "T", "play": "hit", "instead": "stand", "rules": RULES}
    | {"shoe": SHOE, "cards_left": 9},
    "index_plays": {"rules": RULES, "shoe": bj.Shoe(decks=1)},
    "insurance": {"shoe": bj.Shoe(decks=1)},
    "insurance_index": {"rules": RULES, "shoe": bj.Shoe(decks=1), "cards_left": 26},
    "kelly": {"ev": 0.01, "variance": 1.3},
    "risk_of_ruin": {"ev": 0.01, "variance": 1.3, "bankroll": 100},
    "side_bet": {"name": "perfect-pairs", "shoe": bj.Shoe(decks=1)},
    "simulate": {"shoe": SHOE, "rules": RULES, "strategy": chart(), "rounds": 10, "threads": 1},
    "table_ev": {"shoe": SHOE, "rules": RULES, "strategy": chart()},
}

# What is tried beside the public names, and in other ways.
MORE: dict[str, Callable[..., Any]] = {
    "equity, dealt": runout.equity,
    "Rule": Rule,
    "Line.parse": Line.parse,
    "category_of": category_of,
    "parse_script": parse_script,
    "read_script": read_script,
}
GOOD["equity, dealt"] = GOOD["equity"] | {"method": "monte_carlo", "samples": 100, "seed": 1}

# Arguments without names, and names that any number of may be given.
POSITIONAL: dict[str, tuple[object, ...]] = {
    "equity": ("AhKh", "QQ"),
    "equity, dealt": ("AhKh", "QQ"),
    "Job": (print,),
}
KEYWORDS: dict[str, list[str]] = {
    "Rules": [*bj.Rules.__dataclass_fields__],
    "Rules.replace": [*bj.Rules.__dataclass_fields__],
    "Job": [],
}

# Answers are made by what gives them; `table` is how tables of a node are built.
NOT_CALLED = {
    "Category", "ChartResult", "EmptyShoeError", "EquityResult", "EquityTable", "FixedPlays",
    "Hand", "HandEV", "Holding", "IndexPlay", "NotationError", "Outcome", "RunoutError", "SideBet",
    "Part", "Simulation", "Solution", "SolutionNode", "SolutionNode.after", "SolutionNode.table",
    "SolveInterrupted", "SolveProgress", "StoppedError", "Strategy", "TableEV", "Job.check",
    "Job.report", "Selection.table", "Job.stopping", "Job.counter", "Job.run",
}  # fmt: skip
OPERATORS = [
    "__getitem__", "__contains__", "__eq__", "__lt__", "__or__", "__ror__", "__and__", "__rand__",
    "__sub__", "__rsub__", "__mul__", "__rmul__",
]  # fmt: skip


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """All functions and classes of the two modules, and what else people may call."""
    for module in (runout, bj):
        for name in module.__all__:
            if callable(getattr(module, name)) and name not in NOT_CALLED:
                yield name, getattr(module, name)
    yield from MORE.items()


def own_names(kind: type) -> list[str]:
    """The public attributes of a class, and the operators it defines itself."""
    ours = [one for one in kind.__mro__ if one.__module__.startswith("runout")]
    public = {n for one in ours for n in vars(one) if not n.startswith("_") or n in OPERATORS}
    if issubclass(kind, Mapping):
        public.add("get")
    return sorted(public)


def methods(label: str, thing: object) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The methods of an object that take something, as ``object.method``."""
    kind = type(thing)
    for name in own_names(kind):
        is_property = isinstance(inspect.getattr_static(kind, name, None), property)
        if is_property or f"{kind.__name__}.{name}" in NOT_CALLED:
            continue
        method = getattr(thing, name)
        if inspect.isroutine(method) and inspect.signature(method).parameters:
            yield f"{label}.{name}", method


def good_arguments(name: str) -> tuple[tuple[object, ...], dict[str, Any]]:
    """What a function or method takes, by place and by name."""
    kind = (
        name.split(",", maxsplit=1)[0] + "." + name.split(".")[1]
        if ", " in name and "." in name
        else name
    )
    return POSITIONAL.get(name, ()), GOOD.get(name, GOOD.get(kind, {}))


def tries(name: str, function: Callable[..., Any]) -> Iterator[tuple[str, Callable[[Any], object]]]:
    """One way to call it for each of its parameters, which is then whatever is given."""
    places, names = good_arguments(name)
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.POSITIONAL_ONLY):
            yield parameter.name, lambda odd: function(odd, *places[1:], **names)
        elif parameter.kind is parameter.VAR_KEYWORD:
            for key in KEYWORDS[name]:
                yield key, partial(_called_with, function, (), {}, key)
        else:
            yield parameter.name, partial(_called_with, function, places, names, parameter.name)


def _called_with(
    function: Callable[..., object],
    places: tuple[object, ...],
    names: dict[str, Any],
    key: str,
    odd: object,
) -> object:
    return function(*places, **(names | {key: odd}))
