"""Asking for, approving, refusing, signing on the night and leaving, as actions."""

from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError
from django_scopes import scope

from league.base.audit.models import Entry
from league.teams.actions.registrations import (
    approve_registration,
    ask_registration,
    leave_team,
    refuse_registration,
    sign_on_the_night,
    undo_leaving,
)
from league.teams.choices import RegisteredHow, RegistrationState, RoleKind
from league.teams.models import Player, Registration, Role
from league.teams.periodic import end_roles
from league.teams.queries.squads import squad_of
from tests.factories import make_role, make_user
from tests.league.teams.conftest import NOW

TODAY = NOW.date()


@pytest.fixture
def crown(small):
    with scope(league=small.league):
        yield small.entries[0].team


@pytest.fixture
def bell(small):
    return small.entries[1].team


def test_a_new_player_waits_and_is_then_registered(small, crown):
    asked = ask_registration(team=crown, name="  Dave   Raine ", by=small.captains[0], at=NOW)
    assert (asked.player.name, asked.player.slug, asked.state) == ("Dave Raine", "d-raine", "requested")
    assert asked.player_id not in {row.player_id for row in squad_of(crown, TODAY)}

    approve_registration(registration=asked, since=TODAY, by=small.secretary, at=NOW)
    assert asked.player_id in {row.player_id for row in squad_of(crown, TODAY)}
    assert asked.player_id not in {row.player_id for row in squad_of(crown, TODAY - timedelta(days=1))}
    assert list(Entry.objects.order_by("pk").values_list("verb", "words")) == [
        ("ask_registration", "Crown A asked to register Dave Raine"),
        ("approve_registration", "Dave Raine was registered with Crown A"),
    ]


def test_a_registered_player_cannot_be_asked_for_again(small, crown):
    held = squad_of(crown, TODAY)[0]
    with pytest.raises(ValidationError, match="is already registered with Crown A"):
        ask_registration(team=crown, player=held.player, by=None, at=NOW)


def test_a_player_of_another_team_needs_a_transfer(small, crown, bell):
    held = squad_of(bell, TODAY)[0]
    with pytest.raises(ValidationError, match=r"is registered with Bell\. Ask for a transfer"):
        ask_registration(team=crown, player=held.player, by=None, at=NOW)
    assert not Registration.objects.filter(team=crown, player=held.player).exists()


def test_a_refusal_says_why(small, crown):
    asked = ask_registration(team=crown, name="Dave Raine", by=None, at=NOW)
    with pytest.raises(ValidationError, match="Enter a reason"):
        refuse_registration(registration=asked, reason=" ", by=small.secretary, at=NOW)


def test_leaving_counts_to_the_last_day(small, crown):
    held = squad_of(crown, TODAY)[0]
    leave_team(registration=held, until=TODAY, by=small.captains[0], at=NOW, reason="Moved away")
    still = {row.player_id for row in squad_of(crown, TODAY)}
    after = {row.player_id for row in squad_of(crown, TODAY + timedelta(days=1))}
    assert held.player_id in still
    assert held.player_id not in after
    with pytest.raises(ValidationError, match="is not with Crown A now"):
        leave_team(registration=held, until=TODAY, by=small.captains[0], at=NOW)


def test_the_last_day_is_not_before_the_first(small, crown):
    held = squad_of(crown, TODAY)[0]
    with pytest.raises(ValidationError, match="cannot be before"):
        leave_team(registration=held, until=held.since - timedelta(days=1), by=None, at=NOW)


def test_signing_on_the_night_registers_from_that_night(small, crown):
    signed = sign_on_the_night(team=crown, name="Dave Raine", on=TODAY, allowed=True, by=small.captains[0], at=NOW)
    assert (signed.state, signed.how, signed.since) == (RegistrationState.APPROVED, RegisteredHow.CARD, TODAY)
    again = sign_on_the_night(team=crown, name="Dave Raine", on=TODAY, allowed=True, by=small.captains[1], at=NOW)
    assert again == signed
    assert Player.objects.filter(name="Dave Raine").count() == 1


def test_signing_on_the_night_waits_where_the_rules_want_it(small, crown):
    signed = sign_on_the_night(team=crown, name="Dave Raine", on=TODAY, allowed=False, by=small.captains[0], at=NOW)
    assert (signed.state, signed.since) == (RegistrationState.REQUESTED, None)


def test_signing_somebody_who_left_finds_the_same_player(small, crown, bell):
    held = squad_of(bell, TODAY)[0]
    leave_team(registration=held, until=date(2026, 10, 1), by=None, at=NOW)
    signed = sign_on_the_night(team=crown, name=held.player.name, on=TODAY, allowed=True, by=None, at=NOW)
    assert signed.player == held.player
    assert list(held.player.registrations.order_by("pk").values_list("team__name", "state")) == [
        ("Bell", "left"),
        ("Crown A", "approved"),
    ]


def test_signing_another_teams_player_waits_for_the_secretary(small, crown, bell):
    held = squad_of(bell, TODAY)[0]
    signed = sign_on_the_night(team=crown, name="x", player=held.player, on=TODAY, allowed=True, by=None, at=NOW)
    assert (signed.player, signed.state) == (held.player, RegistrationState.REQUESTED)


@pytest.mark.parametrize("kind", [RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN, RoleKind.SCORER, RoleKind.PLAYER])
def test_a_role_in_a_team_ends_after_the_last_day_that_lay_ahead(small, crown, kind):
    held = Registration.objects.filter(team=crown, state="approved").select_related("player").first()
    user = make_user("Leaving Soon")
    Player.objects.filter(pk=held.player_id).update(user=user)
    role, last = make_role(user, small.league, kind, crown), TODAY + timedelta(days=3)
    leave_team(registration=held, until=last, by=None, at=NOW)

    def ended(days):
        end_roles(NOW + timedelta(days=days))
        role.refresh_from_db()
        return role.ended_at is not None

    assert [ended(3), ended(4)] == [False, True]
    assert "Their last day with Crown A was" in Entry.objects.get(verb="end_role").reason
    again = make_role(user, small.league, RoleKind.CAPTAIN, crown)
    Role.objects.filter(pk=again.pk).update(since=NOW + timedelta(days=5))
    end_roles(NOW + timedelta(days=6))
    again.refresh_from_db()
    assert again.ended_at is None  # who is asked to lead the team without playing for it


def test_a_player_who_is_back_by_then_keeps_the_role(small, crown):
    held = Registration.objects.filter(team=crown, state="approved").select_related("player").first()
    Player.objects.filter(pk=held.player_id).update(user=small.captains[0])
    gone = leave_team(registration=held, until=TODAY + timedelta(days=3), by=None, at=NOW)
    undo_leaving(registration=gone, by=None, at=NOW)
    end_roles(NOW + timedelta(days=5))
    assert Role.objects.filter(user=small.captains[0], team=crown, ended_at=None).exists()
