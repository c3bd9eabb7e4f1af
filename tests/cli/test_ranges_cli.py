"""`runout ranges`, names wherever a range is read, and ranges for other programs."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from runout import Range, RunoutError, Spot, load, solve
from runout.cli.app import app
from runout.combos import COMBOS
from runout.solver.script import parse_script

REFERENCE = Path(__file__).parents[1] / "data" / "wasm_postflop_ranges.json"
Run = Callable[..., str]


@pytest.fixture
def runout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """The command in an empty folder with an empty library; what it prints."""
    monkeypatch.setenv("RUNOUT_RANGES", str(tmp_path / "user"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")

    def run(*arguments: str) -> str:
        app(list(arguments), standalone_mode=False)
        captured = capsys.readouterr()
        return captured.out or captured.err

    return run


def test_a_range_is_saved_listed_shown_and_deleted(runout: Run) -> None:
    assert runout("ranges").startswith("no ranges yet: runout ranges save NAME TEXT")
    assert runout("ranges", "--json") == '{\n  "ranges": []\n}\n'
    said = runout("ranges", "save", "btn_open", "22+,", "A2s+", "KTo+:0.5")
    assert said.startswith("@btn_open saved in ")
    assert "saved.toml" in said
    runout("ranges", "save", "bb", "@btn_open:0.5, 76s", "--here")
    listed = runout("ranges").splitlines()
    assert listed[0].strip() == "ranges"
    assert listed[2].split() == ["@bb"]
    assert listed[3].rstrip() == "▒▒▒▒▒▒▒▒▒▒▒▒▒"
    assert listed[4].rstrip() == "·▒···········"
    assert listed[5].rstrip() == "·░▒··········"
    assert listed[16].split() == ["76", "combos,", "5.7", "%"]
    data = json.loads(runout("ranges", "--json"))["ranges"]
    assert [(one["name"], one["text"], one["combos"]) for one in data] == [
        ("bb", "@btn_open:0.5, 76s", 76.0),
        ("btn_open", "22+, A2s+ KTo+:0.5", 144.0),
    ]
    shown = runout("ranges", "show", "bb")
    assert shown.startswith("@bb, in ranges/saved.toml: @btn_open:0.5, 76s\n")
    assert shown.splitlines()[-1] == "22+:0.5,A2s+:0.5,KTo+:0.25,76s"
    found = json.loads(runout("ranges", "show", "bb", "--json"))
    assert found["combos"] == 76
    assert (found["name"], Path(found["file"]).name in shown) == ("bb", True)
    with pytest.raises(RunoutError, match="range @btn_open: @bb would miss it"):
        runout("ranges", "delete", "btn_open")
    assert runout("ranges", "delete", "bb") == "@bb deleted from ranges/saved.toml\n"
    runout("ranges", "delete", "btn_open")
    assert json.loads(runout("ranges", "--json"))["ranges"] == []


def test_nothing_is_lost(runout: Run) -> None:
    runout("ranges", "save", "btn", "AA")
    for command, said in (
        (("save", "btn", "KK"), "--force replaces it"),
        (("save", "../btn", "KK"), "name '../btn': a name is letters"),
        (("save", "other", "AKx"), "'AKx' is not a hand"),
        (("show", "bth"), r"range @bth: it is not in the library: did you mean @btn\?"),
        (("delete", "bth"), r"did you mean @btn\?"),
        (("show", "btn", "--to", "pia"), "--to 'pia': text, pio, gtoplus or weights"),
        (("show", "btn", "--to", "pio", "--json"), "one of them at a time"),
        (("import", "nowhere.json"), "file 'nowhere.json': No such file"),
        (("export", "btn", "--to", "xls"), "--to 'xls'"),
        (("export", "btn", "--out", "turn.toml"), "name a file that ends in .json"),
        (("export", "btn", "--to", "pio", "--out", "x.json"), "name a file that ends in .txt"),
        (("export", "btn", "--out", "no/where.json"), "--out 'no/where.json': there is no folder"),
    ):
        with pytest.raises(RunoutError, match=said):
            runout("ranges", *command)
    runout("ranges", "save", "btn", "KK", "--force")
    assert Range("@btn") == Range("KK")
    runout("ranges", "save", "bb", "QQ")
    with pytest.raises(RunoutError, match="--to pio: one range goes with it, not 2"):
        runout("ranges", "export", "--to", "pio")


def test_errors_end_with_code_2(tmp_path: Path) -> None:
    environment = os.environ | {"RUNOUT_RANGES": str(tmp_path)}
    for command in (("range", "@nope"), ("ranges", "delete", "nope"), ("ranges", "--json", "show")):
        done = subprocess.run(
            [sys.executable, "-m", "runout", *command],
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        )
        assert (done.returncode, done.stdout) == (2, ""), command
        assert "Traceback" not in done.stderr


def test_files_of_other_programs(runout: Run) -> None:
    assert runout("ranges", "import", str(REFERENCE)).startswith(
        "@6-max.BTN_open, @6-max.BB_call, @AA_only saved in "
    )
    with pytest.raises(RunoutError, match="--force replaces it"):
        runout("ranges", "import", str(REFERENCE))
    runout("ranges", "import", str(REFERENCE), "--force", "--here")
    assert Range("@6-max.BB_call").combos == 209
    mixed = Range("AA:0.5, AhKd:0.333, 76s")
    for to in ("text", "pio", "gtoplus", "weights"):
        Path(f"{to} one.txt").write_text(Range(mixed).to_pio())
        runout("ranges", "import", f"{to} one.txt")
        name = f"{to}_one"
        assert runout("ranges", "export", name, "--to", to, "--out", f"{to}.txt").endswith(
            f"{to}.txt written\n"
        )
        assert Range(Path(f"{to}.txt").read_text()) == mixed
        assert Range(runout("ranges", "export", name, "--to", to)) == mixed
        runout("ranges", "import", f"{to}.txt", "--name", f"again_{to}")
        assert Range(f"@again_{to}") == mixed
    exported = runout("ranges", "export", "text_one", "6-max.BB_call")
    Path("out.json").write_text(exported)
    paths = [one["path"] for one in json.loads(exported)["data"]]
    assert paths == [["text_one"], ["6-max"], ["6-max", "BB_call"]]
    runout("ranges", "import", "out.json", "--force", "--here")
    assert Range("@text_one") == mixed


@pytest.mark.parametrize(
    ("name", "content", "options", "said"),
    [
        ("a.txt", "AKx", [], "file 'a.txt' 'AKx': 'AKx' is not a hand"),
        ("a.txt", "@btn", [], "stands for a range of a library"),
        ("a.txt", "", [], "file 'a.txt': range a is empty"),
        ("50.txt", "AA", [], "name '50': .* .--name gives the range of '50.txt' one"),
        ("a.json", "{}", [], "file 'a.json': not an export of WASM Postflop"),
        ("a.json", "{}", ["--name", "x"], "--name: one file with the text of one range"),
        ("a.txt", "AA", ["--name", "a b"], "name 'a b'"),
    ],
)
def test_files_that_are_no_ranges(
    runout: Run, name: str, content: str, options: list[str], said: str
) -> None:
    Path(name).write_text(content)
    with pytest.raises(RunoutError, match=said):
        runout("ranges", "import", name, *options)
    assert json.loads(runout("ranges", "--json"))["ranges"] == []


def test_several_files_at_once_are_kept_all_or_none(runout: Run) -> None:
    Path("a.txt").write_text("AA")
    Path("b.txt").write_text("KK")
    Path("c.txt").write_text("AKx")
    with pytest.raises(RunoutError, match="'AKx' is not a hand"):
        runout("ranges", "import", "a.txt", "b.txt", "c.txt")
    assert json.loads(runout("ranges", "--json"))["ranges"] == []
    runout("ranges", "import", "a.txt", "b.txt")
    assert Range("@a, @b") == Range("KK+")


def test_a_range_for_other_programs(runout: Run) -> None:
    runout("ranges", "save", "btn", "QQ+, AKs:0.25")
    assert runout("range", "@btn", "--to", "pio") == "AA,KK,QQ,AKs:0.25\n"
    assert runout("range", "@btn", "--to", "gtoplus") == "AA,KK,QQ,[25]AKs[/25]\n"
    assert runout("range", "@btn, !QQ", "--to", "text") == "KK+,AKs:0.25\n"
    weights = runout("range", "@btn", "--remove", "As", "--to", "weights")
    assert len(weights.split()) == COMBOS
    assert Range(weights) == Range("QQ+, AKs:0.25").without("As")
    with pytest.raises(RunoutError, match="--to 'excel': text, pio, gtoplus or weights"):
        runout("range", "AA", "--to", "excel")
    with pytest.raises(RunoutError, match="--to and --json"):
        runout("range", "AA", "--to", "pio", "--json")


def test_solutions_keep_the_hands_and_not_the_name(runout: Run) -> None:
    runout("ranges", "save", "oop", "AsAh, 7s7h:0.5")
    runout("ranges", "save", "ip", "KsKh, 8s8h")
    spot = Spot("Td9d6hQc2c", pot=200, stack=900, oop="@oop", ip="@ip, 5s5h", bets="60%")
    assert str(spot.oop) == "AsAh,7s7h:0.5"
    Path("spot.toml").write_text(spot.to_toml().replace("AsAh,7s7h:0.5", "@oop"))
    assert "@oop" in Path("spot.toml").read_text()
    locked = Spot.from_dict(
        spot.to_dict() | {"lock": [{"line": "", "hands": "@oop, !AsAh", "play": {"check": 1}}]}
    )
    assert locked.to_dict()["lock"][0]["hands"] == "7s7h:0.5"
    solution = solve(Spot.from_toml("spot.toml"), max_iterations=2)
    solution.root.lock("@oop, !AsAh", {"check": 1.0})
    solution.save("whole.runout")
    solution.save("small.runout", small=True)
    script = "set_range_oop @oop\nset_range_ip KK,88\nset_bet_sizes oop,river,bet,60\n"
    start = "set_pot 200\nset_effective_stack 900\nset_board Td,9d,6h,Qc,2c\n"
    assert parse_script(start + script + "build_tree\nstart_solve\n").spot.oop == spot.oop
    for name in ("oop", "ip"):
        runout("ranges", "delete", name)
    for file in ("whole.runout", "small.runout"):
        again = load(file)
        assert again.spot == spot
        assert "@" not in again.spot.to_toml()
        assert str(again.root.locked) == "7s7h"
    with pytest.raises(RunoutError, match="'@oop' is not in the library"):
        Spot.from_toml("spot.toml")


def test_ranges_of_a_node(runout: Run) -> None:
    spot = Spot("Td9d6hQc2c", 200, 900, "AsAh,7s7h:0.5,KdKc:0.001", "KsKh,8s8h", bets="60%")
    solution = solve(spot, max_iterations=4)
    solution.save("x.runout")
    node = solution["check / bet 120"]
    for to in ("text", "pio", "gtoplus", "weights"):
        for player in ("oop", "ip"):
            text = runout("show", "x.runout", "check / bet 120", "--range", to, "--player", player)
            assert Range(text) == node.range(player)
    first = runout("show", "x.runout", "--range", "pio", "--min-weight", "0.01")
    assert Range(first) == Range("AsAh,7s7h:0.5")
    data = json.loads(runout("show", "x.runout", "check", "--range", "text", "--json"))
    assert (data["player"], data["line"], data["notation"]) == ("ip", "check", "text")
    assert Range(data["range"]) == solution["check"].range("ip")
    for options, said in (
        (("--range", "excel"), "--range 'excel': text, pio, gtoplus or weights"),
        (("--range", "pio", "--min-weight", "2"), "--min-weight 2.0: a number from 0 to 1"),
        (("--range", "pio", "--player", "me"), "--player 'me': oop or ip"),
        (("--range", "pio", "--hand", "AA"), "--range: .*--hand"),
        (("--range", "pio", "--html", "x.html"), "--range: .*--html"),
        (("--min-weight", "0.5"), "--min-weight: only with --range"),
    ):
        with pytest.raises(RunoutError, match=said):
            runout("show", "x.runout", *options)
    assert not Path("x.html").exists()
