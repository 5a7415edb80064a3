"""What the administrator's console shows: of each league its last signs of life, and what failed lately on the site."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Max
from django_scopes import scope

from league.base.jobs.models import Job, JobState
from league.notifications.choices import MessageState
from league.notifications.models import Message
from league.results.models import Submission
from league.teams.models import League, Role, Team

LATELY = timedelta(days=7)


class LeagueSigns(NamedTuple):
    league: League
    teams: int
    card_at: datetime | None
    member_at: datetime | None
    failed_mails: int


def signs_of(leagues: Sequence[League], at: datetime) -> list[LeagueSigns]:
    """Four queries, however many leagues there are."""
    failed = {"state": MessageState.FAILED, "made_at__gte": at - LATELY}
    with scope(league=list(leagues)):
        teams = dict(Team.objects.filter(active=True).values_list("league").annotate(Count("pk")))
        cards = dict(Submission.objects.values_list("fixture__league").annotate(Max("received_at")))
        members = dict(Role.objects.filter(ended_at=None).values_list("league").annotate(Max("user__last_login")))
        mails = dict(Message.objects.filter(**failed).values_list("league").annotate(Count("pk")))
    return [
        LeagueSigns(each, teams.get(each.pk, 0), cards.get(each.pk), members.get(each.pk), mails.get(each.pk, 0))
        for each in leagues
    ]


def failed_jobs(at: datetime) -> list[tuple[Job, str]]:
    """Those that failed lately, the latest first, each with its league's slug ("" for the site's own)."""
    jobs = Job.objects.filter(state=JobState.FAILED, finished_at__gte=at - LATELY).order_by("-finished_at", "-pk")
    slugs = dict(League.objects.filter(pk__in=[job.league_id for job in jobs]).values_list("pk", "slug"))
    return [(job, slugs.get(job.league_id or 0, "")) for job in jobs]
