"""A solution as one piece of data for a page of its own."""

import base64
import gzip
import json
from typing import Any

import pytest

from runout import Solution, Spot, solve
from runout.errors import RunoutError
from runout.job import Job, Part, PartJob
from runout.web.node_sheet import node_sheet
from runout.web.solution_book import book_nodes, solution_book


@pytest.fixture(scope="module")
def solution() -> Solution:
    spot = Spot("Td9d6hQc", 200, 900, "66+,A8s+", "QQ-22,ATo+", bets="60%")
    return solve(spot, max_iterations=3)


def _unpacked(text: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(text)))
    return data


def test_nodes_are_those_of_the_solution(solution: Solution) -> None:
    book = solution_book(solution, "a turn", 4)
    data = _unpacked(book.packed)
    assert data["name"] == "a turn"
    assert len(data["nodes"]) == book.nodes == book_nodes(solution, 4)
    line = "check / bet 120 / call / 2c"
    node, sheet = data["nodes"][line], node_sheet(solution[line]).to_dict()
    assert node["board"] == sheet["board"]
    assert node["reach"] == pytest.approx(sheet["reach"], rel=1e-6)
    assert data["made_names"] == sheet["made_names"]
    for player in ("oop", "ip"):
        own, whole = node["players"][player], sheet["players"][player]
        held = [row for row, weight in enumerate(whole["weight"]) if weight > 0]
        assert own["hands"] == "".join(whole["hands"][row] for row in held)
        for name in ("made", "draw", "suit"):
            assert own[name] == [whole[name][row] for row in held]
        for name in ("weight", "count"):
            assert own[name] == pytest.approx([whole[name][row] for row in held], rel=1e-2)


def _wrong(own: dict[str, Any], whole: dict[str, Any], held: list[int]) -> float:
    """How far EVs of a page are off, as a share of each."""
    pairs = [(own["ev"], whole["ev"])]
    pairs += zip(own.get("action_ev", []), whole.get("action_ev", []), strict=True)
    return max(
        abs(float(kept) / float(known[row]) - 1)
        for short, known in pairs
        for kept, row in zip(short, held, strict=True)
        if known[row]
    )


def test_evs_have_as_many_digits_as_can_be_sent(
    solution: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "check / bet 120"
    sheet = node_sheet(solution[line]).to_dict()["players"]["oop"]
    held = [row for row, weight in enumerate(sheet["weight"]) if weight > 0]
    many = solution_book(solution, "x", 5)
    data = _unpacked(many.packed)
    assert data["digits"] == 5
    assert 0 < _wrong(data["nodes"][line]["players"]["oop"], sheet, held) <= 6e-5
    room = 20_000_000 - len(many.packed) * 9 // 10
    monkeypatch.setattr("runout.web.solution_book._PAGE_BYTES", room)
    seen: list[Part] = []
    job: PartJob = Job(solution_book, solution, "x", 5).listen(seen.append)
    few = job.start().result()
    data = _unpacked(few.packed)
    assert (data["digits"], len(data["nodes"])) == (3, many.nodes)
    assert 1e-4 < _wrong(data["nodes"][line]["players"]["oop"], sheet, held) <= 6e-3
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == seen[-1][1]


def test_where_nobody_acts(solution: Solution) -> None:
    nodes = _unpacked(solution_book(solution, "a turn", 4).packed)["nodes"]
    deal = "check / bet 120 / call"
    whole = node_sheet(solution[deal]).to_dict()["players"]
    for player, own in nodes[deal]["players"].items():
        held = [row for row, weight in enumerate(whole[player]["weight"]) if weight > 0]
        assert own["hands"] == "".join(whole[player]["hands"][row] for row in held)
        assert own["ev"] == pytest.approx([whole[player]["ev"][row] for row in held], rel=1e-2)
        assert "strategy" not in own
    fold = "check / bet 120 / fold"
    assert "players" not in nodes[fold]
    for line in (fold, deal, "check"):
        for player, columns in node_sheet(solution[line]).to_dict()["players"].items():
            assert nodes[line]["averages"][player] == pytest.approx(columns["average"], rel=1e-5)


def test_all_of_a_street(solution: Solution) -> None:
    book = solution_book(solution, "a turn", 40, street="turn")
    nodes = _unpacked(book.packed)["nodes"]
    assert len(nodes) == book.nodes
    assert {node["board"] for node in nodes.values()} == {"Td9d6hQc"}
    ends = [line for line, node in nodes.items() if node["kind"] == "deal"]
    assert "check / bet 120 / call" in ends
    kept = solution_book(solution, "a turn", 1, street="turn")
    assert list(_unpacked(kept.packed)["nodes"]) == ["", "check", "bet 120"]


def test_depth_is_bounded(solution: Solution) -> None:
    assert list(_unpacked(solution_book(solution, "x", 0).packed)["nodes"]) == [""]
    with pytest.raises(RunoutError, match="depth 41"):
        solution_book(solution, "x", 41)


def test_what_is_too_large_says_what_fits(
    solution: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runout.web.solution_book._PAGE_BYTES", 19_900_000)
    with pytest.raises(
        RunoutError, match=r"depth river: .* than 20 MB; at most \d steps fit"
    ) as no:
        solution_book(solution, "x", 40)
    fits = int(str(no.value).split()[-3])
    assert solution_book(solution, "x", fits).depth == fits
    with pytest.raises(RunoutError, match=rf"depth {fits + 1}: .* at most {fits} steps fit"):
        solution_book(solution, "x", fits + 1)
