"""How long hypothesis looks: "ci" by default, "dev" with HYPOTHESIS_PROFILE=dev. Both are the same on every run."""

import os

from hypothesis import HealthCheck, settings

_COMMON = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "print_blob": True,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.filter_too_much],
}

settings.register_profile("ci", max_examples=100, stateful_step_count=50, **_COMMON)
settings.register_profile("dev", max_examples=15, stateful_step_count=30, **_COMMON)
settings.register_profile("soak", max_examples=2000, stateful_step_count=100, **{**_COMMON, "derandomize": False})
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
