"""Equity by what hands are: rows add up to the player, against each hand by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from runout import RunoutError, describe, equity
from runout.cli.app import app
from runout.holdings.grouping import GROUPINGS
from tests.marks import kernels

pytestmark = kernels

RANGES = ("22+,A2s+,KTs+:0.5,QJs,AJo+", "random", "TT+,AQs,76s")


@pytest.mark.parametrize("board", ["Ks 7s 2h", "Ks 7s 2h 6d", "Ks 7s 2h 6d 6s"])
@pytest.mark.parametrize("by", GROUPINGS)
@pytest.mark.parametrize("players", [2, 3])
def test_rows_add_up(board: str, by: str, players: int) -> None:
    if players == 3 and len(board) < 14:
        options: dict[str, Any] = {"method": "monte_carlo", "samples": 20_000, "seed": 3}
    else:
        options = {}
    result = equity(*RANGES[:players], board=board, **options)
    for number, player in enumerate(result.players):
        rows = result.by_class(number, by)
        assert sum(row.share for row in rows) == pytest.approx(1)
        for name in ("equity", "win", "tie"):
            together = sum(row.share * getattr(row, name) for row in rows)
            assert together == pytest.approx(getattr(player, name), abs=1e-9)
        combos = sum(hand.weight for hand in result.by_hand(number))
        assert sum(row.combos for row in rows) == pytest.approx(combos)


def test_rows_are_of_the_hands_that_are_so() -> None:
    board = "Ks7s2h"
    result = equity(RANGES[0], "QQ", board=board)
    rows = {row.name: row for row in result.by_class(0)}
    hands = result.by_hand(0)
    classes = {hand.combo: describe(hand.combo, board).made for hand in hands}
    assert rows.keys() == set(classes.values())
    for name, row in rows.items():
        members = [hand for hand in hands if classes[hand.combo] == name]
        assert row.combos == sum(hand.weight for hand in members)
        equities = [hand.equity for hand in members]
        assert min(equities) <= row.equity <= max(equities)


def test_known_hands() -> None:
    (row,) = equity("AhKh", "QcQd", board="2h 7h 9c").by_class(0, "draw")
    assert (row.name, row.combos, row.share) == ("nut flush draw", 1.0, 1.0)
    assert row.to_dict()["equity"] == equity("AhKh", "QcQd", board="2h 7h 9c").players[0].equity


def test_what_is_refused() -> None:
    result = equity("AhKh", "QcQd")
    with pytest.raises(RunoutError, match="from the flop on"):
        result.by_class(0)
    flop = equity("AhKh", "QcQd", board="2h 7h 9c")
    with pytest.raises(RunoutError, match="by 'colour': made, draw, cross or suit"):
        flop.by_class(0, "colour")
    with pytest.raises(RunoutError, match="player 2"):
        flop.by_class(2)


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["equity", "AKs,QQ", "JJ", "--board", "Ks7d2h", "--by"]
    app([*command, "made"], standalone_mode=False)
    shown = capsys.readouterr().out
    assert "player 1 by made" in shown
    assert "top pair" in shown
    app([*command, "draw", "--json"], standalone_mode=False)
    data = json.loads(capsys.readouterr().out)
    assert len(data["by_class"]) == 2
    assert data["by_class"][1][0]["name"] == "no draw"
    with pytest.raises(RunoutError, match="--by 'colour': made, draw, cross or suit"):
        app([*command, "colour"], standalone_mode=False)
    with pytest.raises(RunoutError, match="--by: hands have a class from the flop on"):
        app(["equity", "AA", "KK", "--by", "made"], standalone_mode=False)
