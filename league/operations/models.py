"""When the site was not there. About no person and no league."""

from django.db import models


class Heartbeat(models.Model):
    """The one row that says when a process of the site last was there, and since which day that is noted."""

    at = models.DateTimeField()
    since = models.DateField(null=True)

    def __str__(self) -> str:
        return f"{self.at}"


class Outage(models.Model):
    """From the last sign of life to the next."""

    begun = models.DateTimeField()
    ended = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.begun} to {self.ended}"
