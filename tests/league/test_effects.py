"""What each act of the secretary reaches: the tables, cups, calendars and jobs that it changes, and who is written to.

A row that changes says that an act reaches more, or less, than it did. Names are those of Crown A v Bell and Plough v
Swan, who are in a cup too, of whom Bell have asked for another date.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.audit.models import Entry as AuditEntry
from league.documents.queries.calendars import of_league
from league.notifications.queries.news import letters_about
from league.results.actions import adjust_points, award_match, restore
from league.results.actions.decisions import Award
from league.results.choices import AdjustmentKind
from league.results.queries.etag import league_version
from league.schedule.actions import (
    ask_move,
    play_elsewhere,
    postpone_fixture,
    postpone_night,
    rearrange_fixture,
    reinstate_fixture,
    restore_team,
    void_fixture,
    withdraw_team,
)
from league.schedule.actions.midseason import split_division
from league.schedule.actions.seasons import change_season
from league.schedule.models import Division, Fixture
from league.schedule.queries.clashes import clashes_of
from league.schedule.queries.matches import requests_waiting
from league.standings.queries import divisions, tables
from league.teams.actions import close_venue, end_role, rename_team, reopen_venue, settle_team
from league.teams.models import Closure, Role, Venue
from scoring.card.sheet import Side
from scoring.season.knockout import cups
from tests.factories import FIRST_NIGHT, make_venue
from tests.league.cups.evening import DrawnCup, drawn_cup

AT = datetime(2026, 9, 4, 12, tzinfo=timezone.get_default_timezone())
TODAY, LATER = AT.date(), FIRST_NIGHT + timedelta(days=20)
KNOCKOUT = cups.Cup("Cup", forms=cups.TEAM_KNOCKOUT.forms)
CROWN, BELL, PLOUGH, SWAN, CORA = (
    "Crown A Captain",
    "Bell Captain",
    "Plough Captain",
    "Swan Captain",
    "Cora Co-ordinator",
)


@dataclass
class Scene:
    made: DrawnCup

    @property
    def said(self) -> dict[str, Any]:
        return {"by": self.made.small.secretary, "at": AT}

    @property
    def why(self) -> dict[str, Any]:
        return {**self.said, "reason": "Snow on the tops"}

    @property
    def match(self) -> Fixture:
        """Crown A v Bell as it is now."""
        rows = Fixture.objects.select_related("division__competition__season__league", "league", "venue")
        return rows.select_related("home__team__league", "away__team__league").get(pk=self.made.small.fixtures[0].pk)

    @property
    def crown(self):
        return self.made.small.entries[0]

    def probes(self) -> dict[str, object]:
        """Everything that an act may reach, as it is now."""
        league = self.made.small.league
        found = tables(list(divisions(self.made.small.season.slug)), AT).values()
        return {
            "table": [(row.name, row.row.points, row.row.withdrawn, row.notes) for each in found for row in each.rows]
            + [note for each in found for note in each.coming],
            "cup": [(tie.id, tie.state, tie.winner) for tie in self.made.bracket(AT).ties],
            "calendar": {
                slot.uid: (slot.title, slot.starts, slot.place, slot.off) for slot in of_league(league, AT).slots
            },
            "requests": requests_waiting(league).count(),
            "clashes": clashes_of(self.made.small.season).count,
            "pages": league_version(league, AT),
        }


def award(scene: Scene) -> None:
    nothing = (Fraction(0), Fraction(0))
    decided = Award(Side.HOME, (9, 0), nothing)
    award_match(fixture=scene.match, award=decided, key=uuid4(), seen=scene.match.version, **scene.why)


def adjust(scene: Scene, on: date = TODAY) -> None:
    adjust_points(
        entry=scene.crown, kind=AdjustmentKind.DEDUCTION, points=Fraction(-1), reason="Late", on=on, **scene.said
    )


def venue_of(scene: Scene) -> Venue:
    return scene.crown.team.venue


def move_team(scene: Scene, *, with_matches: bool) -> None:
    pub = make_venue(scene.made.small.league, "Institute")
    settle_team(
        team=scene.crown.team, venue=pub, start_time=time(19, 30), active=True, with_matches=with_matches, **scene.said
    )


# The act, what is done before it, what it changes besides the pages that are kept, and who is written to about it.
ACTS: dict[str, tuple[Callable[[Scene], Any], tuple[Callable[[Scene], Any], ...], str, set[str]]] = {
    "postpone": (lambda s: postpone_fixture(fixture=s.match, **s.why), (), "calendar", {CROWN, BELL}),
    "postpone the night": (
        lambda s: postpone_night(league=s.made.small.league, night=FIRST_NIGHT, new_date=None, **s.why), (), "calendar",
        {CROWN, BELL, PLOUGH, SWAN},
    ),
    "rearrange": (lambda s: rearrange_fixture(fixture=s.match, date=LATER, **s.why), (), "calendar", {CROWN, BELL}),
    "another pub": (
        lambda s: play_elsewhere(fixture=s.match, venue=make_venue(s.made.small.league, "Institute"), **s.why), (),
        "calendar", {CROWN, BELL},
    ),
    "void": (lambda s: void_fixture(fixture=s.match, **s.why), (), "calendar requests", {CROWN, BELL}),
    "reinstate": (
        lambda s: reinstate_fixture(fixture=s.match, date=LATER, **s.why),
        (lambda s: void_fixture(fixture=s.match, **s.why),), "calendar requests", {CROWN, BELL},
    ),
    "award": (award, (), "table calendar requests", {CROWN, BELL}),
    "withdraw the decision": (
        lambda s: restore(fixture=s.match, key=uuid4(), seen=s.match.version, **s.why), (award,),
        "table calendar requests", {CROWN, BELL},
    ),
    "deduct": (adjust, (), "table", {CROWN}),
    "deduct from a day on": (lambda s: adjust(s, LATER), (), "table", {CROWN}),
    "withdraw a team": (
        lambda s: withdraw_team(entry=s.crown, on=TODAY, from_cups=True, **s.why), (),
        "table cup calendar requests", {CROWN, BELL, CORA},
    ),
    "withdraw a team but for its cups": (
        lambda s: withdraw_team(entry=s.crown, on=TODAY, **s.why), (), "table calendar requests", {CROWN, BELL},
    ),
    "bring a team back": (
        lambda s: restore_team(entry=s.crown, to_cups=True, **s.why),
        (lambda s: withdraw_team(entry=s.crown, on=TODAY, from_cups=True, **s.why),),
        "table cup calendar requests", {CROWN, BELL, CORA},
    ),
    "split": (
        lambda s: split_division(
            division=s.made.small.division, upper=s.made.small.entries[:2], names=("Upper", "Lower"), legs=1,
            on=TODAY, **s.said,
        ), (), "table calendar requests", {CROWN, BELL, PLOUGH, SWAN},
    ),
    "rename": (lambda s: rename_team(team=s.crown.team, name="Anchor", **s.said), (), "table calendar", set()),
    "move a team with its matches": (lambda s: move_team(s, with_matches=True), (), "calendar", {CROWN, BELL}),
    "move a team alone": (lambda s: move_team(s, with_matches=False), (), "", set()),
    "close a pub": (
        lambda s: close_venue(venue=venue_of(s), first=FIRST_NIGHT, last=FIRST_NIGHT, reason="Beer festival", **s.said),
        (), "clashes", {CROWN, BELL},
    ),
    "open it again": (
        lambda s: reopen_venue(closure=Closure.objects.get(), **s.said),
        (lambda s: close_venue(venue=venue_of(s), first=FIRST_NIGHT, last=FIRST_NIGHT, reason="", **s.said),),
        "clashes", {CROWN, BELL},
    ),
    "close a pub on other nights": (
        lambda s: close_venue(venue=venue_of(s), first=LATER, last=LATER, reason="", **s.said), (), "", set(),
    ),
    "change the dates of the season": (
        lambda s: change_season(
            season=s.made.small.season, name="2026-27", starts=date(2026, 9, 2), halfway=date(2027, 1, 1),
            ends=date(2027, 5, 1), **s.said,
        ), (), "", set(),
    ),
    "end a role": (
        lambda s: end_role(role=Role.objects.get(user=s.made.small.captains[0]), **s.said), (), "", {CROWN},
    ),
}  # fmt: skip


@pytest.fixture
def scene(db):
    with scopes_disabled():
        made = drawn_cup("team-knockout", teams=4, rules=KNOCKOUT)
    with scope(league=made.small.league), time_machine.travel(AT, tick=False):
        Division.objects.update(min_gap_days=7, min_rest_days=1)
        found = Scene(made)
        bell = made.small.entries[1]
        ask_move(fixture=found.match, asked_by=bell, reason="Funeral", new_date=LATER, by=made.small.captains[1], at=AT)
        yield found


@pytest.mark.parametrize("act", ACTS)
def test_what_an_act_reaches(scene, act):
    do, first, changes, told = ACTS[act]
    for before in first:
        before(scene)
    was, last = scene.probes(), AuditEntry.objects.latest("pk").pk
    do(scene)
    now = scene.probes()
    entries = AuditEntry.objects.filter(pk__gt=last).order_by("pk")
    written = {letter.to.name for entry in entries for letter in letters_about(entry)}
    assert {name for name in was if was[name] != now[name]} == {*changes.split(), "pages"}
    assert written == told


def test_pages_say_which_matches_are_left(scene, client):
    league, team = scene.made.small.league.slug, scene.crown.team
    client.force_login(scene.made.small.secretary)
    page = client.get(reverse("edit-team", args=[league, team.slug])).content.decode()
    assert "It has 3 matches still to be played: withdraw it from the season before you untick this." in page
    nights = {"first": FIRST_NIGHT, "last": LATER}
    closed = client.post(reverse("venue-closures", args=[league, team.venue.slug]), nights, follow=True)
    assert "then: we e-mail both sides. Move them on the Clashes page." in closed.content.decode()
