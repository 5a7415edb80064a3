"""A reader's own team on the league's home: by role, by a choice kept in the browser, never on others' pages."""

from datetime import date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scopes_disabled

from league.pages.queries.league import SHORTEST_BEST, my_season, things_to_do
from league.pages.queries.players import player_page
from league.results.choices import SentFor
from league.schedule.models import Fixture
from league.teams.actions.leagues import rename_team
from league.teams.models import Player, Team
from league.teams.permissions import TEAM_COOKIE
from tests.factories import make_league, make_team
from tests.league.html import words_on
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME
from tests.played import make_clubs, play_season

pytestmark = pytest.mark.django_db
TEA_TIME = datetime(2026, 9, 7, 17, tzinfo=timezone.get_default_timezone())
HOME, CHOICE = "/leek/", "/leek/my-team/"


def see(client: Client, at: datetime = TEA_TIME):
    with time_machine.travel(at, tick=False):
        return client.get(HOME)


# --- chosen in the browser --------------------------------------------------------------------------------------------
def test_a_team_that_is_chosen_comes_first_with_its_next_match(client, evening):
    assert "Choose your team" in words_on(see(client))
    answer = client.post(CHOICE, {"team": "bell"})
    assert (answer.status_code, answer["Location"]) == (302, HOME)
    kept = answer.cookies[TEAM_COOKIE]
    assert (kept.value, kept["path"], kept["httponly"], kept["samesite"]) == ("bell", HOME, True, "Lax")
    assert "Bell Division One Tonight, 8pm Crown A v Bell at Crown A Inn" in words_on(see(client))


def test_a_chosen_team_is_forgotten_on_request(client, evening):
    client.post(CHOICE, {"team": "bell"})
    client.post(CHOICE)
    assert "Choose your team" in words_on(see(client))


def test_a_team_of_another_league_cannot_be_chosen(client, evening):
    with scopes_disabled():
        make_team(make_league("other"), "Rose")
    assert client.post(CHOICE, {"team": "rose"}).status_code == 404


def test_a_cookie_that_names_no_team_changes_nothing(client, evening):
    client.cookies[TEAM_COOKIE] = "<script>"
    assert "Choose your team" in words_on(see(client))


def test_every_team_of_the_season_can_be_chosen(client, evening):
    seen = client.get(CHOICE, follow=True).content.decode()
    assert [f'value="{team.slug}"' in seen for team in Team.objects.all()] == [True] * 4
    assert "Your team is" not in seen


def test_a_page_for_one_reader_is_kept_for_nobody_else(client, evening, settings):
    settings.PAGES_KEPT = 60
    client.post(CHOICE, {"team": "bell"})
    mine, theirs = see(client), see(Client())
    assert (mine.has_header("Cache-Control"), "public" in theirs["Cache-Control"]) == (False, True)
    assert "Cookie" in theirs["Vary"]
    assert "panel--mine" in see(client).content.decode()
    assert "panel--mine" not in see(Client()).content.decode()


def test_the_button_is_on_the_page_of_every_team(client, evening):
    seen = client.get(reverse("team", args=["leek", "bell"])).content.decode()
    assert f'action="{CHOICE}"' in seen
    assert "csrfmiddlewaretoken" not in seen


def test_following_a_team_makes_it_the_readers_own_and_says_how_else(client, evening):
    answer = client.post(CHOICE, {"follow": "bell"}, follow=True)
    assert answer.redirect_chain == [("/leek/follow/?team=bell", 302)]
    assert "Bell come first on Leek’s home page on this phone. Change team" in words_on(answer)
    assert "Bell Division One Tonight" in words_on(see(client))


def test_in_a_private_league_the_same_button_leads_home(evening):
    type(evening.small.league).objects.update(public=False)
    reader = signed_in(evening.secretary)
    answer = reader.post(CHOICE, {"follow": "bell"})
    assert (answer["Location"], answer.cookies[TEAM_COOKIE].value) == (HOME, "bell")


def test_the_page_of_ones_own_team_says_so_and_what_waits(client, evening):
    page = reverse("team", args=["leek", "crown-a"])
    client.post(CHOICE, {"team": "crown-a"})
    assert "You follow Crown A Change team Messages and calendar" in words_on(client.get(page))
    with time_machine.travel(CLOSING_TIME, tick=False):
        own = words_on(signed_in(evening.home).get(page))
        other = words_on(signed_in(evening.away).get(page))
    assert "Enter result Crown A v Bell, by Sat 12 Sep, noon" in own
    assert f'action="{CHOICE}"' not in signed_in(evening.home).get(page).content.decode()
    assert "Enter result" not in other


# --- by a role --------------------------------------------------------------------------------------------------------
def test_a_captain_has_the_team_first_without_choosing(evening):
    seen = words_on(see(signed_in(evening.home)))
    assert "Crown A Division One Tonight, 8pm Crown A v Bell at Crown A Inn" in seen
    assert "Enter result" not in seen
    assert "Change team" not in seen


def test_a_role_counts_for_more_than_a_choice(evening):
    client = signed_in(evening.home)
    client.post(CHOICE, {"team": "bell"})
    assert "Crown A Division One Tonight" in words_on(see(client))


def test_a_renamed_team_is_still_its_captains(evening):
    rename_team(team=Team.objects.get(slug="crown-a"), name="Crown Inn", by=evening.secretary, at=TEA_TIME)
    assert "Crown Inn Division One Tonight" in words_on(see(signed_in(evening.home)))


def test_a_card_waits_once_the_match_has_begun(evening):
    league, captain = evening.small.league, evening.home
    start = TEA_TIME.replace(hour=20)
    assert things_to_do(captain, league, start - timedelta(minutes=1)) == []
    assert [each.label for each in things_to_do(captain, league, start)] == ["Enter result"]


def test_a_card_to_confirm_says_by_when(evening):
    sent = evening.send(SentFor.HOME)
    (todo,) = things_to_do(evening.away, evening.small.league, CLOSING_TIME)
    assert todo.label == f"Confirm {sent.fixture.result.home_games}\N{EN DASH}{sent.fixture.result.away_games}?"
    assert todo.by == sent.fixture.result.confirm_by
    assert todo.label in words_on(see(signed_in(evening.away), CLOSING_TIME))


def test_an_old_match_without_a_card_comes_before_one_to_confirm_later(evening):
    evening.send(SentFor.HOME)
    again = Fixture.objects.filter(home__team__slug="bell").first()
    again.date = TEA_TIME.date() - timedelta(days=7)
    again.save()
    assert [each.label[:7] for each in things_to_do(evening.away, evening.small.league, CLOSING_TIME)] == [
        "Enter r",
        "Confirm",
    ]


@pytest.mark.parametrize(("who", "queries"), [("chosen", 2), ("captain", 7)])
def test_the_card_costs_the_same_queries_whoever_it_is(django_assert_num_queries, evening, who, queries):
    client = signed_in(evening.home) if who == "captain" else Client()
    if who == "chosen":
        client.post(CHOICE, {"team": "crown-a"})
    see(Client())
    with django_assert_num_queries(FRONT + queries):
        see(client)


FRONT = 13  # of the league's home by itself


# --- a reader's own page ----------------------------------------------------------------------------------------------
def own_page(client: Client, at: datetime) -> str:
    with time_machine.travel(at, tick=False):
        return words_on(client.get("/leek/me/"))


def test_who_has_no_account_chooses_a_team_and_a_name_and_has_a_season(client, evening):
    evening.send(SentFor.HOME)
    evening.send(SentFor.AWAY)
    after = CLOSING_TIME + timedelta(hours=1)
    assert "Choose your team" in own_page(client, after)
    client.post(CHOICE, {"team": "bell"})
    assert "Which of them are you?" in own_page(client, after)
    with scopes_disabled():
        bell = Team.objects.get(league__slug="leek", slug="bell")
        player = bell.registrations.order_by("pk").first().player
    client.post("/leek/me/", {"player": player.slug})
    page = own_page(client, after)
    assert "My season" in page
    assert player.public_name in page
    assert "Your team" in page
    with time_machine.travel(after, tick=False):
        averages = words_on(client.get("/leek/averages/"))
    assert ("You: " in averages) == (player.public_name in averages)
    client.post("/leek/me/")
    assert "Which of them are you?" in own_page(client, after)


def test_nobody_under_18_can_be_chosen(client, evening):
    with scopes_disabled():
        bell = Team.objects.get(league__slug="leek", slug="bell")
        player = bell.registrations.order_by("pk").first().player
        player.under_18 = True
        player.save()
    client.post(CHOICE, {"team": "bell"})
    assert client.post("/leek/me/", {"player": player.slug}).status_code == 404


def test_a_personal_best_is_told_on_its_day_and_the_day_after():
    with scopes_disabled():
        league = make_league(public=True)
        play_season(league, make_clubs(league, 4), size=4)
        days = {}
        for player in Player.objects.all():
            page = player_page(player, date(2027, 1, 1))
            run = page.career.runs.unbeaten
            days[run.now == run.most >= SHORTEST_BEST] = player, page.matches[0].night.on, run.now
        (best, day, length), (other, other_day, _) = days[True], days[False]
        told = [my_season(best, day + timedelta(days=later))["bests"] for later in (0, 1, 2)]
        assert told[0] == told[1] != told[2] == []
        assert f"{length} matches unbeaten" in told[0]
        assert not any("unbeaten" in each for each in my_season(other, other_day)["bests"])
