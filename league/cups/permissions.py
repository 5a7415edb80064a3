"""Who may run a cup and who may act for an entrant, as predicates over a person and a league or an entry."""

from rules import predicate

from league.accounts.models import User
from league.fixtures.models import Entry
from league.teams.choices import RoleKind
from league.teams.models import League
from league.teams.permissions import is_secretary, leads, roles_of


@predicate
def runs_cups(user: User, league: League) -> bool:
    """Draws, rules on ties and puts winners on the board: the knock-out co-ordinator or the secretary."""
    return is_secretary(user, league) or any(role.kind == RoleKind.COORDINATOR for role in roles_of(user, league))


@predicate
def acts_for_entry(user: User, entry: Entry) -> bool:
    """Arranges an entry's ties and sends their results: the captain of its team, or a player of it who signs in."""
    if leads(user, entry.team):
        return True
    return bool(user.is_authenticated and entry.slug and entry.players.filter(user=user).exists())
