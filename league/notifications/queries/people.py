"""To whom something is written: the people who sign in and have to do with a team, a match or a league.

Knows roles. Nobody is written to who has no account, so no player's address is kept only to be written to.
"""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Q

from league.accounts.models import User
from league.notifications.choices import MANDATORY_KINDS, Channel, MessageKind
from league.notifications.models import OptOut
from league.schedule.models import Entry, Fixture
from league.teams.choices import RoleKind
from league.teams.models import League, Role, Team
from league.teams.queries import OFFICES

LEADERS = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)
MEMBERS = (*LEADERS, RoleKind.PLAYER)


def role_holders(league: League, kinds: Iterable[RoleKind], teams: Iterable[int] | None = None) -> list[User]:
    """Everybody with one of the roles now, in the order of their names; of these teams, where they are named."""
    rows = Q(roles__league=league, roles__kind__in=list(kinds), roles__ended_at=None)
    teams = None if teams is None else list(teams)
    if teams == []:
        return []
    if teams is not None:
        rows &= Q(roles__team__in=teams)
    return list(User.objects.filter(rows, is_active=True).distinct().order_by("name", "pk"))


def with_teams(league: League, kinds: Iterable[RoleKind], teams: Iterable[int]) -> list[tuple[User, list[Team]]]:
    """Everybody with one of the roles in one of these teams, with those that are theirs; both in the order of names."""
    rows = Role.objects.filter(
        league=league, kind__in=list(kinds), team__in=list(teams), ended_at=None, user__is_active=True
    )
    theirs: defaultdict[User, list[Team]] = defaultdict(list)
    for role in rows.select_related("user", "team").order_by("user__name", "user", "team__name", "team"):
        if role.team is not None and role.team not in theirs[role.user]:
            theirs[role.user].append(role.team)
    return list(theirs.items())


def leaders(*entries: Entry | None) -> list[User]:
    """Those who act for some entries: captains and vice-captains; of an entry by name those who play in it.

    Where none of these signs in it is whoever leads their team. Needs team.league of the first. Three queries at most.
    """
    return _of(entries, LEADERS)


def members(team: Team) -> list[User]:
    """Everybody of a team who signs in: those who lead it, and its players with an account."""
    return role_holders(team.league, MEMBERS, [team.pk])


def both_sides(fixture: Fixture) -> list[User]:
    """Captains and vice-captains of a match."""
    return leaders(fixture.home, fixture.away)


def everybody_of(fixture: Fixture) -> list[User]:
    """Those who lead the two sides and their players who sign in; of a tie by name those whom `leaders` has."""
    return _of((fixture.home, fixture.away), MEMBERS)


def _of(entries: Iterable[Entry | None], kinds: Iterable[RoleKind]) -> list[User]:
    """Those with a role in a team that is entered, and those who act for an entry by name, in the order of names."""
    sides = [entry for entry in entries if entry is not None]
    if not sides:
        return []
    league, named = sides[0].team.league, [entry for entry in sides if entry.slug]
    playing = _playing(named)
    found = role_holders(league, kinds, [entry.team_id for entry in sides if not entry.slug])
    found += role_holders(league, LEADERS, [entry.team_id for entry in named if entry.pk not in playing])
    found += [person for people in playing.values() for person in people]
    return sorted(set(found), key=lambda person: (person.name, person.pk))


def _playing(named: Iterable[Entry]) -> dict[int, list[User]]:
    """Who of those entered by name signs in, by the key of the entry."""
    keys = [entry.pk for entry in named]
    rows = Entry.objects.filter(pk__in=keys, players__user__is_active=True).values_list("pk", "players__user")
    users = User.objects.in_bulk({user for _, user in rows})
    found: defaultdict[int, list[User]] = defaultdict(list)
    for entry, user in rows:
        found[entry].append(users[user])
    return found


def offices(league: League) -> list[tuple[User, frozenset[RoleKind]]]:
    """Everybody with an office of the league now, in the order of their names, with all of theirs."""
    rows: dict[int, set[RoleKind]] = {}
    for user, kind in Role.objects.filter(league=league, kind__in=OFFICES, ended_at=None).values_list("user", "kind"):
        rows.setdefault(user, set()).add(RoleKind(kind))
    return [(person, frozenset(rows[person.pk])) for person in role_holders(league, OFFICES)]


def reply_address(league: League) -> str:
    """The secretary's address, of several the first one's who has the role; "" if there is none."""
    rows = Role.objects.filter(league=league, kind=RoleKind.SECRETARY, ended_at=None, user__is_active=True)
    return rows.order_by("since", "pk").values_list("user__email", flat=True).first() or ""


def opt_outs(league: League, channel: Channel = Channel.MAIL) -> set[tuple[int, str]]:
    """Who has turned what off by one way, as (key of the person, kind)."""
    rows = OptOut.objects.filter(league=league, channel=channel)
    return set(rows.exclude(kind__in=MANDATORY_KINDS).values_list("user", "kind"))


def mail_choices(user: User, league: League) -> dict[MessageKind, bool]:
    """Each kind, and whether this person gets it by mail."""
    off = set(OptOut.objects.filter(league=league, user=user, channel=Channel.MAIL).values_list("kind", flat=True))
    return {kind: kind in MANDATORY_KINDS or kind.value not in off for kind in MessageKind}
