"""The blackjack commands, as a user runs them."""

import json
from pathlib import Path

import pytest

from runout import blackjack as bj
from tests.cli.test_cli import runout


def test_ev() -> None:
    shown = runout("blackjack", "ev", "--rules", "6D H17 DAS LS")
    assert "EV        -0.5272 % of a bet" in shown
    words = ["--rules", "NOSPLIT", "--shoe", "8D", "--removed", "5 5 6 T", "--strategy", "basic"]
    result = json.loads(runout("blackjack", "ev", *words, "--json"))
    assert list(result) == ["rules", "shoe", "strategy", "ev", "variance", "outcome", "by_upcard"]
    exact = bj.table_ev(bj.Shoe(decks=8).without("5 5 6 T"), "NOSPLIT", "basic")
    assert result["ev"] == exact.ev
    assert result["variance"] == exact.variance
    assert set(result["by_upcard"]) == set("A23456789T")


def test_a_chart_file_as_strategy(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(str(bj.basic_strategy("8D")))
    result = json.loads(runout("blackjack", "ev", "--strategy", str(file), "--json"))
    assert result["ev"] == bj.table_ev(bj.Shoe(decks=8), "8D", "basic").ev


def test_hand() -> None:
    shown = runout("blackjack", "hand", "T6", "T", "--rules", "6D LS").splitlines()
    assert [line.split()[0] for line in shown] == ["T6", "surrender", "hit", "stand", "double"]
    result = json.loads(runout("blackjack", "hand", "88", "--up", "6", "--json"))
    keys = ["hand", "up", "stand", "hit", "double", "split", "surrender", "best"]
    assert list(result) == keys
    assert result["surrender"] is None
    assert result["best"] == "split"


def test_dealer() -> None:
    assert "42.292 %" in runout("blackjack", "dealer", "6", "--rules", "8D S17")
    rows = json.loads(runout("blackjack", "dealer", "--json"))["dealer"]
    assert list(rows) == list("23456789TA")


def test_chart(tmp_path: Path) -> None:
    shown = runout("blackjack", "chart", "--rules", "1D H17 NDAS")
    assert "hard  2  3  4  5  6  7  8  9  T  A" in shown
    assert "double, else hit" in shown
    assert "With these cards, better:" in shown
    for name in ("chart.html", "chart.svg"):
        runout("blackjack", "chart", "-o", str(tmp_path / name))
        page = (tmp_path / name).read_text()
        assert page.count(">P<") > 20
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chart.html", "chart.svg"]
    rows = json.loads(runout("blackjack", "chart", "--strategy", "basic", "--json"))["chart"]
    assert "H 16 SSSSSHHRRR" in rows


def test_removal_index_side() -> None:
    effects = json.loads(runout("blackjack", "removal", "--rules", "6D NOSPLIT", "--json"))
    assert effects["removal"]["5"] > 0 > effects["removal"]["A"]
    assert "from +4.0" in runout("blackjack", "index", "T5", "T")
    alike = json.loads(runout("blackjack", "removal", "--shoe", "T=30", "--json"))
    assert alike["removal"] == {"T": 0}
    assert alike["betting_correlation"] is None
    rich = json.loads(runout("blackjack", "index", "T5", "T", "--removed", "2 2 3", "--json"))
    assert rich["shoe"].startswith("A=32 2=30 3=31")
    assert rich["plays"][0]["index"] != bj.index_play("T5", "T", "stand", "hit", "8D").index
    assert "insurance: from +3" in runout("blackjack", "index", "--count", "hi-lo")
    shown = runout("blackjack", "side", "perfect-pairs", "--pays", "mixed=5", "--removed", "Kd")
    assert "pays 5" in shown


def test_simulate() -> None:
    words = ["simulate", "--rounds", "200000", "--seed", "4", "--count", "hi-lo", "--bets", "2=4"]
    result = json.loads(runout("blackjack", *words, "--json"))
    assert result["rounds"] > 100_000
    assert result["by_count"]
    assert "win rate" in runout("blackjack", *words)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ev", "--rules", "6D H18"], "'H18' is not a rule"),
        (["ev", "--rules", "S17 H17"], "contradicts"),
        (["ev", "--shoe", "A=1 x"], "'x' is not a shoe"),
        (["ev", "--shoe", "9=4", "--rules", "NOSPLIT"], "can meet an empty shoe"),
        (["ev", "--strategy", "nothing-here"], "nothing-here"),
        (["hand", "TT5", "6"], "bust"),
        (["hand", "T6", "Z"], "'Z' is not a card"),
        (["hand", "T6"], "upcard is missing"),
        (["chart", "-o", "no/such/folder/x.html"], "there is no folder 'no/such/folder'"),
        (["index", "--strategy", "basic"], "compares two plays"),
        (["index", "T6", "T", "--removed", "Z"], "'Z' is not a card"),
        (["simulate", "--threads", "0"], "threads 0"),
        (["index", "--shoe", "9=22"], "index of T6 against T: '9=22' has too few T"),
        (["hand", "T", "T"], "two cards or more"),
        (["simulate", "--rounds-per-shoe", "0"], "rounds_per_shoe 0"),
        (["chart", "-o", "chart.pdf"], ".html or .svg"),
        (["dealer", "6", "--shoe", "A=4 T=9"], "there is no 6"),
        (["index", "T6"], "name the upcard"),
        (["side", "lucky"], "not one of"),
        (["side", "21+3", "--pays", "x"], "write a win"),
        (["simulate", "--count", "1,2,x"], "ten numbers"),
        (["simulate", "--count", "ko", "--bets", "two"], "'two' is not a step"),
    ],
)
def test_bad_input_ends_with_code_2(arguments: list[str], message: str) -> None:
    assert message in runout("blackjack", *arguments, code=2)
