"""Links to a calendar that only its owner knows, for leagues that are private and for one's own matches.

Knows whose link it is and what it shows. Refuses to keep the link: only its digest is.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from league.documents.choices import CalendarOf
from league.fixtures.models import Division
from league.teams.models import League, Team, Venue


class CalendarLink(models.Model):
    """One person's link to one calendar; it stops when it is taken back, or when they are nobody in the league."""

    league = models.ForeignKey(League, models.CASCADE, related_name="calendar_links")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="calendar_links")
    kind = models.CharField(max_length=10, choices=CalendarOf.choices)
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="+")
    venue = models.ForeignKey(Venue, models.CASCADE, null=True, blank=True, related_name="+")
    division = models.ForeignKey(Division, models.CASCADE, null=True, blank=True, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["mine", "league"], team=None, venue=None, division=None)
                | Q(kind="team", team__isnull=False, venue=None, division=None)
                | Q(kind="venue", venue__isnull=False, team=None, division=None)
                | Q(kind="division", division__isnull=False, team=None, venue=None),
                name="documents_calendar_of_one_thing",
            )
        ]

    def __str__(self) -> str:
        return str(self.team or self.venue or self.division or self.get_kind_display())
