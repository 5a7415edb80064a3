"""Teams and the pubs they play in: added, renamed, moved, closed for a night.

An app above that keeps a team's name registers a function with `follow_renaming` when it is ready.
"""

from collections.abc import Callable
from datetime import date, datetime, time

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import record
from league.teams.actions.addresses import team_slug, venue_slug
from league.teams.actions.order import in_turn
from league.teams.models import Closure, FormerName, League, Team, Venue

Follower = Callable[[Team, str, datetime], None]
_followers: list[Follower] = []


def follow_renaming(follower: Follower) -> Follower:
    """Register a function that is given each team with its new name, the one before and the moment; once."""
    if follower not in _followers:
        _followers.append(follower)
    return follower


def add_team(*, league: League, name: str, venue: Venue, start_time: time, by: User | None, at: datetime) -> Team:
    """Add a team to the league. ValidationError if another has the name."""
    with in_turn(league.pk):
        name = _free_name(league, name)
        team = Team(league=league, name=name, slug=team_slug(league, name), venue=venue, start_time=start_time)
        team.full_clean()
        team.save()
        record(verb="add_team", words=f"{team} joined", at=at, by=by, league_id=league.pk, about=(team,))
    return team


def rename_team(*, team: Team, name: str, by: User | None, at: datetime) -> Team:
    """Give the same team a new name and address; the old address leads to the new one for ever."""
    with in_turn(team.league_id):
        held = Team.objects.select_related("league", "venue").get(pk=team.pk)
        name, old = _free_name(held.league, name, held), held.name
        if name == old:
            return held
        slug = team_slug(held.league, name, held)
        if slug != held.slug:
            FormerName.objects.filter(team=held, slug__in=(slug, held.slug)).delete()
            former = FormerName(team=held, league=held.league, name=old, slug=held.slug, until=at.date())
            former.full_clean()
            former.save()
        held.name, held.slug = name, slug
        held.full_clean()
        held.save(update_fields=["name", "slug"])
        for follower in _followers:
            follower(held, old, at)
        words = f"{old} is now called {name}"
        before, after = {"name": old}, {"name": name}
        record(
            verb="rename_team",
            words=words,
            at=at,
            by=by,
            league_id=held.league_id,
            about=(held,),
            before=before,
            after=after,
        )
    return held


def settle_team(*, team: Team, venue: Venue, start_time: time, active: bool, by: User | None, at: datetime) -> Team:
    """Say where and when a team plays at home from now on, and whether it still does. Fixtures stay put."""
    with in_turn(team.league_id):
        held = Team.objects.select_related("league", "venue").get(pk=team.pk)
        before = _settled(held)
        held.venue, held.start_time, held.active = venue, start_time, active
        held.full_clean()
        held.save(update_fields=["venue", "start_time", "active"])
        after = _settled(held)
        if after != before:
            words = f"{held} plays at {venue}, {start_time:%H:%M}" if active else f"{held} no longer plays"
            league_id, about = held.league_id, (held, venue)
            record(
                verb="settle_team",
                words=words,
                at=at,
                by=by,
                league_id=league_id,
                about=about,
                before=before,
                after=after,
            )
    return held


def _free_name(league: League, name: str, team: Team | None = None) -> str:
    """The name without stray spaces; ValidationError if another team of the league has it."""
    name = " ".join(name.split())
    if Team.objects.filter(league=league, name__iexact=name).exclude(pk=team and team.pk).exists():
        raise ValidationError({"name": f"The league has a team called {name}."})
    return name


def _settled(team: Team) -> dict[str, object]:
    return {"venue": team.venue.name, "start_time": f"{team.start_time}"[:5], "active": team.active}


VENUE_FIELDS = ("name", "address", "postcode", "map_link", "boards", "notes")


def add_venue(*, league: League, by: User | None, at: datetime, **values: object) -> Venue:
    """Add a pub or club; `values` are `VENUE_FIELDS`."""
    with in_turn(league.pk):
        venue = Venue(league=league, slug=venue_slug(league, str(values["name"])), **values)
        venue.full_clean()
        venue.save()
        record(verb="add_venue", words=f"{venue} was added", at=at, by=by, league_id=league.pk, about=(venue,))
    return venue


def change_venue(*, venue: Venue, by: User | None, at: datetime, **values: object) -> Venue:
    """Change what is known of a venue; its address on the site stays, because it is printed."""
    with in_turn(venue.league_id):
        held = Venue.objects.get(pk=venue.pk)
        before = {name: getattr(held, name) for name in values}
        for name, value in values.items():
            setattr(held, name, value)
        held.full_clean()
        held.save(update_fields=sorted(values))
        words, league_id = f"{held} was changed", held.league_id
        record(
            verb="change_venue",
            words=words,
            at=at,
            by=by,
            league_id=league_id,
            about=(held,),
            before=before,
            after=values,
        )
    return held


def close_venue(*, venue: Venue, first: date, last: date, reason: str, by: User | None, at: datetime) -> Closure:
    """Note nights on which a venue cannot be used, first and last included."""
    if last < first:
        raise ValidationError({"last": "The last night is before the first."})
    with in_turn(venue.league_id):
        closure = Closure(venue=venue, first=first, last=last, reason=reason.strip())
        closure.full_clean()
        closure.save()
        words = (
            f"{venue} is closed {first:%-d %b} to {last:%-d %b}"
            if last > first
            else f"{venue} is closed {first:%-d %b}"
        )
        league_id = venue.league_id
        record(
            verb="close_venue", words=words, at=at, by=by, league_id=league_id, about=(venue,), reason=closure.reason
        )
    return closure


def reopen_venue(*, closure: Closure, by: User | None, at: datetime) -> None:
    """Take a closure off again; it stays in the record of what happened."""
    with in_turn(closure.venue.league_id):
        words, venue = f"{closure.venue} is open after all, {closure}", closure.venue
        record(verb="reopen_venue", words=words, at=at, by=by, league_id=venue.league_id, about=(venue,))
        closure.delete()
