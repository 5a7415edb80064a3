"""Who may write to many, who sees what was sent, and who may have texts."""

from datetime import date

from django.conf import settings

from league.base.accounts.models import User
from league.matchnight.models import AvailabilitySettings
from league.matchnight.queries.nights import links_of_user
from league.teams.models import League
from league.teams.permissions import is_secretary, teams_led


def sees_messages(user: User, league: League) -> bool:
    return is_secretary(user, league)


def writes_notices(user: User, league: League) -> bool:
    """The secretary to anybody, a captain to their own team."""
    return is_secretary(user, league) or bool(teams_led(user, league))


def may_have_texts(user: User, league: League) -> bool:
    """Texts cost the league money: they are for those who lead a team, where there is a gateway for them."""
    return bool(settings.SMS_GATEWAY) and bool(teams_led(user, league))


def may_be_asked_by_text(user: User, league: League, today: date) -> bool:
    """Whether they can play: the players of teams for which the secretary has turned that on."""
    if not settings.SMS_GATEWAY:
        return False
    teams = [link.team for link in links_of_user(user, league, today)]
    return bool(AvailabilitySettings.objects.filter(team__in=teams, texts=True).exists())
