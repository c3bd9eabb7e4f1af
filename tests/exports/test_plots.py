"""Pictures of solutions: drawn, written as PNG and SVG, and read back for what they say."""

import io
import re
import subprocess
import sys

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_rgb, to_rgba_array
from matplotlib.figure import Figure
from matplotlib.text import Text

from runout import RunoutError, Spot, solve
from runout.cards import parse_cards
from runout.colours import PLAYER_COLOURS, SUIT_COLOURS, action_colours, css
from runout.solution.node_table import player_number
from runout.solution.solution import Solution
from runout.solution.view.node_words import action_rows, cells
from tests.oracles.solved import range_mean

SPOT = Spot(
    "Td9d6hQc", 200, 900,
    oop="66+,A8s+,AJo+,K9s+,KQo:0.5", ip="QQ-22,AQs-A2s,ATo+,K5s+", bets="60% a", raises="2.5x",
)  # fmt: skip


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(SPOT, target=1)


@pytest.fixture(scope="module")
def flop() -> Solution:
    return solve(Spot("6c6h2d", 55, 120, "22+,A9s+", "55+,ATs+,KQo", bets="50%"), max_iterations=20)


def svg(figure: Figure) -> str:
    """The picture as SVG with its texts as text; a PNG is made, too, and must show something."""
    picture = io.BytesIO()
    figure.savefig(picture, format="png")
    assert picture.getvalue().startswith(b"\x89PNG")
    written = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none"}):
        figure.savefig(written, format="svg")
    return written.getvalue()


def fits(figure: Figure) -> bool:
    """Whether all that is drawn lies within the picture."""
    figure.draw_without_rendering()
    box, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
    return bool(box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height)


@pytest.mark.parametrize("palette", ["usual", "colour-blind"])
@pytest.mark.parametrize(
    "line", ["", "check / bet 120", "check / check / 4s", "check / all-in / call"]
)
def test_strategy_grid_says_what_the_node_says(turn: Solution, line: str, palette: str) -> None:
    node = turn[line]
    figure = node.plot(palette)
    shown = svg(figure)
    assert fits(figure)
    # Text with a rim of another colour is written as outlines, so these are looked up as they are.
    texts = {text.get_text() for text in figure.findobj(Text)}
    assert {cell.name for row in cells(node) for cell in row} <= texts
    for row in action_rows(node, palette):
        assert f">{row.action}<" in shown
        assert f">{100 * row.frequency:.1f} %<" in shown
        assert css(row.colour) in shown
    for card in parse_cards(node.board):
        assert f">{card.symbol}<" in shown
        assert SUIT_COLOURS[card.suit] in shown
    assert node.line in shown
    assert f"pot {node.pot:g}" in shown


def _boxes(figure: Figure) -> list[tuple[float, float, float, tuple[float, ...]]]:
    """Left, right, top and colour of every stripe of the grid."""
    from matplotlib.collections import PolyCollection

    (stripes,) = figure.findobj(PolyCollection)
    assert isinstance(stripes, PolyCollection)
    found = []
    for path, colour in zip(
        stripes.get_paths(), to_rgba_array(stripes.get_facecolor()), strict=True
    ):
        corners = np.asarray(path.vertices)
        found.append(
            (corners[:, 0].min(), corners[:, 0].max(), corners[:, 1].min(), tuple(colour[:3]))
        )
    return found


def test_cells_are_split_in_proportion(turn: Solution) -> None:
    node = turn["check / bet 120"]
    colours = [to_rgb(css(colour)) for colour in action_colours(node.actions, node.pot)]
    boxes = _boxes(node.plot())
    for y, row in enumerate(cells(node)):
        for x, cell in enumerate(row):
            here = [b for b in boxes if x <= b[0] < b[1] <= x + 1 and y <= b[2] < y + 1]
            widths = [right - left for left, right, _, _ in here]
            taken = [share for _, _, share in cell.parts if share > 0.001]
            assert len(here) == max(len(taken), 1)
            assert sum(widths) == pytest.approx(0.94)
            if cell.weight:
                shares = np.array(taken) / sum(taken)
                assert np.array(widths) / sum(widths) == pytest.approx(shares)
            if cell.fill == 1:
                assert all(np.isclose(b[3], colours, atol=0.003).all(1).any() for b in here)


def test_hands_that_seldom_come_are_paler(turn: Solution) -> None:
    boxes = _boxes(turn.root.plot(player="ip"))
    assert len({box[3] for box in boxes}) > 1
    halved = [row for row in cells(turn.root)[2] if row.name == "KQo"] or [
        cell for row in cells(turn.root) for cell in row if cell.name == "KQo"
    ]
    assert halved[0].fill == pytest.approx(0.5)


def test_the_other_players_range(turn: Solution) -> None:
    node = turn["check / bet 120"]
    figure = node.plot(player="ip")
    shown = svg(figure)
    assert "ip's range" in shown
    assert "below the name: equity" in shown
    assert fits(figure)
    with pytest.raises(RunoutError, match="player 'utg'"):
        node.plot(player="utg")
    with pytest.raises(RunoutError, match="palette 'grey'"):
        node.plot("grey")


@pytest.mark.parametrize(
    "line", ["", "check / bet 120", "check / check / 4s / bet 120", "check / check"]
)
def test_distribution(turn: Solution, line: str) -> None:
    node = turn[line]
    figure = node.plot_distribution()
    shown = svg(figure)
    assert fits(figure)
    for title in ("equity, %", "EV, chips", "EQR"):
        assert title in shown
    for name in ("oop", "ip"):
        mean = node.hands(name).mean()
        assert f"{name}: equity {100 * (mean['equity'] or 0):.1f} %" in shown
        assert PLAYER_COLOURS[name] in shown


def test_distribution_curves_fall_over_the_whole_range(turn: Solution) -> None:
    from matplotlib.patches import StepPatch

    node = turn["check / bet 120"]
    figure = node.plot_distribution()
    panels = figure.subfigs[1].axes
    for panel, name_of in zip(panels, ("equity", "ev", "eqr"), strict=True):
        curves = [patch for patch in panel.patches if isinstance(patch, StepPatch)]
        assert len(curves) == 2
        for curve, name in zip(curves, ("oop", "ip"), strict=True):
            values, edges, _ = curve.get_data()
            assert (np.diff(values) <= 1e-12).all()
            assert (edges[0], edges[-1]) == (0, pytest.approx(100))
            player = node.values.players[player_number(name)]
            mean = (values * np.diff(edges)).sum() / 100
            scale = 100 if name_of == "equity" else 1
            assert mean == pytest.approx(scale * range_mean(player, name_of))  # type: ignore[operator]


@pytest.mark.parametrize("what", ["ev", "equity", "realised_equity"])
def test_runouts_have_a_bar_for_every_card(flop: Solution, what: str) -> None:
    node = flop["check / check"]
    figure = node.plot_runouts(what)
    shown = svg(figure)
    assert fits(figure)
    assert "mean" in shown
    runouts = node.runouts()
    for panel, name in zip(figure.subfigs[1].axes, ("oop", "ip"), strict=True):
        heights = sorted(bar.get_height() for bar in panel.patches)  # type: ignore[attr-defined]
        scale = 1 if what == "ev" else 100
        wanted = sorted(scale * getattr(runout, what)[name] for runout in runouts.values())
        assert len(heights) == 49
        assert heights == pytest.approx(wanted)
    for suit in "♠♥♦♣":
        assert shown.count(f">{suit}<") >= 11


def test_runouts_by_frequency(turn: Solution) -> None:
    figure = turn["check / check"].plot_runouts("frequencies", palette="colour-blind")
    shown = svg(figure)
    assert fits(figure)
    for action in turn["check / check / 4s"].actions:
        assert f">{action}<" in shown
    (panel,) = figure.subfigs[1].axes
    assert len(panel.patches) == 48 * len(turn["check / check / 4s"].actions)
    tops = [bar.get_y() + bar.get_height() for bar in panel.patches[-48:]]  # type: ignore[attr-defined]
    assert tops == pytest.approx([100] * 48, abs=1e-3)


def test_runouts_that_cannot_be_drawn(turn: Solution) -> None:
    with pytest.raises(RunoutError, match="what 'evs': one of ev, equity"):
        turn.root.plot_runouts("evs")
    with pytest.raises(RunoutError, match="no card is to come"):
        turn["check / check / 4s"].plot_runouts()
    with pytest.raises(RunoutError, match="nobody acts after the card"):
        turn["check / all-in / call"].plot_runouts("frequencies")


def test_convergence(turn: Solution) -> None:
    figure = turn.plot_convergence()
    shown = svg(figure)
    assert fits(figure)
    assert "exploitability" in shown
    assert f"{turn.history.curve[-1][1]:.3g} %" in shown
    (axes,) = figure.subfigs[1].axes
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    assert np.asarray(axes.lines[0].get_xydata()).tolist() == [list(p) for p in turn.history.curve]
    with pytest.raises(RunoutError, match="nothing was measured"):
        solve(SPOT, max_iterations=0).plot_convergence()


def test_few_hands_and_many_chips() -> None:
    spot = Spot(
        "Ks7d2c3h4s", 1_000_000, 5_000_000, "AA,KQs:0.3", "QQ,72s",
        bets="33% 75% 150% a", raises="50% 100% a",
    )  # fmt: skip
    solution = solve(spot, max_iterations=50)
    nodes = [
        solution.root,
        solution["bet 750000"],
        solution["bet 750000 / fold"],
    ]
    for node in nodes:
        for figure in (node.plot(), node.plot_distribution()):
            assert fits(figure)
            texts = [text.get_text() for text in figure.findobj(Text)]
            assert not [text for text in texts if re.search(r"\de[-+]?\d", text)]
    assert fits(solution.plot_convergence())


def test_a_long_line_is_wrapped(flop: Solution) -> None:
    node = flop["check / bet 28 / call / 7s / check / bet 56 / call / Ks / check / check"]
    assert fits(node.plot())


def test_nothing_outside_the_figure_changes(turn: Solution) -> None:
    before = dict(mpl.rcParams)
    turn.root.plot()
    assert dict(mpl.rcParams) == before
    code = (
        "import sys; from runout import Spot, solve\n"
        "root = solve(Spot('Td9d6hQc2c', 200, 900, '66+', 'QQ-22', bets='60%'), target=5).root\n"
        "root.plot(); print('matplotlib.pyplot' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


def test_without_matplotlib_the_message_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from runout import Spot, solve\n"
        "root = solve(Spot('Td9d6hQc2c', 200, 900, '66+', 'QQ-22', bets='60%'), target=5).root\n"
        "try:\n    root.plot()\nexcept ImportError as error:\n    print(error)"
    )
    said = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert said == "plots need matplotlib: pip install 'runout[plot]'\n"
