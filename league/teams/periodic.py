"""What teams need though nobody asks: roles of players whose last day is over, taken away."""

from datetime import datetime, timedelta

from django.utils.timezone import localdate
from django_scopes import scope

from league.base.jobs.runner import periodic_task
from league.teams.actions.people import end_roles_of_leavers
from league.teams.queries.people import leagues_with_leavers


@periodic_task(timedelta(hours=1))
def end_roles(now: datetime) -> None:
    """A last day may lie ahead when it is written down."""
    for league in leagues_with_leavers(localdate(now)):
        with scope(league=league):
            end_roles_of_leavers(league=league, at=now)
