"""The states of a job."""

from django.db import models


class JobState(models.TextChoices):
    QUEUED = "queued", "Waiting to start"
    RUNNING = "running", "In progress"
    DONE = "done", "Finished"
    FAILED = "failed", "Failed"
    CANCELLED = "cancelled", "Stopped"


UNFINISHED = (JobState.QUEUED, JobState.RUNNING)
