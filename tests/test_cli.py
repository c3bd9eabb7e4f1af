import json
import subprocess
import sys

import pytest

import runout as runout_package


def runout(*arguments: str, code: int = 0) -> str:
    """Run the command as a user does; its output, after checking the exit code and the silence."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "runout", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    if code == 0:
        assert done.stderr == ""
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
        (["range", "AA", "--bord", "Ah"], "No such option"),
        (["shuffle"], "No such command"),
    ],
)
def test_bad_input_ends_with_one_message_and_code_2(arguments: list[str], message: str) -> None:
    assert message in runout(*arguments, code=2)


def test_a_reader_that_stops_early_causes_no_noise() -> None:
    command = f"{sys.executable} -m runout range random --json | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)  # noqa: S602
    assert done.stdout == "{\n"
    assert done.stderr == ""


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, runout; print(*{'numpy', 'rich', 'typer'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "\n"  # noqa: S603


def test_every_public_name_can_be_had() -> None:
    assert set(runout_package.__all__) <= set(dir(runout_package))
    assert all(getattr(runout_package, name) is not None for name in runout_package.__all__)
    with pytest.raises(AttributeError, match="shuffle"):
        _ = runout_package.shuffle
