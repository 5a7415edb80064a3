"""Who may be signed in as on a demonstration: by league the officers, then team by team; and whom to try first."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.teams.choices import RoleKind
from league.teams.models import League, Role

# Whom to try first, and what there is to see.
FIRST = {
    RoleKind.SECRETARY: "Runs the league: fixtures, jobs to do, people and rules.",
    RoleKind.CAPTAIN: "Sends match cards from a phone, and confirms the other captain’s.",
    RoleKind.RESULTS_OFFICER: "Checks cards and decides disputed results.",
    RoleKind.COORDINATOR: "Runs the cups: entries, draws, ties, finals night.",
    RoleKind.TREASURER: "Keeps the book: fees, fines, payments, the year’s accounts.",
}

# What somebody without a role is, by whether they run the site.
ALONE = {True: "Site administrator", False: "No role: a spectator"}


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """Somebody to sign in as, what they are and, of those to try first, what there is to see."""

    user: User
    does: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class DemoGroup:
    """People under a heading: a league, or the whole site. `teams` have their own people, each team once."""

    title: str
    people: tuple[DemoPerson, ...]
    teams: tuple[tuple[str, tuple[DemoPerson, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Demonstration:
    first: tuple[DemoPerson, ...]
    groups: tuple[DemoGroup, ...]


def demonstration() -> Demonstration:
    """Everybody there is, in two queries."""
    with scopes_disabled():
        rows = Role.objects.filter(user__demo=True, user__is_active=True, ended_at=None)
        order = ("league__name", F("team__name").asc(nulls_first=True), "kind", "user__name", "pk")
        roles = list(rows.select_related("user", "league", "team").order_by(*order))
    known = {role.user_id for role in roles}
    without = User.objects.filter(demo=True, is_active=True).exclude(pk__in=known).order_by("-is_superuser", "name")
    alone = tuple(
        DemoPerson(user, "Site administrator" if user.is_superuser else "No role: a spectator") for user in without
    )
    leagues: dict[League, list[Role]] = {}
    for role in roles:
        leagues.setdefault(role.league, []).append(role)
    groups = [_league(league, there) for league, there in leagues.items()]
    return Demonstration(_first(roles), (*([DemoGroup("The whole site", alone)] if alone else ()), *groups))


def _first(roles: Iterable[Role]) -> tuple[DemoPerson, ...]:
    found = {role.kind: role for role in reversed(list(roles))}
    return tuple(DemoPerson(found[kind].user, found[kind].does, why) for kind, why in FIRST.items() if kind in found)


def _league(league: League, roles: Iterable[Role]) -> DemoGroup:
    teams: dict[str, list[DemoPerson]] = {}
    officers = []
    for role in roles:
        if role.team is None:
            officers.append(DemoPerson(role.user, role.does))
        else:
            teams.setdefault(role.team.name, []).append(DemoPerson(role.user, role.get_kind_display()))
    return DemoGroup(league.name, tuple(officers), tuple((name, tuple(people)) for name, people in teams.items()))
