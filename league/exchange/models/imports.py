"""A spreadsheet that somebody is importing: what is in it, how it was understood, and what came of it."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.exchange.choices import ImportKind, ImportState
from league.schedule.models import Season
from league.teams.models import League


class ImportDraft(models.Model):
    """One spreadsheet from the upload to the undoing.

    `rows` are [number in the file, [cells]] under `heading`, and are emptied once they have been imported: `marks` are
    then what that made and changed, and `counts` how many rows had which outcome. `matching` says in which column each
    of our values stands, `answers` which of our rows is meant by a name ({"team": {"crwon a": "12"}}). `division` is
    that of rows which name none. `job` is the key of the work that imports a long one, and `error` why it could not.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=ImportKind.choices)
    state = models.CharField(max_length=10, choices=ImportState.choices, default=ImportState.OPEN)
    name = models.CharField(max_length=120)
    season = models.ForeignKey(Season, models.CASCADE, null=True, blank=True, related_name="+")
    division = models.CharField(max_length=40, blank=True)
    heading = models.JSONField(default=list)
    rows = models.JSONField(default=list, blank=True)
    matching = models.JSONField(default=dict, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    marks = models.JSONField(default=list, blank=True)
    counts = models.JSONField(default=dict, blank=True)
    job = models.CharField(max_length=80, blank=True)
    error = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    done_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    done_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    def __str__(self) -> str:
        return f"{self.get_kind_display()} from {self.name}"
