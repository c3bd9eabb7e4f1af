"""What cannot be done is refused when it is asked for, not when its turn comes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from runout.equities.exact import HARD_BUDGET
from runout.words import long_time_text
from tests.web.conftest import API

if TYPE_CHECKING:
    from tests.web.conftest import Client

BATCH = """
name = "none"
boards = "{}"
[spot]
pot = 200
stack = 900
bets = "60%"
range = {{oop = "66+", ip = "QQ-22"}}
"""


def refused(client: Client, **body: object) -> dict[str, Any]:
    """Why a job is refused; none is left behind."""
    response = client.post(f"{API}/jobs", json=body)
    assert response.status_code == 422, response.text
    assert client.get(f"{API}/jobs").json() == {"jobs": []}
    found: dict[str, Any] = response.json()
    return found


@pytest.mark.parametrize("boards", ["²", "25²", "٣", "9" * 5000, "-1", "0", "+5", "1.5", ""])
def test_boards_that_are_none(shared: Client, boards: str) -> None:
    pytest.importorskip("polars")
    refused(shared, kind="batch", batch=BATCH.format(boards))


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"count": "hi-lo", "bets": {"--2": 1}}, "bets"),
        ({"count": "hi-lo", "bets": {"²": 1}}, "bets"),
        ({"count": "hi-lo", "bets": {"٣": 1}}, "bets"),
        ({"count": "hi-lo", "bets": {"9" * 5000: 1}}, "bets"),
        ({"count": "hi-lo", "bets": {"2": 1, "+2": 5}}, "bets"),
        ({"count": "hi-lo", "bets": {"2": -1}}, "bets"),
        ({"count": "hi-lo", "bets": {}}, "bets"),
        ({"bets": {"2": 1}}, "bets"),
        ({"count": "hi-lo-lo"}, "count"),
        ({"shoe": "A"}, "shoe"),
        ({"rules": "6D H18"}, "rules"),
    ],
)
def test_simulations_that_cannot_be_played(
    shared: Client, asked: dict[str, Any], field: str
) -> None:
    found = refused(shared, kind="simulation", simulation={"rules": "6D", **asked})
    assert field in found["field"], found


def test_an_exact_answer_that_takes_years(shared: Client) -> None:
    asked = {"players": ["random"] * 6, "method": "exact"}
    found = refused(shared, kind="equity", equity=asked)
    assert found["field"] == "method"
    assert long_time_text(HARD_BUDGET) in found["detail"]
    for call in ("/equity", "/equity/stream"):
        response = shared.post(f"{API}{call}", json=asked)
        assert (response.status_code, response.json()["field"]) == (422, "method")
