"""The size of a betting tree: known before it is grown, and bounded."""

from __future__ import annotations

import inspect
import pickle
import sys
import time
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runout import Spot, solve
from runout.errors import RunoutError
from runout.solver.betting import DEAL, IP, OOP
from runout.solver.tree import Tree, occurrences

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HANDS: dict[str, Any] = {"oop": "AsAh", "ip": "KsKh"}
BOARDS = {"flop": "Td9d6h", "turn": "Td9d6hQc", "river": "Td9d6hQc2c"}
CHAIN: dict[str, Any] = {"pot": 10, "bets": "1c", "raises": "1c", **HANDS}


def check_size(tree: Tree) -> None:
    """Compare the size with the nodes themselves."""
    acting, actions = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for node in tree.nodes:
        if node.kind in (OOP, IP):
            acting[node.street, node.kind] += 1
            actions[node.street, node.kind] += len(node.children)
    assert tree.size.nodes == len(tree.nodes)
    assert (tree.size.acting, tree.size.actions) == (acting, actions)


def check_shape(tree: Tree) -> None:
    """Children stand side by side behind their parents, and lines are those of the parents."""
    following = 1
    for number, node in enumerate(tree.nodes):
        assert node.children.start == following or not node.children
        following += len(node.children)
        if node.parent >= 0:
            parent = tree.nodes[node.parent]
            assert number in parent.children
            step = () if parent.kind == DEAL else (parent.actions[number - parent.children[0]],)
            assert node.line == (*parent.line, *step)
    assert following == len(tree.nodes)


@st.composite
def spots(draw: st.DrawFn) -> Spot:
    """Small spots with all kinds of sizes."""
    some = st.lists(st.sampled_from(["33%", "75%", "2c", "30c", "e", "a"]), max_size=2)
    return Spot(
        BOARDS[draw(st.sampled_from(list(BOARDS)))],
        draw(st.integers(2, 60)),
        draw(st.integers(1, 80)),
        **HANDS,
        bets=" ".join(draw(some)),
        raises=" ".join(draw(some)),
        force_allin=draw(st.sampled_from([0, 0.2])),
        turn={"oop": {"donk": draw(st.sampled_from(["", "50%"]))}},
    )


@settings(max_examples=40, deadline=None)
@given(spots(), st.data())
def test_the_size_is_that_of_the_grown_tree(spot: Spot, data: st.DataObject) -> None:
    check_size(spot.tree)
    check_shape(spot.tree)
    lines = [node.line for node in spot.tree.nodes if len(node.line) > 1]
    if not lines:
        return
    taken = data.draw(st.sampled_from(lines))
    if taken[-1].order not in (0, 2):  # what is left is still a game
        return
    fewer = spot.without_line(" / ".join(str(action) for action in taken))
    check_size(fewer.tree)
    assert taken not in {node.line for node in fewer.tree.nodes}
    assert fewer.tree.size.nodes < spot.tree.size.nodes


def test_added_lines_count() -> None:
    spot = Spot(BOARDS["flop"], 60, 200, **HANDS, bets="50%")
    added = spot.with_line("check / bet 7 / call / check / bet 11").with_line("bet 13 / raise 40")
    check_size(added.tree)
    check_shape(added.tree)
    assert added.tree.size.nodes > spot.tree.size.nodes
    with pytest.raises(RunoutError, match="the tree does not lead there"):
        spot.with_line("bet 30 / fold / check")


def test_points_are_counted_by_the_ways_to_them() -> None:
    def halves(n: int) -> list[int]:
        return [n // 2, n // 2, n // 3] if n > 1 else []

    def naive(n: int) -> Counter[int]:
        return Counter([n]) + sum((naive(child) for child in halves(n)), Counter())

    assert occurrences(200, halves, most=1000) == naive(200)
    assert occurrences(200, halves, most=5) is None
    assert occurrences(0, lambda n: [n + 1], most=100_000) is None


def test_a_long_chain_of_raises_is_cheap() -> None:
    started = time.process_time()
    spot = Spot(BOARDS["river"], stack=8000, **CHAIN)
    assert len(spot.tree.nodes) == spot.tree.size.nodes == 48_003
    deepest = max(len(node.line) for node in spot.tree.nodes[-10:])
    assert deepest == 8002  # a check, 8,000 bets and raises, a call
    assert time.process_time() - started < 10  # 0.3 s; with a line at every node, minutes


@pytest.mark.parametrize(("street", "stack"), [("river", 1_000_000), ("turn", 8000), ("flop", 900)])
def test_a_tree_that_is_too_large_is_refused_before_it_is_grown(street: str, stack: int) -> None:
    spot = Spot(BOARDS[street], stack=stack, **CHAIN)
    started = time.process_time()
    with pytest.raises(RunoutError, match=r"the betting tree has more than .*: use fewer sizes"):
        spot.estimate()
    assert time.process_time() - started < 10  # 0.6 s, where it was 45
    assert "tree" not in vars(spot)


def test_many_nodes_of_few_kinds_are_refused_by_their_number() -> None:
    spot = Spot(BOARDS["flop"], 55, 9750, **HANDS, bets="20% 30% 50% 80% a", raises="30% 50% a")
    with pytest.raises(RunoutError, match=r"more than 5,000,000 nodes|more than 30,000 points"):
        _ = spot.tree


def test_the_tree_itself_is_part_of_the_estimate() -> None:
    spot = Spot(BOARDS["river"], stack=8000, **CHAIN)
    assert spot.estimate().float32_bytes > 500 * spot.tree.size.nodes


def test_spots_pickle_without_their_tree() -> None:
    spot = Spot(BOARDS["river"], stack=8000, **CHAIN)
    before = pickle.dumps(spot)
    _ = spot.tree.nodes
    assert pickle.dumps(spot) == before
    assert pickle.loads(before) == spot  # noqa: S301
    assert len(before) < 30_000


@contextmanager
def shallow_stack(frames: int) -> Iterator[None]:
    """Let calls nest no more than so much deeper than here."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + frames)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def test_exports_do_not_recurse(tmp_path: Path) -> None:
    spot = Spot(BOARDS["river"], stack=150, **CHAIN)
    solution = solve(spot, target=0, max_iterations=1)
    with shallow_stack(100):
        solution.to_json(tmp_path / "chain.json")
        solution.to_csv(tmp_path / "chain.csv")
    deepest = solution[" / ".join(str(action) for action in spot.tree.nodes[-1].line[:-1])]
    solution.resume(target=0, max_iterations=2)
    with shallow_stack(100):
        assert len(deepest.place.reach) == 2  # every place is forgotten, and found again
    text = (tmp_path / "chain.json").read_text()
    acting = sum(spot.tree.size.acting.values())
    assert text.count('"action_node"') == acting == 302
    assert len((tmp_path / "chain.csv").read_text().splitlines()) > 2 * acting
