"""Two people at the same moment: both are answered, nothing is written twice. Real transactions, a thread each."""

import pytest
from django.core.exceptions import ValidationError
from django_scopes import scope, scopes_disabled

from league.teams.actions.people import invite_person
from league.teams.actions.registrations import approve_registration, ask_registration, sign_on_the_night
from league.teams.choices import RoleKind
from league.teams.models import Player, Registration, Role
from tests.factories import league_in_season
from tests.league.teams.conftest import NOW
from tests.racing import at_once

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
TODAY = NOW.date()


@pytest.fixture
def small(transactional_db):
    with scopes_disabled():
        return league_in_season(teams=2, squad=1)


@pytest.mark.parametrize("_round", range(5))
def test_a_double_tap_asks_once(small, _round):
    crown = small.entries[0].team
    answers = at_once(
        *[lambda: ask_registration(team=crown, name="Dave Raine", by=None, at=NOW)] * 4, league=small.league
    )
    assert len({answer.pk for answer in answers}) == 1
    with scopes_disabled():
        assert Player.objects.filter(name="Dave Raine").count() == 1


@pytest.mark.parametrize("_round", range(5))
def test_two_captains_ask_for_two_people_of_one_name(small, _round):
    teams = [entry.team for entry in small.entries]
    answers = at_once(
        *[lambda team=team: ask_registration(team=team, name="Dave Raine", by=None, at=NOW) for team in teams],
        league=small.league,
    )
    assert sorted(answer.player.slug for answer in answers) == ["d-raine", "d-raine-2"]


@pytest.mark.parametrize("_round", range(5))
def test_one_player_is_registered_with_one_team(small, _round):
    crown, bell = (entry.team for entry in small.entries)
    with scope(league=small.league):
        first = ask_registration(team=crown, name="Dave Raine", by=None, at=NOW)
        second = ask_registration(team=bell, player=first.player, by=None, at=NOW)
    answers = at_once(
        *[
            lambda asked=asked: approve_registration(registration=asked, since=TODAY, by=None, at=NOW)
            for asked in (first, second)
        ],
        league=small.league,
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Registration", "ValidationError"]


@pytest.mark.parametrize("_round", range(5))
def test_both_captains_cards_sign_the_same_player_once(small, _round):
    crown = small.entries[0].team
    who = {"team": crown, "name": "Dave Raine", "on": TODAY, "allowed": True}
    answers = at_once(*[lambda: sign_on_the_night(**who, by=None, at=NOW)] * 2, league=small.league)
    assert {answer.state for answer in answers} == {"approved"}
    with scopes_disabled():
        assert Registration.objects.filter(player__name="Dave Raine").count() == 1


def test_an_invitation_tapped_twice_is_one_role(small):
    def invite():
        return invite_person(
            league=small.league, email="dave@example.org", name="Dave Raine", kind=RoleKind.RESULTS_OFFICER, team=None,
            by=small.secretary, at=NOW,
        )  # fmt: skip

    answers = at_once(invite, invite, league=small.league)
    assert sum(isinstance(answer, ValidationError) for answer in answers) == 1
    with scopes_disabled():
        assert Role.objects.filter(user__email="dave@example.org").count() == 1
