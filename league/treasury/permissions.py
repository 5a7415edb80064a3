"""Who may do what with a league's book: the treasurer writes, the secretary reads, a captain sees their own."""

from django.http import Http404

from league.teams.choices import RoleKind
from league.teams.models import League, Team
from league.teams.permissions import Anybody, is_secretary, is_site_admin, leads, roles_of


def is_treasurer(user: Anybody, league: League) -> bool:
    """May write in the book: the treasurer, and nobody else but the site administrator, who may do everything."""
    return is_site_admin(user) or any(role.kind == RoleKind.TREASURER for role in roles_of(user, league))


def may_read_book(user: Anybody, league: League) -> bool:
    return is_treasurer(user, league) or is_secretary(user, league)


def may_read_account(user: Anybody, team: Team) -> bool:
    """May see what one team owes and paid: its captain and vice-captain too. Needs team.league."""
    return may_read_book(user, team.league) or leads(user, team)


def require_book(league: League) -> None:
    """404 where no book is kept."""
    if not league.keeps_money:
        raise Http404("This league does not keep its book here.")
