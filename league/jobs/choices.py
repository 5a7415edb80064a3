"""The states of a job."""

from django.db import models


class JobState(models.TextChoices):
    QUEUED = "queued", "Waiting to begin"
    RUNNING = "running", "Under way"
    DONE = "done", "Finished"
    FAILED = "failed", "Did not work"
    CANCELLED = "cancelled", "Stopped"


UNFINISHED = (JobState.QUEUED, JobState.RUNNING)
