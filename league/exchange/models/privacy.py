"""Who was erased: the pseudonym, when and by whom, and nothing that could tell who it was."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.teams.models import League, Player


class Erasure(models.Model):
    """One person erased from a league, at their own request: irreversible, so it is never changed.

    `player` or `user` is what is left of them, under the pseudonym; either may be missing.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="erasures")
    alias = models.CharField("pseudonym", max_length=20)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="erasures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "alias"], name="privacy_alias_once")]

    def __str__(self) -> str:
        return self.alias
