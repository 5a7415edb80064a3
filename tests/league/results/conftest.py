"""The hour at which cards are sent, and where their photographs are kept."""

import pytest
import time_machine

from tests.league.results.evening import CLOSING_TIME


@pytest.fixture
def closing_time():
    with time_machine.travel(CLOSING_TIME, tick=False):
        yield


@pytest.fixture
def kept_here(settings, tmp_path, closing_time):
    """The folder of photographs that are sent at closing time."""
    settings.MEDIA_ROOT = tmp_path
    return tmp_path
