"""Venues, teams and players that come in by a spreadsheet, many at once; and taken back as they came.

Each action is one transaction and one audit entry. What a row means was settled before: here it is written.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from league.base.accounts.models import User
from league.base.audit.actions import record, save_checked
from league.teams.actions.leagues import free_slug, lock_league, team_slug, venue_slug
from league.teams.actions.people import PersonRow, give_role
from league.teams.actions.undo_log import RowChange, change_row, row_created, undo_changes
from league.teams.choices import RegisteredHow, RegistrationState
from league.teams.models import League, Player, Registration, Role, Team, Venue
from scoring.names import fold

START = time(20)
UNKNOWN_VENUE = "Venue not known"
MANY = 20  # home matches on one night at a venue that stands for many


@dataclass(frozen=True, slots=True)
class VenueRow:
    """A venue to add (`venue` None) or to change."""

    venue: Venue | None
    name: str
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team to add or change; `venue` a str is one to add, and None leaves venue and captain as they are."""

    team: Team | None
    name: str
    venue: Venue | str | None = None
    start_time: time | None = None
    active: bool | None = None
    captain: PersonRow | None = None

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player to add or register; `team` None for one who is with their team already."""

    player: Player | None
    name: str
    team: Team | TeamRow | None
    since: date
    values: dict[str, Any] = field(default_factory=dict)


def import_venues(
    *, league: League, rows: Iterable[VenueRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """`source` says where they come from."""
    marks: list[RowChange] = []
    with lock_league(league.pk):
        for row in rows:
            if row.venue is None:
                marks.append(row_created(_add_venue(league, row.name, row.values)))
            elif (changed := change_row(row.venue, row.values)) is not None:
                marks.append(changed)
        _record("bring_in_venues", marks, league, source=source, by=by, at=at)
    return tuple(marks)


def import_teams(
    *, league: League, rows: Iterable[TeamRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    marks: list[RowChange] = []
    new: dict[str, Venue] = {}
    with lock_league(league.pk):
        for row in rows:
            venue = row.venue
            if isinstance(venue, str):
                if venue not in new:
                    new[venue] = _add_venue(league, venue, {})
                    marks.append(row_created(new[venue]))
                venue = new[venue]
            details = {"venue": venue, "start_time": row.start_time, "active": row.active}
            values = {name: value for name, value in details.items() if value is not None}
            if row.team is None and venue is None:
                values["venue"] = _unknown_venue(league, marks)
            team = row.team or _add_team(league, row.name, values)
            changed = row_created(team) if row.team is None else change_row(team, values)
            marks += [changed] if changed is not None else []
            if row.captain is not None:
                marks += give_role(league, replace(row.captain, team=team), by=by, at=at)
        _record("bring_in_teams", marks, league, source=source, by=by, at=at)
    return tuple(marks)


def add_named_teams(
    *, league: League, rows: Iterable[TeamRow], source: str, by: User, at: datetime
) -> tuple[dict[TeamRow, Team], tuple[RowChange, ...]]:
    """Teams by their rows, with the marks."""
    wanted = list(dict.fromkeys(rows))
    if not wanted:
        return {}, ()
    marks = import_teams(league=league, rows=wanted, source=source, by=by, at=at)
    teams = iter(Team.objects.in_bulk([mark.key for mark in marks if mark.kind == "team"]).values())
    by_name = {team.name: team for team in teams}
    return {row: by_name[row.name] for row in wanted}, marks


def import_players(
    *, league: League, rows: Iterable[PlayerRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """ValidationError if another team has one of them. Written in bulk: a handful of queries for 400."""
    people = list(rows)
    with lock_league(league.pk):
        wanted = [row.team for row in people if isinstance(row.team, TeamRow)]
        teams, made = add_named_teams(league=league, rows=wanted, source=source, by=by, at=at)
        people = [replace(row, team=teams[row.team]) if isinstance(row.team, TeamRow) else row for row in people]
        new = iter(_add_players(league, [row for row in people if row.player is None]))
        players = [row.player or next(new) for row in people]
        marks = [row_created(player) for row, player in zip(people, players, strict=True) if row.player is None]
        changed = [change_row(row.player, row.values) for row in people if row.player is not None]
        marks += [mark for mark in changed if mark is not None]
        joins = [(player, row) for row, player in zip(people, players, strict=True) if row.team is not None]
        marks += [row_created(each) for each in _register(joins, by=by, at=at)]
        _record("bring_in_players", marks, league, source=source, by=by, at=at)
    return (*made, *marks)


def add_named_players(*, league: League, names: Iterable[str]) -> tuple[dict[str, Player], tuple[RowChange, ...]]:
    """Players without a team by their folded names, with the marks."""
    wanted = {fold(name): PlayerRow(None, name, None, date.min) for name in names}
    with lock_league(league.pk):
        players = dict(zip(wanted, _add_players(league, list(wanted.values())), strict=True))
    return players, tuple(row_created(player) for player in players.values())


def undo_places_and_people(
    *, league: League, marks: Sequence[RowChange], source: str, by: User, at: datetime,
    above: Sequence[type[models.Model]] = (),
) -> None:  # fmt: skip
    """ValidationError with what has been built on it since; rows of the models `above` are undone first."""
    kinds = {model._meta.model_name for model in above}
    with lock_league(league.pk):
        undo_changes([mark for mark in marks if mark.kind in kinds], above)
        places = [mark for mark in marks if mark.kind not in kinds]
        rows = undo_changes(places, (Venue, Team, Player, Registration, Role))
        names = sorted({str(row) for row in rows if not isinstance(row, Registration | Role)})
        record(
            verb="take_back_import", words=f"Import undone: {source}", at=at, by=by, league_id=league.pk,
            before={"imported": names},
        )  # fmt: skip


def _add_venue(league: League, name: str, values: dict[str, Any]) -> Venue:
    return save_checked(Venue(league=league, name=name, slug=venue_slug(league, name), **values))


def _unknown_venue(league: League, marks: list[RowChange]) -> Venue:
    """One for the league; with a mark if it is made now."""
    venue: Venue | None = Venue.objects.filter(league=league, name=UNKNOWN_VENUE).first()
    if venue is None:
        venue = _add_venue(league, UNKNOWN_VENUE, {"boards": MANY})
        marks.append(row_created(venue))
    return venue


def _add_team(league: League, name: str, values: dict[str, Any]) -> Team:
    return save_checked(Team(league=league, name=name, slug=team_slug(league, name), **{"start_time": START, **values}))


def _add_players(league: League, rows: Sequence[PlayerRow]) -> list[Player]:
    taken = set(Player.objects.filter(league=league).values_list("slug", flat=True))
    players = [Player(league=league, name=row.name, **row.values) for row in rows]
    for player in players:
        player.slug = free_slug(player.public_name, taken, 90)
        taken.add(player.slug)
        player.clean_fields(exclude=["league"])
    return Player.objects.bulk_create(players)


def _register(joins: Sequence[tuple[Player, PlayerRow]], *, by: User, at: datetime) -> list[Registration]:
    registrations = Registration.objects.filter(player__in=[player for player, _ in joins if player.pk], until=None)
    for registration in registrations.filter(state=RegistrationState.APPROVED).select_related("player", "team"):
        raise ValidationError(f"{registration.player} is registered with {registration.team}. Ask for a transfer.")
    rows = [
        Registration(
            player=player, team=team, state=RegistrationState.APPROVED, how=RegisteredHow.LIST, asked_at=at,
            asked_by=by, since=row.since,
        )
        for player, row in joins
        if isinstance(team := row.team, Team)
    ]  # fmt: skip
    return Registration.objects.bulk_create(rows)


def _record(verb: str, marks: Sequence[RowChange], league: League, *, source: str, by: User, at: datetime) -> None:
    new = sum(mark.before is None for mark in marks)
    after = {"new": new, "changed": len(marks) - new}
    record(verb=verb, words=f"Imported: {source}", at=at, by=by, league_id=league.pk, after=after)
