"""Finding matches by address, and those that wait."""

from datetime import date, datetime, timedelta

import pytest
from django.http import Http404
from django.utils import timezone

from league.schedule.actions.locking import lock_fixture, mark_played
from league.schedule.actions.matches import postpone_fixture, rearrange_fixture
from league.schedule.queries.matches import cards_due, doubts_about, fixture_by_address, without_a_date
from league.schedule.values.matches import card_due
from league.teams.models import Closure, FormerName
from tests.factories import FIRST_NIGHT, make_entry, make_fixture, make_team

UK = timezone.get_default_timezone()
NOW = datetime(2026, 9, 1, 12, tzinfo=UK)
LATER = date(2026, 10, 12)


@pytest.fixture
def act(small):
    return {"by": small.secretary, "at": NOW, "reason": "Snow"}


def test_a_match_is_found_by_its_address(small, django_assert_num_queries):
    with django_assert_num_queries(1):
        found = fixture_by_address(FIRST_NIGHT, "crown-a-v-bell")
        assert (found.fixture.slug, found.fixture.venue.name) == ("crown-a-v-bell", "Crown A Inn")
        assert found.fixture.division.competition.season.league_id == found.fixture.home.team.league.pk
    assert found == (small.fixtures[0], False)


def test_a_moved_match_keeps_its_address_and_answers_to_its_new_date(small, act):
    rearrange_fixture(fixture=small.fixtures[0], date=LATER, **act)

    assert fixture_by_address(FIRST_NIGHT, "crown-a-v-bell") == (small.fixtures[0], False)
    assert fixture_by_address(LATER, "crown-a-v-bell") == (small.fixtures[0], True)


def test_a_former_name_leads_to_the_match(small):
    team = small.entries[0].team
    FormerName.objects.create(
        team=team, league=small.league, name="Crown Jewels", slug="crown-jewels", until=date(2026, 9, 2)
    )

    assert fixture_by_address(FIRST_NIGHT, "crown-jewels-v-bell") == (small.fixtures[0], True)


def test_a_team_with_a_v_in_its_name_is_found(small):
    odd = make_entry(small.division, make_team(small.league, "Five v Three"))
    match = make_fixture(small.entries[0], odd, week=7)
    bye = make_fixture(odd, None, week=8)

    assert fixture_by_address(FIRST_NIGHT, "crown-a-v-five-v-three") == (match, False)
    assert fixture_by_address(FIRST_NIGHT, "five-v-three-bye") == (bye, False)


@pytest.mark.parametrize(
    "slug", ["crown-a", "crown-a-v-nobody", "bell-v-crown-a", "-v-", "-v-bell", "x-v-" * 46 + "bell"]
)
def test_what_is_no_match_is_not_found(small, slug):
    with pytest.raises(Http404):
        fixture_by_address(FIRST_NIGHT, slug)


def test_a_card_is_late_when_the_league_says_so(small):
    match = small.fixtures[0]
    rules = small.division.competition.rules_in_force()
    due = datetime(2026, 9, 7, 20, tzinfo=UK) + timedelta(hours=rules.submit_within)

    assert card_due(match, rules) == due
    assert cards_due(small.league, due) == []
    late = cards_due(small.league, due + timedelta(seconds=1))
    assert late == [(small.fixtures[0], due), (small.fixtures[1], due)]


def test_a_played_or_postponed_match_is_not_late(small, act):
    mark_played(lock_fixture(small.fixtures[0].pk))
    postpone_fixture(fixture=small.fixtures[1], **act)

    assert cards_due(small.league, datetime(2026, 9, 14, tzinfo=UK)) == []


def test_late_cards_cost_one_query(small, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert len(cards_due(small.league, datetime(2026, 12, 1, tzinfo=UK))) == 4


def test_matches_without_a_date_come_longest_waiting_first(small, act):
    for match in (small.fixtures[2], small.fixtures[0]):
        postpone_fixture(fixture=match, **act)

    assert list(without_a_date(small.league)) == [small.fixtures[0], small.fixtures[2]]


def test_doubts_about_a_night(small):
    match = small.fixtures[0]
    venue = small.fixtures[2].venue
    Closure.objects.create(venue=venue, first=date(2026, 9, 14), last=date(2026, 9, 20), reason="Beer festival")

    assert tuple(doubts_about(match, date(2026, 9, 14), venue)) == (
        "Crown A already play that night: Bell v Crown A.",
        "Bell already play that night: Bell v Crown A.",
        "Bell Inn has room for one match, and already has Bell v Crown A.",
        "Bell Inn is closed that night: Beer festival.",
    )
    assert not list(doubts_about(match, LATER, match.venue))
