"""Whoever has an answer already is told so without its being made again; and never once anything of it has changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from league.base.accounts.models import User
from league.base.audit.actions import seal
from league.base.audit.models import Entry as Happened
from league.documents.actions import revoke_calendar_link
from league.documents.models import CalendarLink
from league.exchange.actions.api import make_token, revoke_token
from league.exchange.actions.erasure import correct_age
from league.exchange.choices import TokenLifetime, TokenScope
from league.results.actions.adjustments import adjust_points
from league.results.actions.decisions import correct_result
from league.results.choices import AdjustmentKind, ResultState
from league.results.kept_pages import league_version
from league.results.models import Result
from league.schedule.actions.locking import bump_version
from league.schedule.actions.matches import postpone_fixture
from league.schedule.models import Competition, Fixture
from league.teams.actions.leagues import change_league, change_venue, rename_team
from league.teams.models import Player
from scoring.card.sheet import Card
from tests.league.importexport.importing import AT

pytestmark = pytest.mark.usefixtures("closing_time")
PUBLIC = (
    "/leek/calendar.ics", "/leek/crown-a/calendar.ics", "/leek/table/division-one/calendar.ics",
    "/leek/results.atom", "/leek/table/division-one/embed/", "/leek/table/division-one/embed/?theme=dark",
    "/leek/spreadsheets/table.csv", "/leek/spreadsheets/matches.csv", "/leek/spreadsheets/players.xlsx",
    "/api/v1/leagues/leek", "/api/v1/leagues/leek/teams", "/api/v1/leagues/leek/players",
    "/api/v1/leagues/leek/fixtures", "/api/v1/leagues/leek/venues",
    "/api/v1/leagues/leek/seasons/2026-27/divisions/division-one/table",
)  # fmt: skip


@dataclass
class Reader:
    """Asks for addresses, and has the tags of what it was given."""

    headers: dict[str, str]
    tags: dict[str, str]

    def get(self, address: str) -> int:
        given = self.headers | ({"If-None-Match": self.tags[address]} if address in self.tags else {})
        answer = Client().get(address, headers=given)
        self.tags.setdefault(address, answer.headers.get("ETag", ""))
        return answer.status_code

    def all(self) -> dict[str, int]:
        return {address: self.get(address) for address in self.addresses}

    @property
    def addresses(self) -> tuple[str, ...]:
        return tuple(self.tags) or PUBLIC


@pytest.fixture
def addresses(world) -> tuple[str, ...]:
    match = f"/api/v1/leagues/leek/fixtures/{world.evening.fixture.code}"
    return (*PUBLIC, f"/leek/calendar/{world.kwargs['feed']}.ics", match)


@pytest.fixture
def reader(addresses) -> Iterator[Reader]:
    held = Reader({}, {})
    for status in (200, 304):
        assert {address: held.get(address) for address in addresses} == dict.fromkeys(addresses, status)
    return held


def put_off(world):
    fixture = Fixture.objects.get(pk=world.evening.small.fixtures[1].pk)
    postpone_fixture(fixture=fixture, reason="Snow", by=secretary_of(world), at=now())


def team_renamed(world):
    rename_team(team=world.evening.small.entries[1].team, name="Old Bell", by=secretary_of(world), at=now())


def pub_changed(world):
    change_venue(venue=world.evening.fixture.venue, by=secretary_of(world), at=now(), name="The Feathers")


def player_hidden(world):
    player = Player.objects.get(slug=world.kwargs["played"])
    correct_age(player=player, under_18=True, guardian_agreed_on=now().date(), by=secretary_of(world), at=now())


def names_shortened(world):
    other = "full" if world.league.public_names != "full" else "initial"
    change_league(league=world.league, by=secretary_of(world), at=now(), public_names=other)


def league_renamed(world):
    change_league(league=world.league, by=secretary_of(world), at=now(), name="Leek and District")


def result_corrected(world):
    fixture = Fixture.objects.get(pk=world.evening.fixture.pk)
    how = {"key": uuid4(), "seen": fixture.version, "reason": "Misread", "by": secretary_of(world), "at": now()}
    correct_result(fixture=fixture, card=Card.score_only(0, 9), **how)


def points_taken(world):
    adjust_points(
        entry=world.evening.small.entries[0], kind=AdjustmentKind.DEDUCTION, points=Fraction(-1), reason="Late",
        on=now().date(), by=secretary_of(world), at=now(),
    )  # fmt: skip


def made_anew(world):
    """What `retally` does, which writes nothing into the history."""
    bump_version(Competition.objects.get(pk=world.evening.small.division.competition_id))


def secretary_of(world) -> User:
    return world.evening.small.secretary


@pytest.mark.parametrize(
    "change",
    [
        put_off, team_renamed, pub_changed, player_hidden, names_shortened, league_renamed, result_corrected,
        points_taken, made_anew,
    ],
)  # fmt: skip
def test_every_change_is_news(world, reader, change):
    change(world)
    assert reader.all() == dict.fromkeys(reader.addresses, 200)


def test_a_league_that_is_private_now_is_nobody_s(world, reader):
    change_league(league=world.league, by=secretary_of(world), at=now(), public=False)
    found = reader.all()
    own = f"/leek/calendar/{world.kwargs['feed']}.ics"
    assert found.pop(own) == 200
    assert set(found.values()) == {404}


def test_a_link_that_was_taken_back_is_over(world, reader):
    link = CalendarLink.objects.get(pk=world.pks["calendar/links/"])
    revoke_calendar_link(link=link, by=secretary_of(world), at=now())
    assert reader.get(f"/leek/calendar/{world.kwargs['feed']}.ics") == 410


def test_a_token_that_was_taken_back_is_told_nothing(world):
    captain = world.evening.small.captains[0]
    token, secret = make_token(name="Screen", scope=TokenScope.READ, lasts=TokenLifetime.YEAR, by=captain, at=now())
    held = Reader({"Authorization": f"Bearer {secret}"}, {})
    address = "/api/v1/leagues/leek/teams"
    assert [held.get(address) for _ in range(2)] == [200, 304]
    assert Reader({}, dict(held.tags)).get(address) == 200  # what one reader is told is not another's
    revoke_token(token=token, by=captain, at=now())
    assert held.get(address) == 401


def test_time_alone_may_be_news(world, reader):
    [result] = Result.objects.filter(state=ResultState.PROVISIONAL, fixture=world.evening.fixture)
    assert result.confirm_by > now()
    with time_machine.travel(result.confirm_by, tick=False):
        assert reader.all() == dict.fromkeys(reader.addresses, 200)


def test_the_next_day_is_news(world, reader):
    with time_machine.travel(AT + timedelta(hours=2), tick=False):
        assert reader.all() == dict.fromkeys(reader.addresses, 200)


def test_an_entry_that_comes_into_sight_late_is_news(world):
    """Of two who write at once the later number may be seen first: the last one alone would say that nothing is new."""
    late = Happened.objects.create(league_id=world.league.pk, at=AT, verb="written", words="Begun first, ended last.")
    league_renamed(world)
    before = league_version(world.league, AT)
    seal([(late, [])])
    assert league_version(world.league, AT) != before


def test_live_pegs_are_told_by_what_they_are(world):
    """Taps are in no history, so the state of a match that is pegged is read each time."""
    address = f"/api/v1/leagues/leek/fixtures/{world.evening.fixture.code}/live"
    held = Reader({}, {})
    assert held.get(address) == 200
    assert league_version(world.league, AT) not in held.tags[address]
    assert held.get(address) == 304


def test_no_news_costs_two_questions_one_for_the_league_and_one_for_its_stamp(world, reader):
    for address, most in (("/leek/calendar.ics", 2), ("/leek/results.atom", 2), ("/leek/spreadsheets/matches.csv", 2)):
        with CaptureQueriesContext(connection) as asked:
            assert reader.get(address) == 304
        assert len(asked) == most, [each["sql"] for each in asked]
