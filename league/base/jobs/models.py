"""Work that takes longer than a page may: one row for each piece, which says how far it has got and what came of it.

The row is the truth about a job; threads, processes and queues only carry its number about.
"""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q


class JobState(models.TextChoices):
    QUEUED = "queued", "Waiting to start"
    RUNNING = "running", "In progress"
    DONE = "done", "Finished"
    FAILED = "failed", "Failed"
    CANCELLED = "cancelled", "Stopped"


UNFINISHED = (JobState.QUEUED, JobState.RUNNING)


class JobQuerySet(models.QuerySet["Job"]):
    def unfinished(self) -> "JobQuerySet":
        return self.filter(state__in=UNFINISHED)

    def of_league(self, league_id: int) -> "JobQuerySet":
        return self.filter(league_id=league_id)


class Job(models.Model):
    """`key` is unique among unfinished jobs; `attempts` is the token of the latest worker, `beat` its last sign of
    life. `result` has the "address" of its page; `error` is for people, `trace` for operators.
    """

    key = models.CharField(max_length=80)
    kind = models.CharField(max_length=40)
    args = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)
    league_id = models.BigIntegerField(null=True, blank=True)
    title = models.CharField(max_length=120)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(null=True, blank=True)
    message = models.CharField(max_length=200, blank=True)
    progress = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=160, blank=True)
    beat = models.DateTimeField(null=True, blank=True)
    cancel_asked = models.BooleanField(default=False)
    result = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)
    error = models.CharField(max_length=300, blank=True)
    trace = models.TextField(blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=Q(finished_at=None), name="jobs_key_once"),
            models.CheckConstraint(
                condition=Q(state__in=UNFINISHED, finished_at=None)
                | (~Q(state__in=UNFINISHED) & Q(finished_at__isnull=False)),
                name="jobs_finished_when",
            ),
        ]
        indexes = [
            models.Index(fields=["created_at"], condition=Q(finished_at=None), name="jobs_waiting"),
            models.Index(fields=["league_id", "-created_at"], name="jobs_of_league"),
            models.Index(fields=["key", "-created_at"], name="jobs_by_key"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def finished(self) -> bool:
        return self.state not in UNFINISHED
