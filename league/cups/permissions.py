"""Who may run a cup and who may enter it, as predicates over a person and a league."""

from datetime import date

from league.cups.models import Cup, CupState
from league.teams.choices import RoleKind
from league.teams.models import League
from league.teams.permissions import Anybody, is_captain_here, is_secretary, roles_of


def runs_cups(user: Anybody, league: League) -> bool:
    """Draws, rules on ties and puts winners on the board: the knock-out co-ordinator or the secretary."""
    return is_secretary(user, league) or any(role.kind == RoleKind.COORDINATOR for role in roles_of(user, league))


def may_enter(user: Anybody, league: League, cup: Cup, today: date) -> bool:
    """Enters teams or players in a cup that is open: captains until entries close, whoever runs cups after that too."""
    captain = cup.takes_entries(today) and is_captain_here(user, league)
    return captain or (cup.state == CupState.OPEN and runs_cups(user, league))
