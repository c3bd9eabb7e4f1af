"""Nutted hands, buckets and percentiles of both ranges, against hand-by-hand counts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from matplotlib.text import Text

from runout import RunoutError, Spot, evaluate, solve
from runout.combos import Combo
from runout.solution.range_report import BUCKETS, PERCENTILES, beaten_share
from runout.solution.view.report_view import report_view
from runout.solution.view.strategy_page import html_page
from tests.exports.test_show import drawn

if TYPE_CHECKING:
    from runout.solution.node import SolutionNode
    from runout.solution.solution import Solution

LINE = "check / bet 12"


@pytest.fixture(scope="module")
def turn() -> Solution:
    spot = Spot(
        "Td9d6hQc", 20, 60, "QQ,AdKd,8d7d,T9s:0.5,A5s,KJs", "JJ,KdQd,J8s,ATs,76s,KJo", bets="60%"
    )
    return solve(spot, max_iterations=30, target=0)


def _slow_beaten(node: SolutionNode, player: str, other: str) -> dict[str, float]:
    """The share of the other's hands that each hand beats, every pair evaluated by itself."""
    mine, theirs = node.table(player), node.table(other)
    found = {}
    for number in mine.combos:
        hand = Combo.at(int(number))
        total = won = 0.0
        for against, weight in zip(theirs.combos, theirs.columns["weight"], strict=True):
            foe = Combo.at(int(against))
            if set(hand) & set(foe):
                continue
            ours, his = (evaluate([*cards, *_board(node)]) for cards in (hand, foe))
            total += weight
            won += weight * (1.0 if his < ours else 0.5 if his == ours else 0.0)
        found[str(hand)] = won / total
    return found


def _board(node: SolutionNode) -> list[str]:
    return [node.board[at : at + 2] for at in range(0, len(node.board), 2)]


@pytest.mark.parametrize(("player", "other"), [("oop", "ip"), ("ip", "oop")])
def test_nutted_hands_beat_nearly_all(turn: Solution, player: str, other: str) -> None:
    node = turn[LINE]
    table = node.table(player)
    slow = _slow_beaten(node, player, other)
    fast = beaten_share(table, node.table(other), node.board)
    assert dict(zip(table.hands, fast.tolist(), strict=True)) == pytest.approx(slow)
    nutted = sum(
        count for hand, count in zip(table.hands, table.counts, strict=True) if slow[hand] >= 0.95
    )
    side = node.report().sides[player]
    assert side.nutted == pytest.approx(nutted / table.counts.sum())


def test_some_hand_is_nutted() -> None:
    """Aces beat all of kings and queens; kings beat queens and tie nobody."""
    solution = solve(Spot("2c3d7h9sJc", 10, 10, "AA,QQ", "KK", bets="a"), max_iterations=5)
    sides = solution.root.report().sides
    assert sides["oop"].nutted == pytest.approx(0.5)
    assert sides["ip"].nutted == 0
    assert sides["oop"].buckets == pytest.approx((0.5, *(0.0,) * 8, 0.5))
    assert sides["ip"].buckets[5] == 1


def test_buckets_and_percentiles_are_of_the_range(turn: Solution) -> None:
    node = turn[LINE]
    for side in node.report().sides.values():
        table = node.table(side.player)
        hands = sorted(zip(table.columns["equity"], table.counts, strict=True), key=lambda h: -h[0])
        total = sum(count for _, count in hands)
        assert sum(side.buckets) == pytest.approx(1)
        for number in range(BUCKETS):
            low, high = number / BUCKETS, (number + 1) / BUCKETS
            inside = sum(c for equity, c in hands if low <= equity < high or equity == high == 1)
            assert side.buckets[number] == pytest.approx(inside / total)
        for place in PERCENTILES:
            seen, at = 0.0, 0
            while (seen := seen + hands[at][1]) < total * place / 100:
                at += 1
            assert side.percentiles[place] == pytest.approx(hands[at][0])
        assert [equity for _, equity in side.curve] == sorted(
            (equity for _, equity in side.curve), reverse=True
        )
        assert side.curve[-1][0] == pytest.approx(1)
        assert side.equity == pytest.approx(node.hands(side.player).mean()["equity"])


def test_text_json_page_and_picture_say_the_same(turn: Solution) -> None:
    node = turn[LINE]
    report = node.report()
    data = json.loads(json.dumps(report.to_dict()))
    side = report.sides["oop"]
    assert data["players"]["oop"]["nutted"] == side.nutted
    assert data["players"]["oop"]["percentiles"]["50"] == side.percentiles[50]
    said = f"{100 * (side.nutted or 0):.1f} %"
    assert said in str(report)
    assert len(drawn(report_view(report), 100)) > 15
    assert f"<td>{said}</td>" in html_page(node)
    assert "<details class='panel report' open>" in html_page(node, report=True)
    texts = {text.get_text() for text in node.plot_report().findobj(Text)}
    assert f"{100 * side.percentiles[50]:.0f}" in texts


def test_a_range_without_hands_has_nothing() -> None:
    """After a card that all hands of a player hold."""
    spot = Spot("2c3d7h9s", 10, 10, "AsAh", "KK", bets="a")
    solution = solve(spot, max_iterations=5)
    node = solution["check / check / As"]
    side = node.report().sides["oop"]
    assert (side.nutted, side.equity, side.curve, side.percentiles) == (None, None, (), {})
    assert "-" in str(node.report())
    with pytest.raises(RunoutError, match="no hand gets here"):
        node.plot_report()
    assert "class='panel report'" not in html_page(node)
