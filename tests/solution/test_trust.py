"""Who comes to a node, and what its player could still gain there, against slow best replies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from matplotlib.text import Text

from runout import Spot, compare, load, solve
from runout.solution.node_view import REACHED, Trust
from runout.solution.view.hand_words import hands_view
from runout.solution.view.strategy_page import html_page
from tests.oracles.cfr import Oracle
from tests.oracles.solved import means_below, regret_at, strategy_of

if TYPE_CHECKING:
    from pathlib import Path

    from runout.solution.solution import Solution

SPOTS = {
    "river": Spot("Td9d6hQc2c", 20, 90, "66+,A8s+:0.5", "QQ-22,ATo+", bets="60% a", rake=0.05),
    "turn": Spot("Td9d6hQc", 20, 60, "QQ,AdKd,8d7d,T9s", "JJ,KdQd,J8s,ATs", bets="60%"),
}


@pytest.fixture(scope="module", params=SPOTS)
def solved(request: pytest.FixtureRequest) -> Solution:
    return solve(SPOTS[request.param], max_iterations=20, target=0, isomorphism=False)


def test_regret_is_what_a_best_reply_from_here_gains(solved: Solution) -> None:
    """At every action node where both can be, in the oracle's double precision."""
    oracle, strategy = Oracle(solved.spot), strategy_of(solved)
    found = list(means_below(oracle, strategy, solved.root, 4))
    assert len(found) >= 6
    for means in found:
        slow = regret_at(oracle, strategy, means)
        assert means.node.regret == pytest.approx(slow, rel=1e-3, abs=1e-3), means.node.line


def test_regret_of_both_players_is_the_exploitability() -> None:
    """What oop gains at the start, and ip right after it where oop can only check."""
    spot = Spot("2c3d7h9sJc", 100, 1000, "KK,88", "AA,QQ,TT", river={"ip": {"bet": "50%"}})
    solution = solve(spot, max_iterations=15, target=0)
    gains = solution.root.regret, solution["check"].regret
    assert None not in gains
    mean = sum(gain or 0.0 for gain in gains) / 2
    assert mean == pytest.approx(solution.summary().exploitability_percent, rel=1e-3)


def test_locked_hands_cannot_gain() -> None:
    """A node that is locked to fold everything has nothing to choose."""
    spot = Spot("2c3d7h9sJc", 100, 1000, "KK", "AA,QQ", river={"ip": {"bet": "50%"}})
    solution = solve(spot, target=0.1)
    solution["check / bet 50"].lock("KK", {"fold": 1.0})
    solution.resume(target=0.1)
    node = solution["check / bet 50"]
    call = node.ev_of["KsKh"]["call"]
    assert call is not None
    assert call > 10
    assert node.regret == pytest.approx(0, abs=1e-4)


def test_reach_is_the_share_of_the_range(solved: Solution) -> None:
    """All of it at the start; times the frequency of the own actions after that."""
    assert solved.root.reach == {"oop": 1.0, "ip": 1.0}
    node = solved["check / bet 12"]
    weights = {name: solved.spot.weights[i] for i, name in enumerate(("oop", "ip"))}
    for name in ("oop", "ip"):
        expected = node.range(name).weights.sum() / weights[name].sum()
        assert node.reach[name] == pytest.approx(float(expected), rel=1e-5)
    assert node.trust.warnings == []


def test_a_node_nobody_reaches_says_so() -> None:
    """Ip never raises the best hand that oop can have."""
    spot = Spot("2c3d7h9sJc", 100, 100, "JJ,KK", "44", bets="a", raises="a")
    solution = solve(spot, target=0.01)
    node = solution["check / all-in"]
    assert node.reach["ip"] < REACHED < node.reach["oop"]
    warning, gain = node.trust.warnings
    assert warning.startswith("hardly anybody comes here: ")
    assert "of ip's range" in warning
    assert "oop's" not in warning
    assert gain.startswith("oop could still gain ")


def test_all_that_is_shown_of_it_says_so() -> None:
    """Text, JSON, page and pictures, whatever is asked of the node."""
    spot = Spot("2c3d7h9s", 100, 100, "JJ,KK", "44", bets="a", raises="a")
    node = solve(spot, target=0.01)["check / all-in"]
    assert node.trust.warnings
    said = node.trust.warnings[0]
    seen = node.view()
    shown = (seen, node.report(), node.grid("ev"), node.breakdown(), node.runouts())
    for one in (*shown, hands_view(seen, "KK")):
        data: Any = one.to_dict()
        assert said in data["warnings"]
    for text in (str(node), str(node.report()), node._repr_html_(), html_page(node)):
        assert "hardly anybody comes here" in text
    figures = [node.plot(), node.plot(what="ev"), node.plot_report(), node.plot_distribution()]
    figures += [node.plot_runouts(), node.breakdown().plot(), compare(node, node).plot()]
    for figure in figures:
        written = " ".join(text.get_text() for text in figure.findobj(Text))
        assert "hardly anybody comes here" in written


def test_words_of_a_warning() -> None:
    """Both players, nobody, and no number that is not known."""
    both = Trust("ip", {"oop": 0.0, "ip": 0.0005}, None)
    said = "none of oop's range and 0.05 % of ip's range"
    assert both.warnings == [f"hardly anybody comes here: {said}; next to nothing was learned"]
    assert Trust(None, {"oop": 1.0, "ip": REACHED}, None).warnings == []
    assert both.to_dict()["reach"] == {"oop": 0.0, "ip": 0.0005}


def test_where_nobody_acts_or_nothing_is_known(tmp_path: Path) -> None:
    """A deal has no regret; a small file none before its river, which is solved anew."""
    solution = solve(SPOTS["turn"], max_iterations=20, target=0)
    assert solution["check / check"].regret is None
    solution.save(tmp_path / "small.runout", small=True)
    small = load(tmp_path / "small.runout")
    assert small.root.regret is None
    river = small["check / check / 2c"].regret
    assert river is not None
    assert 0 <= river < 1


def test_regret_never_falls_below_zero() -> None:
    """Rounding may put the best reply a little under the strategy."""
    solution = solve(SPOTS["turn"], target=0.001)
    found = [
        solution[line].regret for line in ("", "check", "bet 12", "check / bet 12 / call / As")
    ]
    assert all(gain is not None and gain >= 0 for gain in found)
    assert np.isfinite([gain or 0.0 for gain in found]).all()
