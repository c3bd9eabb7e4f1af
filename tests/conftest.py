"""Settings of the property tests, and what every test has for itself."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.fuzzing import rounds

settings.register_profile("default", deadline=None, max_examples=rounds(100))
settings.register_profile(
    "quick", deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(autouse=True)
def _own(own_library: None) -> None:
    """A library of ranges for each test."""
