"""Papers that are kept: which there are, what stands for their content, and how far the making of one is.

Runs inside the scope of one league.
"""

import hashlib
import json
from datetime import datetime, timedelta
from typing import Any

from league.audit.models import Entry
from league.documents.choices import Audience
from league.documents.models import Paper
from league.jobs.models import Job
from league.teams.models import League

KEPT_FOR = timedelta(days=7)
# Long work being asked for and stopped changes nothing that could stand on a paper.
NOTHING_NEW = ("enqueue", "cancel_job")
STRANGERS, WITHIN = 12, timedelta(hours=1)


def content_key(league: League, kind: str, args: dict[str, Any], audience: Audience, site: str) -> str:
    """What stands for all that is on a paper: what was asked for, and the last thing that was done in the league.

    A paper that also hangs on the day has it among its `args`. One query.
    """
    done = Entry.objects.filter(league_id=league.pk).exclude(verb__in=NOTHING_NEW)
    last = done.order_by("-pk").values_list("pk", flat=True).first()
    said = json.dumps([league.pk, kind, args, audience, site, last], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(said.encode()).hexdigest()


def strangers_asked_enough(league: League, at: datetime) -> bool:
    """Whether people who are not signed in have asked for as many papers of this league as an hour is good for."""
    asked = Paper.objects.filter(league=league, asked_by=None, asked_at__gt=at - WITHIN)
    return bool(asked.count() >= STRANGERS)


def latest_job(paper: Paper) -> Job | None:
    """The work of making a paper; None when it is not even asked for any more."""
    return Job.objects.of_league(paper.league_id).filter(key=paper.job_key).order_by("-created_at", "-pk").first()
