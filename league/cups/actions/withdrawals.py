"""A team that leaves its league's season leaves its cups too, if the secretary says so; and comes back into them."""

from datetime import datetime

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.cups.actions.cups import lock_cup, record_about
from league.cups.actions.entries import add_entrant, take_off
from league.cups.actions.knockout import write_fact
from league.cups.actions.openday import leave_day, return_to_day
from league.cups.choices import CupState
from league.cups.queries.cup_state import snapshot_of
from league.cups.queries.withdrawals import CupPlace, places_to_leave, places_to_take_again
from league.schedule.models import Season
from league.teams.models import Team
from scoring.season.knockout.facts import Returned, Withdrew


def leave_cups(*, team: Team, season: Season, reason: str, by: User, at: datetime) -> list[str]:
    """Take a team out of every cup of a season that it is still in; what became of each, as sentences."""
    with write_tx():
        places = places_to_leave(team, season, at)
        for place in places:
            _leave(place, reason, by=by, at=at)
    return [place.words for place in places]


def return_to_cups(*, team: Team, season: Season, reason: str, by: User, at: datetime) -> list[str]:
    """Bring a team back into the cups that it withdrew from, where nobody has played on since."""
    with write_tx():
        places = places_to_take_again(team, season, at)
        for place in places:
            if not place.stays:
                _return(place, reason, by=by, at=at)
    return [place.words for place in places]


def _leave(place: CupPlace, reason: str, *, by: User, at: datetime) -> None:
    if place.cup.state == CupState.OPEN:
        take_off(entrant=place.entrant, by=by, at=at)
    elif snapshot_of(place.cup, at).bracket is None:
        leave_day(cup=place.cup, entrant=place.entrant.key, reason=reason, by=by, at=at)
    else:
        write_fact(cup=place.cup, fact=Withdrew(place.entrant.key, reason), by=by, at=at)


def _return(place: CupPlace, reason: str, *, by: User, at: datetime) -> None:
    if place.cup.state == CupState.OPEN:
        cup, team = lock_cup(place.cup), place.entrant.entry.team
        add_entrant(cup, team, (), "", by=by, at=at)
        record_about(cup, "enter", f"{place.entrant} entered {cup} again.", by=by, at=at, about=(team,), reason=reason)
    elif snapshot_of(place.cup, at).bracket is None:
        return_to_day(cup=place.cup, entrant=place.entrant.key, reason=reason, by=by, at=at)
    else:
        write_fact(cup=place.cup, fact=Returned(place.entrant.key, reason), by=by, at=at)
