"""Fixture lists as proposals (solved, imported or edited by hand, compared, and one of them published), and what teams
and the secretary ask of a list.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.schedule.choices import ListMadeBy, ListState, WishedFor
from league.schedule.models.seasons import Competition, Entry


class FixtureList(models.Model):
    """One list for one competition. `task` is what was asked, in pubfix-1, so that it can be judged for ever;
    `matches` are [division, date, home, away] with the task's ids and `locked` those of them that stay as they are.

    `hard` counts broken rules and `cost` is what the wishes cost, as the judge says; `bound` is what no list can beat,
    where that is known. `figures` are what else was counted when it was judged (`queries.lists.figures_of`). `clash`
    says why there is no list, with what would help. `version` goes up with every change, so that a stale page is
    noticed. `job` is the key of the work that is making it, while there is one.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="lists")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True)
    how = models.CharField(max_length=10, choices=ListMadeBy.choices)
    state = models.CharField(max_length=10, choices=ListState.choices, default=ListState.DRAFT)
    task = models.JSONField()
    matches = models.JSONField(default=list, blank=True)
    locked = models.JSONField(default=list, blank=True)
    hard = models.PositiveIntegerField(null=True, blank=True)
    cost = models.PositiveIntegerField(null=True, blank=True)
    bound = models.PositiveIntegerField(null=True, blank=True)
    figures = models.JSONField(default=dict, blank=True)
    clash = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    job = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    objects: ClassVar[Any] = ScopedManager(league="competition__season__league")

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="fixtures_list_number")]

    def __str__(self) -> str:
        return self.name or f"Draft {self.number}"


# --- what teams and the secretary ask of a list -----------------------------------------------------------------------
class Wish(models.Model):
    """One wish: `kind` as scoring.season.schedule.task has it, about `entry` and, where it is about two, `other`.

    `dates` are ISO days; `by` is the last day of a first meeting; `most` is how many matches there may be in any
    `nights` nights running. A hard wish is kept or there is no list; each breach
    of another costs `weight`. `words` is how it was asked for.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=15, choices=WishedFor.choices)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="wishes")
    other = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, related_name="+")
    dates = models.JSONField(default=list, blank=True)
    by = models.DateField(null=True, blank=True)
    most = models.PositiveSmallIntegerField(null=True, blank=True)
    nights = models.PositiveSmallIntegerField(null=True, blank=True)
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
