"""Walking through a solution: nodes, tables by hand, ranges, runouts."""

import json
import math
import re
from typing import Any

import numpy as np
import pytest

from runout import Combo, Range, RunoutError, Spot, solve
from runout.cards import parse_cards
from runout.solution.class_grid import class_grid
from runout.solution.node import SolutionNode
from runout.solution.solution import Solution

TURN = Spot(
    "Td9d6hQc",
    200,
    900,
    "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo",
    "QQ-22,AQs-A2s,ATo+,K5s+,KJo+",
    bets="60% a",
    raises="2.5x",
)
FLOP = Spot("6c6h2d", 10, 25, "99-66,AQs,KQs:0.5,A2s", "TT-77,AJs,QJs", bets="75%", raises="a")


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(TURN, target=0.5)


@pytest.fixture(scope="module")
def flop() -> Solution:
    return solve(FLOP, target=1)


def test_the_three_ways_to_a_node(turn: Solution) -> None:
    walked = turn.root.check().bet(120).call().deal("7s")
    by_line = turn["check / bet 120 / call / 7s"]
    step_by_step = turn["check / bet 120"]["call / 7♠"]
    for node in (walked, by_line, step_by_step):
        assert node.line == "check / bet 120 / call / 7s"
        assert (node.kind, node.player, node.board) == ("action", "oop", "Td9d6hQc7s")
        assert (node.pot, node.stack, node.stacks) == (440, 780, {"oop": 780, "ip": 780})
        assert node.actions == ["check", "bet 264", "all-in 780"]
    assert walked.values is by_line.values  # computed once


def test_points_of_the_game(turn: Solution) -> None:
    root = turn.root
    assert (root.line, root.player, root.pot, root.stack) == ("", "oop", 200, 900)
    facing = turn["bet 120"]
    assert (facing.pot, facing.stack, facing.stacks["oop"]) == (320, 900, 780)
    assert facing.actions == ["fold", "call", "raise 300"]
    assert facing.raise_to(300).player == "oop"
    assert facing.fold().kind == "fold"
    assert (facing.call().kind, facing.call().player, facing.call().stack) == ("deal", None, 780)
    assert root.all_in().line == root.bet(900).line == turn["allin"].line == "all-in 900"
    showdown = turn["check / check / 2c / check / check"]
    assert (showdown.kind, showdown.actions, showdown.frequencies) == ("showdown", [], {})


@pytest.mark.parametrize(
    ("line", "part", "message"),
    [
        ("check / bet 121", "bet 121", r"the actions here \(check, bet 120, all-in 900\)"),
        ("check / jump", "jump", r"the actions here \(check, bet 120, all-in 900\)"),
        ("check / raise 120", "raise 120", "not one of the actions"),
        ("check / check / bet 5", "bet 5", "is no card, but a card is dealt here"),
        ("check / check / Td", "Td", "already on the board"),
        ("check / check / 2c / 3c", "3c", "not one of the actions"),
        ("bet 120 / fold / check", "check", "after the end of the hand"),
    ],
)  # fmt: skip
def test_wrong_steps_say_what_exists(turn: Solution, line: str, part: str, message: str) -> None:
    with pytest.raises(RunoutError, match=message) as error:
        turn[line]
    assert repr(part) in str(error.value)
    assert "^" * len(part) in str(error.value)


def test_wrong_calls(turn: Solution) -> None:
    with pytest.raises(RunoutError, match="no card is dealt here, oop acts"):
        turn.root.deal("7s")
    with pytest.raises(RunoutError, match="one card"):
        turn["check / check"].deal("7s8s")
    with pytest.raises(RunoutError, match="'call' is not one of the actions"):
        turn.root.call()
    with pytest.raises(RunoutError, match="nobody acts here"):
        _ = turn["check / check"].ev
    with pytest.raises(RunoutError, match="oop or ip"):
        turn.root.range("hero")


def test_tables_by_hand(turn: Solution) -> None:
    node = turn["check / bet 120"]
    strategy, ev_of = node.strategy["KsJs"], node.ev_of["JsKs"]
    assert list(strategy) == node.actions == ["fold", "call", "raise 300"]
    known = [often for often in strategy.values() if often is not None]
    assert sum(known) == pytest.approx(1, abs=1e-6)
    mixed = sum((strategy[action] or 0) * (ev_of[action] or 0) for action in strategy)
    assert node.ev["KsJs"] == pytest.approx(mixed, abs=1e-3)
    assert ev_of["fold"] == 0
    assert node.ev[Combo("KsJs")] == node.ev["KsJs"]
    assert 0 < (node.realised_equity["KsJs"] or 0) < 1
    assert 0 < (node.equity["KsJs"] or 0) < 1
    eqr = node.ev["KsJs"] / (node.pot * node.equity["KsJs"])  # type: ignore[operator]
    assert node.eqr["KsJs"] == pytest.approx(eqr)
    assert node.realised_equity_of["KsJs"]["fold"] == 0


def test_a_class_is_the_mean_of_its_combos(turn: Solution) -> None:
    node = turn["check"]
    player = node.values.players[1]
    combos = node.combos("ip")
    rows = [i for i, combo in enumerate(combos) if combo.hand_class == "K9s"]
    rows = [i for i in rows if math.isfinite(player.ev[i])]
    expected = np.average(player.ev[rows], weights=player.weight[rows])
    assert node.ev["K9s"] == pytest.approx(expected)
    assert sum(v for v in node.strategy["K9s"].values() if v is not None) == pytest.approx(1)


def test_hands_that_are_not_there(turn: Solution) -> None:
    table = turn.root.ev
    assert "KsJs" in table
    assert "3c2c" not in table
    assert "Td9s" not in table
    with pytest.raises(RunoutError, match="hand 3c2c: not among oop's hands here"):
        table["3c2c"]
    with pytest.raises(RunoutError, match="hand 32o: not among"):
        table["32o"]
    with pytest.raises(RunoutError, match="two cards such as AsKs, or a class"):
        table["elephant"]
    assert table.get("KsJs") == table["KsJs"]
    assert len(table) == len(list(table)) == len(Range(str(TURN.oop)).without("Td9d6hQc"))


def test_ranges_along_a_line(turn: Solution) -> None:
    root = turn.root
    assert root.range("oop") == Range(str(TURN.oop)).without(TURN.board)
    after = turn["check / bet 120 / call / 7s"]
    for player in ("oop", "ip"):
        here = after.range(player)
        assert Range(str(here)).weights == pytest.approx(here.weights, abs=1e-5)
        assert here.without("7s") == here
    bet, check = root.check().bet(120).range("ip"), root.check().check().range("ip")
    total = bet.weights + check.weights + root.check().all_in().range("ip").weights
    assert total == pytest.approx(root.range("ip").weights, abs=1e-6)


def test_ranges_are_text_for_other_tools(turn: Solution) -> None:
    node = turn["check / bet 120 / raise 300"]
    for player in ("oop", "ip"):
        here = node.range(player)
        text = here.to_pio()
        assert Range(text) == here
        # A combo or a class, and a plain decimal: no exponents, cards to leave out, or runs.
        for part in text.split(","):
            assert re.fullmatch(r"([2-9TJQKA]{2}[so]?|([2-9TJQKA][cdhs]){2})(:0\.\d+)?", part), part


def test_values_on_lines_that_hardly_anybody_takes() -> None:
    # Out of position bets and raises again once in 10^50: less than single precision can say.
    spot = Spot("Td9d6dQd2c", 200, 900, "AA,KQs,88", "TT,AKo,77", bets="60%", raises="2.5x")
    solution = solve(spot, target=5)
    solution.root.lock("100%", {"check": 1.0, "bet 120": 1e-25})
    solution["bet 120 / raise 300"].lock("100%", {"fold": 1.0, "raise 750": 1e-25})
    solution.resume(target=5)
    node = solution["bet 120 / raise 300 / raise 750"]
    reach = node.hands("oop").values.reach
    assert reach == pytest.approx(np.full(len(reach), 1e-50), rel=1e-3)
    assert str(node.range("oop").to_pio()).count(":0.") == len(
        node.range("oop").to_pio().split(",")
    )
    # A call of 450 into 1250 ends the hand: all that counts is the showdown.
    for hand, ev in node.ev_of.items():
        if (equity := node.equity[hand]) is not None:
            assert ev["call"] == pytest.approx(1700 * equity - 450, abs=0.01), hand
    assert node.equity["TsTh"] is not None


def test_frequencies_weigh_hands_by_how_often_they_are_met(turn: Solution) -> None:
    node = turn["check"]
    values = node.values.players[1]
    expected = np.average(np.nan_to_num(node.values.strategy), weights=values.weight, axis=1)
    assert list(node.frequencies.values()) == pytest.approx(expected)
    assert sum(node.frequencies.values()) == pytest.approx(1)


def test_frames(turn: Solution) -> None:
    node = turn["check / check / Ah"]
    frame = node.to_frame()
    assert frame.columns == [
        "hand", "weight", "equity", "realised_equity", "ev", "eqr",
        "check", "EV check", "bet 120", "EV bet 120", "all-in 900", "EV all-in 900",
    ]  # fmt: skip
    assert frame.height == len(node.possible("oop"))
    other = node.to_frame("ip")
    assert other.columns == ["hand", "weight", "equity", "realised_equity", "ev", "eqr"]
    assert turn["check / check"].to_frame("oop").height == len(turn.root.possible("oop"))


def test_nodes_where_nobody_acts_have_values(turn: Solution) -> None:
    for line in ("check / check", "bet 120 / fold", "check / check / 2c / check / check"):
        node = turn[line]
        means = [node.hands(player).mean() for player in ("oop", "ip")]
        assert sum(mean["ev"] or 0 for mean in means) == pytest.approx(node.pot, rel=1e-4)
        assert json.dumps(node.to_dict(), allow_nan=False)


def check_runouts(node: SolutionNode) -> None:
    """The mean over the next card is the value before it."""
    runouts = node.runouts()
    gone = parse_cards(node.board)
    assert len(runouts) == 52 - len(gone)
    means = [node.hands(player).mean()["ev"] for player in ("oop", "ip")]
    for number, player in enumerate(("oop", "ip")):
        # Each card counts as often as it can be dealt beside both hands.
        weights = [node.deal(card).values.players[number].weight.sum() for card in runouts]
        evs = [runout.ev[player] for runout in runouts.values()]
        total = sum(w * ev for w, ev in zip(weights, evs, strict=True) if ev is not None)
        assert total / sum(weights) == pytest.approx(means[number], rel=1e-3)


def test_runouts_of_a_turn(turn: Solution) -> None:
    check_runouts(turn["check / bet 120 / call"])
    runouts = turn["check / check"].runouts()
    assert runouts.line == turn.root.runouts().line == "check / check"
    ace = runouts["Ah"]
    assert ace.frequencies == turn["check / check / Ah"].frequencies
    assert sum(ace.equity.values()) == pytest.approx(1, abs=1e-4)  # type: ignore[arg-type]
    frame = runouts.to_frame()
    assert frame.columns[:3] == ["card", "ev_oop", "ev_ip"]
    assert frame.height == 48
    assert json.dumps(runouts.to_dict(), allow_nan=False)
    with pytest.raises(RunoutError, match="cannot be dealt"):
        runouts["Td"]


def test_runouts_of_a_flop_with_equal_suits(flop: Solution) -> None:
    node = flop["check / check"]
    check_runouts(node)
    runouts = node.runouts()
    assert runouts["Qc"].ev == runouts["Qh"].ev
    assert runouts["Qc"].card != runouts["Qh"].card


def test_runouts_after_an_all_in_and_none_on_the_river(turn: Solution) -> None:
    runouts = turn["all-in / call"].runouts()
    assert runouts["2c"].frequencies == {}
    assert runouts["2c"].equity == pytest.approx(runouts["2c"].realised_equity, abs=1e-5)
    with pytest.raises(RunoutError, match="no card is to come"):
        turn["check / check / 2c"].runouts()


def test_nodes_follow_the_solution() -> None:
    solution = solve(TURN, target=0, max_iterations=10)
    node = solution["check"]
    before, values = node.frequencies, node.values
    solution.resume(target=0, max_iterations=30)
    assert node.values is not values
    assert node.frequencies != before
    assert [iteration for iteration, _ in solution.history.curve][-1] == 30


def test_frequencies_where_the_opponent_never_comes() -> None:
    solution = solve(small_spot(), target=5)
    bet = solution.root.actions[-1]
    answer = {"fold": 0.75, "call": 0.25, "all-in 400": 0.0}
    solution[bet].lock("100%", answer)
    solution.root.lock("100%", {"check": 1.0})
    solution.resume(target=5)
    assert solution[bet].frequencies == pytest.approx(answer, abs=1e-6)


def test_nodes_follow_a_solve_that_failed() -> None:
    solution = solve(small_spot(), max_iterations=1)
    before = solution.root.strategy["AA"]

    def fail(_: object) -> None:
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        solution.resume(target=0, max_iterations=50, progress=fail)
    assert solution.root.strategy["AA"] != before


def test_the_class_grid(turn: Solution) -> None:
    node = turn["check / bet 120"]
    grid = class_grid(node)
    cells = {cell.name: cell for cell in grid}
    rows = grid.rows
    assert (rows[0][0].name, rows[0][1].name, rows[1][0].name) == ("AA", "AKs", "AKo")
    assert cells["K9s"].ev == pytest.approx(node.ev["K9s"])
    assert list(cells["K9s"].strategy) == pytest.approx(list(node.strategy["K9s"].values()))
    assert cells["72o"].weight == 0
    assert cells["72o"].strategy == ()
    assert cells["72o"].ev is None
    assert class_grid(turn.root)["QQ"].weight == pytest.approx(1)  # all three queens left
    assert {cell.strategy for cell in class_grid(node, "ip")} == {()}


def small_spot() -> Spot:
    return Spot("Td9d6hQc2s", 200, 400, "AA,JJ,88,54s", "KK,77,65s,J8s", bets="60%", raises="a")


def test_the_opponent_exploits_a_lock() -> None:
    """In position never bluffs: out of position stops paying him off."""
    solution = solve(small_spot(), target=0.02)
    before = solution.summary().ev[0]
    facing = solution["check / bet 120"]
    calls = facing.frequencies["fold"]
    node = solution["check"]
    assert node.lock("KK,77,65s", {"check": 1.0}) == Range("KK,77,65s").without("Td9d6hQc2s")
    assert solution.summary().ev[0] == before  # nothing happens until it is solved again
    solution.resume(target=0.02, max_iterations=3000)
    assert solution.summary().exploitability_percent < 0.02
    assert node.strategy["7c7s"] == {"check": 1.0, "bet 120": 0.0}
    assert node.strategy["Jc8c"] is not None
    assert facing.frequencies["fold"] > calls + 0.2
    assert facing.ev["AsAc"] == pytest.approx(0, abs=0.5)  # only better hands bet
    assert solution.summary().ev[0] > before + 1
    assert node.unlock() == Range("KK,77,65s").without("Td9d6hQc2s")
    assert not node.locked
    solution.resume(target=0.02, max_iterations=3000)
    assert solution.summary().ev[0] == pytest.approx(before, abs=0.2)


def test_locks_of_single_hands_and_frequencies() -> None:
    solution = solve(small_spot(), target=0.1)
    node = solution["check / bet 120"]
    node.lock({"AsAc": {"call": 0.25, "fold": 0.75}, "JhJs": {"all-in": 1}})
    solution.resume(target=0.1, max_iterations=3000)
    assert node.strategy["AcAs"] == pytest.approx({"fold": 0.75, "call": 0.25, "all-in 400": 0})
    assert node.strategy["JsJh"]["all-in 400"] == 1
    assert node.strategy["AhAd"] != pytest.approx(node.strategy["AcAs"])
    root = solution.root
    root.lock_frequencies({"check": 0.6})
    solution.resume(target=0.1, max_iterations=3000)
    assert root.frequencies["check"] == pytest.approx(0.6, abs=1e-4)
    root.lock()
    assert len(root.locked) == len(root.possible("oop"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("QQ+", {"raise 5": 1.0}), "'raise 5' is not one of the actions here"),
        (("KK", {"check": 1.0}), "'KK': not among oop's hands here"),
        (("AA", {"check": 0.5}), "the shares sum to 0.5, not to 1"),
        (("AA", {"check": 1.5}), "a share from 0 to 1"),
        (("AA",), "name what it does"),
        (({"AA": {"check": 1.0}}, {"check": 1.0}), "nothing more to name"),
        (("AAx", {"check": 1.0}), "AAx"),
        (("AA", "check"), "name what it does"),
        (({"AA": "check"},), "name what it does"),
    ],
)
def test_wrong_locks(arguments: tuple[Any, ...], message: str) -> None:
    solution = solve(small_spot(), target=5)
    with pytest.raises(RunoutError, match=message):
        solution.root.lock(*arguments)
    assert not solution.root.locked
    with pytest.raises(RunoutError, match="together at most 1"):
        solution.root.lock_frequencies({"check": 1.6})
    with pytest.raises(RunoutError, match="nobody acts"):
        solution["check / check"].lock()


def test_the_strategy_is_numbers_even_of_hands_that_never_come(turn: Solution) -> None:
    """What a lock keeps away has a strategy there, and nothing else that is made of its values."""
    copy = turn.copy()
    copy.root.lock({"QQ": {"check": 1.0}})
    node = copy.resume(target=20)["bet 120 / raise 300"]
    assert node.weight["QsQh"] == 0
    assert node.ev["QsQh"] is None
    for hand in ("QsQh", "QQ"):
        shares = node.strategy[hand].values()
        assert all(isinstance(share, float) for share in shares)
        assert sum(shares) == pytest.approx(1, abs=1e-5)
