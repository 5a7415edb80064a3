"""Reading jobs: which wait for a worker, which a page shows, and how a page tells of one."""

from league.jobs.queries.page import JobView, job_view
from league.jobs.queries.waiting import (
    ATTEMPTS,
    STALE,
    abandoned,
    free,
    jobs_of_league,
    under_way,
    unfinished_before,
    waiting,
)

__all__ = [
    "ATTEMPTS",
    "STALE",
    "JobView",
    "abandoned",
    "free",
    "job_view",
    "jobs_of_league",
    "under_way",
    "unfinished_before",
    "waiting",
]
