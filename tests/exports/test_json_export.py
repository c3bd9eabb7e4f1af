"""Solutions as JSON: the shape other programs read, and the numbers of the nodes."""

import gzip
import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from runout import Combo, RunoutError, Spot, __version__, load, solve
from runout.solution import json_schema
from runout.solution.json_export import action_name, chip_decimals, count_nodes, in_file_order
from runout.solution.node import SolutionNode
from runout.solution.node_cache import NodeCache, Steps
from runout.solution.solution import Solution
from runout.solution.values import ActionValues
from runout.solver.betting import IP, OOP

Json = dict[str, Any]
TURN = Spot(
    "Td9d6hQc",
    200,
    900,
    "TT+,AQs+,87s",
    "99,JTs,A5s,KdQd",
    turn={"bet": "60% a", "raise": "2.5x"},
    river={"bet": "50%"},
)
# The suits of spades and clubs are alike on this board; the rest is small enough to compare whole.
FLOP = Spot("6c6s2d", 10, 25, "99-88,AQs,KQs:0.5", "TT-99,AJs", bets="75%", raises="a")
SCHEMA = jsonschema.Draft202012Validator(json_schema())


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(TURN, target=0, max_iterations=60)


@pytest.fixture(scope="module")
def flop() -> Solution:
    return solve(FLOP, target=0, max_iterations=12)


@pytest.fixture(scope="module")
def written(turn: Solution, tmp_path_factory: pytest.TempPathFactory) -> Json:
    return exported(turn, tmp_path_factory.mktemp("json") / "turn.json")


def exported(solution: Solution, path: Path, **options: Any) -> Json:  # noqa: ANN401
    solution.to_json(path, **options)
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    data: Json = json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} in JSON"))
    return data


def step_of(node: SolutionNode, name: str) -> str:
    """The action of a node that the file calls by a name."""
    here = node.cache.plan.spot.tree.nodes[node.place.node]
    return next(str(action) for action in here.actions if action_name(here, action) == name)


def pairs(data: Json, node: SolutionNode) -> Iterator[tuple[Json, SolutionNode]]:
    """All nodes of a file, each beside the node of the solution."""
    yield data, node
    for name, below in data.get("childrens", {}).items():
        yield from pairs(below, node.play(step_of(node, name)))
    for card, below in data.get("dealcards", {}).items():
        yield from pairs(below, node.deal(card))


def check_action_node(data: Json, node: SolutionNode) -> None:
    assert node.player is not None
    tree_node = node.cache.plan.spot.tree.nodes[node.place.node]
    assert data["player"] == {"ip": 0, "oop": 1}[node.player]
    assert [step_of(node, name) for name in data["actions"]] == [
        str(tree_node.actions[i]) for i in in_file_order(tree_node)
    ]
    order, values = in_file_order(tree_node), node.values
    met = np.where(values.players[tree_node.kind].met, 1, np.nan)  # values of others are not given
    rows = node.possible(node.player)
    hands = [str(node.combos(node.player)[i]) for i in rows]
    paid = float(node.cache.plan.spot.pot) / 2 + tree_node.put[tree_node.kind]
    for key, table, tolerance in (
        ("strategy", values.strategy, 1e-6),
        ("evs", values.action_ev * met - paid, 2e-3),  # single precision, chips by the thousand
        ("equities", np.clip(values.action_realised_equity * met, 0, 1), 1e-5),
    ):
        assert data[key]["actions"] == data["actions"]
        assert list(data[key][key]) == hands
        given = np.array(list(data[key][key].values()), dtype=float)
        wanted = table[np.ix_(np.array(order), rows)].T
        if key == "strategy":  # given for hands that never get here, too
            np.testing.assert_allclose(given.sum(axis=1), 1, atol=1e-5)
            given[np.isnan(wanted)] = np.nan
        np.testing.assert_allclose(given, wanted, rtol=0, atol=tolerance)
    following = {"action": "action_node", "deal": "chance_node"}
    for name in data["actions"]:
        below = node.play(step_of(node, name))
        assert (name in data["childrens"]) == (below.kind in following)
        if below.kind in following:
            assert data["childrens"][name]["node_type"] == following[below.kind]


def test_every_node_of_a_turn_spot(turn: Solution, written: Json) -> None:
    count = 0
    for data, node in pairs(written, turn.root):
        if data["node_type"] == "action_node":
            count += 1
            check_action_node(data, node)
        else:
            all_in = min(node.stacks.values()) == 0
            assert data["deal_number"] == len(data.get("dealcards", {})) == (0 if all_in else 48)
            assert ("dealcards" in data) == (not all_in)
    assert count == count_nodes(TURN.tree.nodes, 0, 5) > 500


def test_the_header(turn: Solution, written: Json) -> None:
    summary = turn.summary()
    assert written["format"] == "runout-solution"
    assert (written["runout_version"], written["format_version"]) == (__version__, 2)
    assert Spot.from_toml(written["spot"]) == TURN
    assert (written["board"], written["line"], written["depth"]) == ("Td9d6hQc", "", "river")
    assert written["iterations"] == summary.iterations
    assert written["exploitability"] == {
        "chips": pytest.approx(summary.exploitability),
        "percent": pytest.approx(summary.exploitability_percent),
    }
    assert {"player", "evs", "equities", "null"} <= set(written["meaning"])


def test_names_of_actions(written: Json) -> None:
    assert written["actions"] == ["CHECK", "BET 120.000000", "BET 900.000000"]
    facing = written["childrens"]["BET 120.000000"]
    assert facing["actions"] == ["CALL", "RAISE 300.000000", "FOLD"]
    assert set(facing["childrens"]) == {"CALL", "RAISE 300.000000"}
    all_in = written["childrens"]["BET 900.000000"]
    assert all_in["actions"] == ["CALL", "FOLD"]
    assert all_in["childrens"] == {"CALL": {"node_type": "chance_node", "deal_number": 0}}


def test_evs_are_net_of_the_whole_hand(written: Json) -> None:
    facing = written["childrens"]["BET 120.000000"]
    fold = facing["actions"].index("FOLD")
    assert {row[fold] for row in facing["evs"]["evs"].values()} == {-100.0}  # half the pot of 200
    raised = facing["childrens"]["RAISE 300.000000"]
    fold = raised["actions"].index("FOLD")
    assert {row[fold] for row in raised["evs"]["evs"].values()} == {-220.0}  # and the bet of 120
    river = raised["childrens"]["CALL"]["dealcards"]["2c"]["childrens"]["BET 400.000000"]
    fold = river["actions"].index("FOLD")
    losses = {row[fold] for row in river["evs"]["evs"].values()}
    assert losses <= {-400.0, None}
    assert -400.0 in losses


def range_ev(data: Json, node: SolutionNode) -> float:
    """The EV of the player to act, over his range, from the file alone and the weights."""
    assert node.player is not None
    weight = dict(zip(node.ev, node.hands(node.player).values.weight, strict=True))
    total = 0.0
    for hand, row in data["evs"]["evs"].items():
        strategy = data["strategy"]["strategy"][hand]
        total += weight[hand] * sum(p * ev for p, ev in zip(strategy, row, strict=True) if p)
    return float(total / sum(weight.values()))


def test_what_one_wins_the_other_loses(turn: Solution, written: Json) -> None:
    oop = range_ev(written, turn.root)
    often = turn.root.frequencies
    ip = sum(
        often[step_of(turn.root, name)] * range_ev(below, turn.root.play(step_of(turn.root, name)))
        for name, below in written["childrens"].items()
    )
    assert oop + ip == pytest.approx(0, abs=0.02)
    assert oop + 100 == pytest.approx(turn.summary().ev[0], abs=0.02)


def test_cards_that_differ_by_suits_alone(flop: Solution, tmp_path: Path) -> None:
    data = exported(flop, tmp_path / "flop.json", depth="turn")
    SCHEMA.validate(data)
    assert len(flop.plan.symmetries) == 2
    assert len(flop.plan.game.levels[1]) < 49
    deal = data["childrens"]["CHECK"]["childrens"]["CHECK"]
    assert deal["deal_number"] == len(deal["dealcards"]) == 49
    for node_data, node in pairs(data, flop.root):
        if node_data["node_type"] == "action_node":
            check_action_node(node_data, node)

    def swapped(text: str) -> str:
        return text.translate(str.maketrans("cs", "sc"))

    clubs, spades = deal["dealcards"]["Kc"], deal["dealcards"]["Ks"]
    for key in ("strategy", "evs", "equities"):
        assert clubs[key][key] == {
            hand: spades[key][key][str(Combo(swapped(hand)))] for hand in clubs[key][key]
        }


def test_the_passes_of_such_cards_are_made_once(
    flop: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Steps] = []
    compute = NodeCache.actions

    def counted(known: NodeCache, steps: Steps) -> ActionValues:
        asked.append(steps)
        return compute(known, steps)

    monkeypatch.setattr(NodeCache, "actions", counted)
    flop.to_json(tmp_path / "flop.json", depth="turn")
    acting = [node for node in FLOP.tree.nodes if node.kind in (OOP, IP)]
    on_flop, on_turn = (sum(node.street == street for node in acting) for street in (3, 4))
    assert len(asked) == on_flop + on_turn * len(flop.plan.game.levels[1])


def test_a_flop_spot_to_the_river(flop: Solution, tmp_path: Path) -> None:
    line = "bet 8 / call / Kh"
    data = exported(flop, tmp_path / "flop.json", line=line)
    river = data["childrens"]["CHECK"]["childrens"]["CHECK"]
    assert river["deal_number"] == len(river["dealcards"]) == 48
    for card in ("2s", "2c", "Ks", "Kc"):
        check_action_node(river["dealcards"][card], flop[f"{line} / check / check / {card}"])


def test_depth_ends_the_file(flop: Solution, tmp_path: Path) -> None:
    ends = {"node_type": "chance_node", "deal_number": 0}
    data = exported(flop, tmp_path / "flop.json", depth="flop")
    SCHEMA.validate(data)
    assert data["childrens"]["CHECK"]["childrens"]["CHECK"] == ends
    data = exported(flop, tmp_path / "turn.json", depth="turn")
    turned = data["childrens"]["CHECK"]["childrens"]["CHECK"]["dealcards"]["Kh"]
    assert turned["childrens"]["CHECK"]["childrens"]["CHECK"] == ends


def test_a_subtree(turn: Solution, written: Json, tmp_path: Path) -> None:
    line = "check / bet 120 / call / 7s"
    data = exported(turn, tmp_path / "line.json", line=line)
    SCHEMA.validate(data)
    assert (data["line"], data["board"]) == (line, "Td9d6hQc7s")
    there = written["childrens"]["CHECK"]["childrens"]["BET 120.000000"]["childrens"]["CALL"]
    there = there["dealcards"]["7s"]
    assert {key: data[key] for key in there} == there
    deal = exported(turn, tmp_path / "deal.json", line="check / check")
    SCHEMA.validate(deal)
    assert (deal["node_type"], deal["deal_number"], deal["line"]) == (
        "chance_node",
        48,
        "check / check",
    )


def test_a_solution_without_its_river(turn: Solution, written: Json, tmp_path: Path) -> None:
    turn.save(tmp_path / "small.runout", small=True)
    small = load(tmp_path / "small.runout")
    data = exported(small, tmp_path / "turn.json", depth="turn")
    for key, tolerance in (("strategy", 2e-4), ("evs", 0.5), ("equities", 1e-3)):
        whole, kept = (np.array(list(one[key][key].values()), float) for one in (written, data))
        np.testing.assert_allclose(kept, whole, rtol=0, atol=tolerance)
    line = "check / check / 7s"
    river = exported(small, tmp_path / "river.json", line=line)
    SCHEMA.validate(river)
    check_action_node(river, small[line])


def test_compressed(turn: Solution, written: Json, tmp_path: Path) -> None:
    path = tmp_path / "turn.json.gz"
    assert exported(turn, path) == written
    again = tmp_path / "again.json.gz"
    turn.to_json(again)
    assert again.read_bytes() == path.read_bytes()  # no time, no name inside


def test_progress(turn: Solution, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    turn.to_json(tmp_path / "t.json", line="bet 120", progress=lambda *state: seen.append(state))
    total = seen[0][1]
    assert seen == [(done, total) for done in range(1, total + 1)]


def test_nothing_is_left_half_written(turn: Solution, tmp_path: Path) -> None:
    path = tmp_path / "turn.json"
    path.write_text("as before")

    def stop(done: int, _total: int) -> None:
        if done == 20:
            raise KeyboardInterrupt

    for name in ("turn.json", "new.json.gz"):
        with pytest.raises(KeyboardInterrupt):
            turn.to_json(tmp_path / name, progress=stop)
    assert path.read_text() == "as before"
    assert [file.name for file in tmp_path.iterdir()] == ["turn.json"]
    turn.to_json(path, line="bet 120 / raise 300")
    assert json.loads(path.read_text())["line"] == "bet 120 / raise 300"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"depth": "preflop"}, "depth 'preflop': flop, turn or river"),
        ({"depth": "flop"}, "depth 'flop': the spot is on the turn"),
        ({"depth": "turn", "line": "check / check"}, "'check / check' is on the river"),
        ({"line": "bet 120 / fold"}, "line 'bet 120 / fold': nobody acts after it"),
        ({"line": "all-in / call"}, "nobody acts after it"),
        ({"line": "bet 7"}, "bet 7"),
    ],
)
def test_wrong_options(turn: Solution, tmp_path: Path, options: Json, words: str) -> None:
    with pytest.raises(RunoutError, match=words):
        turn.to_json(tmp_path / "x.json", **options)
    assert not list(tmp_path.iterdir())


def test_wrong_paths(turn: Solution, tmp_path: Path) -> None:
    with pytest.raises(RunoutError, match="it is a folder"):
        turn.to_json(tmp_path)
    with pytest.raises(RunoutError, match=r"there is no folder .*none'"):
        turn.to_json(tmp_path / "none" / "x.json")
    with pytest.raises(RunoutError, match="no ordinary file"):
        turn.to_json(os.devnull)
    (tmp_path / "link.json").symlink_to(tmp_path / "target.json")
    turn.to_json(tmp_path / "link.json", line="bet 120")
    assert (tmp_path / "link.json").is_symlink()
    assert json.loads((tmp_path / "target.json").read_text())["line"] == "bet 120"


def test_a_reader_of_texassolver_files(written: Json) -> None:
    """Walk by names of actions and cards, and pick probabilities by the index of the action."""
    node = written
    for step in ("CHECK", "BET 120.000000", "CALL"):
        assert step in node["strategy"]["actions"]
        node = node["childrens"][step]
    assert node["node_type"] == "chance_node"
    node = node["dealcards"]["7s"]
    assert node["player"] == 1
    actions, table = node["strategy"]["actions"], node["strategy"]["strategy"]
    checked = {hand: row[actions.index("CHECK")] for hand, row in table.items()}
    assert all(0 <= often <= 1 for often in checked.values())
    assert "AsKs" not in table or len(table["AsKs"]) == len(actions)
    # Hands are written with the higher card first, pairs with the suits in the order s, h, d, c.
    assert {"TsTh", "AsQs", "8s7s"} & set(written["strategy"]["strategy"]) >= {"TsTh", "AsQs"}


def damaged(data: Json) -> Iterator[tuple[str, Json]]:
    def copy() -> Json:
        made: Json = json.loads(json.dumps(data))
        return made

    for key in ("format", "spot", "node_type", "player", "strategy", "evs", "childrens"):
        wrong = copy()
        del wrong[key]
        yield f"no {key}", wrong
    for where, value in (
        (("player",), 2),
        (("actions", 0), "check"),
        (("actions", 0), "BET 120"),
        (("extra",), 1),
        (("strategy", "strategy", "KsQs!"), [1.0]),
        (("strategy", "strategy", "TsTh"), [None, 1.0, 0.0]),
        (("strategy", "strategy", "TsTh"), [1.5, -0.5, 0.0]),
        (("evs", "evs", "TsTh"), ["1", 2, 3]),
        (("evs", "evs", "TsTh"), 3.0),
        (("equities", "equities", "TsTh"), [2.0, 0.0, 0.0]),
        (("childrens", "CHECK", "node_type"), "leaf"),
        (("childrens", "CHECK", "extra"), 1),
        (("childrens", "CHECK", "childrens", "CHECK", "dealcards", "1c"), {}),
    ):
        wrong = copy()
        part: Any = wrong
        for step in where[:-1]:
            part = part[step]
        part[where[-1]] = value
        yield f"{where} = {value}", wrong


def test_the_schema_refuses_wrong_documents(turn: Solution, tmp_path: Path) -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())
    data = exported(turn, tmp_path / "turn.json", depth="turn")
    data["childrens"]["CHECK"]["childrens"]["CHECK"]["dealcards"] = {
        "2c": {**data["childrens"]["BET 900.000000"]}
    }
    SCHEMA.validate(data)
    for what, wrong in damaged(data):
        assert not SCHEMA.is_valid(wrong), what


def test_decimals() -> None:
    assert [chip_decimals(pot) for pot in (1, 9, 10, 200, 9999, 10**7)] == [6, 6, 5, 4, 3, 2]


def test_hands_without_a_value(tmp_path: Path) -> None:
    """A hand that is never checked has no value after a check."""
    spot = Spot("AsKsQsJs2d", 100, 100, "TsTh,3c3d", "AdAh,KdKh", bets="a")
    solution = solve(spot, target=0.01)
    data = exported(solution, tmp_path / "river.json")
    SCHEMA.validate(data)
    flat = [
        value
        for node, _ in pairs(data, solution.root)
        if node["node_type"] == "action_node"
        for row in node["evs"]["evs"].values()
        for value in row
    ]
    assert all(value is None or math.isfinite(value) for value in flat)
    assert np.isfinite([v for row in data["evs"]["evs"].values() for v in row]).all()
