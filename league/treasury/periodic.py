"""What the book needs though nobody asks: fines and cup entries proposed as they come up."""

from datetime import datetime, timedelta

from django_scopes import scope

from league.jobs.periodic import periodic_task
from league.teams.models import League
from league.treasury.actions.charges import propose_charges


@periodic_task(timedelta(minutes=15))
def propose_new_charges(now: datetime) -> None:
    """In every league that keeps its book here; nothing is owed before the treasurer approves it."""
    for league in League.objects.filter(keeps_money=True).order_by("pk"):
        with scope(league=league):
            propose_charges(league=league, by=None, at=now)
