"""Looking at a node: words, terminal, page, and `runout show`."""

import io
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import runout.cli
from runout import Spot, solve
from runout.solution.solution import Solution
from runout.solution.view import node_words as words
from runout.solution.view.hand_lines import HandLines
from runout.solution.view.hand_words import hand_rows, rows_of_hand
from runout.solution.view.runouts_view import measures, runouts_view
from runout.solution.view.strategy_page import html_page, node_html
from runout.solution.view.strategy_view import StrategyGrid, node_view

TURN = Spot(
    "Td9d6hQc",
    200,
    900,
    "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo:0.5",
    "QQ-22,AQs-A2s,ATo+,K5s+,KJo+",
    bets="60% a",
    raises="2.5x",
)


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(TURN, target=0.5)


@pytest.fixture
def show(
    turn: Solution, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Any:  # noqa: ANN401 - a function with keywords
    """Run `runout show` on the solution; its output, after checking the exit code."""
    monkeypatch.setattr("runout.cli.show.loaded", lambda file: turn)

    def run(*arguments: str, code: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["runout", "show", "spot.runout", *arguments])
        with pytest.raises(SystemExit) as ended:
            runout.cli.main()
        out, error = capsys.readouterr()
        assert (ended.value.code or 0) == code, error
        said = [row for row in error.splitlines() if not row.endswith(" written")]
        assert (said if code == 0 else [out]) in ([], [""])
        return out if code == 0 else error

    return run


# Words


def test_actions_add_up_to_the_range(turn: Solution) -> None:
    for line in ("", "check", "check / bet 120", "bet 120 / call / 2c"):
        node = turn[line]
        rows = words.action_rows(node)
        player = words.player_rows(node)[0 if node.player == "oop" else 1]
        assert [row.action for row in rows] == node.actions
        assert sum(row.frequency for row in rows) == pytest.approx(1, abs=1e-5)
        assert sum(row.combos for row in rows) == pytest.approx(player.combos, rel=1e-5)
        ev = sum(row.frequency * (row.ev or 0) for row in rows)
        assert ev == pytest.approx(player.ev, abs=1e-2)


def test_players_share_the_pot(turn: Solution) -> None:
    node = turn["check / bet 120"]
    oop, ip = words.player_rows(node)
    assert (oop.ev or 0) + (ip.ev or 0) == pytest.approx(node.pot, abs=0.01)
    assert (oop.equity or 0) + (ip.equity or 0) == pytest.approx(1, abs=1e-4)
    assert oop.eqr == pytest.approx((oop.ev or 0) / (node.pot * (oop.equity or 1)))
    assert oop.combos == pytest.approx(node.range("oop").combos, rel=1e-5)


def test_cells_say_weight_and_actions(turn: Solution) -> None:
    grid = words.cells(turn.root)
    cells = {cell.name: cell for row in grid for cell in row}
    assert (len(grid), len(cells)) == (13, 169)
    assert words.title_of(cells["KQo"], 6) == "KQo 50"
    assert words.title_of(cells["KQo"], 5) == "KQo50"
    assert words.title_of(cells["KQo"], 4) == "KQo"
    assert words.title_of(cells["AA"], 6) == "AA"
    assert words.title_of(cells["72o"], 6) == "·"
    assert words.signs_of(cells["72o"], 6) == ""
    assert cells["KQo"].fill == pytest.approx(0.5)
    for cell in cells.values():
        if cell.weight:
            sign = words.signs_of(cell, 6)
            most = max(cell.parts, key=lambda part: part[2])
            assert sign.startswith(most[0])
            assert len(sign) <= 6


@pytest.mark.parametrize(
    ("shares", "width", "said"),
    [
        ((0.67, 0.33), 6, "X67 B1"),
        ((0.33, 0.67), 6, "B1:67X"),
        ((0.5, 0.3, 0.2), 6, "X50B1A"),
        ((0.5, 0.2, 0.3), 5, "X50 A"),
        ((0.999, 0.001), 6, "X"),
        ((0.4, 0.6), 3, "B1X"),
    ],
)
def test_signs_of_a_cell(shares: tuple[float, ...], width: int, said: str) -> None:
    parts = tuple(zip(("X", "B1", "A"), ((0, 0, 0),) * 3, shares, strict=False))
    assert words.signs_of(words.Cell("AKs", 1, 1, parts, 0, 0, acts=True), width) == said


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6).filter(sum), st.integers(1, 12))
def test_split_fills_the_width_and_keeps_proportions(shares: list[float], width: int) -> None:
    columns = words.split(shares, width)
    assert sum(columns) == width
    for share, column in zip(shares, columns, strict=True):
        assert abs(column - width * share / sum(shares)) < 1 + 1e-6


def test_missing_values_are_dashes() -> None:
    assert (words.chips(None), words.percent(None)) == ("-", "-")
    assert words.chips(-0.001) == "0.00"


def test_rows_of_hands(turn: Solution) -> None:
    node = turn["check / bet 120"]
    assert [str(row.combo) for row in rows_of_hand(node, "KQs")] == ["KsQs", "KhQh", "KdQd"]
    (row,) = rows_of_hand(node, "Qs Ks")
    assert row.ev == node.ev["KsQs"]
    assert {a.action: a.frequency for a in row.actions} == node.strategy["KsQs"]
    assert {a.action: a.ev for a in row.actions} == node.ev_of["KsQs"]
    assert {a.action: a.realised_equity for a in row.actions} == node.realised_equity_of["KsQs"]
    assert all(not row.actions for row in hand_rows(node, "ip"))
    assert len(rows_of_hand(node, "QQ+")) == 6 + 6 + 3


# Terminal


def drawn(view: object, width: int = 80, *, colour: bool = False) -> list[str]:
    system: Any = "truecolor" if colour else None
    out = Console(file=io.StringIO(), width=width, color_system=system, force_terminal=colour)
    with out.capture() as captured:
        out.print(view)
    return captured.get().splitlines()


def test_print_has_letters_and_numbers(turn: Solution) -> None:
    lines = str(turn.root).splitlines()
    assert lines[0] == "T♦ 9♦ 6♥ Q♣  (start)"
    assert lines[1] == "pot 200, stacks 900; oop to act"
    assert len(lines[3].split()) == 13
    assert lines[3].startswith("AA")
    assert re.match(r"X\d\d B", lines[4])
    assert any(re.match(r" X +check +\d\d\.\d %", line) for line in lines)
    assert any(line.startswith("▸  oop") for line in lines)
    assert "\x1b" not in str(turn.root)


@pytest.mark.parametrize("width", [40, 52, 65, 80, 100])
def test_the_grid_fits_the_terminal(turn: Solution, width: int) -> None:
    lines = drawn(StrategyGrid(words.cells(turn.root)), width)
    assert len(lines) == 26
    assert max(map(len, lines)) <= width
    assert lines[0].startswith("AA")


def test_colours_repeat_what_letters_say(turn: Solution) -> None:
    plain = drawn(turn.root)
    coloured = drawn(turn.root, colour=True)
    assert [re.sub(r"\x1b\[[\d;]*m", "", line) for line in coloured] == plain
    assert "48;2;63;158;98" in "".join(coloured)  # green behind checks


def test_the_other_player_has_equities(turn: Solution) -> None:
    text = "\n".join(drawn(node_view(turn["check"], "oop")))
    assert "oop's range; numbers are equities" in text
    assert re.search(r"\d\d%", text)


def test_next_cards_in_a_grid(turn: Solution) -> None:
    runouts = turn["check / check"].runouts()
    first, *_ = measures(runouts)
    assert first.title == "EV oop"
    assert {str(card): value for card, value in first.values.items()} == {
        card: runouts[card].ev["oop"] for card in runouts
    }
    lines = drawn(runouts_view(runouts))
    assert lines[0] == "next card after check / check"
    assert lines[3].split() == list("AKQJT98765432")
    hearts = next(line for line in lines if line.startswith("♥")).split()
    assert hearts[9] == "·"  # the six of hearts is on the board
    assert hearts[1] == first.text(runouts["Ah"].ev["oop"] or 0)
    assert max(map(len, lines)) <= 80


def test_a_line_that_is_never_taken() -> None:
    solution = solve(Spot("KsTd7h4c2s", 100, 300, "AA,QQ", "KK,JJ", bets="75%"), target=1)
    solution.root.lock("AA,QQ", {"check": 1.0})
    solution.resume(max_iterations=50)
    for line in ("bet 75", "bet 75 / call"):
        node = solution[line]
        assert "-" in str(node)
        assert "nan" not in str(node) + html_page(node)
        Page(html_page(node, "oop"))
    oop, _ = words.player_rows(solution["bet 75"])
    assert (oop.combos, oop.ev, oop.eqr) == (0, None, None)


# Page


class Page(HTMLParser):
    """Collects cells and checks that tags are closed in order."""

    _VOID = ("meta", "br", "img", "input", "link")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[dict[str, str | None]] = []
        self.data = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self._VOID:
            self.open.append(tag)
        if "data-hand" in dict(attrs):
            self.cells.append(dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.startswith('{"actions"'):
            self.data = data


@pytest.mark.parametrize("line", ["", "check / bet 120", "check / check", "bet 120 / fold"])
def test_page_is_whole_and_needs_no_network(turn: Solution, line: str) -> None:
    text = html_page(turn[line])
    page = Page(text)
    assert len(page.cells) == 2 * 169
    assert not re.search(r"https?:|src=|@import|url\(", text)
    assert "NaN" not in page.data


def test_page_has_every_combo(turn: Solution) -> None:
    node = turn["check / bet 120"]
    data = json.loads(Page(html_page(node)).data)
    assert [action["action"] for action in data["actions"]] == node.actions
    for player in ("oop", "ip"):
        combos = [row[0] for hands in data["hands"][player].values() for row in hands]
        assert sorted(combos) == sorted(str(combo) for combo, _ in node.range(player))
    (row,) = [row for row in data["hands"]["oop"]["KJs"] if row[0] == "KsJs"]
    assert row[2] == pytest.approx(node.ev["KsJs"], abs=1e-4)
    assert sum(share for share, _ in row[5]) == pytest.approx(1, abs=1e-3)


def test_cells_of_the_page_are_split_and_described(turn: Solution) -> None:
    cells = {
        c["data-hand"]: c for c in Page(html_page(turn.root)).cells if c["data-player"] == "oop"
    }
    style, title = cells["KQo"]["style"] or "", cells["KQo"]["title"] or ""
    assert "--fill:50%" in style
    assert style.rstrip(")").endswith("100.0%")
    assert title.startswith("KQo (50.0 % of it): check ")
    assert cells["72o"]["title"] == "72o: not in the range"
    assert Page(node_html(turn.root)).cells
    assert turn.root._repr_html_() == node_html(turn.root)


def test_palettes_differ(turn: Solution) -> None:
    assert "#3f9e62" in html_page(turn.root)
    assert "#3f9e62" not in html_page(turn.root, palette="colour-blind")


# The command


def test_show_prints_the_node(show: Any, turn: Solution) -> None:  # noqa: ANN401
    shown = show("check / bet 120").splitlines()
    assert [line.rstrip() for line in shown] == str(turn["check / bet 120"]).splitlines()
    assert "range; numbers are equities" in show("check / bet 120", "--player", "ip")


def test_show_ends_and_deals(show: Any) -> None:  # noqa: ANN401
    deal = show("check / check")
    assert "a card is dealt" in deal
    assert "next card after check / check" in deal
    assert "ends by a fold" in show("bet 120 / fold")
    assert "showdown" in show("check / check / 2c / check / check")


def test_show_hand(show: Any, turn: Solution) -> None:  # noqa: ANN401
    node = turn["check / bet 120"]
    one = show("check / bet 120", "--hand", "KsJs")
    assert "oop K♠ J♠" in one
    assert f"EV {words.chips(node.ev['KsJs'])}" in one
    assert re.search(r" R +raise 300 +\d", one)
    several = show("check / bet 120", "--hand", "KQs").splitlines()
    assert [line[:5] for line in several[-3:]] == ["K♠ Q♠", "K♥ Q♥", "K♦ Q♦"]
    other = show("check / bet 120", "--hand", "QsQh", "--player", "ip")
    assert "ip Q♠ Q♥" in other
    assert "fold" not in other


@pytest.mark.parametrize("width", [60, 80, 200])
def test_hands_fit_the_terminal(turn: Solution, width: int) -> None:
    node = turn["check / bet 120"]
    text = "\n".join(drawn(HandLines(rows_of_hand(node, "KQ", "oop")), width))
    assert "…" not in text
    for word in ("hand", "equity", "realised", "EQR", *node.actions):
        assert word in text
    lines = [line for line in text.splitlines() if line.startswith("K♠ Q♥")]
    assert len(lines) == (1 if width == 200 else 2)


def test_show_json(show: Any, turn: Solution) -> None:  # noqa: ANN401
    node = turn["check / bet 120"]
    assert json.loads(show("check / bet 120", "--json")) == node.to_dict()
    cards = json.loads(show("check", "--by-card", "--json"))
    assert cards == turn["check"].runouts().to_dict()
    hand = json.loads(show("check / bet 120", "--hand", "KsJs", "--json"))
    assert hand["player"] == "oop"
    (found,) = hand["hands"]
    assert {a["action"]: a["ev"] for a in found["actions"]} == node.ev_of["KsJs"]


def test_show_writes_a_page(show: Any, tmp_path: Path, turn: Solution) -> None:  # noqa: ANN401
    path = tmp_path / "spot.html"
    assert show("check", "--html", str(path)) == ""
    assert path.read_text("utf-8") == html_page(turn["check"])
    assert list(tmp_path.iterdir()) == [path]


def test_show_draws_pictures(show: Any, tmp_path: Path) -> None:  # noqa: ANN401
    png, svg, cards = (tmp_path / name for name in ("grid.png", "grid.svg", "cards.svg"))
    assert show("check", "--png", str(png), "--svg", str(svg)) == ""
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "<svg" in svg.read_text("utf-8")
    show("check", "--by-card", "--svg", str(cards))
    assert cards.read_text("utf-8") != svg.read_text("utf-8")


def test_pictures_without_matplotlib(
    show: Any,  # noqa: ANN401
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert "--png: " in show("--png", str(tmp_path / "x.png"), code=2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check / bet 121"], r"'bet 121' is not one of the actions here \(check, bet 120, all-in"),
        (["--hand", "72o"], "hand 72o: not among oop's hands here"),
        (["--hand", "AKx"], "'AKx' is not a hand"),
        (["--hand", "AhAh"], "appears twice"),
        (["--player", "hero"], "--player 'hero': oop or ip"),
        (["--palette", "grey"], "palette 'grey': one of usual, colour-blind"),
        (["--html", "/nowhere/x.html"], "there is no folder '/nowhere'"),
        (["--hand", "AA", "--by-card"], "one of them at a time"),
        (["check / check / 2c", "--by-card"], "no card is to come"),
    ],
)  # fmt: skip
def test_show_refuses(show: Any, arguments: list[str], message: str) -> None:  # noqa: ANN401
    assert re.search(message, show(*arguments, code=2))


def test_a_folder_in_the_way_leaves_nothing(show: Any, tmp_path: Path) -> None:  # noqa: ANN401
    (tmp_path / "page.html").mkdir()
    assert "page.html" in show("--html", str(tmp_path / "page.html"), code=2)
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_file_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["runout", "show", "nowhere.runout"])
    with pytest.raises(SystemExit) as ended:
        runout.cli.main()
    assert ended.value.code == 2
    assert "file 'nowhere.runout': there is no such file" in capsys.readouterr().err


def test_a_saved_solution(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "spot.runout")
    (tmp_path / "other.runout").write_text("something else")
    command = [sys.executable, "-m", "runout", "show"]

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, *arguments], capture_output=True, text=True, check=False, cwd=tmp_path
        )

    done = run("spot.runout", "check / bet 120", "--json")
    assert json.loads(done.stdout)["actions"] == ["fold", "call", "raise 300"]
    for name in ("other.runout", "nowhere.runout", "."):
        done = run(name)
        assert (done.returncode, done.stdout) == (2, "")
        assert name in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("option", "name", "ending"),
    [("--png", "x.jpg", ".png"), ("--svg", "x", ".svg"), ("--html", "x.svg", ".html")],
)
def test_endings_are_checked(show: Any, option: str, name: str, ending: str) -> None:  # noqa: ANN401
    error = show("check", option, name, code=2)
    assert f"{option} '{name}': name a file that ends in {ending}" in error
