"""Who may do what in a league, as predicates over a person and a league or a team. Other apps build theirs on these."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from league.base.accounts.models import User
from league.teams.choices import PSEUDONYM, RoleKind
from league.teams.models import League, Player, Role, Team

Anybody = User | AnonymousUser
TEAM_COOKIE = "my-team"  # names the team that was chosen in a browser by its address


def roles_of(user: Anybody, league: League) -> tuple[Role, ...]:
    """The roles that a person holds now; read once for each request, so a role taken away counts at once."""
    if not user.is_authenticated:
        return ()
    cached: dict[int, tuple[Role, ...]] = user.__dict__.setdefault("_roles_by_league", {})
    if league.pk not in cached:
        roles = Role.objects.filter(league=league, user=user, ended_at=None).select_related("team").order_by("pk")
        cached[league.pk] = tuple(roles)
    return cached[league.pk]


def _holds(user: Anybody, league: League, *kinds: RoleKind, team: Team | None = None) -> bool:
    return any(role.kind in kinds and (team is None or role.team_id == team.pk) for role in roles_of(user, league))


def is_site_admin(user: Anybody) -> bool:
    return bool(user.is_authenticated and user.is_active and user.is_superuser)


def is_secretary(user: Anybody, league: League) -> bool:
    return is_site_admin(user) or _holds(user, league, RoleKind.SECRETARY)


def is_officer(user: Anybody, league: League) -> bool:
    """May settle results: the secretary or a results officer."""
    return is_secretary(user, league) or _holds(user, league, RoleKind.RESULTS_OFFICER)


def holds_office(user: Anybody, league: League) -> bool:
    """Has an office of the league, any role that is not one of a team: signs in with a second factor."""
    return is_site_admin(user) or any(role.team_id is None for role in roles_of(user, league))


def holds_office_anywhere(user: Anybody) -> bool:
    if is_site_admin(user):
        return True
    return League.objects.filter(roles__user=user.pk, roles__team=None, roles__ended_at=None).exists()


def leads(user: Anybody, team: Team) -> bool:
    return _holds(user, team.league, RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN, team=team)


def is_captain_here(user: Anybody, league: League) -> bool:
    return _holds(user, league, RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)


def teams_led(user: Anybody, league: League) -> list[Team]:
    kinds = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)
    led = {role.team_id: role.team for role in roles_of(user, league) if role.kind in kinds and role.team}
    return sorted(led.values(), key=lambda team: (team.name, team.pk))


def team_of_reader(user: Anybody, league: League, slug: str | None) -> Team | None:
    roles = [role.team for role in roles_of(user, league) if role.team]
    led = teams_led(user, league) if user.is_authenticated else []
    if roles:
        return next((team for team in roles if team.slug == slug), (led or roles)[0])
    return Team.objects.filter(league=league, slug=slug, active=True).first() if slug else None


def plays_here(user: Anybody, league: League) -> bool:
    """Somebody who signs in to play for a team of this league, or to lead one."""
    return is_captain_here(user, league) or _holds(user, league, RoleKind.PLAYER)


def may_read(user: Anybody, league: League) -> bool:
    return league.public or is_site_admin(user) or bool(roles_of(user, league))


def require(allowed: bool) -> None:  # noqa: FBT001
    """Refuse the request unless it is allowed: the person is known, so they are told 403 and not sent to sign in."""
    if not allowed:
        raise PermissionDenied


def may_see_contacts(user: Anybody, league: League) -> bool:
    """Officers and captains, signed in, with the co-ordinator and the treasurer, who ring round too."""
    offices = (RoleKind.COORDINATOR, RoleKind.TREASURER)
    return is_officer(user, league) or is_captain_here(user, league) or _holds(user, league, *offices)


def may_see_squad(user: Anybody, team: Team) -> bool:
    return leads(user, team) or is_officer(user, team.league)


def may_change_squad(user: Anybody, team: Team) -> bool:
    return leads(user, team) or is_secretary(user, team.league)


def may_be_followed(player: Player) -> bool:
    """Whether a player's name is there for strangers to read; not of a minor, nor of somebody who was removed."""
    return not player.under_18 and player.merged_into_id is None and not PSEUDONYM.fullmatch(player.name)
