"""Every call of the description keeps to it, whatever it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from runout.web.app import make_app
from runout.web.event_stream import Events
from tests.fuzzing import rounds
from tests.web.conftest import API, RIVER, studio_client

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.conftest import Client

ENDLESS = "/events$"
"""Calls whose answers go on for ever; test_jobs listens to them, what they are asked is below."""

REFUSED = [400, 404, 405, 412, 413, 415, 422]
"""What the server says to bad input; more than it takes at once is 413."""
LAST = 3  # events that have happened
schema: Any = schemathesis.openapi.from_dict(
    make_app(None).openapi(),
    config=SchemathesisConfig.from_dict(
        {"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}}
    ),
).exclude(path_regex=ENDLESS)


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A studio with a small limit: what is asked for at random must not take the machine."""
    with studio_client(tmp_path_factory.mktemp("fuzzed"), memory="100MB") as client:
        client.solved(RIVER, target=5)
        yield client


@schema.parametrize()  # type: ignore[untyped-decorator] # it has none
@settings(
    max_examples=rounds(3),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_calls_keep_to_their_description(case: Any, fuzzed: Client) -> None:  # noqa: ANN401
    # What a text means no schema can say: a question of the right form may still be refused.
    case.call_and_validate(
        base_url=str(fuzzed.base_url).rstrip("/"),
        excluded_checks=[positive_data_acceptance],
        timeout=120,  # how fast it is is measured elsewhere
    )


def past() -> Events:
    """A few things that happened."""
    events = Events()
    for _ in range(LAST):
        events.tell("0123456789abcdef", "job", {})
    return events


@given(last=st.one_of(st.text(), st.integers().map(str), st.text("0123456789²٣-", max_size=30)))
@settings(max_examples=rounds(100))
def test_any_last_event_is_one_that_was_seen_or_none(last: str) -> None:
    events = past()
    assert events.place(last) is None  # of another run
    place = events.place(events.identity(0).removesuffix("0") + last)
    known = {f"{number:0{width}}": number for number in range(LAST + 1) for width in range(1, 19)}
    assert place == known.get(last)


@pytest.mark.parametrize("number", ["²", "25²", "٣", "9" * 5000, "-1", ""])
def test_a_stream_that_is_taken_up_nowhere_starts_over(fuzzed: Client, number: str) -> None:
    path = f"{API}/events"
    with fuzzed.stream("GET", path) as stream:
        head = next(line for line in stream.iter_lines() if line.startswith("id: "))
    run = head.removeprefix("id: ").partition("-")[0]
    with fuzzed.stream("GET", path, params={"last": f"{run}-{number}"}) as stream:
        assert (
            next(line for line in stream.iter_lines() if line.startswith("event")) == "event: job"
        )


@pytest.mark.parametrize("body", [{}, {"players": ["AhKh"]}, {"players": ["AhKh", "QQ"], "by": 7}])
def test_a_stream_of_an_equity_keeps_to_what_is_refused(fuzzed: Client, body: object) -> None:
    response = fuzzed.post(f"{API}/equity/stream", json=body)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
