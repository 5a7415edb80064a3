"""Calendar links of one's own: read without signing in, by nobody who was not given one, until they are taken back."""

import re
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
import vobject
from django.core.exceptions import ValidationError
from django.test import Client
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.cups.actions.entries import enter
from league.documents.actions import MOST_LINKS, make_calendar_link
from league.documents.kinds import CalendarOf
from league.documents.models import CalendarLink
from league.schedule.models import Fixture
from league.teams.actions.people import end_role
from league.teams.choices import RoleKind
from league.teams.models import League, Player
from tests.factories import league_in_season, make_fixture, make_role, make_user
from tests.league.cups.world import opened, players_of
from tests.league.person import signed_in

AT = datetime(2026, 9, 1, 12, tzinfo=ZoneInfo("Europe/London"))
PAGE = "/leek/calendar/"


@pytest.fixture
def small(db):
    with time_machine.travel(AT, tick=False), scopes_disabled():
        made = league_in_season(squad=2)
        League.objects.filter(pk=made.league.pk).update(public=False)
        made.league.refresh_from_db()
        with scope(league=made.league):
            yield made


def make(small, user, which="mine") -> str:
    """The address of a link made on the page by `user`, from the answer that shows it once."""
    answer = signed_in(user).post(PAGE, {"which": which}, follow=True)
    assert answer.status_code == 200
    [address] = re.findall(r">http://testserver(/leek/calendar/[\w-]{32}\.ics)<", answer.content.decode())
    return address


def titles(address: str) -> list[str]:
    answer = Client().get(address)
    assert answer.status_code == 200
    return [each.summary.value for each in vobject.readOne(answer.content.decode()).contents.get("vevent", [])]


def test_a_private_league_s_calendar_is_read_by_its_link_without_signing_in(small):
    address = make(small, small.captains[0], "league")

    assert len(titles(address)) == 4
    answer = Client().get(address)
    assert answer["Cache-Control"] == "private, no-cache"
    assert Client().get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert Client().get("/leek/calendar.ics").status_code == 404


def test_my_matches_are_those_of_my_team(small):
    assert titles(make(small, small.captains[0])) == ["Crown A v Bell", "Bell v Crown A"]
    assert titles(make(small, small.secretary)) == []


@pytest.mark.parametrize("kind", ["team", "venue", "division"])
def test_a_link_to_one_team_venue_or_division(small, kind):
    rows = {"team": small.entries[2].team, "venue": small.entries[2].team.venue, "division": small.division}
    wanted = {"team": 2, "venue": 1, "division": 4}
    assert len(titles(make(small, small.captains[0], f"{kind}-{rows[kind].pk}"))) == wanted[kind]


def test_a_player_s_own_ties_are_in_his_calendar_and_named_there_by_public_names_only(small):
    with scopes_disabled():
        cup = opened(small, "singles", "singles-cup")
        one, two = players_of(small.entries[0].team)[0], players_of(small.entries[2].team)[0]
        entries = [
            enter(cup=cup, team=side.team, players=[player], by=small.secretary, at=AT).entry
            for side, player in ((small.entries[0], one), (small.entries[2], two))
        ]
        tie = make_fixture(*entries, on=date(2026, 11, 24), stage="Semi-final")
        Player.objects.filter(pk=two.pk).update(under_18=True, name="Young Person")
        user = make_user("Peg Player")
        Player.objects.filter(pk=one.pk).update(user=user)
        make_role(user, small.league, RoleKind.PLAYER, small.entries[0].team)
        League.objects.filter(pk=small.league.pk).update(public=True)
    assert tie.slug == f"{entries[0].slug}-v-{entries[1].slug}"

    named = f"{Player.objects.select_related('league').get(pk=one.pk).public_name} v Y P"
    assert named in titles(make(small, user))
    told = Client().get("/leek/calendar.ics").content.decode()
    assert "semi-final" in told
    assert one.name not in told
    assert named not in told
    assert tie.slug not in told


def test_a_wrong_link_says_nothing_and_not_whose_league_it_is(small):
    answer = Client().get("/leek/calendar/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.ics")
    assert answer.status_code == 404
    assert b"Leek" not in answer.content


def test_a_link_is_of_its_own_league_only(small):
    with scopes_disabled():
        league_in_season("dales", squad=0)
    address = make(small, small.captains[0])
    assert Client().get(address.replace("leek", "dales")).status_code == 404


def test_a_link_that_was_taken_back_shows_nothing_more(small):
    address, captain = make(small, small.captains[0]), small.captains[0]
    link = CalendarLink.objects.get()
    there = f"{PAGE}links/{link.pk}/revocation/"

    assert signed_in(small.captains[1]).post(there).status_code == 403
    assert there.encode() in signed_in(captain).get(PAGE).content
    for _ in range(2):  # a second press changes nothing
        assert signed_in(captain).post(there).status_code == 302
    assert Client().get(address).status_code == 410
    assert AuditEntry.objects.filter(verb="revoke_calendar_link").count() == 1
    assert there.encode() not in signed_in(captain).get(PAGE).content


def test_the_secretary_sees_and_takes_back_anybody_s(small):
    address = make(small, small.captains[0])
    page = signed_in(small.secretary).get(PAGE).content.decode()
    assert "Links of other people" in page
    assert small.captains[0].name in page
    assert "Links of other people" not in signed_in(small.captains[1]).get(PAGE).content.decode()
    signed_in(small.secretary).post(f"{PAGE}links/{CalendarLink.objects.get().pk}/revocation/")
    assert Client().get(address).status_code == 410


def test_whoever_is_nobody_in_the_league_any_more_reads_nothing(small):
    address = make(small, small.captains[0], "league")
    end_role(role=small.captains[0].roles.get(), by=small.secretary, at=AT)
    assert Client().get(address).status_code == 410


def test_the_link_is_shown_once_and_only_its_digest_is_kept(small):
    client = signed_in(small.captains[0])
    made = client.post(PAGE, {"which": "mine"}, follow=True).content.decode()
    [token] = set(re.findall(r"/calendar/([\w-]{32})\.ics", made))
    assert token not in client.get(PAGE).content.decode()
    assert token not in str(CalendarLink.objects.values())
    assert token not in str(list(AuditEntry.objects.values()))


def test_strangers_make_no_links_and_nobody_makes_too_many(small):
    with scopes_disabled():
        stranger = make_user("Sid Stranger")
        League.objects.filter(pk=small.league.pk).update(public=True)
    assert b"Your calendar links" not in signed_in(stranger).get(PAGE).content
    assert signed_in(stranger).post(PAGE, {"which": "mine"}).status_code == 403
    captain = small.captains[0]
    for _ in range(MOST_LINKS):
        make_calendar_link(league=small.league, kind=CalendarOf.MINE, by=captain, at=AT)
    with pytest.raises(ValidationError):
        make_calendar_link(league=small.league, kind=CalendarOf.MINE, by=captain, at=AT)
    answer = signed_in(captain).post(PAGE, {"which": "mine"})
    assert answer.status_code == 422
    assert f"You have {MOST_LINKS} calendar links" in answer.content.decode()


@pytest.mark.parametrize("count", [1, 3, 10])
def test_a_link_costs_the_same_for_any_number_of_matches(small, django_assert_num_queries, count):
    Fixture.objects.all().delete()
    for number in range(count):
        make_fixture(*small.entries[:2], week=number + 1)
    _, token = make_calendar_link(league=small.league, kind=CalendarOf.LEAGUE, by=small.captains[0], at=AT)
    with django_assert_num_queries(6):
        assert len(titles(f"/leek/calendar/{token}.ics")) == count
