"""Who reads which names on a printed card, as predicates over a person and a match or a league."""

from league.accounts.models import User
from league.fixtures.models import Fixture
from league.results.permissions import may_enter
from league.teams.models import League
from league.teams.permissions import is_site_admin, roles_of


def is_member(user: User, league: League) -> bool:
    """Somebody with a role in this league."""
    return is_site_admin(user) or bool(roles_of(user, league))


def may_print_names(user: User, fixture: Fixture) -> bool:
    """Whole squads by their full names: both captains and the officers, who fill the card in."""
    return may_enter(user, fixture)
