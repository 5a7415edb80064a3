"""The captain sees who can play, picks the team, which the card has ticked, and asks others; nobody else sees it."""

from dataclasses import replace
from datetime import timedelta
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.test import Client
from django_scopes import scopes_disabled

from league.base.audit.models import Entry
from league.exchange.actions.erasure import delete_old_availability, erase_person
from league.exchange.queries.persons import person_playing
from league.matchnight.actions.availability import add_absence, pick_team
from league.matchnight.models import (
    Absence,
    AskedNight,
    AvailabilitySettings,
    NightAnswer,
    PickedPlayer,
    PlayerAnswer,
    ReserveRequest,
)
from league.matchnight.queries.nights import expected_for, link_at, match_sheet
from league.matchnight.queries.scorer_page import match_on_phone
from league.results.choices import SentFor
from league.results.queries.appearances import last_line_up
from league.results.queries.journeys import journey_of
from league.schedule.queries.move_rules import advice_for, nights_for
from league.teams.models import League
from scoring import codec
from scoring.card.league_rules import Helps, PlayingUp
from scoring.card.presets import preset
from scoring.card.sheet import Side
from tests.factories import make_player
from tests.league.api.programs import program_of
from tests.league.availability.asking import link_for, say
from tests.league.availability.conftest import TUESDAY
from tests.league.person import signed_in

NAMES = ("home", "away", "secretary")


def test_sheet_has_who_can_first_and_says_how_many(asking):
    for number, answer in enumerate((NightAnswer.NO, NightAnswer.IF_NEEDED, NightAnswer.YES)):
        say(asking.link(number), asking.night, answer)
    sheet = match_sheet(asking.evening.fixture, asking.team)
    assert [line.player for line in sheet.lines][:2] == [asking.players[2], asking.players[1]]
    assert sheet.lines[-1].player == asking.players[0]
    assert str(sheet.counts) == "1 can play, 1 if needed, 1 cannot, 5 have not answered"
    assert all(line.may_play for line in sheet.lines)


def test_what_the_rules_have_against_a_player_is_said(asking):
    """Somebody who came into the squad only on the day, in a league where that is too soon."""
    rules = preset("leek")
    rules = replace(rules, registration=replace(rules.registration, required=True, eligible_after=7))
    with scopes_disabled():
        asking.evening.small.division.competition.rules = codec.encode(rules)
        asking.evening.small.division.competition.save()
        League.objects.update(rules=codec.encode(rules))
    late = make_player(asking.team, "Larry Late", since=asking.night)
    page = signed_in(asking.evening.home).get(asking.sheet).content.decode()
    assert "Larry Late was registered on 7 Sep and may play from 14 Sep." in page
    lines = {line.player: line.may_play for line in match_sheet(asking.evening.fixture, asking.team).lines}
    assert lines.pop(late) is False
    assert set(lines.values()) == {True}


@pytest.mark.parametrize("number", [1, 3])
def test_pages_cost_the_same_however_many_play(asking, django_assert_num_queries, number):
    for each in range(number):
        say(asking.link(each), asking.night)
    with django_assert_num_queries(9):
        match_sheet(asking.evening.fixture, asking.team)


def test_team_that_is_picked_is_ticked_on_that_sides_card_alone(asking):
    fixture, chosen = asking.evening.fixture, [asking.players[3].pk, asking.players[1].pk]
    answer = signed_in(asking.evening.home).post(asking.sheet, {"players": chosen})
    assert answer.status_code == 302
    assert list(PickedPlayer.objects.order_by("place").values_list("player", flat=True)) == chosen
    ours = journey_of(fixture, asking.evening.home, SentFor.HOME)
    theirs = journey_of(fixture, asking.evening.away, SentFor.AWAY)
    assert ours.present == {Side.HOME: tuple(map(str, chosen)), Side.AWAY: ()}
    assert theirs.present == {Side.HOME: (), Side.AWAY: ()}
    words = Entry.objects.filter(verb="pick_team").values_list("words", "after")
    assert list(words) == [("Crown A picked their team for Crown A v Bell", {"match": fixture.pk})]


def test_who_said_yes_is_ticked_and_comes_first_for_the_own_captain_alone(asking):
    fixture, coming = asking.evening.fixture, str(asking.players[3].pk)
    say(asking.link(3), asking.night)
    say(asking.link(0), asking.night, NightAnswer.NO)
    for user, side, expected in (
        (asking.evening.home, SentFor.HOME, [[coming], []]),
        (asking.evening.away, SentFor.AWAY, [[], []]),
    ):
        assert [list(keys) for keys in journey_of(fixture, user, side).present.values()] == expected
        phone = match_on_phone(fixture, led=[side])
        assert (phone["expected"], phone["squads"][0][0]["key"] == coming) == (expected, user == asking.evening.home)


def test_last_times_players_fill_up_a_side_but_for_those_who_said_no(asking):
    for side in (SentFor.HOME, SentFor.AWAY):
        asking.evening.send(side)
    lines = last_line_up(asking.team, asking.night + timedelta(days=1))
    last = list(dict.fromkeys(key for number in sorted(lines) for key in lines[number]))
    following = asking.evening.small.fixtures[2]
    by_key = {str(player.pk): player for player in asking.players}
    gone, coming = last[0], last[-1]
    say(link_for(asking.team, by_key[gone]), following.date, NightAnswer.NO)
    say(link_for(asking.team, by_key[coming]), following.date)
    home = following.home.team_id == asking.team.pk
    assert expected_for(following, Side.HOME if home else Side.AWAY) == (coming, *last[1:-1])


def test_a_captain_notes_what_a_player_said(asking):
    client, key = signed_in(asking.evening.home), str(uuid4())
    values = {"player": asking.players[0].pk, "answer": "if-needed", "key": key}
    for _ in range(2):
        client.post(f"{asking.sheet}answers/", values)
    row = PlayerAnswer.objects.get()
    assert (row.player, row.answer, row.by) == (asking.players[0], "if-needed", asking.evening.home)
    client.post(f"{asking.sheet}answers/", values | {"player": 0, "key": str(uuid4())})
    assert PlayerAnswer.objects.count() == 1


def test_a_player_of_another_team_is_asked_only_if_the_rules_let_them(asking):
    rules = preset("leek")
    rules = replace(rules, playing_up=PlayingUp(most=2, helps=Helps.ANY))
    with scopes_disabled():
        League.objects.update(rules=codec.encode(rules))
        asking.evening.small.division.competition.rules = codec.encode(rules)
        asking.evening.small.division.competition.save()
    helper = asking.evening.small.entries[2].team.registrations.first().player
    opponent = asking.other.registrations.first().player
    client = signed_in(asking.evening.home)
    assert client.post(f"{asking.sheet}reserve/", {"player": opponent.pk}).status_code == 422
    assert client.post(f"{asking.sheet}reserve/", {"player": helper.pk}).status_code == 302
    assert client.post(f"{asking.sheet}reserve/", {"player": helper.pk}).status_code == 422
    assert ReserveRequest.objects.get().player == helper
    link = link_at(link_for(asking.team, helper).token, asking.team.league, TUESDAY.date())
    assert (link.player, link.reserve) == (helper, True)
    say(link, asking.night)
    (line,) = [each for each in match_sheet(asking.evening.fixture, asking.team).lines if each.reserve]
    assert (line.word.answer, line.may_play, [each.code for each in line.problems]) == (
        NightAnswer.YES, True, ["plays_up"],
    )  # fmt: skip


def test_which_night_suits_shows_where_a_match_is_moved(asking):
    fixture, client = asking.evening.small.fixtures[2], signed_in(asking.evening.home)
    entry = asking.evening.small.entries[0]
    there = asking.evening.fixture
    nights = nights_for(there, today=TUESDAY.date())
    assert advice_for(entry, nights) == {}
    first = nights.offers[0].date
    page = f"{asking.sheet}nights/"
    assert client.post(page, {"nights": [first.isoformat()]}).status_code == 302
    assert AskedNight.objects.get().night == first
    say(asking.link(0), first)
    say(asking.link(1), first, NightAnswer.IF_NEEDED)
    add_absence(link=asking.link(2), first=first, last=first, at=TUESDAY)
    assert advice_for(entry, nights)[first] == "2 of your 8 players can play and 1 cannot"
    shown = client.get(f"/leek/{there.first_date}/{there.slug}/move-request/").content.decode()
    assert shown.count("2 of your 8 players can play and 1 cannot") == 1
    theirs = signed_in(asking.evening.away).get(f"/leek/{there.first_date}/{there.slug}/move-request/").content.decode()
    assert "players can play" not in theirs
    assert fixture.pk != there.pk


def test_no_page_of_anybody_else_says_who_can_play(asking):
    say(asking.link(), asking.night)
    pick_team(
        fixture=asking.evening.fixture, team=asking.team, players=[asking.players[0].pk], by=asking.evening.home,
        at=TUESDAY,
    )  # fmt: skip
    squad = f"/leek/squads/{asking.team.slug}/availability/"
    for path in (squad, asking.sheet, f"{asking.sheet}nights/"):
        codes = [signed_in(getattr(asking.evening, name)).get(path).status_code for name in NAMES]
        assert codes == [200, 403, 403]
    history = signed_in(asking.evening.secretary).get("/leek/history/").content.decode()
    assert asking.players[0].name not in history
    assert "Crown A picked their team" in history


def test_secretary_turns_it_on_and_off_and_sees_nothing_by_it(asking):
    client, page = signed_in(asking.evening.secretary), f"/leek/squads/{asking.other.slug}/availability/settings/"
    answer = client.post(page, {"enabled": "on", "first_days": 4, "last_days": 0})
    assert (answer.status_code, answer.url) == (302, f"/leek/squads/{asking.other.slug}/")
    assert signed_in(asking.evening.away).get(f"/leek/squads/{asking.other.slug}/availability/").status_code == 200
    client.post(page, {"first_days": 4, "last_days": 0})
    sheet = asking.sheet.replace(asking.team.slug + "/availability", asking.other.slug + "/availability")
    assert signed_in(asking.evening.away).get(sheet).status_code == 404


def test_a_captain_sends_a_player_without_an_account_their_own_link(asking):
    page = signed_in(asking.evening.home).get(f"/leek/squads/{asking.team.slug}/availability/").content.decode()
    for number in range(len(asking.players)):
        address = quote(f"http://testserver{asking.link(number).address}", safe="")
        assert f"https://wa.me/?text=Crown%20A%3A%20can%20you%20play%3F%20{address}" in page
        assert f"sms:?&amp;body=Crown%20A%3A%20can%20you%20play%3F%20{address}" in page


def test_a_captains_program_reads_who_can_play_and_no_other_does(asking):
    say(asking.link(), asking.night)
    path = f"/api/v1/leagues/leek/teams/{asking.team.slug}/availability"
    codes = {}
    for name in NAMES:
        secret = program_of(getattr(asking.evening, name)).secret
        answer = Client().get(path, headers={"Authorization": f"Bearer {secret}"})
        codes[name] = answer.status_code
        if name == "home":
            first = answer.json()["items"][0]
    assert codes == {"home": 200, "away": 403, "secretary": 403}
    assert (first["fixture"], first["date"]) == (asking.evening.fixture.code, "2026-09-07")
    words = {each["player"]["name"]: each["answer"] for each in first["players"]}
    assert words.pop(asking.players[0].public_name) == "yes"
    assert set(words.values()) == {None}


def test_whoever_is_erased_leaves_nothing_of_it_and_old_nights_go_by_themselves(asking):
    gone, other = asking.link(0), asking.link(1)
    for link in (gone, other):
        say(link, asking.night)
        add_absence(link=link, first=asking.night, last=asking.night, at=TUESDAY)
    both = [gone.player.pk, other.player.pk]
    pick_team(fixture=asking.evening.fixture, team=asking.team, players=both, by=asking.evening.home, at=TUESDAY)
    erase_person(person=person_playing(gone.player), by=asking.evening.secretary, at=TUESDAY)
    for model in (PlayerAnswer, Absence, PickedPlayer):
        assert list(model.objects.values_list("player", flat=True)) == [other.player.pk]
    assert link_at(gone.token, asking.team.league, TUESDAY.date() + timedelta(days=1)) is None
    delete_old_availability(at=TUESDAY + timedelta(days=66))
    assert PlayerAnswer.objects.count() == 1
    delete_old_availability(at=TUESDAY + timedelta(days=67))
    assert (PlayerAnswer.objects.count(), Absence.objects.count()) == (0, 0)


def test_the_captains_first_page_counts_who_can_play(asking):
    captain = signed_in(asking.evening.home)
    assert "Nobody has answered yet." in captain.get("/leek/your-match/").content.decode()
    say(asking.link(0), asking.night)
    say(asking.link(1), asking.night, NightAnswer.IF_NEEDED)
    shown = captain.get("/leek/your-match/").content.decode()
    assert f"1 can play, 1 if needed, {len(asking.players) - 2} have not answered." in shown
    assert f'href="{asking.sheet}"' in shown
    AvailabilitySettings.objects.update(enabled=False)
    assert "can play," not in captain.get("/leek/your-match/").content.decode()
