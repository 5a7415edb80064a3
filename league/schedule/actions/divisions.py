"""A season's divisions, and which team plays in which."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.text import slugify
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import save_checked, write_tx
from league.schedule.actions.locking import bump_version, lock_competition, record_season_action
from league.schedule.models import Competition, Division, Entry, Fixture, PresetMatch, Wish
from league.schedule.values.task import MEETINGS
from league.teams.models import Player, Team


def add_division(
    *, competition: Competition, name: str, by: User, at: datetime, legs: int = 2, promoted: int = 0, relegated: int = 0
) -> Division:
    """A division below those that the competition already has."""
    with write_tx():
        locked = lock_competition(competition)
        rank = (locked.divisions.aggregate(last=models.Max("rank"))["last"] or 0) + 1
        slug = slugify(name) or f"division-{rank}"
        if locked.divisions.filter(slug=slug).exists():
            raise ValidationError({"name": f"There is a division called {name} already."})
        division = Division(competition=locked, name=name, slug=slug, rank=rank, legs=legs)
        division.promoted, division.relegated = promoted, relegated
        save_checked(division)
        after = _settings_of(division)
        record_season_action(
            locked, "add_division", f"{division} added to season {locked.season}.", by, at, after=after
        )
    return division


def change_division(
    *, division: Division, name: str, legs: int, promoted: int, relegated: int, by: User, at: datetime
) -> Division:
    """Rename a division, or change how often its teams meet and how many go up and down. Its address stays."""
    with write_tx():
        locked = lock_competition(division.competition)
        changed: Division = Division.objects.get(pk=division.pk)
        before = _settings_of(changed)
        if legs != changed.legs and Fixture.objects.filter(division=changed).exists():
            raise ValidationError({"legs": "The fixtures are published already."})
        changed.name, changed.legs, changed.promoted, changed.relegated = name, legs, promoted, relegated
        save_checked(changed)
        bump_version(locked)
        text = f"{before['name']} changed."
        record_season_action(locked, "change_division", text, by, at, before=before, after=_settings_of(changed))
    return changed


def remove_division(*, division: Division, by: User, at: datetime) -> None:
    """Take a division out again, with the teams entered in it, while it has no matches."""
    with write_tx():
        locked = lock_competition(division.competition)
        if Fixture.objects.filter(division=division).exists():
            raise ValidationError(f"{division} has fixtures, so it cannot be removed.")
        if division.parts.exists():
            raise ValidationError(f"{division} was split. Remove its parts first.")
        teams = [entry.team for entry in division.entries.select_related("team")]
        division.entries.all().delete()
        text = f"{division} taken out of season {locked.season}."
        division.delete()
        record_season_action(locked, "remove_division", text, by, at, about=teams)


def make_entry(
    *, division: Division, team: Team, name: str = "", slug: str = "", players: Sequence[Player] = (), **settings: Any
) -> Entry:
    """An entry in a division under the team's name or another; with a `slug` some of its players. `settings` are other
    fields of it. The caller holds the competition, and records it.
    """
    free, number, others = slug, 2, set[str]()
    if slug:
        others |= set(Entry.objects.filter(division=division, slug__startswith=slug).values_list("slug", flat=True))
    while free in others:
        free, number = f"{slug}-{number}", number + 1
    entry = save_checked(Entry(division=division, team=team, name=name or team.name, slug=free, **settings))
    if players:
        entry.players.set(players)
    return entry


def place_teams(
    *, competition: Competition, places: Mapping[Team, Division | None], by: User, at: datetime
) -> tuple[Team, ...]:
    """Put each team in the division named for it, or in none; the teams for which something changed."""
    with write_tx():
        locked = lock_competition(competition)
        entries = Entry.objects.filter(division__competition=locked).select_related("division")
        now = {entry.team_id: entry for entry in entries}
        old = {team_id: entry.division for team_id, entry in now.items()}
        changed = [team for team, division in places.items() if old.get(team.pk) != division]
        for team in changed:
            entry, division = now.get(team.pk), places[team]
            if entry is not None and Fixture.objects.filter(division=entry.division_id).exists():
                raise ValidationError(f"{entry} has fixtures. Withdraw the team instead.")
            if division is not None and Fixture.objects.filter(division=division).exists():
                text = f"The fixtures of {division} are published already, so {entry or team} cannot join it."
                raise ValidationError(text)
            if entry is not None and division is not None:
                _move(entry, division)
            elif entry is not None:
                entry.delete()
            elif division is not None:
                make_entry(division=division, team=team)
        if changed:
            text = f"Teams placed for season {locked.season}: {', '.join(team.name for team in changed)}."
            before = {team.name: str(old[team.pk]) if team.pk in old else None for team in changed}
            after = {team.name: str(places[team]) if places[team] else None for team in changed}
            record_season_action(locked, "place_teams", text, by, at, about=changed, before=before, after=after)
    return tuple(changed)


def rename_entries(team: Team, old: str, at: datetime) -> None:
    """Give a renamed team its new name where it still plays: a season that is over keeps the name it was played under.

    A season that has no result yet takes the new name too, whenever it is. Inside the action that renames the team.
    """
    goes_on = Q(division__competition__season__current=True, division__competition__season__ends__gte=localdate(at))
    ahead = Q(division__competition__frozen_at=None)
    entries = Entry.objects.filter(goes_on | ahead, team=team, name=old, slug="")
    entries = entries.filter(division__competition__season__closed_at=None)
    competitions = list(Competition.objects.filter(divisions__entries__in=entries).distinct())
    for entry in entries:
        entry.name = team.name
        save_checked(entry, "name")
    for competition in competitions:
        bump_version(competition)


def _move(entry: Entry, division: Division) -> None:
    """To another division with its wishes, except those about meeting teams that it will not meet now."""
    entry.division = division
    save_checked(entry, "division")
    Wish.objects.filter(Q(entry=entry) | Q(other=entry), kind__in=MEETINGS).delete()
    PresetMatch.objects.filter(Q(home=entry) | Q(away=entry)).delete()


def _settings_of(division: Division) -> dict[str, Any]:
    return {
        "name": division.name,
        "times each pair meets": division.legs,
        "teams going up": division.promoted,
        "teams going down": division.relegated,
    }
