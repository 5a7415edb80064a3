"""Asking for a player of another team, agreeing and deciding, as actions."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django_scopes import scope

from league.base.audit.models import Entry
from league.teams.actions.registrations import (
    agree_transfer,
    ask_transfer,
    decide_transfer,
    leave_team,
    sign_on_the_night,
)
from league.teams.models import Registration
from league.teams.queries.squads import squad_of, transfers_of, transfers_waiting
from tests.league.teams.conftest import NOW

TODAY = NOW.date()


@pytest.fixture
def move(small):
    """The Crown's captain asks for a player of the Bell."""
    with scope(league=small.league):
        crown, bell = (entry.team for entry in small.entries[:2])
        player = squad_of(bell, TODAY)[0].player
        yield ask_transfer(player=player, joins=crown, by=small.captains[0], at=NOW)


def test_asking_is_agreeing_for_ones_own_side(small, move):
    assert (move.joined_agreed_by, move.left_agreed_by) == (small.captains[0], None)
    assert list(transfers_waiting(small.league)) == [move]
    assert [list(transfers_of(entry.team)) for entry in small.entries[:3]] == [[move], [move], []]


def test_both_captains_and_the_secretary_move_a_player(small, move):
    agree_transfer(transfer=move, team=move.leaves, by=small.captains[1], at=NOW)
    decide_transfer(transfer=move, accepted=True, on=TODAY, by=small.secretary, at=NOW)
    assert list(move.player.registrations.order_by("pk").values_list("team__name", "state", "until")) == [
        ("Bell", "left", TODAY - timedelta(days=1)),
        ("Crown A", "approved", None),
    ]
    assert move.player.registrations.get(state="approved").since == TODAY
    assert list(Entry.objects.order_by("pk").values_list("verb", flat=True)) == [
        "ask_transfer",
        "agree_transfer",
        "decide_transfer",
    ]


def test_one_captain_is_not_enough_without_a_reason(small, move):
    with pytest.raises(ValidationError, match="The captains have not both agreed"):
        decide_transfer(transfer=move, accepted=True, on=TODAY, by=small.secretary, at=NOW)
    assert Registration.objects.get(player=move.player).team == move.leaves

    decide_transfer(transfer=move, accepted=True, on=TODAY, by=small.secretary, at=NOW, reason="Bell has folded")
    assert Registration.objects.get(player=move.player, until=None).team == move.joins
    assert Entry.objects.latest("pk").reason == "Bell has folded"


def test_a_refusal_says_why_and_moves_nobody(small, move):
    with pytest.raises(ValidationError, match="Enter a reason"):
        decide_transfer(transfer=move, accepted=False, on=TODAY, by=small.secretary, at=NOW)
    decide_transfer(transfer=move, accepted=False, on=TODAY, by=small.secretary, at=NOW, reason="Too late")
    assert Registration.objects.get(player=move.player).team == move.leaves
    with pytest.raises(ValidationError, match="already been decided: refused"):
        decide_transfer(transfer=move, accepted=True, on=TODAY, by=small.secretary, at=NOW, reason="x")
    assert ask_transfer(player=move.player, joins=move.joins, by=small.captains[0], at=NOW) != move


def test_asking_twice_is_asking_once_and_only_one_team_asks(small, move):
    assert ask_transfer(player=move.player, joins=move.joins, by=small.captains[0], at=NOW) == move
    with pytest.raises(ValidationError, match="Crown A have already asked"):
        ask_transfer(player=move.player, joins=small.entries[2].team, by=small.captains[2], at=NOW)


def test_agreeing_twice_keeps_the_first(small, move):
    agree_transfer(transfer=move, team=move.leaves, by=small.captains[1], at=NOW)
    again = agree_transfer(transfer=move, team=move.leaves, by=small.secretary, at=NOW)
    assert again.left_agreed_by == small.captains[1]
    assert Entry.objects.filter(verb="agree_transfer").count() == 1


def test_a_player_without_a_team_is_registered_instead(small, move):
    other = squad_of(small.entries[2].team, TODAY)[0]
    leave_team(registration=other, until=TODAY, by=None, at=NOW)
    with pytest.raises(ValidationError, match="has no team now"):
        ask_transfer(player=other.player, joins=move.joins, by=small.captains[0], at=NOW)


def test_a_signing_that_waited_becomes_the_new_registration(small, move):
    signed = sign_on_the_night(team=move.joins, name="x", player=move.player, on=TODAY, allowed=True, by=None, at=NOW)
    decide_transfer(transfer=move, accepted=True, on=TODAY, by=small.secretary, at=NOW, reason="Agreed on the phone")
    signed.refresh_from_db()
    assert (signed.state, signed.how, signed.since) == ("approved", "transfer", TODAY)
    assert Registration.objects.filter(player=move.player, until=None).count() == 1
