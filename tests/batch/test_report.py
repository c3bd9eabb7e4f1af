"""Reports against means taken by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import polars
import pytest

import runout
from runout import batch
from runout.batch.action_names import action_names
from runout.batch.answer import COLUMNS
from runout.cards import DECK
from runout.solver.betting import Action
from runout.solver.line import Choice
from tests.batch.conftest import BOARDS, SPOT, TURN, TURNS, WEIGHTS
from tests.oracles.batch_report import hand_rows, of_hands, weighted

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from runout.solution.solution import Solution

LABELS = ("check", "bet 50%", "all-in")
NEAR: dict[str, Any] = {"rel": 1e-5, "abs": 1e-6}


@pytest.fixture(scope="module")
def solutions() -> list[Solution]:
    spots = [runout.Spot.from_toml(f'board = "{board}"\n{SPOT}') for board in BOARDS]
    return [runout.solve(spot, target=0.5, threads=1) for spot in spots]


@pytest.fixture(scope="module")
def turn_solutions() -> list[Solution]:
    spots = [runout.Spot.from_dict({**TURN, "board": board}) for board in TURNS]
    return [runout.solve(spot, target=1.0, threads=1) for spot in spots]


def of_class(name: str) -> Callable[[dict[str, Any]], bool]:
    return lambda row: bool(row["class"] == name)


def everything(row: dict[str, Any]) -> bool:
    return bool(row)


@pytest.mark.parametrize("line", ["", "check", "check / bet 10"])
def test_boards_and_totals_are_those_by_hand(
    rivers: Path, solutions: list[Solution], line: str
) -> None:
    report = batch.report(rivers, line)
    nodes = [solution[line] for solution in solutions]
    assert report.boards["board"].to_list() == BOARDS
    assert report.boards["weight"].to_list() == list(WEIGHTS)
    player = nodes[0].player
    assert report.player == player
    assert player is not None
    by_hand = [of_hands(hand_rows(node, player), everything) for node in nodes]
    total, rows = report.total(), report.boards.to_dicts()
    for row, own in zip(rows, by_hand, strict=True):
        assert row[f"ev_{player}"] == pytest.approx(own["ev"], **NEAR)
        assert row[f"equity_{player}"] == pytest.approx(own["equity"], **NEAR)
        assert row[f"eqr_{player}"] == pytest.approx(own["ev"] / row["pot"] / own["equity"], **NEAR)
        for n, action in enumerate(report.actions):
            assert row[action] == pytest.approx(own["often"][n], **NEAR)
            assert row[f"EV {action}"] == pytest.approx(own["worth"][n], rel=1e-4)
            assert row[f"always {action}"] == pytest.approx(own["always"][n], **NEAR)
    for name in (f"ev_{player}", f"equity_{player}", *report.actions):
        expected = weighted([row[name] for row in rows], WEIGHTS)
        assert total[name] == pytest.approx(expected, **NEAR)
    ev, equity = (total[f"{what}_{player}"] for what in ("ev", "equity"))
    assert total[f"eqr_{player}"] == pytest.approx(ev / (rows[0]["pot"] * equity), **NEAR)
    for n, action in enumerate(report.actions):
        often = [w * own["often"][n] for w, own in zip(WEIGHTS, by_hand, strict=True)]
        expected = weighted([own["worth"][n] for own in by_hand], often)
        assert total[f"EV {action}"] == pytest.approx(expected, rel=1e-4)


def test_textures_and_spread_are_those_by_hand(rivers: Path) -> None:
    report = batch.report(rivers)
    rows = report.boards.to_dicts()
    for group in report.by("pairing").to_dicts():
        own = [row for row in rows if row["pairing"] == group["pairing"]]
        weights = [row["weight"] for row in own]
        assert group["boards"] == len(own)
        assert group["share"] == pytest.approx(sum(weights) / sum(WEIGHTS))
        for name in ("ev_ip", "check", "always all-in"):
            assert group[name] == pytest.approx(weighted([row[name] for row in own], weights))
    spread = report.spread()
    for name in ("equity_oop", "bet 50%"):
        values = [row[name] for row in rows]
        mean = weighted(values, WEIGHTS)
        assert mean is not None
        squares = weighted([(value - mean) ** 2 for value in values], WEIGHTS)
        assert squares is not None
        assert spread[name] == pytest.approx(
            {"least": min(values), "most": max(values), "deviation": squares**0.5}
        )
    assert report.by("high")["high"].to_list() == ["A", "K", "Q", "9"]
    with pytest.raises(runout.RunoutError, match="by 'colour': spot"):
        report.by("colour")


def test_actions_stand_in_one_column_whatever_the_pot(pots: Path) -> None:
    report = batch.report(pots)
    assert report.actions == LABELS
    assert report.varied == ("spot_pot",)
    assert report.boards["spot_pot"].to_list() == [20, 20, 31, 31]
    assert report.boards["pot"].to_list() == [20, 20, 31, 31]
    assert report.boards["bet 50%"].null_count() == 0
    assert report.sizes == pytest.approx((0, (10 / 20 + 16 / 31) / 2, (40 / 20 + 40 / 31) / 2))
    assert report.by("spot_pot")["boards"].to_list() == [2, 2]
    ranges = batch.open(pots).ranges
    assert set(ranges["action"].drop_nulls()) == {"check", "bet 10", "bet 16", "all-in 40"}


def test_names_of_actions_are_steps_of_a_line() -> None:
    spot = runout.Spot(
        "Td9d6hQc", 55, 300, "66+,A8s+", "QQ-22", bets="33% 60c e a", raises="2.5x 70%"
    )
    seen = set()
    for node in spot.tree.nodes:
        if not node.actions:
            continue
        names = action_names(spot.tree.betting, node.state, node.actions)
        choice = Choice(spot.tree.betting, node.state, node.actions)
        assert [choice.meant(name) for name in names] == list(range(len(node.actions)))
        seen |= set(names)
    assert {"check", "fold", "call", "all-in"} < seen
    assert {"bet 33%", "bet 60", "bet e", "raise 2.5x", "raise 70%"} < seen
    root = spot.tree.nodes[0]
    made = [*root.actions, Action(3, 40)]
    assert action_names(spot.tree.betting, root.state, made)[-1] == "bet 73%"
    betting = runout.Spot("Td9d6hQc", 1000, 2000, "66+", "QQ-22", bets="a").tree.betting
    alike = [Action(3, 331), Action(3, 332)]
    assert action_names(betting, root.state, alike) == ["bet 331", "bet 332"]


@pytest.mark.parametrize(
    ("condition", "kept"),
    [
        ("pairing=paired", [3, 5]),
        ("high>=Q and not pairing=paired", [0, 1, 2, 4]),
        ("high<Q", [3, 5]),
        ("high = k", [0, 4]),
        ("straight_possible=yes and broadways>=2", [2]),
        ("not straight_possible=no and broadways=0", [3, 5]),
        ("weight>2 or board~Qs", [1, 2, 4, 5]),
        ("name~77", [3]),
        ("texture~'king-high'", [0, 4]),
    ],
)
def test_filters_choose_boards(rivers: Path, condition: str, kept: list[int]) -> None:
    report = batch.report(rivers).where(condition)
    assert report.boards["board"].to_list() == [BOARDS[number] for number in kept]
    assert report.condition == condition


def test_filters_compare_numbers_of_actions(rivers: Path) -> None:
    report = batch.report(rivers)
    rows = report.boards.to_dicts()
    chosen = report.where("bet 50%>=60% and ev_oop<12").boards.to_dicts()
    assert chosen == [row for row in rows if row["bet 50%"] >= 0.6 and row["ev_oop"] < 12]
    assert 0 < len(chosen) < len(rows)
    both = report.where("pairing=unpaired").where("high=K")
    assert both.condition == "(pairing=unpaired) and (high=K)"
    assert len(both.boards) == 2


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("high>=1", "'1' is not a rank"),
        ("high~A", "cannot be looked for in ranks"),
        ("suits=purple", "is not one of rainbow"),
        ("straight_possible=1", "is not one of no, yes"),
        ("bet 33%>1", "'bet 33%' is not a field here"),
        ("pairing=quads", "no board is like that"),
        ("", "a condition"),
    ],
)
def test_filters_that_are_wrong_are_refused(rivers: Path, condition: str, message: str) -> None:
    with pytest.raises(runout.RunoutError, match=message):
        batch.report(rivers).where(condition)


def test_hand_classes_across_boards(rivers: Path, solutions: list[Solution]) -> None:
    report, total = batch.hands(rivers), batch.report(rivers).total()
    assert (report.player, report.actions) == ("oop", LABELS)
    rows = {row["of"]: row for row in report.rows.to_dicts()}
    hands = [hand_rows(solution.root, "oop") for solution in solutions]
    for name in ("AKs", "99", "KJs"):
        own = [of_hands(one, of_class(name)) for one in hands]
        held = [w * one["share"] for w, one in zip(WEIGHTS, own, strict=True)]
        row = rows[name]
        assert row["share"] == pytest.approx(sum(held) / sum(WEIGHTS), **NEAR)
        assert row["boards"] == len(BOARDS)
        assert row["ev"] == pytest.approx(weighted([one["ev"] for one in own], held), **NEAR)
        for n, action in enumerate(LABELS):
            often = weighted([one["often"][n] for one in own], held)
            assert row[action] == pytest.approx(often, **NEAR)
            always = weighted([one["always"][n] for one in own], held)
            assert row[f"EV {action}"] == pytest.approx(always, **NEAR)
    assert sum(row["share"] for row in rows.values()) == pytest.approx(1)
    for action in LABELS:
        played = sum(row["share"] * row[action] for row in rows.values())
        assert played == pytest.approx(total[action], **NEAR)
    names = list(rows)
    assert names.index("AKs") < names.index("AQs") < names.index("QQ") < names.index("88")


@pytest.mark.parametrize("by", ["made", "draw", "cross"])
def test_made_hands_and_draws_across_boards(
    turns: Path, turn_solutions: list[Solution], by: str
) -> None:
    report = batch.hands(turns, by=by)
    breakdowns = [solution.root.breakdown(by) for solution in turn_solutions]
    weights = batch.report(turns).boards["weight"].to_list()
    names = {row.name for one in breakdowns for row in one.rows}
    rows = {row["of"]: row for row in report.rows.to_dicts()}
    assert set(rows) == names
    assert len(names) > 2
    for name, row in rows.items():
        own = [
            (weight, next((one for one in found.rows if one.name == name), None))
            for weight, found in zip(weights, breakdowns, strict=True)
        ]
        held = [weight * one.share for weight, one in own if one is not None]
        assert row["share"] == pytest.approx(sum(held) / sum(weights), **NEAR)
        assert row["boards"] == len(held)
        there = [one for _, one in own if one is not None]
        assert row["equity"] == pytest.approx(weighted([o.equity for o in there], held), rel=1e-4)
        for label, action in zip(report.actions, breakdowns[0].actions, strict=True):
            often = weighted([one.frequencies[action] for one in there], held)
            assert row[label] == pytest.approx(often, rel=1e-4, abs=1e-6)


def test_one_hand_board_by_board(rivers: Path, turns: Path, solutions: list[Solution]) -> None:
    report = batch.report(rivers, "check", hand="JJ")
    assert report.players == ("ip",)
    for row, solution in zip(report.boards.to_dicts(), solutions, strict=True):
        cell = solution["check"].grid()["JJ"]
        assert [row[action] for action in report.actions] == pytest.approx(cell.strategy, abs=1e-5)
        assert row["ev_ip"] == pytest.approx(cell.ev, rel=1e-4)
    assert report.total()["check"] == pytest.approx(
        next(r["check"] for r in batch.hands(rivers, "check").rows.to_dicts() if r["of"] == "JJ")
    )
    made = next(r for r in batch.hands(turns, by="made").rows.to_dicts() if r["of"] == "set")
    report = batch.report(turns, hand="set")
    assert report.total()["ev_oop"] == pytest.approx(made["ev"])
    assert len(report.boards) == made["boards"]
    draws = batch.hands(turns, by="draw").rows.to_dicts()
    name = next(row["of"] for row in draws if row["of"] != "no draw")
    assert batch.report(turns, hand=name).total()["ev_oop"] == pytest.approx(
        next(row["ev"] for row in draws if row["of"] == name)
    )
    for wrong in ("AKx", "flushes", 7):
        with pytest.raises(runout.RunoutError, match=r"a hand class such as AKo|a text such as"):
            batch.report(rivers, hand=wrong)  # type: ignore[arg-type]
    with pytest.raises(runout.RunoutError, match="oop never has it here"):
        batch.report(rivers, hand="72o")


def test_every_next_card_counts_as_often_as_it_comes(
    turns: Path, turn_solutions: list[Solution]
) -> None:
    report = batch.report(turns, "check / check / *")
    after = turn_solutions[0].root.play("check").play("check")
    known = runout.parse_cards(TURNS[0])
    dealt = [after.deal(card) for card in DECK if card not in known]
    own = [of_hands(hand_rows(node, "oop"), everything) for node in dealt]
    row = report.boards.to_dicts()[0]
    assert len(own) == 48
    assert row["ev_oop"] == pytest.approx(sum(one["ev"] for one in own) / 48, rel=1e-4)
    assert row["check"] == pytest.approx(sum(one["often"][0] for one in own) / 48, abs=1e-5)
    for row in report.boards.to_dicts():  # of the means: rivers without equity have none
        for player in ("oop", "ip"):
            share = row["pot"] * row[f"equity_{player}"]
            assert row[f"eqr_{player}"] == pytest.approx(row[f"ev_{player}"] / share)
    hands = batch.hands(turns, "check / check / *", by="made").rows
    assert hands["share"].sum() == pytest.approx(1)


def test_two_runs_side_by_side(rivers: Path, pots: Path) -> None:
    first = batch.report(rivers)
    both = first.beside(batch.report(rivers, "check"))
    assert both.columns == (*both.first.numbers[:8], *LABELS, *(f"EV {name}" for name in LABELS))
    other = batch.report(rivers, "check").total()
    for name, values in both.total().items():
        assert values["first"] == pytest.approx(first.total()[name])
        assert values["second"] == pytest.approx(other[name])
        assert values["change"] == pytest.approx(other[name] - first.total()[name])
    row = both.boards.to_dicts()[2]
    assert row["change check"] == pytest.approx(row["other check"] - row["check"])
    ordered = both.sorted("change check").boards["change check"].to_list()
    assert ordered == sorted(ordered, reverse=True)
    with pytest.raises(runout.RunoutError, match="several spots"):
        first.beside(batch.report(pots))
    deep = batch.report(pots).where("spot_pot=31")
    both = first.beside(deep)
    assert both.boards["board"].to_list() == BOARDS[:2]
    assert both.boards["weight"].to_list() == list(WEIGHTS[:2])
    assert both.alone == (4, 0)
    assert both.total()["check"]["second"] == pytest.approx(
        weighted(deep.boards["check"].to_list(), WEIGHTS[:2])
    )
    with pytest.raises(runout.RunoutError, match="no board in common"):
        first.where("high=A").beside(deep)


def test_an_open_batch_gives_frames(rivers: Path) -> None:
    opened = batch.open(rivers)
    assert (opened.name, opened.lines[1], opened.spots) == ("rivers", "check", ("spot",))
    assert opened.cases["status"].to_list() == ["done"] * len(BOARDS)
    assert opened.status.done == len(BOARDS)
    for frame in (opened.ranges, opened.classes, opened.holdings):
        assert isinstance(frame, polars.DataFrame)
        assert set(COLUMNS) < set(frame.columns)
    some = opened.scan("classes").filter(polars.col("of") == "AKs").collect()
    assert set(some["board"]) == set(BOARDS)
    assert len(opened.report("check").boards) == len(BOARDS)
    assert opened.hands(by="made").by == "made"
    with pytest.raises(runout.RunoutError, match="it holds no batch"):
        batch.open(rivers / "answers")
    with pytest.raises(runout.RunoutError, match="group 'all': ranges, classes or holdings"):
        opened.scan("all")


def test_rows_come_in_the_order_asked_for(rivers: Path) -> None:
    report = batch.report(rivers)
    assert report.sorted("high").boards["high"].to_list() == ["A", "K", "K", "Q", "9", "9"]
    ordered = report.sorted("check", descending=False).boards["check"].to_list()
    assert ordered == sorted(ordered)
    groups = report.grouped("high").sorted("all-in").rows["all-in"].to_list()
    assert groups == sorted(groups, reverse=True)
    hands = batch.hands(rivers).sorted("share").rows["share"].to_list()
    assert hands == sorted(hands, reverse=True)
    for wrong in (report, report.grouped("high"), batch.hands(rivers)):
        with pytest.raises(runout.RunoutError, match="sort 'bet 33%'"):
            wrong.sorted("bet 33%")


def test_what_varies_is_a_column_of_one_type(tmp_path: Path) -> None:
    sizes = [{"bet": "50%"}, {"bet": "a"}]
    spot = {key: value for key, value in TURN.items() if key != "bets"}
    asked = {"spot": spot, "boards": "Ks7d2h5c9d", "keep": "none", "target": 5}
    vary = {"river": sizes, "rake": [0, 0.05], "stack": [30, 30.5]}
    assert all(one.ok for one in batch.run({**asked, "vary": vary}, tmp_path / "out", cores=1))
    boards = batch.report(tmp_path / "out").boards
    assert boards["river"].unique().sort().to_list() == ['{"bet": "50%"}', '{"bet": "a"}']
    assert (boards["rake"].dtype, boards["stack"].dtype) == (polars.Float64, polars.Float64)
    assert boards.write_csv()


def test_reports_are_plain_data(rivers: Path) -> None:
    report = batch.report(rivers)
    found: list[Any] = [
        report,
        report.grouped("suits"),
        batch.hands(rivers),
        report.beside(report),
        report.rules(),
    ]
    for one in found:
        assert json.loads(json.dumps(one.to_dict(), allow_nan=False))
    assert report.grouped("suits").to_dict()["groups"] == report.by("suits").to_dicts()


def test_answers_of_an_earlier_version_are_read_and_made_again(batch_file: Path) -> None:
    out = batch_file.parent / "out"
    assert len(list(batch.run(batch_file, out, cores=1))) == len(BOARDS)
    before = batch.report(out)
    answer = next((out / "answers").iterdir())
    old = polars.read_parquet(answer).drop("label", "share", "always_ev")
    old.filter(polars.col("group") != "holdings").write_parquet(answer)
    mixed = batch.report(out)
    assert mixed.boards["ev_oop"].to_list() == before.boards["ev_oop"].to_list()
    assert "bet 10" in mixed.actions
    assert len(list(batch.run(batch_file, out, cores=1))) == 1
    assert batch.report(out).boards.equals(before.boards)


def test_without_polars_it_is_said(rivers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runout.batch.answer.find_spec", lambda _: None)
    opened = batch.open(rivers)
    asks: list[Callable[[], object]] = [opened.report, opened.hands, opened.scan]
    asks.append(lambda: opened.cases)
    asks.append(lambda: batch.run({"spot": TURN, "boards": TURNS[0]}, rivers.parent / "new"))
    for ask in asks:
        with pytest.raises(runout.RunoutError, match=r"pip install 'runout\[batch\]'"):
            ask()
    assert not (rivers.parent / "new").exists()


def test_a_damaged_answer_is_named(batch_file: Path) -> None:
    out = batch_file.parent / "out"
    list(batch.run(batch_file, out, cores=1))
    answer = next((out / "answers").iterdir())
    answer.write_bytes(answer.read_bytes()[:200])
    with pytest.raises(runout.RunoutError, match=f"the answer {answer.name} is damaged"):
        batch.report(out)
