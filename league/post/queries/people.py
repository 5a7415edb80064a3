"""To whom something is written: the people who sign in and have to do with a team, a match or a league.

Knows roles. Nobody is written to who has no account, so no player's address is kept only to be written to.
"""

from collections.abc import Iterable

from django.db.models import Q

from league.accounts.models import User
from league.fixtures.models import Entry, Fixture
from league.post.choices import ALWAYS, Kind, Way
from league.post.models import Unwanted
from league.teams.choices import RoleKind
from league.teams.models import League, Role, Team

LEADERS = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)
MEMBERS = (*LEADERS, RoleKind.PLAYER)
OFFICERS = (RoleKind.SECRETARY, RoleKind.RESULTS_OFFICER)


def holders(league: League, kinds: Iterable[RoleKind], teams: Iterable[int] | None = None) -> list[User]:
    """Everybody with one of the roles now, in the order of their names; of these teams, where they are named."""
    held = Q(roles__league=league, roles__kind__in=list(kinds), roles__ended_at=None)
    if teams is not None:
        held &= Q(roles__team__in=list(teams))
    return list(User.objects.filter(held, is_active=True).distinct().order_by("name", "pk"))


def leaders(*entries: Entry | None) -> list[User]:
    """Captains and vice-captains of the teams of some entries; needs team.league of the first."""
    teams = [entry.team for entry in entries if entry is not None]
    return holders(teams[0].league, LEADERS, [team.pk for team in teams]) if teams else []


def members(team: Team) -> list[User]:
    """Everybody of a team who signs in: those who lead it, and its players with an account."""
    return holders(team.league, MEMBERS, [team.pk])


def both_sides(fixture: Fixture) -> list[User]:
    """Captains and vice-captains of a match."""
    return leaders(fixture.home, fixture.away)


def everybody_of(fixture: Fixture) -> list[User]:
    """Those who lead the two sides, and their players who sign in."""
    sides = [entry.team_id for entry in (fixture.home, fixture.away) if entry is not None]
    return holders(fixture.league, MEMBERS, sides)


def sides_led(user: User, fixture: Fixture) -> list[Entry]:
    """The sides of a match that a person leads."""
    led = set(
        Role.objects.filter(user=user, league_id=fixture.league_id, kind__in=LEADERS, ended_at=None).values_list(
            "team", flat=True
        )
    )
    return [entry for entry in (fixture.home, fixture.away) if entry is not None and entry.team_id in led]


def officers(league: League) -> list[User]:
    return holders(league, OFFICERS)


def reply_address(league: League) -> str:
    """The secretary's address, of several the first one's who has the role; "" if there is none."""
    held = Role.objects.filter(league=league, kind=RoleKind.SECRETARY, ended_at=None, user__is_active=True)
    return held.order_by("since", "pk").values_list("user__email", flat=True).first() or ""


def unwanted_by(league: League, way: Way = Way.MAIL) -> set[tuple[int, str]]:
    """Who has turned what off by one way, as (key of the person, kind)."""
    held = Unwanted.objects.filter(league=league, way=way)
    return set(held.exclude(kind__in=ALWAYS).values_list("user", "kind"))


def wants(user: User, league: League) -> dict[Kind, bool]:
    """Each kind, and whether this person gets it by mail."""
    off = set(Unwanted.objects.filter(league=league, user=user, way=Way.MAIL).values_list("kind", flat=True))
    return {kind: kind in ALWAYS or kind.value not in off for kind in Kind}
