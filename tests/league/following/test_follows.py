"""A phone follows a team, a player, a cup or a league: what it is told, once each, how it stops, and who may not."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.audit.models import Entry
from league.notifications.actions.followers import (
    MOST_FOLLOWS,
    choose_events,
    follow,
    forget_followers,
    tell_leads,
    unfollow,
)
from league.notifications.actions.preferences import add_phone, stop_phone
from league.notifications.actions.send_messages import send_waiting
from league.notifications.actions.write_messages import process_audit_log, process_clock
from league.notifications.choices import MessageKind, MessageState
from league.notifications.models import Follow, LiveLead, Message, OutboxCursor, Phone
from league.notifications.queries.followers import MOST_A_DAY, link_of, removal_link_of
from league.notifications.views import followers
from league.results.actions.decisions import correct_result
from league.results.choices import SentFor
from league.results.models import Result
from league.teams.models import Player
from tests.league.following.conftest import NOW
from tests.league.live.pegging import peg_game
from tests.league.notifications import push_sink as moods
from tests.league.notifications.conftest import MOMENT, told
from tests.league.results.evening import CLOSING_TIME, later, make_evening, other_winner

EIGHT = later(hours=-2)
ENDPOINT = "https://push.example/send/{}"


def keys(name: str) -> dict[str, str]:
    return moods.Browser(ENDPOINT.format(name)).told


def follows(what, league, name="ann", at=NOW) -> Follow:
    return follow(what=what, league=league, at=at, **keys(name))


def followed(at=CLOSING_TIME + MOMENT) -> list[tuple[str, str]]:
    """What is written to followers about everything so far, as (subject, text)."""
    told(at)
    found = Message.objects.filter(kind=MessageKind.FOLLOW).order_by("pk")
    return [(each.subject, each.text) for each in found]


def told_score(evening) -> str:
    result = Result.objects.get(fixture=evening.fixture)
    return f"Crown A {result.home_games}\N{EN DASH}{result.away_games} Bell"


# --- what is told -----------------------------------------------------------------------------------------------------
def test_a_result_is_told_once_to_each_phone_by_the_closest_thing_it_follows(evening, crown):
    league = evening.small.league
    for what in (league, crown):
        follows(what, league)
    follows(evening.fixture.away.team, league, "bob")
    follows(evening.small.entries[2].team, league, "cat")  # who do not play here
    evening.send(SentFor.HOME)
    [(one, words), (two, _)] = followed()
    assert one == two == told_score(evening)
    assert words == "Division One. Not confirmed yet."
    assert {each.phone.endpoint for each in Message.objects.filter(kind="follow").select_related("phone")} == {
        ENDPOINT.format("ann"), ENDPOINT.format("bob")
    }  # fmt: skip
    by_ann = Message.objects.get(kind="follow", phone__endpoint=ENDPOINT.format("ann"))
    assert by_ann.stop == removal_link_of(Follow.objects.select_related("league").get(team=crown))
    assert (by_ann.to, by_ann.address, by_ann.link) == (None, "", evening.fixture.get_absolute_url())
    assert followed() == [(one, words), (two, words)]


def test_a_result_that_is_confirmed_is_no_news_and_one_that_changes_is(evening, crown):
    follows(crown, evening.small.league)
    evening.send(SentFor.HOME)
    [first] = followed()
    evening.send(SentFor.AWAY)
    assert followed(NOW) == [first]
    correct_result(
        fixture=evening.fixture, card=other_winner(evening.card()), key=uuid4(), seen=evening.fixture.version,
        reason="A slip", by=evening.secretary, at=NOW,
    )  # fmt: skip
    assert [subject for subject, _ in followed(NOW + MOMENT)] == [first[0], f"Corrected: {told_score(evening)}"]


def test_a_follower_of_a_player_hears_of_results_in_which_they_played(evening):
    league = evening.small.league
    card = evening.card()
    played = {player.id for line in card.lines for player in line.home}
    squad = [row.player for row in evening.fixture.home.team.registrations.select_related("player__league")]
    on_card = next(each for each in squad if str(each.pk) in played)
    follows(on_card, league)
    idle = [each for each in squad if str(each.pk) not in played]
    if idle:
        follows(idle[0], league, "bob")
    evening.send(SentFor.HOME, card)
    assert len(followed()) == 1


def test_a_phone_that_follows_a_team_hears_of_it_though_a_player_it_follows_did_not_play(evening, crown):
    card = evening.card()
    played = {player.id for line in card.lines for player in line.home}
    squad = [row.player for row in crown.registrations.select_related("player__league")]
    follows(next(each for each in squad if str(each.pk) not in played), evening.small.league)
    follows(crown, evening.small.league)
    evening.send(SentFor.HOME, card)
    assert len(followed()) == 1


def test_a_phone_that_follows_both_sides_hears_of_each_that_leads(evening, crown):
    for team in (crown, evening.fixture.away.team):
        follows(team, evening.small.league)
    with time_machine.travel(EIGHT, tick=False):
        peg_game(evening.fixture, 0, evening.home)
    assert tell_leads(at=CLOSING_TIME) == 1


def test_tonight_is_one_message_in_the_morning_however_much_is_followed(evening, crown):
    league, ten = evening.small.league, EIGHT.replace(hour=10, minute=0)
    follows(crown, league)
    follows(league, league)
    follows(crown, league, "bob")
    OutboxCursor.objects.update(clock=ten - timedelta(minutes=5))
    process_clock(at=ten + timedelta(minutes=1))
    process_clock(at=ten + timedelta(minutes=3))
    found = {each.phone.endpoint[-3:]: each for each in Message.objects.filter(kind="follow").select_related("phone")}
    assert found["bob"].subject == "Crown A v Bell today, 8pm"
    assert found["ann"].subject == "2 matches today, from 8pm"
    assert found["ann"].link == f"/leek/fixtures/{evening.fixture.date}/"
    assert len(found) == Message.objects.filter(kind="follow").count() == 2


def test_a_match_that_starts_and_who_leads(evening, crown):
    """The lead is told when it changes, and not again when the other side draws level."""
    league, fixture = evening.small.league, evening.fixture
    follows(crown, league)
    follows(fixture.away.team, league, "bob")
    with time_machine.travel(EIGHT, tick=False):
        ended = peg_game(fixture, 0, evening.home)
        process_audit_log(at=EIGHT + MOMENT)
    assert Message.objects.filter(kind="follow", subject="Crown A v Bell has started").count() == 2
    assert tell_leads(at=CLOSING_TIME) == 1
    assert tell_leads(at=CLOSING_TIME) == 0
    lead = Message.objects.filter(kind="follow").latest("pk")
    winner = (fixture.home, fixture.away)[ended.winner]
    assert (lead.subject, lead.topic != "") == (f"{winner} lead 1\N{EN DASH}0", True)
    assert LiveLead.objects.get().changes == 1


def test_what_is_not_chosen_is_not_told(evening, crown):
    row = follows(crown, evening.small.league)
    choose_events(follow=row, events=["tonight"])
    evening.send(SentFor.HOME)
    assert followed() == []
    with pytest.raises(ValidationError):
        choose_events(follow=row, events=[])


def test_a_phone_has_no_more_than_so_many_messages_a_day(evening, crown):
    row = follows(crown, evening.small.league)
    Message.objects.bulk_create(
        Message(
            league=row.league, key=f"k{number}", kind="follow", channel="push", phone=row.phone, stop="/stop/",
            subject="x", text="x", made_at=CLOSING_TIME, not_before=CLOSING_TIME,
        )
        for number in range(MOST_A_DAY)
    )  # fmt: skip
    evening.send(SentFor.HOME)
    assert len(followed()) == MOST_A_DAY


def test_nothing_is_told_of_a_private_league_nor_of_a_minor(evening, crown):
    league = evening.small.league
    player = Player.objects.filter(registrations__team=crown).order_by("pk")[0]
    follows(player, league)
    follows(crown, league, "bob")
    Player.objects.filter(pk=player.pk).update(under_18=True)
    type(league).objects.filter(pk=league.pk).update(public=False)
    evening.send(SentFor.HOME)
    assert followed() == []
    league.refresh_from_db()
    with pytest.raises(ValidationError):
        follows(league, league, "cat")


# --- one row each, and the way out ------------------------------------------------------------------------------------
def test_twice_is_once_and_the_last_follow_takes_the_phone_along(evening, crown):
    league = evening.small.league
    before = Entry.objects.count()
    one, again, other = follows(crown, league), follows(crown, league), follows(league, league)
    assert one == again
    assert (Phone.objects.count(), Follow.objects.count(), one.phone.user) == (1, 2, None)
    evening.send(SentFor.HOME)
    followed()
    unfollow(follow=one)
    assert Phone.objects.count() == 1
    unfollow(follow=other)
    assert (Phone.objects.count(), Message.objects.filter(kind="follow").count()) == (0, 0)
    assert not Entry.objects.filter(pk__gt=before, verb__contains="follow").exists()


def test_a_phone_follows_so_many_things_and_no_more(evening, crown):
    row = follows(crown, evening.small.league)
    players = [Player(league=row.league, name=f"Ann Other {n}", slug=f"ann-other-{n}") for n in range(MOST_FOLLOWS - 1)]
    Follow.objects.bulk_create(
        Follow(league=row.league, phone=row.phone, player=each, since=NOW)
        for each in Player.objects.bulk_create(players)
    )
    with pytest.raises(ValidationError):
        follows(row.league, row.league)


@pytest.mark.parametrize("mood", [moods.GONE, moods.UNKNOWN])
def test_a_phone_that_its_push_service_no_longer_knows_is_forgotten(evening, crown, service, mood):
    made = service.browser("ann")
    follow(what=crown, league=evening.small.league, at=NOW, **made.told)
    evening.send(SentFor.HOME)
    followed()
    Message.objects.exclude(kind="follow").delete()
    service.mood = lambda: mood
    assert send_waiting(now=lambda: NOW) == 0
    assert (Phone.objects.count(), Follow.objects.count()) == (0, 0)
    assert Message.objects.get().state == MessageState.FAILED


def test_a_message_carries_the_way_out_to_the_phone(evening, crown, service):
    made = service.browser("ann")
    row = follow(what=crown, league=evening.small.league, at=NOW, **made.told)
    evening.send(SentFor.HOME)
    followed()
    Message.objects.exclude(kind="follow").delete()
    assert send_waiting(now=lambda: NOW) == 1
    [(_, headers, body)] = service.taken
    said = made.read(body)
    assert said["stop"] == removal_link_of(row)
    assert headers["Topic"] == said["tag"]


def test_what_is_old_is_forgotten(evening, crown):
    follows(crown, evening.small.league, at=NOW - timedelta(days=401))
    evening.send(SentFor.HOME)
    followed()
    assert forget_followers(before=NOW - timedelta(days=400), sent_before=NOW - timedelta(days=7)) > 0
    assert (Phone.objects.count(), Message.objects.filter(kind="follow").count()) == (0, 0)


def test_a_browser_may_be_a_captains_and_follow_by_itself(evening, crown):
    """Each is a row of its own; what it followed goes along when the browser takes another address."""
    row = follows(crown, evening.small.league)
    old, new = keys("ann"), keys("new")
    mine = add_phone(user=evening.home, **old, words="Chrome", at=NOW)
    assert Phone.objects.count() == 2
    add_phone(user=evening.home, **new, former=old["endpoint"], words="Chrome", at=NOW)
    row.phone.refresh_from_db()
    assert row.phone.endpoint == new["endpoint"]
    stop_phone(user=evening.home, pk=mine.pk, at=NOW)
    assert Follow.objects.get().phone == row.phone


# --- pages ------------------------------------------------------------------------------------------------------------
def test_one_post_follows_and_leads_to_the_follows_own_page(client, evening, crown):
    address = f"/leek/follow/teams/{crown.slug}/"
    page = client.get(address, follow=True).content.decode()
    assert "Follow Crown A" in page
    assert f"webcal://testserver{reverse('team-calendar', args=['leek', crown.slug])}" in page
    response = client.post(address, keys("ann"), follow=True)
    assert "You now follow Crown A" in response.content.decode()
    [row] = Follow.objects.select_related("league")
    assert client.post(link_of(row), {"events": ["result"]}).status_code == 302
    row.refresh_from_db()
    assert (row.result, row.lead, row.started, row.tonight) == (True, False, False, False)
    assert client.post(link_of(row), {}).status_code == 422
    assert client.get(removal_link_of(row)).status_code == 200
    assert Follow.objects.exists()  # to look at it changes nothing
    assert "You no longer follow Crown A" in client.post(removal_link_of(row)).content.decode()
    assert client.get(link_of(row)).status_code == client.post(removal_link_of(row)).status_code == 404


@pytest.mark.parametrize(
    "endpoint", ["http://push.example/x", "https://10.0.0.1/x", "https://push.example:8443/x", "https://evil.example/"]
)
def test_an_address_that_is_no_push_services_is_refused(client, crown, endpoint):
    response = client.post(f"/leek/follow/teams/{crown.slug}/", keys("ann") | {"endpoint": endpoint})
    assert (response.status_code, Follow.objects.count()) == (422, 0)


def test_too_many_from_one_address_are_told_to_wait(client, crown, monkeypatch):
    monkeypatch.setattr(followers, "PHONES", followers.PHONES._replace(most=1))
    address = f"/leek/follow/teams/{crown.slug}/"
    assert [client.post(address, keys(name)).status_code for name in "ab"] == [302, 429]
    assert Follow.objects.count() == 1


def test_a_minor_cannot_be_followed_and_a_link_opens_in_its_league_alone(client, evening, crown):
    player = Player.objects.filter(registrations__team=crown).order_by("pk")[0]
    Player.objects.filter(pk=player.pk).update(under_18=True)
    assert client.get(f"/leek/follow/players/{player.slug}/").status_code == 404
    assert client.post(f"/leek/follow/players/{player.slug}/", keys("ann")).status_code == 404
    row = follows(crown, evening.small.league)
    with scopes_disabled():
        make_evening("bury", "two-and-half")
    token = link_of(row).split("/")[-2]
    assert client.get(f"/bury/following/{token}/").status_code == 404
    assert client.post(f"/bury/following/{token}/removal/").status_code == 404
    assert client.get(f"/leek/following/{token[:-2]}xx/").status_code == 404
    assert Follow.objects.filter(pk=row.pk).exists()


def test_pages_have_the_control(client, evening, crown):
    for page in (reverse("team", args=["leek", crown.slug]), "/leek/"):
        assert "<follow-button" in client.get(page).content.decode()


def test_a_match_to_come_has_a_bell_for_each_side(client, evening, settings):
    """By one tap, on its page and on its live page; nothing of it where no phone is told."""
    pages = evening.fixture.get_absolute_url(), evening.fixture.address_of("live")

    def bells():
        return [re.findall(r'data-what="([^"]*)"', client.get(page).content.decode()) for page in pages]

    both = [reverse("follow-team", args=["leek", side.team.slug]) for side in evening.small.entries[:2]]
    assert bells() == [both, both]
    settings.PUSH_KEY = ""
    assert bells() == [[], []]


def test_a_player_is_not_followed_where_no_phone_is_sent_messages(client, crown, settings):
    player = Player.objects.filter(registrations__team=crown).order_by("pk")[0]
    assert "<follow-button" in client.get(player.get_absolute_url()).content.decode()
    settings.PUSH_KEY = ""
    assert "<follow-button" not in client.get(player.get_absolute_url()).content.decode()
    response = client.get(f"/leek/follow/players/{player.slug}/")
    assert (response.status_code, response["Location"]) == (302, player.get_absolute_url())
