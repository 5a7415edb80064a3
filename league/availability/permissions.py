"""Who may see who can play, and who may turn it on: predicates over a person and a team."""

from django.conf import settings

from league.teams.models import Team
from league.teams.permissions import Anybody, is_secretary, leads


def may_pick(user: Anybody, team: Team) -> bool:
    """See the players' answers and pick the team: its captain and vice-captain, and no officer of the league."""
    return leads(user, team)


def may_turn_on(user: Anybody, team: Team) -> bool:
    """Have the team ask its players, or stop: whoever leads it, or the secretary, who sees no answer by that."""
    return leads(user, team) or is_secretary(user, team.league)


def may_turn_on_texts(user: Anybody, team: Team) -> bool:
    """Have players texted, where the site can: the secretary alone, since the league pays for each."""
    return bool(settings.SMS_GATEWAY) and is_secretary(user, team.league)
