"""Paper that is filled in or kept by people: registration forms, and whom to ring. Runs inside a league's scope."""

from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.safestring import SafeString

from league.teams.choices import RoleKind
from league.teams.models import League, Officer, Player, Role, Team
from league.teams.queries import contacts_of, officers_to_ring, rules_of, squad_of
from league.teams.queries.requests import join_token, team_join_links
from league.ui.pictures import qr_code
from scoring.card.rulebook import describe

LINES = 14  # of a form, filled in or left empty; there are four at least for those who are new


@dataclass(frozen=True, slots=True)
class PrintedRegistration:
    """A form of one team, or of none yet: whom it has already, and the numbers of its empty lines."""

    team: Team | None
    players: tuple[Player, ...]
    empty: range
    rules: tuple[str, ...]


def registration_form(league: League, team: Team | None, day: date) -> PrintedRegistration:
    """The form of a day; one query for the squad of a team."""
    players = tuple(each.player for each in squad_of(team, day)) if team else ()
    rules = next((section.rules for section in describe(rules_of(league)) if section.title == "Players"), ())
    return PrintedRegistration(team, players, range(len(players) + 1, max(LINES, len(players) + 4) + 1), rules)


@dataclass(frozen=True, slots=True)
class ContactSheet:
    """Whom to ring: officers who sign in, those whom the list of officers names besides, and each team's captains."""

    officers: tuple[Role, ...]
    others: tuple[Officer, ...]
    teams: tuple[tuple[Team, tuple[Role, ...]], ...]


def contacts_on_paper(league: League) -> ContactSheet:
    """Everybody with an office or a team, in three queries; a team without a captain has nobody after its name."""
    rows = list(contacts_of(league))
    by_team: dict[int, list[Role]] = {}
    for role in rows:
        if role.team_id is not None:
            by_team.setdefault(role.team_id, []).append(role)
    teams = Team.objects.filter(league=league, active=True).select_related("venue").order_by("name", "pk")
    officers = tuple(role for role in rows if role.team_id is None)
    return ContactSheet(
        officers=officers,
        others=tuple(officers_to_ring(league, (role.user.name for role in officers))),
        teams=tuple((team, tuple(sorted(by_team.get(team.pk, ()), key=_first))) for team in teams),
    )


@dataclass(frozen=True, slots=True)
class JoinSlip:
    """A join link on paper: of a team, or of the league (None), with its address and the pattern for a camera."""

    team: Team | None
    address: str
    qr: SafeString


def slips_of(league: League, site: str) -> tuple[JoinSlip, ...]:
    """The links that there are, the league's first; `site` is how their addresses begin. Two queries."""
    found = []
    for door in team_join_links(league):
        if door.link is not None:
            address = f"{site}{reverse('join', args=[join_token(door.link)])}"
            found.append(JoinSlip(door.team, address, qr_code(address)))
    return tuple(found)


def _first(role: Role) -> tuple[bool, str, int]:
    return role.kind != RoleKind.CAPTAIN, role.user.name, role.pk
