"""What teams and the secretary ask of a fixture list."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.schedule.choices import WishedFor
from league.schedule.models.seasons import Competition, Entry


class Wish(models.Model):
    """One wish: `kind` as scoring.season.schedule.task has it, about `entry` and, where it is about two, `other`.

    `dates` are ISO days; `by` is the last day of a first meeting. A hard wish is kept or there is no list; each breach
    of another costs `weight`. `words` is how it was asked for.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=15, choices=WishedFor.choices)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="wishes")
    other = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, related_name="+")
    dates = models.JSONField(default=list, blank=True)
    by = models.DateField(null=True, blank=True)
    hard = models.BooleanField(default=False)
    weight = models.PositiveSmallIntegerField(default=5)
    words = models.CharField(max_length=200, blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    objects: ClassVar[Any] = ScopedManager(league="competition__season__league")

    class Meta:
        verbose_name_plural = "wishes"
        constraints = [
            models.CheckConstraint(condition=~models.Q(entry=models.F("other")), name="fixtures_wish_about_two")
        ]

    def __str__(self) -> str:
        return self.words or f"{self.entry}: {self.get_kind_display()}"


class PresetMatch(models.Model):
    """A match that must be on its day, whatever the list: an opening derby, a match agreed beforehand."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="preset_matches")
    home = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    away = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    date = models.DateField()
    objects: ClassVar[Any] = ScopedManager(league="competition__season__league")

    class Meta:
        verbose_name_plural = "preset matches"
        constraints = [
            models.UniqueConstraint(fields=["home", "away", "date"], name="fixtures_preset_once"),
            models.CheckConstraint(condition=~models.Q(home=models.F("away")), name="fixtures_preset_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.home} v {self.away}"
