"""A team leaves in mid season, and may come back."""

from datetime import date, datetime, timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils import timezone

from league.base.audit.models import Entry as AuditEntry
from league.documents.queries.papers import team_labels
from league.notifications.queries.recipients import captains_told_of_fixtures
from league.pages.queries.nights import who_is_where
from league.schedule.actions.locking import lock_fixture, mark_in_play, mark_played
from league.schedule.actions.matches import postpone_fixture
from league.schedule.actions.midseason import restore_team, withdraw_team
from league.schedule.choices import FixtureState, FixtureStatus
from league.schedule.models import Entry, Fixture
from league.teams.models import Role
from scoring.card.league_rules import WithdrawalPolicy
from scoring.card.presets import preset
from tests.factories import make_fixture

NOW = datetime(2026, 9, 10, 12, tzinfo=timezone.get_default_timezone())
LEFT = date(2026, 9, 10)


@pytest.fixture
def act(small):
    return {"by": small.secretary, "at": NOW, "reason": "The pub has closed"}


def states(entry):
    rows = Fixture.objects.filter(home=entry) | Fixture.objects.filter(away=entry)
    return list(rows.order_by("first_date", "pk").values_list("state", flat=True))


def test_open_matches_become_void_and_played_ones_stay(small, act):
    mark_played(lock_fixture(small.fixtures[0].pk))

    assert withdraw_team(entry=small.entries[0], on=LEFT, **act) == 1

    entry = Entry.objects.get(pk=small.entries[0].pk)
    assert (entry.withdrawn_on, entry.withdrawal_policy) == (LEFT, preset("leek").withdrawal.value)
    assert states(entry) == [FixtureState.PLAYED, FixtureState.VOID]
    free = Fixture.objects.select_related("voided_with").get(home=small.entries[1], away=entry)
    assert (free.status, free.voided_with) == (FixtureStatus.WITHDRAWN, entry)


def test_the_table_changes_and_a_match_before_that_day_without_a_card_stays_open(small, act):
    before = small.division.competition.results_version
    withdraw_team(entry=small.entries[0], on=LEFT, **act)

    small.division.competition.refresh_from_db()
    assert small.division.competition.results_version == before + 1
    assert states(small.entries[0]) == [FixtureState.SCHEDULED, FixtureState.VOID]


@pytest.mark.parametrize(("days", "there"), [(0, False), (1, True)])
def test_a_team_is_in_its_season_until_the_day_on_which_it_leaves(small, act, days, there):
    """On labels, on the page of a night, among those who are told of fixtures: a day ahead it is still one of them."""
    entry, today = small.entries[0], LEFT - timedelta(days=days)
    withdraw_team(entry=entry, on=LEFT, **act)

    with time_machine.travel(datetime.combine(today, NOW.timetz()), tick=False):
        labels = [label.name for label in team_labels(small.league)]
        told = Role.objects.filter(user__in=captains_told_of_fixtures(small.season), team=entry.team)
        pubs = [venue.pk for venue in who_is_where(small.league, today, timezone.now()).idle]
    assert [entry.name in labels, told.exists(), entry.team.venue_id in pubs] == [there] * 3


def test_a_match_without_a_date_becomes_void(small, act):
    postpone_fixture(fixture=small.fixtures[0], **act)

    assert withdraw_team(entry=small.entries[0], on=LEFT, **act) == 2


def test_its_byes_go_and_come_with_it_and_are_no_matches(small, act):
    bye = make_fixture(small.entries[0], None, date(2026, 9, 21), week=3)
    assert withdraw_team(entry=small.entries[0], on=LEFT, **act) == 1
    assert Fixture.objects.get(pk=bye.pk).state == FixtureState.VOID

    assert restore_team(entry=small.entries[0], **act) == 1
    assert Fixture.objects.get(pk=bye.pk).state == FixtureState.SCHEDULED


def test_the_secretary_may_choose_another_policy(small, act):
    withdraw_team(entry=small.entries[0], on=LEFT, policy=WithdrawalPolicy.AWARD, **act)

    assert Entry.objects.get(pk=small.entries[0].pk).withdrawal_policy == "award"


def test_nobody_withdraws_while_playing_or_twice_or_out_of_season(small, act):
    with pytest.raises(ValidationError, match="1 Sep to Fri 30 Apr"):
        withdraw_team(entry=small.entries[0], on=date(2026, 8, 1), **act)
    mark_in_play(lock_fixture(small.fixtures[0].pk))
    with pytest.raises(ValidationError, match="playing now"):
        withdraw_team(entry=small.entries[0], on=LEFT, **act)
    withdraw_team(entry=small.entries[2], on=LEFT, **act)
    with pytest.raises(ValidationError, match="withdrew on Thu 10 Sep already"):
        withdraw_team(entry=small.entries[2], on=LEFT, **act)


def test_a_team_comes_back_with_its_matches(small, act):
    withdraw_team(entry=small.entries[0], on=date(2026, 9, 2), **act)

    assert restore_team(entry=small.entries[0], **act) == 2

    entry = Entry.objects.get(pk=small.entries[0].pk)
    assert (entry.withdrawn_on, entry.withdrawal_policy) == (None, "")
    passed, coming = Fixture.objects.filter(division=small.division, home__in=small.entries[:2]).order_by("pk")
    assert (passed.state, passed.date, passed.voided_with) == (FixtureState.POSTPONED, None, None)
    assert (coming.state, coming.date) == (FixtureState.SCHEDULED, coming.first_date)


def test_a_match_between_two_that_left_waits_for_both(small, act):
    crown, bell = small.entries[:2]
    make_fixture(crown, small.entries[2], date(2026, 10, 5), week=5)
    withdraw_team(entry=crown, on=LEFT, **act)
    withdraw_team(entry=bell, on=LEFT, **act)

    assert restore_team(entry=crown, **act) == 1
    match = Fixture.objects.get(home=bell, away=crown)
    assert (match.state, match.voided_with) == (FixtureState.VOID, bell)

    assert restore_team(entry=bell, **act) == 1
    assert Fixture.objects.get(pk=match.pk).state == FixtureState.SCHEDULED


def test_who_did_not_leave_cannot_come_back(small, act):
    with pytest.raises(ValidationError, match="has not withdrawn"):
        restore_team(entry=small.entries[0], **act)


def test_it_is_told_of_at_each_match(small, act):
    withdraw_team(entry=small.entries[0], on=LEFT, **act)

    told = AuditEntry.objects.get(verb="withdraw_team")
    assert told.words == "Crown A withdrew on Thu 10 Sep. Matches now void: 1."
    assert told.after["void"] == ["Bell v Crown A"]
    void = Fixture.objects.get(home=small.entries[1])
    assert set(told.subjects.values_list("kind", "key")) == {
        ("fixture", void.pk),
        ("season", small.season.pk),
        ("team", small.entries[0].team_id),
    }
