"""Papers of many pages, kept for a week, and calendar links until they are revoked."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django_scopes import ScopedManager

from league.documents.kinds import CalendarOf, PaperAudience
from league.schedule.models import Division
from league.teams.models import League, Team, Venue


class Paper(models.Model):
    """`kind` says what draws it (kinds.py), from `args`, with addresses that begin with `site`.

    `key` stands for all that is on it, so that the same paper is drawn once. `token` is its address, which nobody can
    guess. `pages`, `file` and `made_at` are there once it is made.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="papers")
    key = models.CharField(max_length=64, unique=True)
    token = models.CharField(max_length=22, unique=True)
    kind = models.CharField(max_length=40)
    args = models.JSONField(default=dict, blank=True)
    site = models.CharField(max_length=200)
    audience = models.CharField(max_length=10, choices=PaperAudience.choices, default=PaperAudience.PUBLIC)
    title = models.CharField(max_length=120)
    name = models.CharField("name of the file", max_length=100)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    asked_at = models.DateTimeField()
    file = models.FileField(upload_to="papers/", blank=True)
    pages = models.PositiveIntegerField(null=True, blank=True)
    made_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(made_at=None, file="", pages=None) | (Q(made_at__isnull=False, pages__gte=1) & ~Q(file="")),
                name="documents_paper_made_whole",
            )
        ]
        indexes = [models.Index(fields=["league", "-asked_at"], name="documents_papers_asked")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Its page, which says how far it has got; once it is made, the file itself."""
        return reverse("paper-file" if self.made_at else "paper", args=[self.league.slug, self.token])

    @property
    def job_key(self) -> str:
        return f"paper:{self.key[:40]}"


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
