"""Settings of the property tests."""

import os

from hypothesis import HealthCheck, settings

from tests.fuzzing import rounds

settings.register_profile("default", deadline=None, max_examples=rounds(100))
settings.register_profile(
    "quick", deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
