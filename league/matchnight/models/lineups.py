"""The draw on the night: each side's order, sealed until both are in, and matches whose draw is done on paper."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.schedule.models import Entry, Fixture


class PlayingOrder(models.Model):
    """What one side put in: `places` are keys of players line by line, or one list of all who play where lots decide.

    `secret` and `places` are shown to nobody but the side itself until the other's row is there; `seal` is at once. A
    row is never changed.
    """

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    places = models.JSONField()
    secret = models.CharField(max_length=64)
    seal = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fixture", "entry"], name="lineups_order_once")]

    def __str__(self) -> str:
        return f"Order of {self.entry} for {self.fixture}"


class PaperDraw(models.Model):
    """A match whose draw a captain said is done on paper: what was put in counts for nothing."""

    fixture = models.OneToOneField(Fixture, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    def __str__(self) -> str:
        return f"{self.fixture}: drawn on paper"
