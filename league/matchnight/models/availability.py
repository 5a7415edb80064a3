"""Who can play on which night: teams that ask, what players answered, when they are away, and whom the captain picked.

An answer is about a night, not about a match: if the match moves, nobody has answered for its new night. Answers are
appended and never changed, the last one counts. All of it is the team's own business; the league's officers, who read
the history, have no part in it, so answers stand here and not in the audit log
(docs/decisions/0033-availability-belongs-to-the-team.md).
"""

from typing import Any, ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django_scopes import ScopedManager

from league.base.ui.formats import night, nights
from league.matchnight.choices import NightAnswer
from league.schedule.models import Fixture
from league.teams.models import Player, Team

EARLIEST_REMINDER = 21  # days


class AvailabilitySettings(models.Model):
    """A team that asks its players, or once did: the row is what answers of the team take turns at (`locked`).

    Who has not answered is reminded `first_days` before the match and once more `last_days` before; 0 is never. With
    `texts` the last reminder goes as a text to those who asked for that: the league pays for it, so the secretary says.
    """

    team = models.OneToOneField(Team, models.CASCADE, related_name="+")
    enabled = models.BooleanField("asks its players", default=False)
    first_days = models.PositiveSmallIntegerField(default=5, validators=[MaxValueValidator(EARLIEST_REMINDER)])
    last_days = models.PositiveSmallIntegerField(default=1, validators=[MaxValueValidator(EARLIEST_REMINDER)])
    texts = models.BooleanField("texts its players", default=False, db_default=False)
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        verbose_name_plural = "availability settings"

    def __str__(self) -> str:
        return f"{self.team}: {'asks' if self.enabled else 'does not ask'} who can play"


class PlayerLink(models.Model):
    """A player's own link that was replaced or turned off: only the one of this `version` opens, if any does.

    A link that nobody has replaced has no row, and is version 1. What is in a link is signed and kept nowhere.
    """

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    version = models.PositiveIntegerField(default=1)
    revoked_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "player"], name="availability_one_link")]

    def __str__(self) -> str:
        return f"Link of {self.player} for {self.team}, version {self.version}"


class PlayerAnswer(models.Model):
    """What a player said of a night, with the `key` of the button that was pressed; `by` a captain, or by the link."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    night = models.DateField()
    answer = models.CharField(max_length=10, choices=NightAnswer.choices)
    key = models.UUIDField(unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        indexes = [models.Index(fields=["team", "night"], name="availability_of_night")]

    def __str__(self) -> str:
        return f"{self.player}, {night(self.night)}: {self.get_answer_display()}"


class Absence(models.Model):
    """Days on which a player is away, first and last included: the answer to every night that has no other."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    first = models.DateField()
    last = models.DateField()
    objects: ClassVar[Any] = ScopedManager(league="player__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "first", "last"], name="availability_absence_once"),
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="availability_absence_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.player} away {nights(self.first, self.last)}"


class AskedNight(models.Model):
    """Another night on which a match might be played, about which a captain asks the players."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="+")
    night = models.DateField()
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "fixture", "night"], name="availability_asked_once")]

    def __str__(self) -> str:
        return f"{self.fixture} on {night(self.night)}?"


class ReserveRequest(models.Model):
    """A player of another team whom a captain asked to help out in one match."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="+")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fixture", "team", "player"], name="availability_reserve_once")]

    def __str__(self) -> str:
        return f"{self.player} to help {self.team} out"


class PickedPlayer(models.Model):
    """Somebody in the team that a captain picked for a match, in the captain's order."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="+")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    place = models.PositiveSmallIntegerField()
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fixture", "team", "player"], name="availability_picked_once")]

    def __str__(self) -> str:
        return f"{self.player} for {self.team}"
