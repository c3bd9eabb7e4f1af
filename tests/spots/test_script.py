"""TexasSolver's command files."""

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

from runout import Range, RunoutError, Spot
from runout.solution.run_script import run_script
from runout.solution.solution import Solution
from runout.solver.script import looks_like_script, parse_script, read_script
from runout.solver.script_commands import LEAST_WEIGHT
from runout.solver.spot_data import PlayerSizes
from tests.tree_lines import actions_by_line

SAMPLE = Path(__file__).parent.parent / "data" / "script.txt"
EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "spots" / "texassolver.txt"
SMALL = """
set_pot 100
set_effective_stack 100
set_board Ts,3h,2h,5c,9s
set_range_ip KK
set_range_oop AA,QQ
set_bet_sizes oop,river,allin
set_bet_sizes ip,river,allin
build_tree
start_solve
"""


def actions(spot: Spot, line: str = "root") -> list[str]:
    return actions_by_line(spot)[line].split(", ")


def test_every_command_is_read() -> None:
    script = read_script(SAMPLE)
    spot = script.spot
    assert (spot.board, spot.pot, spot.stack) == ("QsJh2h", 50, 200)
    assert (spot.rules, spot.allin_threshold, spot.raise_limit) == ("texassolver-console", 0.67, 3)
    assert spot.oop == Range("QQ:0.5,JTs,KQo:0.25,98s")
    assert spot.ip == Range("AA,KK:0.5,AQs,T9s:0.75")
    assert spot.flop.to_dict() == {
        "oop": {"bet": "50% a", "raise": "60% a"},
        "ip": {"bet": "50% a", "raise": "60% 100% a"},
    }
    assert spot.turn.to_dict() == {
        "oop": {"bet": "50%", "raise": "60%"},
        "ip": {"bet": "50%", "raise": "60%"},
    }
    assert spot.river.to_dict() == {
        "oop": {"bet": "50% a", "raise": "a", "donk": "33.3% a"},
        "ip": {"bet": "50% 100%"},
    }
    assert script.arguments == {
        "target": 0.5,
        "max_iterations": 200,
        "threads": 2,
        "isomorphism": True,
    }
    assert script.print_interval == 10
    assert (script.dump, script.depth) == (Path("output_result.json"), "turn")
    assert Spot.from_toml(spot.to_toml()) == spot


def test_an_empty_list_of_sizes_is_none() -> None:
    # As TexasSolver's window writes a field that was left empty.
    text = SAMPLE.read_text()
    empty = parse_script(text.replace("oop,flop,raise,60", "oop,flop,raise,"))
    assert empty.spot == parse_script(text.replace("set_bet_sizes oop,flop,raise,60", "")).spot


def test_the_tree_of_the_sample() -> None:
    spot = read_script(SAMPLE).spot
    assert actions(spot) == ["check", "bet 25", "all-in 200"]
    # 60 % of 100 is 60, and 25 to call; with 100 %, 25 + 125 exceed 0.67 of 200.
    assert actions(spot, "bet 25") == ["fold", "call", "raise 85", "all-in 200"]
    # The bet and two raises are three.
    assert actions(spot, "bet 25 / raise 85 / all-in 200") == ["fold", "call"]
    assert actions(spot, "check / bet 25 / call") == ["check"]
    # 33.3 % of 100 after one call, with all-in beside it; of 200 after two, 67 more than the 100
    # committed exceed 0.67 of 200.
    line = "check / check / check / bet 25 / call"
    assert actions(spot, line) == ["check", "bet 33", "all-in 175"]
    line = "check / bet 25 / call / check / bet 50 / call"
    assert actions(spot, line) == ["check", "all-in 125"]


def test_the_dialects() -> None:
    text = SAMPLE.read_text()
    console, gui = parse_script(text).spot, parse_script(text, dialect="gui").spot
    assert parse_script(text, dialect="console").spot == console == read_script(SAMPLE).spot
    assert read_script(SAMPLE, dialect="gui").spot == gui
    assert (console.rules, gui.rules) == ("texassolver-console", "texassolver-gui")
    assert Spot.from_toml(gui.to_toml()) == gui != console
    # The window counts half the pot: 25 + 125 do not exceed 0.67 of 225.
    assert actions(gui, "bet 25") == ["fold", "call", "raise 85", "raise 125", "all-in 200"]
    # It has all-in where no line says so, also as a lead after a call.
    assert actions(console, "check / check / check") == ["check", "bet 25"]
    assert actions(gui, "check / check / check") == ["check", "bet 25", "all-in 200"]
    assert actions(console, "check / bet 25 / call") == ["check"]
    assert actions(gui, "check / bet 25 / call") == ["check", "all-in 175"]
    with pytest.raises(RunoutError, match="dialect 'java': console or gui"):
        parse_script(text, dialect="java")


@pytest.mark.parametrize("dialect", ["console", "gui"])
def test_all_in_leads_after_a_call_without_donk_sizes(dialect: str) -> None:
    text = SAMPLE.read_text().replace("oop,river,donk,33.3", "oop,turn,allin")
    spot = parse_script(text, dialect=dialect).spot
    assert spot.turn.oop.donk == spot.river.oop.donk == "a"
    assert actions(spot, "check / bet 25 / call") == ["check", "all-in 175"]
    assert actions(spot, "check / check / check / bet 25 / call") == ["check", "all-in 175"]


@pytest.mark.parametrize(
    "command",
    [
        "estimate_tree_memory",
        "set_use_halffloats 1",
        "set_use_fp16 1",
        "set_print_interval 0",
        "set_print_interval0",
        "set_enable_profiling 1",
        "profile_start out.prof",
        "dump_profiling",
    ],
)
def test_commands_that_change_no_answer_are_ignored(command: str) -> None:
    plain = SMALL.replace("build_tree", "build_tree\n")
    row = len(plain.split("build_tree")[0].splitlines()) + 2
    script = parse_script(plain.replace("build_tree\n", f"build_tree\n{command}"))
    name = command.removesuffix("0").strip()
    assert len(script.notes) == 1
    assert script.notes[0].startswith(f"line {row}: {name.split()[0]}")
    assert script.notes[0].endswith("is ignored, the answer is the same")
    assert script.spot == parse_script(SMALL).spot
    assert script.arguments == {}
    # A command that comes again and again is noted once.
    assert parse_script(f"{command}\n" * 3 + plain).notes == (
        script.notes[0].replace(f"line {row}", "line 1"),
    )


def test_all_cores() -> None:
    script = parse_script(SMALL.replace("build_tree", "build_tree\nset_thread_num -1"))
    assert script.threads is None
    assert script.arguments == {}
    both = "build_tree\nset_thread_num 3\nset_thread_num -1"
    assert parse_script(SMALL.replace("build_tree", both)).arguments == {}


def test_hands_of_hardly_any_weight_are_left_out() -> None:
    text = SMALL.replace("oop AA,QQ", "oop AA:0.006,QQ:0.005,88:0.0049,77:0,66")
    script = parse_script(text)
    assert script.spot.oop == Range("AA:0.006,66")
    assert script.spot.ip == Range("KK")
    wanted = (
        "line 6: set_range_oop: 12 combos of a weight up to 0.005 left out, as TexasSolver does"
    )
    assert script.notes == (wanted,)
    assert LEAST_WEIGHT == 0.005
    assert parse_script(SMALL).notes == ()
    with pytest.raises(RunoutError, match="line 10: range oop: it is empty"):
        parse_script(SMALL.replace("oop AA,QQ", "oop AA:0.005"))


def test_what_is_left_out_is_as_texassolver_or_solve_have_it() -> None:
    script = parse_script(SMALL)
    assert (script.spot.allin_threshold, script.spot.raise_limit) == (0.67, 4)
    assert script.arguments == {}
    assert script.dump is None
    assert actions(script.spot) == ["check", "all-in 100"]


def test_the_order_of_settings_is_free() -> None:
    rows = SMALL.strip().splitlines()
    settings, commands = rows[:-2], rows[-2:]
    text = "\n".join([*settings[::-1], "set_dump_rounds 3", *commands, "dump_result a b.json"])
    script = parse_script(text)
    assert script.spot == parse_script(SMALL).spot
    assert (str(script.dump), script.depth) == ("a b.json", "river")


@pytest.mark.parametrize(
    ("board", "rounds", "depth"),
    [
        ("Qs,Jh,2h", 1, "flop"),
        ("Qs,Jh,2h", 2, "turn"),
        ("Qs,Jh,2h", 3, "river"),
        ("Qs,Jh,2h,7c", 1, "turn"),
        ("Qs,Jh,2h,7c", 2, "river"),
        ("Qs,Jh,2h,7c,4c", 2, "river"),
    ],
)
def test_depth_of_the_dump(board: str, rounds: int, depth: str) -> None:
    text = SMALL.replace("Ts,3h,2h,5c,9s", board)
    assert parse_script(f"{text}set_dump_rounds {rounds}\ndump_result out.json").depth == depth


def test_spelling() -> None:
    # As Windows and TexasSolver's own window write it: byte-order mark, carriage returns, no space
    # before the interval, spaces at the end, whole numbers with a point.
    text = SMALL.replace("set_pot 100", "set_pot 100.0").replace(
        "build_tree", "#set_raise_limit 1\n  build_tree  \nset_print_interval10"
    )
    script = parse_script("\ufeff" + text.replace("\n", "\r\n"))
    assert (script.spot.pot, script.print_interval) == (100, 10)


def test_donk_sizes_in_position_change_nothing() -> None:
    given = SMALL.replace("build_tree", "set_bet_sizes ip,river,donk,50\nbuild_tree")
    assert parse_script(given).spot == parse_script(SMALL).spot


def test_isomorphism_and_no_sizes_at_all() -> None:
    rows = [row for row in SMALL.splitlines() if "set_bet_sizes" not in row]
    rows.insert(-1, "set_use_isomorphism 0")
    script = parse_script("\n".join(rows))
    assert script.arguments == {"isomorphism": False}
    assert len(script.spot.tree.nodes) == 3


def test_the_last_of_two_settings_counts() -> None:
    text = SMALL.replace("set_pot 100", "set_pot 60\nset_pot 80")
    text = text.replace("set_bet_sizes oop,river,allin", "set_bet_sizes oop,river,bet,20\n" * 2)
    text = text.replace("river,bet,20\n\n", "river,bet,50\n")
    spot = parse_script(text).spot
    assert spot.pot == 80
    assert spot.river.oop == PlayerSizes(bet="50%")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("set_pot 50", "set_pto 50", 2, "unknown command 'set_pto'; did you mean 'set_pot'"),
        ("set_pot 50", "estimate", 2, "unknown command 'estimate'$"),
        ("set_pot 50", "set_pot", 2, "set_pot : a number from 0 up"),
        ("set_pot 50", "set_pot fifty", 2, "set_pot fifty: a number"),
        ("set_pot 50", "set_pot 5.12345", 2, "set_pot 5.12345: chips have at most 4 decimals"),
        ("set_pot 50", "set_pot 0", 2, "set_pot 0: chips above 0"),
        ("set_pot 50", "set_pot -50", 2, "set_pot -50: a number"),
        ("set_pot 50", "", 24, "build_tree comes before any set_pot"),
        ("stack 200", "stack 99999999", 3, "stack 99999999: chips above 0, up to 10,000,000"),
        ("Qs,Jh,2h", "Qs,Jh", 4, "set_board Qs,Jh: 2 cards"),
        ("Qs,Jh,2h", "Qs,Jh,2x", 4, "'2x' is not a card"),
        ("Qs,Jh,2h", "Qs,Jh,Jh", 4, "appears twice"),
        ("AA,KK:0.5", "AA,KKx", 5, "'KKx' is not a hand"),
        ("AA,KK:0.5,AQs,T9s:0.75", "", 30, "range ip: it is empty"),
        ("oop,flop,bet,50", "oop,flop", 8, "write player,street,kind,sizes"),
        ("oop,flop,bet,50", "utg,flop,bet,50", 8, "'utg' is none of oop, ip"),
        ("oop,flop,bet,50", "oop,preflop,bet,50", 8, "'preflop' is none of flop, turn, river"),
        ("oop,flop,bet,50", "oop,flop,cbet,50", 8, "'cbet' is none of bet, raise, donk, allin"),
        ("oop,flop,bet,50", "oop,flop,bet", 8, "bet needs sizes such as 50,100"),
        ("oop,flop,bet,50", "oop,flop,bet,half", 8, "'half' is no percentage of the pot"),
        ("oop,flop,bet,50", "oop,flop,bet,50,", 8, "'' is no percentage of the pot"),
        ("oop,flop,bet,50", "oop,flop,bet,0", 8, "'0' is no percentage of the pot"),
        ("oop,flop,allin", "oop,flop,allin,50", 10, "allin takes no sizes"),
        ("limit 3", "limit 0", 23, "set_raise_limit 0: a whole number from 1 up"),
        ("limit 3", "limit 2.5", 23, "set_raise_limit 2.5: a whole number"),
        ("threshold 0.67", "threshold two thirds", 22, "set_allin_threshold two thirds: a number"),
        ("build_tree", "build_tree now", 24, "build_tree stands alone"),
        ("build_tree", "", 30, "start_solve comes before any build_tree"),
        ("build_tree", "build_tree\nset_raise_limit 2", 25, "set_raise_limit comes too late"),
        ("set_raise_limit 3\nbuild_tree", "build_tree\nset_raise_limit 3", 24, "comes too late"),
        ("start_solve", "", 32, "dump_result comes before any start_solve"),
        ("start_solve", "start_solve\nset_range_oop AA", 31, "set_range_oop comes too late"),
        ("output_result.json", "", 32, "dump_result: the file to write is missing"),
        ("rounds 2", "rounds 0", 31, "set_dump_rounds 0: a whole number from 1 up"),
        ("thread_num 2", "thread_num -2", 25, "set_thread_num -2: a whole number from 1 up"),
        ("thread_num 2", "thread_num 0", 25, "from 1 up is expected, or -1 for all cores"),
        ("set_pot 50", "set_pot nan", 2, "set_pot nan: a number"),
        ("set_pot 50", "set_pot inf", 2, "set_pot inf: a number"),
        ("set_pot 50", "set_pot 1e2", 2, "set_pot 1e2: a number"),
        ("set_pot 50", "set_pot " + "9" * 5000, 2, "9…: a number from 0 up"),
        ("accuracy 0.5", "accuracy " + "9" * 400, 26, "9…: a number from 0 up"),
        ("threshold 0.67", "threshold inf", 22, "set_allin_threshold inf: a number"),
        ("limit 3", "limit nan", 23, "set_raise_limit nan: a whole number"),
        ("limit 3", "limit " + "9" * 5000, 23, "9…: a whole number"),
        ("oop,flop,bet,50", "oop,flop,bet," + "9" * 5000, 8, "is no percentage of the pot"),
        ("oop,flop,bet,50", "oop,flop,bet" + ",50" * 101, 8, "more than 100 sizes"),
        ("set_pot 50", "set_use_fp61 1", 2, "'set_use_fp61'; did you mean 'set_use_fp16'"),
        ("set_pot 50", "set_" + "a" * 5000, 2, "unknown command 'set_aaa[a]*…$"),
        ("output_result.json", "a\0b", 32, "dump_result .*: a path holds no NUL"),
    ],
)
def test_errors_name_the_line(old: str, new: str, line: int, message: str) -> None:
    text = SAMPLE.read_text().replace(old, new, 1)
    with pytest.raises(RunoutError, match=rf"(?s)^script line {line}: .*{message}"):
        parse_script(text)


def test_a_script_is_a_text() -> None:
    with pytest.raises(RunoutError, match="script 5: a text such as"):
        parse_script(5)  # type: ignore[arg-type]


def test_a_script_that_solves_nothing() -> None:
    with pytest.raises(RunoutError, match="script: start_solve is missing"):
        parse_script("")
    with pytest.raises(RunoutError, match="start_solve is missing"):
        parse_script(SMALL.replace("start_solve", ""))


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(RunoutError, match="No such file"):
        read_script(tmp_path / "none.txt")
    with pytest.raises(RunoutError, match="longer than 16 MB"):
        read_script("/dev/zero")
    path = tmp_path / "binary.txt"
    path.write_bytes(b"set_pot \xff\xfe")
    with pytest.raises(RunoutError, match="not text"):
        read_script(path)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (SMALL, True),
        ("\ufeff# comment\n\n  set_pto 5\n", True),
        ("build_tree", True),
        (parse_script(SMALL).spot.to_toml(), False),
        ("# comment\nboard = 'Qs Jh 2h'\n", False),
        ("set_pot = 5\n", False),
        ("set_pot=5\n", False),
        ("estimate_tree_memory\n", True),
        ("start_profiling\nset_pot 5", True),
        ("profiles = 3\n", False),
        ("", False),
    ],
)
def test_telling_scripts_from_toml(text: str, wanted: bool) -> None:
    assert looks_like_script(text) is wanted


def test_running_writes_the_dump(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[Any, ...]] = []
    reports: list[int] = []

    def to_json(solution: Solution, path: Path, *, depth: str) -> None:
        written.append((solution.spot, path, depth))

    monkeypatch.setattr(Solution, "to_json", to_json, raising=False)
    script = parse_script(SMALL.replace("start_solve", "set_accuracy 0.1\nstart_solve"))
    solution = run_script(script, progress=lambda at: reports.append(at.iteration))
    assert written == []
    assert reports
    assert solution.summary().exploitability_percent <= 0.1
    script = parse_script(SMALL + "dump_result out.json")
    run_script(script)
    assert written == [(script.spot, Path("out.json"), "river")]


def test_a_folder_that_is_missing_is_noticed_before_solving(tmp_path: Path) -> None:
    script = parse_script(SMALL + f"dump_result {tmp_path}/none/out.json")
    with pytest.raises(RunoutError, match="there is no folder"):
        run_script(script, progress=lambda _: pytest.fail("it was solved"))
    script = parse_script(SMALL + f"dump_result {tmp_path}")
    with pytest.raises(RunoutError, match="it is a folder"):
        run_script(script, progress=lambda _: pytest.fail("it was solved"))


@pytest.mark.parametrize("seed", range(200))
def test_garbled_scripts_are_refused_or_read(seed: int) -> None:
    rng = random.Random(seed)
    text = list(SAMPLE.read_text())
    for _ in range(rng.randint(1, 3)):
        at, count = rng.randrange(len(text)), rng.choice([0, 1, 1, 30])
        text[at : at + count] = rng.choice(["", "9" * 5000, ",", " ", "\n", "-1", "a", "٣", "\0"])
    try:
        parse_script("".join(text))
    except RunoutError as error:
        assert "script" in str(error)


@pytest.mark.parametrize(
    "pattern",
    [
        "set_pot 50\n", "# a\n", "\n", " ", "a", "set_", "set_bet_sizes oop,flop,bet,50\n", "9",
        "50,", "profil", "profil-", "set_use_fp16 1\n", "set_range_oop AA,KK:0.5\n",
        "set_board Qs,Jh,2h\n", "set_a\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("start", ["", "set_pot ", "set_bet_sizes oop,flop,bet,", "set_"])
def test_a_megabyte_of_commands(pattern: str, start: str) -> None:
    text = start + pattern * (1_000_000 // len(pattern))
    looks_like_script(text)
    before = time.process_time()
    with pytest.raises(RunoutError) as caught:
        parse_script(text)
    assert len(str(caught.value)) < 1000
    assert time.process_time() - before < 5  # what takes the square of the time takes minutes


def test_the_dump_is_written_where_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_script(parse_script(SMALL + "dump_result out.json"))
    dump = json.loads((tmp_path / "out.json").read_text())
    assert dump["player"] == 1  # out of position there
    assert dump["actions"] == ["CHECK", "BET 100.000000"]


@pytest.mark.parametrize(("dialect", "amount"), [("console", 60), ("gui", 70)])
def test_the_dump_names_raises_as_its_build_does(
    dialect: str, amount: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In a pot of 20 a bet of 10, a raise to 30 (50 % of 40, and 10 to call), a raise to 70 (50 % of
    # 80, and 20 to call): 60 more for a player who has 10 in front of him already.
    monkeypatch.chdir(tmp_path)
    text = (
        SMALL.replace("set_pot 100", "set_pot 20")
        .replace("set_effective_stack 100", "set_effective_stack 1000")
        .replace("oop,river,allin", "oop,river,bet,50\nset_bet_sizes oop,river,raise,50")
        .replace("ip,river,allin", "ip,river,raise,50\nset_raise_limit 3")
    )
    run_script(parse_script(text + "dump_result out.json", dialect=dialect))
    dump = json.loads((tmp_path / "out.json").read_text())
    facing = dump["childrens"]["BET 10.000000"]
    assert "RAISE 30.000000" in facing["actions"]
    again = facing["childrens"]["RAISE 30.000000"]
    assert f"RAISE {amount}.000000" in again["actions"]
    assert f"RAISE {amount}.000000" in again["strategy"]["actions"]
    assert f"RAISE {amount}.000000" in again["childrens"]


def test_the_example_solves() -> None:
    script = read_script(EXAMPLE)
    assert (script.spot.street, script.depth, str(script.dump)) == ("turn", "turn", "turn.json")
    assert script.spot.estimate().stored_numbers < 1_000_000
