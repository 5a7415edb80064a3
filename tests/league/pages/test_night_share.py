"""A night to send on: its results and tables as words, the next night's fixtures, and the picture."""

import re
from html import unescape

import pytest
from django.test import Client
from django_scopes import scopes_disabled

from league.base.ui.formats import night
from league.schedule.models import Fixture
from league.schedule.queries.matches import current_season
from tests.factories import make_league
from tests.played import make_clubs, play_season


@pytest.fixture
def nights(db, time_machine):
    """The nights of a season of two divisions of four, all played but the last; it is the first one's evening."""
    time_machine.move_to("2026-09-07T22:00Z")
    with scopes_disabled():
        league = make_league("leek", name="Leek Dominoes")
        play_season(league, make_clubs(league, 8), size=4)
        assert current_season(league) is not None
        return sorted(set(Fixture.objects.values_list("date", flat=True)))


def message(day) -> str:
    page = Client().get(f"/leek/fixtures/{day}/?view=share").content.decode()
    return unescape(re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page)[0]).strip()


def test_the_message_has_every_result_both_tables_and_the_next_night(nights):
    text = message(nights[0])
    results, _, coming = text.partition("*Next: ")
    assert text.startswith("*Leek")
    assert len(re.findall("^.+ [0-9]+\N{EN DASH}[0-9]+ .+$", results, re.MULTILINE)) == 4
    assert len(re.findall("^[1-4]\\. .+ [0-9½]+ \\([0-9]+\\)$", results, re.MULTILINE)) == 8
    assert results.count(": points (played)*") == 2
    assert f"http://testserver/leek/fixtures/{nights[0]}/" in results
    with scopes_disabled():
        homes = list(Fixture.objects.filter(date=nights[1]).values_list("home__name", flat=True))
    assert all(name in coming for name in homes)


def test_a_night_of_long_ago_has_no_week_to_come_that_is_over(nights, time_machine):
    time_machine.move_to(f"{nights[2]}T12:00Z")
    assert f"*Next: {night(nights[2])}" in message(nights[1])
    assert "*Next" not in message(nights[0])


def test_the_last_night_has_no_next_one(nights):
    assert "*Next" not in message(nights[-1])


def test_the_page_of_the_night_leads_there_and_the_picture_is_on_it(nights):
    night = Client().get(f"/leek/fixtures/{nights[0]}/").content.decode()
    assert '?view=share"' in night
    page = Client().get(f"/leek/fixtures/{nights[0]}/?view=share").content.decode()
    address = re.search(r'data-picture="([^"]+)"', page)
    assert address is not None
    assert Client().get(address[1])["Content-Type"] == "image/jpeg"
    assert 'href="https://wa.me/?text=%2ALeek' in page


def test_on_a_day_without_matches_only_the_next_ones_are_shared(nights):
    assert message("2026-01-01").startswith("*Next: ")
    assert Client().get("/leek/fixtures/2027-12-01/?view=share").status_code == 404


@pytest.mark.parametrize("day", [0, 2])
def test_it_costs_the_same_however_much_was_played(nights, django_assert_num_queries, day):
    with django_assert_num_queries(27):
        Client().get(f"/leek/fixtures/{nights[day]}/?view=share")
