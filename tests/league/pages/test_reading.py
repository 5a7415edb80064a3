"""The other pages that everybody may read: front page, teams, venues, players, rule book, search."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from html import unescape

import pytest
import time_machine
from django.db.models import Value
from django.db.models.functions import Concat
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.results.actions.cards import answer_card
from league.results.choices import SentFor
from league.schedule.models import Fixture
from league.teams.actions.leagues import rename_team
from league.teams.choices import NameStyle
from league.teams.models import League, Player, Team, Venue
from scoring import codec
from scoring.card.presets import PRESETS, preset
from tests.factories import make_division, make_league, make_player, make_season, make_team, make_venue
from tests.league.html import words_on
from tests.league.results.evening import CLOSING_TIME

pytestmark = pytest.mark.django_db
UK = timezone.get_default_timezone()
TEA_TIME = datetime(2026, 9, 7, 17, tzinfo=UK)


def get(client, page, /, *args, at=CLOSING_TIME, league="leek", **asked):
    with time_machine.travel(at, tick=False):
        return client.get(reverse(page, args=[league, *args]), asked)


PUZZLE = "What would you play?"


def headings(response) -> list[str]:
    return [
        re.sub(r"<[^>]+>", "", each) for each in re.findall(r"<h[12][^>]*>(.*?)</h[12]>", response.content.decode())
    ]


# --- front page -------------------------------------------------------------------------------------------------------
def test_on_a_match_night_tonight_comes_first(client, evening):
    seen = get(client, "league-home", at=TEA_TIME)
    assert headings(seen) == ["Leek Dominoes", "Tonight", "Division One", PUZZLE]
    assert "Tonight All 2 matches Crown A 8pm Bell" in words_on(seen)


def test_between_nights_the_next_one_comes_first(client, evening):
    seen = get(client, "league-home", at=TEA_TIME - timedelta(days=2))
    assert headings(seen) == ["Leek Dominoes", "Next: Mon 7 Sep", "Division One", PUZZLE]


def test_result_moves_to_the_latest_and_the_table_with_it(client, evening):
    sent = evening.send(SentFor.HOME)
    answer_card(submission=sent, agreed=True, by=evening.away, at=CLOSING_TIME)
    seen = get(client, "league-home", at=TEA_TIME + timedelta(days=1))
    assert headings(seen) == ["Leek Dominoes", "Next: Mon 14 Sep", "Latest results", "Division One", PUZZLE]
    assert re.search(r"Mon 7 Sep Crown A \d\W\d Bell", words_on(seen))


def test_match_being_played_says_so(client, evening):
    Fixture.objects.filter(pk=evening.fixture.pk).update(in_play=True)
    assert "Crown A Live Bell" in words_on(get(client, "league-home", at=TEA_TIME))


def test_league_without_a_season_says_so(client):
    make_league()
    assert "No season running yet." in words_on(get(client, "league-home"))


def test_site_lists_public_leagues_only(client):
    make_league("leek")
    make_league("secret", public=False)
    seen = words_on(client.get(reverse("home")))
    assert "Leek Dominoes" in seen
    assert "Secret Dominoes" not in seen


# --- teams and venues -------------------------------------------------------------------------------------------------
def test_team_page_has_its_place_its_matches_its_pub_and_its_players(client, evening):
    sent = evening.send(SentFor.HOME)
    answer_card(submission=sent, agreed=True, by=evening.away, at=CLOSING_TIME)
    seen = get(client, "team", "crown-a")
    assert headings(seen)[0] == "Crown A"
    assert [each for each in headings(seen) if each in {"Results", "Position", "Squad", "Home"}] == [
        "Results",
        "Position",
        "Squad",
        "Home",
    ]
    assert re.search(r"\d(st|nd|rd|th) in Division One", words_on(seen))
    assert re.search(r"Why are .+? \d\w+\? (Bottom|\d+ points)", words_on(seen))
    assert "Crown A Inn" in words_on(seen)
    assert words_on(seen).count("C PlayerA") == 1


def test_team_page_opens_with_the_next_match(client, evening):
    seen = get(client, "team", "crown-a", at=TEA_TIME)
    assert headings(seen)[1].split() == ["Tonight,", "8pm"]
    assert "Print the match card" in words_on(seen)
    assert "Add to calendar" in words_on(seen)


def test_team_page_keeps_apart_what_needs_a_date_and_what_awaits_its_result(client, evening):
    seen = get(client, "team", "crown-a", at=TEA_TIME + timedelta(days=1))
    assert "Awaiting result" in headings(seen)
    Fixture.objects.filter(pk=evening.fixture.pk).update(date=None, state="postponed")
    seen = get(client, "team", "crown-a", at=TEA_TIME + timedelta(days=1))
    assert "Needs a date" in headings(seen)
    assert "Awaiting result" not in headings(seen)


def test_match_goes_into_a_calendar_by_itself(client, evening):
    seen = client.get(evening.fixture.address_of("match-calendar"))
    assert seen["Content-Type"].startswith("text/calendar")
    assert seen.content.count(b"BEGIN:VEVENT") == 1


def test_renamed_team_is_found_under_its_old_address(client, evening):
    team = Team.objects.get(slug="crown-a")
    rename_team(team=team, name="Crown Inn", by=evening.secretary, at=CLOSING_TIME)
    seen = get(client, "team", "crown-a")
    assert (seen.status_code, seen["Location"]) == (301, "/leek/crown-inn/")
    old = client.get("/leek/2026-09-07/crown-a-v-bell/")
    assert (old.status_code, old["Location"]) == (301, "/leek/2026-09-07/crown-inn-v-bell/")


def test_teams_are_listed_by_division(client, evening):
    assert headings(get(client, "teams")) == ["Teams", "Division One"]
    assert "Bell Bell Inn" in words_on(get(client, "teams"))


def test_venue_says_how_to_get_there_and_what_is_on(client, evening):
    Venue.objects.filter(slug="crown-a-inn").update(address="High Street", map_link="https://maps.example/crown")
    seen = get(client, "venue", "crown-a-inn", at=TEA_TIME)
    assert "High Street" in words_on(seen)
    assert 'href="https://maps.example/crown"' in seen.content.decode()
    assert "Mon 7 Sep" in words_on(seen)
    assert "Crown A Inn" in words_on(client.get("/leek/teams/?show=venues"))


# --- players ----------------------------------------------------------------------------------------------------------
def test_player_page_keeps_singles_and_pairs_apart(client, evening):
    card = evening.card()
    sent = evening.send(SentFor.HOME, card)
    answer_card(submission=sent, agreed=True, by=evening.away, at=CLOSING_TIME)
    player = Player.objects.get(pk=card.lines[0].home[0].id)
    seen = words_on(get(client, "player", player.slug))
    assert re.search(r"Singles 1 [01] [01] \d+", seen)
    assert "Bell at home" in seen


def test_player_who_has_not_played_says_so(client, evening):
    with scopes_disabled():
        new = make_player(Team.objects.get(slug="bell"), "Ted Ollerenshaw")
    assert "T Ollerenshaw has not played yet." in words_on(get(client, "player", new.slug))


def test_players_are_found_by_team_and_by_the_name_that_is_shown(client, evening):
    team = Team.objects.get(slug="bell")
    make_player(team, "Ted Ollerenshaw")
    assert "C PlayerA" not in words_on(get(client, "players", team=team.pk))
    assert "T Ollerenshaw" in words_on(get(client, "players", name="ollerEN"))
    assert "No player is registered with that name" in words_on(get(client, "players", name="Ted"))


def test_league_may_show_full_names(client, evening):
    assert "B\xa0PlayerA" in get(client, "players").content.decode()
    League.objects.update(public_names=NameStyle.FULL)
    assert "Bell PlayerA" in words_on(get(client, "players"))


def test_a_name_is_text_in_every_table(client, evening):
    """Tables of many rows are written at once, and not by a template that would see to it."""
    evening.send(SentFor.HOME)
    with scopes_disabled():
        League.objects.update(public_names=NameStyle.FULL)
        Player.objects.update(name="<b>O'Hara</b>")
        Team.objects.update(name=Concat(Value("<i>"), "slug", Value("</i>")))
        player = Player.objects.filter(slug__contains="playera").first()
    for page, args in (("players", ()), ("player", (player.slug,))):
        seen = get(client, page, *args).content.decode()
        assert re.search("<b>O|<i>", seen) is None
        table = seen.partition("<tbody")[2]
        assert "&lt;b&gt;O&#x27;Hara&lt;/b&gt;" in table
        assert "&lt;i&gt;" in table


# --- rule book --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("key", sorted(PRESETS))
def test_rule_book_is_this_leagues(client, key):
    make_league("other", key)
    seen = get(client, "rule-book", league="other")
    assert headings(seen)[:4] == ["League rules", "The match", "Points", "The table"]
    for rule in PRESETS[key].rules:
        assert f'id="rule-{rule.number}"' in seen.content.decode()
        assert rule.text in words_on(seen)


def test_rule_book_says_to_what_a_division_with_its_own_rules_plays(client):
    with scopes_disabled():
        division = make_division(make_season(make_league("other", "guisborough")), "Division Two")
        form = preset("guisborough").format
        shorter = replace(form, lines=tuple(replace(each, target=31) for each in form.lines))
        division.rules = codec.encode(replace(preset("guisborough"), format=shorter))
        division.save()
    seen = words_on(get(client, "rule-book", league="other"))
    assert "Division Two has its own rules" in seen
    own = seen[seen.index("What differs in this division.") :]
    assert "Winning: The first to exactly 31 wins" in own


@pytest.mark.parametrize(
    ("key", "games"),
    [
        ("leek", ["Singles: fives and threes to 61", "Pairs: fives and threes to 121"]),
        ("guisborough", ["Pairs: fives and threes to 61"]),
        ("teesdale", ["Singles and pairs: fives and threes to 61"]),
    ],
)
def test_rule_book_tells_how_each_game_is_played(client, key, games):
    make_league("other", key)
    seen = get(client, "rule-book", league="other")
    assert [each for each in headings(seen) if "fives and threes" in each] == games
    for game in games:
        assert f"The first to exactly {game.split()[-1]} wins" in words_on(seen)


# --- search -----------------------------------------------------------------------------------------------------------
@pytest.fixture
def pub():
    league = make_league()
    with scope(league=league):
        venue = make_venue(league, "The Golden Lion", address="Market Place")
        team = make_team(league, "Lion A", venue)
        make_player(team, "Harry Goy")
        make_player(team, "Wilfred Lionheart", under_18=True)
        yield team


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("lion", ["Lion A", "The Golden Lion"]),
        ("market", ["The Golden Lion"]),
        ("goy", ["H Goy"]),
        ("harry goy", ["H Goy"]),
        ("harry", []),
        ("lionheart", []),
        ("wilfred", []),
        ("g", []),
        ("", []),
    ],
)
def test_search_finds_what_is_shown(client, pub, typed, found):
    seen = get(client, "search", q=typed).content.decode()
    assert [unescape(each) for each in re.findall(r"<strong>([^<]+)</strong> <span", seen)] == found


def test_search_that_finds_nothing_says_what_next(client, pub):
    assert "try fewer letters." in words_on(get(client, "search", q="zzzz"))


def test_page_of_search_asks_for_nothing_before_it_is_asked(client, pub):
    seen = get(client, "search")
    assert seen.status_code == 200
    assert "There is a problem" not in words_on(seen)


# --- words ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["help", "privacy", "short-code"])
def test_footer_leads_to_pages_that_exist(client, name):
    seen = client.get(reverse(name))
    assert seen.status_code == 200
    assert len(headings(seen)) >= 1


def test_the_site_s_mark_is_found_where_old_browsers_look_for_it(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        seen = client.get("/favicon.ico")
    assert (seen.status_code, seen["Location"]) == (302, static("icon-180.png"))
    assert "max-age=86400" in seen["Cache-Control"]
