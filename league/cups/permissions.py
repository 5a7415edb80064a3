"""Who may run a cup and who may act for an entrant, as predicates over a person and a league or an entry."""

from league.schedule.permissions import acts_for_entry
from league.teams.choices import RoleKind
from league.teams.models import League
from league.teams.permissions import Anybody, is_secretary, roles_of

__all__ = ["acts_for_entry", "runs_cups"]


def runs_cups(user: Anybody, league: League) -> bool:
    """Draws, rules on ties and puts winners on the board: the knock-out co-ordinator or the secretary."""
    return is_secretary(user, league) or any(role.kind == RoleKind.COORDINATOR for role in roles_of(user, league))
