"""Two people change one match, or one season, at the same moment: one does, the other is told."""

from contextlib import suppress
from datetime import date, datetime

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.audit.actions import write_tx
from league.base.audit.models import Entry as AuditEntry
from league.schedule.actions.lists import make_plain_list, publish_list
from league.schedule.actions.locking import lock_fixture, mark_played
from league.schedule.actions.matches import (
    accept_date,
    ask_move,
    decide_move,
    postpone_fixture,
    rearrange_fixture,
    void_fixture,
    withdraw_request,
)
from league.schedule.actions.midseason import restore_team, withdraw_team
from league.schedule.choices import FixtureState
from league.schedule.models import Division, Fixture, MoveRequest
from tests.factories import league_in_season, make_fixture
from tests.racing import at_once

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
NOW = datetime(2026, 9, 1, 12, tzinfo=timezone.get_default_timezone())
ROUNDS = 20


@pytest.fixture
def small():
    with scopes_disabled():
        return league_in_season(squad=1)


def told(small, *calls):
    """The faults that people were told of when all of these were done at once."""
    return [told for told in at_once(*calls, league=small.league) if isinstance(told, ValidationError)]


def test_of_two_changes_to_what_both_had_seen_one_is_made(small):
    act = {"by": small.secretary, "at": NOW, "reason": "Snow", "seen": 1}
    for number in range(ROUNDS):
        with scope(league=small.league):
            match = make_fixture(*small.entries[:2], date(2026, 10, 5), week=number + 10)
        faults = told(
            small,
            lambda match=match: postpone_fixture(fixture=match, **act),
            lambda match=match: rearrange_fixture(fixture=match, date=date(2026, 10, 6), **act),
            lambda match=match: void_fixture(fixture=match, **act),
        )
        with scope(league=small.league):
            assert len(faults) == 2
            assert all("has changed since" in fault.messages[0] for fault in faults)
            assert Fixture.objects.get(pk=match.pk).version == 2
    assert AuditEntry.objects.count() == ROUNDS


def test_a_match_is_postponed_or_played_but_never_both(small):
    def play(match):
        with write_tx():
            held = lock_fixture(match.pk)
            if held.open:
                mark_played(held, on=date(2026, 10, 5))

    act = {"by": small.secretary, "at": NOW, "reason": "Snow"}
    for number in range(ROUNDS):
        with scope(league=small.league):
            match = make_fixture(*small.entries[:2], date(2026, 10, 5), week=number + 10)
        faults = told(
            small, lambda match=match: postpone_fixture(fixture=match, **act), lambda match=match: play(match)
        )
        with scope(league=small.league):
            held = Fixture.objects.get(pk=match.pk)
            assert held.state == FixtureState.PLAYED
            assert held.version == (2 if faults else 3)


def publish(small):
    """A new round robin, unless a team has left since it was made."""
    row = make_plain_list(competition=small.division.competition, by=small.secretary, at=NOW)
    with suppress(ValidationError):
        publish_list(fixture_list=row, by=small.secretary, at=NOW, despite=True)


def test_two_teams_that_leave_together_leave_their_match_void_once(small):
    act = {"by": small.secretary, "at": NOW, "reason": "Closed", "on": date(2026, 9, 2)}
    faults = told(
        small,
        lambda: withdraw_team(entry=small.entries[0], **act),
        lambda: withdraw_team(entry=small.entries[1], **act),
    )

    assert faults == []
    with scope(league=small.league):
        between = Fixture.objects.filter(home__in=small.entries[:2])
        assert {(match.state, match.version) for match in between} == {(FixtureState.VOID, 2)}


def test_a_list_made_again_while_a_team_leaves_waits_in_no_ring(small):
    act = {"by": small.secretary, "at": NOW}
    left = {"entry": small.entries[0], "reason": "Closed", **act}

    for _ in range(ROUNDS // 2):
        assert told(small, lambda: publish(small), lambda: withdraw_team(on=date(2026, 9, 2), **left)) == []
        with scope(league=small.league):
            theirs = Fixture.objects.filter(home=small.entries[0]) | Fixture.objects.filter(away=small.entries[0])
            assert not theirs.exclude(state=FixtureState.VOID).exists()
        assert told(small, lambda: publish(small), lambda: restore_team(**left)) == []


def test_a_list_published_twice_at_once_is_there_once(small):
    faults = told(small, *[lambda: publish(small)] * 3)

    assert faults == []
    with scope(league=small.league):
        assert Fixture.objects.count() == 12


def asked(small, match, side, *dates):
    by = small.captains[side]
    return ask_move(fixture=match, asked_by=small.entries[side], reason="Wedding", by=by, at=NOW, dates=dates)


def test_a_date_is_taken_or_the_request_taken_back_or_turned_down_but_only_one_of_them(small):
    later = date(2026, 10, 12)
    with scope(league=small.league):
        Division.objects.update(min_gap_days=0)
    for number in range(ROUNDS):
        with scope(league=small.league):
            match = make_fixture(*small.entries[:2], date(2026, 10, 5), week=number + 10)
            request = asked(small, match, 1, later)
        faults = told(
            small,
            lambda request=request: accept_date(move_request=request, date=later, by=small.captains[0], at=NOW),
            lambda request=request: withdraw_request(move_request=request, by=small.captains[1], at=NOW),
            lambda request=request: decide_move(move_request=request, accepted=False, by=small.secretary, at=NOW),
        )
        with scope(league=small.league):
            request.refresh_from_db()
            match = Fixture.objects.get(pk=match.pk)
            assert [fault.messages for fault in faults] == [["This request has been decided already."]] * 2
            assert match.date == (later if request.accepted else date(2026, 10, 5))
            Fixture.objects.filter(pk=match.pk).delete()


def test_two_matches_agreed_for_one_board_at_once_do_not_both_get_it(small):
    later = date(2026, 10, 12)
    with scope(league=small.league):
        Division.objects.update(min_gap_days=0)
        pub = small.entries[0].team.venue
        for number in range(ROUNDS // 2):
            pairs = (small.entries[:2], small.entries[2:])
            matches = [make_fixture(*pair, date(2026, 10, 5), week=number + 10, venue=pub) for pair in pairs]
            requests = [asked(small, match, side, later) for match, side in zip(matches, (1, 3), strict=True)]
            faults = told(
                small,
                *[
                    lambda request=request, by=by: accept_date(move_request=request, date=later, by=by, at=NOW)
                    for request, by in zip(requests, (small.captains[0], small.captains[2]), strict=True)
                ],
            )
            assert len(faults) == 1
            assert "has one board" in faults[0].messages[0]
            assert MoveRequest.objects.filter(accepted=True).count() == 1
            Fixture.objects.filter(pk__in=[match.pk for match in matches]).delete()
