"""The fixture lists of a season: their rows, the work on them, and which of them was published when."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min, Q, QuerySet

from league.jobs.models import Job
from league.schedule.choices import ListState
from league.schedule.models import Competition, FixtureList
from league.teams.models import League

HEAVY = ("task", "matches", "locked", "clash")


def lists_of(competition: Competition) -> QuerySet[FixtureList]:
    """Every list of a season, the newest first, without what is in them."""
    rows: QuerySet[FixtureList] = FixtureList.objects.filter(competition=competition).order_by("-number")
    return rows.defer(*HEAVY).select_related("made_by")


@dataclass(frozen=True, slots=True)
class Shelved:
    """A list among the others of its season, with the work that is making it now, if any."""

    row: FixtureList
    job: Job | None


def shelf_of(competition: Competition) -> tuple[Shelved, ...]:
    """Every list of a season with the work on it, the newest first; in two queries."""
    rows = list(lists_of(competition))
    jobs = {job.key: job for job in Job.objects.unfinished().filter(key__in=[row.job for row in rows if row.job])}
    return tuple(Shelved(row, jobs.get(row.job)) for row in rows)


def published_list(competition: Competition) -> FixtureList | None:
    """The list that the season's matches come from, if it came from one."""
    found: FixtureList | None = FixtureList.objects.filter(competition=competition, state=ListState.PUBLISHED).first()
    return found


def first_published(league: League) -> dict[int, datetime]:
    """When the fixtures of each competition of the current season first came out here, by its key; those that were
    entered without a draft are not in it.
    """
    rows = FixtureList.objects.filter(competition__season__league=league, competition__season__current=True)
    out = rows.exclude(published_at=None).order_by().values_list("competition").annotate(first=Min("published_at"))
    return dict(out)


def edition(row: FixtureList) -> int:
    """Which publication of its season this list was or is: 1 for the first that came out, 0 for one that never did."""
    if row.published_at is None:
        return 0
    sooner = Q(published_at__lt=row.published_at) | Q(published_at=row.published_at, number__lt=row.number)
    return int(FixtureList.objects.filter(sooner, competition=row.competition_id).count()) + 1


def job_of(row: FixtureList) -> Job | None:
    """The work that makes or made this list, the latest of it."""
    return Job.objects.filter(key=row.job).order_by("-pk").first() if row.job else None
