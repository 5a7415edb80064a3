"""Leagues, teams and people for tests: small, plain, without surprises. Each makes only what its name says.

Call them inside `scope(league=...)` or `scopes_disabled()`; `league_in_season` makes a whole small league.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import count

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.utils import timezone
from django.utils.text import slugify

from league.base.accounts.models import SessionStore, User
from league.schedule.models import Competition, Division, Entry, Fixture, Season
from league.teams.choices import RegisteredHow, RegistrationState, RoleKind
from league.teams.models import League, Player, Registration, Role, Team, Venue
from scoring import codec
from scoring.card.presets import preset
from scoring.season.schedule.circle import round_robin

FIRST_NIGHT = date(2026, 9, 7)
SIGNED = datetime(2026, 8, 20, 12, tzinfo=timezone.get_default_timezone())
PASSWORD = make_password("correct horse battery")
_numbers = count(1)


def make_user(name: str = "Harry Goy", **extra) -> User:
    number = next(_numbers)
    return User.objects.create_user(f"person{number}@example.org", name, "correct horse battery", **extra)


def make_session(user: User) -> str:
    """The key of a session in which somebody is signed in."""
    store = SessionStore()
    store.update({SESSION_KEY: str(user.pk), HASH_SESSION_KEY: user.get_session_auth_hash()})
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store.create()
    return store.session_key


def _user(name: str) -> User:
    """One that is not saved yet."""
    return User(email=f"person{next(_numbers)}@example.org", name=name, password=PASSWORD)


def make_league(slug: str = "leek", key: str = "leek", **extra) -> League:
    values = {"name": f"{slug.title()} Dominoes", "short_name": slug.title(), "slug": slug, "preset": key}
    return League.objects.create(rules=codec.encode(preset(key)), **(values | extra))


def make_venue(league: League, name: str = "The Crown", **extra) -> Venue:
    return Venue.objects.create(league=league, name=name, slug=slugged(name), **extra)


def make_team(league: League, name: str = "Crown A", venue: Venue | None = None, **extra) -> Team:
    venue = venue or make_venue(league, f"{name} Inn")
    return Team.objects.create(league=league, name=name, slug=slugged(name), venue=venue, **extra)


def make_player(team: Team, name: str = "Harry Goy", since: date = date(2026, 8, 20), **extra) -> Player:
    number = next(_numbers)
    player = Player.objects.create(league=team.league, name=name, slug=f"{slugged(name)}-{number}", **extra)
    Registration.objects.create(
        player=player, team=team, state=RegistrationState.APPROVED, how=RegisteredHow.LIST, asked_at=SIGNED, since=since
    )
    return player


def make_squad(team: Team, names: list[str], since: date = date(2026, 8, 20)) -> list[Player]:
    """A player of each name, as `make_player` makes them."""
    return make_squads({team: names}, since)


def make_squads(squads: dict[Team, list[str]], since: date = date(2026, 8, 20)) -> list[Player]:
    """The players of every team, in two statements."""
    teams = [team for team, names in squads.items() for _ in names]
    rows = [
        Player(league=team.league, name=name, slug=f"{slugged(name)}-{next(_numbers)}")
        for team, names in squads.items()
        for name in names
    ]
    players = Player.objects.bulk_create(rows)
    signed = {"state": RegistrationState.APPROVED, "how": RegisteredHow.LIST, "asked_at": SIGNED, "since": since}
    Registration.objects.bulk_create(
        [Registration(player=player, team=team, **signed) for player, team in zip(players, teams, strict=True)]
    )
    return players


def make_role(user: User, league: League, kind: RoleKind, team: Team | None = None) -> Role:
    return Role.objects.create(league=league, user=user, kind=kind, team=team, since=SIGNED)


def make_season(league: League, name: str = "2026-27", *, current: bool = True) -> Season:
    year = int(name[:4])
    return Season.objects.create(
        league=league,
        name=name,
        slug=name,
        starts=date(year, 9, 1),
        halfway=date(year, 12, 31),
        ends=date(year + 1, 4, 30),
        current=current,
    )


def make_division(season: Season, name: str = "Division One", **extra) -> Division:
    competition, _ = Competition.objects.get_or_create(
        season=season, slug="league", defaults={"name": "League", "rules": season.league.rules}
    )
    return Division.objects.create(competition=competition, name=name, slug=slugged(name), **extra)


def make_entry(division: Division, team: Team) -> Entry:
    return Entry.objects.create(division=division, team=team, name=team.name)


def make_fixture(home: Entry, away: Entry | None, on: date = FIRST_NIGHT, week: int = 1, **extra) -> Fixture:
    fixture = _fixture(home, away, on, week, **extra)
    fixture.save()
    return fixture


def make_round_robin(division: Division, first: date = FIRST_NIGHT) -> None:
    """Every team of a division against every other at home and away, week by week."""
    entries = {str(entry.pk): entry for entry in division.entries.order_by("pk")}
    rounds = round_robin(list(entries), 2)
    for number, pairings in enumerate(rounds):
        for home, away in pairings:
            on, half = first + timedelta(weeks=number), 1 if number < len(rounds) / 2 else 2
            make_fixture(entries[home], entries.get(away or ""), on=on, week=number + 1, half=half)


def _fixture(home: Entry, away: Entry | None, on: date, week: int, **extra) -> Fixture:
    """One that is not saved yet."""
    values = {
        "league": home.team.league,
        "division": home.division,
        "week": week,
        "date": on,
        "first_date": on,
        "start_time": time(20),
        "venue": home.team.venue,
        "code": f"t{next(_numbers):06d}",
    }
    return Fixture(home=home, away=away, **(values | extra))


def slugged(name: str) -> str:
    """No longer than a column of slugs, which PostgreSQL minds and SQLite does not."""
    return slugify(name)[:50]


@dataclass
class SmallLeague:
    """A league in season: teams with registered players and captains, a secretary, and fixtures by week."""

    league: League
    season: Season
    division: Division
    entries: list[Entry]
    captains: list[User]
    secretary: User
    fixtures: list[Fixture]


NAMES = (
    "Crown A",
    "Bell",
    "Plough",
    "Swan",
    "Red Lion",
    "Anchor",
    "Fleece",
    "Star",
    "Globe",
    "Ship",
    "Bay Horse",
    "Oak",
)


def league_in_season(slug: str = "leek", key: str = "leek", teams: int = 4, squad: int = 8) -> SmallLeague:
    """`teams` teams with `squad` registered players each; each plays the next one on the first two nights.

    Most tests begin with one: rows of a table are made in one statement.
    """
    league = make_league(slug, key)
    season = make_season(league)
    division = make_division(season)
    names = NAMES[:teams]
    inns = [Venue(league=league, name=f"{name} Inn", slug=slugged(f"{name} Inn")) for name in names]
    venues = Venue.objects.bulk_create(inns)
    rows = [
        Team(league=league, name=name, slug=slugged(name), venue=venue)
        for name, venue in zip(names, venues, strict=True)
    ]
    made = Team.objects.bulk_create(rows)
    entries = Entry.objects.bulk_create([Entry(division=division, team=team, name=team.name) for team in made])
    make_squads(
        {team: [f"{team.name.split()[0]} Player{chr(65 + number)}" for number in range(squad)] for team in made}
    )
    people = [*(f"{name} Captain" for name in names), "Sam Secretary"]
    *captains, secretary = User.objects.bulk_create([_user(name) for name in people])
    roles = [
        Role(league=league, user=user, kind=RoleKind.CAPTAIN, team=team, since=SIGNED)
        for user, team in zip(captains, made, strict=True)
    ]
    Role.objects.bulk_create([*roles, Role(league=league, user=secretary, kind=RoleKind.SECRETARY, since=SIGNED)])
    fixtures = [
        _fixture(home, away, FIRST_NIGHT + timedelta(weeks=week), week + 1)
        for week in range(2)
        for one, other in zip(entries[::2], entries[1::2], strict=False)
        for home, away in [(one, other) if week == 0 else (other, one)]
    ]
    return SmallLeague(league, season, division, entries, captains, secretary, Fixture.objects.bulk_create(fixtures))
