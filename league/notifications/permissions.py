"""Who may write to many, who sees what was sent, and who may have texts."""

from django.conf import settings

from league.accounts.models import User
from league.teams.models import League
from league.teams.permissions import is_secretary, teams_led


def sees_messages(user: User, league: League) -> bool:
    """What was sent to whom is for the secretary."""
    return is_secretary(user, league)


def writes_notices(user: User, league: League) -> bool:
    """The secretary to anybody, a captain to their own team."""
    return is_secretary(user, league) or bool(teams_led(user, league))


def may_have_texts(user: User, league: League) -> bool:
    """Texts cost the league money: they are for those who lead a team, where there is a gateway for them."""
    return bool(settings.SMS_GATEWAY) and bool(teams_led(user, league))
