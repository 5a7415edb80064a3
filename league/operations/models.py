"""How well the site has served: answers in time by day, and when it was not there. About no person and no league."""

from django.db import models


class AnswerDay(models.Model):
    """How many answers of a kind (`league.server.promise`) went out on a day, and how many of them in time."""

    day = models.DateField()
    kind = models.CharField(max_length=8)
    answered = models.BigIntegerField(db_default=0)
    in_time = models.BigIntegerField(db_default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "kind"], name="operations_answers_once")]

    def __str__(self) -> str:
        return f"{self.day} {self.kind}: {self.in_time} of {self.answered}"


class Heartbeat(models.Model):
    """The one row that says when a process of the site last was there."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at}"


class Outage(models.Model):
    """From the last sign of life to the next."""

    begun = models.DateTimeField()
    ended = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.begun} to {self.ended}"
