"""A team that plays no more has a page with its seasons, is listed, and is found by the search."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django_scopes import scope

from league.base.ui.formats import points
from league.cups.actions.honours import write_honour
from league.results.queries.tables import divisions, standings
from league.schedule.models import Season
from league.teams.actions.leagues import rename_team
from league.teams.models import Team
from scoring.words import ordinal
from tests.factories import make_division, make_entry, make_league, make_season, make_team, make_user
from tests.league.html import words_on
from tests.played import make_clubs, play_season

pytestmark = pytest.mark.django_db
AT = datetime(2027, 9, 1, 12, tzinfo=UTC)
ALL_TIME = "/leek/seasons/?show=all-time"


@pytest.fixture
def league(db):
    """2026-27 was played by four teams; the season after is played by others."""
    made = make_league()
    with scope(league=made):
        play_season(made, make_clubs(made, 4), size=4)
        Season.objects.update(current=False)
        gone = Team.objects.order_by("pk").first()
        Team.objects.filter(pk=gone.pk).update(active=False)
        new = make_season(made, "2027-28")
        division = make_division(new)
        for team in Team.objects.exclude(pk=gone.pk):
            make_entry(division, team)
        yield made


def gone_from(league):
    return Team.objects.get(active=False, league=league)


def page_of(client, team):
    return words_on(client.get(team.get_absolute_url()))


def test_the_page_of_a_past_team_has_its_seasons_and_what_they_come_to(client, league):
    shown = page_of(client, gone_from(league))
    assert "Past seasons 2026-27" in shown
    assert "in Division 1" in shown
    assert "All time: 1 season, 6 matches" in shown


def test_its_season_stays_when_it_was_renamed_since(client, league):
    team = gone_from(league)
    before = team.name
    renamed = rename_team(team=team, name="Oldham Athletic", by=make_user("Sam"), at=AT)
    assert f"as {before}" in page_of(client, renamed)


def test_a_team_in_its_first_season_has_no_past(client, league):
    assert "All time" not in page_of(client, make_team(league, "Newcomers"))


def test_the_search_finds_it_and_says_that_it_plays_no_more(client, league):
    team = gone_from(league)
    found = words_on(client.get(reverse("search", args=["leek"]), {"q": team.name}))
    assert f"{team.name} plays no more" in found


def test_a_team_known_by_an_honour_alone_is_found_and_one_that_never_played_is_not(client, league):
    old = make_team(league, "Railway Club", active=False)
    mistake = make_team(league, "Railway Mistake", active=False)
    write_honour(league=league, year=1966, title="Cup", winner="Railway Club", team=old, by=make_user("Sam"), at=AT)
    found = client.get(reverse("search", args=["leek"]), {"q": "railway"}).content.decode()
    assert old.get_absolute_url() in found
    assert mistake.get_absolute_url() not in found


def test_the_teams_page_lists_past_teams_below_those_of_now(client, league):
    shown = words_on(client.get(reverse("teams", args=["leek"])))
    assert f"Teams of past seasons (1) {gone_from(league)}" in shown


def test_the_teams_page_says_where_each_team_of_now_stands(client):
    league = make_league()
    with scope(league=league):
        play_season(league, make_clubs(league, 4), size=4)
        division = divisions().get()
        shown = words_on(client.get(reverse("teams", args=["leek"])))
        for line in standings(division, AT).rows:
            joint = "joint " if line.row.shared else ""
            stands = f"{joint}{ordinal(line.row.place)}, {points(line.row.points)} pts"
            assert f"{line.name} {Team.objects.get(slug=line.slug).venue} {stands}" in shown


# --- all seasons together ---------------------------------------------------------------------------------------------
def test_the_all_time_table_adds_up_the_seasons_and_counts_titles(client, league):
    answer = client.get(ALL_TIME)
    lines = answer.context["lines"]
    assert {(each["seasons"], each["played"]) for each in lines} == {(1, 6)}
    assert sum(each["titles"] for each in lines) >= 1
    assert sum(each["won"] for each in lines) == sum(each["lost"] for each in lines)
    assert gone_from(league).name in words_on(answer)
    assert f'<a href="{ALL_TIME}">' in client.get(reverse("seasons", args=["leek"])).content.decode()


def test_without_an_earlier_season_the_all_time_table_says_so(client):
    with scope(league=make_league()):
        assert "No earlier season has been played yet" in words_on(client.get(ALL_TIME))


def test_past_tables_are_one_spreadsheet_with_the_season_in_a_column(client, league):
    heading, *rows = client.get(reverse("all-tables-csv", args=["leek"])).content.decode("utf-8-sig").splitlines()
    assert heading.startswith("Season,Division,Place,Team,")
    assert [row.split(",")[:2] for row in rows] == [["2026-27", "Division 1"]] * 4
