"""How people come into a league by themselves: links that the secretary hands out, and who has asked by one.

Nothing of a link's secret is kept: its address is the row's number, signed with the site's key.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from league.teams.choices import RoleKind
from league.teams.models.places import League, Team

JOINABLE = [(kind.value, kind.label) for kind in (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN, RoleKind.PLAYER)]


class JoinLink(models.Model):
    """A link by which people ask to join one team, or the league and say which; no use once it is taken back."""

    league = models.ForeignKey(League, models.CASCADE, related_name="join_links")
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="join_links")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team"], condition=Q(revoked_at=None), name="teams_join_link_of_team"),
            models.UniqueConstraint(
                fields=["league"], condition=Q(revoked_at=None, team=None), name="teams_join_link_of_league"
            ),
        ]

    def __str__(self) -> str:
        return f"Join {self.team or self.league}"


class JoinRequest(models.Model):
    """Somebody who has asked to join, as they say of themselves: until the secretary answers, and no longer."""

    league = models.ForeignKey(League, models.CASCADE, related_name="join_requests")
    team = models.ForeignKey(Team, models.CASCADE, related_name="join_requests")
    kind = models.CharField(max_length=10, choices=JOINABLE)
    name = models.CharField(max_length=80)
    email = models.EmailField("e-mail address")
    phone = models.CharField(max_length=30, blank=True)
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "kind", "email"], name="teams_join_request_once")]

    def __str__(self) -> str:
        return f"{self.name}, {self.get_kind_display().lower()} of {self.team}"
