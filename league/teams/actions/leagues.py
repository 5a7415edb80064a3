"""Leagues, begun and changed, their officers, teams and pubs; and the lock under which their rows are written.

The order of locks is: a fixture first (its own app's business), then the league. Nothing else is locked here. Changes
to a league's people and places are few, so they take turns: two captains who ask for the same name, two officers who
answer the same request and a double tap meet in the checks of the second one, not in a constraint.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from datetime import date, datetime, time
from itertools import count
from typing import Protocol, runtime_checkable

from django.apps import apps
from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.timezone import localdate
from django_scopes import scope

from league.base.accounts.models import User
from league.base.audit.actions import record, save_checked, write_tx
from league.teams.choices import LEAGUE_WORDS, SITE_WORDS, LeagueNight, RoleKind
from league.teams.models import Closure, FormerName, League, Officer, Player, Role, Team, Venue
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.card.presets import preset as preset_of
from scoring.names import fold, spelling, transliterate

# --- Slugs of things in a league --------------------------------------------------------------------------------------
# Short, sayable, never one that is taken or that the site needs for itself.


def free_slug(name: str, taken: Collection[str], length: int) -> str:
    """A slug for the name that is not in `taken`: "crown-a", then "crown-a-2"; "x" where it has no letter of A to Z."""
    stem = slug_stem(name, length)
    return next(slug for slug in numbered_slugs(stem, length) if slug not in taken)


def slug_stem(name: str, length: int) -> str:
    return slugify(transliterate(name))[:length].strip("-") or "x"


def numbered_slugs(stem: str, length: int) -> Iterator[str]:
    yield stem
    for number in count(2):
        ending = f"-{number}"
        yield stem[: length - len(ending)] + ending


def league_slug(name: str) -> str:
    return free_slug(name, SITE_WORDS | set(League.objects.values_list("slug", flat=True)), 50)


def team_slug(league: League, name: str, team: Team | None = None) -> str:
    """Slugs that other teams have or had are taken, so that no old address changes hands."""
    teams, former = Team.objects.filter(league=league), FormerName.objects.filter(league=league)
    if team is not None:
        teams, former = teams.exclude(pk=team.pk), former.exclude(team=team)
    return free_slug(
        name, LEAGUE_WORDS | set(teams.values_list("slug", flat=True).union(former.values_list("slug", flat=True))), 50
    )


def venue_slug(league: League, name: str) -> str:
    return free_slug(name, {"new"} | set(Venue.objects.filter(league=league).values_list("slug", flat=True)), 50)


def player_slug(player: Player) -> str:
    """From the public name, so that the address tells strangers no more."""
    shown = player.public_name
    like = Player.objects.filter(league=player.league, slug__startswith=slug_stem(shown, 80))
    return free_slug(shown, set(like.values_list("slug", flat=True)), 90)


# --- The order of locks -----------------------------------------------------------------------------------------------
@contextmanager
def lock_league(league_id: int) -> Iterator[None]:
    """A transaction that writes to a league's people and places, one at a time for each league."""
    with write_tx():
        League.objects.select_for_update(of=("self",)).get(pk=league_id)
        yield


# --- Leagues ----------------------------------------------------------------------------------------------------------
def create_league(
    *, preset: str, name: str, by: User | None, at: datetime, short_name: str = "", slug: str = "",
    night: LeagueNight = LeagueNight.MONDAY, contact: str = "", secretary: bool = False,
) -> League:  # fmt: skip
    """UnknownPresetError; ValidationError if the address is taken or one of the site's."""
    with write_tx():
        name = " ".join(name.split())
        league = League(
            name=name, short_name=short_name or name[:30], slug=_allowed(slug) or league_slug(short_name or name),
            preset=preset, rules=codec.encode(preset_of(preset)), night=night, contact=contact,
        )  # fmt: skip
        save_checked(league)
        text = f"{league} was set up, with the rules of {preset_of(preset).name}"
        record(verb="create_league", words=text, at=at, by=by, league_id=league.pk, about=(league,))
        if secretary and by is not None:
            _make_secretary(league, by, at)
    return league


def _make_secretary(league: League, person: User, at: datetime) -> None:
    role = Role(league=league, user=person, kind=RoleKind.SECRETARY, since=at)
    with scope(league=league):  # the page that begins a league is in none
        save_checked(role)
    text = f"{person} became {role.get_kind_display().lower()}"
    record(verb="take_office", words=text, at=at, by=person, league_id=league.pk, about=(person,))


def _allowed(slug: str) -> str:
    if slug in SITE_WORDS - {""}:
        raise ValidationError({"slug": "That address is used by the site. Choose another one."})
    return slug


def change_league(
    *, league: League, by: User | None, at: datetime, rules: LeagueRules | None = None, **values: object
) -> League:
    """`values` are fields of League; a competition with results keeps its own copy of the rules."""
    fields = values if rules is None else {**values, "rules": codec.encode(rules)}
    with lock_league(league.pk):
        locked = League.objects.get(pk=league.pk)
        before = {name: getattr(locked, name) for name in fields}
        for name, value in fields.items():
            setattr(locked, name, value)
        save_checked(locked)
        after = {name: value for name, value in fields.items() if value != before[name]}
        if after:
            text = f"The league’s settings were changed: {', '.join(sorted(after)).replace('_', ' ')}"
            before = {name: before[name] for name in after}
            record(
                verb="change_league", words=text, at=at, by=by, league_id=locked.pk, about=(locked,), before=before,
                after=after,
            )  # fmt: skip
    return locked


# --- The officers of a league -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Office:
    title: str
    name: str
    phone: str = ""
    email: str = ""


def settle_officers(*, league: League, officers: Sequence[Office], by: User | None, at: datetime) -> None:
    """Replace all officers. The audit entry names offices and not people, who may have left."""
    with lock_league(league.pk):
        old_rows = Officer.objects.filter(league=league)
        before = {Office(*row) for row in old_rows.values_list("title", "name", "phone", "email")}
        rows = [_officer_row(league, each, place) for place, each in enumerate(officers, start=1)]
        if [*old_rows.order_by("place").values_list("title", "name", "phone", "email")] == [*map(astuple, officers)]:
            return
        old_rows.delete()
        Officer.objects.bulk_create(rows)
        changed = dict.fromkeys(each.title for each in (*officers, *before) if (each in before) != (each in officers))
        text = f"The list of officers was changed: {', '.join(changed) or 'their order'}"
        record(verb="settle_officers", words=text, at=at, by=by, league_id=league.pk, about=(league,))


def _officer_row(league: League, office: Office, place: int) -> Officer:
    row = Officer(
        league=league, title=office.title, name=office.name, phone=office.phone, email=office.email, place=place
    )
    row.full_clean(validate_constraints=False)  # those who are there now have the places
    return row


# --- teams, and the pubs they play in ---------------------------------------------------------------------------------
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
        save_checked(team)
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
            save_checked(FormerName(team=locked, league=locked.league, name=old, slug=locked.slug, until=localdate(at)))
        locked.name, locked.slug = name, slug
        save_checked(locked, "name", "search_name", "slug")
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
        save_checked(locked, "venue", "start_time", "active")
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


def add_venue(*, league: League, by: User | None, at: datetime, **values: object) -> Venue:
    with lock_league(league.pk):
        venue = save_checked(Venue(league=league, slug=venue_slug(league, str(values["name"])), **values))
        record(verb="add_venue", words=f"{venue} was added", at=at, by=by, league_id=league.pk, about=(venue,))
    return venue


def change_venue(*, venue: Venue, by: User | None, at: datetime, **values: object) -> Venue:
    """The venue's address on the site stays, because it is printed."""
    with lock_league(venue.league_id):
        locked = Venue.objects.get(pk=venue.pk)
        before = {name: getattr(locked, name) for name in values}
        for name, value in values.items():
            setattr(locked, name, value)
        save_checked(locked, *sorted(values))
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
        closure = save_checked(Closure(venue=venue, first=first, last=last, reason=reason.strip()))
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
