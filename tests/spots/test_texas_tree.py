"""Trees by TexasSolver's rules: written out by hand, observed, and compared with the oracle.

`tests/data/texas_trees.json` holds the trees that both of its builds make of random scripts.
"""

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from runout import RunoutError, Spot, load, solve
from runout.solver.betting import DEAL, FOLD, IP, OOP, SHOWDOWN, Action
from runout.solver.estimate import refuse_too_large
from runout.solver.script import parse_script
from tests.fuzzing import rounds, seed
from tests.oracles import texas_tree as oracle
from tests.tree_lines import CARD, actions_by_line, nodes_by_line

BOARDS = {"flop": "Qs Jh 2h", "turn": "Qs Jh 2h 4d", "river": "Qs Jh 2h 4d 7c"}
RANGES: dict[str, Any] = {"oop": "AA,QQ,JTs", "ip": "KK,QQ,98s"}
Street = dict[str, dict[str, str]]


def texas(street: str, pot: float, stack: float, **rest: Any) -> Spot:  # noqa: ANN401
    rules = f"texassolver-{rest.pop('dialect', 'gui')}"
    return Spot(BOARDS[street], pot, stack, **RANGES, rules=rules, **rest)


def actions(spot: Spot, line: str = "root") -> list[str]:
    return actions_by_line(spot)[line].split(", ")


REFERENCE = json.loads((Path(__file__).parent.parent / "data" / "texas_trees.json").read_text())[
    "cases"
]


@pytest.mark.parametrize("dialect", ["console", "gui"])
@pytest.mark.parametrize("number", range(len(REFERENCE)))
def test_trees_of_both_builds(number: int, dialect: str) -> None:
    spot = parse_script(REFERENCE[number]["script"], dialect=dialect).spot
    assert spot.rules == f"texassolver-{dialect}"
    found = {
        "/".join(map(short, steps)) or "root": " ".join(sorted(map(short, node.actions)))
        for steps, node in nodes_by_line(spot)
        if node.kind in (OOP, IP)
    }
    assert found == REFERENCE[number][dialect]
    assert actions_by_line(Spot.from_toml(spot.to_toml())) == actions_by_line(spot)


def short(step: Action | str) -> str:
    """An action as the reference writes it: x, f, c, b120 for a bet or raise to 120, # a card."""
    word, _, amount = str(step).partition(" ")
    return {"check": "x", "fold": "f", "call": "c", CARD: CARD}.get(word, f"b{amount}")


def both(**sizes: str) -> Street:
    names = {"bet": "bet", "raise_": "raise"}
    table = {names[key]: text for key, text in sizes.items()}
    return {"oop": dict(table), "ip": dict(table)}


def test_a_river_by_hand() -> None:
    # Pot 50, so 25 committed each; stack 200, so 225 with that half; 0.67 of it is 150.75.
    spot = texas("river", 50, 200, river=both(bet="50% a", raise_="60% a"))
    assert actions(spot) == ["check", "bet 25", "all-in 200"]  # 50 % of 2 x 25
    assert actions(spot, "check") == ["check", "bet 25", "all-in 200"]
    # 60 % of 2 x 50 is 60, the gap 25: 85 more, committed 110.
    assert actions(spot, "bet 25") == ["fold", "call", "raise 85", "all-in 200"]
    # 60 % of 2 x 110 is 132, the gap 60: 192 more than the 50 committed is above 150.75.
    assert actions(spot, "bet 25 / raise 85") == ["fold", "call", "all-in 200"]
    assert actions(spot, "bet 25 / raise 85 / all-in 200") == ["fold", "call"]
    # After all-in 3 nodes, after the bet 3 + 6 (raise 85) + 3 = 12, after the check 2 + 12 + 3.
    assert len(spot.tree.nodes) == 1 + 17 + 12 + 3


def test_a_flop_dump_of_texassolver() -> None:
    # The first street that TexasSolver dumps for its own benchmark file, labels in its words:
    # BET 10, RAISE 25, RAISE 55, RAISE 95. Each raise is the total on that street.
    sizes = both(bet="100% a", raise_="50% a")
    spot = texas("flop", 10, 95, flop=sizes, allin_threshold=1.0)
    assert actions(spot) == ["check", "bet 10", "all-in 95"]
    assert actions(spot, "bet 10") == ["fold", "call", "raise 25", "all-in 95"]
    assert actions(spot, "bet 10 / raise 25") == ["fold", "call", "raise 55", "all-in 95"]
    assert actions(spot, "bet 10 / raise 25 / raise 55") == ["fold", "call", "all-in 95"]
    last = "bet 10 / raise 25 / raise 55 / all-in 95"
    assert actions(spot, last) == ["fold", "call"]


def test_odd_pots_round_halves_up() -> None:
    # Users saw raises to 9, 11, 14 and 20 over a bet of 3 into 5: 50, 75, 100 and 150 % of 11 are
    # 5.5, 8.25, 11 and 16.5, rounded to 6, 8, 11 and 17.
    sizes = both(bet="60%", raise_="50% 75% 100% 150%")
    spot = texas("river", 5, 1000, river=sizes)
    assert actions(spot, "bet 3") == [
        "fold", "call", "raise 9", "raise 11", "raise 14", "raise 20",
    ]  # fmt: skip
    # 29 % of 50 is 14.5, but a hair less in binary fractions, which is what TexasSolver rounds.
    assert actions(texas("river", 50, 1000, river=both(bet="29%"))) == ["check", "bet 14"]


def test_a_pot_of_one_chip_each() -> None:
    # TexasSolver takes it for the blinds before the flop: sizes are percent of one chip, to half a
    # chip, of which whole ones are left.
    sizes = both(bet="50% 75% 150% 200% 380%", raise_="100%")
    spot = texas("river", 2, 100, river=sizes)
    assert actions(spot) == ["check", "bet 1", "bet 2", "bet 4"]
    assert actions(spot, "check / bet 1") == ["fold", "call", "raise 5"]


def test_the_threshold_of_the_console_is_of_the_stack_as_given() -> None:
    # Pot 100, stack 100: 50 + 10 exceed 60 % of 100 no more than 60 does.
    sizes = both(bet="10% 11%")
    spot = texas("river", 100, 100, river=sizes, allin_threshold=0.6, dialect="console")
    assert actions(spot) == ["check", "bet 10", "all-in 100"]


def test_the_threshold_of_the_window_counts_the_half_pot() -> None:
    # Pot 100, stack 100: 150 with the half. 60 % of that is 90, and 50 + 40 does not exceed it.
    sizes = both(bet="40% 41%")
    assert actions(texas("river", 100, 100, river=sizes, allin_threshold=0.6)) == [
        "check", "bet 40", "all-in 100",
    ]  # fmt: skip
    # Above 1 it never matters; what is more than the stack is all-in.
    sizes = both(bet="99% 500%")
    assert actions(texas("river", 100, 100, river=sizes, allin_threshold=9)) == [
        "check", "bet 99", "all-in 100",
    ]  # fmt: skip
    # At 0 every bet is all-in.
    assert actions(texas("river", 100, 100, river=sizes, allin_threshold=0)) == [
        "check", "all-in 100",
    ]  # fmt: skip


def test_a_raise_below_twice_the_gap_is_dropped() -> None:
    # As users saw it: pot 1000, stack 500. After a bet of 270 all-in would add 500, less than 540;
    # after 250 it is just enough.
    sizes = both(bet="25% 27%", raise_="50% a")
    spot = texas("river", 1000, 500, river=sizes, allin_threshold=1)
    assert actions(spot, "bet 270") == ["fold", "call"]
    assert actions(spot, "bet 250") == ["fold", "call", "all-in 500"]
    # 10 % of 400 is 40, the gap 100: 140 is less than 200 and goes; 30 % makes 220 and stays.
    sizes = both(bet="50%", raise_="10% 30%")
    spot = texas("river", 200, 10_000, river=sizes)
    assert actions(spot, "bet 100") == ["fold", "call", "raise 220"]
    # On the command line both stay, and so does all-in over more than half the stack.
    spot = texas("river", 200, 10_000, river=sizes, dialect="console")
    assert actions(spot, "bet 100") == ["fold", "call", "raise 140", "raise 220"]
    sizes = both(bet="27%", raise_="a")
    spot = texas("river", 1000, 500, river=sizes, allin_threshold=9, dialect="console")
    assert actions(spot, "bet 270") == ["fold", "call", "all-in 500"]


def test_too_small_a_raise_above_the_threshold_is_all_in() -> None:
    # 10 % of 400 is 40: 140 more would be dropped, but 100 + 140 exceeds half of 450.
    sizes = both(bet="50%", raise_="10%")
    spot = texas("river", 200, 350, river=sizes, allin_threshold=0.5)
    assert actions(spot, "bet 100") == ["fold", "call", "all-in 350"]


def test_bets_of_no_chips_are_dropped() -> None:
    assert actions(texas("river", 4, 100, river=both(bet="10%"))) == ["check"]


def test_the_raise_limit_counts_the_bet() -> None:
    sizes = both(bet="50%", raise_="50%")
    longest = ["bet 5", "raise 15", "raise 35", "raise 75"]
    for limit in (1, 2, 3):
        spot = texas("river", 10, 10_000, river=sizes, raise_limit=limit)
        assert actions(spot, " / ".join(longest[:limit])) == ["fold", "call"]
        assert longest[limit - 1] in actions(spot, " / ".join(longest[: limit - 1]) or "root")
    # It starts afresh on the next street.
    spot = texas("turn", 10, 10_000, turn=sizes, river=sizes, raise_limit=1)
    assert actions(spot, "bet 5 / call") == ["check", "bet 10"]
    # A check is no raise.
    assert actions(spot, "check") == ["check", "bet 5"]


def test_leads_after_a_call_are_donk_sizes_only() -> None:
    later = both(bet="50% a", raise_="60% a")
    spot = texas("flop", 100, 1000, flop=later, turn=later, river=later)
    # Out of position called: no donk sizes, no lead.
    assert actions(spot, "check / bet 50 / call") == ["check"]
    assert actions(spot, "check / bet 50 / call / check") == ["check", "bet 100", "all-in 950"]
    # In position called, or nobody bet: bet sizes.
    assert actions(spot, "bet 50 / call") == ["check", "bet 100", "all-in 950"]
    assert actions(spot, "check / check") == ["check", "bet 50", "all-in 1000"]
    # A raise that out of position calls counts as well.
    assert actions(spot, "bet 50 / raise 170 / call") == ["check"]
    # On the street after that it is forgotten.
    line = "check / bet 50 / call / check / check"
    assert actions(spot, line) == ["check", "bet 100", "all-in 950"]
    donk = {"oop": {**later["oop"], "donk": "33% a"}, "ip": later["ip"]}
    spot = texas("flop", 100, 1000, flop=donk, turn=donk, river=donk)
    assert actions(spot) == ["check", "bet 50", "all-in 1000"]
    assert actions(spot, "check / bet 50 / call") == ["check", "bet 66", "all-in 950"]


def test_all_in_called_is_dealt_to_the_showdown() -> None:
    spot = texas("flop", 100, 50, flop=both(bet="a"), turn=both(bet="a"), river=both(bet="a"))
    kinds = [node.kind for steps, node in nodes_by_line(spot) if steps[:2] == ["all-in 50", "call"]]
    assert kinds == [DEAL, DEAL, SHOWDOWN]


WHOLE = ([2, 3, 5, 10, 37, 50, 100, 1001], [1, 20, 95, 200, 333, 1000, 5000])
DECIMAL = ([0.5, 1.5, 2.25, 5.5, 7.2, 12.75, 99.9], [0.4, 20.5, 97.5, 97.25, 100, 250.75])


def random_settings(rng: random.Random, decimal: bool = False) -> oracle.Settings:
    pots, stacks = DECIMAL if decimal else WHOLE
    percentages = [5, 10, 20, 25, 29, 33, 33.3, 50, 60, 66.7, 75, 100, 150, 300]
    sizes = {
        (player, street, kind): rng.sample(percentages, rng.choice([0, 1, 1, 2]))
        for player in ("oop", "ip")
        for street in ("flop", "turn", "river")
        for kind in ("bet", "raise", "donk")
    }
    return oracle.Settings(
        pot=rng.choice(pots),
        stack=rng.choice(stacks),
        street=rng.choice(["flop", "turn", "turn", "river", "river"]),
        sizes=sizes,
        allin={
            (player, street)
            for player in ("oop", "ip")
            for street in ("flop", "turn", "river")
            if rng.random() < 0.4
        },
        threshold=rng.choice([0, 0.5, 0.6, 0.67, 0.67, 0.8, 1, 1.5]),
        raise_limit=rng.randint(1, 4),
        dialect=rng.choice(["console", "gui"]),
    )


def as_script(settings: oracle.Settings) -> str:
    rows = [
        f"set_pot {settings.pot}",
        f"set_effective_stack {settings.stack}",
        f"set_board {BOARDS[settings.street].replace(' ', ',')}",
        f"set_allin_threshold {settings.threshold}",
        f"set_raise_limit {settings.raise_limit}",
        "set_range_ip KK",
        "set_range_oop AA",
        *(f"set_bet_sizes {player},{street},allin" for player, street in settings.allin),
    ]
    for place, percentages in settings.sizes.items():
        if percentages:
            rows.append(f"set_bet_sizes {','.join(map(str, (*place, *percentages)))}")
    return "\n".join([*rows, "build_tree", "start_solve"])


def test_random_scripts_against_the_oracle() -> None:
    first = seed(0)
    for number in range(first, first + rounds(150)):
        settings = random_settings(random.Random(number))
        spot = parse_script(as_script(settings), dialect=settings.dialect).spot
        assert written(spot) == oracle.tree(settings), f"seed {number}"


def test_random_scripts_with_decimals_against_the_oracle() -> None:
    first = seed(0)
    for number in range(first, first + rounds(100)):
        settings = random_settings(random.Random(number), decimal=True)
        spot = parse_script(as_script(settings), dialect=settings.dialect).spot
        assert written(spot) == oracle.tree(settings), f"seed {number}"


def test_parts_of_a_chip_stay_behind() -> None:
    # TexasSolver cuts every amount down to whole chips: half a chip of 97.5 is never bet.
    spot = texas("turn", 5.5, 97.5, turn=both(bet="50% a"), river=both(bet="50% a"))
    assert actions(spot) == ["check", "bet 3", "bet 97"]  # 2.75
    assert actions(spot, "bet 97") == ["fold", "call"]
    assert actions(spot, "bet 97 / call / check") == ["check"]


def written(spot: Spot) -> oracle.Written:
    half = Fraction(str(spot.pot)) / 2
    found = oracle.Written()
    for steps, node in nodes_by_line(spot):
        line = " / ".join(step for step in steps if step != CARD)
        if node.kind in (OOP, IP):
            found.actions[line] = [str(action) for action in node.actions]
        elif node.kind in (FOLD, SHOWDOWN):
            word = "fold" if node.kind == FOLD else "showdown"
            found.ends[line] = (word, half + chips(node.put[OOP]), half + chips(node.put[IP]))
    return found


def chips(amount: float) -> Fraction:
    return Fraction(str(amount))


def test_nodes_are_numbered_breadth_first() -> None:
    sizes = both(bet="50% a", raise_="60% a")
    nodes = texas("turn", 50, 200, turn=sizes, river=sizes).tree.nodes
    children = [child for node in nodes for child in node.children]
    assert children == list(range(1, len(nodes)))


def test_lines_come_and_go_by_hand() -> None:
    spot = texas("river", 50, 200, river=both(bet="50%"))
    assert actions(spot.with_line("bet 40")) == ["check", "bet 25", "bet 40"]
    assert actions(spot.without_line("bet 25")) == ["check"]


def test_the_old_name_of_the_rules_is_that_of_the_window() -> None:
    text = texas("river", 50, 200, river=both(bet="50% a", raise_="60% a")).to_toml()
    old = Spot.from_toml(text.replace("texassolver-gui", "texassolver"))
    assert old.rules == "texassolver-gui"
    assert old.to_toml() == text


def test_a_file_with_the_old_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spot = texas("river", 50, 200, river=both(bet="50% a", raise_="60% a"))
    text = spot.to_toml().replace("texassolver-gui", "texassolver")
    with monkeypatch.context() as patched:
        patched.setattr(Spot, "to_toml", lambda _: text)
        solved = solve(spot, target=5)
        solved.save(tmp_path / "old.runout")
    loaded = load(tmp_path / "old.runout")
    assert loaded.spot == spot
    assert loaded.root.frequencies == solved.root.frequencies


def test_toml_round_trip(tmp_path: Path) -> None:
    spot = texas("turn", 50, 200, turn=both(bet="50% a"), river=both(bet="50%"), raise_limit=3)
    assert spot.allin_threshold == 0.67
    text = spot.to_toml()
    assert 'rules = "texassolver-gui"\nallin_threshold = 0.67\nraise_limit = 3\n' in text
    assert Spot.from_toml(text) == spot
    assert actions(Spot.from_toml(text)) == ["check", "bet 25", "all-in 200"]
    path = tmp_path / "spot.toml"
    path.write_text(text)
    assert Spot.from_toml(path) == spot


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rules": "pio"}, "rules 'pio': runout, texassolver-console, texassolver-gui or"),
        ({"rules": None}, "rules None: runout, texassolver-console"),
        ({"rules": ["runout"]}, "rules .*: runout, texassolver-console"),
        ({"merge": 0.1}, "merge 0.1: only with runout's rules"),
        ({"rules": "runout", "raise_limit": 3}, "raise_limit 3: only with TexasSolver's rules"),
        ({"raise_limit": 0}, r"raise_limit 0: a whole number \(.*\) from 1 to"),
        ({"raise_limit": 2.5}, "raise_limit 2.5: a whole number"),
        ({"raise_limit": float("nan")}, "raise_limit nan: a whole number"),
        ({"raise_limit": float("inf")}, "raise_limit inf: a whole number"),
        ({"raise_limit": 10**5000}, "raise_limit a whole number of 16,610 bits: a whole number"),
        ({"raise_limit": True}, "raise_limit True: a whole number"),
        ({"allin_threshold": -0.1}, "allin_threshold -0.1: a share of the stack"),
        ({"allin_threshold": float("nan")}, "allin_threshold nan"),
        ({"allin_threshold": float("inf")}, "allin_threshold inf"),
        ({"river": {"oop": {"raise": "2.5x"}}}, r"river\.oop: TexasSolver knows 60%"),
        ({"bets": "e"}, r"flop\.oop: TexasSolver knows 60%"),
        ({"pot": 0}, "pot 0: chips above 0"),
        ({"chip": 0.5}, "chip 0.5: only with runout's rules"),
    ],
)
def test_bad_spots(change: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"board": BOARDS["river"], "pot": 50, "stack": 200, **RANGES}
    with pytest.raises(RunoutError, match=message):
        Spot(**{**given, "rules": "texassolver-gui", **change})


def test_a_spot_too_large_says_what_helps() -> None:
    sizes = both(bet="50%", raise_="60%")
    spot = texas("turn", 50, 2000, turn=sizes, river=sizes)
    with pytest.raises(RunoutError, match="raise_limit=3 would save"):
        refuse_too_large(spot, compress=True, memory=1)


def test_a_known_game_on_this_tree() -> None:
    # Users' toy game: aces or queens against kings on a dry board, pot 100, stack 100, all-in only.
    # Out of position bets every ace and half as many queens, in position calls half the time.
    allin = {"oop": {"bet": "a"}, "ip": {"bet": "a", "raise": "a"}}
    board = "Ts 3h 2h 5c 9s"
    spot = Spot(board, 100, 100, "AA,QQ", "KK", river=allin, rules="texassolver-console")
    root = solve(spot, target=0.01, max_iterations=5000).root
    assert root.frequencies["all-in 100"] == pytest.approx(0.75, abs=0.01)


def test_a_solution_keeps_its_rules_in_a_file(tmp_path: Path) -> None:
    spot = texas("river", 50, 200, river=both(bet="50% a", raise_="60% a"), raise_limit=2)
    solve(spot, target=5).save(tmp_path / "spot.runout")
    loaded = load(tmp_path / "spot.runout")
    assert loaded.spot == spot
    assert loaded["bet 25 / raise 85"].actions == ["fold", "call"]
