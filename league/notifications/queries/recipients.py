"""Who is told: the people who sign in and have to do with a team, a match or a league, whom a notice reaches, and who
has turned which messages off. Which event is told to which of them stands in `letters`, a function an event.

Nobody is written to who has no account, so no player's address is kept only to be written to.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.notifications.choices import MANDATORY_KINDS, PERSONAL_KINDS, PUSH_KINDS, Channel, MessageKind
from league.notifications.models import CopyOptIn, OptOut, Phone, SmsOptIn
from league.schedule.choices import CompetitionKind
from league.schedule.models import Entry, Fixture, Season
from league.schedule.queries.seasons import still_in
from league.teams.choices import RegistrationState, RoleKind
from league.teams.models import League, Registration, Role, Team
from league.teams.queries.people import OFFICES

LEADERS = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)
MEMBERS = (*LEADERS, RoleKind.PLAYER)


def role_holders(league: League, kinds: Iterable[RoleKind], teams: Iterable[int] | None = None) -> list[User]:
    rows = Q(roles__league=league, roles__kind__in=list(kinds), roles__ended_at=None)
    teams = None if teams is None else list(teams)
    if teams == []:
        return []
    if teams is not None:
        rows &= Q(roles__team__in=teams)
    return list(User.objects.filter(rows, is_active=True).distinct().order_by("name", "pk"))


def with_teams(league: League, kinds: Iterable[RoleKind], teams: Iterable[int]) -> list[tuple[User, list[Team]]]:
    """With LEADERS the captains, as `_leading` has them."""
    kinds, teams = list(kinds), list(teams)
    theirs: defaultdict[User, list[Team]] = defaultdict(list)
    for role in _leading(league, teams) if kinds == [*LEADERS] else _roles(league, kinds, teams):
        if role.team is not None and role.team not in theirs[role.user]:
            theirs[role.user].append(role.team)
    return list(theirs.items())


def _roles(league: League, kinds: Iterable[RoleKind], teams: Iterable[int]) -> QuerySet[Role]:
    rows: QuerySet[Role] = Role.objects.filter(
        league=league, kind__in=list(kinds), team__in=list(teams), ended_at=None, user__is_active=True
    )
    return rows.select_related("user", "team").order_by("user__name", "user", "team__name", "team")


def _leading(league: League, teams: Iterable[int]) -> list[Role]:
    """One a team: the vice-captain if there is no captain, or if they asked for it, also by having a phone."""
    roles = list(_roles(league, LEADERS, teams))
    captained = {role.team_id for role in roles if role.kind == RoleKind.CAPTAIN}
    vices = {role.user_id for role in roles if role.kind == RoleKind.VICE_CAPTAIN and role.team_id in captained}
    opted_in = _opted_in(league, vices) if vices else set()
    return [
        role
        for role in roles
        if role.kind == RoleKind.CAPTAIN or role.team_id not in captained or role.user_id in opted_in
    ]


def _opted_in(league: League, people: Iterable[int]) -> set[int]:
    copies = CopyOptIn.objects.filter(league=league, user__in=people).values_list("user", flat=True)
    return set(copies.union(Phone.objects.filter(user__in=people).values_list("user", flat=True)))


def leaders(*entries: Entry | None) -> list[User]:
    """Captains; of an entry by name its players, or who leads their team. Needs team.league of the first."""
    return _of(entries, LEADERS)


def captains_told_of_fixtures(season: Season) -> list[User]:
    teams = Entry.objects.filter(
        still_in(localdate()), division__competition__season=season, division__competition__kind=CompetitionKind.LEAGUE
    )
    people = with_teams(season.league, LEADERS, teams.values_list("team", flat=True))
    off = opt_outs(season.league)
    return [person for person, _ in people if (person.pk, MessageKind.LIST) not in off]


def members(team: Team) -> list[User]:
    """Everybody of a team who signs in: those who lead it, and its players with an account."""
    return role_holders(team.league, MEMBERS, [team.pk])


def both_sides(fixture: Fixture) -> list[User]:
    return leaders(fixture.home, fixture.away)


def everybody_of(fixture: Fixture) -> list[User]:
    """Those who lead the two sides and their players who sign in; of a tie by name those whom `leaders` has."""
    return _of((fixture.home, fixture.away), MEMBERS)


def _of(entries: Iterable[Entry | None], kinds: Iterable[RoleKind]) -> list[User]:
    sides = [entry for entry in entries if entry is not None]
    if not sides:
        return []
    league, named = sides[0].team.league, [entry for entry in sides if entry.slug]
    playing = _playing(named)
    teams = [entry.team_id for entry in sides if not entry.slug]
    recipients = _captains(league, teams) if kinds == LEADERS else role_holders(league, kinds, teams)
    recipients += _captains(league, [entry.team_id for entry in named if entry.pk not in playing])
    recipients += [person for people in playing.values() for person in people]
    return sorted(set(recipients), key=lambda person: (person.name, person.pk))


def _captains(league: League, teams: list[int]) -> list[User]:
    return [role.user for role in _leading(league, teams)] if teams else []


def _playing(named: Iterable[Entry]) -> dict[int, list[User]]:
    keys = [entry.pk for entry in named]
    rows = Entry.objects.filter(pk__in=keys, players__user__is_active=True).values_list("pk", "players__user")
    users = User.objects.in_bulk({user for _, user in rows})
    users_by_entry: defaultdict[int, list[User]] = defaultdict(list)
    for entry, user in rows:
        users_by_entry[entry].append(users[user])
    return users_by_entry


def offices(league: League) -> list[tuple[User, frozenset[RoleKind]]]:
    rows: dict[int, set[RoleKind]] = {}
    for user, kind in Role.objects.filter(league=league, kind__in=OFFICES, ended_at=None).values_list("user", "kind"):
        rows.setdefault(user, set()).add(RoleKind(kind))
    return [(person, frozenset(rows[person.pk])) for person in role_holders(league, OFFICES)]


def reply_address(league: League) -> str:
    """The first secretary's; "" if there is none."""
    rows = Role.objects.filter(league=league, kind=RoleKind.SECRETARY, ended_at=None, user__is_active=True)
    return rows.order_by("since", "pk").values_list("user__email", flat=True).first() or ""


def opt_outs(league: League, channel: Channel = Channel.MAIL) -> set[tuple[int, str]]:
    """(key of the person, kind)."""
    rows = OptOut.objects.filter(league=league, channel=channel)
    return set(rows.exclude(kind__in=MANDATORY_KINDS).values_list("user", "kind"))


# --- whom a notice reaches --------------------------------------------------------------------------------------------
def recipients_of(league: League, team: Team | None) -> dict[str, Any]:
    """`people` it would reach, who opted out, how many players are `without` a sign-in; None is all captains."""
    everybody = members(team) if team else role_holders(league, LEADERS)
    off = {user for user, kind in opt_outs(league) if kind == MessageKind.NOTICE}
    return {
        "people": [person for person in everybody if person.pk not in off],
        "turned_off": [person for person in everybody if person.pk in off],
        "without": _without_sign_in(team, everybody) if team else 0,
    }


def _without_sign_in(team: Team, people: list[User]) -> int:
    today, keys = localdate(), {each.pk for each in people}
    rows = Registration.objects.filter(team=team, state=RegistrationState.APPROVED, until=None, since__lte=today)
    return sum(user not in keys for user in rows.values_list("player__user", flat=True))


# --- what people have chosen to be sent -------------------------------------------------------------------------------
def kinds_on(user: User, league: League, channel: Channel) -> list[str]:
    off = opt_outs(league, channel)
    kinds = PUSH_KINDS if channel is Channel.PUSH else PERSONAL_KINDS
    return [kind.value for kind in kinds if (user.pk, kind.value) not in off]


def sms_choices(user: User, league: League) -> SmsOptIn:
    """A row that asks for nothing where there is none."""
    row = SmsOptIn.objects.filter(league=league, user=user).first()
    return row or SmsOptIn(user=user, league=league, changes=False)


def is_only_vice(user: User, league: League) -> bool:
    """Whether somebody leads a team as its vice-captain, and none as its captain."""
    roles = Role.objects.filter(league=league, user=user, kind__in=LEADERS, ended_at=None)
    return set(roles.values_list("kind", flat=True)) == {RoleKind.VICE_CAPTAIN}


def has_copies(user: User, league: League) -> bool:
    return bool(CopyOptIn.objects.filter(league=league, user=user).exists())
