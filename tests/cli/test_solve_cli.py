"""`runout solve` and `runout spot` as people use them."""

import json
import sys
from pathlib import Path

import pytest

import runout
from runout import Spot
from runout.cli import spots
from tests.cli.conftest import Ran

LOCKS = '[[lock]]\nline = "check"\nhands = "KQo"\nplay = {check = 1}\n'


def test_solve_prints_estimate_and_summary(run: Ran, river: Path) -> None:
    out, err = run("solve", str(river), "--target", "0.5", "--threads", "1")
    assert "numbers" in err
    assert "an iteration" in err
    assert "target 0.5 % reached" in out
    assert "first check" in out
    assert "river.runout written; next: runout show" in out
    assert {path.name for path in river.parent.iterdir()} == {"river.toml", "river.runout"}


def test_json_is_the_summary_and_nothing_else(run: Ran, river: Path) -> None:
    out, _ = run("solve", "river.toml", "--target", "0.5", "--json")
    found = json.loads(out)
    assert list(found) == [
        "iterations", "exploitability", "ev", "equity", "seconds", "cpu_seconds",
        "stored_numbers", "memory_bytes", "root", "stopped_by", "engine", "locks", "locks_wait",
    ]  # fmt: skip
    assert found["exploitability"]["percent"] <= 0.5
    assert found["ev"]["oop"] + found["ev"]["ip"] == pytest.approx(100, abs=1e-3)
    assert found["equity"]["oop"] + found["equity"]["ip"] == pytest.approx(1)
    assert found["root"]["actions"] == ["check", "bet 50", "all-in 300"]
    assert sum(found["root"]["frequencies"]) == pytest.approx(1)
    assert found["stored_numbers"] == Spot.from_toml(river).estimate().stored_numbers


def test_limits_end_a_solve_and_are_named(run: Ran, river: Path) -> None:
    del river
    assert "no iterations left" in run("solve", "river.toml", "--max-iterations", "5")[0]
    endless = ("--target", "0", "--max-iterations", "100000000")
    shown = run("solve", "river.toml", *endless, "--max-seconds", "0.05")[0]
    assert "no seconds left before the target of 0 %" in shown


def test_a_saved_solution_loads_and_goes_on(run: Ran, river: Path) -> None:
    out, _ = run("solve", "river.toml", "--target", "2", "-o", "a.runout")
    assert "saved as a.runout" in out
    assert "next: runout show a.runout" in out
    before = runout.load("a.runout").summary()
    run("solve", "a.runout", "--target", "0.5", "-o", "b.runout")
    after = runout.load("b.runout").summary()
    straight = runout.solve(Spot.from_toml(river), target=0.5).summary()
    assert before.iterations < after.iterations
    assert after.exploitability_percent <= 0.5
    assert after.ev == pytest.approx(straight.ev, abs=1)
    assert "keeps the numbers" in run("solve", "a.runout", "--compress", code=2)[1]
    assert json.loads(run("estimate", "a.runout", "--json")[0])["stored_numbers"] > 0


def test_standard_input(run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with river.open() as text:
        monkeypatch.setattr(sys, "stdin", text)
        assert "target 2 % reached" in run("solve", "-", "--target", "2")[0]


def test_the_example_is_explained_and_solves(run: Ran, tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    run("spot", "new", str(path))
    text = path.read_text()
    assert run("spot", "new")[0] == text
    keys = "board pot stack bets raises rake rake_cap add_allin force_allin merge donk oop ip"
    for key in (*keys.split(), "add_lines", "remove_lines"):
        assert key in text
    assert "target 0.3 % reached" in run("solve", str(path))[0]
    assert "--force replaces it" in run("spot", "new", str(path), code=2)[1]
    path.write_text("mine")
    run("spot", "new", str(path), "--force")
    assert path.read_text() == text
    # What is off in the example can be switched on as it stands there.
    switched = text.replace("# rake_cap", "rake_cap").replace("# add_lines", "add_lines")
    switched = switched.replace("# remove_lines", "remove_lines").replace(
        "rake = 0.0", "rake = 0.05"
    )
    for line in ("[river.oop]", 'donk = "33%"', "[river.ip]", 'raise = "3x"'):
        switched = switched.replace(f"# {line}", line)
    spot = Spot.from_toml(switched)
    assert spot.rake_cap == 3
    assert [str(action) for action in spot.tree.nodes[0].actions] == ["check", "bet 120"]


def test_a_command_file_runs_with_its_settings(run: Ran, river: Path) -> None:
    del river
    script = Path("script.txt")
    script.write_text(
        "set_pot 100\nset_effective_stack 300\nset_board Ks,Td,7h,4c,2s\n"
        "set_range_oop AA,KQs,76s\nset_range_ip QQ,KJs,AQs\n"
        "set_bet_sizes oop,river,bet,50\nset_bet_sizes ip,river,bet,50\n"
        "build_tree\nset_accuracy 2\nset_max_iteration 7\nstart_solve\n"
    )
    question = spots.read_question("script.txt")
    assert question.settings == {"target": 2.0, "max_iterations": 7}
    assert "7 iterations" in run("solve", "script.txt", "--target", "0")[0]
    script.write_text(script.read_text() + "dump_result none/out.json\n")
    assert "no folder" in run("solve", "script.txt", code=2)[1]
    script.write_text("set_pot 100\nset_pots 3\n")
    assert "script.txt: script line 2: unknown command" in run("solve", "script.txt", code=2)[1]


def test_the_dialect_of_a_command_file(run: Ran, river: Path) -> None:
    Path("script.txt").write_text(
        "set_pot 100\nset_effective_stack 300\nset_board Ks,Td,7h,4c,2s\n"
        "set_range_oop AA,KQs,76s:0.001\nset_range_ip QQ,KJs,AQs\nset_use_fp16 1\n"
        "set_bet_sizes oop,river,bet,50\nbuild_tree\nset_accuracy 5\nstart_solve\n"
    )
    for arguments, allin in (
        ((), False),
        (("--dialect", "console"), False),
        (("--dialect", "gui"), True),
    ):
        out, err = run("solve", "script.txt", "--json", *arguments)
        assert ("all-in 300" in json.loads(out)["root"]["actions"]) is allin
        assert "line 6: set_use_fp16 1 is ignored, the answer is the same\n" in err
        assert "line 4: set_range_oop: 4 combos of a weight up to 0.005 left out" in err
    console = json.loads(run("estimate", "script.txt", "--json")[0])
    gui = json.loads(run("estimate", "script.txt", "--dialect", "gui", "--json")[0])
    assert gui["stored_numbers"] > console["stored_numbers"]
    assert "'java': console or gui" in run("solve", "script.txt", "--dialect", "java", code=2)[1]
    assert "only for command files" in run("solve", str(river), "--dialect", "gui", code=2)[1]
    run("solve", "script.txt", "-o", "saved.runout", "--dialect", "gui")
    assert runout.load("saved.runout").spot.rules == "texassolver-gui"
    assert "only for command files" in run("solve", "saved.runout", "--dialect", "gui", code=2)[1]


def test_a_command_files_dump_is_written(
    run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from runout.solution.solution import Solution

    def to_json(_: Solution, path: Path, *, depth: str) -> None:
        path.write_text(depth)

    monkeypatch.setattr(Solution, "to_json", to_json, raising=False)
    (river.parent / "script.txt").write_text(
        "set_pot 100\nset_effective_stack 300\nset_board Ks,Td,7h,4c,2s\n"
        "set_range_oop AA,KQs,76s\nset_range_ip QQ,KJs,AQs\n"
        "set_bet_sizes oop,river,bet,50\nbuild_tree\nstart_solve\ndump_result out.json\n"
    )
    assert "out.json written\n" in run("solve", "script.txt", "--target", "5")[1]
    assert Path("out.json").read_text() == "river"


def test_locks_from_a_file(run: Ran, river: Path) -> None:
    Path("locks.toml").write_text(LOCKS)
    out, _ = run("solve", str(river), "--locks", "locks.toml", "--target", "1", "-o", "a.runout")
    assert "locked game: 1 node" in out
    assert str(runout.load("a.runout").spot.locks[0].hands) == "KQo"
    Path("locks.toml").write_text(LOCKS.replace("KQo", "QQ-JJ"))
    run("solve", "a.runout", "--locks", "locks.toml", "--target", "1", "-o", "b.runout")
    assert len(list(runout.load("b.runout")["check"].locked)) == 6 + 6 + 9
    Path("locks.toml").write_text(LOCKS.replace('"check"', '"bet 61"'))
    _, error = run("solve", "river.toml", "--locks", "locks.toml", code=2)
    assert "--locks 'locks.toml': lock 1: line 'bet 61': 'bet 61' is not one of the" in error
    run("solve", "river.toml", "--locks", "missing.toml", code=2)


def test_a_small_file_is_kept_beside_the_spot(
    run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = river.parent
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    for name in ("river.runout", "river-2.runout"):
        out, _ = run("solve", "../river.toml", "--target", "5")
        assert f"{name} written; next: runout show" in out
        assert runout.load(folder / name).spot.board == "KsTd7h4c2s"
    assert "not saved" in run("solve", "../river.toml", "--target", "5", "--no-save")[0]
    run("solve", "../river.toml", "--target", "5", "--json")
    run("solve", "../river.toml", "--target", "5", "--out", "here.runout")
    assert "--no-save" in run("solve", "../river.toml", "--no-save", "-o", "x.runout", code=2)[1]
    assert {path.name for path in folder.iterdir()} == {
        "elsewhere", "river.toml", "river.runout", "river-2.runout",
    }  # fmt: skip
    assert [path.name for path in Path().iterdir()] == ["here.runout"]


def test_what_cannot_be_kept_is_shown_all_the_same(
    run: Ran, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("runout.cli.solve_command._saved", fail)
    out, err = run("solve", str(river), "--target", "5")
    assert "first check" in out
    assert "not kept: [Errno 28] No space left" in err
    assert "not saved" in out


def test_a_configuration_gets_its_cards_on_the_command_line(run: Ran, river: Path) -> None:
    value = {"startingPot": 60, "effectiveStack": 100, "oopRiverBet": "50", "ipRiverBet": "a"}
    Path("srp.json").write_text(json.dumps(value))
    cards = ["--board", "[Ks Td 7h 4c 2s]", "--oop", "QQ+", "--ip", "JJ-99,AK"]
    assert "give --board" in run("tree", "srp.json", code=2)[1]
    assert "give --ip" in run("tree", "srp.json", *cards[:4], code=2)[1]
    assert "oop bet 30  50 %  from bet 50%" in run("tree", "srp.json", *cards)[0]
    assert "srp.runout written" in run("solve", "srp.json", *cards)[0]
    assert json.loads(run("estimate", "srp.json", *cards, "--json")[0])["nodes"]["river"] > 1
    text = run("spot", "convert", "srp.json", *cards)[0]
    assert Spot.from_toml(text).river.oop.bet == "50%"
    assert "srp.toml written" in run("spot", "convert", "srp.json", *cards, "-o", "srp.toml")[1]
    assert Spot.from_toml(Path("srp.toml")) == Spot.from_toml(text)
    other = run("spot", "convert", str(river), "--board", "KsTd7h4c3s", "--ip", "AA")[0]
    assert (Spot.from_toml(other).board, str(Spot.from_toml(other).ip)) == ("KsTd7h4c3s", "AA")
    wrong = run("tree", str(river), "--configuration", "SRP", code=2)[1]
    assert "--configuration 'SRP': only for exports of WASM Postflop" in wrong
    assert "has its own board" in run("solve", "srp.runout", "--board", "KsTd7h", code=2)[1]
