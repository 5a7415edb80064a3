"""What making one season out of another changed besides, so that it can be taken back."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.schedule.models import Season
from league.teams.models import Registration, Team


class Rollover(models.Model):
    """A season that was made from the one `before`: the teams that were taken out of the league with it, and the
    registrations that ended with it.
    """

    season = models.OneToOneField(Season, models.CASCADE, related_name="rollover")
    before = models.ForeignKey(Season, models.CASCADE, related_name="followed_by")
    teams = models.ManyToManyField(Team, blank=True, related_name="+")
    registrations = models.ManyToManyField(Registration, blank=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="season__league")

    def __str__(self) -> str:
        return f"{self.season} from {self.before}"
