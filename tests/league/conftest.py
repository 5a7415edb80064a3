"""What every test of the site wants: no page kept from the test before, whose rows had the same keys."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()
