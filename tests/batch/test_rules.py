"""Simple rules: no tree of their depth is better, and their cost is what they say."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars
import pytest

import runout
from runout import batch
from runout.batch.report import Report
from runout.batch.simple_rules import _high_words, _Seen
from tests.oracles.batch_report import best_tree_score

if TYPE_CHECKING:
    from pathlib import Path

ACTIONS = ("check", "bet 33%", "bet 75%")


def made_up(seed: int, count: int = 60) -> Report:
    """A report on some flops with numbers at random, in which texture matters."""
    dice = np.random.default_rng(seed)
    flops = [runout.flops()[i] for i in dice.choice(1755, count, replace=False)]
    rows: list[dict[str, Any]] = []
    for flop in flops:
        lean = np.array([flop.texture.high in "AK", flop.texture.pairing == "paired", 0.3])
        often = dice.dirichlet(0.3 + 2 * lean)
        worth = dice.normal(5, 1, 3) + 2 * often
        row = {"spot": "x", "board": str(flop), "name": flop.name, **flop.texture.to_dict()}
        row |= {"weight": float(flop.count), "pot": 10.0, "ev_oop": float(worth.max() + 0.1)}
        row |= dict(zip(ACTIONS, often.tolist(), strict=True))
        rows.append(row | {f"always {a}": float(w) for a, w in zip(ACTIONS, worth, strict=True)})
    return Report("made up", "", "oop", ACTIONS, (0.0, 0.33, 0.75), polars.DataFrame(rows))


def score(report: Report, choices: list[str], best: str) -> float:
    """What following a choice on each board is worth: right how often, or minus its cost."""
    return sum(gain(report, number, action, best) for number, action in enumerate(choices))


def gain(report: Report, number: int, action: str, best: str) -> float:
    """The same on one board."""
    row = report.boards.row(number, named=True)
    share = row["weight"] / float(report.boards["weight"].sum())
    if best == "cost":
        return float(share * (row[f"always {action}"] - row["ev_oop"]))
    return float(share * (max(ACTIONS, key=lambda one: row[one]) == action))


@pytest.mark.parametrize("best", ["often", "cost"])
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_no_tree_of_the_depth_is_better(depth: int, best: str) -> None:
    for seed in range(4):
        report = made_up(seed, 24)
        rules = report.rules(depth, best=best)
        seen = _Seen.of(report)
        questions = [question.true.tolist() for question in seen.questions]
        gains = [[gain(report, i, action, best) for action in ACTIONS] for i in range(24)]
        expected = best_tree_score(questions, gains, depth)
        found = rules.right if best == "often" else -rules.cost
        assert found == pytest.approx(expected, abs=1e-9), seed


def choices(report: Report, rules: Any) -> list[str]:  # noqa: ANN401
    """What the rules say on each board, read from their words."""
    seen = _Seen.of(report)
    said = {q.yes: q.true for q in seen.questions} | {q.no: ~q.true for q in seen.questions}
    found = [""] * len(report.boards)
    for rule in rules.rules:
        inside = np.ones(len(found), dtype=bool)
        for condition in rule.conditions:
            inside &= said[condition]
        for number in np.flatnonzero(inside):
            assert not found[number]
            found[number] = rule.action
    assert all(found)
    return found


@pytest.mark.parametrize("best", ["often", "cost"])
def test_no_changed_leaf_is_better(best: str) -> None:
    for seed in range(10, 14):
        report = made_up(seed)
        rules = report.rules(3, best=best)
        whole = score(report, choices(report, rules), best)
        assert whole == pytest.approx(rules.right if best == "often" else -rules.cost)
        assert rules.cost == pytest.approx(-score(report, choices(report, rules), "cost"))
        assert rules.cost_percent == pytest.approx(10 * rules.cost)
        assert sum(rule.share for rule in rules.rules) == pytest.approx(1)
        assert 1 < len(rules.rules) <= 8
        for number, rule in enumerate(rules.rules):
            for action in ACTIONS:
                changed = [*rules.rules]
                changed[number] = replace(rule, action=action)
                other = choices(report, replace(rules, rules=tuple(changed)))
                assert score(report, other, best) <= whole + 1e-9


def test_deeper_rules_are_no_worse() -> None:
    report = made_up(7)
    right = [report.rules(depth).right for depth in range(4)]
    assert right == sorted(right)
    assert right[0] < right[3]
    cost = [report.rules(depth, best="cost").cost for depth in range(4)]
    assert cost == sorted(cost, reverse=True)
    assert all(len(rule.conditions) <= 3 for rule in report.rules(3).rules)


def test_what_texture_decides_is_found() -> None:
    """Paired boards are checked, others are bet: one question says it, and no more is asked."""
    report = made_up(3)
    paired = polars.col("pairing") != "unpaired"
    boards = report.boards.with_columns(
        polars.when(paired).then(0.9).otherwise(0.05).alias("check"),
        polars.when(paired).then(0.1).otherwise(0.95).alias("bet 33%"),
        polars.lit(0.0).alias("bet 75%"),
    )
    report = replace(report, boards=boards)
    rules = report.rules(3)
    assert {rule.conditions: rule.action for rule in rules.rules} == {
        ("paired",): "check",
        ("unpaired",): "bet 33%",
    }
    assert rules.right == pytest.approx(1)
    text = str(rules)
    assert re.search(r"\n  paired: check +\d+% of boards, played 90% there, costs", text)
    assert "against the solved opponent" in text


def test_words_name_exceptions_and_join_high_cards() -> None:
    ranks = {name: "23456789TJQKA".index(name) for name in "23456789TJQKA"}
    said = {
        "TJ": "ten- or jack-high",
        "89TJ": "eight- to jack-high",
        "QKA": "queen-high or better",
        "234": "four-high or lower",
        "9": "nine-high",
        "23456789TQKA": "not jack-high",
        "8QA": "eight-, queen- or ace-high",
        "23456789TJQKA": "",
    }
    for names, words in said.items():
        assert _high_words(sorted(ranks[name] for name in names)) == words
    for seed in range(20, 26):
        rules = made_up(seed).rules(3)
        spoken = rules.said()
        assert len({rule.words for rule in spoken}) == len(spoken) <= len(rules.rules)
        for name in ("share", "cost"):
            whole = sum(r.share * (1 if name == "share" else r.cost) for r in spoken)
            assert whole == pytest.approx(1 if name == "share" else rules.cost)
        usual = [rule.action for rule in spoken if rule.words == "otherwise"]
        assert all(rule.action != usual[0] for rule in spoken[:-1] if usual)


def test_rules_of_solved_boards(rivers: Path) -> None:
    """Always betting: the solved EV less what betting every hand is worth."""
    report = batch.report(rivers)
    rules = report.rules(0)
    (rule,) = rules.rules
    total = report.total()
    assert rule.conditions == ()
    assert rules.cost == pytest.approx(total["ev_oop"] - total[f"always {rule.action}"])
    assert rules.cost > 0
    assert rule.often == pytest.approx(total[rule.action])


def test_rules_that_cannot_be_are_refused(rivers: Path) -> None:
    report = batch.report(rivers)
    for depth in (-1, 4, "x"):
        with pytest.raises(runout.RunoutError, match="depth"):
            report.rules(depth)  # type: ignore[arg-type]
    with pytest.raises(runout.RunoutError, match="best 'most': often or cost"):
        report.rules(best="most")
    missing = [polars.lit(None, polars.Float64).alias(f"always {a}") for a in report.actions]
    old = replace(report, boards=report.boards.with_columns(missing))
    with pytest.raises(runout.RunoutError, match="of an earlier version"):
        old.rules()
    nobody = replace(report, player=None, actions=())
    with pytest.raises(runout.RunoutError, match="nobody acts"):
        nobody.rules()
