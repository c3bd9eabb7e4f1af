"""Configurations of WASM Postflop as spots."""

import json
from pathlib import Path
from typing import Any

import pytest

from runout import RunoutError, Spot
from tests.tree_lines import actions_by_line

FILE = Path(__file__).parent.parent / "data" / "wasm_postflop_configurations.json"
CARDS: dict[str, Any] = {"board": "Ks 7d 2h", "oop": "QQ+", "ip": "JJ-99"}


def changed(**change: Any) -> str:  # noqa: ANN401
    data = json.loads(FILE.read_text())
    data["data"][0]["value"].update(change)
    return json.dumps(data)


def test_an_export_becomes_a_spot() -> None:
    spot = Spot.from_wasm_postflop(FILE, **CARDS)
    assert (spot.pot, spot.stack, spot.rake, spot.rake_cap) == (55, 975, 0.05, 30)
    assert (spot.add_allin, spot.force_allin, spot.merge) == (1.5, 0.2, 0.1)
    assert spot.flop.to_dict() == {
        "oop": {"bet": "", "raise": "60%"},
        "ip": {"bet": "33%, 75%", "raise": "60%"},
    }
    assert spot.turn.to_dict() == {
        "oop": {"bet": "50%, 100%", "raise": "60%", "donk": "33%"},
        "ip": {"bet": "50%, 100%", "raise": "2.5x"},
    }
    assert spot.river.oop.to_dict() == {"bet": "50%, 120%", "raise": "60%, a", "donk": "33%"}
    assert spot.river.ip.bet == "50%, 2e, a"
    assert spot == Spot.from_wasm_postflop(FILE.read_text(), **CARDS, name="Single raised")
    assert Spot.from_toml(spot.to_toml()) == spot
    assert actions_by_line(spot)["check"] == "check, bet 18, bet 41"


def test_donk_sizes_count_where_they_are_on() -> None:
    line = "check / bet 18 / call"
    on = Spot.from_wasm_postflop(FILE, **CARDS)
    assert actions_by_line(on)[line] == "check, bet 30"
    off = Spot.from_wasm_postflop(changed(donkOption=0), **CARDS)
    assert actions_by_line(off)[line] == "check, bet 46, bet 91"
    none = Spot.from_wasm_postflop(changed(oopTurnDonk=""), **CARDS)
    assert actions_by_line(none)[line] == "check"
    assert Spot.from_toml(none.to_toml()) == none


def test_several_configurations_are_told_apart() -> None:
    data = json.loads(FILE.read_text())
    value = data["data"][0]["value"]
    data["data"] = [
        {"path": ["6-max"], "isGroup": True},
        {"path": ["6-max", "SRP"], "isGroup": False, "value": value},
        {"path": ["3-bet"], "isGroup": False, "value": value | {"startingPot": 200}},
    ]
    text = json.dumps(data)
    assert Spot.from_wasm_postflop(text, **CARDS, name="3-bet").pot == 200
    assert Spot.from_wasm_postflop(text, **CARDS, name="SRP").pot == 55
    assert Spot.from_wasm_postflop(text, **CARDS, name="6-max / SRP").pot == 55
    with pytest.raises(RunoutError, match="it holds several, say which: '6-max / SRP', '3-bet'"):
        Spot.from_wasm_postflop(text, **CARDS)
    with pytest.raises(RunoutError, match="configuration '4-bet' is not one of them"):
        Spot.from_wasm_postflop(text, **CARDS, name="4-bet")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"addedLines": "F:B18"}, "addedLines 'F:B18': trees changed by hand are not read"),
        ({"removedLines": "F:X"}, "removedLines 'F:X'"),
        ({"startingPot": "55"}, "startingPot '55': chips"),
        ({"rakePercent": -1}, "rakePercent -1: percent"),
        ({"oopTurnBet": 50}, "oopTurnBet 50: a text"),
        ({"oopTurnBet": "50y"}, "'50y' is not a size"),
        ({"surprise": 1}, "configuration: unknown key 'surprise'"),
        ({"expectedBoardLength": 4}, "the configuration is for boards of 4 cards"),
    ],
)
def test_refused_configurations(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RunoutError, match=message):
        Spot.from_wasm_postflop(changed(**change), **CARDS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("{}", "no list 'data'"),
        ('{"data": [], "name": "ranges", "version": 2}', "but 'configurations' of version 2"),
        ('{"data": [], "name": "configurations", "version": 2}', "it holds none"),
        ('{"data": [5], "name": "configurations", "version": 2}', "a path such as"),
        ('{"startingPot": 5}', "effectiveStack is missing"),
        ("{" * 100_000, "not JSON"),
    ],
)
def test_other_json_is_refused(text: str, message: str) -> None:
    with pytest.raises(RunoutError, match=message):
        Spot.from_wasm_postflop(text, **CARDS)
