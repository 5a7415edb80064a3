"""The overlay of a stream: drawn as its address asks, with whitelisted words alone."""

import re

import pytest
from django.test import Client

from tests.league.live.phones import address, phone_of


@pytest.fixture
def match(evening):
    """Crown A v Bell, 8 to 0 in the first game."""
    phone = phone_of(evening.fixture, evening.home)
    phone.opens()
    phone.pegs(0, 8)
    phone.send()
    return evening.fixture


def overlay(match, query: str = "") -> str:
    return Client().get(address(match, "live-overlay") + query).content.decode()


def body_of(page: str) -> str:
    return re.findall(r'<body\s+class="([^"]+)"', page)[0]


def test_it_has_the_score_and_the_game_being_played_and_nothing_else(match):
    page = overlay(match).partition("<template")[0]
    assert re.findall(r"<b data-(won|score)=\"(\d)\">(\d+)</b>", page) == [
        ("won", "0", "0"), ("won", "1", "0"), ("score", "0", "8"), ("score", "1", "0"),
    ]  # fmt: skip
    assert "<nav" not in page
    assert "<a " not in page


@pytest.mark.parametrize(
    ("query", "classes"),
    [
        ("", "overlay overlay--medium overlay--bottom-left"),
        ("?size=large&place=top-right", "overlay overlay--large overlay--top-right"),
        ("?size=1000px&place=%22%3E%3Cscript%3E", "overlay overlay--medium overlay--bottom-left"),
    ],
)
def test_size_and_place_are_those_of_the_address(match, query, classes):
    assert body_of(overlay(match, query)) == classes


def test_the_match_alone_where_that_is_asked_for(match):
    assert "data-score" not in overlay(match, "?show=match")
