"""What a new league still has to do: for its secretary alone, and only until its first fixtures are out."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.pages.queries.league import checklist
from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Division, Fixture, Season
from league.teams.choices import RoleKind
from league.teams.models import League, Role
from scoring import codec
from scoring.card.presets import BLANK, preset
from tests.factories import (
    league_in_season,
    make_division,
    make_entry,
    make_fixture,
    make_league,
    make_role,
    make_season,
    make_team,
    make_user,
)
from tests.league.person import signed_in

pytestmark = pytest.mark.django_db


def steps(league: League) -> list[bool]:
    with scope(league=league):
        found = checklist(league)
    return [step["done"] for step in found["steps"]] if found else []


def test_each_step_is_ticked_by_what_there_is():
    with scopes_disabled():
        league = make_league()
        assert steps(league) == [False, True, *[False] * 6]
        make_role(make_user(), league, RoleKind.SECRETARY)
        crown = make_team(league)
        assert steps(league) == [True, True, True, False, False, False, False, False]
        bell = make_team(league, "Bell")
        make_role(make_user(), league, RoleKind.CAPTAIN, crown)
        assert steps(league)[3:] == [True, False, False, False, False]
        make_role(make_user(), league, RoleKind.CAPTAIN, bell)
        season = make_season(league, current=False)
        assert steps(league)[4:] == [True, False, False, False]
        division = make_division(season)
        sides = [make_entry(division, team) for team in (crown, bell)]
        assert steps(league)[5:] == [True, False, False]
        make_fixture(*sides)
        assert steps(league)[5:] == [True, True, False]
        Season.objects.update(current=True)
        assert steps(league) == []


def test_a_team_counts_once_in_a_season_that_has_a_cup_or_is_split():
    with scopes_disabled():
        league = make_league()
        season = make_season(league, current=False)
        teams = [make_team(league), make_team(league, "Bell")]
        cup = Competition.objects.create(
            season=season, kind=CompetitionKind.CUP, name="Cup", slug="cup", rules=league.rules
        )
        entrants = Division.objects.create(competition=cup, name="Cup", slug="cup", rank=1)
        for division in (make_division(season), make_division(season, "Top two"), entrants):
            for team in teams:
                make_entry(division, team)
    with scope(league=league):
        found = checklist(league)
    assert [step["text"] for step in found["steps"] if step["title"] == "Season"] == ["2026-27, with 2 teams."]


def test_rules_that_are_to_be_written_come_before_the_teams():
    with scopes_disabled():
        league = make_league(key=BLANK.key)
        make_role(make_user(), league, RoleKind.SECRETARY)
        assert checklist(league)["next"]["act"] == "Write the rules"
        league.rules = codec.encode(preset("leek"))
        assert checklist(league)["next"]["act"] == "Add venues and teams"
        assert checklist(league)["steps"][1]["text"] == "Your own. Change what differs before the first result."


def test_only_the_secretary_sees_it_and_a_league_that_has_begun_pays_one_query():
    with scopes_disabled():
        small = league_in_season(teams=2, squad=1)
        with CaptureQueriesContext(connection) as queries:
            assert checklist(small.league) is None
        assert len(queries) == 1
        Fixture.objects.all().delete()
        assert Role.objects.count() == 3
    for user, seen in ((small.secretary, True), (small.captains[0], False)):
        client = signed_in(user)
        assert ("Get started" in client.get(reverse("league-home", args=["leek"])).content.decode()) is seen
    assert "Get started" not in Client().get(reverse("league-home", args=["leek"])).content.decode()


@pytest.mark.parametrize(
    ("page", "path"), [("teams", "teams/"), ("venues", "teams/?show=venues"), ("players", "players/")]
)
def test_what_is_missing_is_added_where_one_looks_for_it(page, path):
    with scopes_disabled():
        small = league_in_season(teams=2, squad=1)
    client = signed_in(small.secretary)
    address = f"/leek/{path}"
    assert reverse("add-rows", args=["leek", page]) in client.get(address).content.decode()
    assert reverse("add-rows", args=["leek", page]) not in Client().get(address).content.decode()


def test_the_front_of_an_empty_site_says_what_to_do():
    stranger, admin = Client(), Client()
    admin.force_login(make_user("Ada Admin", is_superuser=True, is_staff=True))
    assert "ask its secretary to invite you" in stranger.get("/").content.decode()
    assert reverse("new-league") in admin.get("/").content.decode()
    make_league(public=False)
    assert "The leagues here are private" in stranger.get("/").content.decode()
