"""Who may look at long work: whoever asked for it, and the league's secretary."""

from django.contrib.auth.models import AnonymousUser

from league.accounts.models import User
from league.jobs.models import Job
from league.teams.models import League
from league.teams.permissions import is_secretary


def may_see_job(user: User | AnonymousUser, job: Job, league: League) -> bool:
    """See how far it has got, stop it and ask for it again."""
    return job.created_by_id == user.pk or is_secretary(user, league)
