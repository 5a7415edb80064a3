"""Teams and the pubs they play in: added, renamed, moved, closed for a night.

An app above that has a team's matches and keeps its name hears of both in its AppConfig (`MatchKeeper`).
"""

from datetime import date, datetime, time
from typing import Protocol, runtime_checkable

from django.apps import apps
from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record
from league.teams.actions.leagues import lock_league, team_slug, venue_slug
from league.teams.models import Closure, FormerName, League, Team, Venue
from scoring.names import fold, spelling


@runtime_checkable
class MatchKeeper(Protocol):
    """The AppConfig of an app that has the matches of teams and pubs."""

    def team_renamed(self, team: Team, former_name: str, at: datetime) -> None: ...

    def home_matches_words(self, team: Team) -> str: ...

    def matches_left_words(self, team: Team) -> str: ...

    def matches_at_words(self, venue: Venue, first: date, last: date) -> str: ...

    def team_moved(self, team: Team, venue: Venue, start_time: time, by: User | None, at: datetime) -> None: ...


def match_keepers() -> list[MatchKeeper]:
    return [app for app in apps.get_app_configs() if isinstance(app, MatchKeeper)]


def add_team(*, league: League, name: str, venue: Venue, start_time: time, by: User | None, at: datetime) -> Team:
    with lock_league(league.pk):
        name = _free_name(league, name)
        team = Team(league=league, name=name, slug=team_slug(league, name), venue=venue, start_time=start_time)
        team.full_clean()
        team.save()
        record(verb="add_team", words=f"{team} joined", at=at, by=by, league_id=league.pk, about=(team,))
    return team


def rename_team(*, team: Team, name: str, by: User | None, at: datetime) -> Team:
    """The old address leads to the new one for ever."""
    with lock_league(team.league_id):
        locked = Team.objects.select_related("league", "venue").get(pk=team.pk)
        name, old = _free_name(locked.league, name, locked), locked.name
        if name == old:
            return locked
        slug = team_slug(locked.league, name, locked)
        if slug != locked.slug or fold(name) != fold(old):
            FormerName.objects.filter(team=locked, slug__in=(slug, locked.slug)).delete()
            former = FormerName(team=locked, league=locked.league, name=old, slug=locked.slug, until=localdate(at))
            former.full_clean()
            former.save()
        locked.name, locked.slug = name, slug
        locked.full_clean()
        locked.save(update_fields=["name", "search_name", "slug"])
        for keeper in match_keepers():
            keeper.team_renamed(locked, old, at)
        text = f"{old} is now called {name}"
        before, after = {"name": old}, {"name": name}
        record(
            verb="rename_team", words=text, at=at, by=by, league_id=locked.league_id, about=(locked,), before=before,
            after=after,
        )  # fmt: skip
    return locked


def settle_team(
    *, team: Team, venue: Venue, start_time: time, active: bool, by: User | None, at: datetime,
    with_matches: bool = False,
) -> Team:  # fmt: skip
    """Fixtures stay put, unless those at home still to be played move `with_matches`."""
    with lock_league(team.league_id):
        locked = Team.objects.select_related("league", "venue").get(pk=team.pk)
        before, pub, start = _team_values(locked), locked.venue, locked.start_time
        locked.venue, locked.start_time, locked.active = venue, start_time, active
        locked.full_clean()
        locked.save(update_fields=["venue", "start_time", "active"])
        after = _team_values(locked)
        if after != before:
            text = f"{locked} plays at {venue}, {start_time:%H:%M}" if active else f"{locked} has left the league"
            league_id, about = locked.league_id, (locked, venue)
            record(
                verb="settle_team", words=text, at=at, by=by, league_id=league_id, about=about, before=before,
                after=after,
            )  # fmt: skip
        if with_matches and (pub, start) != (venue, start_time):
            for keeper in match_keepers():
                keeper.team_moved(locked, pub, start, by, at)
    return locked


def _free_name(league: League, name: str, team: Team | None = None) -> str:
    name = " ".join(name.split())
    others = Team.objects.filter(league=league).exclude(pk=team and team.pk).values_list("name", flat=True)
    if spelling(name) in map(spelling, others):
        raise ValidationError({"name": f"The league already has a team called {name}."})
    return name


def _team_values(team: Team) -> dict[str, object]:
    return {"venue": team.venue.name, "start_time": f"{team.start_time}"[:5], "active": team.active}


VENUE_FIELDS = ("name", "address", "postcode", "map_link", "boards", "notes")


def add_venue(*, league: League, by: User | None, at: datetime, **values: object) -> Venue:
    with lock_league(league.pk):
        venue = Venue(league=league, slug=venue_slug(league, str(values["name"])), **values)
        venue.full_clean()
        venue.save()
        record(verb="add_venue", words=f"{venue} was added", at=at, by=by, league_id=league.pk, about=(venue,))
    return venue


def change_venue(*, venue: Venue, by: User | None, at: datetime, **values: object) -> Venue:
    """The venue's address on the site stays, because it is printed."""
    with lock_league(venue.league_id):
        locked = Venue.objects.get(pk=venue.pk)
        before = {name: getattr(locked, name) for name in values}
        for name, value in values.items():
            setattr(locked, name, value)
        locked.full_clean()
        locked.save(update_fields=sorted(values))
        text, league_id = f"{locked} was changed", locked.league_id
        record(
            verb="change_venue", words=text, at=at, by=by, league_id=league_id, about=(locked,), before=before,
            after=values,
        )  # fmt: skip
    return locked


def close_venue(*, venue: Venue, first: date, last: date, reason: str, by: User | None, at: datetime) -> Closure:
    """First and last included; ValidationError if all those nights are noted already."""
    if last < first:
        raise ValidationError({"last": "The last night must be on or after the first."})
    with lock_league(venue.league_id):
        same = Closure.objects.filter(venue=venue, first__lte=first, last__gte=last).first()
        if same is not None:
            raise ValidationError({"first": f"{venue} is closed on those nights already: {same}."})
        closure = Closure(venue=venue, first=first, last=last, reason=reason.strip())
        closure.full_clean()
        closure.save()
        record(
            verb="close_venue", words=f"{venue} is closed {closure}", at=at, by=by, league_id=venue.league_id,
            about=(venue,), after=_closure_values(closure), reason=closure.reason,
        )  # fmt: skip
    return closure


def reopen_venue(*, closure: Closure, by: User | None, at: datetime) -> None:
    with lock_league(closure.venue.league_id):
        text, venue = f"{closure.venue} is open again, {closure}", closure.venue
        before, league_id = _closure_values(closure), venue.league_id
        record(verb="reopen_venue", words=text, at=at, by=by, league_id=league_id, about=(venue,), before=before)
        closure.delete()


def _closure_values(closure: Closure) -> dict[str, object]:
    return {"first": closure.first.isoformat(), "last": closure.last.isoformat()}
