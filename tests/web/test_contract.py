"""Every call of the description keeps to it, whatever it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from runout.web.app import make_app
from tests.fuzzing import rounds
from tests.web.conftest import RIVER, studio_client

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.conftest import Client

ENDLESS = "/events$|/stream$"
"""Calls whose answers go on for ever; test_jobs listens to them."""

REFUSED = [400, 404, 405, 413, 415, 422]
"""What the server says to bad input; more than it takes at once is 413."""
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
