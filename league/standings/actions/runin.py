"""Having it worked out what is still possible in a division."""

from datetime import datetime

from league.jobs.actions import enqueue
from league.jobs.models import Job
from league.schedule.models import Division
from league.standings.queries.runin import key_of

RUN_IN = "run-in"


def ask_for_run_in(*, division: Division, at: datetime) -> Job:
    """Put it in as a job: one at a time for a division, and of no league's, since nobody asked for it.

    `division` comes with its competition. The job works with the results as they are when it begins.
    """
    return enqueue(
        key=key_of(division),
        kind=RUN_IN,
        args={"division": division.pk, "version": division.competition.results_version},
        title=f"What is still possible in {division}",
        by=None,
        at=at,
        league_id=None,
    )
