"""What every test of the site wants: no page kept from the test before, whose rows had the same keys."""

import pytest
from django.core.cache import cache
from django.template.base import Template

DRAWN = Template._render


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


@pytest.fixture
def pages_unnoted(monkeypatch):
    """For those who open every page: parts of a page are drawn without a note of each for `response.context`."""
    monkeypatch.setattr(Template, "_render", DRAWN)
