"""An A team names the players who may play for no other team this season; the secretary changes whom it named."""

from collections.abc import Collection
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.accounts.models import User
from league.audit.actions import record
from league.teams.actions.order import in_turn
from league.teams.models import Registration, Team
from league.teams.permissions import is_secretary
from league.teams.queries.nominations import Nominations, nominations_of
from league.ui.words import night
from scoring.season.schedule.words import count_of


def nominate_players(
    *, team: Team, players: Collection[int], by: User, at: datetime, reason: str = ""
) -> tuple[Registration, ...]:
    """Name the A squad: `players` are keys of players of the team's squad, all of those who are to be named.

    Whoever was named before stays named since that day. ValidationError where the league has no such rule, for another
    number of players than it says, for a captain when it is too late, and for a change by the secretary without reason.
    """
    with in_turn(team.league_id):
        found = nominations_of(team, localdate(at))
        if found is None:
            raise ValidationError(f"{team} nominates no players.")
        chosen = tuple(each for each in found.squad if each.player_id in set(players))
        _refuse(found, chosen, reason, secretary=is_secretary(by, team.league))
        before = set(found.made)
        if set(chosen) == before:
            return chosen
        for each in found.squad:
            if (each in chosen) != (each in before):
                each.nominated_on = found.today if each in chosen else None
                each.save(update_fields=["nominated_on"])
        names = ", ".join(each.player.name for each in chosen)
        words = f"{team} nominated {names}" if not before else f"The nominated players of {team} are now {names}"
        about = (team, *(each.player for each in {*chosen} ^ before))
        record(verb="nominate_players", words=words, at=at, by=by, league_id=team.league_id, about=about, reason=reason)
    return chosen


def _refuse(found: Nominations, chosen: tuple[Registration, ...], reason: str, *, secretary: bool) -> None:
    if len(chosen) != found.wanted:
        wanted, ticked = (
            count_of(found.wanted, "player"),
            "1 is" if len(chosen) == 1 else f"{len(chosen) or 'none'} are",
        )
        raise ValidationError({"players": f"Tick {wanted}: {ticked} ticked."})
    if not secretary and not found.open:
        last = f"The last day was {night(found.last_day)}. " if found.late and found.last_day else ""
        raise ValidationError(f"{last}Ask the secretary to change the nominated players.")
    if secretary and not found.open and not reason.strip():
        raise ValidationError({"reason": "Say why, so that the captains know."})
