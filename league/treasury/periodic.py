"""What the book needs though nobody asks: fines and cup entries proposed as they come up."""

from datetime import datetime, timedelta

from django.utils.timezone import localdate
from django_scopes import scope, scopes_disabled

from league.base.jobs.runner import periodic_task
from league.treasury.actions.charges import propose_charges, remember_proposing
from league.treasury.queries.fees import leagues_to_propose_for


@periodic_task(timedelta(minutes=15))
def propose_new_charges(now: datetime) -> None:
    """Nothing is owed before the treasurer approves it."""
    with scopes_disabled():
        leagues = leagues_to_propose_for(now)
    for league, entries in leagues:
        with scope(league=league):
            propose_charges(league=league, by=None, at=now)
            remember_proposing(league=league, entries=entries, on=localdate(now))
