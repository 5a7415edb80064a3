"""The page of a table: what it says, and that it is kept for those who are not signed in and for nobody else."""

import gzip
import re
from dataclasses import replace

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled

from league.base.ui.cache import html_cache
from league.base.ui.converters import in_season
from league.results.queries.tables import Standing, Standings, divisions, standings
from league.results.tables import race_of, table_of
from league.schedule.models import Competition, Entry
from league.teams.choices import RoleKind
from scoring.card.league_rules import Step
from scoring.card.points import Scheme
from scoring.card.presets import preset
from scoring.season.table import table
from tests.factories import make_division, make_entry, make_league, make_role, make_season, make_team, make_user
from tests.league.html import words_on
from tests.played import make_clubs, play_season

pytestmark = pytest.mark.django_db


def season_of(*, teams: int, size: int, slug: str = "leek"):
    """A league whose season is played to its end."""
    with scopes_disabled():
        league = make_league(slug)
        play_season(league, make_clubs(league, teams), size=size)
    return league


@pytest.fixture(autouse=True)
def _kept(settings):
    settings.PAGES_KEPT = 60
    html_cache.clear()


@pytest.fixture
def played():
    return season_of(teams=8, size=4)


def page(client, division="division-1", **headers):
    return client.get(reverse("table", args=["leek", division]), headers=headers)


# --- what it says -----------------------------------------------------------------------------------------------------
def test_table_says_why_each_team_stands_where_it_does(client, played):
    seen = words_on(page(client))
    assert "Why teams are placed as they are" in seen
    assert re.search(r"Why teams are placed as they are 1=? \w+( \w+)? (\d+ points? clear of|Above |Level with )", seen)
    assert "How ties are broken Places go by points; level teams by games won less games lost" in seen


def test_table_of_each_division_is_at_its_address_and_of_the_top_one_at_the_leagues(client, played):
    top, second = client.get(reverse("table", args=["leek"])), page(client, "division-2")
    assert re.findall(r"<h1>(.*?)</h1>", top.content.decode()) == ["Division 1"]
    tabs = re.search(r'<ul class="tabs[^>]*>.*?</ul>', second.content.decode(), re.DOTALL)[0]
    assert re.findall(r'href="([^"]+)"( aria-current="page")?', tabs) == [
        ("/leek/table/division-1/", ""),
        ("/leek/table/division-2/", ' aria-current="page"'),
    ]
    assert all(f" {word} " in words_on(second) for word in ("Promotion", "Relegation"))
    assert page(client, "division-9").status_code == 404
    assert client.get(in_season("leek", "table", season="1999-00", division="division-1")).status_code == 404


def test_places_say_how_far_the_last_week_moved_a_team(client, played):
    """What is seen is an arrow and a number, what is heard is a word and the number; who stayed has neither."""
    with scope(league=played):
        found = race_of(standings(divisions()[0], now()))
    told = [f"{'up' if each > 0 else 'down'} {abs(each)}" for each in found.movement.values() if each]
    assert told
    assert re.findall(r'class="hidden-visually"> ((?:up|down) \d+)<', page(client).content.decode()) == told


def test_race_is_drawn_and_told_in_a_table(client, played):
    with scope(league=played):
        found = standings(divisions()[0], now())
        raced = race_of(found)
    chart = page(client).content.decode().partition('<figure class="chart">')[2].partition("</figure>")[0]
    assert chart.count("<polyline") == 4
    cells = re.findall(r'<td class="num">(\d+)</td>', chart)
    assert [int(each) for each in cells] == [place for places in raced.places.values() for place in places]
    assert re.findall(r'<th scope="row">(.*?)</th>', chart) == [each.name for each in found.rows]


def test_captain_finds_their_own_line_drawn_out(client, played):
    with scopes_disabled():
        team = Entry.objects.order_by("pk")[0].team
        captain = make_user("Elsie Birtles")
        make_role(captain, played, RoleKind.CAPTAIN, team)
    client.force_login(captain)
    own = re.findall(r'<li class="chart__own">.*?</b> (.*?)</a>', page(client).content.decode(), re.DOTALL)
    assert own == [team.name]
    assert page(client).content.decode().count("chart__line--own") == 1
    assert own_row(client) == team.name


def own_row(client) -> str | None:
    """The team whose row is marked as the reader's, by a colour and in words; None for no row."""
    rows = re.findall(
        r'<tr class="[^"]*standings__row--mine[^"]*">(.*?)</tr>', page(client).content.decode(), re.DOTALL
    )
    assert [row.count("Your team") for row in rows] in ([], [1])
    return re.search(r'<a href="[^"]+">([^<]+)</a>', rows[0])[1] if rows else None


def test_the_team_that_a_browser_follows_is_marked_in_it_and_in_no_other(client, played):
    assert own_row(client) is None
    with scopes_disabled():
        team = Entry.objects.order_by("pk")[1].team
    client.post(reverse("choose-team", args=["leek"]), {"team": team.slug})
    assert own_row(client) == team.name
    assert own_row(Client()) is None


def test_phone_shows_six_columns_that_add_up(client):
    """Where nothing is drawn: played, won, lost. Where something is: won, drawn, lost."""
    season_of(teams=4, size=4)
    with scopes_disabled():
        other = make_league("other", "northallerton")
        play_season(other, make_clubs(other, 6, squad=10), size=6)
    assert narrow(page(client)) == ["Pos", "Team", "P", "W", "L", "Pts"]
    assert narrow(client.get(reverse("table", args=["other"]))) == ["Pos", "Team", "W", "D", "L", "Pts"]


def narrow(response) -> list[str]:
    """The headings of the table that are not for wide screens only."""
    cells = re.findall(r'<th scope="col"([^>]*)>(.*?)</th>', response.content.decode().partition('class="chart"')[0])
    return [re.sub(r"<[^>]+>", "", heading) for attributes, heading in cells if "wide" not in attributes]


def test_season_and_teams_that_are_not_there_yet_are_said(client):
    with scopes_disabled():
        league = make_league()
    assert "No season is running yet" in words_on(client.get(reverse("table", args=["leek"])))
    with scopes_disabled():
        division = make_division(make_season(league), "Division 1")
    assert "No team has entered Division 1 yet" in words_on(page(client))
    html_cache.clear()
    with scopes_disabled():
        make_entry(division, make_team(league, "Crown A"))
    assert 'class="chart"' not in page(client).content.decode()


def test_past_season_is_asked_for(client, played):
    with scopes_disabled():
        season = make_season(played, "2019-20", current=False)
        make_entry(make_division(season, "Division 1"), make_team(played, "Zebra"))
    old = client.get(in_season("leek", "table", season="2019-20", division="division-1"))
    assert "Zebra" in words_on(old)
    assert "Zebra" not in words_on(page(client))
    assert "2019-20" in words_on(client.get(reverse("seasons", args=["leek"])))


# --- kept -------------------------------------------------------------------------------------------------------------
def test_page_is_kept_as_it_was_sent_plain_and_compressed(client, played):
    plain, small = page(client), page(client, accept_encoding="br, gzip")
    for seen in (plain, page(client)):
        assert not seen.cookies
        assert seen["Cache-Control"] == "public, max-age=0, s-maxage=2, stale-while-revalidate=5"
        assert seen["Vary"] == "Cookie, Accept-Encoding"
        assert "csrfmiddlewaretoken" not in seen.content.decode()
    again = page(client, if_none_match=plain["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", plain["ETag"])
    assert small["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.content) == plain.content
    assert small["ETag"] != plain["ETag"]
    assert page(client, if_none_match=plain["ETag"], accept_encoding="gzip").status_code == 200


def test_new_result_makes_a_new_page(client, played):
    before = page(client)
    with scope(league=played):
        entry = make_entry(before.context["division"], make_team(played, "Zebra"))
        assert "Zebra" not in words_on(page(client))
        Competition.objects.update(results_version=F("results_version") + 1)
    after = page(client, if_none_match=before["ETag"])
    assert (after.status_code, after["ETag"] == before["ETag"]) == (200, False)
    assert entry.name in words_on(after)


def test_reader_who_is_signed_in_or_asks_otherwise_gets_a_page_of_their_own(client, played):
    page(client)
    other = client.get(reverse("table", args=["leek", "division-1"]), headers={"host": "league.example"})
    assert "http://league.example/leek/table/division-1/" in other.content.decode()
    more = client.get(reverse("table", args=["leek"]), {"columns": "all"})
    assert "table-box--all" in more.content.decode()
    client.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in page(client).content.decode()
    del client.cookies["theme"]
    client.force_login(make_user("Harry Goy"))
    own = page(client)
    assert "Harry Goy" in words_on(own)
    assert [each for each in (own, more) if "ETag" in each] == []
    client.logout()
    strangers = page(client).content.decode()
    assert not [each for each in ("Harry Goy", "table-box--all", 'data-theme="dark"') if each in strangers]
    assert "table-box--all" not in client.get(reverse("table", args=["leek"])).content.decode()


# --- what it costs ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("teams", "size"), [(4, 4), (12, 4), (12, 12)])
def test_table_is_nine_queries_to_draw_and_two_to_find(client, django_assert_num_queries, teams, size):
    season_of(teams=teams, size=size)
    with django_assert_num_queries(9):
        page(client)
    with django_assert_num_queries(2):
        page(client)


def test_twenty_teams_are_fourteen_kilobytes_at_most(client):
    season_of(teams=20, size=20)
    assert len(page(client, accept_encoding="gzip").content) < 14_000


def test_table_has_lines_where_they_decide():
    league = make_league()
    standing = Standing(
        row=replace(table(["a"], [], Scheme("by lines"), [Step.POINTS])[0], played=1, line_difference=3),
        name="Bell", slug="bell",
    )  # fmt: skip
    found = Standings((standing,), (), preset("leek"))
    columns = table_of(found, league, "Lines").columns
    on_a_phone = [each.name for each in columns if not each.column.wide]
    assert on_a_phone == ["place", "team", "played", "won", "lines", "points"]
    without = replace(found, rows=(replace(standing, row=replace(standing.row, line_difference=None)),))
    assert "lines" not in {each.name for each in table_of(without, league, "No lines").columns}
