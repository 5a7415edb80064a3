"""Who may pair a television with which pub: the secretary with any, a captain with the pub of a team of their own."""

from django.contrib.auth.models import AnonymousUser
from django_scopes import scope

from league.base.accounts.models import User
from league.base.jobs.models import Job
from league.teams.models import League, Venue
from league.teams.permissions import Anybody, is_secretary, teams_led


def venues_to_pair(user: Anybody, league: League) -> list[Venue]:
    if is_secretary(user, league):
        return list(Venue.objects.filter(league=league).order_by("name", "pk"))
    own = {team.venue_id for team in teams_led(user, league)}
    return list(Venue.objects.filter(league=league, pk__in=own).order_by("name", "pk"))


def may_pair(user: Anybody, league: League) -> bool:
    with scope(league=league):
        return bool(venues_to_pair(user, league))


def may_see_job(user: User | AnonymousUser, job: Job, league: League) -> bool:
    return job.created_by_id == user.pk or is_secretary(user, league)
