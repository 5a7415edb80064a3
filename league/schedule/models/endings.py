"""What stands at the end of a season: its tables as they were decided, and where each team goes from there."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.schedule.choices import Way
from league.schedule.models.seasons import Division, Entry


class FinalTable(models.Model):
    """A division's table as it was when its season was closed: a fact, never changed.

    `table` is as standings writes it: rows with their reasons, names, footnotes and the rules that ranked them. Of a
    season that was opened again and closed again the latest one counts. `results_version` is the one it was made from.
    """

    division = models.ForeignKey(Division, models.CASCADE, related_name="final_tables")
    table = models.JSONField()
    results_version = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="division__competition__season__league")

    def __str__(self) -> str:
        return f"{self.division}, final table"


class Fate(models.Model):
    """Where a team goes after the season: as the rule has it (`proposed`, empty where it could not say) or otherwise.

    `to` is the division that it plays in next season, one of this season's; None for a team that does not come back.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="fate")
    proposed = models.CharField(max_length=6, choices=Way.choices, blank=True)
    way = models.CharField(max_length=6, choices=Way.choices)
    to = models.ForeignKey(Division, models.CASCADE, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="entry__division__competition__season__league")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(way=Way.OUT, to=None) | (~models.Q(way=Way.OUT) & models.Q(to__isnull=False)),
                name="fixtures_fate_leads_somewhere",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_way_display()}"
