"""The addresses that a league has its news sent to."""

from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django_scopes import ScopedManager

from league.notifications.choices import WebhookEvent
from league.teams.models import League

LONGEST_URL = 500


class Webhook(models.Model):
    """One address, told of the `events` that were chosen.

    `old_secret` signs beside the new one until `old_until`. `worked_at` is when something last arrived. One that is
    switched off says why in `off_reason`; what waited then is kept, and nothing new is.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    url = models.CharField(max_length=LONGEST_URL)
    events = models.JSONField(default=list)
    secret = models.CharField(max_length=80)
    old_secret = models.CharField(max_length=80, blank=True)
    old_until = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    worked_at = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)
    off_reason = models.CharField(max_length=200, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        db_table = "exchange_webhook"
        constraints = [models.UniqueConstraint(fields=["league", "url"], name="webhooks_address_once")]

    def __str__(self) -> str:
        return self.url

    def get_absolute_url(self) -> str:
        return reverse("webhook", args=[self.league.slug, self.pk])

    @property
    def event_labels(self) -> list[str]:
        return [WebhookEvent(each).label for each in self.events]

    def secrets_at(self, at: datetime) -> tuple[str, ...]:
        """Those that sign at a moment, the newest first."""
        old = self.old_until is not None and at < self.old_until
        return (self.secret, self.old_secret) if old else (self.secret,)
