"""Fixture lists as proposals: solved, brought in or changed by hand, compared, and one of them published."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.schedule.choices import ListMadeBy, ListState
from league.schedule.models.seasons import Competition


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
        return self.name or f"List {self.number}"
