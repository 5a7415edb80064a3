"""What each act of the secretary reaches: tables, cups, calendars, squads, reminders, bills, and who is written to.

A row that changes says that an act reaches more, or less, than it did. Names are those of Crown A v Bell and Plough v
Swan, who are in a cup too, of whom Bell have asked for another date. Crown A ask their players and have picked two.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.base.audit.queries import describe
from league.documents.queries.calendars import of_league
from league.matchnight.actions.availability import pick_team
from league.matchnight.queries.nights import picked_for
from league.notifications.actions.write_messages import letters_about
from league.notifications.queries.letters.by_the_clock import letters_due
from league.notifications.queries.recipients import members
from league.results.actions.adjustments import adjust_points
from league.results.actions.decisions import Award, award_match, restore
from league.results.actions.settlement import merge_players
from league.results.choices import AdjustmentKind
from league.results.kept_pages import league_version
from league.results.queries.tables import divisions, tables
from league.results.queries.to_do import your_match
from league.schedule.actions.matches import (
    ask_move,
    play_elsewhere,
    postpone_fixture,
    postpone_night,
    rearrange_fixture,
    reinstate_fixture,
    void_fixture,
)
from league.schedule.actions.midseason import restore_team, split_division, withdraw_team
from league.schedule.actions.seasons import change_season
from league.schedule.models import Division, Fixture
from league.schedule.queries.matches import requests_waiting
from league.schedule.queries.season_snapshot import clashes_of
from league.seasons.actions import end_season
from league.teams.actions.leagues import change_league, close_venue, rename_team, reopen_venue, settle_team
from league.teams.actions.people import end_role, end_roles_of_leavers
from league.teams.actions.registrations import ask_transfer, decide_transfer, leave_team, undo_leaving
from league.teams.choices import RoleKind
from league.teams.models import Closure, Registration, Role, Venue
from league.teams.queries.squads import squad_of
from league.treasury.actions.book import keep_book_here, settle_tariff
from league.treasury.queries.fees import charges_to_propose, fees_to_raise
from scoring import codec
from scoring.card.league_rules import Confirm, LeagueRules, WithdrawalPolicy
from scoring.card.sheet import Side
from scoring.season.knockout import cups
from tests.factories import FIRST_NIGHT, make_player, make_role, make_user, make_venue
from tests.league.availability.asking import turn_on
from tests.league.cups.evening import DrawnCup, drawn_cup
from tests.league.machine_words import ISO_DATE

AT = datetime(2026, 9, 4, 12, tzinfo=timezone.get_default_timezone())
TODAY, LATER = AT.date(), FIRST_NIGHT + timedelta(days=20)
MORNING_AFTER = datetime.combine(FIRST_NIGHT + timedelta(days=1), time(12), AT.tzinfo)
KNOCKOUT = cups.Cup("Cup", forms=cups.TEAM_KNOCKOUT.forms)
CROWN, BELL, PLOUGH, SWAN, CORA, TESS, PAT = (
    "Crown A Captain",
    "Bell Captain",
    "Plough Captain",
    "Swan Captain",
    "Cora Co-ordinator",
    "Tess Treasurer",
    "Pat Player",
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
    def squad(self) -> list[Registration]:
        """Crown A's, of whom the first two are picked."""
        return list(squad_of(self.crown.team, FIRST_NIGHT))

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
            "clashes": clashes_of(self.made.small.season)["count"],
            "squads": {
                entry.team.name: [str(each.player) for each in squad_of(entry.team, FIRST_NIGHT)]
                for entry in self.made.small.entries
            },
            "people": {entry.pk: [person.name for person in members(entry.team)] for entry in self.made.small.entries},
            "reminders": {(letter.to.name, letter.subject) for letter in letters_due(league, AT, MORNING_AFTER)},
            "tasks": [
                [(task.kind, task.fixture.pk) for task in your_match(captain, league, AT)]
                for captain in self.made.small.captains
            ],
            "picked": picked_for(self.match, Side.HOME),
            "bills": [
                (each.holder.name, each.heading, each.amount)
                for each in (*fees_to_raise(self.made.small.season, AT), *charges_to_propose(league, AT))
            ],
            "rules": self.match.rules_in_force(),
            "pages": league_version(league, AT),
        }


def merge(scene: Scene) -> None:
    """A player who was registered twice, asked and picked as one of the two."""
    gone, kept = scene.squad[0].player, make_player(scene.crown.team, "Harold Goy")
    merge_players(gone=gone, kept=kept, **scene.why)


def transfer(scene: Scene, on: date = TODAY) -> None:
    move = ask_transfer(player=scene.squad[0].player, joins=scene.made.small.entries[1].team, **scene.said)
    decide_transfer(transfer=move, accepted=True, on=on, **scene.why)


def leave(scene: Scene) -> None:
    leave_team(registration=scene.squad[0], until=TODAY, **scene.why)


def change_rules(scene: Scene) -> None:
    league = scene.made.small.league
    rules = codec.decode_as(LeagueRules, league.rules)
    change_league(league=league, rules=replace(rules, confirm=Confirm.BOTH_ENTER), **scene.said)


def close(scene: Scene) -> None:
    end_season(season=scene.made.small.season, honours=(), **scene.why)


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
PLAYED = "calendar reminders tasks"
ACTS: dict[str, tuple[Callable[[Scene], Any], tuple[Callable[[Scene], Any], ...], str, set[str]]] = {
    "postpone": (lambda s: postpone_fixture(fixture=s.match, **s.why), (), PLAYED, {CROWN, BELL, PAT}),
    "postpone the night": (
        lambda s: postpone_night(league=s.made.small.league, night=FIRST_NIGHT, new_date=None, **s.why), (), PLAYED,
        {CROWN, BELL, PLOUGH, SWAN, PAT},
    ),
    "rearrange": (lambda s: rearrange_fixture(fixture=s.match, date=LATER, **s.why), (), PLAYED, {CROWN, BELL, PAT}),
    "another pub": (
        lambda s: play_elsewhere(fixture=s.match, venue=make_venue(s.made.small.league, "Institute"), **s.why), (),
        "calendar reminders bills", {CROWN, BELL, PAT},
    ),
    "void": (lambda s: void_fixture(fixture=s.match, **s.why), (), f"{PLAYED} requests bills", {CROWN, BELL, PAT}),
    "reinstate": (
        lambda s: reinstate_fixture(fixture=s.match, date=LATER, **s.why),
        (lambda s: void_fixture(fixture=s.match, **s.why),), "calendar reminders requests bills", {CROWN, BELL, PAT},
    ),
    "award": (award, (), f"{PLAYED} table requests", {CROWN, BELL}),
    "withdraw the decision": (
        lambda s: restore(fixture=s.match, key=uuid4(), seen=s.match.version, **s.why), (award,),
        f"{PLAYED} table requests", {CROWN, BELL},
    ),
    "deduct": (adjust, (), "table", {CROWN}),
    "deduct from a day on": (lambda s: adjust(s, LATER), (), "table", {CROWN}),
    "withdraw a team": (
        lambda s: withdraw_team(entry=s.crown, on=TODAY, from_cups=True, **s.why), (),
        f"{PLAYED} table cup requests bills", {CROWN, BELL, CORA, TESS, PAT},
    ),
    "withdraw a team from a day on": (
        lambda s: withdraw_team(entry=s.crown, on=LATER, policy=WithdrawalPolicy.EXPUNGE, **s.why), (), "",
        {CROWN, TESS},
    ),
    "expel a team but for its cups": (
        lambda s: withdraw_team(entry=s.crown, on=TODAY, policy=WithdrawalPolicy.EXPUNGE, **s.why), (),
        f"{PLAYED} table requests bills", {CROWN, BELL, TESS, PAT},
    ),
    "bring a team back": (
        lambda s: restore_team(entry=s.crown, to_cups=True, **s.why),
        (lambda s: withdraw_team(entry=s.crown, on=TODAY, from_cups=True, **s.why),),
        f"{PLAYED} table cup requests bills", {CROWN, BELL, CORA, PAT},
    ),
    "split": (
        lambda s: split_division(
            division=s.made.small.division, upper=s.made.small.entries[:2], names=("Upper", "Lower"), legs=1,
            on=TODAY, **s.said,
        ), (), f"{PLAYED} table requests bills", {CROWN, BELL, PLOUGH, SWAN},
    ),
    "rename": (
        lambda s: rename_team(team=s.crown.team, name="Anchor", **s.said), (),
        "table calendar reminders bills", set(),
    ),
    "move a team with its matches": (
        lambda s: move_team(s, with_matches=True), (), "calendar reminders bills", {CROWN, BELL, PAT},
    ),
    "move a team alone": (lambda s: move_team(s, with_matches=False), (), "", set()),
    "close a pub": (
        lambda s: close_venue(venue=venue_of(s), first=FIRST_NIGHT, last=FIRST_NIGHT, reason="Beer festival", **s.said),
        (), "clashes", {CROWN, BELL, PAT},
    ),
    "open it again": (
        lambda s: reopen_venue(closure=Closure.objects.get(), **s.said),
        (lambda s: close_venue(venue=venue_of(s), first=FIRST_NIGHT, last=FIRST_NIGHT, reason="", **s.said),),
        "clashes", {CROWN, BELL, PAT},
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
    "change the rules": (change_rules, (), "rules", set()),
    "close the season": (close, (), "reminders tasks requests", set()),
    "merge two players": (merge, (), "squads picked", set()),
    "transfer a player": (transfer, (), "squads picked reminders people", {CROWN, BELL, PAT}),
    "transfer a player from a day on": (
        lambda s: transfer(s, LATER), (), "people", {CROWN, BELL, PAT},
    ),
    "a player leaves": (leave, (), "squads picked reminders people", set()),
    "a player is back": (
        lambda s: undo_leaving(registration=Registration.objects.get(state="left"), **s.said), (leave,),
        "squads picked reminders people", set(),
    ),
    "end a role": (
        lambda s: end_role(role=Role.objects.get(user=s.made.small.captains[0]), **s.said), (), "reminders people",
        {CROWN},
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker) -> Iterator[Scene]:
    """Made once; what a test does is taken back."""
    with django_db_blocker.unblock(), time_machine.travel(AT, tick=False), transaction.atomic():
        with scopes_disabled():
            made = drawn_cup("team-knockout", teams=4, rules=KNOCKOUT)
            make_role(make_user("Tess Treasurer"), made.small.league, RoleKind.TREASURER)
        league, captains = made.small.league, made.small.captains
        with scope(league=league):
            Division.objects.update(min_gap_days=7, min_rest_days=1)
            scene, bell = Scene(made), made.small.entries[1]
            picked = [each.player for each in scene.squad[:2]]
            picked[0].user = make_user("Pat Player")
            picked[0].save()
            make_role(picked[0].user, league, RoleKind.PLAYER, team=scene.crown.team)
            turn_on(scene.crown.team, by=captains[0])
            pick_team(
                fixture=scene.match, team=scene.crown.team, players=[each.pk for each in picked], by=captains[0], at=AT
            )
            keep_book_here(league=league, keeps=True, **scene.said)
            settle_tariff(league=league, team_fee=1000, match_fee=100, host_fee=50, **scene.said)
            ask_move(fixture=scene.match, asked_by=bell, reason="Funeral", new_date=LATER, by=captains[1], at=AT)
        yield scene
        transaction.set_rollback(True)


@pytest.fixture
def scene(made, db) -> Iterator[Scene]:
    with scope(league=made.made.small.league), transaction.atomic():
        yield made
        transaction.set_rollback(True)


@pytest.mark.parametrize("act", ACTS)
def test_what_an_act_reaches(scene, act):
    do, first, changes, told = ACTS[act]
    for before in first:
        before(scene)
    was, last = scene.probes(), AuditEntry.objects.latest("pk").pk
    do(scene)
    now = scene.probes()
    entries = AuditEntry.objects.filter(pk__gt=last).order_by("pk")
    letters = [letter for entry in entries for letter in letters_about(entry)]
    assert {name for name in was if was[name] != now[name]} == {*changes.split(), "pages"}
    assert {letter.to.name for letter in letters} == told
    lines = [str(describe(entry)) for entry in entries]
    assert [text for text in (*lines, *map(str, letters)) if ISO_DATE.search(text)] == []


def test_a_player_who_moves_later_is_of_the_old_team_until_then(scene):
    transfer(scene, LATER)
    crown, bell = (entry.team for entry in scene.made.small.entries[:2])
    names = [{person.name for person in members(team)} for team in (crown, bell)]
    assert [PAT in each for each in names] == [True, True]
    end_roles_of_leavers(league=scene.made.small.league, at=AT + (LATER - TODAY))
    assert [PAT in {person.name for person in members(team)} for team in (crown, bell)] == [False, True]


def test_pages_say_which_matches_are_left(scene, client):
    league, team = scene.made.small.league.slug, scene.crown.team
    client.force_login(scene.made.small.secretary)
    page = client.get(reverse("edit-team", args=[league, team.slug]), follow=True).content.decode()
    assert "It has 3 matches still to be played: withdraw it from the season before you untick this." in page
    nights = {"first": FIRST_NIGHT, "last": LATER}
    closed = client.post(reverse("venue-closures", args=[league, team.venue.slug]), nights, follow=True)
    assert "then: we e-mail both sides. Move them on the Clashes page." in closed.content.decode()
