"""What every test shares: generated examples are the same in every run, unless HYPOTHESIS_PROFILE says otherwise."""

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None, max_examples=40)
settings.register_profile("new", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
