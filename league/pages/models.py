"""Codes that televisions show, and those that are paired with a pub.

Of the cookie by which a television is known only the digest is kept.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.teams.models import League, Venue


class ScreenCode(models.Model):
    """A code that stands on a television until `until`, for the television whose cookie this is."""

    digest = models.CharField(max_length=64, unique=True)
    code = models.CharField(max_length=8, unique=True)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.code


class PubScreen(models.Model):
    """A television that was paired with a pub, and shows nothing but what is on there."""

    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    venue = models.ForeignKey(Venue, models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    def __str__(self) -> str:
        return f"The screen at {self.venue}"
