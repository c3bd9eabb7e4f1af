"""Both sets of payoffs at several nodes in one pass: the same numbers as one by one."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from runout import _core
from runout.solver.betting import DEAL, FOLD, IP, OOP
from runout.solver.cpu import compiled
from runout.solver.engine import Reader, Where
from runout.solver.loop import Loop
from runout.solver.plan import make_plan
from runout.solver.spot import Spot
from tests.marks import kernels

pytestmark = kernels

SPOTS = {
    "flop": Spot("Td9d6d", pot=20, stack=40, oop="AA,KQs,T9s,72o", ip="QQ,AKo,98s", bets="60% a"),
    "turn": Spot("Td9d6hQc", pot=20, stack=90, oop="AA,KQs,T9s", ip="QQ,AKo,98s", bets="50% a"),
    "river": Spot("Td9d6hQc2c", pot=20, stack=90, oop="66+,A8s+", ip="QQ-22,ATo+", bets="60% a"),
    "river with rake": Spot(
        "Td9d6hQc2c", pot=20, stack=50, oop="66+,A8s+", ip="QQ-22,ATo+", bets="60%", rake=0.05
    ),
}


@pytest.mark.parametrize("name", SPOTS)
@pytest.mark.parametrize("compress", [False, True])
def test_one_pass_gives_what_single_passes_give(name: str, compress: bool) -> None:
    """Bit for bit, at every node of every street and with any number of threads."""
    plan = make_plan(SPOTS[name])
    loops = [Loop(plan.game, threads=n, compress=compress) for n in (1, 2)]
    for loop in loops:
        loop.run(3)
    one, two = (loop.engine for loop in loops)
    root = plan.spot.tree.nodes[0].street
    for number, node in enumerate(plan.spot.tree.nodes):
        if node.kind == FOLD:
            continue
        below = [] if node.kind == DEAL else node.children
        for player, nodes in product((OOP, IP), ([number], below)):
            if nodes:
                places = [Where(node.street - root, 0, at) for at in nodes]
                reach = plan.game.weights[1 - player]
                single = Reader.both_values(one, player, places, reach)
                for engine in (one, two):
                    both = engine.both_values(player, places, reach)
                    np.testing.assert_array_equal(both, single)


def test_nodes_that_do_not_exist_are_refused() -> None:
    """A wrong node, player or reach is an error, not a crash."""
    game = make_plan(SPOTS["turn"]).game
    solver, reach = _core.Solver(compiled(game), False, 1), game.weights[1]
    assert solver.both_values(0, 0, 0, [], reach).size == 0
    for player, level, node, weights in (
        (2, 0, 0, reach),
        (0, 1, 0, reach),
        (0, 0, 10**6, reach),
        (0, 0, -1, reach),
        (0, 0, 0, reach[1:]),
    ):
        with pytest.raises(ValueError, match=r"player|place|reach"):
            solver.both_values(player, level, 0, [node], weights)
