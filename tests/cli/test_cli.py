import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import runout as runout_package


def runout(*arguments: str, code: int = 0) -> str:
    """Run the command as a user does; its output, after checking the exit code and the silence."""
    done = subprocess.run(
        [sys.executable, "-m", "runout", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    if code == 0:
        said = [row for row in done.stderr.splitlines() if not row.endswith(" written")]
        assert said == []
        return done.stdout
    assert done.stdout == ""
    return done.stderr


def test_version_and_help() -> None:
    assert runout("--version").startswith("runout 0.")
    assert "Examples" in runout("eval", "--help")
    assert "Examples" in runout("range", "-h")


def test_eval_ranks_hands_on_a_board() -> None:
    shown = runout("eval", "AhKh", "QcQd", "7s 6s", "--board", "2h 7h 9c Qh 3d").splitlines()
    assert [line.split()[0] for line in shown] == ["board", "1.", "2.", "3."]
    assert "ace-high flush" in shown[1]
    assert "7♠ 6♠" in shown[3]


def test_eval_json() -> None:
    result = json.loads(runout("eval", "AhKd", "AsKc", "2c2d", "--board", "AdKs7h7c3s", "--json"))
    assert result["winners"] == [0, 1]
    assert [hand["rank"] for hand in result["hands"]] == [1, 1, 3]
    assert result["hands"][0] == {
        "cards": "AhKd",
        "strength": result["hands"][1]["strength"],
        "category": "two pair",
        "description": "two pair, aces and kings, seven kicker",
        "best": "AhAdKsKd7h",
        "rank": 1,
    }


def test_eval_compares_hands_that_share_cards_when_there_is_no_board() -> None:
    result = json.loads(runout("eval", "AhKhQhJhTh", "AhKhQhJhTh9h8h", "--json"))
    assert result["winners"] == [0, 1]


def test_range_shows_grid_and_text() -> None:
    shown = runout("range", "22+, AK:0.5", "--remove", "As").splitlines()
    assert len(shown) == 15
    assert shown[1].split()[:3] == ["38%", "KK", "·"]
    assert shown[-2] == "81 combos, 6.11 % of hands"
    assert shown[-1] == "22+,AK:0.5,!As"


@pytest.mark.parametrize(
    "player", ["[50]AA,KK[/50]", "0.5(AA)", "AA@50", "A♥K♥", "[50]22+[/]", "!AA,KK"]
)
def test_any_notation_is_a_player(player: str) -> None:
    assert "QQ" in runout("equity", player, "QQ")
    json.loads(runout("equity", player, "QQ", "--json"))


def test_output_that_cannot_be_written() -> None:
    command = [sys.executable, "-m", "runout", "eval", "AhKhQhJhTh"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "runout: standard output: No space left on device\n"
    assert "Traceback" not in done.stderr
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    assert b"A? K?" in subprocess.check_output(command, env=ascii_only)


def test_range_tells_how_neighbours_are_read() -> None:
    climbs, single = runout("range", "T9s+"), runout("range", "T9s+", "--plus", "single")
    assert "20 combos" in climbs
    assert "T9s+ is read as AKs,KQs,QJs,JTs,T9s (as solvers do)" in climbs
    assert "Equilab, eval7, pokerkit, poker and --plus single read it as T9s" in climbs
    assert "4 combos" in single
    assert "T9s+ is read as T9s (as Equilab" in single
    assert "note" not in runout("range", "AK+, T8s+, 99+")
    assert len(json.loads(runout("range", "T9s+, 98o-", "--json"))["notes"]) == 2


def test_range_json() -> None:
    result = json.loads(runout("range", "QQ+", "AKs:0.5", "--json"))
    assert result["text"] == "QQ+,AKs:0.5"
    assert result["combos"] == 20
    assert result["percent"] == pytest.approx(2000 / 1326)
    assert result["weights"]["AhKh"] == 0.5
    assert len(result["weights"]) == 22


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["eval", "AhKh"], "2 cards"),
        (["eval", "AhXx"], "'Xx' is not a card"),
        (["eval", "AhKh", "AhQh", "--board", "2c3c4c"], "Ah is already in hand 1"),
        (["eval", "AhKh", "--board", "Ah3c4c"], "Ah is already on the board"),
        (["eval"], "Missing argument"),
        (["range", "QQ+,AKx"], "'AKx' is not a hand"),
        (["range", "AA", "--remove", "zz"], "'zz' is not a card"),
        (["range", "T9s+", "--plus", "up"], "--plus 'up': climb or single"),
        (["range", "AA", "--bord", "Ah"], "No such option"),
        (["shuffle"], "No such command"),
        (["equity", "AhKh"], "1 player,"),
        (["equity", "AhKh", "AhQd"], "Ah is already held by player 1"),
        (["equity", "AhKh", "QQ", "--board", "2c3c"], "a board has 0, 3, 4 or 5"),
        (["equity", "AhKh", "QQ", "--by-hand", "3"], "players 1 to 2"),
        (["equity", "AhKh", "QQ", "--by-next-card"], "a flop or a turn"),
        (["equity", "AhKh", "QQ", "--samples", "-5"], "samples -5"),
        (["equity", "AhKh", "QQ", "--threads", "99999999999"], "threads 99999999999"),
        (["equity", "AhKh", "QQ", "--method", "guess"], "choose auto"),
        (["equity", "AhKh", "QQ", "--seed", "x"], "seed"),
    ],
)
def test_bad_input_ends_with_one_message_and_code_2(arguments: list[str], message: str) -> None:
    assert message in runout(*arguments, code=2)


def _listen_to_ctrl_c() -> None:
    """A shell that runs the tests in the background may have switched the signal off."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _wait_until_busy(process: int) -> None:
    """Until it has computed for a while: on a busy machine, starting alone may take seconds."""
    stat = Path(f"/proc/{process}/stat")
    for _ in range(600):
        time.sleep(0.1)
        if not stat.exists():
            time.sleep(2)  # another system; all that can be done is to wait
            return
        if int(stat.read_text().rpartition(")")[2].split()[11]) >= 1.5 * os.sysconf("SC_CLK_TCK"):
            return


@pytest.mark.parametrize(
    "arguments",
    [
        ["random", "random", "random", "--method", "exact"],
        ["random", "random", "random", "--samples", "1000000000000"],
    ],
    ids=["exact", "monte_carlo"],
)
def test_ctrl_c_ends_the_command_in_order(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "runout", "equity", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, text=True, preexec_fn=_listen_to_ctrl_c) as run:  # type: ignore[call-overload]  # noqa: PLW1509
        try:
            _wait_until_busy(run.pid)
            run.send_signal(signal.SIGINT)
            shown, errors = run.communicate(timeout=20)
        finally:
            run.kill()
    assert "Traceback" not in errors
    assert "terminate" not in errors
    if "--samples" in arguments:
        assert run.returncode == 0
        assert "stopped by interrupt" in shown
    else:
        assert run.returncode == 130
        assert shown == ""


def test_equity_command() -> None:
    result = json.loads(
        runout(
            "equity", "AKs", "QQ", "--board", "Ks7d2h", "--by-hand", "1", "--by-next-card",
            "--categories", "--json",
        )
    )  # fmt: skip
    assert result["method"] == "exact"
    assert result["samples"] == 17_820
    assert [player["hand"] for player in result["players"]] == ["AKs", "QQ"]
    assert result["by_hand"][0]["combo"] == "AhKh"
    assert len(result["by_next_card"]) == 49
    assert sum(result["categories"][0].values()) == pytest.approx(1)
    shown = runout("equity", "AKs", "QQ", "--board", "Ks7d2h", "--by-hand", "2", "--categories")
    assert "player 2 by hand" in shown
    assert "full house" in shown


def test_equity_plot_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    picture = tmp_path / "equity.svg"
    runout("equity", "AKs", "QQ", "--plot", str(picture))
    assert "<svg" in picture.read_text()
    assert "equity.xyz" in runout(
        "equity", "AKs", "QQ", "--plot", str(tmp_path / "equity.xyz"), code=2
    )
    assert "name a file" in runout("equity", "AKs", "QQ", "--plot", "equity", code=2)
    assert [path.name for path in tmp_path.iterdir()] == ["equity.svg"]


def test_a_reader_that_stops_early_causes_no_noise() -> None:
    command = f"{sys.executable} -m runout range random --json | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)  # noqa: S602
    assert done.stdout == "{\n"
    assert done.stderr == ""


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, runout; print(*{'numpy', 'rich', 'typer'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "\n"


def test_every_public_name_can_be_had() -> None:
    assert set(runout_package.__all__) <= set(dir(runout_package))
    assert all(getattr(runout_package, name) is not None for name in runout_package.__all__)
    with pytest.raises(AttributeError, match="shuffle"):
        _ = runout_package.shuffle


def test_outs_of_players() -> None:
    question = ["equity", "AhKh", "QcQd", "--board", "2h 7h 9c", "--outs"]
    assert "player 1: 15 outs" in runout(*question)
    found = json.loads(runout(*question, "--json"))["outs"]
    assert [len(cards) for cards in found] == [15, 0]
    assert "--outs: a flop or a turn is needed" in runout("equity", "AA", "KK", "--outs", code=2)
