"""What every test shares: generated examples are new in every run, and one that fails is printed to be made again."""

import os

import pytest
from hypothesis import settings

settings.register_profile("gate", deadline=None, max_examples=40, print_blob=True)
settings.register_profile("prove", deadline=None, max_examples=100, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


@pytest.hookimpl(tryfirst=True)  # before the workers are told of the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker runs a whole file: what its tests share is made once."""
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(str(item.path)))
