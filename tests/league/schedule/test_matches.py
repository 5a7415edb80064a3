"""What can happen to one match of the list."""

from datetime import date, datetime, time

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from league.base.audit.models import Entry as AuditEntry
from league.schedule.actions.locking import (
    bump_version,
    freeze_competition,
    lock_fixture,
    mark_awarded,
    mark_in_play,
    mark_played,
    mark_unplayed,
)
from league.schedule.actions.matches import (
    play_elsewhere,
    postpone_fixture,
    rearrange_fixture,
    reinstate_fixture,
    void_fixture,
)
from league.schedule.choices import FixtureState, FixtureStatus
from league.schedule.models import Competition, Fixture
from tests.factories import FIRST_NIGHT, make_fixture, make_venue

NOW = datetime(2026, 9, 1, 12, tzinfo=timezone.get_default_timezone())
LATER = date(2026, 10, 12)


@pytest.fixture
def act(small):
    """Who does it, when, why."""
    return {"by": small.secretary, "at": NOW, "reason": "Snow on the tops"}


def test_postponing_to_a_date_leaves_a_match_to_be_played(small, act):
    match = postpone_fixture(fixture=small.fixtures[0], new_date=LATER, **act)

    match = Fixture.objects.get(pk=match.pk)
    assert (match.date, match.state, match.status) == (LATER, FixtureState.SCHEDULED, FixtureStatus.REARRANGED)
    assert match.open


def test_a_postponed_match_gets_its_date_later(small, act):
    put_off = postpone_fixture(fixture=small.fixtures[0], **act)
    match = rearrange_fixture(fixture=put_off, date=LATER, start_time=time(19, 30), **act)

    match = Fixture.objects.get(pk=match.pk)
    assert (match.date, match.start_time, match.status) == (LATER, time(19, 30), FixtureStatus.REARRANGED)
    assert list(match.moves.order_by("pk").values_list("old_date", "new_date")) == [(FIRST_NIGHT, None), (None, LATER)]


def test_a_match_back_on_its_first_date_is_an_ordinary_one(small, act):
    put_off = postpone_fixture(fixture=small.fixtures[0], **act)

    assert rearrange_fixture(fixture=put_off, date=FIRST_NIGHT, **act).status == FixtureStatus.SCHEDULED


def test_a_change_of_start_or_place_alone_is_no_move(small, act):
    swan = make_venue(small.league, "Swan With Two Necks")
    match = rearrange_fixture(fixture=small.fixtures[0], date=FIRST_NIGHT, start_time=time(19), venue=swan, **act)
    match = play_elsewhere(fixture=match, venue=make_venue(small.league, "Institute"), **act)

    match = Fixture.objects.get(pk=match.pk)
    assert (match.venue.name, match.start_time, match.moves.count()) == ("Institute", time(19), 0)


@pytest.mark.parametrize(("day", "state"), [(LATER, FixtureState.SCHEDULED), (None, FixtureState.POSTPONED)])
def test_a_void_match_comes_back_with_a_date_or_without(small, act, day, state):
    version = small.fixtures[0].division.competition.results_version
    match = void_fixture(fixture=small.fixtures[0], **act)
    assert Fixture.objects.get(pk=match.pk).status == FixtureStatus.VOID

    match = reinstate_fixture(fixture=match, date=day, **act)

    match = Fixture.objects.select_related("division__competition").get(pk=match.pk)
    assert (match.state, match.date) == (state, day)
    assert match.division.competition.results_version == version + 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"state": "played"}, "has a result"),
        ({"state": "awarded"}, "has a result"),
        ({"state": "void"}, "is void"),
        ({"in_play": True}, "is live now"),
        ({"away": None}, "a bye"),
    ],
)
def test_what_cannot_be_moved_says_why(small, act, change, said):
    Fixture.objects.filter(pk=small.fixtures[0].pk).update(**change)

    for action, more in (
        (postpone_fixture, {}),
        (rearrange_fixture, {"date": LATER}),
        (play_elsewhere, {"venue": small.fixtures[0].venue}),
        (void_fixture, {}),
    ):
        with pytest.raises(ValidationError, match=said):
            action(fixture=small.fixtures[0], **more, **act)
    assert AuditEntry.objects.count() == 0


def test_a_match_that_is_not_void_cannot_come_back(small, act):
    with pytest.raises(ValidationError, match="not void"):
        reinstate_fixture(fixture=small.fixtures[0], **act)


@pytest.mark.parametrize("outside", [date(2026, 8, 31), date(2027, 5, 1)])
def test_a_date_outside_the_season_is_refused(small, act, outside):
    with pytest.raises(ValidationError, match="outside the season, Tue 1 Sep to Fri 30 Apr"):
        rearrange_fixture(fixture=small.fixtures[0], date=outside, **act)
    assert Fixture.objects.get(pk=small.fixtures[0].pk).date == FIRST_NIGHT


def test_every_change_is_told_of_once(small, act):
    match = small.fixtures[0]
    postpone_fixture(fixture=match, asked_by=small.entries[1], **act)
    rearrange_fixture(fixture=match, date=LATER, **act)
    void_fixture(fixture=match, **act)
    reinstate_fixture(fixture=match, **act)

    entries = AuditEntry.objects.order_by("pk")
    assert [(entry.verb, entry.words) for entry in entries] == [
        ("postpone_fixture", "Crown A v Bell postponed, with no new date yet (was Mon 7 Sep)."),
        ("rearrange_fixture", "Crown A v Bell is to be played on Mon 12 Oct at Crown A Inn."),
        ("void_fixture", "Crown A v Bell is void."),
        ("reinstate_fixture", "Crown A v Bell is to be played after all."),
    ]
    assert (entries[0].before, entries[0].after) == ({"date": "2026-09-07"}, {"date": None})
    assert {entry.by for entry in entries} == {small.secretary}
    about = set(entries[0].subjects.values_list("kind", "key"))
    assert about == {
        ("fixture", match.pk),
        ("team", small.entries[0].team_id),
        ("team", small.entries[1].team_id),
        ("season", small.season.pk),
    }


def test_a_match_is_marked_by_its_result(small):
    held = lock_fixture(small.fixtures[0].pk)

    assert mark_in_play(held).status == FixtureStatus.IN_PLAY
    assert mark_played(held).status == FixtureStatus.PLAYED
    assert not held.in_play
    assert mark_unplayed(held).status == FixtureStatus.SCHEDULED
    assert mark_awarded(held).status == FixtureStatus.AWARDED
    assert Fixture.objects.get(pk=held.pk).version == 4  # that it has begun spoils nobody's open card


def test_a_match_without_a_date_was_played_on_the_day_of_its_card(small, act):
    held = lock_fixture(postpone_fixture(fixture=small.fixtures[0], **act).pk)

    assert mark_played(held, on=LATER).date == LATER


def test_rules_are_frozen_once(small):
    competition = small.division.competition
    freeze_competition(competition, at=NOW)
    freeze_competition(competition, at=NOW.replace(year=2027))
    bump_version(competition)

    competition.refresh_from_db()
    assert (competition.frozen_at, competition.results_version) == (NOW, 2)


def test_the_league_s_rules_reach_a_competition_until_it_is_frozen(small):
    competition, league = small.division.competition, small.league

    def deadline(hours):
        league.rules |= {"submit_within": hours}
        league.save()
        return Competition.objects.get(pk=competition.pk).rules_in_force().submit_within

    assert [deadline(36), deadline(24)] == [36, 24]
    freeze_competition(competition, at=NOW)
    assert deadline(12) == 24
    freeze_competition(Competition.objects.get(pk=competition.pk), at=NOW)
    assert deadline(6) == 24


def test_a_bye_is_not_a_match(small):
    bye = make_fixture(small.entries[0], None, week=9)

    assert (bye.status, bye.open, bye.slug) == (FixtureStatus.BYE, False, "crown-a-bye")
